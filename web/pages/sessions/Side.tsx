// Beside the transcript: its branches, and what came of it.

import type { SessionView } from "../../types.ts";
import { useTexts } from "../../ui/context.ts";
import { Icon } from "../../ui/icons.tsx";
import { visible } from "../../ui/visible.ts";
import { When } from "../../ui/When.tsx";
import { sessionsWords } from "../../words/sessions.ts";
import { oneLine } from "../inbox/gist.ts";
import { STOPS, useHappened } from "./verdicts.ts";

type Node = SessionView["tree"][number];

interface Row {
  readonly node: Node;
  /** For each fork above: does a branch of it follow further down? The last one is the node's own. */
  readonly rails: readonly boolean[];
}

function rowsOf(tree: readonly Node[], parent: string | null = null, rails: readonly boolean[] = []): readonly Row[] {
  const own = tree.filter((node) => node.parent === parent);
  return own.flatMap((node, at) => {
    const mine = parent === null ? [] : [...rails, at < own.length - 1];
    return [{ node, rails: mine }, ...rowsOf(tree, node.id, mine)];
  });
}

/** As a small graph: the forks and the ends, each by what was said there. */
export function Branches({ view }: { readonly view: SessionView }) {
  const words = useTexts(sessionsWords);
  if (view.tree.length < 2)
    return (
      <section class="side-box">
        <h2>{words.branches}</h2>
        <p class="second">{words.oneBranch}</p>
      </section>
    );
  return (
    <section class="side-box">
      <h2>{words.branches}</h2>
      <ul class="branches">
        {rowsOf(view.tree).map(({ node, rails }) => (
          <li key={node.id}>
            {rails.map((goesOn, at) => (
              <i key={at} class={`rail ${goesOn ? "on" : ""} ${at === rails.length - 1 ? "turn" : ""}`} />
            ))}
            <i class={`branch-dot ${node.leaf && node.id !== view.leaf ? "hollow" : ""}`} />
            <a
              class="plain cut"
              href={`#/sessions/${encodeURIComponent(view.id)}/${encodeURIComponent(node.id)}`}
              aria-current={node.id === view.leaf ? "true" : undefined}
            >
              {node.said === "" ? (node.leaf ? words.end : words.forkPoint) : visible(oneLine(node.said))}
            </a>
            <span class="end label quiet">
              <When at={node.at} clock />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function CameOf({ id }: { readonly id: string }) {
  const words = useTexts(sessionsWords);
  const events = useHappened(id);
  const count = (kind: string) => events.filter((event) => event.type !== "allowed" && event.kind === kind).length;
  const writes = count("write");
  const verdicts = STOPS.filter((kind) => count(kind) > 0);
  return (
    <section class="side-box">
      <h2>{words.cameOf}</h2>
      {writes === 0 && verdicts.length === 0 ? <p class="second">{words.nothingCame}</p> : null}
      <ul class="came-of">
        {writes === 0 ? null : (
          <li>
            <Icon name="write" /> {words.written(writes)}
          </li>
        )}
        {verdicts.map((kind) => (
          <li key={kind}>
            <Icon name={kind} /> {words.verdicts[kind](count(kind))}
          </li>
        ))}
      </ul>
    </section>
  );
}
