// One event as one line: time, icon, word, what, where it comes from, whose session.

import type { ComponentChildren } from "preact";
import { useTexts, useWords } from "../../ui/context.ts";
import { readable } from "../../ui/hitPlaces.ts";
import { HostMark, hostOf, Icon, type IconName } from "../../ui/icons.tsx";
import { callText, Coded } from "../../ui/parts.tsx";
import { documentName } from "../../ui/paths.ts";
import { visible } from "../../ui/visible.ts";
import { When } from "../../ui/When.tsx";
import { activityWords } from "../../words/activity.ts";
import type { Happened, Sessions } from "./timeline.ts";

export interface RowProps {
  readonly event: Happened;
  readonly sessions: Sessions;
  readonly selected: boolean;
  readonly waiting: boolean;
  /** The row above (newer) or below is of the same session: one thread joins them. */
  readonly joinsAbove: boolean;
  readonly joinsBelow: boolean;
  choose(): void;
}

export function Row({ event, sessions, selected, waiting, joinsAbove, joinsBelow, choose }: RowProps) {
  const { icon, word, tone, what, reference } = useParts(event, sessions, waiting);
  const about = sessions[event.session];
  const words = useTexts(activityWords);
  return (
    <li class={`happened ${selected ? "selected" : ""} ${event.type}`}>
      <button type="button" class="happened-open" aria-pressed={selected} onClick={choose}>
        <span class="happened-time">
          <When at={event.at} clock />
        </span>
        <span class={`happened-icon ${tone}`}>
          <Icon name={icon} />
        </span>
        <span class={`happened-word ${tone}`}>{word}</span>
        <span class="happened-what">{what}</span>
      </button>
      <span class="happened-ref">{reference}</span>
      <span class={`happened-thread ${joinsAbove ? "above" : ""} ${joinsBelow ? "below" : ""}`}>
        {joinsAbove ? <i class="thread-dot wide-only" title={about?.title ?? hostOf(event.host).name} /> : null}
        {event.session === "" ? (
          <span class="host">
            <Icon name="user" />
            {words.you}
          </span>
        ) : (
          // A thread joins it to the row above; on a phone there is none.
          <span class={`thread-name ${joinsAbove ? "phone-only" : ""}`}>
            <HostMark id={about?.host ?? event.host} bare />
            {about === undefined ? (
              <span class="cut quiet">{hostOf(event.host).name}</span>
            ) : (
              <a class="cut plain" href={`#/sessions/${encodeURIComponent(about.id)}`}>
                {about.title === null ? hostOf(about.host).name : visible(about.title)}
              </a>
            )}
          </span>
        )}
      </span>
    </li>
  );
}

interface Parts {
  readonly icon: IconName;
  readonly word: ComponentChildren;
  readonly tone: string;
  readonly what: ComponentChildren;
  readonly reference: ComponentChildren;
}

function useParts(event: Happened, sessions: Sessions, waiting: boolean): Parts {
  const words = useTexts(activityWords);
  const { verdicts, list } = useWords();
  switch (event.type) {
    case "verdict":
      return verdictParts(event.verdict, waiting, words, verdicts);
    case "allowed":
      return {
        icon: "down",
        word: words.allowed(event.count),
        tone: "quiet",
        what: <span class="quiet">{toolsText(event.tools, words.tools, list)}</span>,
        reference: null,
      };
    case "write":
      return {
        icon: WRITE_ICONS[event.change.kind] ?? "write",
        word: words.kinds[writeKind(event)] ?? event.change.kind,
        tone: "",
        what: <WriteText event={event} />,
        reference: (
          <a class="plain" href={documentAddress(event.document, event.change.id)}>
            {shortId(event.change.entry ?? event.change.id)}
          </a>
        ),
      };
    case "session":
      return sessionParts(event.what === "started", sessions[event.session], words);
  }
}

/** An entry that only takes text away is no writing. */
export const writeKind = ({ change: { kind }, inserted, removed }: Extract<Happened, { type: "write" }>): string =>
  kind === "entry" && inserted.trim() === "" && removed !== "" ? "removed" : kind;

type ActivityWords = (typeof activityWords)["en"];

const WRITE_ICONS: Readonly<Record<string, IconName>> = { undo: "undo", hand: "user" };

function verdictParts(
  { verdict, call, to, by, rules }: Extract<Happened, { type: "verdict" }>["verdict"],
  waiting: boolean,
  words: ActivityWords,
  verdicts: Readonly<Record<string, string>>,
): Parts {
  return {
    icon: verdict,
    word: (
      <>
        {by === undefined ? verdicts[verdict] : words.allowedByYou}
        {waiting ? <span class="phone-only"> · {words.waiting}</span> : null}
      </>
    ),
    tone: verdict === "allow" ? "quiet" : `is-${verdict}`,
    what: (
      <>
        <code>{callText(call)}</code>
        {to === undefined ? null : (
          <>
            {" → "}
            <code>{callText(to)}</code>
          </>
        )}
        {waiting ? <span class="is-ask wide-only"> {words.waiting}</span> : null}
      </>
    ),
    reference: <RuleLink rules={rules} />,
  };
}

const sessionParts = (isStart: boolean, about: Sessions[string] | undefined, words: ActivityWords): Parts => ({
  icon: isStart ? "play" : "stop",
  word: isStart ? words.started : words.ended,
  tone: "",
  what: <span class="strong">{about?.title == null ? words.untitled : visible(about.title)}</span>,
  reference:
    about === undefined ? null : (
      <a class="plain" href={`#/sessions/${encodeURIComponent(about.id)}`}>
        {words.prompt}
      </a>
    ),
});

function WriteText({ event }: { readonly event: Extract<Happened, { type: "write" }> }) {
  const words = useTexts(activityWords);
  const all = useWords();
  const { kind, heading } = event.change;
  const text = kind === "hand" ? words.edited : kind === "first" ? words.found : kind === "forgotten" ? words.forgotten : null;
  return (
    <>
      <span class="quiet">
        {documentName(event.document)}
        {heading === undefined ? "" : `${all.comma}${visible(heading)}`}{" "}
      </span>
      {text ??
        (event.inserted === "" && event.removed !== "" ? <s>{factText(event.removed)}</s> : <Coded text={factText(event.inserted)} />)}
    </>
  );
}

/** A reference is cut in the file's name, never in its line. */
export function RuleLink({ rules }: { readonly rules: readonly { readonly file: string; readonly line: number }[] }) {
  const words = useTexts(activityWords);
  const [rule] = rules;
  if (rule === undefined) return null;
  if (rule.line === 0) return <span class="quiet">{words.builtIn}</span>;
  return (
    <a class="plain rule-link" title={`${rule.file}:${rule.line}`} href={ruleAddress(rule)}>
      <span class="cut">{rule.file.replace(/^.*\//, "")}</span>:{rule.line}
    </a>
  );
}

export const ruleAddress = ({ file, line }: { readonly file: string; readonly line: number }): string =>
  `#/rules?file=${encodeURIComponent(file)}&line=${line}`;

export const documentAddress = (key: string, change?: string): string =>
  `#/memory/${encodeURIComponent(key)}${change === undefined ? "" : `?change=${encodeURIComponent(change)}`}`;

/** What a change says, without the marks of Markdown. */
const factText = (text: string): string =>
  oneLine(
    readable(text)
      .split("\n")
      .filter((line) => !line.startsWith("#"))
      .map((line) => line.replace(/^\s*[-*] /, ""))
      .join(" ") || text.replace(/^#{1,6} /, ""),
  );

export const oneLine = (text: string): string => visible(text.replace(/\s+/g, " ").trim());

/** Ids begin with their time; their end tells them apart. */
export const shortId = (id: string): string => `${id.split("_", 1).join("")}_${id.slice(-4)}`;

export function toolsText(tools: Readonly<Record<string, number>>, names: Readonly<Record<string, string>>, between: string): string {
  return Object.entries(tools)
    .sort(([, a], [, b]) => b - a)
    .map(([tool, count]) => `${names[tool] ?? tool} ${count}`)
    .join(between);
}
