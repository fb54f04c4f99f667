// The conversation: what was said, what a turn is saying, and the questions at the calls that they are about.

import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Approval, SessionView } from "../../types.ts";
import { useApp, useTexts } from "../../ui/context.ts";
import { Fold } from "../../ui/controls.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Markdown } from "../../ui/Markdown.tsx";
import { Empty } from "../../ui/notes.tsx";
import { Coded } from "../../ui/parts.tsx";
import { visible } from "../../ui/visible.ts";
import { chatWords } from "../../words/chat.ts";
import { Events } from "../sessions/Transcript.tsx";
import { type Live, type LiveLine, unlogged } from "./hear.ts";
import { Question } from "./Question.tsx";

/** So far from the end is at the end, in pixels. */
const NEAR = 80;

interface TalkProps {
  readonly view: SessionView | undefined;
  readonly live: Live;
  readonly asked: readonly Approval[];
  readonly isRunning: boolean;
  readonly isNew: boolean;
  readonly hasModel: boolean;
}

/** What was said, and what is being said. */
export function Talk({ view, live, asked, isRunning, isNew, hasModel }: TalkProps) {
  const words = useTexts(chatWords);
  const { words: all } = useApp();
  const box = useRef<HTMLDivElement>(null);
  const lines = unlogged(live, view?.events ?? []);
  useEndInSight(box, [live, view?.total, asked.length]);
  return (
    <div class="conversation" tabIndex={0} aria-label={all.chat} role="log" ref={box}>
      <div class="conversation-inner">
        <Beginning hasModel={hasModel} isEmpty={isNew || (view?.events.length === 0 && !isRunning)} />
        <Events session={view?.id ?? ""} events={view?.events ?? []} host="codicil" actions={() => null} />
        <LiveAnswer lines={lines} />
        {asked.map((each) => (
          <Question key={each.id} asked={each} />
        ))}
        {isRunning && lines.at(-1)?.kind !== "said" && asked.length === 0 ? (
          <p class="second working">
            <span class="spinner" /> {words.working}
          </p>
        ) : null}
      </div>
    </div>
  );
}

function Beginning({ hasModel, isEmpty }: { readonly hasModel: boolean; readonly isEmpty: boolean }) {
  const words = useTexts(chatWords);
  return (
    <>
      {hasModel ? null : (
        <p class="second no-model">
          <Icon name="info" /> <Coded text={words.noModel + words.chooseModel} />
        </p>
      )}
      {isEmpty ? (
        <Empty title={words.emptyTitle} icon="chat">
          {words.emptyText}
        </Empty>
      ) : null}
    </>
  );
}

/**
 * The end stays in sight for whoever was there, and with it the question. Whoever scrolled up to read is left where they are.
 * What opens above the field pushes the conversation up.
 */
function useEndInSight(box: RefObject<HTMLElement | null>, changes: readonly unknown[]): void {
  const isAtEnd = useRef(true);
  const show = () => {
    if (isAtEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  };
  useEffect(show, changes);
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    let before = current.scrollTop;
    // What comes, and a smaller box, move the end away; only a person goes up.
    const look = () => {
      if (current.scrollHeight - current.scrollTop - current.clientHeight < NEAR) isAtEnd.current = true;
      else if (current.scrollTop < before) isAtEnd.current = false;
      before = current.scrollTop;
    };
    const seen = new ResizeObserver(show);
    seen.observe(current);
    current.addEventListener("scroll", look);
    return () => (seen.disconnect(), current.removeEventListener("scroll", look));
  }, []);
}

/** What a turn says that the log does not have yet. */
function LiveAnswer({ lines }: { readonly lines: readonly LiveLine[] }) {
  return (
    <>
      {lines.map(({ key, kind, text: line, detail }) =>
        kind === "said" ? (
          <article key={key} class="said-by assistant">
            <p class="said-head">
              <Icon name="codicil" /> <b>Codicil</b>
            </p>
            <Markdown text={line} />
          </article>
        ) : detail === undefined ? (
          <p key={key} class={`live-line ${kind}`}>
            {visible(line)}
          </p>
        ) : (
          <Fold key={key} icon="file" name={line}>
            <Markdown text={detail} />
          </Fold>
        ),
      )}
    </>
  );
}
