// The decision, always at the bottom: the same key does the same on every card, and the easy key never loosens a rule.

import type { ComponentChildren } from "preact";
import { Button } from "../../ui/controls.tsx";
import { useTexts } from "../../ui/context.ts";
import type { KeyAct } from "../../ui/keys.ts";
import { type MenuItem, More } from "../../ui/overlays.tsx";
import { inboxWords, type InboxWords } from "../../words/inbox.ts";
import type { Acts, Meaning } from "./acts.ts";
import { type Item, lostRules } from "./items.ts";
import { optionsOf } from "./ReadingCard.tsx";

/** One thing that can be done about the card. */
export interface Deed {
  readonly key: string;
  readonly name: string;
  readonly kind?: "primary" | "plain" | "danger" | "ghost";
  readonly icon?: "allow" | "deny";
  /** In the menu, not on the bar. */
  readonly isRare?: boolean;
  /** Shown on a phone beside the first. */
  readonly isMain?: boolean;
  /** Not yet: what it would do is not known. */
  readonly isOff?: boolean;
  run(): unknown;
}

export interface DeedContext {
  readonly acts: Acts;
  readonly text: InboxWords;
  /** Sessions of the page's own chats, which take a message. */
  readonly talking: readonly string[];
  edit(): void;
  say(): void;
  later(): void;
  flash(): void;
}

export function deedsOf(item: Item, given: DeedContext): readonly Deed[] {
  const { acts, text, later } = given;
  const laterDeed: Deed = { key: "s", name: text.later, kind: "ghost", run: later };
  switch (item.kind) {
    case "proposal":
      return proposalDeeds(item, given);
    case "conflict":
      return [
        ...(item.each.operation === "update"
          ? [{ key: "3", name: text.keepBoth, isMain: true, run: () => acts.settle(item, "both") } satisfies Deed]
          : []),
        { key: "1", name: text.keepMine, isMain: true, run: () => acts.settle(item, "document") },
        { key: "2", name: text.useProposal, run: () => acts.settle(item, "entry") },
        laterDeed,
      ];
    case "reading":
      return readingDeeds(item, { ...given, laterDeed });
    case "question":
      return questionDeeds(item, { acts, text, talking: given.talking, say: given.say });
  }
}

function proposalDeeds(item: Extract<Item, { kind: "proposal" }>, { acts, text, edit, later, flash }: DeedContext): Deed[] {
  const lost = lostRules(item.effects);
  const safe = item.effects?.safe ?? null;
  const first: Deed[] =
    lost === 0
      ? [{ key: "a", name: text.accept, kind: "primary", isMain: true, isOff: item.isUnread, run: () => acts.accept(item) }]
      : [
          ...(safe === null
            ? [{ key: "a", name: "", run: flash } satisfies Deed]
            : [
                { key: "a", name: text.acceptSafe(lost), kind: "primary", isMain: true, run: () => acts.accept(item, safe) } satisfies Deed,
              ]),
          { key: "A", name: text.acceptAll, kind: "danger", isMain: safe === null, run: () => acts.accept(item) },
        ];
  return [
    ...first,
    ...(item.each.content === null ? [] : [{ key: "e", name: text.edit, run: edit } satisfies Deed]),
    { key: "r", name: text.reject, isMain: true, run: () => acts.reject(item) },
    { key: "R", name: text.rejectForEver, isRare: true, run: () => acts.reject(item, true) },
    { key: "s", name: text.later, isRare: true, run: later },
  ];
}

function readingDeeds(
  item: Extract<Item, { kind: "reading" }>,
  { acts, text, edit, laterDeed }: DeedContext & { readonly laterDeed: Deed },
): Deed[] {
  const { each } = item;
  if (each.state !== "proposed")
    return [
      { key: "1", name: text.keepSo, kind: "primary", isMain: true, run: () => acts.mean(item, each.state === "hold" ? "hold" : "advice") },
      ...(each.decision === undefined
        ? []
        : [{ key: "2", name: text.undoIt, isMain: true, run: () => acts.undo(each.decision as string) } satisfies Deed]),
      laterDeed,
    ];
  return [
    ...optionsOf(each.effect, text).map(({ key, as, name }, at): Deed => ({
      key,
      name: at === 0 ? text.confirm(name) : name,
      kind: at === 0 ? "primary" : "plain",
      isMain: at === 0 || as === "advice",
      run: () => acts.mean(item, as),
    })),
    ...(each.here ? [{ key: "e", name: text.writeMyself, run: edit } satisfies Deed] : []),
    laterDeed,
  ];
}

/** Allow and Deny have the same weight and no accent. */
function questionDeeds(
  item: Extract<Item, { kind: "question" }>,
  { acts, text, talking, say }: Pick<DeedContext, "acts" | "text" | "talking" | "say">,
): Deed[] {
  const { each } = item;
  if (each.redLine) return [{ key: "d", name: text.dismiss, isMain: true, run: () => acts.answer(item, "deny") }];
  const { line } = each;
  if (line !== undefined) {
    const settle = (as: Meaning) => acts.answer(item, as === "hold" ? "deny" : "allow", { as });
    return optionsOf(undefined, text).map(({ key, as }) => ({ key, name: text.settles[as], isMain: as !== "ask", run: () => settle(as) }));
  }
  return [
    { key: "a", name: text.allowOnce, icon: "allow", isMain: true, run: () => acts.answer(item, "allow") },
    { key: "d", name: text.deny, icon: "deny", isMain: true, run: () => acts.answer(item, "deny") },
    ...(talking.includes(each.session) ? [{ key: "m", name: text.denyWhy, run: say } satisfies Deed] : []),
  ];
}

export const keysOf = (deeds: readonly Deed[]): KeyAct[] =>
  deeds.flatMap(({ key, name, isOff, run }) => (isOff === true ? [] : { key, name: name === "" ? undefined : name, run }));

export function ActionBar({
  deeds,
  flashing,
  aside,
}: {
  readonly deeds: readonly Deed[];
  readonly flashing: boolean;
  /** At the far end, away from the keys. */
  readonly aside?: ComponentChildren;
}) {
  const text = useTexts(inboxWords);
  const shown = deeds.filter(({ name, isRare }) => name !== "" && isRare !== true);
  const button = ({ key, name, kind = "plain", icon, isMain, isOff = false, run }: Deed) => (
    <Button
      key={key}
      kind={kind}
      hint={key}
      disabled={isOff}
      class={[isMain === true && "main-deed", icon && (icon === "allow" ? "allows" : "denies"), key === "A" && flashing && "flash"]
        .filter(Boolean)
        .join(" ")}
      {...(icon === undefined ? {} : { icon })}
      onClick={() => void run()}
    >
      {name}
    </Button>
  );
  const rare: MenuItem[] = deeds
    .filter(({ name, isRare, isMain }) => name !== "" && (isRare === true || isMain !== true))
    .map(({ key, name, run }) => ({ name, hint: key === key.toLowerCase() ? key.toUpperCase() : `⇧${key}`, run: () => void run() }));
  return (
    <footer class="action-bar">
      {shown.filter(({ kind }) => kind !== "ghost").map(button)}
      <span class="end">
        {aside}
        <span class="wide-only">{shown.filter(({ kind }) => kind === "ghost").map(button)}</span>
        {rare.length === 0 ? null : (
          <span class={deeds.some(({ isRare }) => isRare) ? "" : "phone-only"}>
            <More label={text.more} items={rare} />
          </span>
        )}
      </span>
    </footer>
  );
}
