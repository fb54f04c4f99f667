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
  const { icon, tone } = stateOf(clause.state);
  const total = stopsOf(clause);
  const isRule = clause.state !== "advice" && clause.state !== "proposed";
  return (
    <div class="rule-card" ref={box}>
      <p class="rule-card-head">
        <Badge tone={["deny", "ask", "rewrite", "confirm"].includes(tone) ? (tone as Tone) : "plain"} icon={icon}>
          {words.verbs[clause.state] ?? clause.state}
        </Badge>
        <span class="second">
          {words.lineReadBy(clause.line, clause.source === undefined ? words.notEnforced : (words.sources[clause.source] ?? clause.source))}
        </span>
      </p>
      <p>
        <Coded text={said.reading(clause.reading ?? clause.why)} />
      </p>
      {clause.doubts === undefined || clause.doubts.length === 0 ? null : (
        <div class="second">
          {words.doubts}:
          <ul>
            {clause.doubts.map((doubt) => (
              <li key={doubt}>{said.reading(doubt)}</li>
            ))}
          </ul>
        </div>
      )}
      {clause.stops === undefined && clause.passes === undefined ? null : (
        <div class="examples">
          <Examples tone="deny" name={words.stops} calls={clause.stops ?? []} />
          <Examples tone="allow" name={words.passes} calls={clause.passes ?? []} />
        </div>
      )}
      {!isRule ? null : (
        <p class="second">
          {total === 0 || clause.stopped.last === null ? (
            words.pastNone(days)
          ) : (
            <>
              {words.past(days, total, clause.stopped.sessions)} <When at={clause.stopped.last} ago />
            </>
          )}
        </p>
      )}
      <div class="acts">
        {clause.state === "proposed" ? (
          <a class="button small primary" href="#/inbox">
            {words.confirm}
          </a>
        ) : null}
        {canWrite ? (
          <Button small hint="e" onClick={write}>
            {words.changeReading}
          </Button>
        ) : null}
        {isRule ? (
          <Button small hint="b" onClick={backtest}>
            {words.backtestLine}
          </Button>
        ) : null}
        {total === 0 ? null : (
          <a
            class="button small ghost"
            href={`#/activity?kinds=deny,ask,rewrite&q=${encodeURIComponent(`${file}","line":${clause.line},`)}`}
          >
            {words.showCalls(total)}
          </a>
        )}
      </div>
      {isWriting && clause.rule !== undefined ? <OwnBlock id={clause.rule} done={close} cancel={() => setWriting(false)} /> : null}
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
