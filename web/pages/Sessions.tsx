// Sessions: what was said, what the model got, and where one can go on from.

import { useEffect, useMemo, useState } from "preact/hooks";
import { get, post } from "../api.ts";
import { useResource } from "../live.ts";
import type { Hit, PromptReceipt, SessionSummary, SessionView, ShownEvent } from "../types.ts";
import { useAround, useWords } from "../ui/context.ts";
import { When } from "../ui/When.tsx";
import { Button } from "../ui/controls.tsx";
import { Empty, Loaded } from "../ui/notes.tsx";
import { Chip, Tabs } from "../ui/parts.tsx";
import { VirtualList } from "../ui/VirtualList.tsx";
import { visible } from "../ui/visible.ts";

const LIST = 200;

export function SessionsPage({ rest }: { readonly rest: readonly string[] }) {
  const words = useWords();
  const [from, setFrom] = useState(0);
  const list = useResource<SessionSummary[]>(`/api/sessions?from=${from}&limit=${LIST}`, ["sessions"]);
  const [query, setQuery] = useState("");
  const chosen = rest[0] ?? "";
  const total = Number(list.header("X-Total") ?? 0);
  return (
    <div class={`two ${chosen === "" ? "" : "opened"}`}>
      <section class="list" aria-label={words.sessions}>
        <h1>{words.sessions}</h1>
        <input
          type="search"
          class="search"
          placeholder={words.searchSessions}
          aria-label={words.searchSessions}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        {query.trim() === "" ? (
          <Loaded from={list}>
            {(sessions) =>
              sessions.length === 0 ? (
                <Empty title={words.noSessions}>{words.noSessionsHint}</Empty>
              ) : (
                <>
                  <VirtualList
                    label={words.sessions}
                    items={sessions}
                    heightOf={() => 62}
                    keyOf={({ id }) => id}
                    at={Math.max(
                      0,
                      sessions.findIndex(({ id }) => id === chosen),
                    )}
                    move={(at) => void (location.hash = `#/sessions/${sessions[at]?.id ?? ""}`)}
                  >
                    {(each) => (
                      <div class="card-row">
                        <span class="line">
                          <strong>{each.title ?? each.id}</strong>
                        </span>
                        <span class="line quiet">
                          <When at={each.createdAt} /> · {each.events} {words.events}{" "}
                          {each.sessionType === "shared" ? <Chip kind="ask">{words.shared}</Chip> : null}{" "}
                          {each.host === undefined ? null : <Chip kind="plain">{each.host}</Chip>}{" "}
                          {each.machine === undefined ? null : <Chip kind="plain">{each.machine}</Chip>}
                        </span>
                      </div>
                    )}
                  </VirtualList>
                  {total > LIST ? (
                    <p class="acts">
                      <Button disabled={from === 0} onClick={() => setFrom(Math.max(0, from - LIST))}>
                        {words.later}
                      </Button>
                      <Button disabled={from + LIST >= total} onClick={() => setFrom(from + LIST)}>
                        {words.earlier}
                      </Button>{" "}
                      <span class="quiet">{total.toLocaleString()}</span>
                    </p>
                  ) : null}
                </>
              )
            }
          </Loaded>
        ) : (
          <Found query={query} />
        )}
      </section>
      <section class="detail">{chosen === "" ? null : <OneSession key={chosen} id={chosen} at={rest[1]} />}</section>
    </div>
  );
}

function Found({ query }: { readonly query: string }) {
  const words = useWords();
  const [settled, setSettled] = useState(query);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(query), 200);
    return () => clearTimeout(timer);
  }, [query]);
  const hits = useResource<Hit[]>(settled.trim() === "" ? null : `/api/recall?k=20&q=${encodeURIComponent(settled)}`);
  return (
    <Loaded from={hits}>
      {(found) => (
        <ul class="hits" aria-label={words.hits}>
          {found.length === 0 ? <li class="quiet">{words.none}</li> : null}
          {found.map((hit, at) => (
            <li key={at}>
              <a href={hrefOf(hit)}>
                {hit.document} · {hit.heading}
              </a>{" "}
              {hit.day === undefined ? null : <span class="quiet">{hit.day}</span>}
              <br />
              <span class="quiet">{visible(hit.text)}</span>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function hrefOf(hit: Hit): string {
  const session = /^session:([A-Za-z0-9_-]+)/.exec(hit.document)?.[1];
  return session === undefined ? `#/memory/${encodeURIComponent(hit.document)}` : `#/sessions/${session}`;
}

type Tab = "transcript" | "receipt" | "branches" | "diff";

function OneSession({ id, at }: { readonly id: string; readonly at: string | undefined }) {
  const { words, attempt, say } = useAround();
  const [tab, setTab] = useState<Tab>("transcript");
  const [hidden, setHidden] = useState(false);
  const suffix = [at === undefined ? "" : `at=${encodeURIComponent(at)}`, hidden ? "diagnostics=1" : ""].filter(Boolean).join("&");
  const view = useResource<SessionView>(`/api/sessions/${id}${suffix === "" ? "" : `?${suffix}`}`, ["sessions"]);
  const fork = (event: string) =>
    attempt(async () => {
      const { id: copy } = await post<{ id: string }>(`/api/sessions/${id}/clone`, { at: event });
      location.hash = `#/sessions/${copy}`;
    });
  const goOn = (event: string) =>
    attempt(async () => {
      // Another machine's session goes on as a copy, under a name of its own.
      const { id: here } = await post<{ id: string }>(`/api/sessions/${id}/branch`, { at: event });
      location.hash = `#/chat/${here}`;
    });
  const save = () =>
    attempt(async () => {
      const { markdown } = await get<{ markdown: string }>(`/api/sessions/${id}/export`);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([markdown], { type: "text/markdown" }));
      link.download = `${id}.md`;
      link.click();
      URL.revokeObjectURL(link.href);
      say({ kind: "good", text: words.saved });
    });
  return (
    <>
      <div class="head">
        <h2 class="path">{id}</h2>
        <span class="acts">
          <a class="button plain" href={`#/chat/${id}`}>
            {words.chat}
          </a>
          <Button onClick={save}>{words.exportIt}</Button>
        </span>
      </div>
      <Tabs<Tab>
        label={id}
        tabs={[
          ["transcript", words.transcript],
          ["receipt", words.receipt],
          ["branches", words.branches],
          ["diff", words.promptDiff],
        ]}
        chosen={tab}
        choose={setTab}
      />
      {tab === "transcript" ? (
        <Loaded from={view}>
          {(value) => (
            <>
              <label class="check">
                <input type="checkbox" checked={hidden} onChange={(event) => setHidden(event.currentTarget.checked)} /> {words.diagnostics}
              </label>
              {value.problems.map(({ line, message }, index) => (
                <p key={index} class="trouble">
                  {line === undefined ? "" : `${line}: `}
                  {message}
                </p>
              ))}
              <Transcript
                view={value}
                query={suffix}
                actions={(event) => (
                  <>
                    <Button kind="ghost" small onClick={() => goOn(event.id)}>
                      {words.goTo}
                    </Button>
                    <Button kind="ghost" small onClick={() => fork(event.id)}>
                      {words.fork}
                    </Button>
                  </>
                )}
              />
            </>
          )}
        </Loaded>
      ) : tab === "receipt" ? (
        <ReceiptTab id={id} />
      ) : tab === "branches" ? (
        <Loaded from={view}>{(value) => <Branches view={value} />}</Loaded>
      ) : (
        <DiffTab id={id} />
      )}
    </>
  );
}

/** Never more than this many events on the page at once. */
const WINDOW = 1500;

export function Transcript({
  view,
  query,
  actions,
}: {
  readonly view: SessionView;
  readonly query: string;
  readonly actions: (event: ShownEvent) => preact.ComponentChildren;
}) {
  const { words, attempt } = useAround();
  const [part, setPart] = useState<{ readonly from: number; readonly events: readonly ShownEvent[] }>({
    from: view.from,
    events: view.events,
  });
  useEffect(() => setPart({ from: view.from, events: view.events }), [view]);
  const load = (from: number, limit: number) =>
    attempt(async () => {
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
        <Button onClick={() => load(Math.max(0, part.from - 500), Math.min(500, part.from))}>
          {words.earlier} ({part.from.toLocaleString()})
        </Button>
      ) : null}
      {part.events.map((event) => (
        <ShownLine key={event.id} event={event} actions={actions} />
      ))}
      {end < view.total ? (
        <Button onClick={() => load(end, 500)}>
          {words.later} ({(view.total - end).toLocaleString()})
        </Button>
      ) : null}
    </div>
  );
}

export function ShownLine({
  event,
  actions,
}: {
  readonly event: ShownEvent;
  readonly actions: (event: ShownEvent) => preact.ComponentChildren;
}) {
  const words = useWords();
  const label = event.as === "user" ? words.you : event.as === "assistant" ? words.agent : event.label;
  const body = <Said text={event.text} />;
  return (
    <article class={`said-by ${event.as}`} id={`event-${event.id}`}>
      {event.compact || event.as === "tool" ? (
        <details>
          <summary>
            <span class="who">{label}</span> <span class="quiet">{visible(event.text.replace(/\s+/g, " ").slice(0, 100))}</span>
          </summary>
          {body}
        </details>
      ) : (
        <>
          <p class="who">
            {label} <When at={event.ts} />
          </p>
          {body}
        </>
      )}
      {event.as === "user" || event.as === "assistant" ? <p class="event-acts">{actions(event)}</p> : null}
    </article>
  );
}

/** Text with its code blocks set apart; nothing in it becomes markup. */
export function Said({ text }: { readonly text: string }) {
  const parts = useMemo(() => partsOf(visible(text)), [text]);
  const shown = parts.map((part, at) => {
    if (part.code)
      return (
        <pre key={at}>
          <code>{part.text}</code>
        </pre>
      );
    return part.text.trim() === "" ? null : <p key={at}>{inline(part.text.trim())}</p>;
  });
  return <div class="said">{shown}</div>;
}

interface SaidPart {
  readonly code: boolean;
  readonly text: string;
}

/** A block that is never closed is text like the rest. */
function partsOf(text: string): SaidPart[] {
  const parts: SaidPart[] = [];
  let prose: string[] = [];
  let block: string[] | null = null;
  for (const line of text.split("\n")) {
    if (block === null) {
      if (line.startsWith("```")) block = [line];
      else prose.push(line);
    } else if (line.trimEnd() === "```") {
      parts.push({ code: false, text: prose.join("\n") }, { code: true, text: block.slice(1).join("\n") });
      prose = [];
      block = null;
    } else block.push(line);
  }
  return [...parts, { code: false, text: [...prose, ...(block ?? [])].join("\n") }];
}

function inline(text: string): preact.ComponentChildren[] {
  return text.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*)/).map((part, at) => {
    if (part.startsWith("`") && part.length > 2) return <code key={at}>{part.slice(1, -1)}</code>;
    if (part.startsWith("**") && part.length > 4) return <strong key={at}>{part.slice(2, -2)}</strong>;
    return part;
  });
}

const COLOURS = 8;

function ReceiptTab({ id }: { readonly id: string }) {
  const words = useWords();
  const receipt = useResource<PromptReceipt>(`/api/sessions/${id}/receipt`);
  return (
    <Loaded from={receipt}>
      {({ prompt, sources, leftOut, duplicates }) => {
        const total = Math.max(
          1,
          sources.reduce((sum, { tokens }) => sum + tokens, 0),
        );
        let x = 0;
        return (
          <>
            <p>
              {prompt.tokens.toLocaleString()} {words.tokens} · {prompt.bytes.toLocaleString()} B ·{" "}
              <code>{prompt.sha256.slice(0, 16)}</code>
            </p>
            <svg
              class="stack-bar"
              viewBox="0 0 1000 40"
              preserveAspectRatio="none"
              role="img"
              aria-label={sources.map(({ source, tokens }) => `${source}: ${tokens}`).join(", ")}
            >
              {sources.map(({ source, tokens }, at) => {
                const width = (tokens / total) * 1000;
                const rect = (
                  <rect key={source} x={x} y={0} width={Math.max(0, width - 1)} height={40} class={`part-${at % COLOURS}`}>
                    <title>{`${source}: ${tokens}`}</title>
                  </rect>
                );
                x += width;
                return rect;
              })}
            </svg>
            <div class="scroll" tabIndex={0} role="group" aria-label={words.receipt}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{words.source}</th>
                    <th scope="col" class="num">
                      {words.tokens}
                    </th>
                    <th scope="col">{words.why}</th>
                  </tr>
                </thead>
                <tbody>
                  {sources.map(({ source, tokens, why, cut }, at) => (
                    <tr key={at}>
                      <td>
                        <span class={`dot part-${at % COLOURS}`} /> {source}
                      </td>
                      <td class="num">{tokens.toLocaleString()}</td>
                      <td>
                        {why}
                        {cut === undefined ? "" : ` (${cut})`}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {leftOut.length === 0 ? null : (
              <>
                <h3>{words.leftOut}</h3>
                <ul>
                  {leftOut.map(({ source, why }, at) => (
                    <li key={at}>
                      {source} <span class="quiet">{why}</span>
                    </li>
                  ))}
                </ul>
              </>
            )}
            {duplicates.length === 0 ? null : (
              <>
                <h3>{words.duplicates}</h3>
                <ul>
                  {duplicates.map(({ text, sources: where }, at) => (
                    <li key={at}>
                      {text} <span class="quiet">{where.join(", ")}</span>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function Branches({ view }: { readonly view: SessionView }) {
  const words = useWords();
  const depth = (id: string | null): number => {
    let steps = 0;
    for (let at = id; at !== null && steps < 50; steps++) at = view.tree.find((node) => node.id === at)?.parent ?? null;
    return steps;
  };
  return (
    <ul class="tree">
      {view.tree.map((node) => (
        <li key={node.id} class={`depth-${Math.min(8, depth(node.parent))}`}>
          <a href={`#/sessions/${view.id}/${node.id}`} aria-current={node.id === view.leaf ? "true" : undefined}>
            {node.leaf ? words.end : words.forkWord}
          </a>{" "}
          <span class="quiet">
            <When at={node.at} /> · {node.turns} {words.turns} {node.id === view.leaf ? words.current : ""}
          </span>
        </li>
      ))}
    </ul>
  );
}

function DiffTab({ id }: { readonly id: string }) {
  const words = useWords();
  const list = useResource<SessionSummary[]>("/api/sessions?limit=200");
  const [other, setOther] = useState("now");
  const diff = useResource<{ text: string }>(`/api/sessions/${id}/diff?with=${encodeURIComponent(other)}`, ["documents"]);
  return (
    <>
      <label class="stack">
        {words.compareWith}
        <select value={other} onChange={(event) => setOther(event.currentTarget.value)}>
          <option value="now">{words.now}</option>
          {(list.value ?? [])
            .filter((each) => each.id !== id)
            .map((each) => (
              <option key={each.id} value={each.id}>
                {each.title ?? each.id}
              </option>
            ))}
        </select>
      </label>
      <Loaded from={diff}>
        {({ text }) =>
          text === "" ? (
            <p class="quiet">{words.samePrompt}</p>
          ) : (
            <div class="diff" role="group" aria-label={words.promptDiff} tabIndex={0}>
              {text.split("\n").map((line, at) => (
                <div key={at} class={line.startsWith("+ ") ? "added" : line.startsWith("- ") ? "removed" : "same"}>
                  {line}
                </div>
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  );
}
