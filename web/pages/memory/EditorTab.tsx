// The editor: the person's own text, with its structure and budget as they type. The editor itself is loaded late.

import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, ask } from "../../api.ts";
import type { DocumentText, Section } from "../../types.ts";
import { useApp, useSaid } from "../../ui/context.ts";
import { Button } from "../../ui/controls.tsx";
import { Budget } from "../../ui/parts.tsx";

const LARGEST = 900_000;
/** Structure and budget follow the typing after this pause, so that no key waits for them. */
const CALM_MS = 150;

export function EditorTab({ document, reload }: { readonly document: DocumentText; reload(): void }) {
  const { words, say } = useApp();
  const said = useSaid();
  const [base, setBase] = useState({ text: document.text, version: document.version });
  const [isDirty, setDirty] = useState(false);
  const [isStale, setStale] = useState(false);
  const [outline, setOutline] = useState<readonly Section[]>(document.sections);
  const [chars, setChars] = useState(document.chars);
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<{ read(): string; jump(line: number): void; destroy(): void } | null>(null);

  useEffect(() => {
    if (document.chars > LARGEST || box.current === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const measure = () => {
      const text = editor.current?.read() ?? "";
      setOutline(outlineOf(text));
      setChars([...text].length);
    };
    // Beside the page's script, so that nobody waits for it who does not edit.
    void import("../../editor.ts").then(({ openEditor }) => {
      if (isGone || box.current === null) return;
      editor.current = openEditor(box.current, base.text, document.key, () => {
        setDirty(true);
        clearTimeout(timer);
        timer = setTimeout(measure, CALM_MS);
      });
    });
    return () => {
      isGone = true;
      clearTimeout(timer);
      editor.current?.destroy();
      editor.current = null;
    };
  }, [base]);
  // Somebody else wrote: without own changes the editor follows; with own changes it says so and keeps them.
  useEffect(() => {
    if (document.version === base.version) return;
    if (isDirty) setStale(true);
    else setBase({ text: document.text, version: document.version });
  }, [document.version]);

  const save = async () => {
    const text = editor.current?.read() ?? base.text;
    try {
      const { value } = await ask<{ version: string }>("PUT", `/api/documents/${document.id}`, {
        body: { text },
        headers: { "If-Match": `"${base.version}"` },
      });
      setDirty(false);
      setBase((before) => ({ ...before, version: value.version }));
      say({ kind: "good", text: words.saved });
      reload();
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) setStale(true);
      else say({ kind: "bad", text: said.error(error as Error) });
    }
  };
  const reread = () => {
    setStale(false);
    setDirty(false);
    setBase({ text: document.text, version: document.version });
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
        <span class="quiet">{isDirty ? words.unsaved : ""}</span> <Budget chars={chars} budget={document.budget} />
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
