// A local server that nobody named a model for is asked what it has; the first it lists is taken.

import { AppError } from "../../base/index.ts";
import type { ModelChoice } from "./choose.ts";
import { failureOf } from "./failures.ts";

const WAIT_MS = 3000;

export async function discoverModel(choice: ModelChoice): Promise<ModelChoice> {
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
