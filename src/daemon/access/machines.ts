// Tokens for other machines. Each names the documents that it may read and send text for, and does nothing else: what it
// sends is not the person's decision. Such a token outlives the daemon, since another machine keeps it; only its mark is
// written down here, and removing the file takes it away at once.

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { AppError, type Random } from "../../base/index.ts";
import { drawSecret, hasMark, secretMark } from "./secrets.ts";
import { daemonFolder, readPrivately, writePrivately } from "./daemonTokens.ts";

export interface Machine {
  readonly name: string;
  /** By id, with the key for people. */
  readonly documents: readonly { readonly id: string; readonly key: string }[] | "all";
}

const NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;
const FILE = /^machine-([a-z0-9][a-z0-9-]{0,31})\.json$/;
const fileOf = (name: string) => `machine-${name}.json`;

/** The token, shown this once. A second call for the same machine replaces it. */
export function createMachine(state: string, machine: Machine, random: Random): string {
  checkName(machine.name);
  const token = drawSecret(random);
  writePrivately(
    state,
    fileOf(machine.name),
    `${JSON.stringify({ v: 1, mark: secretMark(token), documents: machine.documents })}\n`,
    random,
  );
  return token;
}

export function removeMachine(state: string, name: string): void {
  checkName(name);
  if (readKept(state, name) === null)
    throw new AppError("NOT_FOUND", `no machine ${name} has a token`, { hint: "codicil token --machines lists them." });
  rmSync(join(daemonFolder(state), fileOf(name)), { force: true });
}

export function listMachines(state: string): Machine[] {
  return names(state).flatMap((name) => {
    const kept = readKept(state, name);
    return kept === null ? [] : [{ name, documents: kept.documents }];
  });
}

/** Whose token it is; null: no machine's. Read anew for every request. */
export function machineOf(state: string, token: string): Machine | null {
  for (const name of names(state)) {
    const kept = readKept(state, name);
    if (kept !== null && hasMark(token, kept.mark)) return { name, documents: kept.documents };
  }
  return null;
}

function names(state: string): string[] {
  try {
    return readdirSync(daemonFolder(state))
      .flatMap((file) => FILE.exec(file)?.[1] ?? [])
      .sort();
  } catch {
    // No folder yet: nobody has a token.
    return [];
  }
}

function readKept(state: string, name: string): { readonly mark: string; readonly documents: Machine["documents"] } | null {
  const text = readPrivately(state, fileOf(name));
  if (text === null) return null;
  try {
    const { mark, documents } = JSON.parse(text) as { mark?: unknown; documents?: unknown };
    const isList =
      Array.isArray(documents) &&
      documents.every((each: { id?: unknown; key?: unknown } | null) => typeof each?.id === "string" && typeof each.key === "string");
    return typeof mark === "string" && (documents === "all" || isList) ? { mark, documents: documents as Machine["documents"] } : null;
  } catch {
    // Damaged by an edit from outside: nobody's, until it is made anew.
    return null;
  }
}

function checkName(name: string): void {
  if (!NAME.test(name))
    throw new AppError("BAD_INPUT", `${JSON.stringify(name)} cannot be the name of a machine`, {
      hint: "Use small letters, digits and -, at most 32.",
    });
}
