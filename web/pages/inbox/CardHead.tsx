// The line over a card: what it is, where, from whom, since when.

import { useTexts } from "../../ui/context.ts";
import { HostMark, Icon } from "../../ui/icons.tsx";
import { Badge } from "../../ui/marks.tsx";
import { useNow, When } from "../../ui/When.tsx";
import type { Approval } from "../../types.ts";
import { inboxWords } from "../../words/inbox.ts";
import { baseName, ICONS, oneLine, shortName } from "./gist.ts";
import type { Item } from "./items.ts";

const TONES = { question: "ask", conflict: "plain", proposal: "plain", reading: "confirm" } as const;

export function CardHead({ item }: { readonly item: Item }) {
  const text = useTexts(inboxWords);
  return (
    <div class="inbox-head">
      <Badge tone={TONES[item.kind]} icon={ICONS[item.kind]}>
        {text[item.kind]}
      </Badge>
      {item.kind === "proposal" && item.isOutside ? (
        <Badge tone="ask" icon="web">
          {text.fromWeb}
        </Badge>
      ) : null}
      <Place item={item} />
      <span class="end second">
        {item.kind === "question" ? (
          <Waiting each={item.each} />
        ) : (
          <>
            {item.session === undefined ? null : <HostMark id={item.session.host} />}
            {item.kind === "proposal" ? ` ${oneLine([item.each.from, item.each.changedBy].filter(Boolean).join(" · "))}` : null}
            {item.session === undefined || item.at === undefined ? null : <span> · </span>}
            {item.at === undefined ? null : <When at={item.at} ago />}
          </>
        )}
      </span>
    </div>
  );
}

function Place({ item }: { readonly item: Item }) {
  const text = useTexts(inboxWords);
  if (item.kind === "question")
    return item.session === undefined ? null : (
      <span class="second cut">
        <HostMark id={item.session.host} /> {text.inSession}{" "}
        <a href={`#/sessions/${item.session.id}`}>{oneLine(item.session.title ?? item.session.id)}</a>
      </span>
    );
  if (item.kind === "reading")
    return (
      <a class="cut" href={`#/rules/${encodeURIComponent(item.each.file)}/${item.each.line}`} title={item.each.file}>
        {baseName(item.each.file)} <span class="quiet">{text.line(item.each.line)}</span>
      </a>
    );
  return (
    <span class="cut strong">
      {shortName(item.each.document)} <span class="quiet">›</span> {item.each.heading}
    </span>
  );
}

const clock = (ms: number) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

function Waiting({ each }: { readonly each: Approval }) {
  const text = useTexts(inboxWords);
  const now = useNow(1000);
  const [from, until] = [new Date(each.at).getTime(), new Date(each.until).getTime()];
  return (
    <b class="is-ask waiting">
      <Icon name="clock" /> {text.waiting(clock(Math.max(0, now - from)), clock(until - from))}
    </b>
  );
}
