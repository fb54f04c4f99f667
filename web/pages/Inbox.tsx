// Inbox: what a person must decide, one card at a time, by keyboard if they like.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useResource } from "../live.ts";
import { TopBar } from "../shell/TopBar.tsx";
import { go } from "../shell/places.ts";
import { Button, Filter, Keys } from "../ui/controls.tsx";
import { useTexts, useWords } from "../ui/context.ts";
import { HostMark, Icon } from "../ui/icons.tsx";
import { type KeyAct, useKeys } from "../ui/keys.ts";
import { Tile } from "../ui/marks.tsx";
import { Empty, Skeleton, Trouble } from "../ui/notes.tsx";
import { VirtualList } from "../ui/VirtualList.tsx";
import { When } from "../ui/When.tsx";
import { inboxWords } from "../words/inbox.ts";
import { WriteBar } from "../ui/WriteBar.tsx";
import { ActionBar, deedsOf, keysOf } from "./inbox/ActionBar.tsx";
import { AlwaysAllow } from "./inbox/AlwaysAllow.tsx";
import { useActs } from "./inbox/acts.ts";
import { CardHead } from "./inbox/CardHead.tsx";
import { ConflictCard } from "./inbox/ConflictCard.tsx";
import { gistOf, ICONS, titleOf } from "./inbox/gist.ts";
import { type Group, GROUPS, type Item, needsOwnLook, useItems } from "./inbox/items.ts";
import { ProposalCard } from "./inbox/ProposalCard.tsx";
import { QuestionCard } from "./inbox/QuestionCard.tsx";
import { ReadingCard } from "./inbox/ReadingCard.tsx";
import { OwnBlock } from "./rules/OwnBlock.tsx";

/** A second press of a key never answers the card that came after the first. */
const GUARD_MS = 400;
const FLASH_MS = 600;
const ROW = { label: 32, item: 56 } as const;

export function InboxPage({ rest }: { readonly rest: readonly string[] }) {
  const text = useTexts(inboxWords);
  const words = useWords();
  const { items, error, reload } = useItems();
  const [filter, setFilter] = useState<Group | "all">("all");
  const inbox = useSelection(items, filter, rest[0]);
  const { current, shown, at, isOpen, close } = inbox;
  if (items === undefined)
    return (
      <>
        <TopBar title={words.inbox} />
        {error === undefined ? <Skeleton /> : <Trouble error={error} retry={reload} />}
      </>
    );
  const count = (group: Group) => items.filter((item) => item.group === group).length;
  return (
    <>
      {isOpen && current !== undefined ? (
        <header class="top-bar phone-only">
          <Button kind="ghost" icon="left" aria-label={text.back} onClick={close} />
          <h1>{text.of(at + 1, shown.length)}</h1>
          <div class="controls">
            <Button kind="ghost" icon="up" aria-label={text.previous} onClick={() => inbox.step(-1)} />
            <Button kind="ghost" icon="down" aria-label={text.next} onClick={() => inbox.step(1)} />
          </div>
        </header>
      ) : null}
      <div class={isOpen && current !== undefined ? "wide-only" : ""}>
        <TopBar title={words.inbox} context={text.decisions(items.length)}>
          <Button small onClick={() => go("activity")}>
            {text.history}
          </Button>
        </TopBar>
      </div>
      {current === undefined && items.length === 0 ? (
        <Empty
          icon="inbox"
          title={text.empty}
          acts={
            <Button small onClick={() => go("activity")}>
              {text.emptyAct}
            </Button>
          }
        >
          {text.emptyHint}
        </Empty>
      ) : (
        <div class="panes">
          <section class={`list-pane ${isOpen ? "wide-only" : ""}`} aria-label={words.inbox}>
            <div class="pane-head filters">
              <Filter on={filter === "all"} toggle={() => setFilter("all")} name={text.all} count={items.length} />
              {GROUPS.map((group) => (
                <Filter
                  key={group}
                  on={filter === group}
                  toggle={() => setFilter(filter === group ? "all" : group)}
                  name={text.groups[group]}
                  count={count(group)}
                />
              ))}
            </div>
            <List inbox={inbox} />
            <div class="pane-foot key-line">
              <span>
                <Keys of="j" />
                <Keys of="k" /> {text.keysMove}
              </span>
              <span>
                <Keys of="x" /> {text.keysSelect}
              </span>
              <span>
                <Keys of="u" /> {text.keysUndo}
              </span>
              <span>
                <Keys of="?" /> {text.keysAll}
              </span>
            </div>
          </section>
          {current === undefined ? null : (
            <section class={`main-pane ${isOpen ? "" : "wide-only"}`} aria-label={titleOf(current, text)}>
              <Card key={current.id} item={current} inbox={inbox} reload={reload} />
            </section>
          )}
        </div>
      )}
    </>
  );
}

interface Selection {
  readonly shown: readonly Item[];
  readonly current: Item | undefined;
  /** It is no longer in the list: somebody else decided it, or nobody waits any more. */
  readonly isOver: boolean;
  readonly at: number;
  readonly picked: ReadonlySet<string>;
  /** On a phone: the card instead of the list. */
  readonly isOpen: boolean;
  select(id: string): void;
  step(by: number): void;
  pick(id: string): void;
  extend(by: number): void;
  clear(): void;
  later(id: string): void;
  /** It is opened as soon as it is there again. */
  wish(id: string): void;
  close(): void;
}

/** Which card is open. A new question goes to the top without moving it; a decided card gives way to the next. */
function useSelection(items: readonly Item[] | undefined, filter: Group | "all", first: string | undefined): Selection {
  const [id, setId] = useState<string | undefined>(first);
  const [isOpen, setOpen] = useState(first !== undefined);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [postponed, setPostponed] = useState<readonly string[]>([]);
  const last = useRef<{ readonly item: Item; readonly at: number } | null>(null);
  useEffect(() => {
    if (first === undefined) return;
    setId(first);
    setOpen(true);
  }, [first]);
  const shown = useMemo(() => {
    const fitting = (items ?? []).filter((item) => filter === "all" || item.group === filter);
    const isLater = (item: Item) => postponed.includes(item.id);
    return GROUPS.flatMap((group) => {
      const own = fitting.filter((item) => item.group === group);
      return [...own.filter((item) => !isLater(item)), ...own.filter(isLater)];
    });
  }, [items, filter, postponed]);
  const found = shown.findIndex((item) => item.id === id);
  const before = last.current;
  const ghost =
    found === -1 && before?.item.id === id && before?.item.kind === "question" && !decided.has(before.item.id) ? before.item : null;
  const isGhost = ghost !== null;
  const at = found !== -1 ? found : Math.max(0, Math.min(before !== null && before.item.id === id ? before.at : 0, shown.length - 1));
  const current = ghost ?? shown[at];
  if (current !== undefined && !isGhost) last.current = { item: current, at };
  const select = (next: string) => {
    setId(next);
    setOpen(true);
    history.replaceState(null, "", `#/inbox/${encodeURIComponent(next)}`);
  };
  const step = (by: number) => {
    const to = shown[Math.max(0, Math.min(shown.length - 1, isGhost ? at : at + by))];
    if (to !== undefined) select(to.id);
  };
  useEffect(() => {
    if (current !== undefined && !isGhost && current.id !== id) setId(current.id);
  });
  const wished = useRef("");
  useEffect(() => {
    if (!shown.some((item) => item.id === wished.current)) return;
    select(wished.current);
    wished.current = "";
  }, [shown]);
  const pick = (each: string) => setPicked((old) => new Set(old.has(each) ? [...old].filter((one) => one !== each) : [...old, each]));
  return {
    shown,
    current,
    isOver: isGhost,
    at,
    picked: new Set([...picked].filter((each) => shown.some((item) => item.id === each))),
    isOpen,
    select,
    step,
    pick,
    extend: (by) => {
      const to = shown[at + by];
      setPicked((old) => new Set([...old, ...(current === undefined ? [] : [current.id]), ...(to === undefined ? [] : [to.id])]));
      step(by);
    },
    clear: () => setPicked(new Set()),
    later: (each) => {
      setPostponed((old) => [...old.filter((one) => one !== each), each]);
      step(1);
    },
    wish: (each) => void (wished.current = each),
    close: () => {
      setOpen(false);
      history.replaceState(null, "", "#/inbox");
    },
  };
}

/** What was decided here: it is not told as over. */
const decided = new Set<string>();

type Line = { readonly label: Group } | { readonly item: Item };

function List({ inbox }: { readonly inbox: Selection }) {
  const words = useWords();
  const text = useTexts(inboxWords);
  const { shown, current, picked, isOpen, isOver } = inbox;
  const lines = useMemo<Line[]>(
    () =>
      GROUPS.flatMap((group) => {
        const own = shown.filter((item) => item.group === group);
        return own.length === 0 ? [] : [{ label: group }, ...own.map((item) => ({ item }))];
      }),
    [shown],
  );
  return (
    <VirtualList
      label={words.inbox}
      items={lines}
      heightOf={(line) => ("label" in line ? ROW.label : ROW.item)}
      keyOf={(line) => ("label" in line ? line.label : line.item.id)}
      isLabel={(line) => "label" in line}
      at={lines.findIndex((line) => "item" in line && line.item.id === current?.id)}
      move={(at) => {
        const line = lines[at];
        if (line !== undefined && "item" in line) inbox.select(line.item.id);
      }}
    >
      {(line) =>
        "label" in line ? (
          <div class="group-label">{text.labels[line.label]}</div>
        ) : (
          <Row
            item={line.item}
            isSelected={line.item.id === current?.id && !isOver && (isOpen || !isPhone())}
            isPicked={picked.has(line.item.id)}
          />
        )
      }
    </VirtualList>
  );
}

const isPhone = () => matchMedia("(max-width: 600px)").matches;

function Row({ item, isSelected, isPicked }: { readonly item: Item; readonly isSelected: boolean; readonly isPicked: boolean }) {
  const text = useTexts(inboxWords);
  const gist = gistOf(item, text);
  const tone = item.kind === "question" ? "ask" : item.kind === "reading" ? "confirm" : undefined;
  return (
    <div class={`row ${isSelected ? "selected" : ""}`}>
      {isPicked ? <Tile icon="check" tone="checked" /> : <Tile icon={ICONS[item.kind]} tone={tone} />}
      <div class="row-text">
        <div class="row-title cut">{titleOf(item, text)}</div>
        <div class={`row-second cut ${gist.tone === undefined ? "" : `is-${gist.tone}`}`}>
          {gist.icon === undefined ? null : <Icon name={gist.icon} />}
          <span class="cut">{gist.text}</span>
        </div>
      </div>
      <div class="row-side">
        {item.at === undefined ? null : <When at={item.at} />}
        {item.session === undefined ? null : <HostMark id={item.session.host} bare />}
      </div>
    </div>
  );
}

function Card({ item, inbox, reload }: { readonly item: Item; readonly inbox: Selection; reload(): void }) {
  const text = useTexts(inboxWords);
  const [writing, setWriting] = useState<"edit" | "why" | null>(null);
  const [isFlashing, setFlashing] = useState(false);
  const opened = useRef(performance.now());
  /** A decision is on its way. */
  const isBusy = useRef(false);
  const chat = useResource<{ readonly running: readonly string[] }>("/api/chat", ["turn"]);
  const done = () => {
    decided.add(item.id);
    setWriting(null);
    inbox.clear();
    reload();
  };
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
    { key: "Escape", run: () => (writing === null ? inbox.close() : setWriting(null)) },
    ...guarded(batch.length > 0 ? batchKeys : keysOf(deeds)),
  ]);
  return (
    <>
      <div class="pane">
        <article class={`inbox-card ${inbox.isOver ? "over" : ""}`}>
          <CardHead item={item} />
          {inbox.isOver ? <p role="status">{text.over}</p> : null}
          {item.kind === "proposal" ? (
            <ProposalCard item={item} />
          ) : item.kind === "conflict" ? (
            <ConflictCard item={item} />
          ) : item.kind === "question" ? (
            <QuestionCard item={item} />
          ) : (
            <ReadingCard item={item} choose={(as) => void acts.mean(item, as)} />
          )}
        </article>
      </div>
      {batch.length > 0 ? (
        <footer class="action-bar batch">
          <span class="second">
            <b>{text.selected(batch.length)}</b>
            {text.ownLook(batch.length - ready.length)}
          </span>
          <span class="end acts">
            <Button kind="primary" hint="a" disabled={ready.length === 0} onClick={() => void acts.each(batch, "accept")}>
              {text.acceptN(ready.length)}
            </Button>
            <Button hint="r" disabled={proposals.length === 0} onClick={() => void acts.each(batch, "reject")}>
              {text.rejectN(proposals.length)}
            </Button>
            <Button kind="ghost" icon="x" aria-label={text.clear} onClick={inbox.clear} />
          </span>
        </footer>
      ) : writing === "edit" && item.kind === "proposal" ? (
        <WriteBar
          label={text.editLabel}
          first={item.each.content ?? ""}
          name={text.save}
          send={(content) => void acts.accept(item, content)}
          cancel={() => setWriting(null)}
        />
      ) : writing === "why" && item.kind === "question" ? (
        <WriteBar
          label={text.whyLabel}
          first=""
          name={text.sendWhy}
          send={(why) => void acts.answer(item, "deny", { why })}
          cancel={() => setWriting(null)}
        />
      ) : writing === "edit" && item.kind === "reading" ? (
        <OwnBlock id={item.each.clause} done={done} cancel={() => setWriting(null)} />
      ) : (
        <ActionBar
          deeds={deeds}
          flashing={isFlashing}
          aside={item.kind === "question" && !inbox.isOver ? <AlwaysAllow item={item} done={done} /> : null}
        />
      )}
    </>
  );
}

function openPlace(item: Item): void {
  if (item.kind === "proposal" || item.kind === "conflict") go(`memory/${encodeURIComponent(item.each.document)}`);
  else if (item.kind === "reading") go(`rules/${encodeURIComponent(item.each.file)}/${item.each.line}`);
}
