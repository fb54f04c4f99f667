// The one table of error codes. docs/errors.md is tested against it both ways.
// A code never changes its meaning; `exit` is what the command line answers with.

import { given } from "./objects.ts";

export const EXIT = { done: 0, failed: 1, refused: 2, badInput: 3, conflict: 4 } as const;

/** Every error code with its exit code and meaning. */
export const ERRORS = {
  // input that cannot be understood
  BAD_USAGE: { exit: 3, what: "The command line cannot be understood." },
  BAD_INPUT: { exit: 3, what: "A value has the wrong shape." },
  BAD_YAML: { exit: 3, what: "A YAML file is broken or uses aliases, tags or duplicate keys." },
  BAD_JSON: { exit: 3, what: "A line of JSON cannot be read." },
  BAD_TOML: { exit: 3, what: "A TOML file is broken, or cannot be edited without changing the rest of it." },
  BAD_ENTRY: { exit: 3, what: "An entry breaks the delta format." },
  BAD_EVENT: { exit: 3, what: "An event breaks the session format." },
  BAD_PAIRING: { exit: 3, what: "Operation and content do not go together." },
  BAD_HEADING: { exit: 3, what: "A heading is empty, has line breaks or outer spaces." },
  BAD_KEY: { exit: 3, what: "A key must name exactly one of path and url." },
  BAD_PATH: { exit: 3, what: "A path may not be a document's key." },
  BAD_URL: { exit: 3, what: "A URL may not be a document's key." },
  BAD_HOOK: { exit: 3, what: "A HOOK.md cannot be used." },
  BAD_CONFIG: { exit: 3, what: "config.yaml cannot be used." },
  UNKNOWN_VERSION: { exit: 3, what: "A file has a version that this program does not know." },
  NOT_UTF8: { exit: 3, what: "A document is not UTF-8 text." },
  TOO_LARGE: { exit: 3, what: "A file or text is above the size limit." },
  NOT_A_FILE: { exit: 3, what: "A document must be a regular file with one link." },
  // something that is not there
  NOT_FOUND: { exit: 3, what: "There is no such document, entry, proposal or version." },
  HEADING_NOT_FOUND: { exit: 3, what: "The document has no such section." },
  TEXT_NOT_FOUND: { exit: 3, what: "The text to replace does not occur exactly once in the section." },
  // conflicts
  DUPLICATE_HEADING: { exit: 4, what: "Two entries, or two sections, have the same heading and level." },
  AMBIGUOUS_HEADING: { exit: 4, what: "The heading occurs at several levels; name one." },
  CONFLICT: { exit: 4, what: "The section was edited after the entry was planned." },
  STALE: { exit: 4, what: "The file changed while it was being written." },
  LOCKED: { exit: 4, what: "Another process holds the lock." },
  APART: { exit: 4, what: "This machine's session or verdict log no longer begins with what it sent." },
  OTHER_MIND: { exit: 4, what: "The database, Git remote or remote document belongs to another mind than this machine knew." },
  ELSEWHERE: { exit: 4, what: "The session belongs to another machine; continue a copy of it here." },
  ALREADY_EXISTS: { exit: 4, what: "The target exists already and is not overwritten." },
  // refused
  USER_BLOCK_PROTECTED: { exit: 2, what: "The section belongs to the person's own block." },
  STRUCTURE: { exit: 2, what: "The change would alter text outside its section." },
  PRIVATE: { exit: 2, what: "A shared session may not touch a private document." },
  AUDIENCE: { exit: 2, what: "The section is for one person alone and would reach others, or the other way round." },
  NEEDS_PERSON: { exit: 2, what: "Only a person may do this, at a terminal or in the page." },
  RED_LINE: { exit: 2, what: "The call crosses a built-in red line, which no key, button or unlock opens." },
  CALL_REFUSED: { exit: 2, what: "The policy denies a tool's call, or nobody approved it." },
  POLICY_OFF: { exit: 2, what: "The role's commit policy is off." },
  REJECTED_FOREVER: { exit: 2, what: "You chose to always reject this content." },
  NOT_LOGGED_IN: { exit: 2, what: "A request carries no token, or a wrong one." },
  FOREIGN_REQUEST: { exit: 2, what: "A request came from another site or under another host name." },
  TOO_MANY_TRIES: { exit: 2, what: "Too many wrong tokens or codes within a minute." },
  SECRET: { exit: 2, what: "The text contains a secret and would be stored where others read it." },
  CONTENT: { exit: 2, what: "The text may not be stored: hidden characters, a trap, or too much of it." },
  VALIDATOR: { exit: 2, what: "A validator refused the document that would result." },
  OPEN_TO_OTHERS: { exit: 2, what: "Others on this machine may change the mind's folders, and with them what agents may do." },
  // models
  MODEL_NO_KEY: { exit: 3, what: "The model's provider needs a key, or does not accept the one it got." },
  MODEL_UNKNOWN: { exit: 3, what: "There is no such provider or model." },
  MODEL_BUSY: { exit: 1, what: "The model is rate-limited or the account's quota is used up." },
  MODEL_LOST: { exit: 1, what: "The model cannot be reached, or the connection was lost in the middle of an answer." },
  MODEL_FAILED: { exit: 1, what: "The model's provider answered with an error." },
  MODEL_FULL: { exit: 1, what: "The conversation is too long for the model." },
  CANCELLED: { exit: 1, what: "Somebody cancelled the work before it was done." },
  // the machine
  DAMAGED: { exit: 1, what: "A file of Codicil's own is damaged; `codicil doctor` says what can be done." },
  READ_ONLY: { exit: 1, what: "The disk or folder is read-only." },
  DISK_FULL: { exit: 1, what: "The disk or quota is full." },
  IO: { exit: 1, what: "The operating system refused a file operation." },
  STORE_DOWN: { exit: 1, what: "The database of a shared mind does not answer, or the connection was lost." },
  STORE_SLOW: { exit: 1, what: "The database of a shared mind took too long." },
  STORE_DENIED: { exit: 2, what: "The database of a shared mind refuses this login or this act." },
  STORE_SCHEMA: { exit: 3, what: "The database contains no mind, or one of an older or newer schema." },
  STORE_POOLED: {
    exit: 3,
    what: "A pooler in front of the database gives out sessions by the transaction, and locks do not survive that.",
  },
  STORE_CANNOT: { exit: 3, what: "This kind of store cannot do that: a server of single documents has no logs, locks or lists." },
  REMOTE: { exit: 1, what: "A document on another server cannot be read or written." },
  CARRIER: { exit: 1, what: "The Git remote that carries a mind cannot be reached, or does not take or give what it should." },
  EMBEDDER: { exit: 1, what: "The embedder for recall's vectors cannot be used; recall answers without it." },
  INTERNAL: { exit: 1, what: "A defect in Codicil." },
} as const satisfies Record<string, { exit: number; what: string }>;

/** A code of `ERRORS`. */
export type ErrorCode = keyof typeof ERRORS;

export interface ErrorDetails {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly hint?: string | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/** A broken promise: thrown with a code, never caught to be ignored. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "AppError";
    this.code = code;
    this.file = details.file;
    this.line = details.line;
    this.hint = details.hint;
    this.data = details.data;
  }

  get exit(): number {
    return ERRORS[this.code].exit;
  }

  /** The shape that `--json` prints and HTTP answers. */
  toJSON(): { error: { code: ErrorCode; message: string; file?: string; line?: number; hint?: string } } {
    const { code, message, file, line, hint } = this;
    return { error: { code, message, ...given({ file, line, hint }) } };
  }
}

function isRefusal(error: unknown, codes: readonly ErrorCode[]): boolean {
  return error instanceof AppError && (codes.length === 0 || codes.includes(error.code));
}

/** null where it is refused with one of these codes, or with any where none is named; a fault of the program is thrown. */
export function unlessRefused<T>(work: () => T, ...codes: readonly ErrorCode[]): T | null {
  try {
    return work();
  } catch (error) {
    if (isRefusal(error, codes)) return null;
    throw error;
  }
}

/** The same for what is under way. */
export async function orNull<T>(asked: Promise<T>, ...codes: readonly ErrorCode[]): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (isRefusal(error, codes)) return null;
    throw error;
  });
}
