// Paths as people write them: what lies in their home begins with ~.

import { useResource } from "../live.ts";
import type { Settings } from "../types.ts";

export function useShortPath(): (path: string) => string {
  const home = useResource<Settings>("/api/settings", ["settings"]).value?.userHome;
  return (path) => (home !== undefined && `${path}/`.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path);
}
