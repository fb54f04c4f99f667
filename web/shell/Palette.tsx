// The palette: everything by a few letters. Commands and pages at first; documents, rules, sessions and recall as one types.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Keys } from "../ui/controls.tsx";
import { useTexts } from "../ui/context.ts";
import { Icon } from "../ui/icons.tsx";
import { useKeys } from "../ui/keys.ts";
import { Marked } from "../ui/Marked.tsx";
import { useFocusInside } from "../ui/overlays.tsx";
import { visible } from "../ui/visible.ts";
import { paletteWords } from "../words/palette.ts";
import { type Found, useFound } from "./found.ts";

export interface PaletteProps {
  close(): void;
  keys(): void;
  remember(text?: string): void;
  settings(): void;
}

export function Palette(props: PaletteProps) {
  const { close } = props;
  const text = useTexts(paletteWords);
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  useFocusInside(box, "input");
  const groups = useFound(query, props);
  const all = useMemo(() => groups.flatMap(({ items }) => items), [groups]);
  const current = all[Math.min(at, all.length - 1)];
  const words = query
    .replace(/^[>#@]/, "")
    .trim()
    .split(/\s+/);
  useEffect(() => setAt(0), [query]);
  useEffect(() => box.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }), [at, groups]);
  const open = (item: Found | undefined, inNewTab = false) => {
    if (item === undefined) return;
    if (inNewTab && item.href !== undefined) return void window.open(item.href, "_blank", "noopener");
    close();
    if (item.href !== undefined) location.hash = item.href;
    item.run?.();
  };
  useKeys(
    [
      { key: "Escape", whileTyping: true, run: close },
      { key: "ArrowDown", whileTyping: true, run: () => setAt(Math.min(all.length - 1, at + 1)) },
      { key: "ArrowUp", whileTyping: true, run: () => setAt(Math.max(0, at - 1)) },
      { key: "Enter", whileTyping: true, run: () => open(current) },
      { key: "mod+enter", whileTyping: true, run: () => open(current, true) },
      { key: "mod+k", whileTyping: true, run: close },
    ],
    "overlay",
    true,
  );
  return (
    <>
      <div class="scrim" onClick={close} />
      <div class="palette" role="dialog" aria-modal="true" aria-label={text.label} ref={box}>
        <div class="palette-head">
          <Icon name="search" />
          <input
            role="combobox"
            aria-label={text.label}
            aria-expanded="true"
            aria-controls="palette-list"
            aria-activedescendant={current === undefined ? undefined : `found-${all.indexOf(current)}`}
            placeholder={text.label}
            value={query}
            onInput={(event) => setQuery(event.currentTarget.value)}
            // Nothing else here takes the focus.
            onKeyDown={(event) => event.key === "Tab" && open(all.find(({ key }) => key === "Tab"))}
          />
          {query === "" ? null : <span>{text.results(all.length)}</span>}
        </div>
        <div class="palette-list" id="palette-list" role="listbox" aria-label={text.label}>
          {groups.map(({ name, items }) => (
            <div key={name} role="group" aria-label={name}>
              <div class="group-label" role="presentation">
                {name}
              </div>
              {items.map((item) => {
                const index = all.indexOf(item);
                return (
                  <div
                    key={item.id}
                    id={`found-${index}`}
                    class="palette-item"
                    role="option"
                    aria-selected={item === current}
                    onMouseMove={() => setAt(index)}
                    onClick={(event) => open(item, event.ctrlKey || event.metaKey)}
                  >
                    <Icon name={item.icon} />
                    <span class="cut">
                      <Marked text={visible(item.title)} words={words} />
                    </span>
                    {item.more === undefined ? null : (
                      <span class="second quiet cut">
                        <Marked text={visible(item.more)} words={words} />
                      </span>
                    )}
                    {item === current || item.key !== undefined ? (
                      <span class="end">
                        <Keys of={item === current ? "Enter" : (item.key ?? "")} />
                      </span>
                    ) : null}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        <div class="palette-foot key-line">
          <span>
            <Keys of="ArrowUp" />
            <Keys of="ArrowDown" /> {text.move}
          </span>
          <span>
            <Keys of="Enter" /> {text.open}
          </span>
          <span>
            <Keys of="mod+Enter" /> {text.newTab}
          </span>
          <span class="end">
            <Keys of=">" /> {text.commands}
          </span>
          <span>
            <Keys of="#" /> {text.rules}
          </span>
          <span>
            <Keys of="@" /> {text.documents}
          </span>
        </div>
      </div>
    </>
  );
}
