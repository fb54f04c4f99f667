// What was said, with Markdown rendered and tool calls folded. A long session is on the page in parts.

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { get } from "../../api.ts";
import type { SessionView, ShownEvent } from "../../types.ts";
import { Button, Fold } from "../../ui/controls.tsx";
import { useApp, useTexts, useWords } from "../../ui/context.ts";
import { plainText } from "../../ui/hitPlaces.ts";
import { hostOf, Icon, type IconName } from "../../ui/icons.tsx";
import { Markdown } from "../../ui/Markdown.tsx";
import { visible } from "../../ui/visible.ts";
import { When } from "../../ui/When.tsx";
import { sessionsWords } from "../../words/sessions.ts";
import { STOPS, type Stop, useStops } from "./verdicts.ts";

/** Never more than this many events on the page at once. */
const WINDOW = 1500;
const PART = 500;

export interface TranscriptProps {
  readonly view: SessionView;
  readonly host: string;
  /** What else the daemon was asked for this view. */
  readonly query: string;
  readonly actions: (event: ShownEvent) => ComponentChildren;
}

export function Transcript({ view, host, query, actions }: TranscriptProps) {
  const words = useTexts(sessionsWords);
  const { attempt } = useApp();
  const [part, setPart] = useState<{ readonly from: number; readonly events: readonly ShownEvent[] }>({
    from: view.from,
    events: view.events,
  });
  useEffect(() => setPart({ from: view.from, events: view.events }), [view]);
  const load = (from: number, limit: number) =>
    void attempt(async () => {
      const more = await get<SessionView>(`/api/sessions/${view.id}?${query === "" ? "" : `${query}&`}from=${from}&limit=${limit}`);
      setPart(({ from: start, events }) =>
        from < start
          ? { from, events: [...more.events, ...events].slice(0, WINDOW) }
          : {
              from: Math.max(start, start + events.length + more.events.length - WINDOW),
              events: [...events, ...more.events].slice(-WINDOW),
            },
      );
    });
  const end = part.from + part.events.length;
  return (
    <div class="transcript">
      {part.from > 0 ? (
        <Button small onClick={() => load(Math.max(0, part.from - PART), Math.min(PART, part.from))}>
          {words.earlier(part.from.toLocaleString("en"))}
        </Button>
      ) : null}
      <Events session={view.id} events={part.events} host={host} actions={actions} />
      {end < view.total ? (
        <Button small onClick={() => load(end, PART)}>
          {words.later((view.total - end).toLocaleString("en"))}
        </Button>
      ) : null}
    </div>
  );
}

type Block =
  | { readonly kind: "said"; readonly event: ShownEvent }
  | { readonly kind: "calls"; readonly key: string; readonly events: readonly ShownEvent[] };

const isAdded = ({ as, label }: ShownEvent) => as === "notice" && (label === "memory" || label === "attachment");

/** The log has what was found for a message before it; a person reads it as an answer to the message. */
function inReadingOrder(events: readonly ShownEvent[]): readonly ShownEvent[] {
  const sorted: ShownEvent[] = [];
  let held: ShownEvent[] = [];
  for (const event of events) {
    if (isAdded(event)) held.push(event);
    else if (event.as === "user") {
      sorted.push(event, ...held);
      held = [];
    } else sorted.push(event);
  }
  return [...sorted, ...held];
}

/** Answers with their calls, and the calls' results behind them, as one fold until somebody speaks again. */
function blocksOf(events: readonly ShownEvent[]): Block[] {
  const blocks: Block[] = [];
  let calls: ShownEvent[] = [];
  const close = () => {
    if (calls.length > 0) blocks.push({ kind: "calls", key: `calls ${calls[0]?.id}`, events: calls });
    calls = [];
  };
  for (const event of events) {
    const said = event.said ?? event.text;
    const isSpoken = event.as !== "tool" && (said.trim() !== "" || (event.calls ?? []).length === 0);
    if (isSpoken) {
      close();
      blocks.push({ kind: "said", event });
    }
    if (event.as === "tool" || (event.calls ?? []).length > 0) calls.push(event);
  }
  close();
  return blocks;
}

interface EventsProps {
  readonly session: string;
  readonly events: readonly ShownEvent[];
  readonly host: string;
  readonly actions: (event: ShownEvent) => ComponentChildren;
}

export function Events({ session, events, host, actions }: EventsProps) {
  const blocks = useMemo(() => blocksOf(inReadingOrder(events)), [events]);
  const stops = useStops(session);
  return (
    <>
      {blocks.map((block) =>
        block.kind === "calls" ? (
          <Calls key={block.key} events={block.events} stops={stops} />
        ) : (
          <SaidEvent key={block.event.id} event={block.event} host={host} actions={actions} />
        ),
      )}
    </>
  );
}

interface SaidEventProps extends Pick<EventsProps, "host" | "actions"> {
  readonly event: ShownEvent;
}

function SaidEvent({ event, host, actions }: SaidEventProps) {
  const words = useTexts(sessionsWords);
  const text = event.said ?? event.text;
  if (event.as !== "user" && event.as !== "assistant" && event.as !== "guidance") {
    const note = noteOf(event.as === "summary" ? "summary" : event.label, text, words);
    return (
      <Fold icon={note.icon} name={note.name} gist={visible(note.gist)}>
        <Markdown text={note.text} />
      </Fold>
    );
  }
  const { name, icon } =
    event.as === "assistant" ? hostOf(host) : { name: event.as === "user" ? words.you : words.guidance, icon: "user" as const };
  return (
    <article class={`said-by ${event.as}`} id={`event-${event.id}`}>
      <p class="said-head">
        <Icon name={icon} /> <b>{name}</b>{" "}
        <span class="quiet">
          <When at={event.ts} clock />
        </span>
        <span class="event-acts end">{actions(event)}</span>
      </p>
      <Markdown text={text} />
    </article>
  );
}

interface Note {
  readonly icon: IconName;
  readonly name: string;
  readonly gist: string;
  readonly text: string;
}

const GIST_CHARS = 160;

/** The first line of what memory or a document adds is for the model. */
function noteOf(label: string, whole: string, words: (typeof sessionsWords)["en"]): Note {
  const [first = "", ...rest] = whole.split("\n");
  const more = rest.join("\n").trim();
  const gistOf = (text: string) => plainText(text).slice(0, GIST_CHARS);
  if (label === "summary") return { icon: "file", name: words.summary, gist: gistOf(whole), text: whole };
  if (label === "attachment" && more !== "")
    return { icon: "file", name: first.split(", attached by", 1)[0] ?? "", gist: gistOf(more), text: more };
  if (label === "memory" && more !== "") {
    const facts = rest.filter((line) => line.startsWith("- "));
    return { icon: "memory", name: words.facts(facts.length), gist: gistOf(facts.map(factIn).join("; ")), text: more };
  }
  return { icon: "info", name: words.notice, gist: gistOf(whole), text: whole };
}

/** Without where it was found: "- MEMORY.md § Tests (line 3): the fact". */
const factIn = (line: string): string => line.replace(/^- .*? \([^()]*\): (?:- )?/, "");

const iconFor = (tool: string) => (/edit|write|patch/i.test(tool) ? "write" : "terminal");

const SHOWN_CALLS = 40;

function Calls({ events, stops }: { readonly events: readonly ShownEvent[]; readonly stops: ReadonlyMap<string, Stop> }) {
  const words = useTexts(sessionsWords);
  const { verdicts, list } = useWords();
  const calls = events.flatMap((event) => event.calls ?? []);
  const stopOf = ({ what }: { readonly what: string }) => stops.get(what);
  const failed = new Set(events.flatMap(({ answers = [] }) => answers.filter((each) => each.failed).map(({ id }) => id)));
  for (const call of calls) if (stopOf(call) === "deny") failed.delete(call.id);
  const tools = new Map<string, number>();
  for (const { tool } of calls) tools.set(tool, (tools.get(tool) ?? 0) + 1);
  const results = events.filter(({ as }) => as === "tool");
  const count = calls.length || results.length;
  const stopped = STOPS.map((stop) => [stop, calls.filter((call) => stopOf(call) === stop).length] as const).filter(([, n]) => n > 0);
  return (
    <Fold
      icon="terminal"
      name={words.calls(count)}
      gist={[...tools].map(([tool, n]) => `${tool} ${n}`).join(list)}
      end={
        <>
          {stopped.map(([stop, n]) => (
            <span key={stop} class={`stop is-${stop}`}>
              <Icon name={stop} /> {n} <span class="stop-word">{verdicts[stop].toLowerCase()}</span>
            </span>
          ))}
          {failed.size === 0 ? null : <span class="stop is-deny">{words.failed(failed.size)}</span>}
        </>
      }
    >
      <ul class="calls-list">
        {calls.slice(0, SHOWN_CALLS).map((call) => {
          const stop = stopOf(call);
          return (
            <li key={call.id} class={stop === undefined ? (failed.has(call.id) ? "is-deny" : "") : `is-${stop}`}>
              <Icon name={stop ?? iconFor(call.tool)} /> <span class="second">{call.tool}</span> <code>{visible(call.what)}</code>
              {stop === undefined ? null : <b class="end label">{verdicts[stop]}</b>}
            </li>
          );
        })}
      </ul>
      {results.map((event) => (
        <pre key={event.id} class="result" tabIndex={0}>
          {visible(event.text.slice(0, 4000))}
        </pre>
      ))}
    </Fold>
  );
}
