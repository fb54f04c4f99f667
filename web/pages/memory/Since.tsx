// What came and what is gone since a time, beside the document.

import { useMemo } from "preact/hooks";
import { Button, Segmented } from "../../ui/controls.tsx";
import { useApp, useTexts } from "../../ui/context.ts";
import { Icon } from "../../ui/icons.tsx";
import { memoryWords } from "../../words/memory.ts";
import { linesSince } from "./lines.tsx";

export function Since({
  when,
  then,
  now,
  budget,
  comparing,
  compare,
  restore,
  close,
}: {
  readonly when: string;
  readonly then: string;
  readonly now: string;
  readonly budget: number | null;
  readonly comparing: "changes" | "past";
  compare(as: "changes" | "past"): void;
  restore(): void;
  close(): void;
}) {
  const words = useTexts(memoryWords);
  const { words: all } = useApp();
  const lines = useMemo(() => linesSince(then, now).filter(({ kind }) => kind !== "blank"), [then, now]);
  const count = (sign: string) => lines.filter((each) => each.sign === sign).length;
  return (
    <aside class="detail-pane" aria-label={words.since(when)}>
      <div class="detail-head">
        <h2>{words.since(when)}</h2>
        <Button kind="ghost" small icon="x" class="end" aria-label={all.close} onClick={close} />
      </div>
      <ul class="effects">
        {count("+") === 0 ? null : (
          <li>
            <Icon name="plus" /> <span class="strong">{words.linesAdded(count("+"))}</span>
          </li>
        )}
        {count("−") === 0 ? null : (
          <li>
            <Icon name="minus" /> <span class="strong">{words.linesRemoved(count("−"))}</span>
          </li>
        )}
        <li>
          <Icon name="memory" />
          <div>
            <div class="strong">{words.charsThen([...then].length.toLocaleString("en"), [...now].length.toLocaleString("en"))}</div>
            {budget === null ? null : <div class="second">{words.limit(budget.toLocaleString("en"))}</div>}
          </div>
        </li>
      </ul>
      <Segmented
        label={words.since(when)}
        choices={(["changes", "past"] as const).map((each) => [each, words.comparing[each]] as const)}
        chosen={comparing}
        choose={compare}
      />
      <p class="second">{words.compareText}</p>
      <p class="key-line">
        <span>
          <kbd class="kbd">←</kbd> <kbd class="kbd">→</kbd> {words.oneChange}
        </span>
        <span>
          <kbd class="kbd">⇧</kbd> {words.oneDay}
        </span>
        <span>
          <kbd class="kbd">Esc</kbd> {words.now}
        </span>
      </p>
      <Button small onClick={restore}>
        {words.restore}
      </Button>
    </aside>
  );
}
