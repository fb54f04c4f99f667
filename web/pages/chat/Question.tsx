// A call that needs the person's approval, at its place in the conversation. Allow and Deny have equal weight.

import { useEffect, useRef, useState } from "preact/hooks";
import { post } from "../../api.ts";
import type { Approval } from "../../types.ts";
import { Button } from "../../ui/controls.tsx";
import { useApp, useTexts, useSaid } from "../../ui/context.ts";
import { Icon } from "../../ui/icons.tsx";
import { isTyping, useKeys } from "../../ui/keys.ts";
import { Badge } from "../../ui/marks.tsx";
import { callText, Coded } from "../../ui/parts.tsx";
import { useShortPath } from "../../ui/paths.ts";
import { useNow } from "../../ui/When.tsx";
import { chatWords } from "../../words/chat.ts";
import { inboxWords } from "../../words/inbox.ts";
import { AlwaysAllow } from "../inbox/AlwaysAllow.tsx";
import { Because } from "../inbox/QuestionCard.tsx";
import { optionsOf } from "../inbox/ReadingCard.tsx";

export function Question({ asked }: { readonly asked: Approval }) {
  const words = useTexts(chatWords);
  const { attempt } = useApp();
  const [isSayingWhy, setSayingWhy] = useState(false);
  const [why, setWhy] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const now = useNow(1000);
  const seconds = Math.max(0, Math.floor((now - Date.parse(asked.at)) / 1000));
  const answer = (decision: "allow" | "deny", as?: string) =>
    attempt(() => post(`/api/approvals/${asked.id}`, { decision, hash: asked.hash, ...(as === undefined ? {} : { as }) }));
  const denyBecause = async () => {
    // First the words, so that they are there when the turn goes on.
    const isTold = why.trim() === "" || (await attempt(() => post(`/api/sessions/${asked.session}/steer`, { text: why.trim() })));
    if (isTold) await answer("deny");
  };
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
    // Somebody who types is not interrupted.
    if (!isTyping(document.activeElement)) box.current?.focus();
  }, []);
  const inbox = useTexts(inboxWords);
  const shortPath = useShortPath();
  // The same keys as on its card in the inbox.
  const settles =
    asked.line === undefined
      ? []
      : optionsOf(undefined, inbox).map(({ key, as }) => ({
          key,
          name: inbox.settles[as],
          run: () => void answer(as === "hold" ? "deny" : "allow", as),
        }));
  useKeys(
    settles.length > 0
      ? settles
      : [
          ...(asked.redLine ? [] : [{ key: "a", name: words.keyAllow, run: () => void answer("allow") }]),
          { key: "d", name: words.keyDeny, run: () => void answer("deny") },
          { key: "m", name: words.keyWhy, run: () => setSayingWhy(true) },
        ],
    "part",
  );
  const said = useSaid();
  return (
    <div class="question" role="group" aria-label={words.needsApproval} ref={box} tabIndex={-1}>
      <p class="question-head">
        <Badge tone="ask" icon="ask" bare>
          {words.needsApproval}
        </Badge>
        <span class="end quiet">{words.paused(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`)}</span>
      </p>
      <pre class="call">{callText(asked.call)}</pre>
      <ul class="about">
        <li>
          <Icon name="folder" />
          <div>
            {inbox.runsIn} <code>{shortPath(asked.cwd)}</code>
          </div>
        </li>
        <Because each={asked} />
        {asked.line === undefined ? null : (
          <li>
            <Icon name="proposed" />
            <div>
              {words.lineAsked} <Coded text={said.reading(asked.line.readings.join("; "))} />
            </div>
          </li>
        )}
      </ul>
      {asked.redLine ? <p class="second">{words.redLine}</p> : null}
      {isSayingWhy ? (
        <form
          class="why"
          onSubmit={(event) => {
            event.preventDefault();
            void denyBecause();
          }}
        >
          <input
            type="text"
            aria-label={words.whyField}
            placeholder={words.whyField}
            value={why}
            ref={(element) => element?.focus()}
            onInput={({ currentTarget }) => setWhy(currentTarget.value)}
            onKeyDown={(event) => event.key === "Escape" && setSayingWhy(false)}
          />
          <Button type="submit">{words.sendWhy}</Button>
        </form>
      ) : settles.length > 0 ? (
        <div class="acts">
          {settles.map(({ key, name, run }) => (
            <Button key={key} hint={key} onClick={run}>
              {name}
            </Button>
          ))}
        </div>
      ) : (
        <div class="acts">
          <Button icon="allow" class="allows" hint="a" disabled={asked.redLine} onClick={() => void answer("allow")}>
            {words.allow}
          </Button>
          <Button icon="deny" class="denies" hint="d" onClick={() => void answer("deny")}>
            {words.deny}
          </Button>
          <Button hint="m" onClick={() => setSayingWhy(true)}>
            {words.denyWhy}
          </Button>
          <span class="end">
            <AlwaysAllow each={asked} />
          </span>
        </div>
      )}
    </div>
  );
}
