// npm run bench -- NAME [options]: one benchmark; its last line is `METRIC name=value …`.

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".ts") && name !== "run.ts" && name !== "measure.ts")
  .map((name) => name.slice(0, -3));
const [name = "", ...options] = process.argv.slice(2);
if (!names.includes(name)) {
  console.error(`npm run bench -- NAME, one of: ${names.join(", ")}`);
  process.exitCode = 3;
} else {
  const module = (await import(`./${name}.ts`)) as { default: (options: readonly string[]) => Promise<Record<string, number>> };
  const metrics = await module.default(options);
  console.log(
    `METRIC ${Object.entries(metrics)
      .map(([key, value]) => `${key}=${Number(value.toFixed(3))}`)
      .join(" ")}`,
  );
}
