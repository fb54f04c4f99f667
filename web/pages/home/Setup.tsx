// The first run: create a mind, connect agents, bring in what they know, go through AGENTS.md. Trying a command works before
// anything is connected.

import { localeOf } from "../../words/language.ts";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { post } from "../../api.ts";
import { useResource } from "../../live.ts";
import { TopBar } from "../../shell/TopBar.tsx";
import { go } from "../../shell/places.ts";
import type { DocumentSummary, HostState, PolicyReport, SessionSummary, Settings, TranscriptsFound } from "../../types.ts";
import { Button } from "../../ui/controls.tsx";
import { useApp, useTexts } from "../../ui/context.ts";
import { Coverage } from "../../ui/Coverage.tsx";
import { hostOf, Icon } from "../../ui/icons.tsx";
import { Badge } from "../../ui/marks.tsx";
import { Coded } from "../../ui/parts.tsx";
import { documentName, useShortPath } from "../../ui/paths.ts";
import { homeWords } from "../../words/home.ts";
import { HostsStep } from "./HostsStep.tsx";
import { TryCommand } from "./TryCommand.tsx";

const SKIPPED = "codicil-setup";

export const isSkipped = (): boolean => localStorage.getItem(SKIPPED) === "skipped";

export function SetupPage() {
  const text = useTexts(homeWords);
  const hosts = useResource<HostState[]>("/api/hosts", ["hosts", "sessions"]);
  const sessions = useResource<SessionSummary[]>("/api/sessions?limit=200", ["sessions"]);
  const report = useResource<PolicyReport>("/api/policy/report", ["policy", "readings"]);
  const isConnected = (hosts.value ?? []).some(({ connected }) => connected);
  const isImported = (sessions.value ?? []).some(({ host }) => host !== "codicil");
  const isRead = report.value !== undefined && report.value.files.length > 0 && (report.value.totals["proposed"] ?? 0) === 0;
  const done = 1 + [isConnected, isImported, isRead].filter(Boolean).length;
  const leave = () => {
    localStorage.setItem(SKIPPED, "skipped");
    go("home");
  };
  const current = !isConnected ? 2 : !isImported ? 3 : !isRead ? 4 : 0;
  return (
    <>
      <TopBar title={text.setUp} context={text.setUpHint}>
        <span class="quiet wide-only">{text.done(done)}</span>
        <progress class="wide-only" max={4} value={done} aria-label={text.done(done)} />
        <Button kind="ghost" onClick={leave}>
          {done === 4 ? text.toHome : text.skip}
        </Button>
      </TopBar>
      <div class="pane">
        <div class="setup">
          <div class="setup-column">
            <MindStep />
            <Step number={2} title={text.connect} isDone={isConnected} isCurrent={current === 2}>
              <HostsStep hosts={hosts.value} reload={hosts.reload} />
            </Step>
            <Step number={3} title={text.bringIn} isDone={isImported} isCurrent={current === 3}>
              <Transcripts reload={sessions.reload} />
            </Step>
            <AgentsStep report={report.value} isDone={isRead} isCurrent={current === 4} />
          </div>
          <div class="setup-column">
            <TryCommand />
            <ModelCard />
          </div>
        </div>
      </div>
    </>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly isCurrent: boolean;
  readonly act?: ComponentChildren;
  readonly children: ComponentChildren;
}

function Step({ number, title, isDone, isCurrent, act, children }: StepProps) {
  const text = useTexts(homeWords);
  return (
    <section class={`card step ${isDone ? "finished" : ""} ${isCurrent ? "current" : ""}`}>
      <span class="step-number">{isDone ? <Icon name="check" label={text.createDone} /> : number}</span>
      <div class="step-head">
        <h2>{title}</h2>
        <span class="end">{act}</span>
      </div>
      <div class="step-body">{children}</div>
    </section>
  );
}

const MADE_FIRST: ReadonlySet<string> = new Set(["soul", "user", "memory"]);

function MindStep() {
  const text = useTexts(homeWords);
  const { list } = useApp().words;
  const settings = useResource<Settings>("/api/settings");
  const shortPath = useShortPath();
  const documents = useResource<DocumentSummary[]>("/api/documents", ["documents"]);
  const own = (documents.value ?? [])
    .filter(({ role, key }) => MADE_FIRST.has(role ?? "") && !key.includes("/"))
    .map(({ key }) => documentName(key));
  return (
    <Step number={1} title={text.create} isDone isCurrent={false} act={<span class="second">{text.createDone}</span>}>
      <p class="second">
        {settings.value === undefined ? null : <Coded text={text.createHint(own.join(list), shortPath(settings.value.home))} />}
      </p>
    </Step>
  );
}

function Transcripts({ reload }: { reload(): void }) {
  const text = useTexts(homeWords);
  const { attempt, say, language } = useApp();
  const found = useResource<TranscriptsFound[]>("/api/transcripts");
  const [busy, setBusy] = useState<string | null>(null);
  const importFrom = async (host: string) => {
    setBusy(host);
    await attempt(async () => {
      const {
        fresh,
        found: all,
        problems,
      } = await post<{ fresh: number; found: number; problems: number }>(`/api/transcripts/${host}/import`, {});
      say({ kind: "good", text: text.imported(fresh, all) });
      if (problems > 0) say({ kind: "bad", text: text.importProblems(problems) });
      reload();
    });
    setBusy(null);
  };
  const day = (at: string) => new Date(at).toLocaleDateString(localeOf(language), { day: "numeric", month: "long" });
  if (found.value === undefined) return null;
  if (found.value.length === 0) return <p class="second">{text.noTranscripts}</p>;
  return (
    <ul class="hosts-box">
      {/* What its host will delete soon comes first. */}
      {[...found.value]
        .sort((a, b) => b.leaving - a.leaving)
        .map(({ host, found: count, since, leaving }) => (
          <li key={host}>
            <div class="host-line">
              <Icon name={hostOf(host).icon} />
              <span class="row-text second">
                {text.transcripts(hostOf(host).name, count, day(since))}{" "}
                {leaving === 0 ? null : (
                  <Badge bare tone="ask" icon="clock">
                    {text.leaving(hostOf(host).name, leaving)}
                  </Badge>
                )}
              </span>
              <Button small busy={busy === host ? text.importing : undefined} onClick={() => void importFrom(host)}>
                {text.importAct(hostOf(host).name)}
              </Button>
            </div>
          </li>
        ))}
    </ul>
  );
}

function AgentsStep({
  report,
  isDone,
  isCurrent,
}: {
  readonly report: PolicyReport | undefined;
  readonly isDone: boolean;
  readonly isCurrent: boolean;
}) {
  const text = useTexts(homeWords);
  const { proposed = 0, advice = 0, prose: _, ...rest } = report?.totals ?? {};
  const enforced = Object.values(rest).reduce((sum, each) => sum + each, 0);
  const act =
    proposed > 0 ? (
      <Button small kind={isCurrent ? "primary" : "plain"} onClick={() => go("inbox")}>
        {text.confirmLines(proposed)}
      </Button>
    ) : (
      <Button small onClick={() => go("rules")}>
        {text.openRules}
      </Button>
    );
  return (
    <Step number={4} title={text.agents} isDone={isDone} isCurrent={isCurrent} act={report === undefined ? null : act}>
      {report === undefined ? null : report.files.length === 0 ? (
        <p class="second">
          <Coded text={text.noAgents} />
        </p>
      ) : (
        <>
          <p class="second">{text.agentsHint}</p>
          <Coverage
            label={text.agents}
            counts={{ enforced, confirm: proposed, advice }}
            names={{ enforced: text.enforcedNow, confirm: text.toConfirm, advice: text.advice }}
          />
        </>
      )}
    </Step>
  );
}

function ModelCard() {
  const text = useTexts(homeWords);
  const chat = useResource<{ readonly model: string | null }>("/api/chat");
  if (chat.value === undefined) return null;
  return (
    <section class="card">
      <div class="card-head">
        <h2>{text.model}</h2>
        <span class="quiet">{text.optional}</span>
      </div>
      <div class="card-body second">
        <p>{text.modelHint}</p>
        <p>
          <Coded text={chat.value.model === null ? text.modelHow : text.modelIs(chat.value.model)} />
        </p>
      </div>
    </section>
  );
}
