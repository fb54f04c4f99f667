// What a session began with, as numbered segments, largest first; the numbers match the list below.

import { useState } from "preact/hooks";
import { useResource } from "../../live.ts";
import type { ListedSession, PromptReceipt } from "../../types.ts";
import { Button } from "../../ui/controls.tsx";
import { useTexts, useSaid, useWords } from "../../ui/context.ts";
import { Loaded } from "../../ui/notes.tsx";
import { sourceName } from "../../ui/parts.tsx";
import { useShortPath } from "../../ui/paths.ts";
import { sessionsWords } from "../../words/sessions.ts";

const MOST = 8;

export function PromptBar({ receipt, every }: { readonly receipt: PromptReceipt; every(): void }) {
  const words = useTexts(sessionsWords);
  const all = useWords();
  const sources = receipt.sources.filter(({ tokens }) => tokens > 0).toSorted((a, b) => b.tokens - a.tokens);
  const shown = sources.slice(0, MOST);
  return (
    <div class="prompt-bar">
      <p class="prompt-head">
        <b>{words.prompt}</b> <span class="second">{words.promptTokens(receipt.prompt.tokens.toLocaleString("en"))}</span>
        <span class="end">
          <Button kind="ghost" small class="is-accent" onClick={every}>
            {words.everyLine}
          </Button>
        </span>
      </p>
      <div class="segments" aria-hidden="true">
        {shown.map(({ tokens }, at) => (
          <i
            key={at}
            class={`s${Math.min(4, Math.floor(at / 2) + 1)}`}
            ref={(element) => element?.style.setProperty("flex-grow", String(tokens))}
          >
            {at + 1}
          </i>
        ))}
      </div>
      <ol class="segment-names">
        {shown.map(({ source, tokens }, at) => (
          <li key={at} title={source.startsWith("(") ? undefined : source}>
            <span class="quiet">{at + 1}</span> {sourceName(source, all)} <span class="quiet">{tokens.toLocaleString("en")}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Each source with why it is there; and the same prompt beside another session's. */
export function PromptView({ id, receipt }: { readonly id: string; readonly receipt: PromptReceipt }) {
  const words = useTexts(sessionsWords);
  const all = useWords();
  const said = useSaid();
  const shortPath = useShortPath();
  const { sources, leftOut, duplicates } = receipt;
  return (
    <>
      <div class="table-box" tabIndex={0} role="group" aria-label={words.prompt}>
        <table class="models wrapping">
          <thead>
            <tr>
              <th scope="col">{words.source}</th>
              <th scope="col" class="number">
                {words.tokens}
              </th>
              <th scope="col">{words.why}</th>
            </tr>
          </thead>
          <tbody>
            {sources
              .filter(({ tokens }) => tokens > 0)
              .map(({ source, tokens, why, cut }, at) => (
                <tr key={at}>
                  <td>{sourceName(shortPath(source), all, 3)}</td>
                  <td class="number">{tokens.toLocaleString("en")}</td>
                  <td>
                    {said.reading(why)}
                    {cut === undefined ? "" : all.aside(cut.split("; ").map(said.reading).join(all.comma))}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      {leftOut.length === 0 ? null : (
        <Listed title={words.leftOut} lines={leftOut.map(({ source, why }) => `${source}: ${said.reading(why)}`)} />
      )}
      {duplicates.length === 0 ? null : (
        <Listed title={words.duplicates} lines={duplicates.map(({ text, sources: where }) => `${text} (${where.join(all.list)})`)} />
      )}
      <Compare id={id} />
    </>
  );
}

function Listed({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <>
      <h3>{title}</h3>
      <ul class="second">
        {lines.map((line, at) => (
          <li key={at}>{line}</li>
        ))}
      </ul>
    </>
  );
}

function Compare({ id }: { readonly id: string }) {
  const words = useTexts(sessionsWords);
  const list = useResource<ListedSession[]>("/api/sessions?limit=200");
  const [other, setOther] = useState("now");
  const { sources, rules: agents, memory } = useWords();
  const names: Readonly<Record<string, string | undefined>> = { ...sources, baseline: sources["builtin"], agents, memory };
  const diff = useResource<{ text: string }>(`/api/sessions/${id}/diff?with=${encodeURIComponent(other)}`, ["documents"]);
  return (
    <section class="compare">
      <h3>{words.compare}</h3>
      <select aria-label={words.compareWith} value={other} onChange={({ currentTarget }) => setOther(currentTarget.value)}>
        <option value="now">{words.now}</option>
        {(list.value ?? [])
          .filter((each) => each.id !== id)
          .map((each) => (
            <option key={each.id} value={each.id}>
              {each.title ?? each.id}
            </option>
          ))}
      </select>
      <Loaded from={diff}>
        {({ text }) =>
          text === "" ? (
            <p class="second">{words.samePrompt}</p>
          ) : (
            <pre class="prompt-diff" tabIndex={0} aria-label={words.compare} role="group">
              {text.split("\n").map((line, at) => (
                <div key={at} class={line.startsWith("+ ") ? "added" : line.startsWith("- ") ? "removed" : "strong"}>
                  {names[/^\[(\w+)\]$/.exec(line)?.[1] ?? ""] ?? (line || " ")}
                </div>
              ))}
            </pre>
          )
        }
      </Loaded>
    </section>
  );
}
