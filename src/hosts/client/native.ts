// The same client as shell.ts in C, where there is a compiler: a start of bash costs a millisecond and more. Nothing needs it. It is
// compiled from the text of nativeSource.ts when a hook is installed, asks and refuses as the one in bash does, and where it does
// not start the launcher takes that one.

import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { NATIVE_OPTIONS } from "./nativeKernel.ts";
import { NATIVE_SOURCE } from "./nativeSource.ts";

/** Beside the launcher; its name is the other client's, which all who look at names know. */
export const NATIVE_FILE = "native/codicil-gate";

/** What starts programs of this machine's kind: where it is missing, the state came from another machine. */
const LOADERS: Readonly<Record<string, string>> = { x64: "/lib64/ld-linux-x86-64.so.2", arm64: "/lib/ld-linux-aarch64.so.1" };
/** The system's own, in an environment of their own: `npx` puts folders of a project on the PATH, and its `cc` would make our client. */
const COMPILERS = ["/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"];
const COMPILER_ENV = { PATH: "/usr/bin:/bin" };
const LIMIT_MS = 20_000;
/** What it ends with where it is not told what to ask. */
const NOT_ASKED = 3;

/** For the launcher: whether it can be started here. */
export function nativeLoader(): string | null {
  const loader = process.platform === "linux" ? LOADERS[process.arch] : undefined;
  return loader !== undefined && existsSync(loader) ? loader : null;
}

/** Whatever goes wrong leaves the client in bash. `CODICIL_RESIDENT=off` wants neither. */
export function buildNativeClient(bin: string): void {
  if (nativeLoader() === null || process.env["CODICIL_RESIDENT"] === "off") return;
  const place = join(bin, NATIVE_FILE);
  let made: string | undefined;
  try {
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    made = mkdtempSync(join(dirname(place), "made-"));
    const [source, program] = [join(made, "client.c"), join(made, "client")];
    writeFileSync(source, NATIVE_SOURCE, { mode: 0o600 });
    const options = { cwd: made, env: COMPILER_ENV, stdio: "ignore", timeout: LIMIT_MS } as const;
    const works = (compiler: string) =>
      spawnSync(compiler, [...NATIVE_OPTIONS, "-o", program, source], options).status === 0 &&
      spawnSync(program, [], options).status === NOT_ASKED;
    if (!COMPILERS.some((compiler) => existsSync(compiler) && works(compiler))) return;
    chmodSync(program, 0o700);
    renameSync(program, place);
  } catch {
    // No room, or nobody may write there: the launcher itself would have said so.
  } finally {
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
  }
}
