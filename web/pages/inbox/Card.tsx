// One card of the inbox: what changes, and the keys and buttons that decide it.

import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { useResource } from "../../live.ts";
import { go } from "../../shell/places.ts";
import { Button } from "../../ui/controls.tsx";
import { useTexts } from "../../ui/context.ts";
import { type KeyAct, useKeys } from "../../ui/keys.ts";
import { WriteBar } from "../../ui/WriteBar.tsx";
import { inboxWords } from "../../words/inbox.ts";
import { OwnBlock } from "../rules/OwnBlock.tsx";
import { ActionBar, deedsOf, keysOf } from "./ActionBar.tsx";
import { type Acts, useActs } from "./acts.ts";
import { AlwaysAllow } from "./AlwaysAllow.tsx";
import { CardHead } from "./CardHead.tsx";
import { ConflictCard } from "./ConflictCard.tsx";
import { titleOf } from "./gist.ts";
import { type Item, needsOwnLook } from "./items.ts";
import { leaveWhile } from "./leaving.ts";
import { ProposalCard } from "./ProposalCard.tsx";
import { QuestionCard } from "./QuestionCard.tsx";
import { ReadingCard } from "./ReadingCard.tsx";
import type { Selection } from "./selection.ts";

/** A second press of a key never answers the card that came after the first. */
const GUARD_MS = 400;
const FLASH_MS = 600;

export function Card({ item, inbox, reload }: { readonly item: Item; readonly inbox: Selection; reload(): Promise<void> }) {
  const text = useTexts(inboxWords);
  const [writing, setWriting] = useState<"edit" | "why" | null>(null);
  const [isFlashing, setFlashing] = useState(false);
  const opened = useRef(performance.now());
  /** A decision is on its way. */
  const isBusy = useRef(false);
  const chat = useResource<{ readonly running: readonly string[] }>("/api/chat", ["turn"]);
  const done = async () => {
    setWriting(null);
    inbox.clear();
    await reload();
  };
  const doneElsewhere = () => void leaveWhile([item.id], async () => (await done(), true));
  const acts = useActs(done, inbox.wish);
  const deeds = inbox.isOver
    ? []
    : deedsOf(item, {
        acts,
        text,
        talking: chat.value?.running ?? [],
        edit: () => setWriting(writing === null ? "edit" : null),
        say: () => setWriting("why"),
        later: () => inbox.later(item.id),
        flash: () => {
          setFlashing(true);
          setTimeout(() => setFlashing(false), FLASH_MS);
        },
      });
  const batch = inbox.shown.filter(({ id }) => inbox.picked.has(id));
  const ready = batch.filter((each) => !needsOwnLook(each));
  const proposals = batch.filter(({ kind }) => kind === "proposal");
  const guarded = (all: readonly KeyAct[]): KeyAct[] =>
    all.map((act) => ({
      ...act,
      run: async (event) => {
        if (isBusy.current || performance.now() - opened.current < GUARD_MS) return;
        isBusy.current = true;
        await act.run(event);
        isBusy.current = false;
      },
    }));
  const batchKeys: KeyAct[] = [
    { key: "a", name: text.acceptN(ready.length), run: () => ready.length > 0 && acts.each(batch, "accept") },
    { key: "r", name: text.rejectN(proposals.length), run: () => proposals.length > 0 && acts.each(batch, "reject") },
    { key: "Escape", run: inbox.clear },
  ];
  useKeys([
    { key: "j", name: text.keys.down, run: () => inbox.step(1) },
    { key: "k", name: text.keys.up, run: () => inbox.step(-1) },
    { key: "ArrowDown", run: () => inbox.step(1) },
    { key: "ArrowUp", run: () => inbox.step(-1) },
    { key: "x", name: text.keysSelect, run: () => inbox.pick(item.id) },
    { key: "J", name: text.keys.extend, run: () => inbox.extend(1) },
    { key: "K", name: text.keys.extendUp, run: () => inbox.extend(-1) },
    { key: "o", name: text.keys.place, run: () => openPlace(item) },
    { key: "t", name: text.keys.turn, run: () => item.session !== undefined && go(`sessions/${item.session.id}`) },
    ...guarded(batch.length > 0 ? batchKeys : keysOf(deeds)),
    { key: "Escape", run: () => (writing === null ? inbox.close() : setWriting(null)) },
  ]);
  return (
    <>
      <div class="pane" tabIndex={0} aria-label={titleOf(item, text)}>
        <article class={`inbox-card ${inbox.isOver ? "over" : ""}`}>
          <CardHead item={item} />
          {inbox.isOver ? <p role="status">{item.kind === "question" ? text.over : text.gone}</p> : null}
          <CardBody item={item} acts={acts} />
        </article>
      </div>
      {batch.length > 0 ? (
        <BatchBar batch={batch} ready={ready.length} proposals={proposals.length} each={acts.each} clear={inbox.clear} />
      ) : (
        <Writing item={item} writing={writing} acts={acts} done={doneElsewhere} cancel={() => setWriting(null)}>
          <ActionBar
            deeds={deeds}
            flashing={isFlashing}
            aside={item.kind === "question" && !inbox.isOver ? <AlwaysAllow each={item.each} done={doneElsewhere} /> : null}
          />
        </Writing>
      )}
    </>
  );
}

function CardBody({ item, acts }: { readonly item: Item; readonly acts: Acts }) {
  if (item.kind === "proposal") return <ProposalCard item={item} />;
  if (item.kind === "conflict") return <ConflictCard item={item} />;
  if (item.kind === "question") return <QuestionCard item={item} />;
  return <ReadingCard item={item} choose={(as) => void acts.mean(item, as)} />;
}

interface BatchBarProps {
  readonly batch: readonly Item[];
  readonly ready: number;
  readonly proposals: number;
  readonly each: Acts["each"];
  clear(): void;
}

function BatchBar({ batch, ready, proposals, each, clear }: BatchBarProps) {
  const text = useTexts(inboxWords);
  return (
    <footer class="action-bar batch">
      <span class="second">
        <b>{text.selected(batch.length)}</b>
        {text.ownLook(batch.length - ready)}
      </span>
      <span class="end acts">
        <Button kind="primary" hint="a" disabled={ready === 0} onClick={() => void each(batch, "accept")}>
          {text.acceptN(ready)}
        </Button>
        <Button hint="r" disabled={proposals === 0} onClick={() => void each(batch, "reject")}>
          {text.rejectN(proposals)}
        </Button>
        <Button kind="ghost" icon="x" aria-label={text.clear} onClick={clear} />
      </span>
    </footer>
  );
}

interface WritingProps {
  readonly item: Item;
  readonly writing: "edit" | "why" | null;
  readonly acts: Acts;
  /** The bar where nothing is written. */
  readonly children: ComponentChildren;
  done(): void;
  cancel(): void;
}

/** In place of the bar: the text that the person writes instead, or says why. */
function Writing({ item, writing, acts, children, done, cancel }: WritingProps) {
  const text = useTexts(inboxWords);
  if (writing === "edit" && item.kind === "proposal")
    return (
      <WriteBar
        about={`edit ${item.id}`}
        label={text.editLabel}
        first={item.each.content ?? ""}
        name={text.save}
        send={(content) => void acts.edit(item, content)}
        cancel={cancel}
      />
    );
  if (writing === "why" && item.kind === "question")
    return (
      <WriteBar
        about={`why ${item.id}`}
        label={text.whyLabel}
        first=""
        name={text.sendWhy}
        send={(why) => void acts.answer(item, "deny", { why })}
        cancel={cancel}
      />
    );
  if (writing === "edit" && item.kind === "reading") return <OwnBlock id={item.each.clause} done={done} cancel={cancel} />;
  return <>{children}</>;
}

function openPlace(item: Item): void {
  if (item.kind === "proposal" || item.kind === "conflict") go(`memory/${encodeURIComponent(item.each.document)}`);
  else if (item.kind === "reading") go(`rules/${encodeURIComponent(item.each.file)}/${item.each.line}`);
}
