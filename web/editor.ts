// CodeMirror, in a shadow of its own: its styles are adopted there, so the page's strict content policy stays as it is.

import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";

const THEME = EditorView.theme({
  "&": { height: "60vh", color: "var(--ink)", backgroundColor: "var(--surface)", fontSize: "14px" },
  ".cm-content": { fontFamily: "var(--mono)", caretColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--ink3)", border: "none" },
  "&.cm-focused": { outline: "2px solid var(--accent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection": { backgroundColor: "var(--accent-bg)" },
});

const ITEM = /^(\s*)(?:([-*+])|(\d{1,9})([.)]))(\s+)(\[[ xX]\]\s+)?/;

/** Enter in a list begins its next item; in an item without a text it ends the list. */
function continueList({ state, dispatch }: EditorView): boolean {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  const [mark = "", indent = "", bullet, number, sign = "", gap = " ", box] = ITEM.exec(line.text) ?? [];
  if (!main.empty || mark === "" || main.head < line.from + mark.length) return false;
  const isEmpty = mark.length === line.text.length;
  const next = `\n${indent}${bullet ?? `${Number(number) + 1}${sign}`}${gap}${box === undefined ? "" : "[ ] "}`;
  const change = isEmpty ? { from: line.from, to: line.to, insert: "" } : { from: main.head, insert: next };
  dispatch(state.update({ changes: change, selection: { anchor: change.from + change.insert.length }, scrollIntoView: true }));
  return true;
}

export function openEditor(
  box: HTMLElement,
  text: string,
  label: string,
  changed: () => void,
): { read(): string; jump(line: number): void; destroy(): void } {
  const shadow = box.shadowRoot ?? box.attachShadow({ mode: "open" });
  shadow.replaceChildren();
  const view = new EditorView({
    parent: shadow,
    root: shadow,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        keymap.of([{ key: "Enter", run: continueList }, ...defaultKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label }),
        THEME,
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed();
        }),
      ],
    }),
  });
  return {
    read: () => view.state.doc.toString(),
    jump: (line) => {
      const at = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines))).from;
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "start" }) });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}
