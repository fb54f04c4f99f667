// Rules: the instruction files as text, what became of each line, and what the gate would say.

import { useEffect, useState } from "preact/hooks";
import type { Rules, RulesFile } from "../../src/rules/ruleFiles.ts";
import { post } from "../api.ts";
import { happenedHere, useResource } from "../live.ts";
import { queryOf } from "../shell/places.ts";
import { TopBar } from "../shell/TopBar.tsx";
import type { ReadingItem } from "../types.ts";
import { Button, Segmented } from "../ui/controls.tsx";
import { useApp, useTexts, useWords } from "../ui/context.ts";
import { Coverage, type CoverageCounts } from "../ui/Coverage.tsx";
import { Icon } from "../ui/icons.tsx";
import { useKeys } from "../ui/keys.ts";
import { Empty, Loaded } from "../ui/notes.tsx";
import { Dialog } from "../ui/overlays.tsx";
import { builtInWords } from "../../words/reasons/builtIn.ts";
import { rulesWords } from "../words/rules.ts";
import { BuiltInRules } from "./rules/BuiltIn.tsx";
import { FileView } from "./rules/FileView.tsx";
import { NewFile } from "./rules/NewFile.tsx";
import { Backtest, LetAgentRead, MemoryBank, ToConfirm, TryBox } from "./rules/Side.tsx";

export function RulesPage(_: { readonly rest: readonly string[] }) {
  const words = useTexts(rulesWords);
  const all = useWords();
  const query = queryOf(location.hash);
  const rules = useResource<Rules>("/api/policy/rules", ["policy", "documents", "readings"]);
  const readings = useResource<readonly ReadingItem[]>("/api/readings", ["readings", "policy"]);
  const [path, setPath] = useState<string | null>(query.get("file"));
  const [open, setOpen] = useState<number | null>(Number(query.get("line")) || null);
  const [isUnlocking, setUnlocking] = useState(false);
  const [showsSide, setShowsSide] = useState(query.get("try") !== null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (query.get("file") !== null) setPath(query.get("file"));
    if (query.get("line") !== null) setOpen(Number(query.get("line")));
    if (query.get("try") !== null) setShowsSide(true);
  }, [location.hash]);
  const files = rules.value?.files.filter(({ text, problems }) => text !== null || problems.length > 0) ?? [];
  const file = fileAt(files, path);
  const isBuiltIn = path === BUILT_IN;
  const lines = file?.clauses.filter(({ directive }) => directive).map(({ line }) => line) ?? [];
  const step = (by: number) => setOpen(lines[Math.max(0, Math.min(lines.length - 1, lines.indexOf(open ?? -1) + by))] ?? null);
  const tryIt = () => {
    setShowsSide(true);
    setTimeout(() => document.querySelector<HTMLInputElement>(".try-field")?.focus());
  };
  const backtest = () => {
    setShowsSide(true);
    setAsked((before) => before + 1);
  };
  const edit = () => file?.document != null && void (location.hash = `#/memory/${encodeURIComponent(file.document)}?view=edit`);
  useKeys([
    { key: "j", name: words.keyMove, run: () => step(1) },
    { key: "k", run: () => step(-1) },
    { key: "y", name: words.keyTry, run: tryIt },
    { key: "b", name: words.keyBacktest, run: backtest },
    { key: "E", name: words.keyEdit, run: edit },
    { key: "Escape", name: words.keyClose, run: () => (setOpen(null), setShowsSide(false)) },
  ]);
  const proposed = readings.value?.filter(({ state, here }) => state === "proposed" && here) ?? [];
  return (
    <>
      <TopBar
        title={all.rules}
        tabs={
          <Segmented
            class="tabs"
            label={words.files}
            choices={[
              ...files.map((each) => [each.path, shortPath(each.path)] as const),
              [BUILT_IN, `${words.builtInTab} ${BUILT_IN_COUNT}`] as const,
            ]}
            chosen={isBuiltIn ? BUILT_IN : (file?.path ?? "")}
            choose={(next) => (setPath(next), setOpen(null))}
          />
        }
      >
        <span class="rules-try">
          <Button icon="terminal" hint="y" onClick={tryIt}>
            {words.tryCommand}
          </Button>
        </span>
        <Button icon="unlock" onClick={() => setUnlocking(true)}>
          {words.unlock} …
        </Button>
        {file?.document == null ? null : (
          <span class="wide-only">
            <Button icon="write" hint="E" onClick={edit}>
              {words.editFile}
            </Button>
          </span>
        )}
      </TopBar>
      <Loaded from={rules}>
        {(value) => (
          <div class="panes rules">
            <div class="main-pane">
              {isBuiltIn ? (
                <BuiltInRules others={value.others} days={value.days} />
              ) : file === undefined ? (
                <Empty
                  title={words.noFile}
                  icon="rules"
                  acts={
                    <>
                      <NewFile />
                      <Button small onClick={() => setPath(BUILT_IN)}>
                        {words.seeBuiltIn}
                      </Button>
                    </>
                  }
                >
                  {words.noFileText}
                </Empty>
              ) : (
                <OneFile file={file} days={value.days} proposed={proposed} open={open} toggle={setOpen} backtest={backtest} />
              )}
            </div>
            <aside class={`detail-pane rules-side ${showsSide ? "open" : ""}`} aria-label={words.tryCommand}>
              <span class="rules-try">
                <Button kind="ghost" small icon="x" aria-label={all.close} onClick={() => setShowsSide(false)} />
              </span>
              <TryBox given={query.get("try")} />
              <ToConfirm count={proposed.length} />
              {file === undefined || isBuiltIn ? null : <LetAgentRead file={file.path} count={adviceIn(file)} />}
              <Backtest asked={asked} run={backtest} />
              <MemoryBank />
            </aside>
          </div>
        )}
      </Loaded>
      {isUnlocking ? <Unlock close={() => setUnlocking(false)} /> : null}
    </>
  );
}

/** Lines that tell somebody to do or leave something, and that nothing enforces or proposes to. */
const adviceIn = ({ clauses }: RulesFile): number => clauses.filter(({ directive, state }) => directive && state === "advice").length;

interface OneFileProps {
  readonly file: RulesFile;
  readonly days: number;
  readonly proposed: readonly ReadingItem[];
  readonly open: number | null;
  toggle(line: number | null): void;
  backtest(): void;
}

function OneFile({ file, days, proposed, open, toggle, backtest }: OneFileProps) {
  const words = useTexts(rulesWords);
  const names = { enforced: words.enforced, confirm: words.toConfirm, advice: words.advice };
  return (
    <>
      <div class="rules-head">
        <Coverage label={words.coverage} counts={countsOf(file)} names={names}>
          <span class="end quiet wide-only">{words.stopped(days)}</span>
        </Coverage>
      </div>
      <div class="pane flush" tabIndex={0} aria-label={file.path}>
        {file.text === null ? (
          <Empty title={words.unreadable} icon="alert">
            {file.problems.map(({ message }) => message).join(" ")}
          </Empty>
        ) : (
          <FileView
            file={file}
            days={days}
            met={new Map(proposed.filter((each) => each.file === file.path).map(({ line, count }) => [line, count]))}
            open={open}
            toggle={toggle}
            backtest={backtest}
          />
        )}
      </div>
    </>
  );
}

/** The file that was asked for, by its path or the end of it; the first one otherwise. */
const fileAt = (files: readonly RulesFile[], path: string | null): RulesFile | undefined =>
  files.find((each) => each.path === path) ?? files.find((each) => path !== null && each.path.endsWith(`/${path}`)) ?? files[0];

/** The tab of the rules that no file has. */
const BUILT_IN = "builtin";
const BUILT_IN_COUNT = Object.keys(builtInWords.en).length;
const shortPath = (path: string): string => path.split("/").slice(-2).join("/");

function countsOf({ clauses }: RulesFile): CoverageCounts {
  const states = clauses.filter(({ directive }) => directive).map(({ state }) => state);
  const confirm = states.filter((state) => state === "proposed").length;
  const advice = states.filter((state) => state === "advice").length;
  return { enforced: states.length - confirm - advice, confirm, advice };
}

function Unlock({ close }: { close(): void }) {
  const words = useTexts(rulesWords);
  const { attempt, say } = useApp();
  const unlock = (minutes: number) =>
    void attempt(async () => {
      await post("/api/unlock", { duration: `${minutes}m` });
      say({ kind: "good", lead: words.unlocked, text: words.unlockedText(minutes) });
      happenedHere("settings");
      close();
    });
  return (
    <Dialog
      title={words.unlockTitle}
      close={close}
      acts={[5, 15, 60].map((minutes) => (
        <Button key={minutes} kind="danger" onClick={() => unlock(minutes)}>
          {words.minutes(minutes)}
        </Button>
      ))}
    >
      <p>
        <Icon name="unlock" /> {words.unlockText}
      </p>
    </Dialog>
  );
}
