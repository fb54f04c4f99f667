// One session: its head with the starting prompt, its transcript, its branches and what came of it.

import { useState } from "preact/hooks";
import { get, post } from "../../api.ts";
import { type Resource, useResource } from "../../live.ts";
import { go } from "../../shell/places.ts";
import type { ListedSession, PromptReceipt, SessionView } from "../../types.ts";
import { Button, Segmented } from "../../ui/controls.tsx";
import { useApp, useTexts } from "../../ui/context.ts";
import { HostMark } from "../../ui/icons.tsx";
import { useKeys } from "../../ui/keys.ts";
import { Loaded } from "../../ui/notes.tsx";
import { Dialog, More } from "../../ui/overlays.tsx";
import { saveAs } from "../../ui/saveAs.ts";
import { visible } from "../../ui/visible.ts";
import { sessionsWords } from "../../words/sessions.ts";
import { money } from "../costs/figures.ts";
import { HandOff } from "./HandOff.tsx";
import { PromptBar, PromptView } from "./PromptBar.tsx";
import { lengthText } from "./SessionList.tsx";
import { Branches, CameOf } from "./Side.tsx";
import { Transcript } from "./Transcript.tsx";

interface OneProps {
  readonly id: string;
  readonly at: string | undefined;
  readonly listed: ListedSession | undefined;
  reload(): void;
}

const queryFor = (at: string | undefined, hidden: boolean): string =>
  new URLSearchParams({ ...(at === undefined ? {} : { at }), ...(hidden ? { diagnostics: "1" } : {}) }).toString();

type Tab = "transcript" | "prompt";

export function OneSession({ id, at, listed, reload }: OneProps) {
  const words = useTexts(sessionsWords);
  const [tab, setTab] = useState<Tab>("transcript");
  const [hidden, setHidden] = useState(false);
  const [open, setOpen] = useState<"hand" | "rename" | null>(null);
  const query = queryFor(at, hidden);
  const view = useResource<SessionView>(`/api/sessions/${id}?${query}`, ["sessions"]);
  const receipt = useResource<PromptReceipt>(`/api/sessions/${id}/receipt`).value;
  const acts = useActs(id);
  const fork = () => acts.fork(view.value?.leaf ?? undefined);
  useKeys([
    { key: "f", name: words.keyFork, run: fork },
    { key: "h", name: words.keyHand, run: () => setOpen("hand") },
    { key: "F2", name: words.keyRename, run: () => setOpen("rename") },
  ]);
  return (
    <>
      <div class="main-pane">
        <div class="session-head">
          <div class="session-title">
            <h2>{titleOf(listed, words.untitled)}</h2>
            <span class="acts">
              <Button icon="share" hint="h" onClick={() => setOpen("hand")}>
                {words.handOff}
              </Button>
              <Button icon="branch" hint="f" onClick={fork}>
                {words.fork}
              </Button>
              <More
                label={words.more}
                items={[
                  { name: words.exportIt, run: acts.save },
                  { name: words.goOnChat, run: () => go(`chat/${id}`) },
                  { name: words.rename, hint: "F2", run: () => setOpen("rename") },
                  { name: hidden ? words.hideDiagnostics : words.diagnostics, run: () => setHidden(!hidden) },
                ]}
              />
            </span>
          </div>
          {listed === undefined ? null : <Facts of={listed} />}
          {receipt === undefined ? null : <PromptBar receipt={receipt} every={() => setTab("prompt")} />}
          {tab === "transcript" ? null : <Tabs chosen={tab} choose={setTab} />}
        </div>
        <div class="pane" tabIndex={0} aria-label={words.transcript}>
          {tab === "transcript" ? (
            <Said view={view} host={listed?.host ?? "codicil"} query={query} acts={acts} />
          ) : receipt === undefined ? (
            <p class="second">{words.noPrompt}</p>
          ) : (
            <PromptView id={id} receipt={receipt} />
          )}
        </div>
      </div>
      <aside class="detail-pane session-side" aria-label={words.branches}>
        {view.value === undefined ? null : <Branches view={view.value} />}
        <CameOf id={id} />
      </aside>
      {open === "hand" ? <HandOff id={id} close={() => setOpen(null)} /> : null}
      {open === "rename" ? <Rename id={id} title={listed?.title ?? ""} close={() => (setOpen(null), reload())} /> : null}
    </>
  );
}

const titleOf = (listed: ListedSession | undefined, none: string): string => (listed?.title == null ? none : visible(listed.title));

function Tabs({ chosen, choose }: { readonly chosen: Tab; choose(tab: Tab): void }) {
  const words = useTexts(sessionsWords);
  return (
    <Segmented<Tab>
      label={words.transcript}
      choices={[
        ["transcript", words.transcript],
        ["prompt", words.prompt],
      ]}
      chosen={chosen}
      choose={choose}
    />
  );
}

interface Acts {
  /** A new session with what was said up to `event`. */
  fork(event: string | undefined): void;
  /** The same session, from an earlier place. */
  goOn(event: string): void;
  save(): void;
}

function useActs(id: string): Acts {
  const { attempt } = useApp();
  return {
    fork: (event) =>
      void attempt(async () => {
        const { id: copy } = await post<{ id: string }>(`/api/sessions/${id}/clone`, event === undefined ? {} : { at: event });
        go(`sessions/${copy}`);
      }),
    goOn: (event) =>
      void attempt(async () => {
        // Another machine's session continues as a copy, under a name of its own.
        const { id: here } = await post<{ id: string }>(`/api/sessions/${id}/branch`, { at: event });
        go(`chat/${here}`);
      }),
    save: () =>
      void attempt(async () => {
        const { markdown } = await get<{ markdown: string }>(`/api/sessions/${id}/export`);
        saveAs(`${id}.md`, "text/markdown", markdown);
      }),
  };
}

function Facts({ of }: { readonly of: ListedSession }) {
  const words = useTexts(sessionsWords);
  const { host, cwd, createdAt, ended, calls, tokens, cost } = of;
  return (
    <p class="session-facts second">
      <HostMark id={host} />
      <span>{cwd.replace(/^.*\//, "")}</span>
      {ended === undefined ? null : <span>{lengthText(ended - createdAt, words)}</span>}
      {calls === undefined ? null : <span>{words.calls(calls)}</span>}
      {tokens === undefined || tokens === 0 ? null : <span>{cost == null ? words.unknownPrice : money(cost)}</span>}
    </p>
  );
}

interface SaidProps {
  readonly view: Resource<SessionView>;
  readonly host: string;
  readonly query: string;
  readonly acts: Acts;
}

function Said({ view, host, query, acts }: SaidProps) {
  const words = useTexts(sessionsWords);
  return (
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
            query={query}
            actions={(event) => (
              <>
                <Button kind="ghost" small icon="arrow" aria-label={words.goOn} onClick={() => acts.goOn(event.id)}>
                  <span class="wide-only">{words.goOn}</span>
                </Button>
                <Button kind="ghost" small icon="branch" aria-label={words.forkHere} onClick={() => acts.fork(event.id)}>
                  <span class="wide-only">{words.forkHere}</span>
                </Button>
              </>
            )}
          />
        </>
      )}
    </Loaded>
  );
}

function Rename({ id, title, close }: { readonly id: string; readonly title: string; close(): void }) {
  const words = useTexts(sessionsWords);
  const { words: all, attempt, say } = useApp();
  const [text, setText] = useState(title);
  const save = (title: string) =>
    void attempt(async () => {
      await post(`/api/sessions/${id}/title`, { title });
      say({ kind: "good", text: words.renamed });
      close();
    });
  return (
    <Dialog
      title={words.rename}
      close={close}
      acts={
        <Button kind="primary" disabled={text.trim() === ""} onClick={() => save(text)}>
          {all.save}
        </Button>
      }
    >
      <input
        type="text"
        class="wide-field"
        data-first
        aria-label={words.title}
        value={text}
        maxLength={200}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        // What was typed last may not be in the state yet.
        onKeyDown={({ key, currentTarget: { value } }) => key === "Enter" && value.trim() !== "" && save(value)}
      />
    </Dialog>
  );
}
