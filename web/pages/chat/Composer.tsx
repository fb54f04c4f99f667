// Where the person writes: the message, what is queued, completion of commands and documents. It stays usable while a turn
// runs, and what it shows above itself pushes the conversation up.

import { useRef, useState } from "preact/hooks";
import { useResource } from "../../live.ts";
import type { DocumentSummary, Queues } from "../../types.ts";
import { Button, Keys } from "../../ui/controls.tsx";
import { useTexts } from "../../ui/context.ts";
import { visible } from "../../ui/visible.ts";
import { chatWords } from "../../words/chat.ts";
import { memoryWords } from "../../words/memory.ts";

export interface Queued {
  readonly id: string;
  readonly text: string;
  readonly kind: keyof Queues;
}

export interface ComposerProps {
  readonly text: string;
  setText(text: string): void;
  readonly isRunning: boolean;
  readonly queued: readonly Queued[];
  send(way: "messages" | "steer"): void;
  withdraw(id: string): Promise<unknown>;
  stop(): void;
  /** ↑ in an empty field. */
  up(): void;
}

interface Completion {
  readonly text: string;
  readonly hint: string;
}

export function Composer({ text, setText, isRunning, queued, send, withdraw, stop, up }: ComposerProps) {
  const words = useTexts(chatWords);
  const { roles } = useTexts(memoryWords);
  const field = useRef<HTMLTextAreaElement>(null);
  const [at, setAt] = useState(0);
  const [isClosed, setClosed] = useState(false);
  const mention = /(?:^|\s)@([^\s]*)$/.exec(text)?.[1];
  const documents = useResource<DocumentSummary[]>(mention === undefined ? null : "/api/documents");
  const found: readonly Completion[] = isClosed
    ? []
    : /^\/\w*$/.test(text)
      ? words.slash.filter(([name]) => name.startsWith(text)).map(([name, hint]) => ({ text: name, hint }))
      : mention === undefined
        ? []
        : (documents.value ?? [])
            .filter(({ key }) => key.toLowerCase().includes(mention.toLowerCase()))
            .slice(0, 6)
            .map(({ key, role }) => ({ text: key, hint: role === null ? "" : (roles[role] ?? role) }));
  const chosen = Math.min(at, found.length - 1);
  const complete = (completion: Completion) => {
    setText(mention === undefined ? `${completion.text} ` : `${text.slice(0, text.length - mention.length)}${completion.text} `);
    setAt(0);
    field.current?.focus();
  };
  const move = (by: number) => setAt((chosen + by + found.length) % found.length);
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const act = keyOfList(event, found[chosen]) ?? keyOfField(event);
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const keyOfList = ({ key, shiftKey }: KeyboardEvent, open: Completion | undefined): (() => void) | undefined => {
    if (open === undefined) return undefined;
    if (key === "ArrowDown") return () => move(1);
    if (key === "ArrowUp") return () => move(-1);
    if (key === "Escape") return () => setClosed(true);
    return key === "Tab" || (key === "Enter" && !shiftKey && open.text !== text) ? () => complete(open) : undefined;
  };
  const keyOfField = ({ key, shiftKey }: KeyboardEvent): (() => void) | undefined => {
    if (key === "Escape") return () => isRunning && stop();
    if (key === "ArrowUp" && text === "") return up;
    return key === "Enter" && !shiftKey ? () => send("messages") : undefined;
  };
  const name = isRunning ? words.writeNext : words.write;
  return (
    <div class="composer-box">
      {queued.length === 0 ? null : (
        <ul class="queue" aria-label={words.queueLabel}>
          {queued.map(({ id, text: said, kind }) => (
            <li key={id}>
              <span class="quiet">{kind === "steer" ? words.guides : words.next}</span>
              <span class="cut">{visible(said)}</span>
              <Button
                kind="ghost"
                small
                icon="write"
                class="end"
                aria-label={words.edit}
                onClick={() =>
                  void withdraw(id).then(() => {
                    setText(said);
                    field.current?.focus();
                  })
                }
              />
              <Button kind="ghost" small icon="x" aria-label={words.withdraw} onClick={() => void withdraw(id)} />
            </li>
          ))}
        </ul>
      )}
      {found.length === 0 ? null : (
        <ul class="completions" role="listbox" aria-label={words.completions} id="completions">
          {found.map((completion, index) => (
            <li
              key={completion.text}
              id={`completion-${index}`}
              role="option"
              aria-selected={index === chosen}
              onMouseDown={(event) => {
                event.preventDefault();
                complete(completion);
              }}
            >
              <code>{completion.text}</code> <span class="second">{completion.hint}</span>
              {index === chosen ? <Keys of="Enter" /> : null}
            </li>
          ))}
        </ul>
      )}
      <form
        class="composer"
        onSubmit={(event) => {
          event.preventDefault();
          send("messages");
        }}
      >
        <textarea
          ref={field}
          rows={2}
          value={text}
          aria-label={name}
          placeholder={name}
          aria-controls={found.length === 0 ? undefined : "completions"}
          aria-activedescendant={found.length === 0 ? undefined : `completion-${chosen}`}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setClosed(false);
          }}
          onKeyDown={onKey}
        />
        <div class="composer-foot">
          <span class="key-line">
            <span>
              <kbd class="kbd">/</kbd> {words.commands}
            </span>
            <span>
              <kbd class="kbd">@</kbd> {words.documents}
            </span>
            {isRunning ? (
              <span>
                <kbd class="kbd">Esc</kbd> {words.stopKey}
              </span>
            ) : null}
          </span>
          <span class="acts end">
            {isRunning ? (
              <>
                <Button icon="stop" onClick={stop}>
                  {words.stop}
                </Button>
                <Button onClick={() => send("steer")}>{words.steer}</Button>
              </>
            ) : null}
            <Button type="submit" kind="primary" hint="Enter">
              {isRunning ? words.queue : words.send}
            </Button>
          </span>
        </div>
      </form>
    </div>
  );
}
