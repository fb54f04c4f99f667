// Chat: the same runtime as in the terminal, streaming; approvals and proposals in their place.

import { useEffect, useRef, useState } from "preact/hooks";
import { post } from "../api.ts";
import { useHappening, useResource } from "../live.ts";
import type { Approval, Queues, SessionView } from "../types.ts";
import { MeaningButtons } from "./inbox/ReadingCard.tsx";
import { useAround } from "../ui/context.ts";
import type { Words } from "../words.ts";
import { Button } from "../ui/controls.tsx";
import { Empty } from "../ui/notes.tsx";
import { callText, Chip } from "../ui/parts.tsx";
import { Said, ShownLine } from "./Sessions.tsx";

interface Live {
  readonly running: boolean;
  readonly text: string;
  readonly lines: readonly { readonly key: string; readonly kind: string; readonly text: string; readonly detail?: string }[];
}

const QUIET: Live = { running: false, text: "", lines: [] };
const DRAFT = "codicil-draft";

export function ChatPage({ rest }: { readonly rest: readonly string[] }) {
  const { words, attempt } = useAround();
  const id = rest[0] === "new" ? "" : (rest[0] ?? "");
  const view = useResource<SessionView>(id === "" ? null : `/api/sessions/${id}`, ["sessions"]);
  const state = useResource<{ model: string | null; running: readonly string[]; open: readonly string[] }>("/api/chat", ["sessions"]);
  const approvals = useResource<Approval[]>("/api/approvals", ["approvals"]);
  const [live, setLive] = useState<Live>(QUIET);
  const [text, setText] = useState(sessionStorage.getItem(DRAFT) ?? "");
  const end = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => sessionStorage.setItem(DRAFT, text), [text]);
  useEffect(() => setLive(QUIET), [id]);
  useHappening(["turn"], ({ type, data }) => {
    if (type === "turn" && data.session === id) setLive((before) => hear(before, data.event, words));
  });
  useEffect(() => end.current?.scrollIntoView({ block: "end" }), [live, view.value?.total]);
  const isRunning = live.running || (state.value?.running ?? []).includes(id);
  const queue = useResource<Queues>(id === "" || !isRunning ? null : `/api/sessions/${id}/queue`, ["sessions"]);
  const send = (way: "messages" | "steer" = "messages") =>
    attempt(async () => {
      const said = text.trim();
      if (said === "") return;
      const session = id === "" ? (await post<{ id: string }>("/api/sessions", {})).id : id;
      if (id === "") location.hash = `#/chat/${session}`;
      await post(`/api/sessions/${session}/${way}`, { text: said });
      setText("");
      queue.reload();
    });
  const withdraw = (message: string) => attempt(() => post(`/api/sessions/${id}/withdraw`, { message })).then(() => queue.reload());
  const queued = isRunning
    ? (["steer", "follow_up"] as const).flatMap((kind) => (queue.value?.[kind] ?? []).map((each) => ({ ...each, kind })))
    : [];
  const mine = (approvals.value ?? []).filter(({ kind, session }) => kind === "turn" && session === id);
  return (
    <div class="chat">
      <div class="head">
        <h1>{words.chat}</h1>
        <span class="acts">
          {(state.value?.open ?? []).includes(id) ? (
            <Button onClick={() => attempt(() => post(`/api/sessions/${id}/end`, {}))}>{words.endChat}</Button>
          ) : null}
          {id === "" ? null : (
            <a class="button plain" href={`#/sessions/${id}`}>
              {words.session}
            </a>
          )}
          <a class="button plain" href="#/chat" onClick={() => input.current?.focus()}>
            {words.newChat}
          </a>
        </span>
      </div>
      {state.value?.model === null ? <p class="quiet">{words.noModel}</p> : null}
      <div class="conversation" aria-live="polite">
        {id === "" || (view.value?.events.length === 0 && !isRunning) ? <Empty title={words.emptyChat}>{words.emptyChatHint}</Empty> : null}
        {(view.value?.events ?? []).map((event) => (
          <ShownLine key={event.id} event={event} actions={() => null} />
        ))}
        {live.lines.map(({ key, kind, text: line, detail }) => (
          <p key={key} class={`live-line ${kind}`}>
            {detail === undefined ? (
              line
            ) : (
              <details>
                <summary>{line}</summary>
                <pre>{detail}</pre>
              </details>
            )}
          </p>
        ))}
        {live.text === "" ? null : (
          <article class="said-by assistant">
            <p class="who">{words.agent}</p>
            <Said text={live.text} />
          </article>
        )}
        {mine.map((each) => (
          <div key={each.id} class="box question" role="group" aria-label={words.asks}>
            <p>
              <Chip kind="ask">{words.asks}</Chip> <code>{callText(each.call)}</code>
            </p>
            <p>{each.reason}</p>
            <p class="quiet">
              {words.directory}: {each.cwd}
            </p>
            <p class="quiet">{each.rules.map(({ file, line }) => (line === 0 ? file : `${file}:${line}`)).join(" · ")}</p>
            <p class="acts">
              {each.line !== undefined ? (
                <MeaningButtons
                  settle={(as) =>
                    void attempt(() =>
                      post(`/api/approvals/${each.id}`, { decision: as === "hold" ? "deny" : "allow", hash: each.hash, as }),
                    )
                  }
                />
              ) : (
                <>
                  <Button
                    kind="primary"
                    onClick={() => attempt(() => post(`/api/approvals/${each.id}`, { decision: "allow", hash: each.hash }))}
                  >
                    {words.allowOnce}
                  </Button>
                  <Button
                    kind="danger"
                    onClick={() => attempt(() => post(`/api/approvals/${each.id}`, { decision: "deny", hash: each.hash }))}
                  >
                    {words.deny}
                  </Button>
                </>
              )}
            </p>
          </div>
        ))}
        {isRunning && live.text === "" ? <p class="quiet">{words.working}</p> : null}
        {queued.length === 0 ? null : (
          <ul class="queue" aria-label={words.queue}>
            {queued.map(({ id: message, text: said, kind }) => (
              <li key={message}>
                <Chip kind="ask">{kind === "steer" ? words.steer : words.next}</Chip> {said}{" "}
                <Button onClick={() => void withdraw(message)}>{words.withdraw}</Button>
              </li>
            ))}
          </ul>
        )}
        <div ref={end} />
      </div>
      <form
        class="composer"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <textarea
          ref={input}
          rows={2}
          value={text}
          aria-label={isRunning ? words.writeNext : words.writeHere}
          placeholder={isRunning ? words.writeNext : words.writeHere}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
              event.preventDefault();
              void send();
            }
          }}
        />
        <Button type="submit" kind="primary">
          {isRunning ? words.sendNext : words.send}
        </Button>
        {isRunning ? <Button onClick={() => void send("steer")}>{words.steer}</Button> : null}
        {isRunning ? (
          <Button kind="danger" onClick={() => attempt(() => post(`/api/sessions/${id}/cancel`, {}))}>
            {words.stop}
          </Button>
        ) : null}
      </form>
    </div>
  );
}

/** What a turn says while it runs. When it is over, the log has everything and the live part is gone. */
function hear(before: Live, event: { type: string; [field: string]: any }, words: Words): Live {
  const line = (kind: string, text: string, detail?: string) => ({
    ...before,
    running: true,
    lines: [...before.lines, { key: `${before.lines.length}`, kind, text, ...(detail === undefined ? {} : { detail }) }],
  });
  switch (event.type) {
    case "started":
      return { running: true, text: "", lines: [] };
    case "ended":
      return { ...QUIET, lines: before.lines.filter(({ kind }) => kind !== "tool") };
    case "text":
      return { ...before, running: true, text: before.text + String(event["text"]) };
    case "tool_started":
      return line("tool", `→ ${String(event["name"])} ${callText({ tool: "", input: event["args"] }).trim()}`.slice(0, 200));
    case "verdict":
      return line("verdict", `${String(event["decision"]?.verdict)}: ${String(event["decision"]?.reason)}`);
    case "notice":
    case "proposal":
    case "receipt":
      return line(event.type, String(event["text"]));
    case "left": {
      const over = line("receipt", words.left(event["account"]));
      const digest =
        event["digest"] === null ? [] : [{ key: "digest", kind: "receipt", text: words.inTheDay, detail: String(event["digest"]) }];
      return {
        ...over,
        running: false,
        lines: [
          ...over.lines,
          ...digest,
          ...(event["notices"] as string[]).map((text, at) => ({ key: `notice${at}`, kind: "notice", text })),
        ],
      };
    }
    case "error":
      return line("error", String(event["error"]?.message ?? event["message"]));
    default:
      return before;
  }
}
