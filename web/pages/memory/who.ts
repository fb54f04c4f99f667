// Who made a change, as people name them.

import type { Change } from "../../types.ts";
import { hostOf, type IconName } from "../../ui/icons.tsx";

const OF_HOST = /^(?:host_)?(claude|codex|copilot|cursor|gemini|kimi|opencode|pi|qwen)_/;

export function whoOf({ by, kind, session }: Change, you: string): { readonly name: string; readonly icon: IconName } {
  if (by === "user" || kind === "hand" || kind === "first") return { name: you, icon: "user" };
  return hostOf(OF_HOST.exec(session ?? "")?.[1] ?? "codicil");
}
