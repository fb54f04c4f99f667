// Names of tools that reach no further than the session, its screen or a text that is being edited.

import type { Named } from "./deedKinds.ts";
import { names, sends } from "./nameWords.ts";
import { ACCESS, EDITORS, ENDS, IDENTITY_SERVERS, LOCAL, LOCAL_SERVERS, MACHINE_SERVERS, THINGS, UNLOCKS } from "./verbs.ts";

/** `remove_label_from_pr`, `stop_dev_server`; and not `delete_log_group`: what is ended is the thing right behind the verb. */
export function isLocal(name: Named): boolean {
  const { server, own, has } = name;
  const isHere = names(server, LOCAL_SERVERS) || (names(server, EDITORS) && !sends(own));
  if (isHere && !has(ENDS) && !has(UNLOCKS)) return true;
  if (isShared(name)) return false;
  if (own.includes("remove") && (names(own, BASKETS) || (names(own.slice(-1), RELATIONS) && !has(THINGS)))) return true;
  // In front, `process` is a verb.
  if (!names(own.slice(own[0] === "process" ? 1 : 0), LOCAL)) return false;
  const at = own.findIndex((word) => ENDS.has(word) || word === "cancel" || word === "disable");
  return at < 0 || endsOnlyHere(own, at);
}

/** What is reached by others: on a server of identities or machines a preview or an image is seen by everybody who signs in. */
function isShared({ server, own, has }: Named): boolean {
  return (
    own.includes("shared") ||
    own.includes("audit") ||
    names(server, IDENTITY_SERVERS) ||
    names(server, MACHINE_SERVERS) ||
    has(ACCESS) ||
    has(UNLOCKS)
  );
}

function endsOnlyHere(own: readonly string[], at: number): boolean {
  const behind = own.slice(at + 1);
  const end = behind.findIndex((word) => /^(?:from|of|in|to|on|by)$/.test(word));
  const object = behind.length === 0 ? own.slice(0, at) : behind.slice(0, end < 0 ? undefined : end);
  // A label is taken off a thing every day, and deleted for everybody.
  if (own[at] !== "remove" && names(object, SHARED_MARKS)) return false;
  if (names(object, RECORDINGS) || (DELETES.has(own[at] ?? "") && names(object, DEFINED))) return false;
  return names(object, LOCAL) && !names(object, THINGS);
}

const SHARED_MARKS = new Set(["tag", "label", "filter", "log", "agent", "language"]);
/** What is put there is not bought yet. */
const BASKETS = new Set("cart basket wishlist watchlist favorite favourite playlist".split(" "));
/** Both ends stay. */
const RELATIONS = new Set("link dependency relation relationship".split(" "));
const RECORDINGS = new Set(["recording"]);
/** One that runs here is stopped or killed; one that is deleted was written down somewhere. */
const DEFINED = new Set(["process"]);
const DELETES = new Set("delete remove destroy drop purge".split(" "));
