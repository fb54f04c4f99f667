// What a person presses: buttons with their keys, filters, a choice of a few, folds.

import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon, type IconName } from "./icons.tsx";
import { keyCaps } from "./keys.ts";

/** The keys of an act, as caps. */
export function Keys({ of }: { readonly of: string }) {
  return (
    <span class="kbds" data-key={of} aria-hidden="true">
      {keyCaps(of).map((cap, at) => (
        <kbd key={at} class="kbd">
          {cap}
        </kbd>
      ))}
    </span>
  );
}

export interface ButtonProps extends Omit<ButtonHTMLAttributes, "type" | "icon"> {
  /** One primary button in a pane at most; what loosens a rule is danger. */
  readonly kind?: "primary" | "plain" | "danger" | "ghost";
  readonly type?: "button" | "submit";
  readonly small?: boolean;
  readonly icon?: IconName;
  /** The key that does the same; printed on the button. */
  readonly hint?: string;
  /** The verb of what is going on, with a spinner: "Saving". */
  readonly busy?: string | undefined;
  readonly class?: string;
}

export function Button({ kind = "plain", type = "button", small, icon, hint, busy, children, class: more = "", ...rest }: ButtonProps) {
  const isBusy = busy !== undefined;
  const isBare = children === undefined && !isBusy;
  return (
    <button
      {...rest}
      type={type}
      disabled={rest.disabled === true || isBusy}
      aria-keyshortcuts={hint}
      class={`button ${kind} ${small === true ? "small" : ""} ${isBare ? "icon-only" : ""} ${more}`}
    >
      {isBusy ? <span class="spinner" /> : icon === undefined ? null : <Icon name={icon} />}
      {busy ?? children}
      {hint === undefined ? null : <Keys of={hint} />}
    </button>
  );
}

interface SearchProps {
  readonly label: string;
  readonly value: string;
  /** With each letter, or when the field is left. */
  typed?(text: string): void;
  done?(text: string): void;
}

/** The page's own search; the shell puts `/` into it. */
export function SearchField({ label, value, typed, done }: SearchProps) {
  return (
    <label class="search-field">
      <Icon name="search" />
      <input
        type="search"
        placeholder={label}
        aria-label={label}
        value={value}
        onInput={({ currentTarget }) => typed?.(currentTarget.value)}
        onChange={({ currentTarget }) => done?.(currentTarget.value)}
      />
      <Keys of="/" />
    </label>
  );
}

/** A choice of a few, one of them chosen. */
export function Segmented<T extends string>({
  label,
  class: more = "",
  choices,
  chosen,
  choose,
}: {
  readonly label: string;
  readonly choices: readonly (readonly [T, string])[];
  readonly chosen: T;
  readonly class?: string;
  choose(choice: T): void;
}) {
  return (
    <div class={`segmented ${more}`} role="group" aria-label={label}>
      {choices.map(([id, name]) => (
        <button key={id} type="button" aria-pressed={id === chosen} onClick={() => choose(id)}>
          {name}
        </button>
      ))}
    </div>
  );
}

export function Filter({
  on,
  toggle,
  icon,
  name,
  count,
}: {
  readonly on: boolean;
  toggle(): void;
  readonly icon?: IconName;
  readonly name: string;
  readonly count?: number | undefined;
}) {
  return (
    <button type="button" class="filter" aria-pressed={on} onClick={toggle}>
      {icon === undefined ? null : <Icon name={icon} />}
      {name}
      {count === undefined ? null : <b>{count.toLocaleString("en")}</b>}
    </button>
  );
}

/** One line that opens: icon, name, what is inside in a few words. */
/** A function makes what is inside when it is opened for the first time: it asks the daemon for something that few look at. */
export function Fold({
  icon,
  name,
  gist,
  end,
  open = false,
  children,
}: {
  readonly icon: IconName;
  readonly name: string;
  readonly gist?: ComponentChildren;
  readonly end?: ComponentChildren;
  readonly open?: boolean;
  readonly children: ComponentChildren | (() => ComponentChildren);
}) {
  const [wasOpened, setOpened] = useState(open);
  return (
    <details class="fold" open={open} onToggle={() => setOpened(true)}>
      <summary>
        <span class="chevron">
          <Icon name="right" />
        </span>
        <Icon name={icon} />
        <span class="strong">{name}</span>
        <span class="second cut">{gist}</span>
        {end === undefined ? null : <span class="second end">{end}</span>}
      </summary>
      <div class="fold-body">{typeof children !== "function" ? children : wasOpened ? children() : null}</div>
    </details>
  );
}
