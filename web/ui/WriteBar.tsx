// A text to write and send, where a bar of buttons was.

import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "./controls.tsx";
import { useWords } from "./context.ts";

/** What was typed and not sent, by what it is about: another card may be looked at meanwhile. */
const typed = new Map<string, string>();

/** Text of the person's own: their version of the change, or what the agent should know. */
export function WriteBar({
  about,
  label,
  first,
  name,
  send,
  cancel,
  isCode = false,
}: {
  readonly about: string;
  readonly label: string;
  readonly first: string;
  readonly name: string;
  send(text: string): void;
  cancel(): void;
  readonly isCode?: boolean;
}) {
  const words = useWords();
  const [text, setText] = useState(typed.get(about) ?? first);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);
  const giveUp = () => {
    typed.delete(about);
    cancel();
  };
  return (
    <form
      class="action-bar writing"
      onSubmit={(event) => {
        event.preventDefault();
        send(text);
      }}
    >
      <label class="stack">
        {label}
        <textarea
          rows={Math.max(3, Math.min(12, first.split("\n").length + 1))}
          class={isCode ? "mono" : ""}
          spellcheck={!isCode}
          value={text}
          ref={area}
          onInput={({ currentTarget: { value } }) => {
            typed.set(about, value);
            setText(value);
          }}
          onKeyDown={(event) => event.key === "Escape" && giveUp()}
        />
      </label>
      <Button kind="primary" type="submit" disabled={text.trim() === ""}>
        {name}
      </Button>
      <Button onClick={giveUp} hint="Escape">
        {words.cancel}
      </Button>
    </form>
  );
}
