// What lies over the page: a dialog, a menu, a card that opens beside what it explains.

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "./controls.tsx";
import { useWords } from "./context.ts";
import { useKeys } from "./keys.ts";

/** Keeps the focus inside, gives it back, and closes with Esc. */
export function Dialog({
  title,
  close,
  children,
  acts,
}: {
  readonly title: ComponentChildren;
  close(): void;
  readonly children: ComponentChildren;
  /** After Cancel, which has the focus at first, unless a field says that it does (`data-first`). */
  readonly acts?: ComponentChildren;
}) {
  const words = useWords();
  const box = useRef<HTMLDivElement>(null);
  useFocusInside(box, "[data-first], .acts button");
  useKeys([{ key: "Escape", run: close, whileTyping: true }], "overlay", true);
  return (
    <>
      <div class="scrim" onClick={close} />
      <div class="dialog" role="dialog" aria-modal="true" aria-labelledby="dialog-title" ref={box}>
        <h2 id="dialog-title">{title}</h2>
        {children}
        <div class="acts">
          <Button onClick={close} hint="Escape">
            {acts === undefined ? words.close : words.cancel}
          </Button>
          {acts}
        </div>
      </div>
    </>
  );
}

/** Tab stays inside; the focus goes back to where it was. */
export function useFocusInside(box: { readonly current: HTMLElement | null }, firstWish: string): void {
  // At once: what is typed next belongs here.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const inside = () => [...(box.current?.querySelectorAll<HTMLElement>("button:not(:disabled), a[href], input, textarea, select") ?? [])];
    (box.current?.querySelector<HTMLElement>(firstWish) ?? inside()[0])?.focus();
    const turn = (event: KeyboardEvent) => {
      if (event.key !== "Tab") return;
      const all = inside();
      const [first, last] = [all[0], all.at(-1)];
      const isOut = !box.current?.contains(document.activeElement);
      const to = isOut || (!event.shiftKey && document.activeElement === last) ? first : null;
      const back = event.shiftKey && document.activeElement === first ? last : null;
      if ((to ?? back) === null) return;
      event.preventDefault();
      (to ?? back)?.focus();
    };
    addEventListener("keydown", turn, true);
    return () => {
      removeEventListener("keydown", turn, true);
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
}

export interface MenuItem {
  readonly name: string;
  readonly hint?: string;
  readonly danger?: boolean;
  run(): void;
}

/** ⋯ and what else can be done. */
export function More({ items, label }: { readonly items: readonly MenuItem[]; readonly label: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="with-menu">
      <Button icon="more" aria-label={label} aria-expanded={isOpen} aria-haspopup="menu" onClick={() => setOpen(!isOpen)} />
      {isOpen ? <Menu items={items} close={() => setOpen(false)} /> : null}
    </div>
  );
}

function Menu({ items, close }: { readonly items: readonly MenuItem[]; close(): void }) {
  const box = useRef<HTMLDivElement>(null);
  useFocusInside(box, "button");
  const step = (by: number) => {
    const all = [...(box.current?.querySelectorAll("button") ?? [])];
    const now = all.findIndex((each) => each === document.activeElement);
    all[(now + by + all.length) % all.length]?.focus();
  };
  useKeys(
    [
      { key: "Escape", run: close },
      { key: "ArrowDown", run: () => step(1) },
      { key: "ArrowUp", run: () => step(-1) },
    ],
    "overlay",
  );
  useEffect(() => {
    const outside = (event: MouseEvent) => !box.current?.contains(event.target as Node) && close();
    addEventListener("mousedown", outside);
    return () => removeEventListener("mousedown", outside);
  }, []);
  return (
    <div class="menu" role="menu" ref={box}>
      {items.map(({ name, hint, danger, run }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          class={danger === true ? "is-deny" : ""}
          onClick={() => {
            close();
            run();
          }}
        >
          {name}
          {hint === undefined ? null : (
            <kbd class="kbd" aria-hidden="true">
              {hint}
            </kbd>
          )}
        </button>
      ))}
    </div>
  );
}
