import type { GuardMode } from "../../gate/index.ts";

/** The original plugin's own variable (MB-46); where it says nothing, config.yaml's guard_mode does. */
export function guardMode(env: Readonly<Record<string, string | undefined>>): GuardMode | undefined {
  const given = env["MEMORY_BANK_GUARD_MODE"];
  return given === "off" || given === "warn" || given === "block" ? given : undefined;
}
