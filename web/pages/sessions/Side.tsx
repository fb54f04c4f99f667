// Beside the transcript: its branches, and what came of it.

import type { SessionView } from "../../types.ts";
import { useTexts } from "../../ui/context.ts";
import { Icon } from "../../ui/icons.tsx";
import { When } from "../../ui/When.tsx";
import { sessionsWords } from "../../words/sessions.ts";
import { STOPS, useHappened } from "./verdicts.ts";

export function Branches({ view }: { readonly view: SessionView }) {
  const words = useTexts(sessionsWords);
  const depth = (id: string | null): number => {
    let steps = 0;
    for (let at = id; at !== null && steps < 50; steps++) at = view.tree.find((node) => node.id === at)?.parent ?? null;
    return steps;
  };
  return (
    <section class="side-box">
      <h2>{words.branches}</h2>
      {view.tree.length < 2 ? <p class="second">{words.oneBranch}</p> : null}
      <ul class="branches">
        {view.tree.map((node) => (
          <li key={node.id} class={`depth-${Math.min(4, depth(node.parent))} ${node.id === view.leaf ? "current" : ""}`}>
            <i class={`branch-dot ${node.leaf && node.id !== view.leaf ? "hollow" : ""}`} />
            <a
              class="plain"
              href={`#/sessions/${encodeURIComponent(view.id)}/${encodeURIComponent(node.id)}`}
              aria-current={node.id === view.leaf ? "true" : undefined}
            >
              {node.leaf ? words.end : words.forkPoint}
            </a>
            <span class="second">{words.turns(node.turns)}</span>
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
