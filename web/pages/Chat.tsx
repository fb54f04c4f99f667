// Chat: the same runtime as in the terminal, streaming; questions at the call they are about.

import { useEffect, useState } from "preact/hooks";
import { post } from "../api.ts";
import { happenedHere, useHappening, useResource } from "../live.ts";
import { go } from "../shell/places.ts";
import { TopBar } from "../shell/TopBar.tsx";
import type { Approval, ListedSession, Queues, SessionView } from "../types.ts";
import { Button, Keys } from "../ui/controls.tsx";
import { useApp, useTexts, useSaid } from "../ui/context.ts";
import { Icon } from "../ui/icons.tsx";
import { visible } from "../ui/visible.ts";
import { chatWords } from "../words/chat.ts";
import { Composer, type Queued } from "./chat/Composer.tsx";
import { hear, type Live, QUIET } from "./chat/hear.ts";
import { Talk } from "./chat/Talk.tsx";
import { money } from "./costs/figures.ts";

const DRAFT = "codicil-draft";
const LISTED = 20;

export function ChatPage({ rest }: { readonly rest: readonly string[] }) {
  const { attempt, say } = useApp();
  const words = useTexts(chatWords);
  const id = rest[0] === "new" ? "" : (rest[0] ?? "");
  const view = useResource<SessionView>(id === "" ? null : `/api/sessions/${id}`, ["sessions"]).value;
  const chats = useResource<Chats>("/api/chat", ["sessions"]).value;
  const live = useLive(id);
  const asked = useAsked(id);
  const [text, setText] = useState(sessionStorage.getItem(DRAFT) ?? "");
  useEffect(() => sessionStorage.setItem(DRAFT, text), [text]);
  const isRunning = live.running || chats?.running.includes(id) === true;
  const queue = useQueue(id, isRunning);
  const acts = useActs(id, () => (setText(""), queue.reload()));
  const send = (way: "messages" | "steer") => {
    const said = text.trim();
    if (said === "") return;
    // A path, /etc/hosts, is part of a message.
    const [, name = "", more = ""] = /^(\/[a-z]+)(?:\s+([\s\S]*))?$/.exec(said) ?? [];
    const command = acts.commands[name];
    if (command === undefined && name !== "") return say({ kind: "bad", text: words.noCommand(name) });
    if (command === undefined) return void acts.deliver(way, said);
    // What it says is gone from here when the daemon has it.
    if (name !== "/steer") setText("");
    (document.activeElement as HTMLElement | null)?.blur();
    void command(more);
  };
  return (
    <>
      <ChatBar id={id} chats={chats} end={() => void acts.commands["/end"]?.("")} />
      <div class="chat">
        <Talk view={view} live={live} asked={asked} isRunning={isRunning} isNew={id === ""} hasModel={chats?.model !== null} />
        <Composer
          text={text}
          setText={setText}
          isRunning={isRunning}
          queued={queue.queued}
          send={send}
          withdraw={(message) => attempt(() => post(`/api/sessions/${id}/withdraw`, { message })).then(queue.reload)}
          stop={() => void acts.commands["/stop"]?.("")}
          up={() => document.querySelector<HTMLElement>(".question")?.focus()}
        />
      </div>
    </>
  );
}

interface Chats {
  readonly model: string | null;
  readonly running: readonly string[];
  readonly open: readonly string[];
}

function ChatBar({ id, chats, end }: { readonly id: string; readonly chats: Chats | undefined; end(): void }) {
  const words = useTexts(chatWords);
  const { words: all } = useApp();
  const listed = useListed(id);
  return (
    <TopBar title={visible(listed?.title ?? all.chat)} context={chats?.model ?? undefined}>
      {listed === undefined ? null : <Spent of={listed} />}
      {chats?.open.includes(id) === true ? (
        <Button small onClick={end}>
          {words.endChat}
        </Button>
      ) : null}
      {id === "" ? null : (
        <a class="button small wide-only" href={`#/sessions/${encodeURIComponent(id)}`}>
          {words.session}
        </a>
      )}
      <a class="button" href="#/chat/new" aria-keyshortcuts="c">
        <Icon name="chat" /> <span class={id === "" ? "" : "bar-word"}>{words.newChat}</span> <Keys of="c" />
      </a>
    </TopBar>
  );
}

function useListed(id: string): ListedSession | undefined {
  const list = useResource<ListedSession[]>(id === "" ? null : `/api/sessions?costs=1&limit=${LISTED}`, ["sessions"]);
  return list.value?.find((each) => each.id === id);
}

/** What a turn says while it runs. */
function useLive(id: string): Live {
  const words = useTexts(chatWords);
  const { words: all } = useApp();
  const { reason } = useSaid();
  const [live, setLive] = useState<Live>(QUIET);
  useEffect(() => setLive(QUIET), [id]);
  useHappening(["turn"], ({ type, data }) => {
    if (type === "turn" && data.session === id) setLive((before) => hear(before, data.event, { ...words, verdicts: all.verdicts, reason }));
  });
  return live;
}

function useAsked(id: string): readonly Approval[] {
  const approvals = useResource<Approval[]>("/api/approvals", ["approvals"]).value ?? [];
  return approvals.filter(({ kind, session }) => kind === "turn" && session === id);
}

function useQueue(id: string, isRunning: boolean): { readonly queued: readonly Queued[]; reload(): Promise<void> } {
  const queue = useResource<Queues>(id === "" || !isRunning ? null : `/api/sessions/${id}/queue`, ["sessions"]);
  const kinds = isRunning ? (["steer", "follow_up"] as const) : [];
  const queued = kinds.flatMap((kind) => (queue.value?.[kind] ?? []).map((each) => ({ ...each, kind })));
  return { queued, reload: queue.reload };
}

interface ChatActs {
  deliver(way: "messages" | "steer", said: string): Promise<unknown>;
  readonly commands: Readonly<Record<string, (rest: string) => unknown>>;
}

/** `sent`: the daemon has the message. */
function useActs(id: string, sent: () => void): ChatActs {
  const words = useTexts(chatWords);
  const { attempt, say, remember } = useApp();
  const deliver: ChatActs["deliver"] = (way, said) =>
    attempt(async () => {
      const session = id === "" ? (await post<{ id: string }>("/api/sessions", {})).id : id;
      if (id === "") go(`chat/${session}`);
      await post(`/api/sessions/${session}/${way}`, { text: said });
      sent();
    });
  return {
    deliver,
    commands: {
      "/new": () => go("chat/new"),
      "/end": () => attempt(() => post(`/api/sessions/${id}/end`, {})),
      "/stop": () =>
        attempt(() => post(`/api/sessions/${id}/cancel`, {})).then((worked) => worked && say({ kind: "good", text: words.stopped })),
      "/steer": (said) => deliver("steer", said),
      "/remember": remember,
      "/unlock": () =>
        attempt(async () => {
          await post("/api/unlock", { duration: "5m" });
          happenedHere("settings");
          say({ kind: "good", text: words.unlocked });
        }),
      "/session": () => go(`sessions/${id}`),
    },
  };
}

function Spent({ of: { tokens = 0, cost } }: { readonly of: ListedSession }) {
  const words = useTexts(chatWords);
  if (tokens === 0) return null;
  return (
    <span class="second wide-only">
      {words.tokens(tokens.toLocaleString("en"))}
      {cost == null ? "" : ` · ${money(cost)}`}
    </span>
  );
}
