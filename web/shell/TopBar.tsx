// The bar over a page: its title, what it is about, and its controls at the right.

import type { ComponentChildren } from "preact";
import { Icon } from "../ui/icons.tsx";

export function TopBar({
  back,
  title,
  tabs,
  context,
  children,
}: {
  /** On a phone: from one thing to the list that it is in. */
  readonly back?: { readonly href: string; readonly name: string } | undefined;
  readonly title: ComponentChildren;
  /** What it shows, where that is a choice. */
  readonly tabs?: ComponentChildren;
  readonly context?: ComponentChildren;
  readonly children?: ComponentChildren;
}) {
  return (
    <header class={`top-bar ${tabs === undefined ? "" : "tabbed"}`}>
      {back === undefined ? null : (
        <a class="button ghost phone-only" href={back.href} aria-label={back.name}>
          <Icon name="left" />
        </a>
      )}
      <h1 class="cut">{title}</h1>
      {tabs}
      {context === undefined ? null : (
        <span class="context">
          <span>{context}</span>
        </span>
      )}
      {children === undefined ? null : <div class="controls">{children}</div>}
    </header>
  );
}
