// Costs: tokens and money, by day and program, model and document, from what sessions record.

import { useEffect } from "preact/hooks";
import type { Costs } from "../../src/runtime/models/costs.ts";
import { type Resource, useResource } from "../live.ts";
import { queryOf } from "../shell/places.ts";
import { TopBar } from "../shell/TopBar.tsx";
import type { PromptReceipt } from "../types.ts";
import { Button, Segmented } from "../ui/controls.tsx";
import { useApp, useTexts, useWords } from "../ui/context.ts";
import { HostMark, hostOf } from "../ui/icons.tsx";
import { Empty, Loaded } from "../ui/notes.tsx";
import { sourceName } from "../ui/parts.tsx";
import { saveAs } from "../ui/saveAs.ts";
import { visible } from "../ui/visible.ts";
import { costsWords } from "../words/costs.ts";
import { CacheLine } from "./costs/CacheLine.tsx";
import { DayBars, dayText } from "./costs/DayBars.tsx";
import { countText, money, share } from "./costs/figures.ts";

type Span = "7" | "30" | "all";
/** More days than this are too many bars: months then. */
const MOST_DAYS = 62;
const AGAIN_MS = 400;

export function CostsPage(_: { readonly rest: readonly string[] }) {
  const words = useTexts(costsWords);
  const { language, words: all } = useApp();
  const query = queryOf(location.hash);
  const span = (["7", "30", "all"] as const).find((each) => each === query.get("days")) ?? "30";
  const day = query.get("day");
  const show = (next: { readonly span?: Span; readonly day?: string | null }) =>
    location.replace(`#/costs?days=${next.span ?? span}${next.day == null ? "" : `&day=${next.day}`}`);
  const costs = useResource<Costs>(`/api/costs?${span === "all" ? "all=1" : `days=${span}`}`, ["sessions"]);
  const ofDay = useResource<Costs>(day === null ? null : `/api/costs?day=${day}`);
  useUnread(costs);
  return (
    <>
      <TopBar title={all.costs} context={costs.value === undefined ? undefined : words.period(dayText(costs.value.since, language))}>
        <Segmented
          label={words.span}
          choices={(["7", "30", "all"] as const).map((each) => [each, words.spans[each]] as const)}
          chosen={span}
          choose={(next) => show({ span: next })}
        />
        <span class="wide-only">
          <Button small icon="download" disabled={costs.value === undefined} onClick={() => costs.value && saveCsv(costs.value)}>
            {words.csv}
          </Button>
        </span>
      </TopBar>
      <div class="pane" tabIndex={0} aria-label={all.costs}>
        <Loaded from={costs}>
          {(value) =>
            value.total.answers === 0 ? (
              <>
                <Counting costs={value} />
                <Empty
                  icon="costs"
                  title={words.emptyTitle}
                  acts={
                    <a class="button small" href="#/home/setup">
                      {words.importThem}
                    </a>
                  }
                >
                  {words.emptyText}
                </Empty>
              </>
            ) : (
              <div class="costs">
                <Counting costs={value} />
                <Totals costs={value} />
                <DayBars costs={value} {...barsOf(value)} choose={(next) => show({ day: next === day ? null : next })} />
                <div class="costs-side">
                  <CacheLine costs={value} unit={barsOf(value).unit} />
                  <Documents />
                </div>
                {day === null ? null : (
                  <SessionsOf
                    title={words.sessionsOf(dayText(day, language))}
                    costs={ofDay.value ?? value}
                    all={() => show({ day: null })}
                  />
                )}
                <Models costs={value} />
                {day === null ? <SessionsOf title={words.dearest} costs={value} /> : null}
              </div>
            )
          }
        </Loaded>
      </div>
    </>
  );
}

/** Logs are read in parts: it is asked again until none is left. */
function useUnread({ value, reload }: Resource<Costs>): void {
  useEffect(() => {
    if (value === undefined || value.unread === 0) return undefined;
    const timer = setTimeout(reload, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [value, reload]);
}

/** Every day from the first to the last, or every month. */
function barsOf({ since, through }: Costs): { readonly unit: "day" | "month"; readonly bars: readonly string[] } {
  const days: string[] = [];
  const last = Date.parse(`${through}T12:00:00Z`);
  for (let at = Date.parse(`${since}T12:00:00Z`); at <= last; at += 86_400_000) days.push(new Date(at).toISOString().slice(0, 10));
  if (days.length <= MOST_DAYS) return { unit: "day", bars: days };
  return { unit: "month", bars: [...new Set(days.map((day) => day.slice(0, 7)))] };
}

function Counting({ costs }: { readonly costs: Costs }) {
  const words = useTexts(costsWords);
  return costs.unread === 0 ? null : (
    <p class="second counting" role="status">
      <span class="spinner" /> {words.counting(costs.unread)}
    </p>
  );
}

function Totals({ costs: { total, median, counted } }: { readonly costs: Costs }) {
  const words = useTexts(costsWords);
  return (
    <dl class="card totals">
      <div>
        <dt>{words.spent}</dt>
        <dd class={total.cost === null ? "quiet" : ""}>{total.cost === null ? words.unknown : money(total.cost)}</dd>
        <dd class="second">{total.unpriced > 0 && total.cost !== null ? words.someUnknown(countText(total.unpriced)) : words.atList}</dd>
      </div>
      <div>
        <dt>{words.tokens}</dt>
        <dd>{countText(total.inputTokens + total.outputTokens)}</dd>
        <dd class="second">{words.inOut(countText(total.inputTokens), countText(total.outputTokens))}</dd>
      </div>
      <div>
        <dt>{words.cached}</dt>
        <dd>{share(total.cacheReadTokens, total.inputTokens) ?? words.none}</dd>
        {total.saved > 0 ? <dd class="second">{words.saved(money(total.saved))}</dd> : null}
      </div>
      <div>
        <dt>{words.median}</dt>
        <dd class={median === null ? "quiet" : ""}>{median === null ? words.unknown : money(median)}</dd>
        <dd class="second">{words.sessionsCount(counted)}</dd>
      </div>
    </dl>
  );
}

/** What a session begins with now, by document. Its price depends on the host's cache, so only tokens are told. */
function Documents() {
  const words = useTexts(costsWords);
  const all = useWords();
  const prompt = useResource<{ readonly receipt: PromptReceipt }>("/api/prompt", ["documents"]);
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.documents}</h2>
      </div>
      <div class="card-body">
        <p class="second">{words.documentsText}</p>
        <Loaded from={prompt}>
          {({ receipt }) => {
            // A part without a document is named in brackets.
            const documents = receipt.sources.filter(({ source }) => !source.startsWith("("));
            const sources = documents.toSorted((a, b) => b.tokens - a.tokens).slice(0, 6);
            return (
              <ul class="document-costs">
                {sources.map(({ source, tokens }, at) => (
                  <li key={at}>
                    <span class="cut" title={source}>
                      {sourceName(source, all, 2)}
                    </span>
                    <span>{countText(tokens)}</span>
                    <Bar of={tokens} all={sources[0]?.tokens ?? 1} />
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
      </div>
    </section>
  );
}

function Bar({ of, all }: { readonly of: number; readonly all: number }) {
  return (
    <span class="share-bar" aria-hidden="true">
      <i ref={(element) => element?.style.setProperty("width", `${all === 0 ? 0 : (100 * of) / all}%`)} />
    </span>
  );
}

function SessionsOf({ title, costs, all }: { readonly title: string; readonly costs: Costs; readonly all?: (() => void) | undefined }) {
  const words = useTexts(costsWords);
  return (
    <section class="card costs-wide">
      <div class="card-head">
        <h2>{title}</h2>
        {all === undefined ? null : (
          <span class="end">
            <Button small onClick={all}>
              {words.allDays}
            </Button>
          </span>
        )}
      </div>
      <ul class="session-costs">
        {costs.sessions.slice(0, 8).map((session) => (
          <li key={session.id}>
            <HostMark id={session.host} bare />
            <a class="cut plain" href={`#/sessions/${encodeURIComponent(session.id)}`}>
              {session.title === null ? words.untitled : visible(session.title)}
            </a>
            <span class="quiet">{countText(session.inputTokens + session.outputTokens)}</span>
            <b class={session.cost === null ? "unknown" : ""}>{session.cost === null ? words.unknown : money(session.cost)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Models({ costs }: { readonly costs: Costs }) {
  const words = useTexts(costsWords);
  const {
    language,
    words: { list },
  } = useApp();
  const known = costs.total.cost ?? 0;
  return (
    <section class="card costs-wide">
      <div class="card-head">
        <h2>{words.byModel}</h2>
        <span class="end second">{words.pricesOf(dayText(costs.pricesOf, language))}</span>
      </div>
      <div class="table-box" tabIndex={0}>
        <table class="models">
          <thead>
            <tr>
              <th>{words.model}</th>
              <th>{words.hosts}</th>
              <th class="number">{words.input}</th>
              <th class="number">{words.output}</th>
              <th class="number">{words.fromCache}</th>
              <th class="number">{words.cost}</th>
              <th>{words.share}</th>
            </tr>
          </thead>
          <tbody>
            {costs.models.map((each) => (
              <tr key={each.model}>
                <td>
                  <code>{each.model}</code>
                </td>
                <td>{each.hosts.map((host) => hostOf(host).name).join(list)}</td>
                <td class="number">{countText(each.inputTokens)}</td>
                <td class="number">{countText(each.outputTokens)}</td>
                <td class="number">{share(each.cacheReadTokens, each.inputTokens) ?? words.none}</td>
                <td class="number">{each.cost === null ? <span class="quiet">{words.unknown}</span> : <b>{money(each.cost)}</b>}</td>
                <td>{each.cost === null || known === 0 ? null : <Bar of={each.cost} all={known} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function saveCsv(costs: Costs): void {
  const rows = costs.days.flatMap(({ day, hosts }) =>
    Object.entries(hosts).map(([host, sum]) =>
      [day, host, sum.inputTokens, sum.outputTokens, sum.cacheReadTokens, sum.cost ?? ""]
        .map((cell) => `"${String(cell).replaceAll('"', '""')}"`)
        .join(","),
    ),
  );
  const text = ["day,host,tokens in,tokens out,from cache,dollars", ...rows].join("\n");
  saveAs("costs.csv", "text/csv", text);
}
