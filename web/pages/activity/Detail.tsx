// Everything about one event: why, by which rule, what came next, and where to go from here.

import { useEffect, useState } from "preact/hooks";
import type { Activity, Happened } from "../../../src/activity/timeline.ts";
import type { RulesFile } from "../../../src/rules/ruleFiles.ts";
import { get, post } from "../../api.ts";
import { useResource } from "../../live.ts";
import type { Approval } from "../../types.ts";
import { Button, Keys } from "../../ui/controls.tsx";
import { useApp, useTexts, useSaid } from "../../ui/context.ts";
import { hostOf, Icon, type IconName } from "../../ui/icons.tsx";
import { Badge, VerdictBadge } from "../../ui/marks.tsx";
import { callText, Coded, Path } from "../../ui/parts.tsx";
import { documentName, useShortPath } from "../../ui/paths.ts";
import { visible } from "../../ui/visible.ts";
import { When } from "../../ui/When.tsx";
import { activityWords } from "../../words/activity.ts";
import { documentAddress, oneLine, ruleAddress } from "./Row.tsx";
import type { Sessions } from "./timeline.ts";

export interface DetailProps {
  readonly event: Happened;
  readonly sessions: Sessions;
  /** The next event of the same session. */
  readonly next: Happened | undefined;
  close(): void;
}

export function Detail(props: DetailProps) {
  const { event, close } = props;
  const words = useTexts(activityWords);
  const { words: all } = useApp();
  return (
    <aside class="detail-pane" aria-label={words.detail}>
      <div class="detail-head">
        {event.type === "verdict" ? <VerdictBadge verdict={event.verdict.verdict} /> : <Kind event={event} />}
        <span class="end label quiet">
          <When at={event.at} ago />
        </span>
        <Button kind="ghost" small icon="x" aria-label={all.close} onClick={close} />
      </div>
      {event.type === "verdict" ? (
        <VerdictDetail {...props} event={event} />
      ) : event.type === "write" ? (
        <WriteDetail event={event} close={close} />
      ) : event.type === "allowed" ? (
        <AllowedDetail event={event} />
      ) : (
        <SessionDetail event={event} sessions={props.sessions} />
      )}
    </aside>
  );
}

function Kind({ event }: { readonly event: Exclude<Happened, { type: "verdict" }> }) {
  const words = useTexts(activityWords);
  if (event.type === "allowed") return <Badge icon="allow">{words.allowed(event.count)}</Badge>;
  if (event.type === "session") return <Badge icon="sessions">{event.what === "started" ? words.started : words.ended}</Badge>;
  return <Badge icon="write">{words.kinds[event.change.kind] ?? event.change.kind}</Badge>;
}

interface VerdictProps extends Omit<DetailProps, "event" | "close"> {
  readonly event: Extract<Happened, { type: "verdict" }>;
}

function VerdictDetail({ event, sessions, next }: VerdictProps) {
  const words = useTexts(activityWords);
  const approvals = useResource<readonly Approval[]>("/api/approvals", ["approvals"]).value;
  const { verdict } = event;
  const rule = verdict.rules.find(({ line }) => line > 0);
  const about = sessions[event.session];
  const approval = approvals?.find((each) => isAbout(each, verdict));
  return (
    <>
      <pre class="call">{callText(verdict.call)}</pre>
      <VerdictFacts event={event} sessions={sessions} next={next} />
      <div class="ways">
        {rule === undefined ? null : (
          <Way
            icon="rules"
            name={words.rule}
            gist={words.line(rule.file.replace(/^.*\//, ""), rule.line)}
            hint="r"
            to={ruleAddress(rule)}
          />
        )}
        {about === undefined ? null : (
          <Way
            icon="sessions"
            name={words.turn}
            gist={oneLine(about.title ?? about.id)}
            hint="t"
            to={`#/sessions/${encodeURIComponent(about.id)}`}
          />
        )}
        <Way icon="terminal" name={words.tryIt} gist={words.tryText} hint="y" to={tryAddress(verdict.call)} />
      </div>
      {approval === undefined || approval.redLine || rule === undefined ? null : <NotMeant approval={approval} />}
      {approval === undefined ? null : <AllowOnce approval={approval} />}
    </>
  );
}

/** Of the same call tried twice the later question is open: it answers for both. */
const isAbout = ({ id, hash, kind }: Approval, verdict: { readonly id: string; readonly hash: string }) =>
  id === verdict.id || (kind === "refused" && hash === verdict.hash);

function VerdictFacts({ event, sessions, next }: VerdictProps) {
  const words = useTexts(activityWords);
  const said = useSaid();
  const shortPath = useShortPath();
  const rules = useResource<RulesAnswer>("/api/policy/rules", ["policy"]).value;
  const clause = clauseOf(rules?.files, event.verdict.rules);
  const total = clause === undefined ? 0 : clause.stopped.deny + clause.stopped.ask + clause.stopped.rewrite;
  return (
    <dl class="facts">
      <dt>{words.why}</dt>
      <dd>
        <Coded text={said.reason(event.verdict)} />
      </dd>
      {clause === undefined ? null : (
        <>
          <dt>{words.rule}</dt>
          <dd class="second">
            “<Coded text={visible(clause.text)} />”
          </dd>
        </>
      )}
      <dt>{words.hostLabel}</dt>
      <dd>
        {hostOf(sessions[event.session]?.host ?? event.host).name}, <Path path={shortPath(event.folder)} />
      </dd>
      {next?.type === "verdict" ? (
        <>
          <dt>{words.afterwards}</dt>
          <dd>
            <code>{callText(next.verdict.call)}</code>
          </dd>
        </>
      ) : null}
      {total < 2 ? null : (
        <>
          <dt>{words.before}</dt>
          <dd>{words.times(total, rules?.days ?? 30)}</dd>
        </>
      )}
    </dl>
  );
}

interface RulesAnswer {
  readonly files: readonly RulesFile[];
  readonly days: number;
}

function clauseOf(files: readonly RulesFile[] = [], rules: readonly { readonly file: string; readonly line: number }[]) {
  const rule = rules.find(({ line }) => line > 0);
  if (rule === undefined) return undefined;
  const { file, line } = rule;
  return files.find(({ path }) => path === file || path.endsWith(`/${file}`))?.clauses.find((clause) => clause.line === line);
}

export function tryAddress(call: unknown): string {
  return `#/rules?try=${encodeURIComponent(JSON.stringify(call))}`;
}

/** The way out where a line was read wrongly: it is advice from now on. */
function NotMeant({ approval }: { readonly approval: Approval }) {
  const words = useTexts(activityWords);
  const { attempt, say } = useApp();
  const undo = (id: string) =>
    attempt(async () => {
      await post(`/api/undo/${id}`, {});
      say({ kind: "good", text: words.undone });
    });
  const dismiss = () =>
    attempt(async () => {
      const { id, file, line } = await post<{ id: string; file: string; line: number }>(`/api/approvals/${approval.id}/dismiss`, {});
      say({ kind: "good", lead: words.adviceNow, text: words.line(file, line), undo: () => undo(id) });
    });
  return (
    <div class="apart">
      <Button small onClick={() => void dismiss()}>
        {words.notMeant}
      </Button>
    </div>
  );
}

/** Last and plain: the agent may make this exact call once. */
function AllowOnce({ approval }: { readonly approval: Approval }) {
  const words = useTexts(activityWords);
  const { attempt, say } = useApp();
  if (approval.redLine) return <p class="second apart">{words.redLine}</p>;
  return (
    <div class="apart">
      <p class="second">{words.onlyIf}</p>
      <Button
        small
        onClick={() =>
          void attempt(async () => {
            await post(`/api/approvals/${approval.id}`, { decision: "allow", hash: approval.hash });
            say({ kind: "good", lead: words.allowedOnce, text: words.allowedText });
          })
        }
      >
        {words.allowOnce}
      </Button>
    </div>
  );
}

function Way({
  icon,
  name,
  gist,
  hint,
  to,
}: {
  readonly icon: IconName;
  readonly name: string;
  readonly gist: string;
  readonly hint: string;
  readonly to: string;
}) {
  return (
    <a href={to} aria-keyshortcuts={hint}>
      <Icon name={icon} />
      <span class="strong">{name}</span>
      <span class="second cut">{gist}</span>
      <Keys of={hint} />
    </a>
  );
}

function WriteDetail({ event, close }: { readonly event: Extract<Happened, { type: "write" }>; close(): void }) {
  const words = useTexts(activityWords);
  const { attempt, say, words: all } = useApp();
  const { id, kind, by, heading, reason } = event.change;
  return (
    <>
      <dl class="facts">
        <dt>{words.document}</dt>
        <dd>
          {documentName(event.document)}
          {heading === undefined ? "" : `${all.comma}${visible(heading)}`}
        </dd>
        <dt>{words.by}</dt>
        <dd>{words.cameFrom[by] ?? by}</dd>
        {reason === undefined ? null : (
          <>
            <dt>{words.reason}</dt>
            <dd class="second">{visible(reason)}</dd>
          </>
        )}
        {event.removed === "" ? null : (
          <>
            <dt>{words.gone}</dt>
            <dd class="was-text removed">{visible(event.removed)}</dd>
          </>
        )}
        {event.inserted === "" ? null : (
          <>
            <dt>{words.came}</dt>
            <dd class="was-text added">{visible(event.inserted)}</dd>
          </>
        )}
      </dl>
      <div class="acts">
        <a class="button small" href={documentAddress(event.document, id)}>
          {words.openDocument}
        </a>
        {kind !== "entry" && kind !== "whole" ? null : (
          <Button
            small
            onClick={() =>
              void attempt(async () => {
                await post(`/api/undo/${id}`, {});
                say({ kind: "good", lead: words.undone, text: event.document });
                close();
              })
            }
          >
            {words.undoChange}
          </Button>
        )}
      </div>
    </>
  );
}

const MOST_SHOWN = 100;

function AllowedDetail({ event }: { readonly event: Extract<Happened, { type: "allowed" }> }) {
  const [calls, setCalls] = useState<readonly Happened[]>([]);
  useEffect(() => {
    const asked =
      `/api/activity?kinds=allow&fold=0&limit=${Math.min(event.count, MOST_SHOWN)}&session=${encodeURIComponent(event.session)}` +
      `&until=${event.at}`;
    get<Activity>(asked).then(
      ({ events }) => setCalls(events.filter(({ at }) => at >= event.since)),
      () => setCalls([]),
    );
  }, [event.at, event.since, event.session]);
  return (
    <ul class="calls">
      {calls.map((each) =>
        each.type === "verdict" ? (
          <li key={each.verdict.id}>
            <When at={each.at} clock /> <code>{callText(each.verdict.call)}</code>
          </li>
        ) : null,
      )}
    </ul>
  );
}

function SessionDetail({ event, sessions }: { readonly event: Extract<Happened, { type: "session" }>; readonly sessions: Sessions }) {
  const words = useTexts(activityWords);
  const about = sessions[event.session];
  return (
    <>
      <p class="strong">{about?.title == null ? words.untitled : visible(about.title)}</p>
      <dl class="facts">
        <dt>{words.hostLabel}</dt>
        <dd>
          {hostOf(about?.host ?? event.host).name}
          {about?.cwd ? ", " : ""}
          {about?.cwd ? <Path path={about.cwd} /> : null}
        </dd>
      </dl>
      <div class="ways">
        <Way
          icon="sessions"
          name={words.turn}
          gist={about?.title == null ? "" : oneLine(about.title)}
          hint="t"
          to={`#/sessions/${encodeURIComponent(about?.id ?? event.session)}`}
        />
      </div>
    </>
  );
}
