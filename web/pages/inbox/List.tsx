// The inbox's list: what needs a decision, in groups.

import { useMemo } from "preact/hooks";
import { useTexts, useWords } from "../../ui/context.ts";
import { HostMark, Icon } from "../../ui/icons.tsx";
import { Tile } from "../../ui/marks.tsx";
import { callText, Coded } from "../../ui/parts.tsx";
import { VirtualList } from "../../ui/VirtualList.tsx";
import { When } from "../../ui/When.tsx";
import { isPhone } from "../../ui/width.ts";
import { inboxWords } from "../../words/inbox.ts";
import { gistOf, ICONS, oneLine, titleOf } from "./gist.ts";
import { type Group, GROUPS, type Item } from "./items.ts";
import type { Selection } from "./selection.ts";

const ROW = { label: 32, item: 56 } as const;

type Line = { readonly label: Group } | { readonly item: Item };

export function List({ inbox }: { readonly inbox: Selection }) {
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

function Row({ item, isSelected, isPicked }: { readonly item: Item; readonly isSelected: boolean; readonly isPicked: boolean }) {
  const text = useTexts(inboxWords);
  const gist = gistOf(item, text);
  const tone = item.kind === "question" ? "ask" : item.kind === "reading" ? "confirm" : undefined;
  return (
    <div class={`row ${isSelected ? "selected" : ""}`}>
      {isPicked ? <Tile icon="check" tone="checked" /> : <Tile icon={ICONS[item.kind]} tone={tone} />}
      <div class="row-text">
        <div class="row-title cut">
          {item.kind === "question" ? (
            <>
              {text.run("")}
              <code>{oneLine(callText(item.each.call)).slice(0, 200)}</code>
            </>
          ) : (
            <Coded text={titleOf(item, text)} />
          )}
        </div>
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
