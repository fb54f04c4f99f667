// Other people's machines and stores: clouds, clusters, infrastructure, databases' servers, buckets, code forges.

import { addHazard, type Command, touch, type Tool } from "../record.ts";
import { isDynamic, unknownOutput } from "../shell/values.ts";
import { isTelling } from "./network.ts";
import { CLOUD_RULES } from "./cloudRules.ts";
import { MACHINE_RULES } from "./machineRules.ts";
import type { Rule, RuleTable } from "./rules.ts";
import { STORE_RULES } from "./storeRules.ts";
import { looksLikePath } from "../tools/unknown.ts";

/** Its words in one line; texts of several words (messages, queries) are left out. */
const line = (command: Command) => command.args.map((each) => (/\s/.test(each.text) ? "…" : each.text)).join(" ");
const DRY = /(?:^|\s)--(?:dry-?run(?:=(?:client|server|true))?|dryrun|what-if|noop|help|simulate)(?:\s|$)|^help(?:\s|$)|(?:^|\s)-help(?:\s|$)|\shelp$/;

const RULES: RuleTable = { ...CLOUD_RULES, ...STORE_RULES, ...MACHINE_RULES };

function judge(command: Command, rules: readonly Rule[]): ReturnType<Tool> {
  const { run, index, args, name } = command;
  const text = line(command);
  if (!DRY.test(text)) {
    for (const each of rules) {
      if (!each.pattern.test(text) || (/^api\s+graphql\b/.test(text) && !/\bmutation\b|--input/.test(text))) continue;
      addHazard(run, each.kind, each.why, index);
      break;
    }
  }
  if (name === "gh" || name === "glab") {
    for (const word of args) if (isTelling(word.from)) addHazard(run, "exfiltration", "it publishes data of this machine", index);
    for (const [at, word] of args.entries()) if (/^(?:-F|--body-file|--notes-file)$/.test(word.text) && args[at + 1] !== undefined) touch(command, "read", args[at + 1] as NonNullable<(typeof args)[number]>);
  }
  for (const word of args) if (!word.text.startsWith("-") && looksLikePath(command, word)) touch(command, "read", word, { suspect: true });
  if (args.some((each) => isDynamic(each.text) && each.text.startsWith("\uE000") && args.indexOf(each) === 0)) run.opaque.push({ why: `the ${name} command is only known when it runs`, program: index });
  return unknownOutput(`cmd:${name}`);
}

export const CLOUD: Readonly<Record<string, Tool>> = Object.fromEntries(Object.entries(RULES).map(([name, rules]): [string, Tool] => [name, (command) => judge(command, rules)]));
for (const [name, same] of [["fly", "flyctl"], ["tofu", "terraform"], ["terragrunt", "terraform"], ["k", "kubectl"]] as const) {
  const tool = CLOUD[same];
  if (tool !== undefined) (CLOUD as Record<string, Tool>)[name] = tool;
}
