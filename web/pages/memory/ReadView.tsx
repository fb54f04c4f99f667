// The document rendered, with who wrote each line in the margin.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { SupersededLines } from "../../../src/finding/supersededLines.ts";
import type { BlamedLine, Change, DocumentText } from "../../types.ts";
import { Button } from "../../ui/controls.tsx";
import { useApp, useTexts } from "../../ui/context.ts";
import { Icon } from "../../ui/icons.tsx";
import { Empty } from "../../ui/notes.tsx";
import { sinceWords, useNow } from "../../ui/When.tsx";
import { memoryWords } from "../../words/memory.ts";
import { linesOf, linesSince, LineText, type ShownLine } from "./lines.tsx";
import { useWho, type WhoOf } from "./who.ts";

const DAY = 86_400_000;
/** Lines that are put on the page by themselves: a screenful and more at first, the rest while nothing else is to do. */
const LINES = 1500;
const AT_FIRST = 150;

export interface ReadProps {
  readonly document: DocumentText;
  readonly blame: readonly BlamedLine[];
  readonly superseded: readonly SupersededLines[];
  readonly hidesSuperseded: boolean;
  /** The text at another time, compared with now or alone. */
  readonly then: { readonly text: string; readonly as: "changes" | "past" } | null;
  readonly chosen: number | null;
  choose(line: number): void;
}

export function ReadView({ document, blame, superseded, hidesSuperseded, then, chosen, choose }: ReadProps) {
  const words = useTexts(memoryWords);
  const [most, setMost] = useState(AT_FIRST);
  const now = useNow(60_000);
  const whoOf = useWho();
  const lines = useMemo(
    () => (then === null ? linesOf(document.text) : then.as === "past" ? linesOf(then.text) : linesSince(then.text, document.text)),
    [document.text, then],
  );
  const writers = useMemo(() => new Map(then?.as === "past" ? [] : blame.map(({ line, change }) => [line, change])), [blame, then?.as]);
  const isPast = then !== null;
  const olderAt = (number: number | undefined) =>
    isPast || number === undefined
      ? undefined
      : superseded.find(({ lines: [from, to], by }) => from <= number && number <= to && by[0] !== from);
  const shown = lines.filter(({ kind, number }) => kind !== "blank" && !(hidesSuperseded && olderAt(number) !== undefined));
  const wanted = shown.findIndex(({ number }) => number !== undefined && number === chosen) + AT_FIRST;
  useEffect(() => {
    if (most >= Math.max(wanted, Math.min(LINES, shown.length))) return undefined;
    const timer = setTimeout(() => setMost(Math.max(most + AT_FIRST, wanted)), 30);
    return () => clearTimeout(timer);
  }, [most, wanted, shown.length]);
  return (
    <div class="facts-text">
      {shown.slice(0, most).map((line, at) => (
        <Line
          key={`${line.number ?? "gone"} ${at}`}
          line={line}
          change={line.number === undefined ? undefined : writers.get(line.number)}
          before={shown[at - 1]?.kind === "heading" ? undefined : writers.get(shown[at - 1]?.number ?? -1)}
          older={line.kind === "heading" ? undefined : olderAt(line.number)}
          now={now}
          whoOf={whoOf}
          isChosen={line.number !== undefined && line.number === chosen}
          choose={isPast ? undefined : choose}
        />
      ))}
      {shown.length > most && most >= LINES ? (
        <Button onClick={() => setMost(most + LINES * 4)}>{words.more((shown.length - most).toLocaleString("en"))}</Button>
      ) : null}
      {shown.every(({ kind }) => kind === "heading") ? (
        <Empty title={words.empty} icon="memory" acts={isPast ? undefined : <RememberButton />}>
          {words.emptyText}
        </Empty>
      ) : null}
    </div>
  );
}

export function RememberButton() {
  const words = useTexts(memoryWords);
  const { remember } = useApp();
  return (
    <Button icon="plus" hint="n" onClick={() => remember()}>
      {words.remember}
    </Button>
  );
}

/** new-0: today … new-3: older than a month. */
function newness(at: string, now: number): string {
  const days = (now - Date.parse(at)) / DAY;
  return `new-${days < 1 ? 0 : days < 7 ? 1 : days < 30 ? 2 : 3}`;
}

interface LineProps {
  readonly line: ShownLine;
  readonly change: Change | undefined;
  readonly before: Change | undefined;
  readonly older: SupersededLines | undefined;
  readonly now: number;
  readonly whoOf: WhoOf;
  readonly isChosen: boolean;
  readonly choose: ((line: number) => void) | undefined;
}

const SIGNED: Readonly<Record<string, string>> = { "+": "added", "−": "removed" };

function Line(props: LineProps) {
  const words = useTexts(memoryWords);
  const { line, older, now, isChosen, choose } = props;
  const { number, kind, sign } = line;
  const change = kind === "heading" ? undefined : props.change;
  const classes = ["fact", kind, isChosen ? "selected" : "", SIGNED[sign ?? ""] ?? "", older === undefined ? "" : "old"];
  return (
    <div class={classes.join(" ")} onClick={choose === undefined || number === undefined ? undefined : () => choose(number)}>
      {change === undefined ? <span class="fact-who" /> : <Writer {...props} change={change} />}
      <i class={`fact-bar ${change === undefined ? "" : newness(change.at, now)}`} />
      <div class="fact-text">
        {sign === undefined ? null : <span class="sign">{sign}</span>}
        <LineText line={line} />
        {older === undefined ? null : (
          <span class="superseded" title={words.newer(older.by[0])}>
            {older.since === null ? words.superseded : words.supersededSince(older.since)}
          </span>
        )}
      </div>
    </div>
  );
}

/** Once for neighbouring lines of one change; a button where the line can be opened. */
function Writer({ line: { number }, change, before, now, whoOf, isChosen, choose }: LineProps & { readonly change: Change }) {
  const words = useTexts(memoryWords);
  const { language, words: all } = useApp();
  const at = Date.parse(change.at);
  const { name, icon } = whoOf(change);
  const shown = before?.id === change.id ? null : <Who name={name} icon={icon} when={sinceWords(at, now, language)} />;
  if (choose === undefined || number === undefined) return <span class="fact-who">{shown}</span>;
  return (
    <button type="button" class="fact-who" aria-pressed={isChosen} title={new Date(at).toLocaleString("en")}>
      <span class="unseen">{words.line(number, `${name}${all.comma}${sinceWords(at, now, language, true)}`)}</span>
      {shown}
    </button>
  );
}

function Who({ name, icon, when }: { readonly name: string; readonly icon: Parameters<typeof Icon>[0]["name"]; readonly when: string }) {
  return (
    <span class="who" aria-hidden="true">
      <Icon name={icon} />
      <span class="cut">{name}</span>
      <span class="quiet end">{when}</span>
    </span>
  );
}
