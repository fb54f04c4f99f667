// Session kinds: what a shared session may not do, whatever anybody says (OR-12, OR-13, X14).

import { either, wordSet } from "../base/index.ts";
import type { Effects, PathEffect, SessionType, World } from "../analysis/index.ts";
import { asksForPrivate } from "./ownProgram.ts";

/** Thrown by `enforce` for an action that is denied. */
export class SecurityViolation extends Error {
  /** Absent where somebody else says it in words of their own. */
  readonly sessionType?: SessionType;
  readonly action?: string;

  /** `new SecurityViolation("…")` in an orchestrator's own words, or what a session of this kind may not do. */
  constructor(sessionType: SessionType | (string & {}), action?: string) {
    super(action === undefined ? sessionType : `a ${sessionType} session may not ${action.replaceAll("_", " ")}`);
    this.name = "SecurityViolation";
    if (action === undefined) return;
    this.sessionType = sessionType as SessionType;
    this.action = action;
  }
}

const PRIVATE_ACTIONS = wordSet(
  "load_memory load_user load_owner load_daily read_memory read_user write_memory write_user write_daily recall_private",
);

/** What no file can open to a shared session. */
export function isPrivateAction(sessionType: SessionType, action: string): boolean {
  return sessionType !== "main" && PRIVATE_ACTIONS.has(action);
}

const PRIVATE_FILES = either`(?:memory|user|owner)\.md, (?:daily|memory)\/\d{4}-\d{2}-\d{2}\.md`;
const PRIVATE_NAMES = new RegExp(`(?:^|\\/)(?:${PRIVATE_FILES})$|^(?:~\\/\\.config\\/agents\\/)?me\\/`, "i");
/** What a shared session has of a mind itself: documents at its top, never a person's own of the same name. */
const PUBLIC_OF_MIND = /^(?:SOUL|SPIRIT|AGENTS)\.md$/;

/** Why a call breaks a shared session's privacy; null: it does not. A project's own memory bank is public. */
export function breaksPrivacy(effects: Effects, session: SessionType, world: World): string | null {
  if (session === "main") return null;
  const loaded = effects.documents.find((name) => PRIVATE_NAMES.test(name) && !/(^|\/)memory-bank\//.test(name));
  if (loaded !== undefined) return `${loaded} is private and this session is shared`;
  const asked = effects.programs.map(asksForPrivate).find((each) => each !== null);
  if (asked !== undefined) return `\`${asked}\` tells what is private and this session is shared`;
  const touched = effects.paths.find((effect) => isPrivateOfMind(effect.path, world) || readsFromAbove(effect, effects, world));
  return touched === undefined ? null : `${touched.spelled} belongs to the person's mind and this session is shared`;
}

function isPrivateOfMind(path: string, world: World): boolean {
  const mind = world.minds.find((each) => path === each || path.startsWith(`${each}/`));
  return mind !== undefined && !PUBLIC_OF_MIND.test(path.slice(mind.length + 1));
}

/** These show names, not what is in them. */
const SHOWS_NAMES = /^(?:ls|dir|tree|du|stat|exa|eza)$/;

/** `grep -r … ~` reads the mind as surely as `cat` does: it lies somewhere below. */
function readsFromAbove({ path, recursive, access, program }: PathEffect, { programs }: Effects, world: World): boolean {
  if (!recursive || access === "list" || (program !== null && SHOWS_NAMES.test(programs[program]?.name ?? ""))) return false;
  return world.minds.some((mind) => mind.startsWith(path === "/" ? "/" : `${path}/`));
}
