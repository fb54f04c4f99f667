// An agent waits: the exact call, where it would run, which rule asks, and what the agent said just before.

import { useResource } from "../../live.ts";
import type { Approval, PolicyReport, SessionView } from "../../types.ts";
import { useTexts, useSaid } from "../../ui/context.ts";
import { Icon } from "../../ui/icons.tsx";
import { Markdown } from "../../ui/Markdown.tsx";
import { callText, Coded } from "../../ui/parts.tsx";
import { useShortPath } from "../../ui/paths.ts";
import { visible } from "../../ui/visible.ts";
import { inboxWords } from "../../words/inbox.ts";
import { baseName, whoOf } from "./gist.ts";
import type { ItemOf } from "./items.ts";
import { ReadingBody } from "./ReadingCard.tsx";

export function QuestionCard({ item }: { readonly item: ItemOf<"question"> }) {
  const text = useTexts(inboxWords);
  const shortPath = useShortPath();
  const { each } = item;
  const who = whoOf(item, text);
  const { tool = "", command } = (each.call ?? {}) as { readonly tool?: string; readonly command?: string };
  return (
    <>
      <h2>{each.line !== undefined ? text.asksAboutLine(who) : command !== undefined ? text.asksToRun(who) : text.asksToUse(who, tool)}</h2>
      <pre class="call">{callText(each.call)}</pre>
      <h3>{text.whatItDoes}</h3>
      <ul class="effects">
        {each.redLine ? (
          <li class="deny">
            <Icon name="deny" />
            <div>
              <div class="strong">{text.redLine}</div>
              <div class="second">{text.redLineHint}</div>
            </div>
          </li>
        ) : null}
        {each.cwd === "" ? null : (
          <li>
            <Icon name="folder" />
            <div class="strong">
              {text.runsIn} <code>{shortPath(each.cwd)}</code>
            </div>
          </li>
        )}
        <Because each={each} />
      </ul>
      {each.line === undefined ? null : <ReadingBody text={each.line.text} readings={each.line.readings} />}
      <JustBefore item={item} who={who} />
    </>
  );
}

/** The rule that asks, in its own words where it is a line of a file. */
export function Because({ each }: { readonly each: Approval }) {
  const { reason } = useSaid();
  const text = useTexts(inboxWords);
  const rule = each.rules.find(({ line }) => line > 0) ?? each.line;
  const report = useResource<PolicyReport>("/api/policy/report", ["policy"]);
  const said = report.value?.files.find(({ path }) => path === rule?.file)?.clauses.find(({ line }) => line === rule?.line)?.text;
  return (
    <li>
      <Icon name="rules" />
      <div>
        <div class="strong">
          {rule === undefined ? (
            each.rules.length > 0 && text.becauseBuiltIn
          ) : (
            <a href={`#/rules/${encodeURIComponent(rule.file)}/${rule.line}`}>{text.because(baseName(rule.file), rule.line)}</a>
          )}
        </div>
        <div class="second">{<Coded text={said === undefined ? reason(each) : `“${visible(said)}”`} />}</div>
      </div>
    </li>
  );
}

const LONGEST = 600;

function JustBefore({ item, who }: { readonly item: ItemOf<"question">; readonly who: string }) {
  const text = useTexts(inboxWords);
  const session = useResource<SessionView>(item.session === undefined ? null : `/api/sessions/${item.session.id}?limit=20`, ["sessions"]);
  const last = session.value?.events.findLast(({ as }) => as === "assistant");
  const said = last?.said ?? last?.text ?? "";
  if (said.trim() === "") return null;
  return (
    <div class="said-before">
      <div class="second quiet">
        <Icon name="agent" /> {text.justBefore(who)}
      </div>
      <Markdown text={said.slice(0, LONGEST)} />
    </div>
  );
}
