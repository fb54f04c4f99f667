// A call that needs the person's approval, at its place in the conversation. Allow and Deny have equal weight.

import { useEffect, useRef, useState } from "preact/hooks";
import { post } from "../../api.ts";
import type { Approval } from "../../types.ts";
import { Button } from "../../ui/controls.tsx";
import { useApp, useTexts, useSaid } from "../../ui/context.ts";
import { Icon } from "../../ui/icons.tsx";
import { isTyping, useKeys } from "../../ui/keys.ts";
import { Badge } from "../../ui/marks.tsx";
import { callText, Path } from "../../ui/parts.tsx";
import { visible } from "../../ui/visible.ts";
import { useNow } from "../../ui/When.tsx";
import { chatWords } from "../../words/chat.ts";
import { ruleAddress } from "../activity/Row.tsx";

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
  const isLine = asked.line !== undefined;
  useKeys(
    isLine
      ? []
      : [
          ...(asked.redLine ? [] : [{ key: "a", name: words.keyAllow, run: () => void answer("allow") }]),
          { key: "d", name: words.keyDeny, run: () => void answer("deny") },
          { key: "m", name: words.keyWhy, run: () => setSayingWhy(true) },
        ],
    "part",
  );
  const said = useSaid();
  const [rule] = asked.rules;
  return (
    <div class="question" role="group" aria-label={words.needsApproval} ref={box} tabIndex={-1}>
      <p class="question-head">
        <Badge tone="ask" icon="ask" bare>
          {words.needsApproval}
        </Badge>
        <span class="end label quiet">{words.paused(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`)}</span>
      </p>
      <pre class="call">{callText(asked.call)}</pre>
      <p class="second">{said.reason(asked)}</p>
      {asked.line === undefined ? null : (
        <p class="second">
          {words.lineAsked} “{visible(asked.line.text)}”
        </p>
      )}
      <p class="second">
        <Icon name="folder" /> {words.folder} <Path path={asked.cwd} />
      </p>
      {rule === undefined || rule.line === 0 ? null : (
        <p class="second">
          <Icon name="rules" />{" "}
          <a class="plain" href={ruleAddress(rule)}>
            <Path path={rule.file} line={rule.line} />
          </a>
        </p>
      )}
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
      ) : isLine ? (
        <div class="acts">
          <Button onClick={() => void answer("deny", "hold")}>{words.holdLine}</Button>
          <Button onClick={() => void answer("allow", "ask")}>{words.askLine}</Button>
          <Button onClick={() => void answer("allow", "advice")}>{words.adviceLine}</Button>
        </div>
      ) : (
        <div class="acts">
          <Button icon="allow" hint="a" disabled={asked.redLine} onClick={() => void answer("allow")}>
            {words.allow}
          </Button>
          <Button icon="deny" hint="d" onClick={() => void answer("deny")}>
            {words.deny}
          </Button>
          <Button hint="m" onClick={() => setSayingWhy(true)}>
            {words.denyWhy}
          </Button>
        </div>
      )}
    </div>
  );
}
