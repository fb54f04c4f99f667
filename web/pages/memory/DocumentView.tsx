// One document: its head with limit and slider, its text, editor or history, and what belongs to the chosen line or time.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { LoggedChange } from "../../../src/mind/documents/explain.ts";
import type { SupersededLines } from "../../../src/finding/supersededLines.ts";
import { ask, get, post } from "../../api.ts";
import { type Resource, useResource } from "../../live.ts";
import { queryOf } from "../../shell/places.ts";
import type { BlamedLine, DocumentSummary, DocumentText } from "../../types.ts";
import { Button, Segmented } from "../../ui/controls.tsx";
import { useApp, useTexts } from "../../ui/context.ts";
import { Icon } from "../../ui/icons.tsx";
import { type KeyAct, useKeys } from "../../ui/keys.ts";
import { Loaded } from "../../ui/notes.tsx";
import { documentName } from "../../ui/paths.ts";
import { memoryWords } from "../../words/memory.ts";
import { EditorTab } from "./EditorTab.tsx";
import { factIn, ForgetDialog } from "./Forget.tsx";
import { HistoryView } from "./HistoryView.tsx";
import { LineDetail } from "./LineDetail.tsx";
import { linesOf } from "./lines.tsx";
import { ReadView } from "./ReadView.tsx";
import { Since } from "./Since.tsx";
import { TidyDialog } from "./Tidy.tsx";
import { momentText, TimeSlider } from "./TimeSlider.tsx";

type View = "read" | "edit" | "history";
/** Blame and versions of more than this are not shown. */
const LARGEST = 2_000_000;

export function DocumentView({ summary }: { readonly summary: DocumentSummary }) {
  const words = useTexts(memoryWords);
  const { comma } = useApp().words;
  const [view, setView] = useState<View>(queryOf(location.hash).get("view") === "edit" ? "edit" : "read");
  const [at, setAt] = useState<number | null>(null);
  const [comparing, setComparing] = useState<"changes" | "past">("changes");
  const [dialog, setDialog] = useState<"forget" | "tidy" | null>(null);
  const [hidesSuperseded, setHides] = useState(false);
  const path = `/api/documents/${summary.id}`;
  const { document, blame, history, superseded } = useAbout(path, summary.chars <= LARGEST);
  const [chosen, setChosen] = useChosen(blame);
  const versions = useMemo(() => history.filter(({ kind }) => kind !== "considered").toReversed(), [history]);
  const past = at === null ? undefined : versions[at];
  const then = useThen(path, past?.id);
  const line = blame.find((each) => each.line === chosen);
  const numbers = useMemo(() => factsIn(document.value?.text ?? ""), [document.value?.text]);
  const step = (by: number) => setChosen(numbers[Math.max(0, Math.min(numbers.length - 1, numbers.indexOf(chosen ?? -1) + by))] ?? null);
  const acts = useActs(path, document);
  const undo = (id: string) => acts.undo(id, () => setChosen(null));
  const keys: KeyAct[] = [
    { key: "j", name: words.keyMove, run: () => step(1) },
    { key: "k", run: () => step(-1) },
    { key: "e", name: words.keyEdit, run: () => setView("edit") },
    { key: "v", name: words.keyVersions, run: () => setView("history") },
    { key: "h", name: words.keyHide, run: () => setHides(!hidesSuperseded) },
    { key: "Escape", name: words.keyClose, run: () => (setChosen(null), setAt(null)) },
    ...(line === undefined ? [] : keysOfLine(line, words, { forget: () => setDialog("forget"), undo })),
  ];
  // Letters beside the editor were meant for it.
  useKeys(view === "edit" ? [] : keys);
  const side = () => {
    if (past !== undefined && then !== null && document.value !== undefined)
      return (
        <SinceThen
          when={past.at}
          then={then}
          now={document.value.text}
          budget={summary.budget}
          comparing={comparing}
          compare={setComparing}
          restore={() => acts.restore(then, () => setAt(null))}
          close={() => setAt(null)}
        />
      );
    if (line === undefined) return null;
    return (
      <LineDetail
        line={line}
        told={history.find(({ id }) => id === line.change.id)}
        superseded={superseded.find(({ lines: [from, to], by }) => from <= line.line && line.line <= to && by[0] !== from)}
        changes={versions.length}
        edit={() => setView("edit")}
        undo={() => undo(line.change.id)}
        forget={() => setDialog("forget")}
        versions={() => setView("history")}
        choose={setChosen}
        close={() => setChosen(null)}
      />
    );
  };
  const shown = (value: DocumentText) => {
    if (view === "edit") return <EditorTab document={value} line={chosen ?? 1} reload={document.reload} />;
    if (view === "history")
      return (
        <HistoryView changes={history} undo={undo} show={(id) => (setView("read"), setAt(versions.findIndex((each) => each.id === id)))} />
      );
    return (
      <ReadView
        document={value}
        blame={blame}
        superseded={superseded}
        hidesSuperseded={hidesSuperseded}
        then={past === undefined || then === null ? null : { text: then, as: comparing }}
        chosen={chosen}
        choose={setChosen}
      />
    );
  };
  return (
    <>
      <div class="main-pane">
        <div class="document-head">
          <div class="document-title">
            <h2 class="cut">{documentName(summary.key)}</h2>
            <span class="second wide-only">
              {words.facts(numbers.length)}
              {comma}
              {words.changes(history.length)}
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
            <TimeSlider times={versions.map((each) => each.at)} at={at} move={(next) => (setAt(next), setChosen(null))} />
          ) : null}
        </div>
        <div class="pane" tabIndex={0} aria-label={summary.key}>
          <Loaded from={document}>{shown}</Loaded>
        </div>
      </div>
      {view === "read" ? side() : null}
      {dialog === "forget" && line !== undefined ? (
        <ForgetDialog text={factIn(line.text)} close={() => setDialog(null)} done={() => (setDialog(null), setChosen(null))} />
      ) : null}
      {dialog === "tidy" ? <TidyDialog path={path} close={() => setDialog(null)} /> : null}
    </>
  );
}

interface About {
  readonly document: Resource<DocumentText>;
  readonly blame: readonly BlamedLine[];
  readonly history: readonly LoggedChange[];
  readonly superseded: readonly SupersededLines[];
}

const NONE: readonly never[] = [];

function useAbout(path: string, isSmall: boolean): About {
  const on = ["documents"];
  return {
    document: useResource<DocumentText>(path, on),
    blame: useResource<BlamedLine[]>(isSmall ? `${path}/blame` : null, on).value ?? NONE,
    history: useResource<LoggedChange[]>(isSmall ? `${path}/history?texts=1&limit=2000` : null, on).value ?? NONE,
    superseded: useResource<SupersededLines[]>(isSmall ? `${path}/superseded` : null, on).value ?? NONE,
  };
}

/** The line that the address names, by its number or by the change that wrote it; then the one that is clicked. */
function useChosen(blame: readonly BlamedLine[]): readonly [number | null, (line: number | null) => void] {
  const query = queryOf(location.hash);
  const [named, change] = [query.get("line"), query.get("change")];
  const [chosen, setChosen] = useState<number | null>(Number(named) || null);
  useEffect(() => {
    if (named !== null) setChosen(Number(named));
  }, [named]);
  useEffect(() => {
    const line = change === null ? undefined : blame.find((each) => each.change.id === change);
    if (line !== undefined) setChosen(line.line);
  }, [blame, change]);
  return [chosen, setChosen];
}

const factsIn = (text: string): readonly number[] =>
  linesOf(text)
    .filter(({ kind }) => kind !== "blank" && kind !== "heading")
    .flatMap(({ number }) => number ?? []);

interface LineActs {
  forget(): void;
  undo(change: string): void;
}

function keysOfLine(
  { change }: BlamedLine,
  words: { readonly forget: string; readonly keyUndo: string; readonly keyTurn: string },
  { forget, undo }: LineActs,
): readonly KeyAct[] {
  const { session } = change;
  const toSession = () => void (location.hash = `#/sessions/${encodeURIComponent(session ?? "")}`);
  return [
    { key: "f", name: words.forget, run: forget },
    { key: "U", name: words.keyUndo, run: () => undo(change.id) },
    ...(session === undefined ? [] : [{ key: "t", name: words.keyTurn, run: toSession }]),
  ];
}

interface DocumentActs {
  undo(change: string, done: () => void): void;
  /** Makes a new change of an old text. */
  restore(text: string, done: () => void): void;
}

function useActs(path: string, document: Resource<DocumentText>): DocumentActs {
  const words = useTexts(memoryWords);
  const { say, attempt } = useApp();
  return {
    undo: (id, done) =>
      void attempt(async () => {
        await post(`/api/undo/${id}`, {});
        done();
        say({ kind: "good", text: words.undone });
      }),
    restore: (text, done) =>
      void attempt(async () => {
        if (document.value === undefined) return;
        const headers = { "If-Match": `"${document.value.version}"` };
        const { undo } = (await ask<{ undo?: string }>("PUT", path, { body: { text }, headers })).value;
        done();
        say({ kind: "good", text: words.restored, ...(undo === undefined ? {} : { undo: () => post(`/api/undo/${undo}`, {}) }) });
      }),
  };
}

function SinceThen({ when, ...rest }: Parameters<typeof Since>[0]) {
  const { language } = useApp();
  return <Since when={momentText(when, language)} {...rest} />;
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
  const { comma } = useApp().words;
  const said = chars.toLocaleString("en");
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
        {tone === "" ? null : <Icon name="alert" />} {words.budget(said, budget.toLocaleString("en"))}
        {chars > budget ? `${comma}${words.over((chars - budget).toLocaleString("en"))}` : ""}
      </span>
      {tone === "" ? null : (
        <Button small onClick={tidy}>
          {words.tidy}
        </Button>
      )}
    </div>
  );
}
