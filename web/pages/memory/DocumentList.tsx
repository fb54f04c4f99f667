// The documents with their limits, and what a search finds in them.

import { useState } from "preact/hooks";
import type { DocumentSummary } from "../../types.ts";
import { useTexts } from "../../ui/context.ts";
import { Button, SearchField } from "../../ui/controls.tsx";
import { Hits } from "../../ui/Hits.tsx";
import { Icon } from "../../ui/icons.tsx";
import { documentName } from "../../ui/paths.ts";
import { memoryWords } from "../../words/memory.ts";

/** So many days are listed; the rest is unfolded. */
const DAYS = 7;

/** A day's log, also an archived one. */
const isDay = ({ key, role }: DocumentSummary): boolean => role === "daily" || /(?:^|\/)daily\/archive\//.test(key);
const dayOf = ({ key }: DocumentSummary): string => key.slice(key.lastIndexOf("/") + 1);

export function DocumentList({ documents, current }: { readonly documents: readonly DocumentSummary[]; readonly current: string }) {
  const words = useTexts(memoryWords);
  const [query, setQuery] = useState("");
  const isMine = ({ key }: DocumentSummary) => !key.startsWith("./");
  return (
    <nav class="list-pane documents" aria-label={words.list}>
      <div class="list-search">
        <SearchField label={words.search} value={query} typed={setQuery} />
      </div>
      <div class="list-scroll">
        {query.trim() !== "" ? (
          <Hits query={query.trim()} first="documents" />
        ) : (
          <>
            <Group name={words.yours} documents={documents.filter(isMine)} current={current} />
            <Group name={words.project} documents={documents.filter((each) => !isMine(each))} current={current} />
            <h2 class="group-label">{words.asSeen}</h2>
            <a
              class={`document ${current === "injected" ? "selected" : ""}`}
              href="#/memory/injected"
              aria-current={current === "injected" ? "true" : undefined}
            >
              <span class="document-name">{words.injected}</span>
              <span class="second">{words.injectedText}</span>
            </a>
          </>
        )}
      </div>
    </nav>
  );
}

function Group({
  name,
  documents,
  current,
}: {
  readonly name: string;
  readonly documents: readonly DocumentSummary[];
  readonly current: string;
}) {
  const words = useTexts(memoryWords);
  const [isWhole, setWhole] = useState(false);
  if (documents.length === 0) return null;
  const days = documents.filter(isDay).toSorted((one, other) => dayOf(other).localeCompare(dayOf(one)));
  const shown = isWhole ? days : days.filter(({ id }, at) => at < DAYS || id === current);
  return (
    <>
      <h2 class="group-label">{name}</h2>
      {[...documents.filter((each) => !isDay(each)), ...shown].map((each) => (
        <a
          key={each.id}
          class={`document ${each.id === current ? "selected" : ""}`}
          href={`#/memory/${each.id}`}
          aria-current={each.id === current ? "true" : undefined}
        >
          <span class="document-name">
            <span class="cut">{isDay(each) ? dayOf(each).replace(/\.md$/, "") : documentName(each.key)}</span>
            <Share chars={each.chars} budget={each.budget} />
          </span>
          {each.problem === undefined ? (
            <span class="second">
              {isDay(each) ? words.roles["daily"] : each.role === null ? "" : (words.roles[each.role] ?? each.role)}
            </span>
          ) : (
            <span class="second is-deny">{each.problem.message}</span>
          )}
          {each.budget === null ? null : (
            <span
              class={`budget-line ${each.chars >= each.budget * 0.9 ? "near" : ""} ${each.chars > each.budget ? "over" : ""}`}
              aria-hidden="true"
            >
              <i ref={(element) => element?.style.setProperty("width", `${Math.min(100, (100 * each.chars) / (each.budget ?? 1))}%`)} />
            </span>
          )}
        </a>
      ))}
      {shown.length === days.length ? null : (
        <Button small kind="ghost" class="earlier-days" onClick={() => setWhole(true)}>
          {words.earlierDays(days.length - shown.length)}
        </Button>
      )}
    </>
  );
}

function Share({ chars, budget }: { readonly chars: number; readonly budget: number | null }) {
  if (budget === null) return <span class="end quiet">{chars.toLocaleString("en")}</span>;
  const percent = Math.round((100 * chars) / budget);
  return percent < 90 ? (
    <span class="end quiet">{percent} %</span>
  ) : (
    <span class={`end ${percent > 100 ? "is-deny" : "is-ask"}`}>
      <Icon name="alert" /> {percent} %
    </span>
  );
}
