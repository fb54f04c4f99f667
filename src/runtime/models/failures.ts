// What can go wrong between us and a model, as our own errors: each says which model, what happened and what to do.

import { AppError, type ErrorCode } from "../../base/index.ts";
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

export function failureOf(cause: unknown, choice: ModelChoice): Failure {
  const failure = cause as CallFailure;
  const status = failure.statusCode;
  const said = messageOf(failure, choice.key);
  const make = (code: ErrorCode, message: string, hint: string, mayRetry = false): Failure => ({
    error: new AppError(code, message, { hint, cause }),
    mayRetry,
    waitMs: retryAfter(failure.responseHeaders),
  });
  if (status === 401 || status === 403)
    return make("MODEL_NO_KEY", `${choice.provider} does not accept the key: ${said}`, "Check the key in the environment.");
  if (
    status === 404 ||
    (status === 400 && /model/i.test(said) && /not (?:exist|found|valid|supported)|unknown|invalid model/i.test(said))
  ) {
    return make(
      "MODEL_UNKNOWN",
      `${choice.provider} has no model ${choice.name ?? ""}: ${said}`,
      "Choose another with --model PROVIDER/NAME or in config.yaml.",
    );
  }
  if (status === 429)
    return make(
      "MODEL_BUSY",
      `${choice.id} is rate-limited or out of quota: ${said}`,
      "Wait and send the message again, or choose another model.",
      true,
    );
  if (status !== undefined && status >= 500)
    return make(
      "MODEL_FAILED",
      `${choice.id} failed with status ${status}: ${said}`,
      "The fault is the provider's; send the message again later.",
      true,
    );
  if (status === 408 || status === 409)
    return make("MODEL_FAILED", `${choice.id} did not answer in time: ${said}`, "Send the message again.", true);
  if (status === 413 || (status === 400 && TOO_LONG.test(said)))
    return make(
      "MODEL_FULL",
      `the conversation is too long for ${choice.id}: ${said}`,
      "Begin a new session; memory stays, and recall finds what was said in this one. A lower compact_at in config.yaml sums up sooner.",
    );
  if (status !== undefined && status >= 400)
    return make("MODEL_FAILED", `${choice.id} refused the request with status ${status}: ${said}`, "CODICIL_DEBUG=1 shows more.");
  if (isConnection(failure))
    return make(
      "MODEL_LOST",
      `${choice.id} cannot be reached at ${choice.url}: ${said}`,
      choice.url.includes("127.0.0.1") || choice.url.includes("localhost")
        ? "Is the server running?"
        : "Check the network and the address.",
      true,
    );
  return make("MODEL_FAILED", `${choice.id}: ${said}`, "CODICIL_DEBUG=1 shows more.", failure.isRetryable === true);
}

const TOO_LONG = /too long|too many tokens|context (?:length|window)|maximum.{0,40}tokens|exceeds.{0,40}(?:limit|context)/i;

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
    if (
      typeof each.message === "string" &&
      /cannot connect to api|fetch failed|terminated|socket hang up|other side closed|ended without a finish reason/i.test(each.message)
    )
      return true;
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
