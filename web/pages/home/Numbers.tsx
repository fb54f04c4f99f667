// Three numbers of the chosen time: what was learned, stopped, spent; each with fourteen days and its three newest.

import type { ComponentChildren } from "preact";
import { useResource } from "../../live.ts";
import type { Activity, ActivityDays, CostsReport } from "../../types.ts";
import { useTexts } from "../../ui/context.ts";
import { readable } from "../../ui/hitPlaces.ts";
import { hostOf, Icon } from "../../ui/icons.tsx";
import { VerdictBadge } from "../../ui/marks.tsx";
import { Skeleton } from "../../ui/notes.tsx";
import { callText, Coded } from "../../ui/parts.tsx";
import { homeWords } from "../../words/home.ts";
import { documentName } from "../../ui/paths.ts";
import { daysAgo, localDay, When } from "../../ui/When.tsx";
import { oneLine } from "../inbox/gist.ts";

const LIVE = ["verdict", "documents", "sessions"];

/** `isTime`: what comes before them is shown. */
interface Chosen {
  readonly days: number;
  readonly isTime: boolean;
}

export function Numbers({ days, isTime }: Chosen) {
  const counts = useResource<ActivityDays>(isTime ? `/api/activity/days?days=${Math.max(14, days)}` : null, LIVE);
  return (
    <div class="numbers">
      <Learned days={days} isTime={isTime} counts={counts.value} />
      <Stopped days={days} isTime={isTime} counts={counts.value} />
      <Spent days={days} isTime={isTime} />
    </div>
  );
}

interface NumberProps {
  readonly title: string;
  readonly number: string | null;
  readonly unit: string;
  readonly side?: ComponentChildren;
  readonly bars: readonly number[];
  readonly children: ComponentChildren;
  readonly link: readonly [href: string, name: string];
}

function NumberCard({ title, number, unit, side, bars, children, link }: NumberProps) {
  const text = useTexts(homeWords);
  return (
    <section class="card number-card">
      <div class="card-head">
        <h2>{title}</h2>
        <span class="end quiet spark-label">{text.days14}</span>
        <Spark bars={bars} />
      </div>
      {number === null ? (
        <Skeleton />
      ) : (
        <div class="card-body">
          <p class="number-line">
            <a class="home-number" href={link[0]}>
              {number}
            </a>{" "}
            <span class="quiet">{unit}</span>
            {side === undefined ? null : <span class="end quiet aside">{side}</span>}
          </p>
          <ul class="newest">{children}</ul>
          <a href={link[0]}>{link[1]}</a>
        </div>
      )}
    </section>
  );
}

/** What is older than the number above it counts says how old it is. */
function Newest({ at, days, children }: { readonly at: string; readonly days: number; readonly children: ComponentChildren }) {
  return (
    <li>
      <span class="cut">{children}</span>
      {localDay(new Date(at)) >= localDay(daysAgo(days - 1)) ? null : (
        <span class="quiet label">
          <When at={at} ago />
        </span>
      )}
    </li>
  );
}

const [BAR, GAP, TALL] = [6, 2, 22] as const;

/** Grey days, today in accent. */
function Spark({ bars }: { readonly bars: readonly number[] }) {
  // Dollars are often less than one.
  const most = Math.max(...bars) || 1;
  const wide = bars.length * (BAR + GAP);
  return (
    <svg class="spark" viewBox={`0 0 ${Math.max(1, wide)} ${TALL}`} width={wide} height={TALL} aria-hidden="true">
      {bars.map((count, at) => {
        const height = Math.max(1, Math.round((count / most) * TALL));
        const isToday = at === bars.length - 1;
        return <rect key={at} x={at * (BAR + GAP)} y={TALL - height} width={BAR} height={height} class={isToday ? "today" : ""} />;
      })}
    </svg>
  );
}

interface Counted extends Chosen {
  readonly counts: ActivityDays | undefined;
}

type Day = ActivityDays["days"][number];

const sumOf = (counts: ActivityDays | undefined, days: number, of: (day: Day) => number): number =>
  (counts?.days ?? []).slice(-days).reduce((sum, day) => sum + of(day), 0);

const STOPS = ["deny", "ask", "rewrite"] as const;
const stopsOf = ({ deny, ask, rewrite }: Day): number => deny + ask + rewrite;

function Learned({ days, isTime, counts }: Counted) {
  const text = useTexts(homeWords);
  const newest = useResource<Activity>(isTime ? "/api/activity?kinds=write&limit=3" : null, LIVE);
  const count = sumOf(counts, days, ({ write }) => write);
  const rows = (newest.value?.events ?? []).flatMap((event) => (event.type === "write" ? [event] : []));
  return (
    <NumberCard
      title={text.learned}
      number={counts === undefined ? null : String(count)}
      unit={text.changes(count)}
      bars={(counts?.days ?? []).slice(-14).map(({ write }) => write)}
      link={["#/activity?kinds=write", text.allWrites]}
    >
      {rows.length === 0 ? <li class="quiet">{text.noWrites}</li> : null}
      {rows.map(({ at, change, document, inserted, removed }) => (
        <Newest key={change.id} at={at} days={days}>
          <span class="quiet">{documentName(document)}</span>{" "}
          {inserted.trim() === "" ? <s>{bare(removed)}</s> : <Coded text={bare(inserted)} />}
        </Newest>
      ))}
    </NumberCard>
  );
}

/** Without the heading of a new section and the mark of a list. */
function bare(inserted: string): string {
  const lines = inserted.split("\n").filter((line) => line.trim() !== "");
  const said = lines.filter((line) => !/^#{1,6} /.test(line));
  return oneLine(readable((said.length === 0 ? lines : said).join(" "))).replace(/^(?:[-*+]|#{1,6}) /, "");
}

function Stopped({ days, isTime, counts }: Counted) {
  const text = useTexts(homeWords);
  const newest = useResource<Activity>(isTime ? "/api/activity?kinds=deny,ask,rewrite&limit=3" : null, LIVE);
  const of = (kind: "deny" | "ask" | "rewrite" | "allow") => sumOf(counts, days, (day) => day[kind]);
  const stopped = sumOf(counts, days, stopsOf);
  const rows = (newest.value?.events ?? []).flatMap((event) => (event.type === "verdict" ? [event] : []));
  return (
    <NumberCard
      title={text.stopped}
      number={counts === undefined ? null : String(stopped)}
      unit={text.ofCalls(stopped + of("allow"))}
      side={
        <>
          <span class="unseen">{text.counts(of("deny"), of("ask"), of("rewrite"))}</span>
          {STOPS.map((kind) => (
            <span key={kind} class={`is-${kind}`} aria-hidden="true">
              <Icon name={kind} /> {of(kind)}
            </span>
          ))}
        </>
      }
      bars={(counts?.days ?? []).slice(-14).map(stopsOf)}
      link={["#/activity?kinds=deny,ask,rewrite", text.allVerdicts]}
    >
      {rows.length === 0 ? <li class="quiet">{text.noStops}</li> : null}
      {rows.map(({ at, verdict: { id, verdict, call } }) => (
        <Newest key={id} at={at} days={days}>
          <VerdictBadge verdict={verdict} bare /> <code>{oneLine(callText(call))}</code>
        </Newest>
      ))}
    </NumberCard>
  );
}

const dollars = (cost: number) => `$${cost.toFixed(cost > 0 && cost < 0.1 ? 3 : 2)}`;

function Spent({ days, isTime }: Chosen) {
  const text = useTexts(homeWords);
  const costs = useResource<CostsReport>(isTime ? `/api/costs?days=${days}` : null, ["sessions"]).value;
  const fortnight = useResource<CostsReport>(isTime ? "/api/costs?days=14" : null, ["sessions"]).value;
  const used = costs === undefined ? 0 : costs.total.inputTokens + costs.total.outputTokens;
  const hasNoPrice = costs !== undefined && costs.total.cost === null && used > 0;
  return (
    <NumberCard
      title={text.spent}
      number={costs === undefined ? null : hasNoPrice ? "–" : dollars(costs.total.cost ?? 0)}
      unit={hasNoPrice ? text.noPrice : ""}
      side={text.tokens(used.toLocaleString("en"))}
      bars={lastDays(fortnight)}
      link={["#/costs", text.costs]}
    >
      {costs === undefined || used === 0 ? <li class="quiet">{text.noCosts}</li> : <SpentRows costs={costs} />}
    </NumberCard>
  );
}

function SpentRows({ costs: { hosts, total } }: { readonly costs: CostsReport }) {
  const text = useTexts(homeWords);
  return (
    <>
      {hosts
        .filter(({ cost }) => cost !== 0)
        .slice(0, 2)
        .map(({ host, cost }) => (
          <li key={host} class="spread">
            <span>
              <Icon name={hostOf(host).icon} /> {hostOf(host).name}
            </span>
            <span>{cost === null ? text.noPrice : dollars(cost)}</span>
          </li>
        ))}
      {total.inputTokens === 0 ? null : (
        <li class="spread">
          <span class="quiet">{text.cacheHits}</span>
          <span>{Math.round((total.cacheReadTokens / total.inputTokens) * 100)} %</span>
        </li>
      )}
    </>
  );
}

/** Days without a session are zero. */
function lastDays(report: CostsReport | undefined): readonly number[] {
  if (report === undefined) return [];
  const through = new Date(`${report.through}T00:00:00Z`).getTime();
  const known = new Map(report.days.map(({ day, cost }) => [day, cost ?? 0]));
  return Array.from({ length: 14 }, (_, at) => known.get(new Date(through - (13 - at) * 86_400_000).toISOString().slice(0, 10)) ?? 0);
}
