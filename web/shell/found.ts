// What the palette finds: what needs you, rules, memory, sessions, commands; the best three of each.

import { useEffect, useMemo, useState } from "preact/hooks";
import { useResource } from "../live.ts";
import type { Approval, DocumentSummary, Hit, PolicyReport, Proposal, SessionSummary } from "../types.ts";
import { useTexts, useWords, useSaid } from "../ui/context.ts";
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
  /** Where it leads, or what it does. */
  readonly href?: string;
  run?(): void;
}

export interface FoundGroup {
  readonly name: string;
  readonly items: readonly Found[];
}

const BEST = 3;
const TYPING_MS = 16;
const FIRST_SEARCH = "/api/recall?k=1&q=codicil";

export function useFound(query: string, { keys, remember, settings }: PaletteProps): readonly FoundGroup[] {
  const words = useWords();
  const text = useTexts(paletteWords);
  const { reason } = useSaid();
  const kind = /^[>#@]/.exec(query)?.[0] ?? "";
  const typed = query.slice(kind.length).trim();
  const settled = useSettled(typed);
  const documents = useResource<DocumentSummary[]>("/api/documents");
  const sessions = useResource<SessionSummary[]>("/api/sessions?limit=200");
  const report = useResource<PolicyReport>("/api/policy/report");
  const approvals = useResource<Approval[]>("/api/approvals");
  const proposals = useResource<Proposal[]>("/api/proposals");
  // Whoever opens it is about to search: what is needed for that is there when they have typed.
  useResource<Hit[]>(FIRST_SEARCH);
  const hits = useResource<Hit[]>(
    settled === "" || kind === ">" || kind === "#" ? null : `/api/recall?k=5&q=${encodeURIComponent(settled)}`,
  );
  return useMemo(() => {
    const has = (said: string | null) => said?.toLowerCase().includes(typed.toLowerCase()) === true;
    const commands: Found[] = [
      { id: "chat", icon: "chat", title: text.newChat, href: "#/chat/new" },
      { id: "remember", icon: "plus", title: text.remember, run: () => remember() },
      { id: "keys", icon: "info", title: text.keys, run: keys },
      { id: "settings", icon: "settings", title: text.settings, run: settings },
      { id: "setup", icon: "plug", title: text.setUp, href: "#/home/setup" },
    ];
    const needs: Found[] = [
      ...(approvals.value ?? [])
        .filter(isQuestion)
        .map((each) => ({ id: each.id, icon: "ask" as const, title: callText(each.call), more: reason(each), href: `#/inbox/${each.id}` })),
      ...(proposals.value ?? []).map((each) => ({
        id: each.id,
        icon: "write" as const,
        title: `${shortName(each.document)}, ${each.heading}`,
        more: plain(each.content ?? ""),
        href: `#/inbox/${each.id}`,
      })),
    ];
    const rules: Found[] = (report.value?.files ?? []).flatMap(({ path, clauses }) =>
      clauses
        .filter(({ state }) => state !== "prose")
        .map((each) => ({
          id: `${path}:${each.line}`,
          icon: each.state === "advice" ? ("advice" as const) : each.state === "proposed" ? ("proposed" as const) : ("rules" as const),
          title: each.text,
          more: `${path.split("/").at(-1)}:${each.line}`,
          href: `#/rules/${encodeURIComponent(path)}/${each.line}`,
        })),
    );
    const pages: Found[] = (documents.value ?? []).map((each) => ({
      id: each.id,
      icon: "memory",
      title: shortName(each.key),
      href: `#/memory/${each.id}`,
    }));
    const said: Found[] = (hits.value ?? []).map((hit, at) => ({
      id: `hit-${at}`,
      icon: sessionIn(hit) === undefined ? "memory" : "sessions",
      title: plain(hit.text).slice(0, 120),
      more: whereOf(hit, sessions.value ?? []),
      href: hrefOf(hit),
    }));
    const talks: Found[] = (sessions.value ?? []).map((each) => ({
      id: each.id,
      icon: hostOf(each.host).icon,
      title: each.title ?? each.id,
      more: each.cwd.split("/").at(-1) ?? "",
      href: `#/sessions/${each.id}`,
    }));
    const goes: Found[] = PLACES.map((name) => ({ id: `go-${name}`, icon: iconOf(name), title: words[name], href: `#/${name}` }));
    // A line of an instruction file is found as a rule.
    const isNew = ({ title }: Found) => !rules.some((rule) => rule.title === title);
    const fitting = (all: readonly Found[], most = BEST) =>
      all.filter(({ title, more }) => typed === "" || has(title) || has(more ?? "")).slice(0, most);
    const free: Found[] =
      typed === "" || kind !== ""
        ? []
        : [
            { id: "try", icon: "terminal", title: text.tryIt(typed), more: text.tryHint, href: `#/rules/try/${encodeURIComponent(typed)}` },
            { id: "ask", icon: "chat", title: text.ask(typed), more: text.askHint, href: `#/chat/new/${encodeURIComponent(typed)}` },
            { id: "keep", icon: "plus", title: text.rememberThis(typed), run: () => remember(typed) },
          ];
    const groups: FoundGroup[] =
      kind === ">"
        ? [{ name: text.groups.commands, items: fitting([...commands, ...goes], 20) }]
        : kind === "#"
          ? [{ name: text.groups.rules, items: fitting(rules, 20) }]
          : kind === "@"
            ? [{ name: text.groups.memory, items: [...fitting(pages, 20), ...(typed === "" ? [] : said)] }]
            : [
                { name: text.groups.needs, items: fitting(needs) },
                { name: text.groups.rules, items: typed === "" ? [] : fitting(rules) },
                {
                  name: text.groups.memory,
                  items: typed === "" ? fitting(pages) : [...fitting(pages, 1), ...said.filter(isNew)].slice(0, BEST),
                },
                { name: text.groups.sessions, items: fitting(talks) },
                { name: text.groups.pages, items: typed === "" ? [] : fitting(goes) },
                { name: text.groups.commands, items: [...fitting(commands, typed === "" ? 5 : BEST), ...free] },
              ];
    return groups.filter(({ items }) => items.length > 0);
  }, [query, text, documents.value, sessions.value, report.value, approvals.value, proposals.value, hits.value]);
}

/** In one line, without the marks of lists. */
const plain = (text: string) =>
  text
    .replace(/^[-*+] /gm, "")
    .replace(/\s+/g, " ")
    .trim();

const sessionIn = (hit: Hit): string | undefined => /^session:([A-Za-z0-9_-]+)/.exec(hit.document)?.[1];

/** A session by its title: the heading of its hits. */
function whereOf(hit: Hit, sessions: readonly SessionSummary[]): string {
  const session = sessionIn(hit);
  if (session === undefined) return `${shortName(hit.document)}, ${hit.heading}`;
  return sessions.find(({ id }) => id === session)?.title ?? hit.heading;
}

function hrefOf(hit: Hit): string {
  const session = sessionIn(hit);
  return session === undefined ? `#/memory/${encodeURIComponent(hit.document)}` : `#/sessions/${session}`;
}

/** What was typed, once the typing pauses. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
