// Other people's machines and stores: clouds, clusters, infrastructure, databases' servers, buckets, code forges.

import { byName, either, whole } from "../../base/index.ts";
import { addHazard, addHidden, type Command, touch, type Tool } from "../run/record.ts";
import { isDynamic, unknownOutput, textAt } from "../run/values.ts";
import { isTelling } from "../run/addresses.ts";
import { changesInCloud } from "./cloudVerbs.ts";
import { CLOUD_RULES } from "./cloudRules.ts";
import { MACHINE_RULES } from "./machineRules.ts";
import { CHANGES, DELETES, type Rule, type RuleTable } from "./rules.ts";
import { STORE_RULES } from "./storeRules.ts";
import { namesKeys } from "../run/commandTexts.ts";
import { noteStatements } from "../outside/statements.ts";
import { endsSomething } from "../carriers/toldTo.ts";
import { looksLikePath } from "../run/namedFiles.ts";

/** Its words in one line; texts of several words (messages, queries) are left out. */
const line = (command: Command) => command.args.map((each) => (/\s/.test(each.text) ? "…" : each.text)).join(" ");
const DRY = whole`--(?:dry-?run(?:=(?:client|server|true))?|dryrun|what-if|noop|help|simulate), -help`;
const PLAIN_OPTIONS = either`recursive, force, all, yes, y, quiet, verbose, auto-approve, json, debug, wait, prune, delete, rf`;
/** Options that take no value: a word behind any other may be its value. */
const FLAG = new RegExp(`^--?(?:${PLAIN_OPTIONS})$|^--no-|=`);

/** It only says what it would do, or how it is used. `--profile --help` names a profile. */
export function onlyTells(args: Command["args"]): boolean {
  const words = args.map(({ text }) => text);
  if (words[0] === "help" || words[0] === "version" || (words.length > 1 && words.at(-1) === "help")) return true;
  return words.some((word, at) => DRY.test(word) && (at === 0 || !words[at - 1]?.startsWith("-") || FLAG.test(words[at - 1] ?? "")));
}

/** A program that two tables know has the rules of both. */
const RULES = joined(CLOUD_RULES, STORE_RULES, MACHINE_RULES);

function joined(...tables: readonly RuleTable[]): Readonly<Record<string, readonly Rule[]>> {
  const rows: Record<string, readonly Rule[]> = byName({});
  for (const [name, rules] of tables.flatMap((table) => Object.entries(table))) rows[name] = [...(rows[name] ?? []), ...rules];
  return rows;
}

/** Notes the first rule that the words fit; false where none does. */
export function noteRules(command: Command, rules: readonly Rule[]): boolean {
  const text = line(command);
  if (onlyTells(command.args) || (/^api\s+graphql\b/.test(text) && !/\bmutation\b|--input/.test(text))) return true;
  const found = rules.find(({ pattern }) => pattern.test(text));
  if (found?.kind === "remote" && found.why === CHANGES && onThisMachine(command)) return true;
  if (found !== undefined) addHazard(command.run, found.kind, found.why, command.index);
  return found !== undefined;
}

const CLUSTERS: ReadonlySet<string> = new Set(["kubectl", "k", "helm", "oc", "kustomize"]);
const LOCAL: ReadonlySet<string> = new Set(["minikube", "docker-desktop", "rancher-desktop", "orbstack", "colima", "microk8s"]);

/** A cluster for trying out, by its name or by settings that somebody made in a temporary folder. */
function onThisMachine({ run, name, args }: Command): boolean {
  if (!CLUSTERS.has(name)) return false;
  return args.some(({ text }, at) => {
    const [option = "", own] = text.split("=", 2);
    const value = own ?? textAt(args, at + 1);
    if (option === "--context" || option === "--kube-context") return LOCAL.has(value) || /^(?:kind|k3d)-/.test(value);
    return option === "--kubeconfig" && run.world.temporary.some((folder) => value.startsWith(`${folder}/`));
  });
}

const BUCKET = /^(?:s3|gs|r2|oss|b2):\/\//;

/** `aws s3 cp s3://b/x y`: brings a file of a bucket, and is judged as any other write. */
function noteDownload(command: Command): boolean {
  const words = command.args.filter(({ text }) => !text.startsWith("-"));
  const at = words.findIndex(({ text }) => text === "cp" || text === "sync");
  const [source, target, ...more] = words.slice(at + 1);
  if (at < 0 || at > 1 || source === undefined || target === undefined || more.length > 0) return false;
  if (command.args.some(({ text }) => text === "--delete")) return false;
  if (!BUCKET.test(source.text) || BUCKET.test(target.text) || target.text === "-") return false;
  touch(command, "write", target, {
    recursive: words[at]?.text === "sync" || command.args.some(({ text }) => /^(?:--recursive|-r|-R)$/.test(text)),
    makes: true,
  });
  return true;
}

function judge(command: Command, rules: readonly Rule[]): ReturnType<Tool> {
  const { run, index, args, name } = command;
  noteStatements(command);
  if (!noteDownload(command) && !noteRules(command, rules)) {
    if (endsSomething(command)) addHazard(run, "destructive", DELETES, index);
    else if (changesInCloud(command)) addHazard(run, "remote", CHANGES, index);
  }
  if (name === "gh" || name === "glab") notePublished(command);
  for (const word of args) if (!word.text.startsWith("-") && looksLikePath(command, word)) touch(command, "read", word, { suspect: true });
  const first = textAt(args, 0);
  if (isDynamic(first) && first.startsWith("\uE000")) addHidden(run, `the ${name} command is only known when it runs`, index);
  return unknownOutput(`cmd:${name}`);
}

/** Issues, comments and notes of a release. */
function notePublished(command: Command): void {
  const { run, index, args, name } = command;
  for (const word of args)
    if (isTelling(word.from.filter((each) => each !== `cmd:${name}`)))
      addHazard(run, "exfiltration", "it publishes data of this machine", index);
  for (const [at, word] of args.entries()) {
    const file = /^(?:-F|--body-file|--notes-file)$/.test(word.text) ? args[at + 1] : undefined;
    if (file !== undefined) touch(command, "read", file);
    if (namesKeys(file?.text ?? word.text)) addHazard(run, "exfiltration", `it publishes \`${file?.text ?? word.text}\``, index);
  }
}

const SAME = { fly: "flyctl", tofu: "terraform", terragrunt: "terraform", k: "kubectl" } as const;

export const CLOUD: Readonly<Record<string, Tool>> = byName(
  Object.fromEntries(
    [...Object.entries(RULES), ...Object.entries(SAME).map(([name, same]) => [name, RULES[same] ?? []] as const)].map(
      ([name, rules]): [string, Tool] => [name, (command) => judge(command, rules)],
    ),
  ),
);
