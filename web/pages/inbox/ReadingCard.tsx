// A line of an instruction file that is only proposed: how it was read, what it would stop, and the keys that settle it.

import type { ReadingItem } from "../../types.ts";
import { Fold } from "../../ui/controls.tsx";
import { useTexts, useSaid } from "../../ui/context.ts";
import type { IconName } from "../../ui/icons.tsx";
import { Badge, type Tone } from "../../ui/marks.tsx";
import { Coded } from "../../ui/parts.tsx";
import { visible } from "../../ui/visible.ts";
import { inboxWords, type InboxWords } from "../../words/inbox.ts";
import type { Meaning } from "./acts.ts";
import type { ItemOf } from "./items.ts";

export interface Option {
  readonly key: string;
  readonly as: Meaning;
  readonly name: string;
  readonly hint: string;
  readonly icon: IconName;
  readonly tone: Tone;
}

/** What enforcing means for each kind of rule. */
const VERBS: Readonly<Record<string, readonly [name: keyof InboxWords["options"], icon: IconName, tone: Tone]>> = {
  deny: ["deny", "deny", "deny"],
  ask: ["ask", "ask", "ask"],
  rewrite: ["rewrite", "rewrite", "rewrite"],
  require: ["requires", "requires", "plain"],
  limit: ["limits", "limits", "plain"],
};

/** 1 is how the line was read; 2 asks each time, where that is something else; 3 checks nothing. */
export function optionsOf(effect: string | undefined, text: InboxWords): readonly Option[] {
  const [name, icon, tone] = VERBS[effect ?? ""] ?? (["other", "enforced", "plain"] as const);
  const asks: Option = { key: "2", as: "ask", name: text.options.ask, hint: text.optionHints.ask, icon: "ask", tone: "ask" };
  return [
    { key: "1", as: "hold", name: text.options[name], hint: text.optionHints.hold, icon, tone },
    ...(effect === "ask" ? [] : [asks]),
    { key: "3", as: "advice", name: text.options.advice, hint: text.optionHints.advice, icon: "advice", tone: "plain" },
  ];
}

export function ReadingCard({ item, choose }: { readonly item: ItemOf<"reading">; choose(as: Meaning): void }) {
  const text = useTexts(inboxWords);
  const said = useSaid();
  const { each } = item;
  return (
    <>
      <h2>{text.isItMeant}</h2>
      <ReadingBody text={each.text} readings={each.readings} />
      {each.state === "proposed" ? null : <p>{each.state === "advice" ? text.becameAdvice : text.becameHeld}</p>}
      <Examples each={each} />
      {each.state === "proposed" ? (
        <ul class="options">
          {optionsOf(each.effect, text).map((option, at) => (
            <li key={option.key} class={at === 0 ? "suggested" : ""}>
              <button type="button" onClick={() => choose(option.as)} aria-keyshortcuts={option.key}>
                <kbd class="kbd">{option.key}</kbd>
                <Badge bare tone={option.tone} icon={option.icon}>
                  {option.name}
                </Badge>
                <span>{option.hint}</span>
                <span class="end second">
                  {at === 0 ? <b class="is-accent">{text.suggested}</b> : null} {option.as === "advice" ? null : text.calls(each.count)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {each.doubts.length === 0 ? null : (
        <div class="folds">
          <Fold icon="rules" name={text.how} gist={<Coded text={said.reading(each.doubts[0] ?? "")} />}>
            <ul>
              {each.doubts.map((doubt) => (
                <li key={doubt}>
                  <Coded text={said.reading(doubt)} />
                </li>
              ))}
            </ul>
          </Fold>
        </div>
      )}
    </>
  );
}

/** The line as it is, and how it was read. */
export function ReadingBody({ text: line, readings }: { readonly text: string; readonly readings: readonly string[] }) {
  const said = useSaid();
  const text = useTexts(inboxWords);
  return (
    <>
      <blockquote class="quoted">
        <Coded text={`“${visible(line)}”`} />
      </blockquote>
      <p class="reads-as">
        <span class="quiet">{text.readsAs}</span> <Coded text={said.reading(readings.join("; "))} />
      </p>
    </>
  );
}

function Examples({ each }: { readonly each: ReadingItem }) {
  const text = useTexts(inboxWords);
  if (each.stops.length === 0 && each.passes.length === 0) return null;
  const effect = each.effect === "deny" || each.effect === "ask" || each.effect === "rewrite" ? each.effect : "other";
  return (
    <div class="versus">
      <div class="versus-side">
        <div class="versus-head">
          <Badge bare tone={effect === "other" ? "plain" : effect} icon={effect === "other" ? "enforced" : effect}>
            {text.would[effect]}
          </Badge>
        </div>
        <Calls calls={each.stops} />
      </div>
      <div class="versus-side">
        <div class="versus-head">
          <Badge bare tone="allow" icon="allow">
            {text.wouldPass}
          </Badge>
        </div>
        <Calls calls={each.passes} />
      </div>
    </div>
  );
}

function Calls({ calls }: { readonly calls: readonly string[] }) {
  return (
    <ul class="calls">
      {calls.map((call) => (
        <li key={call}>{visible(call)}</li>
      ))}
    </ul>
  );
}
