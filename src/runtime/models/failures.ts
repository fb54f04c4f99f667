// What can go wrong between us and a model, as our own errors: each says which model, what happened and what to do.

import { AppError, type ErrorCode, either } from "../../base/index.ts";
import type { ModelChoice } from "./choose.ts";

/** An error of the provider library, by its fields: the class lives in a bundle of its own. */
interface CallFailure extends Error {
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
  readonly isRetryable?: boolean;
}

export interface Failure {
  readonly error: AppError;
  /** Asking again may help, as long as nothing has arrived yet. */
  readonly mayRetry: boolean;
  /** What the server asks us to wait. */
  readonly waitMs: number | null;
}

/** What the server answered, as a row of the table of failures sees it. */
interface Told {
  readonly failure: CallFailure;
  readonly status: number;
  readonly said: string;
  readonly choice: ModelChoice;
}

interface FailureRow {
  readonly fits: (told: Told) => boolean;
  readonly code: ErrorCode;
  readonly message: (told: Told) => string;
  readonly hint: string | ((told: Told) => string);
  readonly mayRetry?: boolean | ((told: Told) => boolean);
}

/** The first row that fits counts; the last one fits always. No status is 0. */
const FAILURES: readonly FailureRow[] = [
  {
    fits: ({ status }) => status === 401 || status === 403,
    code: "MODEL_NO_KEY",
    message: ({ choice, said }) => `${choice.provider} does not accept the key: ${said}`,
    hint: "Check the key in the environment.",
  },
  {
    fits: ({ status, said }) => status === 404 || (status === 400 && /model/i.test(said) && NO_SUCH_MODEL.test(said)),
    code: "MODEL_UNKNOWN",
    message: ({ choice, said }) => `${choice.provider} has no model ${choice.name ?? ""}: ${said}`,
    hint: "Choose another with --model PROVIDER/NAME or in config.yaml.",
  },
  {
    fits: ({ status }) => status === 429,
    code: "MODEL_BUSY",
    message: ({ choice, said }) => `${choice.id} is rate-limited or out of quota: ${said}`,
    hint: "Wait and send the message again, or choose another model.",
    mayRetry: true,
  },
  {
    fits: ({ status }) => status >= 500,
    code: "MODEL_FAILED",
    message: ({ choice, status, said }) => `${choice.id} failed with status ${status}: ${said}`,
    hint: "The fault is the provider's; send the message again later.",
    mayRetry: true,
  },
  {
    fits: ({ status }) => status === 408 || status === 409,
    code: "MODEL_FAILED",
    message: ({ choice, said }) => `${choice.id} did not answer in time: ${said}`,
    hint: "Send the message again.",
    mayRetry: true,
  },
  {
    fits: ({ status, said }) => status === 413 || (status === 400 && TOO_LONG.test(said)),
    code: "MODEL_FULL",
    message: ({ choice, said }) => `the conversation is too long for ${choice.id}: ${said}`,
    hint:
      "Begin a new session; memory stays, and recall finds what was said in this one. A lower compact_at in config.yaml " +
      "compacts earlier.",
  },
  {
    fits: ({ status }) => status >= 400,
    code: "MODEL_FAILED",
    message: ({ choice, status, said }) => `${choice.id} refused the request with status ${status}: ${said}`,
    hint: "CODICIL_DEBUG=1 shows more.",
  },
  {
    fits: ({ failure }) => isConnection(failure),
    code: "MODEL_LOST",
    message: ({ choice, said }) => `${choice.id} cannot be reached at ${choice.url}: ${said}`,
    hint: ({ choice }) => (/127\.0\.0\.1|localhost/.test(choice.url) ? "Is the server running?" : "Check the network and the address."),
    mayRetry: true,
  },
  {
    fits: () => true,
    code: "MODEL_FAILED",
    message: ({ choice, said }) => `${choice.id}: ${said}`,
    hint: "CODICIL_DEBUG=1 shows more.",
    mayRetry: ({ failure }) => failure.isRetryable === true,
  },
];

const NO_SUCH_MODEL = /not (?:exist|found|valid|supported)|unknown|invalid model/i;

export function failureOf(cause: unknown, choice: ModelChoice): Failure {
  const failure = cause as CallFailure;
  const told: Told = { failure, status: failure.statusCode ?? 0, said: messageOf(failure, choice.key), choice };
  const { code, message, hint, mayRetry = false } = FAILURES.find(({ fits }) => fits(told)) as FailureRow;
  return {
    error: new AppError(code, message(told), { hint: typeof hint === "string" ? hint : hint(told), cause }),
    mayRetry: typeof mayRetry === "boolean" ? mayRetry : mayRetry(told),
    waitMs: retryAfter(failure.responseHeaders),
  };
}

const CUT_OFF = new RegExp(
  either`cannot connect to api, fetch failed, terminated, socket hang up, other side closed, ended without a finish reason`,
  "i",
);
const TOO_LONG = new RegExp(
  either`too long, too many tokens, context (?:length|window), maximum.{0,40}tokens, exceeds.{0,40}(?:limit|context)`,
  "i",
);

/** The stream ended before the model was done. */
export function lostConnection(choice: ModelChoice, detail: string): AppError {
  return new AppError("MODEL_LOST", `the connection to ${choice.id} was lost in the middle of the answer: ${detail}`, {
    hint: "What arrived is kept. Send a message to continue.",
  });
}

export function isConnection(error: unknown): boolean {
  for (
    let each = error as { code?: unknown; cause?: unknown; message?: unknown; name?: unknown } | undefined;
    each !== undefined && each !== null;
    each = each.cause as typeof each
  ) {
    if (typeof each.code === "string" && /^(?:ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOST|ENET|UND_ERR)/.test(each.code)) return true;
    if (typeof each.message === "string" && CUT_OFF.test(each.message)) return true;
  }
  return false;
}

/** No key in a message, also where the server repeats it. */
function messageOf(failure: CallFailure, key: string | undefined): string {
  const text = (failure.message === undefined || failure.message === "" ? (failure.responseBody ?? "no reason given") : failure.message)
    .replace(/\s+/g, " ")
    .slice(0, 300);
  return key === undefined || key.length < 6 ? text : text.replaceAll(key, "[key]");
}

function retryAfter(headers: Readonly<Record<string, string>> | undefined): number | null {
  const ms = Number(headers?.["retry-after-ms"]);
  if (Number.isFinite(ms) && ms > 0) return ms;
  const seconds = Number(headers?.["retry-after"]);
  return Number.isFinite(seconds) && seconds >= 0 && headers?.["retry-after"] !== undefined ? seconds * 1000 : null;
}
