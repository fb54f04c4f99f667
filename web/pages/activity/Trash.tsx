// Files that were deleted or overwritten, with Restore.

import type { SizedTrash } from "../../../src/calls/trash.ts";
import { post } from "../../api.ts";
import type { Resource } from "../../live.ts";
import { Button } from "../../ui/controls.tsx";
import { useApp, useTexts } from "../../ui/context.ts";
import { Empty, Loaded } from "../../ui/notes.tsx";
import { Path } from "../../ui/parts.tsx";
import { When } from "../../ui/When.tsx";
import { activityWords } from "../../words/activity.ts";

export function TrashPane({ from, close }: { readonly from: Resource<readonly SizedTrash[]>; close(): void }) {
  const words = useTexts(activityWords);
  const { words: all } = useApp();
  return (
    <aside class="detail-pane" aria-label={words.trashTitle}>
      <div class="detail-head">
        <h2>{words.trashTitle}</h2>
        <Button kind="ghost" small icon="x" class="end" aria-label={all.close} onClick={close} />
      </div>
      <p class="second">{words.trashText}</p>
      <Loaded from={from}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={words.trashEmpty} icon="file">
              {words.trashEmptyText}
            </Empty>
          ) : (
            <ul class="rows trash">
              {items.map((item) => (
                <Item key={item.id} item={item} reload={from.reload} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </aside>
  );
}

function Item({ item, reload }: { readonly item: SizedTrash; reload(): void }) {
  const words = useTexts(activityWords);
  const { attempt, say } = useApp();
  const restore = () =>
    attempt(async () => {
      await post(`/api/trash/${encodeURIComponent(item.id)}/restore`, {});
      say({ kind: "good", text: words.restored(item.original) });
      reload();
    });
  return (
    <li>
      <div class="row-text">
        <Path path={item.original} />
        <div class="row-second">
          {item.kind === "delete" ? words.deleted : words.kept} · {sizeText(item.bytes)} · <When at={item.at} ago />
        </div>
      </div>
      <Button small onClick={() => void restore()}>
        {words.restore}
      </Button>
    </li>
  );
}

function sizeText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"];
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`;
}
