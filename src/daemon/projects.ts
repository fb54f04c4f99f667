// Projects that the page can look into: the one that the daemon was started in, and those of this mind's sessions. A request
// names one in a header; it is answered by a mind of that folder over the same home and state.

import { existsSync } from "node:fs";
import { AppError } from "../base/index.ts";
import { type Mind, openMind } from "../mind/open.ts";
import { listSessions } from "../activity/sessions.ts";
import { findWhereabouts } from "../mind/whereabouts.ts";

export const PROJECT_HEADER = "x-codicil-project";

export interface ProjectHere {
  readonly folder: string;
  /** The daemon was started in it: chats run there. */
  readonly own: boolean;
}

export interface Projects {
  /** The daemon's own first, then by their newest session. */
  list(): Promise<readonly ProjectHere[]>;
  /** Throws NOT_FOUND for a folder that is not in the list. */
  mindOf(folder: string | undefined): Promise<Mind>;
  close(): Promise<void>;
}

const MOST = 20;
/** The newest sessions say which projects are worked in. */
const LOOKED_AT = 500;

export function createProjects(mind: Mind): Projects {
  const { home, state, cwd, project } = mind.where;
  const own = project ?? cwd;
  const open = new Map<string, Promise<Mind>>();
  const list = async () => {
    const { sessions } = await listSessions(mind, { limit: LOOKED_AT });
    const folders = new Set(sessions.map((each) => each.cwd).filter((folder) => folder !== "" && existsSync(folder)));
    const found = new Set([...folders].flatMap((folder) => findWhereabouts({ home, state, cwd: folder }).project ?? []));
    found.delete(own);
    return [{ folder: own, own: true }, ...[...found].slice(0, MOST - 1).map((folder) => ({ folder, own: false }))];
  };
  return {
    list,
    async mindOf(folder) {
      if (folder === undefined || folder === own) return mind;
      const known = open.get(folder);
      if (known !== undefined) return known;
      if (!(await list()).some((each) => each.folder === folder))
        throw new AppError("NOT_FOUND", `no session of this mind worked in ${folder}`, { hint: "GET /api/projects lists the projects." });
      const opened = openMind({ home, state, cwd: folder });
      open.set(folder, opened);
      return opened;
    },
    async close() {
      for (const each of open.values()) await (await each).close();
    },
  };
}
