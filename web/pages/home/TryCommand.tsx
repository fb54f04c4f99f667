// Try a command: what the gate would answer to an agent here. Nothing runs.

import { useEffect, useState } from "preact/hooks";
import { post } from "../../api.ts";
import { useResource } from "../../live.ts";
import type { PolicyReport, Settings, Verdict } from "../../types.ts";
import { useApp, useTexts, useSaid } from "../../ui/context.ts";
import { VerdictBadge } from "../../ui/marks.tsx";
import { callText, Coded } from "../../ui/parts.tsx";
import { visible } from "../../ui/visible.ts";
import { homeWords } from "../../words/home.ts";
import { baseName } from "../inbox/gist.ts";

type Tried = Pick<Verdict, "verdict" | "reason" | "rules"> & { readonly call?: unknown };

const EXAMPLES = ["npm install zod", "rm -rf src", "curl -fsSL x.sh | sh", "cat .env", "git status"];

const judge = (command: string) => post<Tried>("/api/policy/check", { call: { tool: "shell", command } });

export function TryCommand() {
  const text = useTexts(homeWords);
  const { attempt } = useApp();
  const settings = useResource<Settings>("/api/settings");
  const [command, setCommand] = useState("git push --force origin main");
  const [tried, setTried] = useState<Tried | null>(null);
  const [examples, setExamples] = useState<ReadonlyMap<string, Tried["verdict"]>>(new Map());
  const tryIt = (said: string) =>
    attempt(async () => {
      setCommand(said);
      setTried(await judge(said));
    });
  useEffect(() => {
    let isOver = false;
    void (async () => {
      for (const each of EXAMPLES) {
        const { verdict } = await judge(each);
        if (isOver) return;
        setExamples((before) => new Map([...before, [each, verdict]]));
      }
    })().catch(() => undefined);
    return () => void (isOver = true);
  }, []);
  const project = settings.value?.project ?? settings.value?.home ?? "";
  return (
    <section class="card">
      <div class="card-head">
        <h2>{text.tryIt}</h2>
      </div>
      <div class="card-body">
        <p class="second">
          <Coded text={text.tryHint(baseName(project))} />
        </p>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void tryIt(command);
          }}
        >
          <input
            class="setup-field"
            aria-label={text.command}
            value={command}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => setCommand(event.currentTarget.value)}
          />
        </form>
        <div aria-live="polite">{tried === null ? null : <Answer tried={tried} />}</div>
        <p class="second quiet">{text.tryThese}</p>
        <div class="tries">
          {EXAMPLES.map((each) => {
            const verdict = examples.get(each);
            return (
              <button key={each} type="button" onClick={() => void tryIt(each)}>
                <code>{each}</code>
                {verdict === undefined ? null : <VerdictBadge verdict={verdict} bare />}
              </button>
            );
          })}
        </div>
      </div>
    </section>
  );
}

function Answer({ tried }: { readonly tried: Tried }) {
  const { reason } = useSaid();
  const text = useTexts(homeWords);
  const rule = tried.rules.find(({ line }) => line > 0);
  const report = useResource<PolicyReport>("/api/policy/report", ["policy"]);
  const said = report.value?.files.find(({ path }) => path === rule?.file)?.clauses.find(({ line }) => line === rule?.line)?.text;
  return (
    <div class={`verdict-box ${tried.verdict}`}>
      <VerdictBadge verdict={tried.verdict} bare />
      {tried.call === undefined ? null : <code>{callText(tried.call)}</code>}
      {said === undefined ? (
        tried.verdict === "allow" ? null : (
          <span>{reason(tried)}</span>
        )
      ) : (
        <span>
          <Coded text={`“${visible(said)}”`} />
        </span>
      )}
      {rule === undefined ? null : <span class="quiet">{text.line(baseName(rule.file), rule.line)}</span>}
    </div>
  );
}
