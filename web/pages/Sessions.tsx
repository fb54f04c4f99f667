// Sessions: what was said, what the model got, what came of it, and where one can go on from.

import { useState } from "preact/hooks";
import { type Resource, useResource } from "../live.ts";
import { go } from "../shell/places.ts";
import { TopBar } from "../shell/TopBar.tsx";
import type { ListedSession, RunningSession } from "../types.ts";
import { Button, Keys, SearchField } from "../ui/controls.tsx";
import { useTexts, useWords } from "../ui/context.ts";
import { Hits } from "../ui/Hits.tsx";
import { Icon } from "../ui/icons.tsx";
import { useKeys } from "../ui/keys.ts";
import { Empty, Loaded } from "../ui/notes.tsx";
import { isPhone } from "../ui/width.ts";
import { sessionsWords } from "../words/sessions.ts";
import { OneSession } from "./sessions/OneSession.tsx";
import { inOrder, SessionList } from "./sessions/SessionList.tsx";

const LIST = 200;

export function SessionsPage({ rest }: { readonly rest: readonly string[] }) {
  const words = useTexts(sessionsWords);
  const all = useWords();
  const [from, setFrom] = useState(0);
  const list = useResource<ListedSession[]>(`/api/sessions?costs=1&from=${from}&limit=${LIST}`, ["sessions"]);
  const running = useRunning();
  const sessions = inOrder(list.value ?? [], running);
  // Where there is room for both, the list never has an empty pane beside it.
  const chosen = rest[0] ?? (isPhone() ? "" : (sessions[0]?.id ?? ""));
  const step = (by: number) => {
    const next = sessions[Math.max(0, Math.min(sessions.length - 1, sessions.findIndex(({ id }) => id === chosen) + by))];
    if (next !== undefined) go(`sessions/${next.id}`);
  };
  useKeys([
    { key: "j", name: words.keyMove, run: () => step(1) },
    { key: "k", run: () => step(-1) },
  ]);
  const total = Number(list.header("X-Total") ?? 0);
  return (
    <>
      <TopBar
        back={rest[0] === undefined ? undefined : { href: "#/sessions", name: words.back }}
        title={all.sessions}
        context={list.value === undefined ? undefined : words.count(total)}
      >
        <a class="button small wide-only" href="#/home/setup">
          <Icon name="download" /> {words.importThem}
        </a>
        <a class="button" href="#/chat/new" aria-keyshortcuts="c">
          <Icon name="chat" /> {words.newChat} <Keys of="c" />
        </a>
      </TopBar>
      <div class={`panes sessions ${rest[0] === undefined ? "" : "opened"}`}>
        <ListPane list={list} sessions={sessions} running={running} chosen={chosen} from={from} total={total} setFrom={setFrom} />
        {chosen === "" ? (
          <div class="main-pane" />
        ) : (
          <OneSession key={chosen} id={chosen} at={rest[1]} listed={sessions.find(({ id }) => id === chosen)} reload={list.reload} />
        )}
      </div>
    </>
  );
}

/** Chats whose turn runs, and agents that made a call a short time ago. */
function useRunning(): readonly string[] {
  const chats = useResource<{ readonly running: readonly string[] }>("/api/chat", ["sessions", "turn"]).value?.running ?? [];
  const agents = useResource<RunningSession[]>("/api/running", ["verdict", "sessions", "approvals"]).value ?? [];
  return [...chats, ...agents.filter(({ host }) => host !== "codicil").map(({ id }) => id)];
}

interface ListPaneProps {
  readonly list: Resource<ListedSession[]>;
  readonly sessions: readonly ListedSession[];
  readonly running: readonly string[];
  readonly chosen: string;
  readonly from: number;
  readonly total: number;
  setFrom(from: number): void;
}

function ListPane({ list, sessions, running, chosen, from, total, setFrom }: ListPaneProps) {
  const words = useTexts(sessionsWords);
  const [query, setQuery] = useState("");
  const wanted = query.trim();
  return (
    <section class="list-pane" aria-label={words.list}>
      <div class="list-search">
        <SearchField label={words.search} value={query} typed={setQuery} />
      </div>
      {wanted === "" ? (
        <Loaded from={list}>
          {() =>
            sessions.length === 0 ? (
              <Empty
                title={words.none}
                icon="sessions"
                acts={
                  <Button small onClick={() => go("home/setup")}>
                    {words.importThem}
                  </Button>
                }
              >
                {words.noneText}
              </Empty>
            ) : (
              <SessionList sessions={sessions} running={running} chosen={chosen} choose={(id) => go(`sessions/${id}`)} />
            )
          }
        </Loaded>
      ) : (
        <div class="list-scroll">
          <Hits query={wanted} first="sessions" />
        </div>
      )}
      {wanted === "" && total > LIST ? (
        <div class="pane-foot acts">
          <Button small disabled={from === 0} onClick={() => setFrom(Math.max(0, from - LIST))}>
            {words.newer}
          </Button>
          <Button small disabled={from + LIST >= total} onClick={() => setFrom(from + LIST)}>
            {words.older}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
