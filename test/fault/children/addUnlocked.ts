// Negative control of the crowd: reads, waits a moment, writes. argv: file, who, how many

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const [file = "", who = "", count = "0"] = process.argv.slice(2);
for (let number = 0; number < Number(count); number++) {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  await pause(5);
  writeFileSync(file, `${text}${who}-${number}\n`);
}
