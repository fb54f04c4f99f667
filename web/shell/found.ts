// What the palette finds: what needs you, rules, memory, sessions, commands; the best three of each.

import { useMemo } from "preact/hooks";
import { useResource } from "../live.ts";
import type { Approval, DocumentSummary, Hit, PolicyReport, Proposal, SessionSummary } from "../types.ts";
import { type Said, useTexts, useWords, useSaid } from "../ui/context.ts";
import { hrefOf, plainText, sessionOf, TITLES, titleOf } from "../ui/hitPlaces.ts";
import { hostOf, type IconName } from "../ui/icons.tsx";
import { callText } from "../ui/parts.tsx";
import { shortName } from "../pages/inbox/gist.ts";
import { paletteWords } from "../words/palette.ts";
import { isQuestion } from "./counts.ts";
import type { PaletteProps } from "./Palette.tsx";
import { iconOf, PLACES } from "./places.ts";

export interface Found {
  readonly id: string;
  readonly icon: IconName;
  readonly title: string;
  readonly more?: string;
  /** The key that opens it, where that is not Enter. */
  readonly key?: string;
  /** Where it leads, or what it does. */
  readonly href?: string;
  run?(): void;
}

export interface FoundGroup {
  readonly name: string;
  readonly items: readonly Found[];
}

const BEST = 3;
const MANY = 20;
const FIRST_SEARCH = "/api/recall?k=1&q=codicil";
/** As a person would ask, of words that are there: what reads and cuts the hits is warm then too. */
const asTyped = (sessions: readonly SessionSummary[]): string =>
  `/api/recall?k=8&q=${encodeURIComponent((sessions.find(({ title }) => title !== null)?.title ?? "codicil").split(/\s+/, 2).join(" "))}`;
/** Of a session, around what was searched for. */
const QUOTED_CHARS = 80;

type PaletteWords = (typeof paletteWords)["en"];

/** `>` commands, `#` rules, `@` documents; "": everything. */
const splitKind = (query: string): readonly [kind: string, typed: string] => {
  const kind = /^[>#@]/.exec(query)?.[0] ?? "";
  return [kind, query.slice(kind.length).trim()];
};

export function useFound(query: string, props: PaletteProps): readonly FoundGroup[] {
  const words = useWords();
  const text = useTexts(paletteWords);
  const said = useSaid();
  const [kind, typed] = splitKind(query);
  const documents = useResource<DocumentSummary[]>("/api/documents").value;
  const sessions = useResource<SessionSummary[]>(TITLES).value;
  const report = useResource<PolicyReport>("/api/policy/report").value;
  const approvals = useResource<Approval[]>("/api/approvals").value;
  const proposals = useResource<Proposal[]>("/api/proposals").value;
  // Whoever opens it is about to search: what is needed for that is there when they have typed.
  const isReady = useResource<Hit[]>(FIRST_SEARCH).value !== undefined;
  useResource<Hit[]>(isReady && sessions !== undefined ? asTyped(sessions) : null);
  const isSearched = typed !== "" && kind !== ">" && kind !== "#";
  const hits = useResource<Hit[]>(isSearched ? `/api/recall?k=8&q=${encodeURIComponent(typed)}` : null).value;
  return useMemo(() => {
    const all = {
      needs: [...questionsIn(approvals ?? [], said), ...proposalsIn(proposals ?? [])],
      rules: rulesIn(report),
      pages: pagesIn(documents ?? []),
      hits: hits ?? [],
      sessions: sessions ?? [],
      commands: commandsOf(text, props),
      places: PLACES.map((name): Found => ({ id: `go-${name}`, icon: iconOf(name), title: words[name], href: `#/${name}` })),
    };
    const groups = kind === "" ? everything(typed, all, text, props) : ofKind(kind, typed, all, text);
    return groups.filter(({ items }) => items.length > 0);
  }, [query, text, documents, sessions, report, approvals, proposals, hits]);
}

interface All {
  readonly needs: readonly Found[];
  readonly rules: readonly Found[];
  readonly pages: readonly Found[];
  readonly hits: readonly Hit[];
  readonly sessions: readonly SessionSummary[];
  readonly commands: readonly Found[];
  readonly places: readonly Found[];
}

function ofKind(kind: string, typed: string, all: All, { groups }: PaletteWords): FoundGroup[] {
  if (kind === ">") return [{ name: groups.commands, items: fitting([...all.commands, ...all.places], typed, MANY) }];
  if (kind === "#") return [{ name: groups.rules, items: fitting(all.rules, typed, MANY) }];
  const facts = typed === "" ? [] : factsIn(all.hits);
  return [{ name: groups.memory, items: [...fitting(all.pages, typed, MANY), ...facts] }];
}

function everything(typed: string, all: All, text: PaletteWords, { remember }: PaletteProps): FoundGroup[] {
  const { groups } = text;
  const talks = all.sessions.map(talkOf);
  if (typed === "")
    return [
      { name: groups.needs, items: all.needs.slice(0, BEST) },
      { name: groups.memory, items: all.pages.slice(0, BEST) },
      { name: groups.sessions, items: talks.slice(0, BEST) },
      { name: groups.commands, items: all.commands.slice(0, 5) },
    ];
  // A line of an instruction file is found as a rule.
  const facts = factsIn(all.hits).filter(({ title }) => !all.rules.some((rule) => rule.title === title));
  return [
    { name: groups.needs, items: fitting(all.needs, typed) },
    { name: groups.rules, items: fitting(all.rules, typed) },
    { name: groups.memory, items: [...fitting(all.pages, typed, 1), ...facts].slice(0, BEST) },
    { name: groups.sessions, items: once([...fitting(talks, typed), ...talksIn(all)]).slice(0, BEST) },
    { name: groups.pages, items: fitting(all.places, typed) },
    { name: groups.commands, items: [...fitting(all.commands, typed), ...withTyped(typed, text, remember)] },
  ];
}

function fitting(all: readonly Found[], typed: string, most = BEST): readonly Found[] {
  // Each word, in any order.
  const wanted = typed.toLowerCase().split(/\s+/);
  const fits = (text: string) => wanted.every((word) => text.includes(word));
  return all.filter(({ title, more = "" }) => fits(`${title}\n${more}`.toLowerCase())).slice(0, most);
}

const once = (all: readonly Found[]): readonly Found[] =>
  [...new Map(all.toReversed().map((each) => [each.id, each])).values()].toReversed();

const commandsOf = (text: PaletteWords, { remember, keys, settings }: PaletteProps): Found[] => [
  { id: "chat", icon: "chat", title: text.newChat, href: "#/chat/new" },
  { id: "remember", icon: "plus", title: text.remember, run: () => remember() },
  { id: "keys", icon: "info", title: text.keys, run: keys },
  { id: "settings", icon: "settings", title: text.settings, run: settings },
  { id: "setup", icon: "plug", title: text.setUp, href: "#/home/setup" },
];

/** What can be done with any text. */
const withTyped = (typed: string, text: PaletteWords, remember: PaletteProps["remember"]): Found[] => [
  {
    id: "try",
    icon: "terminal",
    title: text.tryIt(typed),
    more: text.tryHint,
    key: "Tab",
    href: `#/rules/try/${encodeURIComponent(typed)}`,
  },
  { id: "ask", icon: "chat", title: text.ask(typed), more: text.askHint, href: `#/chat/new/${encodeURIComponent(typed)}` },
  { id: "keep", icon: "plus", title: text.rememberThis(typed), run: () => remember(typed) },
];

const questionsIn = (approvals: readonly Approval[], { reason }: Said): Found[] =>
  approvals
    .filter(isQuestion)
    .map((each) => ({ id: each.id, icon: "ask", title: callText(each.call), more: plainText(reason(each)), href: `#/inbox/${each.id}` }));

const proposalsIn = (proposals: readonly Proposal[]): Found[] =>
  proposals.map(({ id, document, heading, content }) => ({
    id,
    icon: "write",
    title: `${shortName(document)}, ${heading}`,
    more: plainText(content ?? ""),
    href: `#/inbox/${id}`,
  }));

const RULE_ICONS: Readonly<Record<string, IconName>> = { advice: "advice", proposed: "proposed" };

const rulesIn = (report: PolicyReport | undefined): Found[] =>
  (report?.files ?? []).flatMap(({ path, clauses }) =>
    clauses
      .filter(({ state }) => state !== "prose")
      .map(({ line, text, state }) => ({
        id: `${path}:${line}`,
        icon: RULE_ICONS[state] ?? "rules",
        title: plainText(text),
        more: `${path.split("/").at(-1)}:${line}`,
        href: `#/rules/${encodeURIComponent(path)}/${line}`,
      })),
  );

const pagesIn = (documents: readonly DocumentSummary[]): Found[] =>
  documents.map(({ id, key }) => ({ id, icon: "memory", title: shortName(key), href: `#/memory/${id}` }));

const talkOf = ({ id, host, title, cwd }: SessionSummary): Found => ({
  id,
  icon: hostOf(host).icon,
  title: title ?? id,
  more: cwd.split("/").at(-1) ?? "",
  href: `#/sessions/${id}`,
});

const factsIn = (hits: readonly Hit[]): Found[] =>
  hits
    .filter((hit) => sessionOf(hit) === undefined)
    .map((hit) => ({
      id: `${hit.document}:${hit.lines[0]}`,
      icon: "memory",
      title: plainText(hit.text),
      more: `${shortName(hit.document)}, ${hit.heading}`,
      href: hrefOf(hit),
    }));

/** From a little before the first word that was found. */
function quoteOf({ text, matched }: Hit): string {
  const all = plainText(text);
  const places = matched.map((word) => all.toLowerCase().indexOf(word.toLowerCase())).filter((at) => at > QUOTED_CHARS / 2);
  const from = places.length === 0 || places.length < matched.length ? 0 : all.lastIndexOf(" ", Math.min(...places) - QUOTED_CHARS / 4) + 1;
  return `${from === 0 ? "" : "…"}${all.slice(from, from + QUOTED_CHARS)}`;
}

/** A session by its title, with what was said in it. */
function talksIn({ hits, sessions }: All): Found[] {
  return hits.flatMap((hit): Found[] => {
    const id = sessionOf(hit);
    if (id === undefined) return [];
    const host = sessions.find((each) => each.id === id)?.host;
    const more = `“${quoteOf(hit)}”`;
    return [
      {
        id,
        icon: host === undefined ? "sessions" : hostOf(host).icon,
        title: plainText(titleOf(hit, sessions)) || id,
        more,
        href: hrefOf(hit),
      },
    ];
  });
}
