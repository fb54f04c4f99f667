// Sessions: what was said, what the model got, what came of it, and where one can go on from.

import { useState } from "preact/hooks";
import { get, post } from "../api.ts";
import { useResource } from "../live.ts";
import { go } from "../shell/places.ts";
import { TopBar } from "../shell/TopBar.tsx";
import type { ListedSession, PromptReceipt, SessionView } from "../types.ts";
import { Button, Keys, SearchField, Segmented } from "../ui/controls.tsx";
import { useApp, useTexts, useWords } from "../ui/context.ts";
import { HostMark, Icon } from "../ui/icons.tsx";
import { useKeys } from "../ui/keys.ts";
import { Empty, Loaded } from "../ui/notes.tsx";
import { Dialog, More } from "../ui/overlays.tsx";
import { saveAs } from "../ui/saveAs.ts";
import { visible } from "../ui/visible.ts";
import { sessionsWords } from "../words/sessions.ts";
import { money } from "./costs/figures.ts";
import { HandOff } from "./sessions/HandOff.tsx";
import { PromptBar, PromptView } from "./sessions/PromptBar.tsx";
import { Found, lengthText, SessionList } from "./sessions/SessionList.tsx";
import { Branches, CameOf } from "./sessions/Side.tsx";
import { Transcript } from "./sessions/Transcript.tsx";

const LIST = 200;

export function SessionsPage({ rest }: { readonly rest: readonly string[] }) {
  const words = useTexts(sessionsWords);
  const all = useWords();
  const [from, setFrom] = useState(0);
  const [query, setQuery] = useState("");
  const list = useResource<ListedSession[]>(`/api/sessions?costs=1&from=${from}&limit=${LIST}`, ["sessions"]);
  const chats = useResource<{ readonly running: readonly string[] }>("/api/chat", ["sessions", "turn"]);
  const chosen = rest[0] ?? "";
  const total = Number(list.header("X-Total") ?? 0);
  const step = (by: number) => {
    const sessions = list.value ?? [];
    const next = sessions[Math.max(0, Math.min(sessions.length - 1, sessions.findIndex(({ id }) => id === chosen) + by))];
    if (next !== undefined) go(`sessions/${next.id}`);
  };
  useKeys([
    { key: "j", name: words.keyMove, run: () => step(1) },
    { key: "k", run: () => step(-1) },
  ]);
  return (
    <>
      <TopBar
        back={chosen === "" ? undefined : { href: "#/sessions", name: words.back }}
        title={all.sessions}
        context={list.value === undefined ? undefined : words.count(total)}
      >
        <a class="button" href="#/chat/new" aria-keyshortcuts="c">
          <Icon name="chat" /> {words.newChat} <Keys of="c" />
        </a>
      </TopBar>
      <div class={`panes sessions ${chosen === "" ? "" : "opened"}`}>
        <section class="list-pane" aria-label={words.list}>
          <div class="list-search">
            <SearchField label={words.search} value={query} typed={setQuery} />
          </div>
          {query.trim() !== "" ? (
            <Found query={query.trim()} />
          ) : (
            <Loaded from={list}>
              {(sessions) =>
                sessions.length === 0 ? (
                  <Empty title={words.none} icon="sessions">
                    {words.noneText}
                  </Empty>
                ) : (
                  <>
                    <SessionList
                      sessions={sessions}
                      running={chats.value?.running ?? []}
                      chosen={chosen}
                      choose={(id) => go(`sessions/${id}`)}
                    />
                    {total > LIST ? (
                      <div class="pane-foot acts">
                        <Button small disabled={from === 0} onClick={() => setFrom(Math.max(0, from - LIST))}>
                          {words.newer}
                        </Button>
                        <Button small disabled={from + LIST >= total} onClick={() => setFrom(from + LIST)}>
                          {words.older}
                        </Button>
                      </div>
                    ) : null}
                  </>
                )
              }
            </Loaded>
          )}
        </section>
        {chosen === "" ? (
          <div class="main-pane">
            {list.value?.length === 0 ? null : (
              <Empty title={words.choose} icon="sessions">
                {words.chooseText}
              </Empty>
            )}
          </div>
        ) : (
          <OneSession key={chosen} id={chosen} at={rest[1]} listed={list.value?.find(({ id }) => id === chosen)} reload={list.reload} />
        )}
      </div>
    </>
  );
}

interface OneProps {
  readonly id: string;
  readonly at: string | undefined;
  readonly listed: ListedSession | undefined;
  reload(): void;
}

function OneSession({ id, at, listed, reload }: OneProps) {
  const words = useTexts(sessionsWords);
  const { attempt } = useApp();
  const [tab, setTab] = useState<"transcript" | "prompt">("transcript");
  const [hidden, setHidden] = useState(false);
  const [isHanding, setHanding] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  const suffix = [at === undefined ? "" : `at=${encodeURIComponent(at)}`, hidden ? "diagnostics=1" : ""].filter(Boolean).join("&");
  const view = useResource<SessionView>(`/api/sessions/${id}${suffix === "" ? "" : `?${suffix}`}`, ["sessions"]);
  const receipt = useResource<PromptReceipt>(`/api/sessions/${id}/receipt`);
  const fork = (event: string | undefined) =>
    void attempt(async () => {
      const { id: copy } = await post<{ id: string }>(`/api/sessions/${id}/clone`, event === undefined ? {} : { at: event });
      go(`sessions/${copy}`);
    });
  const goOn = (event: string) =>
    void attempt(async () => {
      // Another machine's session continues as a copy, under a name of its own.
      const { id: here } = await post<{ id: string }>(`/api/sessions/${id}/branch`, { at: event });
      go(`chat/${here}`);
    });
  const save = () =>
    void attempt(async () => {
      const { markdown } = await get<{ markdown: string }>(`/api/sessions/${id}/export`);
      saveAs(`${id}.md`, "text/markdown", markdown);
    });
  useKeys([
    { key: "f", name: words.keyFork, run: () => fork(view.value?.leaf ?? undefined) },
    { key: "h", name: words.keyHand, run: () => setHanding(true) },
    { key: "F2", name: words.keyRename, run: () => setRenaming(true) },
  ]);
  const host = listed?.host ?? "codicil";
  return (
    <>
      <div class="main-pane">
        <div class="session-head">
          <div class="session-title">
            <h2>{listed?.title == null ? words.untitled : visible(listed.title)}</h2>
            <span class="acts">
              <Button icon="share" hint="h" onClick={() => setHanding(true)}>
                {words.handOff}
              </Button>
              <Button icon="branch" hint="f" onClick={() => fork(view.value?.leaf ?? undefined)}>
                {words.fork}
              </Button>
              <More
                label={words.more}
                items={[
                  { name: words.exportIt, run: save },
                  { name: words.goOnChat, run: () => go(`chat/${id}`) },
                  { name: words.rename, hint: "F2", run: () => setRenaming(true) },
                  { name: hidden ? words.hideDiagnostics : words.diagnostics, run: () => setHidden(!hidden) },
                ]}
              />
            </span>
          </div>
          <p class="session-facts second">
            <HostMark id={host} />
            <span>{listed?.cwd.replace(/^.*\//, "")}</span>
            {listed?.ended === undefined ? null : <span>{lengthText(listed.ended - listed.createdAt, words)}</span>}
            {listed?.calls === undefined ? null : <span>{words.calls(listed.calls)}</span>}
            {listed?.tokens === undefined || listed.tokens === 0 ? null : (
              <span>{listed.cost == null ? words.unknownPrice : money(listed.cost)}</span>
            )}
          </p>
          {receipt.value === undefined ? null : <PromptBar receipt={receipt.value} every={() => setTab("prompt")} />}
          {tab === "prompt" ? (
            <Segmented<"transcript" | "prompt">
              label={words.transcript}
              choices={[
                ["transcript", words.transcript],
                ["prompt", words.prompt],
              ]}
              chosen={tab}
              choose={setTab}
            />
          ) : null}
        </div>
        <div class="pane" tabIndex={0} aria-label={words.transcript}>
          {tab === "prompt" ? (
            receipt.value === undefined ? (
              <p class="second">{words.noPrompt}</p>
            ) : (
              <PromptView id={id} receipt={receipt.value} />
            )
          ) : (
            <Loaded from={view}>
              {(value) => (
                <>
                  {value.problems.length === 0 ? null : (
                    <p class="second is-deny">
                      {words.readOnly}: {value.problems.map(({ line, message }) => `${line ?? ""} ${message}`).join("; ")}
                    </p>
                  )}
                  <Transcript
                    view={value}
                    host={host}
                    query={suffix}
                    actions={(event) => (
                      <>
                        <Button kind="ghost" small onClick={() => goOn(event.id)}>
                          {words.goOn}
                        </Button>
                        <Button kind="ghost" small onClick={() => fork(event.id)}>
                          {words.forkHere}
                        </Button>
                      </>
                    )}
                  />
                </>
              )}
            </Loaded>
          )}
        </div>
      </div>
      <aside class="detail-pane session-side" aria-label={words.branches}>
        {view.value === undefined ? null : <Branches view={view.value} />}
        <CameOf id={id} />
      </aside>
      {isHanding ? <HandOff id={id} close={() => setHanding(false)} /> : null}
      {isRenaming ? (
        <Rename
          id={id}
          title={listed?.title ?? ""}
          close={() => {
            setRenaming(false);
            reload();
          }}
        />
      ) : null}
    </>
  );
}

function Rename({ id, title, close }: { readonly id: string; readonly title: string; close(): void }) {
  const words = useTexts(sessionsWords);
  const { words: all, attempt, say } = useApp();
  const [text, setText] = useState(title);
  const save = () =>
    void attempt(async () => {
      await post(`/api/sessions/${id}/title`, { title: text });
      say({ kind: "good", text: words.renamed });
      close();
    });
  return (
    <Dialog
      title={words.rename}
      close={close}
      acts={
        <Button kind="primary" disabled={text.trim() === ""} onClick={save}>
          {all.save}
        </Button>
      }
    >
      <input
        type="text"
        class="wide-field"
        aria-label={words.title}
        value={text}
        maxLength={200}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={({ key }) => key === "Enter" && text.trim() !== "" && save()}
      />
    </Dialog>
  );
}
