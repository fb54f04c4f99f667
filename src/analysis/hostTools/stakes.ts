// Things and services where every change asks, whatever the verb.

import { wordSet } from "../../base/index.ts";
import { CHANGED, OPENED, PAID, SENT, type ToolDeed } from "./deedKinds.ts";
import * as S from "./servers.ts";
import * as T from "./things.ts";
import { all, any, at, hasThing, isOnServer, kinds, not, some, type Test, to, toThe } from "./told.ts";

const KEYS = wordSet("key");
const ALWAYS_ACCESS = wordSet("sharing protection permission admin loginuser sharelink");
const PROJECTS = wordSet("project");
const ADVERTISING = wordSet("ads adwords adset");

const isKey = all(
  toThe(KEYS),
  any(
    to(T.KEY_KINDS),
    all(isOnServer, kinds("makes"), ({ object }) => object.length === 1),
  ),
);
const advertises: Test = ({ server, words, object }) => some([...server, ...words], ADVERTISING) && !object.includes("group");
const isMemory: Test = ({ server }) => server.includes("memory");
const builds: Test = ({ verb }) => verb === "build";

export const AT_STAKE: readonly (readonly [Test, ToolDeed])[] = [
  [all(to(T.MONEY), not(toThe(T.NOTED))), PAID],
  [all(at(S.MONEY_SERVERS), kinds("makes", "changes"), hasThing, not(isMemory), not(to(T.LOCAL, T.LOOKED_ON))), PAID],
  [any(toThe(T.ACCESS), to(ALWAYS_ACCESS), isKey), OPENED],
  [all(at(S.IDENTITY_SERVERS), not(kinds("runs"))), OPENED],
  [all(at(S.MACHINE_SERVERS), not(kinds("runs"))), CHANGED],
  [all(at(S.CLOUD_SERVERS), kinds("makes", "changes", "takesBack"), not(to(T.WORK))), CHANGED],
  [all(at(S.SOCIAL_SERVERS), kinds("makes", "changes"), not(to(T.NOT_SENT))), SENT],
  [all(at(S.VIDEO_SERVERS), to(T.SHOWN_THERE)), SENT],
  [all(at(S.HOSTING, S.FORGES), any(toThe(T.SERVED_WITH), all(not(kinds("makes")), to(T.SERVED_WITH)))), CHANGED],
  [all(at(S.HOSTING), kinds("changes"), to(PROJECTS)), CHANGED],
  [any(toThe(T.LIVE), to(T.LIVE_ANYWHERE), at(T.LIVE_ANYWHERE)), CHANGED],
  [all(advertises, to(T.SPENDING)), PAID],
  [all(at(S.BUILDERS), any(kinds("takesBack", "runs"), builds)), CHANGED],
  [all(isOnServer, ({ fields }) => fields.some((word) => word.startsWith("cron"))), CHANGED],
  [all(kinds("runs", "switches"), to(T.CAMPAIGNS)), CHANGED],
];
