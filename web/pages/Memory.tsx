// Memory: what the agents know, who wrote each line, how it was, and what a session would get of it.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { LoggedChange } from "../../src/mind/documents/explain.ts";
import type { SupersededLines } from "../../src/finding/supersededLines.ts";
import { ask, get, post } from "../api.ts";
import { useResource } from "../live.ts";
import { queryOf } from "../shell/places.ts";
import { TopBar } from "../shell/TopBar.tsx";
import type { BlamedLine, DocumentSummary, DocumentText, PromptReceipt } from "../types.ts";
import { Button, Segmented } from "../ui/controls.tsx";
import { useApp, useTexts, useWords } from "../ui/context.ts";
import { Icon } from "../ui/icons.tsx";
import { useKeys } from "../ui/keys.ts";
import { Empty, Loaded } from "../ui/notes.tsx";
import { visible } from "../ui/visible.ts";
import { memoryWords } from "../words/memory.ts";
import { DocumentList } from "./memory/DocumentList.tsx";
import { EditorTab } from "./memory/EditorTab.tsx";
import { factIn, ForgetDialog } from "./memory/Forget.tsx";
import { HistoryView } from "./memory/HistoryView.tsx";
import { LineDetail } from "./memory/LineDetail.tsx";
import { linesOf, linesSince } from "./memory/lines.tsx";
import { ReadView, RememberButton } from "./memory/ReadView.tsx";
import { TidyDialog } from "./memory/Tidy.tsx";
import { momentText, TimeSlider } from "./memory/TimeSlider.tsx";

export function MemoryPage({ rest }: { readonly rest: readonly string[] }) {
  const words = useTexts(memoryWords);
  const all = useWords();
  const list = useResource<DocumentSummary[]>("/api/documents", ["documents", "waiting"]);
  const wanted = rest[0] ?? "";
  return (
    <>
      <TopBar title={all.memory} context={list.value === undefined ? undefined : words.documents(list.value.length)}>
        {wanted === "" ? null : (
          <a class="button ghost phone-only" href="#/memory" aria-label={words.list}>
            <Icon name="left" />
          </a>
        )}
        <RememberButton />
      </TopBar>
      <Loaded from={list}>
        {(documents) => {
          const current =
            documents.find(({ id, key }) => id === wanted || key === wanted) ?? (wanted === "" ? startOf(documents) : undefined);
          return (
            <div class={`panes memory ${wanted === "" ? "" : "opened"}`}>
              <DocumentList documents={documents} current={wanted === "injected" ? "injected" : (current?.id ?? "")} />
              {wanted === "injected" || (wanted === "" && current === undefined) ? (
                <Injected />
              ) : current === undefined ? (
                <div class="main-pane">
                  <Empty title={words.noDocument} icon="memory">
                    {words.noDocumentText}
                  </Empty>
                </div>
              ) : (
                <DocumentView key={current.id} summary={current} />
              )}
            </div>
          );
        }}
      </Loaded>
    </>
  );
}

/** What agents noted is what people look for first. */
const startOf = (documents: readonly DocumentSummary[]) => documents.find(({ role }) => role === "memory") ?? documents[0];

function Injected() {
  const words = useTexts(memoryWords);
  const main = useResource<{ text: string; receipt: PromptReceipt }>("/api/prompt?type=main", ["documents", "policy"]);
  const shared = useResource<{ text: string; receipt: PromptReceipt }>("/api/prompt?type=shared", ["documents", "policy"]);
  return (
    <div class="main-pane">
      <div class="pane" tabIndex={0} aria-label={words.injected}>
        <h2>{words.injected}</h2>
        <div class="sides">
          {(
            [
              ["main", main],
              ["shared", shared],
            ] as const
          ).map(([name, from]) => (
            <section key={name}>
              <h3>{words[name]}</h3>
              <Loaded from={from}>
                {({ text, receipt }) => (
                  <>
                    <p class="second">
                      {receipt.prompt.tokens.toLocaleString()} {words.tokens}
                    </p>
                    <pre class="prompt" tabIndex={0}>
                      {visible(text)}
                    </pre>
                  </>
                )}
              </Loaded>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

type View = "read" | "edit" | "history";
/** Blame and versions of more than this are not shown. */
const LARGEST = 2_000_000;

function DocumentView({ summary }: { readonly summary: DocumentSummary }) {
  const words = useTexts(memoryWords);
  const { language, say, attempt } = useApp();
  const [view, setView] = useState<View>("read");
  const [at, setAt] = useState<number | null>(null);
  const [comparing, setComparing] = useState<"changes" | "past">("changes");
  const [dialog, setDialog] = useState<"forget" | "tidy" | null>(null);
  const [hidesSuperseded, setHides] = useState(false);
  const query = queryOf(location.hash);
  const [chosen, setChosen] = useState<number | null>(Number(query.get("line")) || null);
  const path = `/api/documents/${summary.id}`;
  const document = useResource<DocumentText>(path, ["documents"]);
  const isSmall = summary.chars <= LARGEST;
  const blame = useResource<BlamedLine[]>(isSmall ? `${path}/blame` : null, ["documents"]);
  const history = useResource<LoggedChange[]>(isSmall ? `${path}/history?texts=1&limit=2000` : null, ["documents"]);
  const superseded = useResource<SupersededLines[]>(isSmall ? `${path}/superseded` : null, ["documents"]);
  const versions = useMemo(() => (history.value ?? []).filter(({ kind }) => kind !== "considered").toReversed(), [history.value]);
  const past = at === null ? undefined : versions[at];
  const then = useThen(path, past?.id);
  useEffect(() => {
    if (query.get("line") !== null) setChosen(Number(query.get("line")));
  }, [query.get("line")]);
  useEffect(() => {
    const change = query.get("change");
    const line = change === null ? undefined : blame.value?.find((each) => each.change.id === change);
    if (line !== undefined) setChosen(line.line);
  }, [blame.value, query.get("change")]);
  const line = blame.value?.find((each) => each.line === chosen);
  const numbers = useMemo(
    () =>
      linesOf(document.value?.text ?? "")
        .filter(({ kind }) => kind !== "blank" && kind !== "heading")
        .flatMap(({ number }) => number ?? []),
    [document.value?.text],
  );
  const step = (by: number) => setChosen(numbers[Math.max(0, Math.min(numbers.length - 1, numbers.indexOf(chosen ?? -1) + by))] ?? null);
  const undo = (id: string) =>
    void attempt(async () => {
      await post(`/api/undo/${id}`, {});
      setChosen(null);
      say({ kind: "good", text: words.undone });
    });
  const restore = () =>
    void attempt(async () => {
      if (then === null || document.value === undefined) return;
      const { value } = await ask<{ undo?: string }>("PUT", path, {
        body: { text: then },
        headers: { "If-Match": `"${document.value.version}"` },
      });
      setAt(null);
      say({ kind: "good", text: words.restored, ...(value.undo === undefined ? {} : { undo: () => post(`/api/undo/${value.undo}`, {}) }) });
    });
  useKeys([
    { key: "j", name: words.keyMove, run: () => step(1) },
    { key: "k", run: () => step(-1) },
    { key: "e", name: words.keyEdit, run: () => setView("edit") },
    { key: "v", name: words.keyVersions, run: () => setView("history") },
    { key: "h", name: words.keyHide, run: () => setHides(!hidesSuperseded) },
    { key: "Escape", name: words.keyClose, run: () => (setChosen(null), setAt(null)) },
    ...(line === undefined ? [] : [{ key: "f", name: words.forget, run: () => setDialog("forget") }]),
    ...(line === undefined ? [] : [{ key: "U", name: words.keyUndo, run: () => undo(line.change.id) }]),
    ...(line?.change.session === undefined
      ? []
      : [
          {
            key: "t",
            name: words.keyTurn,
            run: () => void (location.hash = `#/sessions/${encodeURIComponent(line.change.session ?? "")}`),
          },
        ]),
  ]);
  return (
    <>
      <div class="main-pane">
        <div class="document-head">
          <div class="document-title">
            <h2 class="cut">{summary.key}</h2>
            <span class="second wide-only">
              {words.facts(numbers.length)}, {words.changes(history.value?.length ?? 0)}
            </span>
            <span class="end">
              <Segmented<View>
                label={words.view}
                choices={(["read", "edit", "history"] as const).map((each) => [each, words.views[each]] as const)}
                chosen={view}
                choose={setView}
              />
            </span>
          </div>
          <BudgetBar summary={summary} tidy={() => setDialog("tidy")} />
          {view === "read" && versions.length > 1 ? (
            <TimeSlider
              times={versions.map((each) => each.at)}
              at={at}
              move={(next) => {
                setAt(next);
                setChosen(null);
              }}
            />
          ) : null}
        </div>
        <div class="pane" tabIndex={0} aria-label={summary.key}>
          <Loaded from={document}>
            {(value) =>
              view === "edit" ? (
                <EditorTab document={value} reload={document.reload} />
              ) : view === "history" ? (
                <HistoryView
                  changes={history.value ?? []}
                  undo={undo}
                  show={(id) => (setView("read"), setAt(versions.findIndex((each) => each.id === id)))}
                />
              ) : (
                <ReadView
                  document={value}
                  blame={blame.value ?? []}
                  superseded={superseded.value ?? []}
                  hidesSuperseded={hidesSuperseded}
                  then={past === undefined || then === null ? null : { text: then, as: comparing }}
                  chosen={chosen}
                  choose={setChosen}
                />
              )
            }
          </Loaded>
        </div>
      </div>
      {view !== "read" ? null : past !== undefined && then !== null && document.value !== undefined ? (
        <Since
          when={momentText(past.at, language)}
          then={then}
          now={document.value.text}
          comparing={comparing}
          compare={setComparing}
          restore={restore}
          close={() => setAt(null)}
        />
      ) : line === undefined ? null : (
        <LineDetail
          line={line}
          told={history.value?.find(({ id }) => id === line.change.id)}
          superseded={superseded.value?.find(({ lines: [from, to], by }) => from <= line.line && line.line <= to && by[0] !== from)}
          changes={versions.length}
          edit={() => setView("edit")}
          undo={() => undo(line.change.id)}
          forget={() => setDialog("forget")}
          versions={() => setView("history")}
          choose={setChosen}
          close={() => setChosen(null)}
        />
      )}
      {dialog === "forget" && line !== undefined ? (
        <ForgetDialog text={factIn(line.text)} close={() => setDialog(null)} done={() => (setDialog(null), setChosen(null))} />
      ) : null}
      {dialog === "tidy" ? <TidyDialog path={path} close={() => setDialog(null)} /> : null}
    </>
  );
}

function useThen(path: string, change: string | undefined): string | null {
  const [then, setThen] = useState<{ readonly change: string; readonly text: string } | null>(null);
  useEffect(() => {
    let isMine = true;
    if (change !== undefined)
      void get<{ text: string }>(`${path}/then?time=${encodeURIComponent(change)}`).then(
        ({ text }) => isMine && setThen({ change, text }),
        // Before it existed it had no text.
        () => isMine && setThen({ change, text: "" }),
      );
    return () => void (isMine = false);
  }, [path, change]);
  return change === undefined || then === null ? null : then.text;
}

/** One segment for each section. */
function BudgetBar({ summary: { chars, budget, sections }, tidy }: { readonly summary: DocumentSummary; tidy(): void }) {
  const words = useTexts(memoryWords);
  const said = chars.toLocaleString();
  if (budget === null) return <p class="second">{words.chars(said)}</p>;
  const tone = chars > budget ? "is-deny" : chars >= budget * 0.9 ? "is-ask" : "";
  return (
    <div class="budget">
      <span class="budget-bar" aria-hidden="true">
        {sections.map(({ chars: own, line }) => (
          <i key={line} ref={(element) => element?.style.setProperty("width", `${(100 * own) / Math.max(budget, chars)}%`)} />
        ))}
      </span>
      <span class={`second ${tone}`}>
        {tone === "" ? null : <Icon name="alert" />} {words.budget(said, budget.toLocaleString())}
        {chars > budget ? `, ${words.over((chars - budget).toLocaleString())}` : ""}
      </span>
      {tone === "" ? null : (
        <Button small onClick={tidy}>
          {words.tidy}
        </Button>
      )}
    </div>
  );
}

function Since({
  when,
  then,
  now,
  comparing,
  compare,
  restore,
  close,
}: {
  readonly when: string;
  readonly then: string;
  readonly now: string;
  readonly comparing: "changes" | "past";
  compare(as: "changes" | "past"): void;
  restore(): void;
  close(): void;
}) {
  const words = useTexts(memoryWords);
  const { words: all } = useApp();
  const lines = useMemo(() => linesSince(then, now).filter(({ kind }) => kind !== "blank"), [then, now]);
  const count = (sign: string) => lines.filter((each) => each.sign === sign).length;
  return (
    <aside class="detail-pane" aria-label={words.since(when)}>
      <div class="detail-head">
        <h2>{words.since(when)}</h2>
        <Button kind="ghost" small icon="x" class="end" aria-label={all.close} onClick={close} />
      </div>
      <ul class="effects">
        {count("+") === 0 ? null : (
          <li>
            <Icon name="plus" /> <span class="strong">{words.linesAdded(count("+"))}</span>
          </li>
        )}
        {count("−") === 0 ? null : (
          <li>
            <Icon name="minus" /> <span class="strong">{words.linesRemoved(count("−"))}</span>
          </li>
        )}
        <li>
          <Icon name="memory" />{" "}
          <span class="strong">{words.charsThen([...then].length.toLocaleString(), [...now].length.toLocaleString())}</span>
        </li>
      </ul>
      <Segmented
        label={words.since(when)}
        choices={(["changes", "past"] as const).map((each) => [each, words.comparing[each]] as const)}
        chosen={comparing}
        choose={compare}
      />
      <p class="second">{words.compareText}</p>
      <p class="key-line">
        <span>
          <kbd class="kbd">←</kbd> <kbd class="kbd">→</kbd> {words.oneChange}
        </span>
        <span>
          <kbd class="kbd">⇧</kbd> {words.oneDay}
        </span>
        <span>
          <kbd class="kbd">Esc</kbd> {words.now}
        </span>
      </p>
      <Button small onClick={restore}>
        {words.restore}
      </Button>
    </aside>
  );
}
