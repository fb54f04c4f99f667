// npm run test:package: what people install. Packs the package, installs it into a fresh folder and tries it there, one line
// for each consumer; fails if one of them does, or if the package has grown over its limits. Deno and Bun are fetched from the
// registry in exactly these versions; where they cannot be had they are skipped by name.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { childrenMs } from "../bench/measure.ts";
import { packInto } from "./packTarball.ts";
import { CONSUMERS } from "./testPackage/consumers.ts";

const LIMITS = { distMB: 7.5, installedMB: 30, importRatio: 3, rootNames: 45 } as const;
const OTHER_PROGRAMS = { bun: "bun@1.4.4", deno: "deno@2.9.6" } as const;

export interface Ran {
  readonly code: number;
  readonly out: string;
}

const root = resolve(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "codicil-package-"));
const consumer = join(folder, "consumer");
const failures: string[] = [];
const env = {
  PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`,
  HOME: folder,
  CODICIL_HOME: join(folder, "home"),
  CODICIL_STATE: join(folder, "state"),
  NO_COLOR: "1",
  npm_config_cache: process.env["npm_config_cache"] ?? join(process.env["HOME"] ?? "", ".npm"),
};

function run(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly input?: string } = {},
): Ran {
  const done = spawnSync(command, args, {
    cwd: options.cwd ?? consumer,
    env: { ...process.env, ...env, ...options.env },
    input: options.input ?? "",
    encoding: "utf8",
    timeout: 120_000,
  });
  return { code: done.status ?? -1, out: `${done.stdout ?? ""}${done.stderr ?? ""}${done.error?.message ?? ""}` };
}

function report(name: string, fault: string | null, note = ""): void {
  if (fault !== null) failures.push(name);
  console.log(
    `${fault === null ? "ok    " : "FAILED"} ${name}${note === "" ? "" : `: ${note}`}${fault === null ? "" : `\n${fault.slice(0, 2000)}`}`,
  );
}

function bytesIn(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .reduce((sum, each) => sum + statSync(join(each.parentPath, each.name)).size, 0);
}

/** `--tarball=FILE`: one that was packed before; `--built=FOLDER`: a release of this source, without types. */
function pack(): string {
  const given = (option: string) => process.argv.find((word) => word.startsWith(`--${option}=`))?.slice(option.length + 3);
  const tarball = given("tarball");
  return tarball === undefined ? packInto(folder, given("built"), "types") : resolve(tarball);
}

function must({ code, out }: Ran): void {
  if (code !== 0) throw new Error(out);
}

function install(tarball: string): void {
  mkdirSync(consumer);
  writeFileSync(join(consumer, "package.json"), '{"name":"consumer","version":"1.0.0","private":true}\n');
  must(run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", tarball]));
  // The checks' own tools, from this checkout.
  mkdirSync(join(consumer, "node_modules/@types"), { recursive: true });
  for (const name of ["typescript", "esbuild", "@types/node", "undici-types", "@typescript", "@esbuild"])
    symlinkSync(join(root, "node_modules", name), join(consumer, "node_modules", name));
}

function checkSizes(tarball: string): void {
  const installed = join(consumer, "node_modules");
  const own = ["typescript", "esbuild", "@types", "undici-types", "@typescript", "@esbuild"];
  const dist = bytesIn(join(installed, "codicil/dist")) / 1e6;
  const all =
    readdirSync(installed)
      .filter((name) => !name.startsWith(".") && !own.includes(name))
      .reduce((sum, name) => sum + bytesIn(join(installed, name)), 0) / 1e6;
  const note = `dist ${dist.toFixed(2)} MB (at most ${LIMITS.distMB}), installed ${all.toFixed(2)} MB (at most ${LIMITS.installedMB}), packed ${(statSync(tarball).size / 1e6).toFixed(2)} MB`;
  report("sizes", dist <= LIMITS.distMB && all <= LIMITS.installedMB ? null : "over the limit", note);
}

/** Processor time, the least of several: the machine may be busy. Its clock ticks every ten milliseconds, so ten at once. */
function checkImport(): void {
  const least = (file: string) =>
    Math.min(
      ...Array.from({ length: 3 }, () => {
        const before = childrenMs();
        for (let i = 0; i < 10; i++) run(process.execPath, [file]);
        return childrenMs() - before;
      }),
    );
  writeFileSync(join(consumer, "empty.mjs"), "");
  writeFileSync(join(consumer, "import.mjs"), 'import "codicil";\n');
  const ratio = least("import.mjs") / least("empty.mjs");
  report(
    "import of codicil",
    ratio <= LIMITS.importRatio ? null : "over the limit",
    `${ratio.toFixed(2)} empty Nodes (at most ${LIMITS.importRatio})`,
  );
}

function otherProgram(name: keyof typeof OTHER_PROGRAMS): string | null {
  const place = join(folder, name);
  mkdirSync(place);
  writeFileSync(join(place, "package.json"), "{}");
  const got = run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", OTHER_PROGRAMS[name]], { cwd: place });
  const program = join(place, "node_modules/.bin", name);
  return got.code === 0 && existsSync(program) && run(program, ["--version"]).code === 0 ? program : null;
}

try {
  const tarball = pack();
  install(tarball);
  checkSizes(tarball);
  const manifest = readFileSync(join(consumer, "node_modules/codicil/package.json"), "utf8");
  report(
    "the tarball's package.json",
    /"prepare"|devDependencies/.test(manifest) || existsSync(join(consumer, "node_modules/codicil/src")) ? manifest : null,
  );
  report("licences", existsSync(join(consumer, "node_modules/codicil/dist/THIRD-PARTY-NOTICES.txt")) ? null : "there are none");
  for (const [tool, args] of [
    ["publint", [tarball]],
    ["attw", [tarball]],
  ] as const) {
    const { code, out } = run(tool, args);
    report(tool, code === 0 && !/Warnings?:|Errors?:/.test(out) ? null : out);
  }
  checkImport();
  for (const { name, check } of CONSUMERS) report(name, await check({ folder: consumer, run, rootNames: LIMITS.rootNames }));
  for (const name of ["bun", "deno"] as const) {
    const isQuick = process.argv.includes("--quick");
    const program = isQuick ? null : otherProgram(name);
    if (program === null) console.log(`skipped ${name}: ${isQuick ? "--quick" : `${OTHER_PROGRAMS[name]} cannot be had here`}`);
    else {
      const { code, out } = run(program, [...(name === "deno" ? ["run", "--allow-all"] : []), "library.mjs"]);
      report(name, code === 0 && out.includes("applied USER.md · deny") ? null : out);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures.length === 0 ? "the package is good" : `failed: ${failures.join(", ")}`);
process.exit(failures.length === 0 ? 0 : 1);
