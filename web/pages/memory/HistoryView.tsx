// Every change of a document, newest first, each with Undo and a look at the document behind it.

import type { LoggedChange } from "../../../src/mind/documents/explain.ts";
import { Button } from "../../ui/controls.tsx";
import { useTexts, useWords } from "../../ui/context.ts";
import { Icon } from "../../ui/icons.tsx";
import { Empty } from "../../ui/notes.tsx";
import { Coded } from "../../ui/parts.tsx";
import { visible } from "../../ui/visible.ts";
import { When } from "../../ui/When.tsx";
import { memoryWords } from "../../words/memory.ts";
import { useWho } from "./who.ts";

const SHOWN = 300;

export function HistoryView({
  changes,
  undo,
  show,
}: {
  readonly changes: readonly LoggedChange[];
  undo(id: string): void;
  show(id: string): void;
}) {
  const words = useTexts(memoryWords);
  const whoOf = useWho();
  const { comma } = useWords();
  if (changes.length === 0)
    return (
      <Empty title={words.noHistory} icon="clock">
        {words.noHistoryText}
      </Empty>
    );
  return (
    <ol class="changes">
      {changes.slice(0, SHOWN).map((change) => {
        const who = whoOf(change);
        return (
          <li key={change.id}>
            <span class="host">
              <Icon name={who.icon} />
              {who.name}
            </span>
            <div class="row-text">
              <span class="strong">{change.heading === undefined ? "" : visible(change.heading)}</span>{" "}
              <span class="second">
                {words.kinds[change.kind] ?? change.kind}
                {comma}
                <When at={change.at} ago />
              </span>
              <Lines sign="−" tone="removed" text={change.removed} />
              <Lines sign="+" tone="added" text={change.inserted} />
              {change.reason === undefined ? null : <p class="second">{visible(change.reason)}</p>}
            </div>
            <Button kind="ghost" small onClick={() => show(change.id)}>
              {words.comparing.past}
            </Button>
            {["first", "considered", "forgotten"].includes(change.kind) ? null : (
              <Button small onClick={() => undo(change.id)} aria-label={`${words.undo}: ${change.heading ?? change.kind}`}>
                {words.undo}
              </Button>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Each line with its sign, without the mark of a list. */
function Lines({ sign, tone, text = "" }: { readonly sign: string; readonly tone: string; readonly text?: string | undefined }) {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length === 0 ? null : (
    <ul class={`was-text ${tone}`}>
      {lines.map((line, at) => (
        <li key={at}>
          {sign} <Coded text={visible(line.replace(/^\s*(?:[-*+]|#{1,6}) /, ""))} />
        </li>
      ))}
    </ul>
  );
}
