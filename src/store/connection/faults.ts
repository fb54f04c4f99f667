// What a database can answer instead of a result, as errors with a code, the address and what to do.

import { AppError, either } from "../../base/index.ts";
import type { Address } from "./address.ts";

/** Raised by our own functions in the database (see schema.ts). */
export const LOCK_IS_GONE = "CL001";

interface DatabaseError {
  readonly code?: unknown;
  readonly message?: unknown;
}

const NETWORK = new RegExp(
  String.raw`^(?:${either`
  CONNECTION_(?:CLOSED|ENDED|DESTROYED), CONNECT_TIMEOUT, ECONN(?:RESET|REFUSED|ABORTED), EPIPE, ENOTFOUND,
  EAI_AGAIN, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT, ENOENT
`})$`,
);
/** Connection exceptions, shut down by a person or a crash, starting up, too many connections. */
const SERVER_GONE = /^(?:08...|57P0[1-5]|53300)$/;

function codeOf(error: unknown): string {
  const { code } = error as DatabaseError;
  return typeof code === "string" ? code : "";
}

/** The connection is gone (or never came about); what was asked may or may not have happened. */
export function isLost(error: unknown): boolean {
  return NETWORK.test(codeOf(error)) || SERVER_GONE.test(codeOf(error));
}

/** Another kept the lock to the end of our patience, or waiting on would have been forever. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === "55P03" || codeOf(error) === "40P01";
}

/** By the code that the database gives; the first row that fits counts. */
const FAULTS: readonly {
  readonly fits: RegExp;
  readonly kind: AppError["code"];
  readonly message: (said: string) => string;
  readonly hint: string;
}[] = [
  {
    fits: /^25006$/,
    kind: "READ_ONLY",
    message: () => "the database takes no writes now",
    hint: "Is it a standby, or set to read only? Nothing was changed.",
  },
  {
    fits: /^(?:53100|54000|53200)$/,
    kind: "DISK_FULL",
    message: (said) => `the database has no room: ${said}`,
    hint: "Make room on its disk; nothing was changed.",
  },
  {
    fits: /^CL002$/,
    kind: "TOO_LARGE",
    message: (said) => `the database takes no more proposals of this login: ${said}`,
    hint: "A maintainer has to accept or reject some of them first. The entries stay in this machine's journal.",
  },
  {
    fits: /^(?:57014|55P03)$/,
    kind: "STORE_SLOW",
    message: () => "the database took too long and was told to stop",
    hint: "Nothing was changed. Try again; if it stays so, look at what else runs there.",
  },
  {
    fits: /^(?:42501|28P01|28000|3D000)$/,
    kind: "STORE_DENIED",
    message: (said) => `the database refuses this login: ${said}`,
    hint: "Check user, password (PGPASSWORD) and role; docs/many-machines.md says what each role may do.",
  },
  {
    fits: /^(?:(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|UNABLE_TO_|ERR_TLS|CERT_)/,
    kind: "STORE_DENIED",
    message: (said) => `the database's certificate is not trusted: ${said}`,
    hint: "Name its authority with sslrootcert=FILE, or (weaker) set sslmode=require.",
  },
];

const NO_SCHEMA = /^(?:3F000|42P01|42883)$/;

export function asAppError(error: unknown, address: Address): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const said = String((error as DatabaseError).message ?? error);
  const make = (kind: AppError["code"], message: string, hint: string) =>
    new AppError(kind, message, { file: address.shown, hint, cause: error });
  if (code === LOCK_IS_GONE) return lockLost(address, error);
  if (isLost(error))
    return make(
      "STORE_DOWN",
      `the database does not answer: ${said}`,
      "Is it running, and may this machine reach it? Nothing was changed; try again.",
    );
  if (NO_SCHEMA.test(code)) return schemaMissing(address, error);
  const fault = FAULTS.find(({ fits }) => fits.test(code));
  return fault === undefined
    ? make("INTERNAL", `the database answered ${code} ${said}`, "Please report this; nothing was changed.")
    : make(fault.kind, fault.message(said), fault.hint);
}

export function lockLost(address: Address, cause?: unknown): AppError {
  return new AppError("STORE_DOWN", "the connection that held the lock was lost", {
    file: address.shown,
    cause,
    hint: "Nothing was changed by what came after it. Run the command again; nothing is written twice.",
  });
}

export function unknownOutcome(address: Address, cause: unknown): AppError {
  return new AppError("STORE_DOWN", "the connection was lost in the middle of a write, and the database does not answer any more", {
    file: address.shown,
    cause,
    hint: "The write happened as a whole or not at all. Run the command again when the database is back; an entry is never applied twice.",
  });
}

export function schemaMissing(address: Address, cause?: unknown): AppError {
  return new AppError("STORE_SCHEMA", `there is no mind in ${address.shown}`, {
    file: address.shown,
    cause,
    hint: `Bring one there with: codicil move --to ${address.shown}`,
  });
}
