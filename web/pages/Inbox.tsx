// Inbox: what a person must decide, one card at a time, by keyboard if they like.

import { useState } from "preact/hooks";
import { TopBar } from "../shell/TopBar.tsx";
import { go } from "../shell/places.ts";
import { Button, Filter, Keys } from "../ui/controls.tsx";
import { useTexts, useWords } from "../ui/context.ts";
import { Empty, Skeleton, Trouble } from "../ui/notes.tsx";
import { inboxWords } from "../words/inbox.ts";
import { Card } from "./inbox/Card.tsx";
import { titleOf } from "./inbox/gist.ts";
import { type Group, GROUPS, useItems } from "./inbox/items.ts";
import { List } from "./inbox/List.tsx";
import { useSelection } from "./inbox/selection.ts";

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
