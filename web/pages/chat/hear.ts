// What a turn says while it runs. What the log has of it is shown from there; when it is over, the live part is gone.

import type { ShownEvent } from "../../types.ts";
import type { Said } from "../../ui/context.ts";
import { callText } from "../../ui/parts.tsx";

export interface LiveLine {
  readonly key: string;
  readonly kind: string;
  readonly text: string;
  readonly detail?: string;
  /** The call that it is about. */
  readonly call?: string;
}

export interface Live {
  readonly running: boolean;
  readonly lines: readonly LiveLine[];
}

export const QUIET: Live = { running: false, lines: [] };

interface HearWords {
  saved(account: { readonly saved: number; readonly waiting: number; readonly lost: number }): string;
  readonly dayLog: string;
  readonly verdicts: Readonly<Record<string, string>>;
  readonly reason: Said["reason"];
}

export function hear(before: Live, event: { type: string; [field: string]: any }, words: HearWords): Live {
  const line = (kind: string, text: string, more: Pick<LiveLine, "call"> = {}): Live => ({
    running: true,
    lines: [...before.lines, { key: `${before.lines.length}`, kind, text, ...more }],
  });
  const call = String(event["id"]);
  switch (event.type) {
    case "started":
      return { running: true, lines: [] };
    case "ended":
      return { running: false, lines: before.lines.filter(({ kind }) => !OF_THE_LOG.includes(kind)) };
    case "text":
      return spoken(before, String(event["text"]));
    case "tool_started":
      return line("tool", `${String(event["name"])} ${callText({ tool: "", input: event["args"] }).trim()}`.slice(0, 200), { call });
    case "verdict": {
      const { decision } = event as unknown as { readonly decision: Parameters<Said["reason"]>[0] & { readonly verdict: string } };
      const { verdict } = decision;
      // What is simply allowed is quiet.
      return verdict === "allow" ? before : line("verdict", `${words.verdicts[verdict] ?? verdict}: ${words.reason(decision)}`, { call });
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

/** Its own words are one line of Markdown until a call comes between. */
function spoken({ lines }: Live, text: string): Live {
  const last = lines.at(-1);
  const said = last?.kind === "said" ? last : { key: `${lines.length}`, kind: "said", text: "" };
  return { running: true, lines: [...(said === last ? lines.slice(0, -1) : lines), { ...said, text: said.text + text }] };
}

const NOTES = ["notice", "proposal", "receipt"];
/** What the log will have. */
const OF_THE_LOG = ["said", "tool", "verdict"];

/** Without what the log has by now. A page that was opened in the middle of a text heard only its end. */
export function unlogged({ lines }: Live, events: readonly ShownEvent[]): readonly LiveLine[] {
  const ofTurn = events.slice(events.findLastIndex(({ as }) => as === "user") + 1);
  const calls = new Set(ofTurn.flatMap((event) => event.calls ?? []).map(({ id }) => id));
  const texts = ofTurn.filter(({ as }) => as === "assistant").map(({ said, text }) => (said ?? text).trim());
  // One note for several documents is shown once, and not below an answer that says it.
  const isTold = ({ kind, text }: LiveLine, at: number) =>
    texts.some((each) => each.includes(text)) || lines.findIndex((line) => line.kind === kind && line.text === text) < at;
  return lines.filter((line, at) => {
    if (line.kind === "said") return !texts.some((each) => each.endsWith(line.text.trim()));
    return NOTES.includes(line.kind) ? !isTold(line, at) : line.call === undefined || !calls.has(line.call);
  });
}

/** The chat has ended: what was saved, the day's log, and what else there is to say. */
function left(over: Live, event: { [field: string]: any }, { dayLog }: HearWords): Live {
  const digest: LiveLine[] =
    event["digest"] === null ? [] : [{ key: "digest", kind: "receipt", text: dayLog, detail: String(event["digest"]) }];
  const notices = (event["notices"] as string[]).map((text, at): LiveLine => ({ key: `notice${at}`, kind: "notice", text }));
  return { ...over, running: false, lines: [...over.lines, ...digest, ...notices] };
}
