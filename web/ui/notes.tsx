// What is where there is nothing yet: what is missing and the next step, what failed, that it is being read.

import type { ComponentChildren } from "preact";
import type { Resource } from "../live.ts";
import { Button } from "./controls.tsx";
import { useWords, useSaid } from "./context.ts";
import { Icon, type IconName } from "./icons.tsx";
import { Coded } from "./parts.tsx";

/** Names what is missing and the next step; never only "nothing here". */
export function Empty({
  title,
  icon = "info",
  children,
  acts,
}: {
  readonly title: string;
  readonly icon?: IconName;
  readonly children?: ComponentChildren;
  readonly acts?: ComponentChildren;
}) {
  return (
    <div class="empty-state">
      <Icon name={icon} />
      <h2>{title}</h2>
      <p class="second">{typeof children === "string" ? <Coded text={children} /> : children}</p>
      {acts === undefined ? null : <div class="acts">{acts}</div>}
    </div>
  );
}

export function Trouble({ error, retry }: { readonly error: Error; readonly retry?: () => void }) {
  const words = useWords();
  const said = useSaid();
  return (
    <div class="empty-state error" role="alert">
      <Icon name="alert" />
      <h2>{words.failed}</h2>
      <p class="second">{said.error(error)}</p>
      {retry === undefined ? null : (
        <Button small onClick={retry}>
          {words.retry}
        </Button>
      )}
    </div>
  );
}

export function Skeleton() {
  const words = useWords();
  return (
    <div class="skeleton" role="status" aria-label={words.loading}>
      <i />
      <i />
      <i />
    </div>
  );
}

/** What a resource has to show: its value, its trouble, or that it is being read. */
export function Loaded<T>({ from, children }: { readonly from: Resource<T>; readonly children: (value: T) => ComponentChildren }) {
  if (from.value !== undefined) return <>{children(from.value)}</>;
  if (from.error !== undefined) return <Trouble error={from.error} retry={from.reload} />;
  return <Skeleton />;
}

/** One line under the top bar. */
export function Banner({
  tone,
  icon,
  children,
  acts,
}: {
  readonly tone: "ask" | "deny" | "plain";
  readonly icon: IconName;
  readonly children: ComponentChildren;
  readonly acts?: ComponentChildren;
}) {
  return (
    <div class={`banner ${tone}`} role={tone === "plain" ? "group" : "alert"}>
      <Icon name={icon} />
      <span class="banner-text">{children}</span>
      {acts}
    </div>
  );
}
