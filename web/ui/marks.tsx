// What a thing is: badges of verdicts and kinds. Shape, icon and word come before colour.

import type { ComponentChildren } from "preact";
import { useWords } from "./context.ts";
import { Icon, type IconName } from "./icons.tsx";

export type Tone = "plain" | "allow" | "ask" | "deny" | "rewrite" | "confirm";

export function Badge({
  tone = "plain",
  icon,
  bare = false,
  children,
}: {
  readonly tone?: Tone;
  readonly icon?: IconName;
  /** Without the box, inside rows and gutters. */
  readonly bare?: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <span class={`badge ${tone} ${bare ? "bare" : ""}`}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </span>
  );
}

export type VerdictName = "allow" | "ask" | "deny" | "rewrite";

export function VerdictBadge({ verdict, bare = false }: { readonly verdict: VerdictName; readonly bare?: boolean }) {
  const words = useWords();
  return (
    <Badge tone={verdict} icon={verdict} bare={bare}>
      {words.verdicts[verdict]}
    </Badge>
  );
}

/** The square at the beginning of a row. */
export function Tile({ icon, tone }: { readonly icon: IconName; readonly tone?: "ask" | "confirm" | "checked" | undefined }) {
  return (
    <span class={`tile ${tone ?? ""}`}>
      <Icon name={icon} />
    </span>
  );
}
