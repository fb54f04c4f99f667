// A change that met an edit of the person's: both texts, and what keeping both would give.

import { diffWordsWithSpace } from "diff";
import type { ComponentChildren } from "preact";
import { useTexts } from "../../ui/context.ts";
import { Diff } from "../../ui/Diff.tsx";
import { HostMark, Icon } from "../../ui/icons.tsx";
import { visible } from "../../ui/visible.ts";
import { When } from "../../ui/When.tsx";
import { inboxWords } from "../../words/inbox.ts";
import { shortName, whoOf } from "./gist.ts";
import type { ItemOf } from "./items.ts";

export function ConflictCard({ item }: { readonly item: ItemOf<"conflict"> }) {
  const text = useTexts(inboxWords);
  const { each } = item;
  const present = bodyOf(each.present ?? "");
  const content = each.content ?? "";
  return (
    <>
      <h2>{text.both(item.session === undefined ? null : whoOf(item, text))}</h2>
      <p class="second">{text.conflictHint}</p>
      <div class="versus">
        <Side number="1" name={text.nowHere} text={present} other={content} nothing={text.nothingThere}>
          <Icon name="user" /> {text.you}
        </Side>
        <Side number="2" name={text.proposed} text={content} other={present} nothing={text.nothingThere}>
          {item.session === undefined ? <Icon name="agent" /> : <HostMark id={item.session.host} />}
          {item.at === undefined ? null : <When at={item.at} ago />}
        </Side>
      </div>
      {each.operation === "update" ? (
        <>
          <h3 class="numbered">
            <kbd class="kbd">3</kbd> {text.merged} <span class="second">{text.mergedHint}</span>
          </h3>
          <Diff before={present} after={`${present.trimEnd()}\n\n${content}`} title={shortName(each.document)} />
        </>
      ) : null}
    </>
  );
}

/** The section without its heading. */
const bodyOf = (section: string) => section.replace(/^#{1,6} [^\n]*\n+/, "").trimEnd();

function Side({
  number,
  name,
  text,
  other,
  nothing,
  children,
}: {
  readonly number: string;
  readonly name: string;
  readonly text: string;
  readonly other: string;
  readonly nothing: string;
  /** Who wrote it, and when. */
  readonly children: ComponentChildren;
}) {
  return (
    <div class="versus-side">
      <div class="versus-head">
        <kbd class="kbd">{number}</kbd> <span class="strong">{name}</span>
        <span class="end second">{children}</span>
      </div>
      <pre>
        {text === ""
          ? nothing
          : diffWordsWithSpace(other, text)
              .filter(({ removed }) => removed !== true)
              .map(({ value, added }, at) => (added === true ? <ins key={at}>{visible(value)}</ins> : visible(value)))}
      </pre>
    </div>
  );
}
