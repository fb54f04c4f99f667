// A line of an instruction file that is only proposed: how it was read, what it would stop, and the keys that settle it.

import { useEffect, useRef } from "preact/hooks";
import { useResource } from "../../live.ts";
import type { Approval, ReadingItem } from "../../types.ts";
import { useWords } from "../../ui/context.ts";
import { Button } from "../../ui/controls.tsx";
import { Loaded } from "../../ui/notes.tsx";
import { Coded, Path } from "../../ui/parts.tsx";
import { When } from "../../ui/When.tsx";
import { visible } from "../../ui/visible.ts";

export type LineMeaning = "hold" | "ask" | "advice";

export function ReadingCard({ each, block }: { readonly each: ReadingItem; readonly block: boolean }) {
  const words = useWords();
  return (
    <article class="card">
      <h2>
        <Path path={each.file} line={each.line} />
      </h2>
      <blockquote class="said-line">{visible(each.text)}</blockquote>
      <p>{each.state === "proposed" ? words.readingNotEnforced : each.state === "advice" ? words.becameAdvice : words.becameHeld}</p>
      <dl class="facts">
        {each.readings.map((reading) => (
          <div key={reading}>
            <dt>{words.readAs}</dt>
            <dd>
              <Coded text={visible(reading)} />
            </dd>
          </div>
        ))}
        <Calls name={words.wouldStop} calls={each.stops} />
        <Calls name={words.letsPass} calls={each.passes} />
        {each.doubts.map((doubt) => (
          <div key={doubt}>
            <dt>{words.doubt}</dt>
            <dd>
              <Coded text={visible(doubt)} />
            </dd>
          </div>
        ))}
        {each.count === 0 ? null : (
          <div>
            <dt>{words.metCalls}</dt>
            <dd>
              {words.times(each.count)}
              {each.last === undefined ? null : (
                <>
                  {" "}
                  · <When at={each.last} />
                </>
              )}
              {each.example === undefined ? null : (
                <>
                  <br />
                  <code>{visible(each.example)}</code>
                </>
              )}
            </dd>
          </div>
        )}
      </dl>
      {block ? <AsBlock clause={each.clause} /> : null}
    </article>
  );
}

function Calls({ name, calls }: { readonly name: string; readonly calls: readonly string[] }) {
  if (calls.length === 0) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {calls.map((call) => (
          <div key={call}>
            <code>{visible(call)}</code>
          </div>
        ))}
      </dd>
    </div>
  );
}

function AsBlock({ clause }: { readonly clause: string }) {
  const words = useWords();
  const block = useResource<{ file: string; block: string }>(`/api/readings/${clause}/block`);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus();
    area.current?.select();
  }, [block.value]);
  return (
    <Loaded from={block}>
      {(value) => (
        <label class="stack">
          {words.blockHint(value.file)}
          <textarea class="block" ref={area} rows={Math.min(12, value.block.split("\n").length + 1)} spellcheck={false}>
            {value.block}
          </textarea>
        </label>
      )}
    </Loaded>
  );
}

/** The three answers, with their keys. */
export function MeaningButtons({ settle }: { settle(as: LineMeaning): void }) {
  const words = useWords();
  return (
    <>
      <Button kind="primary" onClick={() => settle("hold")}>
        {words.holdLine}
      </Button>
      <Button onClick={() => settle("ask")}>{words.askLine}</Button>
      <Button onClick={() => settle("advice")}>{words.adviceLine}</Button>
    </>
  );
}

/** A line that refused a call, and that a person can dismiss: not a built-in one. */
export function isDismissible({ kind, redLine, rules }: Approval): boolean {
  return kind === "refused" && !redLine && (rules[0]?.line ?? 0) > 0;
}
