// Activity: what happened, by day: verdicts, writes, sessions. Filters are in the address.

import { useEffect, useRef, useState } from "preact/hooks";
import type { ActivityDays } from "../../src/activity/days.ts";
import type { ActivityKind } from "../../src/activity/events.ts";
import type { SizedTrash } from "../../src/calls/trash.ts";
import { useLink, useResource } from "../live.ts";
import { queryOf } from "../shell/places.ts";
import { TopBar } from "../shell/TopBar.tsx";
import type { Approval } from "../types.ts";
import { Button, Filter, SearchField } from "../ui/controls.tsx";
import { useApp, useTexts, useWords } from "../ui/context.ts";
import { hostOf, Icon, type IconName } from "../ui/icons.tsx";
import { type KeyAct, useKeys } from "../ui/keys.ts";
import { Empty, Loaded, Skeleton, Trouble } from "../ui/notes.tsx";
import { saveAs } from "../ui/saveAs.ts";
import { daysAgo, localDay } from "../ui/When.tsx";
import { activityWords } from "../words/activity.ts";
import { DayChart, dayName, type Span } from "./activity/DayChart.tsx";
import { Detail, tryAddress } from "./activity/Detail.tsx";
import { Row, ruleAddress } from "./activity/Row.tsx";
import { type Happened, keyOf, type Timeline, useTimeline } from "./activity/timeline.ts";
import { TrashPane } from "./activity/Trash.tsx";

const KINDS: readonly ActivityKind[] = ["deny", "ask", "rewrite", "allow", "write", "session"];
const OTHERS = KINDS.filter((kind) => kind !== "allow");
const ICONS: Readonly<Record<ActivityKind, IconName>> = {
  deny: "deny",
  ask: "ask",
  rewrite: "rewrite",
  allow: "allow",
  write: "write",
  session: "sessions",
};

const DAYS: Readonly<Record<Span, number>> = { "14": 14, year: 365 };

/** A change of the address without a step in the browser's history. */
function setQuery(changes: Readonly<Record<string, string | null>>): void {
  const query = queryOf(location.hash);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") query.delete(name);
    else query.set(name, value);
  }
  location.replace(`#/activity${query.size === 0 ? "" : `?${query.toString()}`}`);
}

/** What the daemon is asked, from the address. */
function askedOf(query: URLSearchParams): string {
  const asked = ["kinds", "host", "folder", "q", "fold"].flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [`&${name}=${encodeURIComponent(value)}`];
  });
  const day = query.get("day");
  return `${asked.join("")}${day === null ? "" : `&until=${new Date(`${day}T23:59:59.999`).toISOString()}`}`;
}

export function ActivityPage(_: { readonly rest: readonly string[] }) {
  const words = useTexts(activityWords);
  const all = useWords();
  const query = queryOf(location.hash);
  const pane = useRef<HTMLDivElement>(null);
  const timeline = useTimeline(askedOf(query), () => (pane.current?.scrollTop ?? 0) < 40);
  const span: Span = query.get("span") === "year" ? "year" : "14";
  const days = useResource<ActivityDays>(`/api/activity/days?days=${DAYS[span]}${filterOf(query)}`);
  const trash = useResource<readonly SizedTrash[]>("/api/trash");
  const [chosen, setChosen] = useState<string | null>(null);
  const [showsTrash, setShowsTrash] = useState(false);
  const events = timeline.events ?? [];
  useCounts(events[0]?.at, () => {
    days.reload();
    trash.reload();
  });
  const choose = (key: string | null) => {
    setShowsTrash(false);
    setChosen(key);
  };
  const at = events.findIndex((event) => keyOf(event) === chosen);
  const event = events[at];
  const step = (by: number) => {
    const next = events[Math.max(0, Math.min(events.length - 1, at + by))];
    if (next !== undefined) choose(keyOf(next));
  };
  useKeys([
    { key: "j", name: words.keyMove, run: () => step(1) },
    { key: "k", run: () => step(-1) },
    { key: "Escape", name: words.keyClose, run: () => choose(null) },
    ...waysFrom(event, timeline.sessions, words),
  ]);
  useEffect(() => {
    pane.current?.querySelector(".happened.selected")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <>
      <TopBar title={all.activity} context={<LiveMark />}>
        <Choices query={query} days={days.value} />
        <span class="wide-only">
          <Button
            small
            icon="download"
            disabled={events.length === 0}
            onClick={() => saveAs("activity.json", "application/json", JSON.stringify(events, null, 2))}
          >
            {words.export}
          </Button>
        </span>
        <Button small icon="trash" aria-pressed={showsTrash} onClick={() => setShowsTrash(!showsTrash)}>
          {words.trash} {(trash.value ?? []).length === 0 ? null : <b>{trash.value?.length}</b>}
        </Button>
      </TopBar>
      <div class="panes activity">
        <div class="main-pane">
          <Filters query={query} days={days.value} />
          <div class="pane" ref={pane} tabIndex={0} aria-label={all.activity}>
            <Fresh timeline={timeline} toTop={() => pane.current?.scrollTo({ top: 0 })} />
            <Loaded from={days}>
              {(value) => (
                <DayChart
                  days={value.days}
                  span={span}
                  widen={(next) => setQuery({ span: next === "year" ? next : null, day: null })}
                  chosen={query.get("day")}
                  choose={(day) => setQuery({ day: day === query.get("day") ? null : day })}
                />
              )}
            </Loaded>
            <Days
              timeline={timeline}
              days={days.value}
              chosen={chosen}
              choose={choose}
              isFiltered={[...query.keys()].some((name) => name !== "span")}
            />
          </div>
        </div>
        {showsTrash ? (
          <TrashPane from={trash} close={() => setShowsTrash(false)} />
        ) : event === undefined ? null : (
          <Detail
            event={event}
            sessions={timeline.sessions}
            next={events.slice(0, at).findLast((each) => each.session === event.session)}
            close={() => setChosen(null)}
          />
        )}
      </div>
    </>
  );
}

const filterOf = (query: URLSearchParams): string =>
  ["host", "folder"].map((name) => (query.has(name) ? `&${name}=${encodeURIComponent(query.get(name) ?? "")}` : "")).join("");

/** The timeline looks once for many calls; what is counted beside it follows the timeline, and not a change of its filters. */
function useCounts(newest: string | undefined, count: () => void): void {
  const counted = useRef<string>(undefined);
  useEffect(() => {
    if (newest === undefined || (counted.current !== undefined && newest <= counted.current)) return;
    const isFirst = counted.current === undefined;
    counted.current = newest;
    if (!isFirst) count();
  }, [newest]);
}

/** From an event to its rule, its session, and a try of the same call. */
function waysFrom(
  event: Happened | undefined,
  sessions: Timeline["sessions"],
  words: { readonly keyRule: string; readonly keyTurn: string; readonly keyTry: string },
): readonly KeyAct[] {
  if (event === undefined) return [];
  const to = (key: string, name: string, href: string | undefined): KeyAct[] =>
    href === undefined ? [] : [{ key, name, run: () => void (location.hash = href) }];
  const verdict = event.type === "verdict" ? event.verdict : undefined;
  const rule = verdict?.rules.find(({ line }) => line > 0);
  const session = sessions[event.session];
  return [
    ...to("r", words.keyRule, rule && ruleAddress(rule)),
    ...to("t", words.keyTurn, session && `#/sessions/${encodeURIComponent(session.id)}`),
    ...to("y", words.keyTry, verdict && tryAddress(verdict.call)),
  ];
}

function LiveMark() {
  const words = useTexts(activityWords);
  if (useLink() !== "connected") return null;
  return (
    <span class="live is-allow">
      <Icon name="activity" /> {words.live}
    </span>
  );
}

function Choices({ query, days }: { readonly query: URLSearchParams; readonly days: ActivityDays | undefined }) {
  const words = useTexts(activityWords);
  const hosts = (days?.hosts ?? []).map((id) => [id, hostOf(id).name] as const);
  const folders = (days?.folders ?? []).map((path) => [path, path.replace(/^.*\//, "")] as const);
  return (
    <>
      <Choose label={words.host} name="host" all={words.allHosts} choices={hosts} query={query} />
      <Choose label={words.project} name="folder" all={words.allFolders} choices={folders} query={query} />
    </>
  );
}

/** Rows that came while somebody looks further down. */
function Fresh({ timeline, toTop }: { readonly timeline: Timeline; toTop(): void }) {
  const words = useTexts(activityWords);
  if (timeline.fresh === 0) return null;
  return (
    <div class="fresh">
      <Button kind="primary" small onClick={() => (timeline.showFresh(), toTop())}>
        {words.fresh(timeline.fresh)}
      </Button>
    </div>
  );
}

function Choose({
  label,
  name,
  all,
  choices,
  query,
}: {
  readonly label: string;
  readonly name: string;
  readonly all: string;
  readonly choices: readonly (readonly [string, string])[];
  readonly query: URLSearchParams;
}) {
  const now = query.get(name) ?? "";
  const known = now === "" || choices.some(([value]) => value === now) ? choices : [...choices, [now, now.replace(/^.*\//, "")] as const];
  return (
    <select
      class="small wide-only"
      aria-label={label}
      value={now}
      onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value })}
    >
      <option value="">{all}</option>
      {known.map(([value, text]) => (
        <option key={value} value={value} title={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

function Filters({ query, days }: { readonly query: URLSearchParams; readonly days: ActivityDays | undefined }) {
  const words = useTexts(activityWords);
  const { verdicts } = useWords();
  const names: Readonly<Record<ActivityKind, string>> = { ...verdicts, write: words.writes, session: words.sessions };
  const chosen = query.get("kinds")?.split(",") as ActivityKind[] | undefined;
  // Allowed calls are folded into runs until somebody asks for each.
  const on = new Set((chosen ?? KINDS).filter((kind) => kind !== "allow" || query.get("fold") === "0"));
  const day = days?.days.find((each) => each.day === query.get("day")) ?? days?.days.at(-1);
  const toggle = (kind: ActivityKind) => {
    const next = KINDS.filter((each) => (each === kind ? !on.has(each) : on.has(each)));
    const isAll = OTHERS.every((each) => next.includes(each)) || next.length === 0;
    setQuery({ kinds: isAll ? null : next.join(","), fold: next.includes("allow") ? "0" : null });
  };
  return (
    <div class="pane-head filters" role="group" aria-label={words.filters}>
      <SearchField label={words.search} value={query.get("q") ?? ""} done={(q) => setQuery({ q })} />
      {KINDS.map((kind) => (
        <Filter key={kind} on={on.has(kind)} toggle={() => toggle(kind)} icon={ICONS[kind]} name={names[kind]} count={day?.[kind]} />
      ))}
    </div>
  );
}

function Days({
  timeline,
  days,
  chosen,
  choose,
  isFiltered,
}: {
  readonly timeline: Timeline;
  readonly days: ActivityDays | undefined;
  readonly chosen: string | null;
  choose(key: string | null): void;
  readonly isFiltered: boolean;
}) {
  const words = useTexts(activityWords);
  const { language } = useApp();
  const { events, error, hasMore, older, reload, sessions } = timeline;
  const approvals = useResource<readonly Approval[]>("/api/approvals", ["approvals"]).value ?? [];
  if (events === undefined) return error === undefined ? <Skeleton /> : <Trouble error={error} retry={reload} />;
  if (events.length === 0 && !hasMore)
    return isFiltered ? (
      <Empty
        title={words.noneTitle}
        icon="filter"
        acts={
          <Button small onClick={() => location.replace("#/activity")}>
            {words.showAll}
          </Button>
        }
      >
        {words.noneText}
      </Empty>
    ) : (
      <Empty title={words.emptyTitle} icon="activity">
        {words.emptyText}
      </Empty>
    );
  const groups = Map.groupBy(events, ({ at }) => localDay(new Date(at)));
  const waits = new Set(approvals.filter(({ kind }) => kind === "turn").map(({ hash, session }) => `${session} ${hash}`));
  return (
    <>
      {[...groups].map(([day, own]) => {
        const counts = days?.days.find((each) => each.day === day);
        return (
          <section key={day}>
            <h2 class="day-head">
              {dayLabel(day, words, language)}
              {counts === undefined ? null : (
                <span class="second">
                  {words.day({
                    calls: counts.allow + counts.deny + counts.ask + counts.rewrite,
                    stopped: counts.deny + counts.ask,
                    rewritten: counts.rewrite,
                    writes: counts.write,
                    sessions: counts.session,
                  })}
                </span>
              )}
            </h2>
            <ul class="timeline">
              {own.map((event, at) => (
                <Row
                  key={keyOf(event)}
                  event={event}
                  sessions={sessions}
                  selected={keyOf(event) === chosen}
                  waiting={
                    event.type === "verdict" && event.verdict.verdict === "ask" && waits.has(`${event.session} ${event.verdict.hash}`)
                  }
                  joinsAbove={isSame(own[at - 1], event)}
                  joinsBelow={isSame(own[at + 1], event)}
                  choose={() => choose(keyOf(event) === chosen ? null : keyOf(event))}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {hasMore ? <Older older={older} name={words.older} /> : null}
    </>
  );
}

const isSame = (one: Happened | undefined, other: Happened): boolean =>
  one !== undefined && one.session !== "" && one.session === other.session;

/** Coming into sight is enough. */
function Older({ older, name }: { older(): void; readonly name: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watcher = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && older());
    if (box.current !== null) watcher.observe(box.current);
    return () => watcher.disconnect();
  }, [older]);
  return (
    <div ref={box} class="older">
      <Button small onClick={older}>
        {name}
      </Button>
    </div>
  );
}

function dayLabel(day: string, words: { readonly today: string; readonly yesterday: string }, language: "en" | "zh"): string {
  if (day === localDay(new Date())) return words.today;
  if (day === localDay(daysAgo(1))) return words.yesterday;
  return dayName(day, language);
}
