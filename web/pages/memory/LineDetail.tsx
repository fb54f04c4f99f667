// One line: who wrote it, when, why, what it replaced, and what can be done about it.

import type { SupersededLines } from "../../../src/finding/supersededLines.ts";
import type { LoggedChange } from "../../../src/mind/documents/explain.ts";
import type { BlamedLine } from "../../types.ts";
import { Button, Keys } from "../../ui/controls.tsx";
import { useApp, useTexts } from "../../ui/context.ts";
import { Icon } from "../../ui/icons.tsx";
import { MarkdownLine } from "../../ui/Markdown.tsx";
import { visible } from "../../ui/visible.ts";
import { When } from "../../ui/When.tsx";
import { memoryWords } from "../../words/memory.ts";
import { useTitle, useWho } from "./who.ts";

export interface LineDetailProps {
  readonly line: BlamedLine;
  readonly told: LoggedChange | undefined;
  readonly superseded: SupersededLines | undefined;
  readonly changes: number;
  edit(): void;
  undo(): void;
  forget(): void;
  versions(): void;
  choose(line: number): void;
  close(): void;
}

export function LineDetail({ line, told, superseded, changes, edit, undo, forget, versions, choose, close }: LineDetailProps) {
  const words = useTexts(memoryWords);
  const whoOf = useWho();
  const { words: all } = useApp();
  const { change } = line;
  const title = useTitle(change.session);
  return (
    <aside class="detail-pane" aria-label={words.thisLine}>
      <div class="detail-head">
        <h2>{words.thisLine}</h2>
        <Button kind="ghost" small icon="x" class="end" aria-label={all.close} onClick={close} />
      </div>
      <p>
        <MarkdownLine text={line.text.replace(/^\s*(?:[-*+]|\d+[.)]|#+)\s+/, "")} />
      </p>
      <dl class="facts">
        <dt>{words.written}</dt>
        <dd>
          <When at={change.at} ago />
          {words.writtenBy(whoOf(change).name)}
        </dd>
        <dt>{words.origin}</dt>
        <dd>{change.kind === "hand" ? words.editedOutside : (words.origins[change.by] ?? change.by)}</dd>
        {change.confidence === undefined ? null : (
          <>
            <dt>{words.sure}</dt>
            <dd>{Math.round(change.confidence * 100)} %</dd>
          </>
        )}
        {change.reason === undefined ? null : (
          <>
            <dt>{words.reason}</dt>
            <dd class="second">“{visible(change.reason)}”</dd>
          </>
        )}
        {told?.removed ? (
          <>
            <dt>{words.replaces}</dt>
            <dd>
              <s class="quiet">{visible(told.removed)}</s>
            </dd>
          </>
        ) : null}
      </dl>
      {superseded === undefined ? null : (
        <Button small onClick={() => choose(superseded.by[0])}>
          {words.newer(superseded.by[0])}
        </Button>
      )}
      <div class="ways">
        {change.session === undefined ? null : (
          <a href={`#/sessions/${encodeURIComponent(change.session)}`} aria-keyshortcuts="t">
            <Icon name="sessions" />
            <span class="strong">{words.turn}</span>
            <span class="second cut">{title === undefined ? "" : visible(title)}</span>
            <Keys of="t" />
          </a>
        )}
        <button type="button" onClick={versions} aria-keyshortcuts="v">
          <Icon name="clock" />
          <span class="strong">{words.versions}</span>
          <span class="second cut">{changes}</span>
          <Keys of="v" />
        </button>
      </div>
      <div class="acts">
        <Button small hint="e" onClick={edit}>
          {words.edit}
        </Button>
        {["first", "considered", "forgotten", "hand"].includes(change.kind) ? null : (
          <Button small hint="U" onClick={undo}>
            {words.undoChange}
          </Button>
        )}
        <Button small kind="danger" hint="f" onClick={forget}>
          {words.forget}
        </Button>
      </div>
    </aside>
  );
}
