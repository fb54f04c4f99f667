// A text to write and send, where a bar of buttons was.

import { useState } from "preact/hooks";
import { Button } from "./controls.tsx";
import { useWords } from "./context.ts";

/** Text of the person's own: their version of the change, or what the agent should know. */
export function WriteBar({
  label,
  first,
  name,
  send,
  cancel,
  isCode = false,
}: {
  readonly label: string;
  readonly first: string;
  readonly name: string;
  send(text: string): void;
  cancel(): void;
  readonly isCode?: boolean;
}) {
  const words = useWords();
  const [text, setText] = useState(first);
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
          ref={(area) => void (area !== null && document.activeElement !== area && area.value === first && area.focus())}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Escape" && cancel()}
        />
      </label>
      <Button kind="primary" type="submit" disabled={text.trim() === ""}>
        {name}
      </Button>
      <Button onClick={cancel} hint="Escape">
        {words.cancel}
      </Button>
    </form>
  );
}
