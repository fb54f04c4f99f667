// What a turn says while it runs. When it is over, the log has everything and the live part is gone.

import type { Said } from "../../ui/context.ts";
import { callText } from "../../ui/parts.tsx";

export interface LiveLine {
  readonly key: string;
  readonly kind: string;
  readonly text: string;
  readonly detail?: string;
}

export interface Live {
  readonly running: boolean;
  readonly text: string;
  readonly lines: readonly LiveLine[];
}

export const QUIET: Live = { running: false, text: "", lines: [] };

interface HearWords {
  saved(account: { readonly saved: number; readonly waiting: number; readonly lost: number }): string;
  readonly dayLog: string;
  readonly verdicts: Readonly<Record<string, string>>;
  readonly reason: Said["reason"];
}

export function hear(before: Live, event: { type: string; [field: string]: any }, words: HearWords): Live {
  const line = (kind: string, text: string, detail?: string): Live => ({
    ...before,
    running: true,
    lines: [...before.lines, { key: `${before.lines.length}`, kind, text, ...(detail === undefined ? {} : { detail }) }],
  });
  switch (event.type) {
    case "started":
      return { running: true, text: "", lines: [] };
    case "ended":
      return { ...QUIET, lines: before.lines.filter(({ kind }) => kind !== "tool" && kind !== "verdict") };
    case "text":
      return { ...before, running: true, text: before.text + String(event["text"]) };
    case "tool_started":
      return line("tool", `${String(event["name"])} ${callText({ tool: "", input: event["args"] }).trim()}`.slice(0, 200));
    case "verdict": {
      const { decision } = event as unknown as { readonly decision: Parameters<Said["reason"]>[0] & { readonly verdict: string } };
      const { verdict } = decision;
      // What is simply allowed is quiet.
      return verdict === "allow" ? before : line("verdict", `${words.verdicts[verdict] ?? verdict}: ${words.reason(decision)}`);
    }
    case "notice":
    case "proposal":
    case "receipt":
      return line(event.type, String(event["text"]));
    case "left":
      return left(line("receipt", words.saved(event["account"])), event, words);
    case "error":
      return line("error", String(event["error"]?.message ?? event["message"]));
    default:
      return before;
  }
}

/** The chat has ended: what was saved, the day's log, and what else there is to say. */
function left(over: Live, event: { [field: string]: any }, { dayLog }: HearWords): Live {
  const digest: LiveLine[] =
    event["digest"] === null ? [] : [{ key: "digest", kind: "receipt", text: dayLog, detail: String(event["digest"]) }];
  const notices = (event["notices"] as string[]).map((text, at): LiveLine => ({ key: `notice${at}`, kind: "notice", text }));
  return { ...over, running: false, lines: [...over.lines, ...digest, ...notices] };
}
