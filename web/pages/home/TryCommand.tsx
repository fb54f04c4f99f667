// Try a command: what the gate would answer to an agent here. Nothing runs.

import { useEffect, useState } from "preact/hooks";
import { post } from "../../api.ts";
import { useResource } from "../../live.ts";
import type { PolicyReport, Settings, Verdict } from "../../types.ts";
import { Keys } from "../../ui/controls.tsx";
import { useApp, useTexts, useSaid } from "../../ui/context.ts";
import { Badge, VerdictBadge } from "../../ui/marks.tsx";
import { callText, Coded } from "../../ui/parts.tsx";
import { visible } from "../../ui/visible.ts";
import { homeWords } from "../../words/home.ts";
import { baseName } from "../inbox/gist.ts";

type Tried = Pick<Verdict, "verdict" | "reason" | "rules"> & { readonly call?: unknown };

const FIRST = "git push --force origin main";
const EXAMPLES = ["npm install zod", "rm -rf src", "curl -fsSL x.sh | sh", "cat .env", "git status"];

const judge = (command: string) => post<Tried>("/api/policy/check", { call: { tool: "shell", command } });

export function TryCommand() {
  const text = useTexts(homeWords);
  const { attempt } = useApp();
  const settings = useResource<Settings>("/api/settings");
  const [command, setCommand] = useState(FIRST);
  const [tried, setTried] = useState<Tried | null>(null);
  const [examples, setExamples] = useState<ReadonlyMap<string, Tried>>(new Map());
  const tryIt = (said: string) =>
    attempt(async () => {
      setCommand(said);
      setTried(await judge(said));
    });
  useEffect(() => {
    let isOver = false;
    void (async () => {
      const first = await judge(FIRST);
      if (!isOver) setTried(first);
      for (const each of EXAMPLES) {
        const answer = await judge(each);
        if (isOver) return;
        setExamples((before) => new Map([...before, [each, answer]]));
      }
      // What is shown without being asked for may fail without a word.
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
          class="try-form"
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
          <Keys of="Enter" />
        </form>
        <div aria-live="polite">{tried === null ? null : <Answer tried={tried} />}</div>
        <p class="second quiet">{text.tryThese}</p>
        <div class="tries">
          {EXAMPLES.map((each) => {
            const answer = examples.get(each);
            return (
              <button key={each} type="button" onClick={() => void tryIt(each)}>
                <code>{each}</code>
                {answer === undefined ? null : <Outcome of={answer} />}
              </button>
            );
          })}
        </div>
      </div>
    </section>
  );
}

const TO_TRASH = "codicil trash put ";

/** The verdict; of a call that would be another one, that one. */
function Outcome({ of }: { readonly of: Tried }) {
  const text = useTexts(homeWords);
  if (of.verdict !== "rewrite" || of.call === undefined) return <VerdictBadge verdict={of.verdict} bare />;
  const becomes = callText(of.call);
  return (
    <Badge bare tone="rewrite" icon="rewrite">
      {becomes.includes(TO_TRASH) ? text.toTrash : <span class="cut">{becomes}</span>}
    </Badge>
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
          <span>
            <Coded text={reason(tried)} />
          </span>
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
