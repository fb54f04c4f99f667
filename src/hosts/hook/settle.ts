import { settleHostSession } from "../../hostSessions/hostSession.ts";
import { openMind } from "../../mind/open.ts";
import { sendQuietly } from "../../sharing/sending.ts";
import { spawn } from "node:child_process";

/** `hook --settle end|turn ID…`: what settleLater started. */
export async function settleNow([when, ...ids]: readonly string[]): Promise<void> {
  const mind = await openMind({});
  try {
    await settleHostSession(mind, ids, { ended: when === "end" });
    // No host waits for this process.
    if (when === "end") await sendQuietly(mind);
  } finally {
    await mind.close();
  }
}

// A process of its own brings a session's entries home: the host may end, or lose its patience, at any moment.
export function settleLater(ids: readonly string[], options: { readonly ended: boolean; readonly cwd: string }): void {
  const program = process.argv[1] ?? "";
  const words = [
    ...process.execArgv,
    program,
    ...(/(?:^|\/)hook\.cjs$/.test(program) ? [] : ["hook"]),
    "--settle",
    options.ended ? "end" : "turn",
    ...ids,
  ];
  spawn(process.execPath, words, { cwd: options.cwd, detached: true, stdio: "ignore" }).unref();
}
