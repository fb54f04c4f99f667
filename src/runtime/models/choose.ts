// Which model: the flag, else config.yaml, else what is in the environment, else none (then the offline responder
// answers). Nothing is guessed: an unknown provider or a missing key is an error that names the variable.

import { AppError } from "../../base/index.ts";
import type { Config, ModelWire } from "../../schema/index.ts";
import { addressOf, type Provider, PROVIDERS } from "./providers.ts";

export interface ModelChoice {
  /** `anthropic/claude-sonnet-5-5`. */
  readonly id: string;
  readonly provider: string;
  /** null: the server is asked what it has. */
  readonly name: string | null;
  readonly wire: ModelWire;
  readonly url: string;
  readonly key: string | undefined;
  /** Why this one, for people. */
  readonly why: string;
}

export interface ChooseRequest {
  readonly flag?: string | undefined;
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** null: no model is configured. `offline` by flag or config says that none is wanted. */
export function chooseModel({ flag, config, env }: ChooseRequest): ModelChoice | null {
  const asked = flag ?? config.model;
  if (asked === "offline") return null;
  if (asked !== undefined) return named(asked, flag === undefined ? "config.yaml says so" : "--model says so", { config, env });
  for (const [name, provider] of Object.entries(providersOf(config))) {
    const sign = [...provider.keys, ...(provider.isLocal === true ? provider.urls : [])].find((each) => given(env, each) !== undefined);
    if (sign !== undefined) return complete(name, provider, { name: provider.model, why: `${sign} is set`, config, env });
  }
  return null;
}

function named(asked: string, why: string, environment: Pick<ChooseRequest, "config" | "env">): ModelChoice {
  const cut = asked.indexOf("/");
  const name = cut === -1 ? asked : asked.slice(0, cut);
  const model = cut === -1 ? null : asked.slice(cut + 1);
  const all = providersOf(environment.config);
  const provider = all[name];
  if (provider === undefined) {
    throw new AppError("MODEL_UNKNOWN", `there is no provider ${JSON.stringify(name)}`, {
      hint: `A model is PROVIDER/NAME, with one of ${Object.keys(all).join(", ")}; or offline.`,
    });
  }
  return complete(name, provider, { name: model === null || model === "" ? provider.model : model, why, ...environment });
}

function complete(
  providerName: string,
  provider: Provider,
  { name, why, config, env }: { name: string | null; why: string } & Pick<ChooseRequest, "config" | "env">,
): ModelChoice {
  const own = config.models?.[providerName];
  const keys = own?.key_env === undefined ? provider.keys : [own.key_env];
  const key = keys.map((each) => given(env, each)).find((each) => each !== undefined);
  const address = own?.url ?? provider.urls.map((each) => given(env, each)).find((each) => each !== undefined) ?? provider.url;
  if (address === "")
    throw new AppError("MODEL_UNKNOWN", `the provider ${providerName} has no address`, {
      hint: `Set ${provider.urls[0] ?? "its url in config.yaml"}, for example to http://127.0.0.1:8080/v1.`,
    });
  const url = addressOf(providerName, address);
  if (key === undefined && provider.isLocal !== true)
    throw new AppError("MODEL_NO_KEY", `${providerName} needs a key and there is none`, {
      hint: `Set ${keys.join(" or ")}, choose another model with --model, or use --model offline.`,
    });
  return { id: `${providerName}/${name ?? "?"}`, provider: providerName, name, wire: provider.wire, url, key, why };
}

/** Ours, and those that config.yaml adds under `models:`. */
function providersOf(config: Config): Readonly<Record<string, Provider>> {
  const added = Object.entries(config.models ?? {})
    .filter(([name]) => PROVIDERS[name] === undefined)
    .map(([name, { url, wire }]): [string, Provider] => [
      name,
      { wire: wire ?? "chat", keys: [], urls: [], url: url ?? "", model: null, isLocal: true },
    ]);
  return { ...PROVIDERS, ...Object.fromEntries(added) };
}

/** Empty variables count as unset. */
function given(env: ChooseRequest["env"], name: string): string | undefined {
  const value = env[name];
  return value === undefined || value.trim() === "" ? undefined : value.trim();
}
