// Keys: one listener, and acts that pages and overlays put before it. The same key means the same everywhere; what lies on
// top hears it first. Single letters are off while somebody types.

import { useLayoutEffect, useRef } from "preact/hooks";

export interface KeyAct {
  /** As the browser names it: "a", "A" with Shift, "Enter", "ArrowDown"; "g i" for two in a row; "mod+k" for Ctrl or ⌘. */
  readonly key: string;
  /** For the table of all keys; without it the key is not listed. */
  readonly name?: string | undefined;
  run(event: KeyboardEvent): unknown;
  /** Also while a text field has the focus. */
  readonly whileTyping?: boolean;
}

interface Layer {
  readonly level: number;
  readonly number: number;
  /** Nothing below hears a key while it is there. */
  readonly isClosed: boolean;
  acts(): readonly KeyAct[];
}

/** The shell, the page, a part that lies over the page, a dialog. */
export const LEVELS = { shell: 0, page: 1, part: 2, overlay: 3 } as const;

const layers = new Set<Layer>();
let counted = 0;
let first: { readonly key: string; readonly at: number } | null = null;
const SECOND_KEY_MS = 1200;

export function useKeys(acts: readonly KeyAct[], level: keyof typeof LEVELS = "page", isClosed = false): void {
  const latest = useRef(acts);
  latest.current = acts;
  useLayoutEffect(() => {
    const layer: Layer = { level: LEVELS[level], number: ++counted, isClosed, acts: () => latest.current };
    layers.add(layer);
    return () => void layers.delete(layer);
  }, [level, isClosed]);
}

/** Every named act that would be heard now, the page's first. */
export function actsNow(): readonly { readonly level: number; readonly act: KeyAct }[] {
  return ordered().flatMap(({ level, acts }) =>
    acts()
      .filter(({ name }) => name !== undefined)
      .map((act) => ({ level, act })),
  );
}

export function startKeys(): () => void {
  const heard = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const act = actFor(event);
    if (act === undefined) return;
    event.preventDefault();
    showPressed(act.key);
    void act.run(event);
  };
  addEventListener("keydown", heard);
  return () => removeEventListener("keydown", heard);
}

function actFor(event: KeyboardEvent): KeyAct | undefined {
  const pressed = nameOf(event);
  // An editor in a shadow of its own is hidden behind its host.
  const typing = isTyping(event.composedPath()[0] ?? event.target);
  // After the first of two keys the second is never taken for a key of its own: G A must not accept anything.
  const isSecond = first !== null && !typing && event.timeStamp - first.at < SECOND_KEY_MS;
  const name = isSecond ? `${first?.key} ${pressed}` : pressed;
  first = null;
  for (const { acts, isClosed } of ordered()) {
    const act = acts().find((each) => each.key === name && (!typing || each.whileTyping === true));
    if (act !== undefined) return act;
    if (!typing && acts().some((each) => each.key.startsWith(`${name} `))) {
      first = { key: name, at: event.timeStamp };
      return undefined;
    }
    if (isClosed) return undefined;
  }
  return undefined;
}

const ordered = (): Layer[] => [...layers].sort((a, b) => b.level - a.level || b.number - a.number);

function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  if (altKey) return "";
  const plain = key.length > 1 && shiftKey ? `shift+${key}` : key;
  return ctrlKey || metaKey ? `mod+${key.toLowerCase()}` : plain;
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || ["TEXTAREA", "SELECT"].includes(target.tagName)) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "range", "button"].includes(target.type);
}

const PRESSED_MS = 100;

function showPressed(key: string): void {
  for (const hint of document.querySelectorAll(`.kbds[data-key="${CSS.escape(key)}"] .kbd`)) {
    hint.classList.add("pressed");
    setTimeout(() => hint.classList.remove("pressed"), PRESSED_MS);
  }
}

const SHOWN: Readonly<Record<string, string>> = {
  Enter: "↵",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  mod: navigator.platform.startsWith("Mac") ? "⌘" : "Ctrl",
  shift: "⇧",
};

/** "A" as one cap "⇧ A", "mod+k" as Ctrl K, "g i" as G I. */
export function keyCaps(key: string): readonly string[] {
  return key.split(/[ +]/).flatMap((part) => {
    if (SHOWN[part] !== undefined) return [SHOWN[part] as string];
    if (part.length === 1 && part !== part.toLowerCase()) return [`⇧ ${part}`];
    return [part.length === 1 ? part.toUpperCase() : part];
  });
}
