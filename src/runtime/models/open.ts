// From a choice to a model: a remote one, or the offline responder where there is none.

import { AppError } from "../../base/index.ts";
import { offlineResponder } from "../offline/responder.ts";
import type { Model } from "../ports/model.ts";
import { chooseModel, type ChooseRequest, type ModelChoice } from "./choose.ts";
import { failureOf } from "./failures.ts";
import { openRemoteModel, type RemoteOptions } from "./remoteModel.ts";

/** `why` says where the choice came from, for the line that a chat begins with. */
export async function openModel(
  request: ChooseRequest,
  options: RemoteOptions = {},
): Promise<{ readonly model: Model; readonly why: string }> {
  const choice = chooseModel(request);
  if (choice === null) return { model: offlineResponder, why: "no language model is configured" };
  const found = await discoverModel(choice);
  return { model: openRemoteModel(found, options), why: found.why };
}

// A local server that nobody named a model for is asked what it has; the first it lists is taken.
const WAIT_MS = 3000;

async function discoverModel(choice: ModelChoice): Promise<ModelChoice> {
  if (choice.name !== null) return choice;
  const name = await firstModel(choice);
  return { ...choice, name, id: `${choice.provider}/${name}`, why: `${choice.why}; ${name} is the first model it lists` };
}

async function firstModel(choice: ModelChoice): Promise<string> {
  let listed: unknown;
  try {
    const answer = await fetch(`${choice.url}/models`, {
      signal: AbortSignal.timeout(WAIT_MS),
      headers: choice.key === undefined ? {} : { authorization: `Bearer ${choice.key}` },
    });
    listed = await answer.json();
  } catch (cause) {
    throw failureOf(cause, choice).error;
  }
  const name = (listed as { data?: readonly { id?: unknown }[] } | null)?.data?.[0]?.id;
  if (typeof name === "string") return name;
  throw new AppError("MODEL_UNKNOWN", `${choice.provider} at ${choice.url} lists no model`, {
    hint: "Load one there, or name one: --model PROVIDER/NAME.",
  });
}
