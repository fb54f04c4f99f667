// A process of its own brings a session's entries home: the host may end, or lose its patience, at any moment.

import { spawn } from "node:child_process";

export function settleLater(ids: readonly string[], options: { readonly ended: boolean; readonly cwd: string }): void {
  const program = process.argv[1] ?? "";
  const words = [
    ...process.execArgv,
    program,
    ...(isHookFile(program) ? [] : ["hook"]),
    "--settle",
    options.ended ? "end" : "turn",
    ...ids,
  ];
  spawn(process.execPath, words, { cwd: options.cwd, detached: true, stdio: "ignore" }).unref();
}

function isHookFile(program: string): boolean {
  return /(?:^|\/)hook\.cjs$/.test(program);
}
