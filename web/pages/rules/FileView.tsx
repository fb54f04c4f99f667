// An instruction file as text. The gutter says what became of each line; a line that is a rule opens to a card.

import { useEffect, useRef, useState } from "preact/hooks";
import type { RulesClause, RulesFile } from "../../../src/rules/ruleFiles.ts";
import { useTexts } from "../../ui/context.ts";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { Coded } from "../../ui/parts.tsx";
import { visible } from "../../ui/visible.ts";
import { rulesWords } from "../../words/rules.ts";
import { RuleCard } from "./RuleCard.tsx";

const STATES: Readonly<Record<string, { readonly icon: IconName; readonly tone: string }>> = {
  gated: { icon: "deny", tone: "deny" },
  asked: { icon: "ask", tone: "ask" },
  rewritten: { icon: "rewrite", tone: "rewrite" },
  ordered: { icon: "requires", tone: "plain" },
  limited: { icon: "limits", tone: "plain" },
  checked: { icon: "check", tone: "plain" },
  proposed: { icon: "proposed", tone: "confirm" },
  advice: { icon: "advice", tone: "advice" },
};

export const stateOf = (state: string) => STATES[state] ?? { icon: "advice" as const, tone: "advice" };
export const stopsOf = ({ stopped: { deny, ask, rewrite } }: RulesClause): number => deny + ask + rewrite;

const HOVER_MS = 200;

export interface FileViewProps {
  readonly file: RulesFile;
  readonly days: number;
  /** How many calls met a proposed line. */
  readonly met: ReadonlyMap<number, number>;
  readonly open: number | null;
  toggle(line: number | null): void;
  backtest(): void;
}

export function FileView({ file, days, met, open, toggle, backtest }: FileViewProps) {
  const clauses = new Map(file.clauses.filter(({ directive }) => directive).map((clause) => [clause.line, clause]));
  const problems = new Map(file.problems.map(({ line, message }) => [line, message]));
  const [hovered, setHovered] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The card belongs to its line: the pointer may go into it.
  const hover = (line: number | null) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHovered(line), HOVER_MS);
  };
  const shown = open ?? hovered;
  const close = () => {
    clearTimeout(timer.current);
    setHovered(null);
    toggle(null);
  };
  const lines = (file.text ?? "").replace(/\n$/, "").split("\n");
  return (
    <ol class="rule-lines">
      {lines.map((text, at) => {
        const number = at + 1;
        const clause = clauses.get(number);
        return (
          <li
            key={number}
            class={`rule-line ${clause === undefined ? "" : stateOf(clause.state).tone} ${open === number ? "selected" : ""}`}
            id={`line-${number}`}
            onMouseEnter={clause === undefined ? undefined : () => hover(number)}
            onMouseLeave={() => hover(null)}
          >
            {clause === undefined ? (
              <span class="rule-row">
                <Plain number={number} text={text} />
              </span>
            ) : (
              <button
                type="button"
                class="rule-row"
                aria-expanded={open === number}
                onClick={() => toggle(open === number ? null : number)}
              >
                <ClauseRow number={number} text={text} clause={clause} met={met.get(number)} />
              </button>
            )}
            {problems.has(number) ? (
              <p class="rule-problem">
                <Icon name="alert" /> {problems.get(number)}
              </p>
            ) : null}
            {shown === number && clause !== undefined ? (
              <RuleCard clause={clause} days={days} file={file.path} scrolls={open === number} close={close} backtest={backtest} />
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

function Plain({ number, text }: { readonly number: number; readonly text: string }) {
  const isHeading = /^#{1,6} /.test(text);
  return (
    <>
      <span class="rule-number">{number}</span>
      <span class="rule-verb" />
      <span class={`rule-text ${isHeading ? "heading" : "prose"}`}>{text === "" ? "\u00a0" : <Coded text={visible(text)} marks />}</span>
      <span class="rule-count" />
    </>
  );
}

function ClauseRow({
  number,
  text,
  clause,
  met,
}: {
  readonly number: number;
  readonly text: string;
  readonly clause: RulesClause;
  readonly met: number | undefined;
}) {
  const words = useTexts(rulesWords);
  const { icon, tone } = stateOf(clause.state);
  const count =
    clause.state === "proposed" ? (met ? words.wouldBe(met) : "") : clause.state === "advice" ? "" : stopsOf(clause).toLocaleString("en");
  return (
    <>
      <span class="rule-number">{number}</span>
      <span class={`rule-verb ${tone}`}>
        <Icon name={icon} /> {words.verbs[clause.state] ?? clause.state}
      </span>
      <span class="rule-text">
        <Coded text={visible(text)} marks />
      </span>
      <span class="rule-count">{count}</span>
    </>
  );
}
