// Memory: what the agents know, who wrote it, how it was, and what a session would get of it.

import { useEffect, useMemo, useState } from "preact/hooks";
import { get, post } from "../api.ts";
import { useResource } from "../live.ts";
import type { BlamedLine, Change, DocumentSummary, DocumentText, PromptReceipt } from "../types.ts";
import { useAround, useWords } from "../ui/context.ts";
import { Diff } from "../ui/Diff.tsx";
import { When } from "../ui/When.tsx";
import { Button } from "../ui/controls.tsx";
import { Empty, Loaded } from "../ui/notes.tsx";
import { Budget, Chip, Tabs } from "../ui/parts.tsx";
import { EditorTab } from "./memory/EditorTab.tsx";
import { visible } from "../ui/visible.ts";

type Tab = "text" | "history" | "editor";

export function MemoryPage({ rest }: { readonly rest: readonly string[] }) {
  const words = useWords();
  const list = useResource<DocumentSummary[]>("/api/documents", ["documents", "waiting"]);
  const wanted = rest[0] ?? "";
  return (
    <Loaded from={list}>
      {(documents) => {
        const current = documents.find(({ id, key }) => id === wanted || key === wanted);
        if (documents.length === 0) return <Empty title={words.noDocuments}>{words.noDocumentsHint}</Empty>;
        return (
          <div class={`two ${wanted === "" ? "" : "opened"}`}>
            <section class="list" aria-label={words.documents}>
              <h1>{words.documents}</h1>
              <ul class="plain-list">
                {documents.map((each) => (
                  <li key={each.id} class={each === current ? "chosen" : ""}>
                    <a href={`#/memory/${each.id}`} aria-current={each === current ? "true" : undefined}>
                      <strong>{each.key}</strong> {each.role === null ? null : <Chip kind="plain">{each.role}</Chip>}
                    </a>
                    {each.problem === undefined ? (
                      <Budget chars={each.chars} budget={each.budget} />
                    ) : (
                      <span class="bad">{each.problem.message}</span>
                    )}
                  </li>
                ))}
                <li class={wanted === "injected" ? "chosen" : ""}>
                  <a href="#/memory/injected">
                    <strong>{words.injectedNow}</strong>
                  </a>
                </li>
              </ul>
            </section>
            <section class="detail">
              {wanted === "injected" || (wanted === "" && current === undefined) ? (
                <Injected />
              ) : current === undefined ? (
                <Empty title={wanted}>{words.noDocuments}</Empty>
              ) : (
                <DocumentView key={current.id} summary={current} />
              )}
            </section>
          </div>
        );
      }}
    </Loaded>
  );
}

function Injected() {
  const words = useWords();
  const main = useResource<{ text: string; receipt: PromptReceipt }>("/api/prompt?type=main", ["documents", "policy"]);
  const shared = useResource<{ text: string; receipt: PromptReceipt }>("/api/prompt?type=shared", ["documents", "policy"]);
  return (
    <>
      <h2>{words.injectedNow}</h2>
      <div class="sides">
        {(
          [
            ["main", main],
            ["shared", shared],
          ] as const
        ).map(([name, from]) => (
          <div key={name}>
            <h3>{words[name]}</h3>
            <Loaded from={from}>
              {({ text, receipt }) => (
                <>
                  <p class="quiet">
                    {receipt.prompt.tokens.toLocaleString()} {words.tokens}
                  </p>
                  <pre class="prompt" tabIndex={0}>
                    {visible(text)}
                  </pre>
                </>
              )}
            </Loaded>
          </div>
        ))}
      </div>
    </>
  );
}

function DocumentView({ summary }: { readonly summary: DocumentSummary }) {
  const words = useWords();
  const [tab, setTab] = useState<Tab>("text");
  const document = useResource<DocumentText>(`/api/documents/${summary.id}`, ["documents"]);
  return (
    <>
      <div class="head">
        <h2>{summary.key}</h2>
        <Budget chars={summary.chars} budget={summary.budget} />
      </div>
      <Tabs<Tab>
        label={summary.key}
        tabs={[
          ["text", words.text],
          ["history", words.history],
          ["editor", words.editor],
        ]}
        chosen={tab}
        choose={setTab}
      />
      <Loaded from={document}>
        {(value) =>
          tab === "text" ? (
            <TextTab document={value} />
          ) : tab === "history" ? (
            <HistoryTab document={value} />
          ) : (
            <EditorTab document={value} reload={document.reload} />
          )
        }
      </Loaded>
    </>
  );
}

const FRESH_DAYS = [1, 7, 30];
/** Lines that are put on the page at once. */
const LINES = 2000;

/** fresh-0: today … fresh-3: older than a month. */
function freshness(at: string): string {
  const days = (Date.now() - new Date(at).getTime()) / 86_400_000;
  const step = FRESH_DAYS.findIndex((limit) => days < limit);
  return `fresh-${step === -1 ? FRESH_DAYS.length : step}`;
}

function TextTab({ document }: { readonly document: DocumentText }) {
  const words = useWords();
  const [shown, setShown] = useState(LINES);
  const blame = useResource<BlamedLine[]>(document.chars > 2_000_000 ? null : `/api/documents/${document.id}/blame`, ["documents"]);
  const lines = useMemo(() => document.text.split("\n"), [document.text]);
  const headings = new Map(document.sections.map((section) => [section.line, section]));
  const writers = useMemo(() => new Map((blame.value ?? []).map((each) => [each.line, each.change])), [blame.value]);
  return (
    <>
      <div class="lines" role="group" aria-label={document.key} tabIndex={0}>
        {lines.slice(0, shown).map((text, index) => {
          const section = headings.get(index + 1);
          const change = writers.get(index + 1);
          return (
            <div
              key={index}
              class={`text-line ${section === undefined ? "" : "heading"} ${change === undefined ? "" : freshness(change.at)}`}
              title={change === undefined ? "" : `${words.wroteLine}: ${whoWrote(change)}`}
            >
              {text === "" ? "\u00a0" : visible(text)}
              {section === undefined ? null : (
                <span class="quiet section-size">
                  {" "}
                  {section.chars} {section.protected ? "🔒" : ""}
                </span>
              )}
            </div>
          );
        })}
      </div>
      {lines.length > shown ? (
        <Button onClick={() => setShown(shown + LINES * 5)}>
          {words.later} ({(lines.length - shown).toLocaleString()})
        </Button>
      ) : null}
    </>
  );
}

function whoWrote({ by, at, kind, reason, session }: Change): string {
  return [kind === "hand" ? "hand" : by, new Date(at).toLocaleString(), reason, session].filter(Boolean).join(" · ");
}

function HistoryTab({ document }: { readonly document: DocumentText }) {
  const { words, say, attempt } = useAround();
  const history = useResource<Change[]>(`/api/documents/${document.id}/history`, ["documents"]);
  const [at, setAt] = useState<number | null>(null);
  const [then, setThen] = useState<{ readonly time: string; readonly text: string } | null>(null);
  const changes = history.value ?? [];
  // Oldest on the left of the slider, newest (now) on the right.
  const position = at ?? changes.length;
  const chosen = position === changes.length ? null : (changes[changes.length - 1 - position] ?? null);
  useEffect(() => {
    let isMine = true;
    if (chosen === null) setThen(null);
    else
      void get<{ time: string; text: string }>(`/api/documents/${document.id}/then?time=${encodeURIComponent(chosen.id)}`).then(
        (value) => isMine && setThen(value),
        () => isMine && setThen(null),
      );
    return () => void (isMine = false);
  }, [chosen?.id, document.id]);
  const undo = async (id: string) => {
    if (await attempt(() => post(`/api/undo/${id}`, {}))) say({ kind: "good", text: words.undone });
  };
  return (
    <Loaded from={history}>
      {() =>
        changes.length === 0 ? (
          <Empty title={words.noHistory}>{words.noHistoryHint}</Empty>
        ) : (
          <>
            <label class="slider">
              <span>
                {words.asOf} {chosen === null ? words.now : <When at={chosen.at} />}
              </span>
              <input
                type="range"
                min={0}
                max={changes.length}
                step={1}
                value={position}
                aria-valuetext={chosen === null ? words.now : new Date(chosen.at).toLocaleString()}
                onInput={(event) => setAt(Number(event.currentTarget.value))}
              />
            </label>
            {chosen === null || then === null ? null : <Diff before={then.text} after={document.text} />}
            <ol class="changes">
              {changes.slice(0, 300).map((change) => (
                <li key={change.id} class={chosen?.id === change.id ? "chosen" : ""}>
                  <span class="line">
                    <When at={change.at} />{" "}
                    <Chip kind={change.by === "user" || change.kind === "hand" ? "plain" : "ask"}>
                      {change.kind === "hand" ? "hand" : change.by}
                    </Chip>{" "}
                    {change.operation ?? change.kind} <strong>{change.heading ?? ""}</strong>
                  </span>
                  <span class="quiet">
                    {change.confidence === undefined ? "" : `${words.confidence} ${Math.round(change.confidence * 100)} % `}
                    {change.reason ?? ""}{" "}
                    {change.session === undefined ? null : <a href={`#/sessions/${change.session}`}>{words.session}</a>}
                  </span>
                  {["first", "considered", "forgotten"].includes(change.kind) ? null : (
                    <Button
                      kind="ghost"
                      small
                      onClick={() => undo(change.id)}
                      aria-label={`${words.undo}: ${change.heading ?? change.kind}`}
                    >
                      {words.undo}
                    </Button>
                  )}
                </li>
              ))}
            </ol>
          </>
        )
      }
    </Loaded>
  );
}
