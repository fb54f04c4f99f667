// move: the part of a mind that several machines may have in common goes to a database, or comes back to files. The config
// is switched last, when every byte has been compared; until then the mind stays where it is, and a move that was cut off
// continues where it stopped.

import { AppError } from "../base/index.ts";
import {
  adopt,
  asForeign,
  beginMove,
  type Carried,
  carry,
  clearBases,
  clearCarried,
  endMove,
  whichMind,
  rewriteFile,
  syncDocuments,
} from "../deltas/index.ts";
import { dropTopLevelKey, setTopLevelKey } from "../schema/index.ts";
import {
  type Common,
  Contact,
  isDatabaseAddress,
  openCommon,
  openShared,
  partPassword,
  readAddress,
  type SharedStore,
} from "../store/index.ts";
import { ensureHome } from "../mind/documents/begin.ts";
import { hostName } from "../mind/machine.ts";
import type { Mind } from "../mind/open.ts";
import { type Sent, sendOrSay } from "../sharing/sending.ts";
import { keepStoreSecret, storeSecret } from "../mind/remoteKeys.ts";

export interface Moved extends Partial<Carried> {
  /** What was sent of this machine's sessions and verdicts; what was not goes with the next sync. */
  readonly sentLogs?: Pick<Sent, "sessions" | "events" | "verdicts">;
  readonly unsent?: Sent["problems"];
  readonly to: string;
  /** moved: it is there now. joined: there was a mind, and this machine has it in common from now on. there: it was already. */
  readonly kind: "moved" | "joined" | "there";
}

const CONFIG = { root: "home", path: "last-word/config.yaml" } as const;

/** `mind` was opened as this machine's disk has it (`common: false`). */
export async function move(mind: Mind, to: string): Promise<Moved> {
  if (to === "files") return toFiles(mind);
  if (!isDatabaseAddress(to))
    throw new AppError("BAD_USAGE", `${to} is neither files nor postgres://…`, {
      hint: "codicil move --to postgres://user@host/database, or --to files.",
    });
  return toDatabase(mind, to);
}

async function toDatabase(mind: Mind, address: string): Promise<Moved> {
  const { shown } = readAddress(address);
  const { store: present, carrier } = mind.config;
  if (carrier !== undefined)
    throw new AppError("ALREADY_EXISTS", `this mind is carried by ${carrier}`, {
      hint: "First codicil sync, then codicil sync --with off.",
    });
  const { address: plain, password } = partPassword(address);
  if (present !== undefined && !isSamePlace(present, address)) await needThisMind(mind, { present, plain, password });
  const shared = await openShared({
    address: plain,
    password: password ?? storeSecret(mind.where, plain),
    random: mind.deps.random,
    machine: hostName(),
    mayMigrate: true,
  });
  try {
    if (present !== undefined) {
      if (password !== null) keepStoreSecret(mind.where, plain, password);
      await endMove(shared);
      if ((await whichMind(commonWith(mind, shared))) !== "other") {
        // Another login, or another server that this mind was brought to: the next sync compares by what was seen.
        if (present !== plain) await rewriteFile(mind.deps, CONFIG, (text) => setTopLevelKey(text, "store", plain));
        return { kind: "there", to: shown };
      }
    }
    const files = mind.deps.storeFor(null);
    await clearBases(mind.deps, files);
    const carried = (await mayCarry(shared, mind)) ? await carry(mind.deps, files, shared) : null;
    await ensureHome(mind);
    if (password !== null) keepStoreSecret(mind.where, plain, password);
    await rewriteFile(mind.deps, CONFIG, (text) => setTopLevelKey(text, "store", plain));
    if (carried !== null) await clearCarried(files, shared);
    await endMove(shared);
    await adopt(commonWith(mind, shared));
    // The copies here meet what is there: the same after a move; for a machine that joins, merged.
    await syncDocuments({ ...mind.deps, storeFor: (project) => openCommon({ files: mind.deps.storeFor(project), shared }) });
    const { problems: unsent, ...sentLogs } = await sendOrSay({ ...mind, common: shared });
    return carried === null ? { kind: "joined", to: shown, sentLogs, unsent } : { kind: "moved", to: shown, ...carried, sentLogs, unsent };
  } finally {
    await shared.close();
  }
}

/** The same mind of the same database, whoever logs in. */
function isSamePlace(one: string, other: string): boolean {
  const [a, b] = [readAddress(one), readAddress(other)];
  return a.host === b.host && a.port === b.port && a.database === b.database && a.schema === b.schema;
}

/** Another server is taken where this very mind was restored to it; nothing is made there. */
async function needThisMind(
  mind: Mind,
  { present, plain, password }: { readonly present: string; readonly plain: string; readonly password: string | null },
): Promise<void> {
  const shared = await openShared({
    address: plain,
    password: password ?? storeSecret(mind.where, plain),
    random: mind.deps.random,
    machine: hostName(),
  });
  const elsewhere = (cause?: AppError) =>
    new AppError("ALREADY_EXISTS", `this mind is in ${readAddress(present).shown}, and ${readAddress(plain).shown} does not have it`, {
      cause,
      hint: "Restore a dump of it there first, or bring it back: codicil move --to files.",
    });
  try {
    if ((await whichMind(commonWith(mind, shared))) !== "this") throw elsewhere();
  } catch (error) {
    if (error instanceof AppError && error.code === "STORE_SCHEMA") throw elsewhere(error);
    throw error;
  } finally {
    await shared.close();
  }
}

function commonWith(mind: Mind, shared: SharedStore): Common {
  return { files: mind.deps.storeFor(null), shared, contact: new Contact() };
}

/** True: there was nothing, or a move of this very mind that was cut off. False: a mind is there, and this machine joins it. */
async function mayCarry(shared: SharedStore, mind: Mind): Promise<boolean> {
  const own = `${hostName()} ${mind.where.state}`;
  const begun = await beginMove(shared, own);
  if (begun === own) return true;
  if (begun === null) return false;
  throw new AppError("LOCKED", "another machine is moving its mind there", {
    file: shared.describe({ root: "state", path: "moving" }),
    hint: `Wait until it has finished, or finish it there (${begun}).`,
  });
}

async function toFiles(mind: Mind): Promise<Moved> {
  const { store: address } = mind.config;
  if (address === undefined) return { kind: "there", to: "files" };
  const shared = await openShared({ address, password: storeSecret(mind.where, address), random: mind.deps.random, machine: hostName() });
  try {
    const files = mind.deps.storeFor(null);
    // What was edited in a copy goes to the others first; afterwards both sides say the same.
    const { problems } = await syncDocuments({
      ...mind.deps,
      storeFor: (project) => openCommon({ files: mind.deps.storeFor(project), shared }),
    });
    if (problems[0] !== undefined) throw problems[0].error;
    const carried = await carry(mind.deps, shared, files, (place, bytes) => asForeign(mind.deps, place, bytes));
    await rewriteFile(mind.deps, CONFIG, (text) => dropTopLevelKey(text, "store"));
    return { kind: "moved", to: "files", ...carried };
  } finally {
    await shared.close();
  }
}
