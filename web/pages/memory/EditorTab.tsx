// The editor: the person's own text, with its structure and budget as they type. The editor itself is loaded late.

import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, ask } from "../../api.ts";
import type { DocumentText, Section } from "../../types.ts";
import { useApp, useSaid } from "../../ui/context.ts";
import { Button } from "../../ui/controls.tsx";
import { Budget } from "../../ui/parts.tsx";
import { draftOf, dropDraft, keepDraft } from "./drafts.ts";

const LARGEST = 900_000;
/** Structure and budget follow the typing after this pause, so that no key waits for them. */
const CALM_MS = 150;

interface EditorProps {
  readonly document: DocumentText;
  /** Where the cursor is at first. */
  readonly line: number;
  reload(): void;
}

export function EditorTab({ document, line, reload }: EditorProps) {
  const { words, say } = useApp();
  const said = useSaid();
  const [draft] = useState(() => {
    const kept = draftOf(document.id);
    return kept?.text === document.text ? null : kept;
  });
  /** What the editor begins with; another object begins it anew. */
  const [start, setStart] = useState({ text: draft?.text ?? document.text });
  /** Of the document that the text was begun on, or saved as. */
  const version = useRef(draft?.version ?? document.version);
  /** Typed and not yet kept as a draft. */
  const isTyped = useRef(false);
  const [isDirty, setDirty] = useState(draft !== null);
  const [isStale, setStale] = useState(draft !== null && draft.version !== document.version);
  const [outline, setOutline] = useState<readonly Section[]>(document.sections);
  const [chars, setChars] = useState(document.chars);
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<{ read(): string; jump(line: number): void; destroy(): void } | null>(null);
  /** Whoever asked for the editor types next; one that begins anew takes the focus if it had it. */
  const isFocused = useRef(true);

  useEffect(() => {
    if (document.chars > LARGEST || box.current === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const keep = () => {
      if (isTyped.current && editor.current !== null) keepDraft(document.id, { text: editor.current.read(), version: version.current });
      isTyped.current = false;
    };
    const measure = () => {
      keep();
      const text = editor.current?.read() ?? "";
      setOutline(outlineOf(text));
      setChars([...text].length);
    };
    // Beside the page's script, so that nobody waits for it who does not edit.
    void import("../../editor.ts").then(({ openEditor }) => {
      if (isGone || box.current === null) return;
      editor.current = openEditor(box.current, start.text, document.key, () => {
        isTyped.current = true;
        setDirty(true);
        clearTimeout(timer);
        timer = setTimeout(measure, CALM_MS);
      });
      if (isFocused.current) editor.current.jump(line);
    });
    addEventListener("pagehide", keep);
    return () => {
      isGone = true;
      keep();
      removeEventListener("pagehide", keep);
      clearTimeout(timer);
      isFocused.current = box.current?.matches(":focus-within") === true;
      editor.current?.destroy();
      editor.current = null;
    };
  }, [start]);
  // Somebody else wrote: without own changes the editor follows; with own changes it says so and keeps them.
  useEffect(() => {
    if (document.version === version.current) return;
    if (isDirty) setStale(true);
    else {
      version.current = document.version;
      setStart({ text: document.text });
    }
  }, [document.version]);

  const save = async () => {
    const text = editor.current?.read() ?? start.text;
    try {
      const { value } = await ask<{ version: string }>("PUT", `/api/documents/${document.id}`, {
        body: { text },
        headers: { "If-Match": `"${version.current}"` },
      });
      version.current = value.version;
      // The news of this very change may have been faster than its answer.
      setStale(false);
      dropDraft(document.id);
      // The editor stays as it is, with what was typed meanwhile.
      isTyped.current = editor.current !== null && editor.current.read() !== text;
      setDirty(isTyped.current);
      say({ kind: "good", text: words.saved });
      reload();
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) setStale(true);
      else say({ kind: "bad", text: said.error(error as Error) });
    }
  };
  const reread = () => {
    isTyped.current = false;
    setStale(false);
    setDirty(false);
    version.current = document.version;
    setStart({ text: document.text });
    dropDraft(document.id);
    reload();
  };
  if (document.chars > LARGEST) return <p class="quiet">{words.tooLargeToEdit}</p>;
  return (
    <div class="editing">
      {isStale ? (
        <p class="trouble" role="alert">
          {words.stale} <Button onClick={reread}>{words.reread}</Button>
        </p>
      ) : null}
      <div class="acts">
        <Button kind="primary" onClick={save} disabled={!isDirty}>
          {words.save}
        </Button>{" "}
        {isDirty ? (
          <>
            <span class="quiet">{words.unsaved}</span>{" "}
            <Button kind="ghost" small onClick={reread}>
              {words.discard}
            </Button>
          </>
        ) : null}
        <Budget chars={chars} budget={document.budget} />
      </div>
      <div class="editor-and-outline">
        <div
          ref={box}
          class="editor"
          onKeyDown={(event) => {
            if ((event.ctrlKey || event.metaKey) && event.key === "s") {
              event.preventDefault();
              void save();
            }
          }}
        />
        <nav class="outline" aria-label={words.outline}>
          <h3>{words.outline}</h3>
          <ul>
            {outline.slice(0, 200).map(({ heading, level, line }) => (
              <li key={line} class={`level-${level}`}>
                <Button kind="ghost" small onClick={() => editor.current?.jump(line)}>
                  {heading}
                </Button>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  );
}

const LONGEST_HEADING = 1000;

/** Only for the eye while typing; what counts is what the daemon reads after saving. */
function outlineOf(text: string): Section[] {
  const found: Section[] = [];
  let fence: string | null = null;
  for (const [index, line] of text.split("\n").entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) === true) fence = null;
    } else if (mark !== undefined) fence = mark;
    else {
      const heading = line.length > LONGEST_HEADING ? null : /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*$/.exec(line);
      if (heading !== null)
        found.push({ heading: heading[2] ?? "", level: heading[1]?.length ?? 1, line: index + 1, chars: 0, protected: false });
    }
  }
  return found;
}
