// Home: what needs you, what was learned, stopped and spent, what runs now, what is worth a look.

import { useEffect, useState } from "preact/hooks";
import { useResource } from "../live.ts";
import { TopBar } from "../shell/TopBar.tsx";
import { go } from "../shell/places.ts";
import type { DocumentSummary, HostState, RunningSession, SessionSummary, TranscriptsFound } from "../types.ts";
import { Button, Keys, Segmented } from "../ui/controls.tsx";
import { useApp, useTexts, useSaid } from "../ui/context.ts";
import { hostOf, HostMark, Icon, type IconName } from "../ui/icons.tsx";
import { useKeys } from "../ui/keys.ts";
import { Badge, Tile } from "../ui/marks.tsx";
import { Skeleton, Trouble } from "../ui/notes.tsx";
import { callText, Coded } from "../ui/parts.tsx";
import { daysAgo, localDay, longDay, sinceWords, useNow, When } from "../ui/When.tsx";
import { costsWords } from "../words/costs.ts";
import { homeWords } from "../words/home.ts";
import { inboxWords } from "../words/inbox.ts";
import { baseName, oneLine, shortName } from "./inbox/gist.ts";
import { type Item, useItems } from "./inbox/items.ts";
import { dayText } from "./costs/DayBars.tsx";
import { type Need, needsOf } from "./home/needs.ts";
import { Numbers } from "./home/Numbers.tsx";
import { isSkipped, SetupPage } from "./home/Setup.tsx";

const RANGES = { today: 1, week: 7, month: 30 } as const;
type Range = keyof typeof RANGES;

export function HomePage({ rest }: { readonly rest: readonly string[] }) {
  return rest[0] === "setup" ? <SetupPage /> : <Today />;
}

/** A mind that nobody has used yet begins with the setup. */
function useFirstRun(sessions: readonly SessionSummary[] | undefined): void {
  const hosts = useResource<HostState[]>("/api/hosts");
  useEffect(() => {
    if (isSkipped() || hosts.value === undefined || sessions === undefined || hosts.value.length === 0) return;
    if (sessions.length === 0 && !hosts.value.some(({ connected }) => connected)) location.replace("#/home/setup");
  }, [hosts.value, sessions]);
}

function Today() {
  const text = useTexts(homeWords);
  const { language } = useApp();
  const [range, setRange] = useState<Range>("today");
  const { items, sessions, error, reload } = useItems();
  useFirstRun(sessions);
  // What needs you comes first: nothing else is asked for before it is there.
  const isTime = items !== undefined || error !== undefined;
  const first = localDay(daysAgo(RANGES[range] - 1));
  const date = range === "today" ? longDay(new Date(), language) : costsWords[language].period(dayText(first, language));
  return (
    <>
      <TopBar title={text.ranges[range]} context={date}>
        <span class="wide-only">
          <Segmented
            label={text.range}
            choices={(Object.keys(RANGES) as Range[]).map((each) => [each, text.ranges[each]] as const)}
            chosen={range}
            choose={(each) => setRange(each)}
          />
        </span>
        <span class="wide-only">
          <Button icon="chat" hint="c" onClick={() => go("chat/new")}>
            {text.newChat}
          </Button>
        </span>
      </TopBar>
      <div class="pane">
        <div class="home">
          {error === undefined ? <Needs items={items} /> : <Trouble error={error} retry={reload} />}
          <Numbers days={RANGES[range]} isTime={isTime} />
          <div class="home-below">
            <Running items={items ?? []} isTime={isTime} />
            <Worth isTime={isTime} />
          </div>
        </div>
      </div>
    </>
  );
}

function Needs({ items }: { readonly items: readonly Item[] | undefined }) {
  const text = useTexts(homeWords);
  const inbox = useTexts(inboxWords);
  const needs = needsOf(items ?? [], text, inbox, useSaid());
  useKeys([{ key: "Enter", name: needs[0]?.title, run: () => needs[0] !== undefined && go(`inbox/${encodeURIComponent(needs[0].id)}`) }]);
  return (
    <section class="card needs">
      <div class="card-head">
        <h2>{text.needs}</h2>
        {items === undefined ? null : <span class="quiet">{items.length}</span>}
        <a href="#/inbox" class="end">
          {text.openInbox}
        </a>
        <Keys of="g i" />
      </div>
      {items === undefined ? (
        <Skeleton />
      ) : needs.length === 0 ? (
        <div class="card-body">
          <p class="strong">{text.nothing}</p>
          <p class="second">{text.nothingHint}</p>
        </div>
      ) : (
        <ul class="rows">
          {needs.map((need, at) => (
            <NeedRow key={need.id} need={need} isFirst={at === 0} />
          ))}
        </ul>
      )}
    </section>
  );
}

function NeedRow({ need, isFirst }: { readonly need: Need; readonly isFirst: boolean }) {
  const text = useTexts(homeWords);
  const isWaiting = need.kind === "question";
  const href = `inbox/${encodeURIComponent(need.id)}`;
  return (
    <li class={`need ${isWaiting ? "waiting-row" : ""}`}>
      <Tile icon={need.icon} tone={isWaiting ? "ask" : need.kind === "reading" ? "confirm" : undefined} />
      <div class="row-text">
        <a class="row-title" href={`#/${href}`}>
          {need.code === undefined ? (
            need.title
          ) : (
            <>
              {need.title.slice(0, -need.code.length)}
              <code>{need.code}</code>
            </>
          )}
        </a>
        <div class="row-second">
          {need.mark === undefined ? null : (
            <span class={`strong is-${need.tone ?? "plain"}`}>
              <Icon name={need.mark.icon} /> {need.mark.text}
            </span>
          )}
          {need.second === "" ? null : (
            <span>
              {need.mark === undefined ? null : <span class="wide-only">· </span>}
              <Coded text={need.second} />
            </span>
          )}
        </div>
      </div>
      <span class="need-side wide-only">
        {isWaiting && need.at !== undefined ? (
          <Waiting since={new Date(need.at).getTime()} />
        ) : (
          <>
            {need.host === undefined ? null : <HostMark id={need.host} />} {need.at === undefined ? null : <When at={need.at} />}
          </>
        )}
      </span>
      <Button small kind={isFirst ? "primary" : "plain"} onClick={() => go(href)} class={isWaiting ? "" : "wide-only"}>
        {text.acts[need.kind]}
      </Button>
    </li>
  );
}

function Waiting({ since }: { readonly since: number }) {
  const text = useTexts(homeWords);
  const { language } = useApp();
  const now = useNow(30_000);
  return (
    <span class="is-ask strong">
      <Icon name="clock" /> {now - since < 60_000 ? text.justAsked : text.waiting(sinceWords(since, now, language))}
    </span>
  );
}

function Running({ items, isTime }: { readonly items: readonly Item[]; readonly isTime: boolean }) {
  const text = useTexts(homeWords);
  const running = useResource<RunningSession[]>(isTime ? "/api/running" : null, ["verdict", "sessions", "approvals"]);
  const waiting = new Set(items.flatMap((item) => (item.kind === "question" ? [item.each.session] : [])));
  return (
    <section class="card">
      <div class="card-head">
        <h2>{text.running}</h2>
        <span class="quiet">{running.value?.length ?? ""}</span>
      </div>
      {running.value === undefined ? (
        <Skeleton />
      ) : running.value.length === 0 ? (
        <p class="card-body second">{text.nothingRuns}</p>
      ) : (
        <ul class="rows">
          {running.value.slice(0, 5).map(({ id, title, host, cwd, createdAt, last }) => (
            <li key={id} class="need">
              <HostMark id={host} bare />
              <div class="row-text">
                <a class="row-title" href={`#/sessions/${id}`}>
                  {oneLine(title ?? text.untitled)}
                </a>
                <div class="row-second">
                  {baseName(cwd)} · <When at={createdAt} />
                </div>
              </div>
              <span class="need-side cut">
                {waiting.has(id) ? (
                  <Badge bare tone="ask" icon="ask">
                    {text.waitingForYou}
                  </Badge>
                ) : (
                  <>
                    <span class="quiet">{text.lastCall}</span> <code>{oneLine(callText(last.call)).slice(0, 60)}</code>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const NEAR = 0.9;

function Worth({ isTime: isAsked }: { readonly isTime: boolean }) {
  const text = useTexts(homeWords);
  // After the numbers above: a large mind reads its documents in a thread that would start beside theirs.
  const first = useResource<unknown>(isAsked ? "/api/activity/days?days=14" : null, ["verdict", "documents", "sessions"]);
  const isTime = first.value !== undefined || first.error !== undefined;
  const documents = useResource<DocumentSummary[]>(isTime ? "/api/documents" : null, ["documents"]);
  const transcripts = useResource<TranscriptsFound[]>(isAsked ? "/api/transcripts" : null);
  const rows: { readonly icon: IconName; readonly said: string; readonly act: string; readonly to: string }[] = [
    ...(transcripts.value ?? [])
      .filter(({ leaving }) => leaving > 0)
      .map(({ host, leaving }) => ({
        icon: "clock" as const,
        said: text.leaving(hostOf(host).name, leaving),
        act: text.import,
        to: "home/setup",
      })),
    ...(documents.value ?? []).flatMap(({ id, key, chars, budget }) =>
      budget === null || chars / budget < NEAR
        ? []
        : [
            {
              icon: "memory" as const,
              said: text.atLimit(shortName(key), Math.round((chars / budget) * 100)),
              act: text.tidy,
              to: `memory/${id}`,
            },
          ],
    ),
  ];
  return (
    <section class="card">
      <div class="card-head">
        <h2>{text.worth}</h2>
      </div>
      {rows.length === 0 && (documents.value === undefined || transcripts.value === undefined) ? (
        <Skeleton />
      ) : rows.length === 0 ? (
        <p class="card-body second">{text.nothingWorth}</p>
      ) : (
        <ul class="rows">
          {rows.map(({ icon, said, act, to }) => (
            <li key={said} class="need">
              <Icon name={icon} />
              <span class="row-text">{said}</span>
              <Button small onClick={() => go(to)}>
                {act}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
