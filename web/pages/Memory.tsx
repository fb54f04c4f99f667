// Memory: what the agents know, who wrote each line, how it was, and what a session would get of it.

import { useResource } from "../live.ts";
import { TopBar } from "../shell/TopBar.tsx";
import type { DocumentSummary, PromptReceipt } from "../types.ts";
import { useTexts, useWords } from "../ui/context.ts";
import { Empty, Loaded } from "../ui/notes.tsx";
import { visible } from "../ui/visible.ts";
import { memoryWords } from "../words/memory.ts";
import { DocumentList } from "./memory/DocumentList.tsx";
import { DocumentView } from "./memory/DocumentView.tsx";
import { RememberButton } from "./memory/ReadView.tsx";

export function MemoryPage({ rest }: { readonly rest: readonly string[] }) {
  const words = useTexts(memoryWords);
  const all = useWords();
  const list = useResource<DocumentSummary[]>("/api/documents", ["documents", "waiting"]);
  const wanted = rest[0] ?? "";
  return (
    <>
      <TopBar
        back={wanted === "" ? undefined : { href: "#/memory", name: words.list }}
        title={all.memory}
        context={list.value === undefined ? undefined : words.documents(list.value.length)}
      >
        <RememberButton />
      </TopBar>
      <Loaded from={list}>
        {(documents) => {
          const current =
            documents.find(({ id, key }) => id === wanted || key === wanted) ?? (wanted === "" ? startOf(documents) : undefined);
          return (
            <div class={`panes memory ${wanted === "" ? "" : "opened"}`}>
              <DocumentList documents={documents} current={wanted === "injected" ? "injected" : (current?.id ?? "")} />
              {wanted === "injected" || (wanted === "" && current === undefined) ? (
                <Injected />
              ) : current === undefined ? (
                <div class="main-pane">
                  <Empty title={words.noDocument} icon="memory">
                    {words.noDocumentText}
                  </Empty>
                </div>
              ) : (
                <DocumentView key={current.id} summary={current} />
              )}
            </div>
          );
        }}
      </Loaded>
    </>
  );
}

/** What agents noted is what people look for first. */
const startOf = (documents: readonly DocumentSummary[]) => documents.find(({ role }) => role === "memory") ?? documents[0];

function Injected() {
  const words = useTexts(memoryWords);
  const main = useResource<{ text: string; receipt: PromptReceipt }>("/api/prompt?type=main", ["documents", "policy"]);
  const shared = useResource<{ text: string; receipt: PromptReceipt }>("/api/prompt?type=shared", ["documents", "policy"]);
  return (
    <div class="main-pane">
      <div class="pane" tabIndex={0} aria-label={words.injected}>
        <h2>{words.injected}</h2>
        <div class="sides">
          {(
            [
              ["main", main],
              ["shared", shared],
            ] as const
          ).map(([name, from]) => (
            <section key={name}>
              <h3>{words[name]}</h3>
              <Loaded from={from}>
                {({ text, receipt }) => (
                  <>
                    <p class="second">
                      {receipt.prompt.tokens.toLocaleString("en")} {words.tokens}
                    </p>
                    <pre class="prompt" tabIndex={0}>
                      {visible(text)}
                    </pre>
                  </>
                )}
              </Loaded>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
