// Paths as people write them: what lies in their home begins with ~.

import { useResource } from "../live.ts";
import type { Settings } from "../types.ts";

/** A document's key, as people call it: what lies in the mind's home or in the project needs no folder before it. */
export const documentName = (key: string): string => key.replace(/^(?:\.\/|~\/\.config\/agents\/)/, "");

export function useShortPath(): (path: string) => string {
  const home = useResource<Settings>("/api/settings", ["settings"]).value?.userHome;
  return (path) => (home !== undefined && `${path}/`.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path);
}
