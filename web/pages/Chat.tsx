// Chat: the same runtime as in the terminal, streaming; questions at the call they are about.

import { useEffect, useRef, useState } from "preact/hooks";
import { post } from "../api.ts";
import { happenedHere, useHappening, useResource } from "../live.ts";
import { go } from "../shell/places.ts";
import { TopBar } from "../shell/TopBar.tsx";
import type { Approval, ListedSession, Queues, SessionView } from "../types.ts";
import { Button, Fold, Keys } from "../ui/controls.tsx";
import { useApp, useTexts, useSaid } from "../ui/context.ts";
import { Icon } from "../ui/icons.tsx";
import { Markdown } from "../ui/Markdown.tsx";
import { Empty } from "../ui/notes.tsx";
import { Coded } from "../ui/parts.tsx";
import { visible } from "../ui/visible.ts";
import { chatWords } from "../words/chat.ts";
import { Composer } from "./chat/Composer.tsx";
import { hear, type Live, QUIET } from "./chat/hear.ts";
import { Question } from "./chat/Question.tsx";
import { money } from "./costs/figures.ts";
import { Events } from "./sessions/Transcript.tsx";

const DRAFT = "codicil-draft";
const LISTED = 20;

export function ChatPage({ rest }: { readonly rest: readonly string[] }) {
  const words = useTexts(chatWords);
  const said = useSaid();
  const { words: all, attempt, say } = useApp();
  const id = rest[0] === "new" ? "" : (rest[0] ?? "");
  const view = useResource<SessionView>(id === "" ? null : `/api/sessions/${id}`, ["sessions"]);
  const state = useResource<{ model: string | null; running: readonly string[]; open: readonly string[] }>("/api/chat", ["sessions"]);
  const approvals = useResource<Approval[]>("/api/approvals", ["approvals"]);
  const list = useResource<ListedSession[]>(id === "" ? null : `/api/sessions?costs=1&limit=${LISTED}`, ["sessions"]);
  const [live, setLive] = useState<Live>(QUIET);
  const [text, setText] = useState(sessionStorage.getItem(DRAFT) ?? "");
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => sessionStorage.setItem(DRAFT, text), [text]);
  useEffect(() => setLive(QUIET), [id]);
  useHappening(["turn"], ({ type, data }) => {
    if (type === "turn" && data.session === id)
      setLive((before) => hear(before, data.event, { ...words, verdicts: all.verdicts, reason: said.reason }));
  });
  const mine = (approvals.value ?? []).filter(({ kind, session }) => kind === "turn" && session === id);
  useEffect(() => {
    // A question is looked at, not scrolled past.
    if (mine.length === 0) end.current?.scrollIntoView({ block: "end" });
  }, [live, view.value?.total]);
  const isRunning = live.running || (state.value?.running ?? []).includes(id);
  const queue = useResource<Queues>(id === "" || !isRunning ? null : `/api/sessions/${id}/queue`, ["sessions"]);
  const queued = isRunning
    ? (["steer", "follow_up"] as const).flatMap((kind) => (queue.value?.[kind] ?? []).map((each) => ({ ...each, kind })))
    : [];
  const endChat = () => attempt(() => post(`/api/sessions/${id}/end`, {}));
  const stop = () =>
    void attempt(() => post(`/api/sessions/${id}/cancel`, {})).then((worked) => worked && say({ kind: "good", text: words.stopped }));
  const deliver = (way: "messages" | "steer", said: string) =>
    attempt(async () => {
      const session = id === "" ? (await post<{ id: string }>("/api/sessions", {})).id : id;
      if (id === "") go(`chat/${session}`);
      await post(`/api/sessions/${session}/${way}`, { text: said });
      setText("");
      queue.reload();
    });
  const COMMANDS: Readonly<Record<string, (rest: string) => unknown>> = {
    "/new": () => go("chat/new"),
    "/end": endChat,
    "/stop": stop,
    "/steer": (said) => deliver("steer", said),
    "/remember": () => dispatchEvent(new KeyboardEvent("keydown", { key: "n" })),
    "/unlock": () =>
      attempt(async () => {
        await post("/api/unlock", { duration: "5m" });
        happenedHere("settings");
        say({ kind: "good", text: words.unlocked });
      }),
    "/session": () => go(`sessions/${id}`),
  };
  const send = (way: "messages" | "steer") => {
    const said = text.trim();
    if (said === "") return;
    const [, name = "", more = ""] = /^(\/\w+)\s*([\s\S]*)$/.exec(said) ?? [];
    const command = COMMANDS[name];
    if (command === undefined) return void deliver(way, said);
    setText("");
    (document.activeElement as HTMLElement | null)?.blur();
    void command(more);
  };
  const listed = list.value?.find((each) => each.id === id);
  return (
    <>
      <TopBar title={listed?.title == null ? all.chat : visible(listed.title)} context={state.value?.model ?? undefined}>
        {listed?.tokens === undefined || listed.tokens === 0 ? null : (
          <span class="second wide-only">
            {words.tokens(listed.tokens.toLocaleString())}
            {listed.cost == null ? "" : ` · ${money(listed.cost)}`}
          </span>
        )}
        {(state.value?.open ?? []).includes(id) ? (
          <Button small onClick={() => void endChat()}>
            {words.endChat}
          </Button>
        ) : null}
        {id === "" ? null : (
          <a class="button small wide-only" href={`#/sessions/${encodeURIComponent(id)}`}>
            {words.session}
          </a>
        )}
        <a class="button" href="#/chat/new" aria-keyshortcuts="c">
          {words.newChat} <Keys of="c" />
        </a>
      </TopBar>
      <div class="chat">
        <div class="conversation" tabIndex={0} aria-label={all.chat} role="log">
          <div class="conversation-inner">
            {state.value?.model === null ? (
              <p class="second no-model">
                <Icon name="info" /> {words.noModel} <Coded text={words.chooseModel} />
              </p>
            ) : null}
            {id === "" || (view.value?.events.length === 0 && !isRunning) ? (
              <Empty title={words.emptyTitle} icon="chat">
                {words.emptyText}
              </Empty>
            ) : null}
            <Events session={id} events={view.value?.events ?? []} host="codicil" actions={() => null} />
            {live.lines.map(({ key, kind, text: line, detail }) =>
              detail === undefined ? (
                <p key={key} class={`live-line ${kind}`}>
                  {visible(line)}
                </p>
              ) : (
                <Fold key={key} icon="file" name={line}>
                  <Markdown text={detail} />
                </Fold>
              ),
            )}
            {live.text === "" ? null : (
              <article class="said-by assistant">
                <p class="said-head">
                  <Icon name="codicil" /> <b>Codicil</b>
                </p>
                <Markdown text={live.text} />
              </article>
            )}
            {mine.map((each) => (
              <Question key={each.id} asked={each} />
            ))}
            {isRunning && live.text === "" && mine.length === 0 ? (
              <p class="second working">
                <span class="spinner" /> {words.working}
              </p>
            ) : null}
            <div ref={end} />
          </div>
        </div>
        <Composer
          text={text}
          setText={setText}
          isRunning={isRunning}
          queued={queued}
          send={send}
          withdraw={(message) => attempt(() => post(`/api/sessions/${id}/withdraw`, { message })).then(() => queue.reload())}
          stop={stop}
          up={() => document.querySelector<HTMLElement>(".question")?.focus()}
        />
      </div>
    </>
  );
}
