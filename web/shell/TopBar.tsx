// The bar over a page: its title, what it is about, and its controls at the right.

import type { ComponentChildren } from "preact";

export function TopBar({
  title,
  context,
  children,
}: {
  readonly title: ComponentChildren;
  readonly context?: ComponentChildren;
  readonly children?: ComponentChildren;
}) {
  return (
    <header class="top-bar">
      <h1 class="cut">{title}</h1>
      {context === undefined ? null : <span class="context cut">{context}</span>}
      {children === undefined ? null : <div class="controls">{children}</div>}
    </header>
  );
}
