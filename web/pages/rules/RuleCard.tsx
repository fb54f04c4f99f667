// What a line was read to mean: in words, with calls that it stops and lets pass, and what it did lately.

import { useEffect, useRef, useState } from "preact/hooks";
import type { RulesClause } from "../../../src/rules/ruleFiles.ts";
import { Button } from "../../ui/controls.tsx";
import { useTexts, useSaid } from "../../ui/context.ts";
import { Icon } from "../../ui/icons.tsx";
import { useKeys } from "../../ui/keys.ts";
import { Badge, type Tone } from "../../ui/marks.tsx";
import { callText, Coded } from "../../ui/parts.tsx";
import { When } from "../../ui/When.tsx";
import { rulesWords } from "../../words/rules.ts";
import { OwnBlock } from "./OwnBlock.tsx";
import { stateOf, stopsOf } from "./FileView.tsx";

export interface RuleCardProps {
  readonly clause: RulesClause;
  readonly file: string;
  readonly days: number;
  /** Somebody opened it, and not only the pointer passed by. */
  readonly scrolls: boolean;
  close(): void;
  backtest(): void;
}

export function RuleCard({ clause, file, days, scrolls, close, backtest }: RuleCardProps) {
  const words = useTexts(rulesWords);
  const said = useSaid();
  const box = useRef<HTMLDivElement>(null);
  const [isWriting, setWriting] = useState(false);
  // A policy block is changed as text.
  const canWrite = clause.rule !== undefined && clause.source !== "block";
  const write = () => canWrite && setWriting(true);
  useKeys(
    [
      { key: "Escape", name: words.keyClose, run: close },
      { key: "e", name: canWrite ? words.changeReading : undefined, run: write },
    ],
    "part",
  );
  useEffect(() => {
    if (scrolls) box.current?.scrollIntoView({ block: "nearest" });
  }, [scrolls]);
  return (
    <div class="rule-card" ref={box}>
      <CardHead clause={clause} />
      <p class="rule-reading">
        <Coded text={said.reading(clause.reading ?? clause.why)} />
      </p>
      <Doubts doubts={clause.doubts ?? []} />
      {clause.stops === undefined && clause.passes === undefined ? null : (
        <div class="examples">
          <Examples tone="deny" name={words.stops} calls={clause.stops ?? []} />
          <Examples tone="allow" name={words.passes} calls={clause.passes ?? []} />
        </div>
      )}
      {isRule(clause) ? <Past clause={clause} days={days} /> : null}
      <CardActs clause={clause} file={file} write={canWrite ? write : undefined} backtest={backtest} />
      {isWriting && clause.rule !== undefined ? <OwnBlock id={clause.rule} done={close} cancel={() => setWriting(false)} /> : null}
    </div>
  );
}

function CardHead({ clause: { state, line, source } }: { readonly clause: RulesClause }) {
  const words = useTexts(rulesWords);
  const { icon, tone } = stateOf(state);
  return (
    <p class="rule-card-head">
      <Badge tone={["deny", "ask", "rewrite", "confirm"].includes(tone) ? (tone as Tone) : "plain"} icon={icon}>
        {words.verbs[state] ?? state}
      </Badge>
      <span class="second">{words.lineReadBy(line, source === undefined ? words.notEnforced : (words.sources[source] ?? source))}</span>
    </p>
  );
}

const isRule = ({ state }: RulesClause): boolean => state !== "advice" && state !== "proposed";

function Doubts({ doubts }: { readonly doubts: readonly string[] }) {
  const words = useTexts(rulesWords);
  const said = useSaid();
  if (doubts.length === 0) return null;
  return (
    <div class="second">
      {words.doubts}:
      <ul>
        {doubts.map((doubt) => (
          <li key={doubt}>{said.reading(doubt)}</li>
        ))}
      </ul>
    </div>
  );
}

function Past({ clause, days }: { readonly clause: RulesClause; readonly days: number }) {
  const words = useTexts(rulesWords);
  const { last, sessions } = clause.stopped;
  const total = stopsOf(clause);
  if (total === 0 || last === null) return <p class="second">{words.pastNone(days)}</p>;
  return (
    <p class="second">
      {words.past(days, total, sessions)} <When at={last} ago />
    </p>
  );
}

interface CardActsProps extends Pick<RuleCardProps, "clause" | "file" | "backtest"> {
  readonly write: (() => unknown) | undefined;
}

function CardActs({ clause, file, write, backtest }: CardActsProps) {
  const words = useTexts(rulesWords);
  const total = stopsOf(clause);
  return (
    <div class="acts">
      {clause.state === "proposed" ? (
        <a class="button small primary" href="#/inbox">
          {words.confirm}
        </a>
      ) : null}
      {write === undefined ? null : (
        <Button small hint="e" onClick={write}>
          {words.changeReading}
        </Button>
      )}
      {isRule(clause) ? (
        <Button small hint="b" onClick={backtest}>
          {words.backtestLine}
        </Button>
      ) : null}
      {total === 0 ? null : (
        <a class="button small ghost" href={`#/activity?kinds=deny,ask,rewrite&q=${encodeURIComponent(`${file}","line":${clause.line},`)}`}>
          {words.showCalls(total)}
        </a>
      )}
    </div>
  );
}

function Examples({ tone, name, calls }: { readonly tone: "deny" | "allow"; readonly name: string; readonly calls: readonly unknown[] }) {
  return (
    <div>
      <p class={`examples-name is-${tone}`}>
        <Icon name={tone} /> {name}
      </p>
      <ul>
        {calls.map((call, at) => (
          <li key={at}>
            <code>{callText(call)}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
