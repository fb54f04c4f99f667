// Policy: each line of AGENTS.md in its place with what became of it, and what the gate says while it says it.

import { useEffect, useState } from "preact/hooks";
import { ask, post } from "../api.ts";
import { useHappening, useResource } from "../live.ts";
import type { Clause, PolicyReport, Settings, Verdict } from "../types.ts";
import { useAround, useWords } from "../ui/context.ts";
import { When } from "../ui/When.tsx";
import { Button } from "../ui/controls.tsx";
import { Empty, Loaded } from "../ui/notes.tsx";
import { callText, Chip, Path } from "../ui/parts.tsx";
import { visible } from "../ui/visible.ts";

export function PolicyPage({ rest }: { readonly rest: readonly string[] }) {
  const words = useWords();
  return (
    <div class="policy">
      <h1>{words.policy}</h1>
      <div class="policy-grid">
        <div>
          <TryBox />
          <Rules chosen={rest[0]} />
        </div>
        <div>
          <Keys />
          <Live />
          <Replay />
        </div>
      </div>
    </div>
  );
}

const KINDS = { command: "shell", read: "read", write: "write" } as const;

function TryBox() {
  const { words, attempt } = useAround();
  const [kind, setKind] = useState<keyof typeof KINDS>("command");
  const [text, setText] = useState("");
  const [verdict, setVerdict] = useState<(Pick<Verdict, "verdict" | "reason" | "rules"> & { readonly call?: unknown }) | null>(null);
  const tryIt = () =>
    attempt(async () => {
      const call = kind === "command" ? { tool: "shell", command: text } : { tool: KINDS[kind], path: text };
      setVerdict(await post("/api/policy/check", { call }));
    });
  return (
    <section class="box">
      <h2>{words.tryCall}</h2>
      <form
        class="try"
        onSubmit={(event) => {
          event.preventDefault();
          void tryIt();
        }}
      >
        <select aria-label={words.tryCall} value={kind} onChange={(event) => setKind(event.currentTarget.value as keyof typeof KINDS)}>
          <option value="command">{words.command}</option>
          <option value="read">{words.readPath}</option>
          <option value="write">{words.writePath}</option>
        </select>
        <input
          type="text"
          aria-label={words[kind === "command" ? "command" : kind === "read" ? "readPath" : "writePath"]}
          placeholder={kind === "command" ? "rm -rf build" : "src/index.ts"}
          value={text}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" kind="primary" disabled={text.trim() === ""}>
          {words.tryIt}
        </Button>
      </form>
      <div aria-live="polite">
        {verdict === null ? null : (
          <div class="verdict">
            <Chip kind={verdict.verdict}>{verdict.verdict}</Chip> {verdict.reason}
            {verdict.call === undefined ? null : <pre>{callText(verdict.call)}</pre>}
            <p class="quiet">
              {verdict.rules.map(({ id, file, line }) => (
                <Path key={id} path={file} line={line} />
              ))}
            </p>
          </div>
        )}
      </div>
    </section>
  );
}

function Rules({ chosen }: { readonly chosen: string | undefined }) {
  const words = useWords();
  const report = useResource<PolicyReport>("/api/policy/report", ["policy", "documents"]);
  const [open, setOpen] = useState<string | null>(chosen ?? null);
  return (
    <Loaded from={report}>
      {({ files, totals }) =>
        files.length === 0 ? (
          <Empty title={words.noRules}>{words.noRulesHint}</Empty>
        ) : (
          <>
            <p class="totals">
              {Object.entries(totals)
                .filter(([, count]) => count > 0)
                .map(([state, count]) => (
                  <Chip key={state} kind={state}>
                    {words.states[state] ?? state} {count}
                  </Chip>
                ))}
            </p>
            {files.map(({ path, clauses, problems }) => (
              <section key={path} class="rule-file">
                <h2>
                  <Path path={path} />
                </h2>
                {problems.map(({ line, message }) => (
                  <p key={line} class="trouble">
                    {line}: {message}
                  </p>
                ))}
                <ol class="clauses">
                  {clauses.slice(0, 1000).map((clause) => {
                    const id = `${path}:${clause.line}:${clause.text}`;
                    return (
                      <li key={id}>
                        <button type="button" class="clause" aria-expanded={open === id} onClick={() => setOpen(open === id ? null : id)}>
                          <span class="number">{clause.line}</span>
                          <span class="said">{visible(clause.text)}</span>
                          <Chip kind={clause.state}>{words.states[clause.state] ?? clause.state}</Chip>
                        </button>
                        {open === id ? <ClauseDetail clause={clause} /> : null}
                      </li>
                    );
                  })}
                </ol>
              </section>
            ))}
          </>
        )
      }
    </Loaded>
  );
}

function ClauseDetail({ clause }: { readonly clause: Clause }) {
  const words = useWords();
  const rule = useResource<{ rule?: { id: string; examples?: { stopped?: { call: unknown }; passes?: { call: unknown } } } }>(
    clause.rule === undefined ? null : `/api/policy/rules/${clause.rule}`,
  );
  const examples = rule.value?.rule?.examples;
  return (
    <div class="clause-detail">
      <p>{clause.why}</p>
      {examples === undefined ? null : (
        <dl class="facts">
          {examples.stopped === undefined ? null : (
            <div>
              <dt>{words.stoppedExample}</dt>
              <dd>
                <code>{callText(examples.stopped.call)}</code>
              </dd>
            </div>
          )}
          {examples.passes === undefined ? null : (
            <div>
              <dt>{words.passedExample}</dt>
              <dd>
                <code>{callText(examples.passes.call)}</code>
              </dd>
            </div>
          )}
        </dl>
      )}
      {clause.rule === undefined ? null : <p class="quiet">{clause.rule}</p>}
    </div>
  );
}

function Keys() {
  const { words, attempt } = useAround();
  const settings = useResource<Settings>("/api/settings", ["approvals", "settings"]);
  const [now, setNow] = useState(Date.now());
  const until = settings.value?.unlockedUntil ?? null;
  const left = until === null ? 0 : Math.max(0, Math.ceil((new Date(until).getTime() - now) / 1000));
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  const unlock = (duration: string) =>
    attempt(() => post("/api/unlock", { duration })).then(() => {
      setNow(Date.now());
      settings.reload();
    });
  const setMode = (guardMode: string) => attempt(() => ask("PUT", "/api/settings", { body: { guardMode } })).then(() => settings.reload());
  return (
    <section class="box">
      <h2>{words.unlock}</h2>
      {left > 0 ? (
        <p class="unlocked" role="timer">
          {words.unlockedFor} {Math.floor(left / 60)}:{String(left % 60).padStart(2, "0")}{" "}
          <Button onClick={() => unlock("0")}>{words.lock}</Button>
        </p>
      ) : (
        <p class="acts">
          {["5m", "15m", "1h"].map((duration) => (
            <Button key={duration} onClick={() => unlock(duration)}>
              {duration}
            </Button>
          ))}
        </p>
      )}
      <p class="quiet">{words.unlockHint}</p>
      <label class="stack">
        {words.guardMode}
        <select value={settings.value?.guardMode ?? "warn"} onChange={(event) => setMode(event.currentTarget.value)}>
          {(["off", "warn", "block"] as const).map((mode) => (
            <option key={mode} value={mode}>
              {words[mode]}
            </option>
          ))}
        </select>
      </label>
    </section>
  );
}

const SHOWN = 50;

function Live() {
  const words = useWords();
  const past = useResource<Verdict[]>(`/api/policy/verdicts?limit=${SHOWN}`, ["everything"]);
  const [fresh, setFresh] = useState<readonly Verdict[]>([]);
  useHappening(["verdict"], ({ type, data }) => {
    if (type === "verdict") setFresh((before) => [data as Verdict, ...before].slice(0, SHOWN));
    else setFresh([]);
  });
  const known = new Set(fresh.map(({ id }) => id));
  const all = [...fresh, ...(past.value ?? []).filter(({ id }) => !known.has(id))].slice(0, SHOWN);
  return (
    <section class="box">
      <h2>{words.live}</h2>
      {all.length === 0 ? (
        past.value === undefined ? (
          <p class="quiet">{words.loading}</p>
        ) : (
          <p class="quiet">
            {words.noVerdicts}. {words.noVerdictsHint}
          </p>
        )
      ) : (
        <ol class="verdicts" aria-live="off">
          {all.map(({ id, at, verdict, call, reason }) => (
            <li key={id} title={reason}>
              <When at={at} /> <Chip kind={verdict}>{verdict}</Chip> <code>{callText(call).slice(0, 200)}</code>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface Replayed {
  readonly days: readonly { readonly day: string; readonly calls: number; readonly stopped: number }[];
  readonly calls: number;
  readonly stopped: number;
  readonly byRule: readonly {
    readonly rule: string;
    readonly where: string;
    readonly count: number;
    readonly examples: readonly string[];
  }[];
}

/** Judging a month of calls again takes a while: it runs when somebody asks for it. */
function Replay() {
  const words = useWords();
  const [isAsked, setAsked] = useState(false);
  const replay = useResource<Replayed>(isAsked ? "/api/policy/backtest?days=30" : null);
  return (
    <section class="box">
      <h2>{words.backtest}</h2>
      {isAsked ? (
        <Loaded from={replay}>
          {({ days, calls, stopped, byRule }) => (
            <>
              <p class="quiet">
                {words.lastDays(30)}: {stopped} / {calls} {words.callsWord}
              </p>
              {days.length === 0 ? null : <Bars days={days} />}
              <ul class="plain-list">
                {byRule.slice(0, 8).map(({ rule, where, count, examples }) => (
                  <li key={rule}>
                    <strong>{count}</strong> <Path path={where} />
                    <br />
                    <code>{examples[0] ?? ""}</code>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Loaded>
      ) : (
        <Button onClick={() => setAsked(true)}>{words.runBacktest}</Button>
      )}
    </section>
  );
}

function Bars({ days }: { readonly days: Replayed["days"] }) {
  const words = useWords();
  const most = Math.max(1, ...days.map(({ calls }) => calls));
  const width = 300 / Math.max(days.length, 10);
  return (
    <svg
      class="bars"
      viewBox="0 0 300 80"
      preserveAspectRatio="none"
      role="img"
      aria-label={days.map(({ day, calls, stopped }) => `${day}: ${stopped} ${words.stopped}, ${calls} ${words.callsWord}`).join("; ")}
    >
      {days.map(({ day, calls, stopped }, at) => (
        <g key={day}>
          <title>{`${day}: ${stopped} / ${calls}`}</title>
          <rect x={at * width} y={78 - (calls / most) * 74} width={width - 2} height={(calls / most) * 74} class="all" />
          <rect x={at * width} y={78 - (stopped / most) * 74} width={width - 2} height={(stopped / most) * 74} class="stopped" />
        </g>
      ))}
    </svg>
  );
}
