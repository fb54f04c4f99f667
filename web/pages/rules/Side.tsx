// Beside the file: try a call, lines to confirm, backtest, the memory bank's reminder.

import { useEffect, useRef, useState } from "preact/hooks";
import { ask, get, post } from "../../api.ts";
import { useHappening, useResource } from "../../live.ts";
import type { Settings, Verdict } from "../../types.ts";
import { Button, Keys, Segmented } from "../../ui/controls.tsx";
import { useApp, useTexts, useSaid } from "../../ui/context.ts";
import { Icon } from "../../ui/icons.tsx";
import { VerdictBadge } from "../../ui/marks.tsx";
import { callText, Coded, Path } from "../../ui/parts.tsx";
import { visible } from "../../ui/visible.ts";
import { rulesWords } from "../../words/rules.ts";

type Kind = "command" | "read" | "write";
type Tried = Pick<Verdict, "verdict" | "reason" | "rules"> & { readonly call?: unknown };

/** `given`: a call from an address, tried at once. */
export function TryBox({ given }: { readonly given: string | null }) {
  const words = useTexts(rulesWords);
  const { attempt } = useApp();
  const [kind, setKind] = useState<Kind>("command");
  const [text, setText] = useState("");
  const [tried, setTried] = useState<Tried | null>(null);
  const check = (call: unknown) => attempt(async () => setTried(await post<Tried>("/api/policy/check", { call })));
  useEffect(() => {
    if (given === null) return;
    const call = callIn(given);
    if (call === null) return;
    setKind(typeof call["command"] === "string" ? "command" : call["tool"] === "read" ? "read" : "write");
    setText(String(call["command"] ?? call["path"] ?? ""));
    void check(call);
  }, [given]);
  const names: Readonly<Record<Kind, string>> = { command: words.commandField, read: words.readField, write: words.writeField };
  return (
    <section class="side-box">
      <h2>{words.tryCommand}</h2>
      <Segmented<Kind>
        label={words.kind}
        choices={[
          ["command", words.command],
          ["read", words.read],
          ["write", words.write],
        ]}
        chosen={kind}
        choose={(next) => (setKind(next), setTried(null))}
      />
      <form
        class="try-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "") void check(kind === "command" ? { tool: "shell", command: text } : { tool: kind, path: text });
        }}
      >
        <input
          type="text"
          class="try-field"
          aria-label={names[kind]}
          placeholder={kind === "command" ? "npm install zod" : "src/index.ts"}
          value={text}
          spellcheck={false}
          autocomplete="off"
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Keys of="Enter" />
      </form>
      <div aria-live="polite">{tried === null ? null : <Answer tried={tried} />}</div>
    </section>
  );
}

function callIn(given: string): Readonly<Record<string, unknown>> | null {
  try {
    const call: unknown = JSON.parse(given);
    return typeof call === "object" && call !== null ? (call as Readonly<Record<string, unknown>>) : null;
  } catch {
    // An address that somebody typed: nothing to try.
    return null;
  }
}

function Answer({ tried }: { readonly tried: Tried }) {
  const said = useSaid();
  const words = useTexts(rulesWords);
  const [rule] = tried.rules;
  return (
    <div class={`tried ${tried.verdict}`}>
      <VerdictBadge verdict={tried.verdict} bare />
      {tried.call === undefined ? null : <pre>{callText(tried.call)}</pre>}
      {tried.reason === "" ? null : (
        <p class="second">
          <Coded text={said.reason(tried)} />
        </p>
      )}
      {rule === undefined ? null : (
        <p class="second">
          {rule.line === 0 ? (
            words.builtIn
          ) : (
            <a href={`#/rules?file=${encodeURIComponent(rule.file)}&line=${rule.line}`}>
              <Path path={rule.file} line={rule.line} />
            </a>
          )}
        </p>
      )}
    </div>
  );
}

export function ToConfirm({ count }: { readonly count: number }) {
  const words = useTexts(rulesWords);
  if (count === 0) return null;
  return (
    <section class="side-box">
      <div class="side-head">
        <h2>{words.linesToConfirm(count)}</h2>
        <a class="button small primary" href="#/inbox">
          {words.start}
        </a>
      </div>
      <p class="second">{words.confirmText}</p>
    </section>
  );
}

/** An agent's model may propose readings; what is copied tells it how, and the person confirms them like any other. */
export function LetAgentRead({ file, count }: { readonly file: string; readonly count: number }) {
  const words = useTexts(rulesWords);
  const { attempt, say } = useApp();
  if (count === 0) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(words.askAgent(file));
    say({ kind: "good", text: words.copied });
  };
  return (
    <section class="side-box">
      <div class="side-head">
        <h2>{words.onlyAdvice(count)}</h2>
        <Button small icon="clip" onClick={() => void attempt(copy)}>
          {words.copyRequest}
        </Button>
      </div>
      <p class="second">{words.adviceText}</p>
    </section>
  );
}

interface Replayed {
  readonly calls: number;
  readonly verdicts: Readonly<Record<"deny" | "ask" | "rewrite", number>>;
  readonly byRule: readonly {
    readonly rule: string;
    readonly where: string;
    readonly count: number;
    readonly examples: readonly string[];
  }[];
}

/** Judging a month of calls again takes a while: it runs when somebody asks for it, each time that `asked` grows. */
export function Backtest({ asked, run }: { readonly asked: number; run(): void }) {
  const words = useTexts(rulesWords);
  const { attempt, words: all } = useApp();
  const [replayed, setReplayed] = useState<Replayed | null>(null);
  const [isRunning, setRunning] = useState(false);
  const latest = useRef(0);
  const [work, setWork] = useState<{ readonly id: string; readonly done: number; readonly of: number } | null>(null);
  useHappening(["work"], ({ type, data }) => {
    if (type === "work" && data.what === "backtest") setWork(data.ended === undefined ? data : null);
  });
  useEffect(() => {
    if (asked === 0) return;
    const mine = ++latest.current;
    setRunning(true);
    void attempt(async () => {
      const found = await get<Replayed>("/api/policy/backtest?days=30");
      if (mine === latest.current) setReplayed(found);
    }).finally(() => mine === latest.current && setRunning(false));
  }, [asked]);
  return (
    <section class="side-box">
      <div class="side-head">
        <h2>{words.backtest}</h2>
        <Button small hint="b" busy={isRunning ? words.running : undefined} onClick={run}>
          {words.run}
        </Button>
      </div>
      <p class="second">{words.backtestText}</p>
      {isRunning && work !== null ? (
        <p class="replayed second" role="status">
          {words.progress(work.done.toLocaleString("en"), work.of.toLocaleString("en"))}
          <Button kind="ghost" small onClick={() => void attempt(() => post(`/api/work/${work.id}/cancel`, {}))}>
            {all.cancel}
          </Button>
        </p>
      ) : null}
      {replayed === null ? null : (
        <div role="status">
          <p class="replayed">
            {(["deny", "ask", "rewrite"] as const).map((kind) => (
              <span key={kind} class={`is-${kind}`}>
                <Icon name={kind} /> <b>{replayed.verdicts[kind].toLocaleString("en")}</b>
              </span>
            ))}
            <span class="quiet">{words.ofCalls(replayed.calls.toLocaleString("en"))}</span>
          </p>
          {replayed.byRule.length === 0 ? <p class="second">{words.noChange}</p> : null}
          <ul class="replayed-rules">
            {replayed.byRule.slice(0, 8).map(({ rule, where, count, examples }) => (
              <li key={rule}>
                <b>{count.toLocaleString("en")}</b> <Path path={where} />
                <code class="cut">{visible(examples[0] ?? "")}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

export function MemoryBank() {
  const words = useTexts(rulesWords);
  const { attempt } = useApp();
  const settings = useResource<Settings>("/api/settings", ["settings"]);
  const set = (guardMode: string) => void attempt(() => ask("PUT", "/api/settings", { body: { guardMode } })).then(settings.reload);
  return (
    <section class="side-box">
      <div class="side-head">
        <h2>{words.bank}</h2>
        <select
          class="small"
          aria-label={words.bank}
          value={settings.value?.guardMode ?? "warn"}
          onChange={({ currentTarget }) => set(currentTarget.value)}
        >
          {(["off", "warn", "block"] as const).map((mode) => (
            <option key={mode} value={mode}>
              {words.modes[mode]}
            </option>
          ))}
        </select>
      </div>
      <p class="second">{words.bankText}</p>
    </section>
  );
}
