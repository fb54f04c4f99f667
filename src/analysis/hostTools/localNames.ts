// Names of tools that reach no further than the session, its screen or a text that is being edited.

import { wordSet } from "../../base/index.ts";
import { EDITORS, IDENTITY_SERVERS, LOCAL_SERVERS, MACHINE_SERVERS } from "./servers.ts";
import { ACCESS, LOCAL, THINGS } from "./things.ts";
import { all, any, at, kinds, not, some, type Test, to, toThe } from "./told.ts";

const SHARED = wordSet("shared audit");
const UNFINISHED = wordSet("draft");
const BASKETS = wordSet("cart basket wishlist watchlist favorite favourite playlist");
const RELATIONS = wordSet("link dependency relation relationship");
/** A label is taken off a thing every day, and deleted for everybody. */
const SHARED_MARKS = wordSet("tag label filter log agent language recording process");
const DOCKER = wordSet("docker podman");
const CONTAINERS = wordSet("container");

const ends = kinds("ends");
const removes: Test = ({ verb }) => verb === "remove";
const takesFrom: Test = ({ object, around }) => some([...object, ...around], BASKETS);
const endsIt = any(ends, ({ verb }) => verb === "cancel" || verb === "disable");

const isHere = all(any(at(LOCAL_SERVERS), all(at(EDITORS), not(kinds("sends")))), not(kinds("ends", "opens")));
const isShared = any(to(SHARED, ACCESS), at(IDENTITY_SERVERS, MACHINE_SERVERS), kinds("opens"));
const isUnfinished = all(to(UNFINISHED), not(kinds("ends", "sends")));
/** Both ends stay. */
const onlyParts = all(removes, any(takesFrom, all(toThe(RELATIONS), not(to(THINGS)))));
const endsOnlyHere = all(any(removes, not(to(SHARED_MARKS))), not(to(THINGS)));
/** As `docker stop` passes. */
const isDocker: Test = all(
  ({ server, words }) => some([...server, ...words], DOCKER),
  to(CONTAINERS),
  not(any(ends, ({ verb }) => verb === "kill")),
);

export const isLocal: Test = any(
  isHere,
  all(not(isShared), any(isUnfinished, onlyParts, all(to(LOCAL), any(not(endsIt), endsOnlyHere)))),
  isDocker,
);
