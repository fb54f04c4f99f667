// A proposed change: what it does in words, then the diff, then why and where it comes from.

import type { ComponentChildren } from "preact";
import { useResource } from "../../live.ts";
import type { Hit, Proposal, ProposalEffects, SessionSummary } from "../../types.ts";
import { Fold } from "../../ui/controls.tsx";
import { useSaid, useTexts } from "../../ui/context.ts";
import { Diff, type DiffLine } from "../../ui/Diff.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { Badge } from "../../ui/marks.tsx";
import { Loaded } from "../../ui/notes.tsx";
import { Coded } from "../../ui/parts.tsx";
import { visible } from "../../ui/visible.ts";
import { inboxWords, type InboxWords } from "../../words/inbox.ts";
import { hrefOf, plainText, sessionOf, TITLES, titleOf } from "../../ui/hitPlaces.ts";
import { countChanges, headlineOf, oneLine, shortName } from "./gist.ts";
import type { ItemOf } from "./items.ts";

type ProposalItem = ItemOf<"proposal">;

export function ProposalCard({ item }: { readonly item: ProposalItem }) {
  const text = useTexts(inboxWords);
  const said = useSaid();
  const { each, effects } = item;
  const isOurs = each.session?.startsWith("heartbeat") === true;
  const reason = each.reason === undefined ? undefined : isOurs ? said.reason({ reason: each.reason }) : visible(each.reason);
  return (
    <>
      <h2>{headlineOf(item, text)}</h2>
      <h3>{text.whatChanges}</h3>
      <ul class="effects">
        {effectsOf(item, text).map(({ icon, tone, title, more }, at) => (
          <li key={at} class={tone ?? ""}>
            <Icon name={icon} />
            <div>
              <div class="strong">{title}</div>
              {more === undefined ? null : <div class="second">{more}</div>}
            </div>
          </li>
        ))}
      </ul>
      <Diff
        before={each.before ?? ""}
        after={each.after ?? ""}
        from={effects?.from ?? 1}
        title={shortName(each.document)}
        mark={effects === undefined ? heldMark(each, text) : (line) => <RuleMark line={line} effects={effects} />}
      />
      <div class="folds">
        {reason === undefined ? null : (
          <Fold
            icon="agent"
            name={text.reason}
            gist={`“${oneLine(reason)}”`}
            end={each.confidence === undefined ? undefined : text.sure(each.confidence)}
          >
            {reason}
          </Fold>
        )}
        {item.session === undefined ? null : (
          <Fold icon="sessions" name={text.evidence} gist={text.evidenceIn(oneLine(item.session.title ?? item.session.id))}>
            <a href={`#/sessions/${item.session.id}${each.event === undefined ? "" : `/${each.event}`}`}>{text.openTurn}</a>
          </Fold>
        )}
        {effects === undefined ? null : <Past effects={effects} />}
        <Fold icon="memory" name={text.similar}>
          {() => <Similar each={each} />}
        </Fold>
      </div>
    </>
  );
}

interface Effect {
  readonly icon: IconName;
  readonly tone?: "deny" | "ask";
  readonly title: string;
  readonly more?: ComponentChildren;
}

function effectsOf(item: ProposalItem, text: InboxWords): Effect[] {
  const { each } = item;
  const sources = each.taint?.sources.map(({ source }) => visible(source)).join(" · ") ?? "";
  const held = each.quarantined?.filter(({ line }) => line > 0) ?? [];
  return [
    ...(item.isUnread ? [{ icon: "rules" as const, title: text.unread }] : []),
    ...(item.effects === undefined ? [] : ruleEffects(item.effects, text)),
    ...lineEffects(item, text),
    ...(item.isOutside
      ? [
          {
            icon: "web" as const,
            tone: "ask" as const,
            title: text.webEffect,
            ...(sources === "" ? {} : { more: `${text.readBefore}: ${sources}` }),
          },
        ]
      : []),
    ...(item.isOutside && held.length > 0
      ? [
          {
            icon: "alert" as const,
            title: text.held(held.length),
            more: held.map(({ line }) => oneLine((each.content ?? "").split("\n")[line - 1] ?? "")).join(" · "),
          },
        ]
      : []),
    ...(each.eyeMarks === undefined
      ? []
      : [
          {
            icon: "eye" as const,
            tone: "ask" as const,
            title: text.eyeMarks,
            more: each.eyeMarks.map(({ why }) => visible(why)).join(" · "),
          },
        ]),
  ];
}

function ruleEffects({ removed, added }: ProposalEffects, text: InboxWords): Effect[] {
  const row = (
    lines: ProposalEffects["added"],
    state: string,
    effect: (n: number) => string,
    look: Pick<Effect, "icon" | "tone">,
  ): Effect[] => {
    const fitting = lines.filter((line) => line.state === state);
    const more = fitting.map((line) => line.text).join(" ");
    return fitting.length === 0 ? [] : [{ ...look, title: effect(fitting.length), more: <Coded text={visible(more)} /> }];
  };
  return [
    ...row(removed, "enforced", text.rulesStop, { icon: "deny", tone: "deny" }),
    ...row(removed, "proposed", text.toConfirmGone, { icon: "minus" }),
    ...row(removed, "advice", text.adviceGone, { icon: "minus" }),
    ...row(added, "enforced", text.rulesStart, { icon: "rules" }),
    ...row(added, "proposed", text.toConfirmComes, { icon: "proposed" }),
    ...row(added, "advice", text.adviceComes, { icon: "plus" }),
  ];
}

/** Lines that are no instruction. */
function lineEffects(item: ProposalItem, text: InboxWords): Effect[] {
  const all = countChanges(item);
  const [removed, added] = [all.removed - (item.effects?.removed.length ?? 0), all.added - (item.effects?.added.length ?? 0)];
  return [
    ...(removed > 0 ? [{ icon: "minus" as const, title: text.linesGo(removed, all.removed) }] : []),
    ...(added > 0 ? [{ icon: "plus" as const, title: text.linesCome(added, all.added) }] : []),
  ];
}

const plain = (line: string) => line.trim().replace(/^[-*+] (?:\[[ x]\] )?/, "");

function RuleMark({ line, effects }: { readonly line: DiffLine; readonly effects: ProposalEffects }) {
  const text = useTexts(inboxWords);
  if (line.kind === "same" || line.text.trim() === "") return null;
  const said = plain(line.text);
  const rule = (line.kind === "added" ? effects.added : effects.removed).find((each) => each.text === said || said.includes(each.text));
  if (rule === undefined) return null;
  if (rule.state === "enforced")
    return (
      <Badge bare tone={line.kind === "removed" ? "deny" : "plain"} icon={line.kind === "removed" ? "deny" : "enforced"}>
        {line.kind === "removed" ? text.marks.was : text.marks.enforced}
      </Badge>
    );
  return (
    <Badge bare icon={rule.state === "advice" ? "advice" : "proposed"}>
      {text.marks[rule.state]}
    </Badge>
  );
}

/** Lines that were held apart, where the text is from outside. */
function heldMark({ quarantined, origin, content }: Proposal, text: InboxWords) {
  if (quarantined === undefined || !["web", "tool", "file"].includes(origin)) return undefined;
  const lines = new Set(quarantined.map(({ line }) => (content ?? "").split("\n")[line - 1]?.trim()));
  return (line: DiffLine) =>
    line.kind === "added" && lines.has(line.text.trim()) ? (
      <Badge bare tone="ask" icon="web">
        {text.fromWeb}
      </Badge>
    ) : null;
}

function Past({ effects }: { readonly effects: ProposalEffects }) {
  const text = useTexts(inboxWords);
  const lost = effects.removed.filter(({ state }) => state === "enforced");
  if (lost.length === 0) return null;
  return (
    <Fold icon="clock" name={text.past(effects.days)} gist={text.pastStops(lost.reduce((sum, { stopped = 0 }) => sum + stopped, 0))}>
      <ul>
        {lost.map(({ line, text: said, stopped = 0 }) => (
          <li key={line}>
            <Coded text={visible(said)} /> <span class="quiet">{text.calls(stopped)}</span>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

function Similar({ each }: { readonly each: Proposal }) {
  const text = useTexts(inboxWords);
  const query = (each.content ?? each.heading).replace(/[#*`>\-[\]()]/g, " ").slice(0, 200);
  const sessions = useResource<SessionSummary[]>(TITLES).value ?? [];
  const hits = useResource<Hit[]>(query.trim() === "" ? null : `/api/recall?k=3&q=${encodeURIComponent(query)}`);
  return (
    <Loaded from={hits}>
      {(found) =>
        found.length === 0 ? (
          <p class="quiet">{text.noSimilar}</p>
        ) : (
          <ul>
            {found.map((hit, at) => (
              <li key={at}>
                <a href={hrefOf(hit)}>
                  {sessionOf(hit) === undefined ? `${shortName(hit.document)} · ${hit.heading}` : plainText(titleOf(hit, sessions))}
                </a>{" "}
                <span class="second">{oneLine(hit.text)}</span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
