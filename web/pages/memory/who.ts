// Who made a change, as people name them.

import type { Change } from "../../types.ts";
import { hostOf, type IconName } from "../../ui/icons.tsx";
import { visible } from "../../ui/visible.ts";

const OF_HOST = /^(?:host_)?(claude|codex|copilot|cursor|gemini|kimi|opencode|pi|qwen)_/;

/** In a mind that several have in common, also the login and machine; and who entered it, where that is another login. */
export function whoOf({ by, kind, session, from, entered }: Change, you: string): { readonly name: string; readonly icon: IconName } {
  const isPerson = by === "user" || kind === "hand" || kind === "first";
  const host = hostOf(OF_HOST.exec(session ?? "")?.[1] ?? "codicil");
  const names = [isPerson && from === undefined ? you : isPerson ? undefined : host.name, from, entered].filter(
    (name) => name !== undefined,
  );
  return { name: visible(names.join(" · ")), icon: isPerson ? "user" : host.icon };
}
