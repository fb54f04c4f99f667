// The agents that are connected or were at work here, each with its state.

import { useResource } from "../live.ts";
import type { HostState } from "../types.ts";
import { useApp, useTexts } from "../ui/context.ts";
import { hostOf } from "../ui/icons.tsx";
import { sinceWords, useNow } from "../ui/When.tsx";
import { shellWords } from "../words/shell.ts";

export function HostStates() {
  const text = useTexts(shellWords);
  const { language } = useApp();
  const now = useNow(30_000);
  const hosts = useResource<HostState[]>("/api/hosts", ["sessions", "hosts"]);
  if (hosts.value === undefined) return null;
  // What was at work here is named also where nothing connects it, such as in the demo.
  const known = hosts.value.filter((each) => each.connected || each.last !== undefined);
  return (
    <ul class="sidebar-hosts" aria-label={text.hosts}>
      {known.length === 0 ? (
        <li class="quiet">
          <span class="dot off" />
          <a href="#/home/setup">{text.noHost}</a>
        </li>
      ) : null}
      {known.map(({ host, connected, running, last }) => (
        <li key={host}>
          <span class={`dot ${running > 0 ? "on" : "off"}`} />
          <span>{hostOf(host).name}</span>
          <span class="quiet end">
            {running > 0 ? (
              text.running(running)
            ) : !connected ? (
              <a href="#/home/setup">{text.notConnected}</a>
            ) : last === undefined ? (
              text.connected
            ) : (
              text.idle(sinceWords(new Date(last).getTime(), now, language))
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
