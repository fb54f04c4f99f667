// A reading as an item of a policy block: what its author can paste and correct, where the words of the line say it less well.

import type { Matcher, Rule } from "../match/rule.ts";

/** YAML, with its fence. What a block cannot say in the same way is left as a comment. */
export function asBlock(rule: Rule): string {
  if (rule.item !== undefined) return itself(rule.item.block, rule);
  const lines = [
    ...matcherLines(rule.matcher),
    ...orderLines(rule),
    ...(rule.exception === undefined ? [] : [`unless: ${list(commandsIn(rule.exception))}`]),
    ...(rule.session === undefined ? [] : [`session: ${rule.session}`]),
  ];
  const main = commandsIn(rule.matcher);
  const to = rule.effect === "rewrite" && rule.alternative !== undefined ? [`to: ${rule.alternative}`] : [];
  return [
    "```policy",
    `- ${rule.effect === "check" ? "deny" : rule.effect}: ${main.length === 0 ? "[]" : list(main)}`,
    ...[...lines, ...to].map((line) => `  ${line}`),
    `  # ${rule.text.replace(/\s+/g, " ").slice(0, 120)}`,
    "```",
    "",
  ].join("\n");
}

/** A model's item is one already; JSON is YAML. */
function itself(block: Readonly<Record<string, unknown>>, { effect, text }: Rule): string {
  const { [effect]: named, ...rest } = block;
  const keys = [...(named === undefined ? [] : [[effect, named] as const]), ...Object.entries(rest)];
  const lines = keys.map(([key, value], at) => `${at === 0 ? "-" : " "} ${key}: ${JSON.stringify(value)}`);
  return ["```policy", ...lines, `  # ${text.replace(/\s+/g, " ").slice(0, 120)}`, "```", ""].join("\n");
}

function commandsIn(matcher: Matcher): string[] {
  switch (matcher.kind) {
    case "any":
      return matcher.of.flatMap(commandsIn);
    case "command":
      return [[matcher.pattern.program, ...matcher.pattern.words, ...matcher.pattern.flags.map(([first = ""]) => first)].join(" ")];
    case "git":
      return matcher.paths !== undefined || matcher.branches !== undefined
        ? []
        : matcher.actions.map((action) =>
            ["git", action, ...(matcher.force === true ? ["--force"] : []), ...(matcher.flags ?? []).map(([first = ""]) => first)].join(
              " ",
            ),
          );
    default:
      return [];
  }
}

function matcherLines(matcher: Matcher): string[] {
  switch (matcher.kind) {
    case "any":
      return matcher.of.flatMap(matcherLines);
    case "command":
      return [];
    case "git":
      return [
        ...(matcher.branches === undefined ? [] : [`branch: ${list(matcher.branches)}`]),
        ...(matcher.paths === undefined ? [] : [`commits: ${list(matcher.paths)}`]),
      ];
    case "path":
      return [
        matcher.outside === true ? `outside: ${list(matcher.globs)}` : `path: ${list(matcher.globs)}`,
        `access: ${list(matcher.access)}`,
      ];
    case "message":
      return [`message_${matcher.when}: ${quote(matcher.pattern)}`];
    case "package":
      return matcher.packages === undefined ? ["# which packages? package: NAME"] : [`package: ${list(matcher.packages)}`];
    case "tool":
      return [`tool: ${list(matcher.names)}`];
    case "network":
      return [`host: ${list(matcher.hosts)}`];
    case "text":
      return [`content: ${list(matcher.tokens)}`];
    case "downloaded":
      return ["shell: download"];
    default:
      return ["# a block has no key for this; docs/policy.md lists them"];
  }
}

function orderLines({ order }: Rule): string[] {
  if (order === undefined) return [];
  const named = (kind: "ran" | "read" | "changed") => order.needs.flatMap((need) => (need.kind === kind ? [need.shown] : []));
  const keys: readonly (readonly [string, readonly string[]])[] = [
    ["run", named("ran")],
    ["read", named("read")],
    ["also_change", named("changed")],
  ];
  return [
    ...keys.filter(([, values]) => values.length > 0).map(([key, values]) => `${key}: ${list(values)}`),
    ...(order.of === "any" ? ["needs: any"] : []),
  ];
}

function list(values: readonly string[]): string {
  return values.length === 1 ? quote(values[0] ?? "") : `[${values.map(quote).join(", ")}]`;
}

function quote(text: string): string {
  return /^[A-Za-z][\w./ -]*$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}
