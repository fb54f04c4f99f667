// What a search finds in documents and sessions: the page's own kind first.

import { useResource } from "../live.ts";
import type { Hit, SessionSummary } from "../types.ts";
import { hitsWords } from "../words/hits.ts";
import { useSaid, useTexts } from "./context.ts";
import { hrefOf, plainText, sessionOf, TITLES, titleOf } from "./hitPlaces.ts";
import { Marked } from "./Marked.tsx";
import { Empty, Loaded } from "./notes.tsx";
import { documentName } from "./paths.ts";
import { useSettled } from "./useSettled.ts";
import { visible } from "./visible.ts";
import { localDay, When } from "./When.tsx";

const CALM_MS = 200;

type Kind = "documents" | "sessions";

export function Hits({ query, first }: { readonly query: string; readonly first: Kind }) {
  const words = useTexts(hitsWords);
  const hits = useResource<Hit[]>(`/api/recall?k=20&q=${encodeURIComponent(useSettled(query, CALM_MS))}`);
  const { reading } = useSaid();
  // Such as: a word is nowhere, and another one was searched for.
  const notices = decodeURIComponent(hits.header("X-Notices") ?? "").split("\n");
  const kinds: readonly Kind[] = first === "documents" ? ["documents", "sessions"] : ["sessions", "documents"];
  return (
    <Loaded from={hits}>
      {(found) =>
        found.length === 0 ? (
          <Empty title={words.nothingFound} icon="search">
            {words.nothingFoundText}
          </Empty>
        ) : (
          <>
            <p class="skip" role="status">
              {words.found(found.length)}
            </p>
            {notices.map((notice) => (notice === "" ? null : <p class="second hits-notice">{reading(notice)}</p>))}
            {kinds.map((kind) => (
              <HitGroup
                key={kind}
                name={words[kind]}
                hits={found.filter((hit) => (sessionOf(hit) === undefined) === (kind === "documents"))}
              />
            ))}
          </>
        )
      }
    </Loaded>
  );
}

function HitGroup({ name, hits }: { readonly name: string; readonly hits: readonly Hit[] }) {
  const words = useTexts(hitsWords);
  const sessions = useResource<SessionSummary[]>(TITLES).value ?? [];
  const today = localDay(new Date());
  if (hits.length === 0) return null;
  return (
    <>
      <h2 class="group-label">
        {name} {hits.length}
      </h2>
      {hits.map((hit, at) => (
        <a key={at} class="document hit" href={hrefOf(hit)}>
          <span class="hit-text">
            <Marked text={visible(plainText(hit.text))} words={hit.matched} />
          </span>
          <span class="hit-place label quiet">
            <span class="cut">{placeOf(hit, sessions)}</span>
            {hit.day === undefined ? null : hit.day === today ? words.today : <When at={hit.day} />}
          </span>
        </a>
      ))}
    </>
  );
}

function placeOf(hit: Hit, sessions: readonly SessionSummary[]): string {
  if (sessionOf(hit) !== undefined) return visible(titleOf(hit, sessions));
  return [documentName(hit.document), visible(hit.heading)].filter((part) => part !== "").join(", ");
}
