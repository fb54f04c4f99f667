// What a program is told to do where no rule of its own says so: verbs that mean the same in every program, in its name,
// among its first words, and in its long options.

import { byName, either, wordSet } from "../../base/index.ts";
import type { Hazard } from "../call/effects.ts";
import { wordsOf } from "../hostTools/toolNames.ts";
import { addHazard, type Command } from "../run/record.ts";
import { textAt } from "../run/values.ts";

/** They end something. */
const ENDS = wordSet(
  "delete deleteall destroy purge wipe uninstall terminate drop nuke obliterate deprovision teardown erase unmerge unregister",
  "remove undeploy revoke truncate decommission deactivate unpublish unsubscribe untag expunge evict dealloc deallocate scrub",
  "zap annihilate shred cleanse",
);
/** They turn something back, empty it or switch it off: ordinary for caches and logs. */
const EMPTIES = wordSet(
  "rm del reset rollback flush clear prune restore revert downgrade archive disable kill failover hangup swapoff cancel",
  "reinstall leave rotate promote demote reinit switchover empty",
);
/** Of a program that has subcommands for certain. */
const ALSO_ENDS = wordSet("rm del disable suspend drain leave");
/** They reach other people or machines. */
const SENDS = wordSet("send upload publish deploy share submit broadcast push distribute dcommit");

const REFILLED = wordSet("cache caches log logs tmp temp temporary history screen terminal view views route routes style styles");
/** The words behind them are names that people chose. */
const NAMES_FOLLOW = wordSet(
  "run test tests build help list ls show get describe search explain docs doc info status new generate g create init add",
  "install dev serve start",
  "echo printf lint format check watch diff log logs view completion exec bench example scaffold why tree graph config plugin use",
);
/** They need no thing to end. */
const ALONE = wordSet("reset rollback flush swapoff");
/** What such a verb means in one program, where it harms nobody. */
const HARMLESS: Readonly<Record<string, ReadonlySet<string>>> = byName({
  nx: wordSet("reset"),
  turbo: wordSet("prune"),
  nuget: wordSet("restore"),
  paket: wordSet("restore"),
  libman: wordSet("restore"),
  adb: wordSet("kill push"),
  dvc: wordSet("push"),
  act: wordSet("push"),
  watchman: wordSet("del"),
  tput: wordSet("reset clear"),
  luarocks: wordSet("remove"),
  rush: wordSet("purge"),
  lcov: wordSet("remove"),
  coverage: wordSet("erase"),
  helm: wordSet("repo"),
  cordova: wordSet("remove rm"),
  simctl: wordSet("erase uninstall shutdown terminate"),
});

/** Verbs are among the first words; what follows are names that people chose. */
const MOST_VERBS = 3;
const MOST_WORDS = 5;
const ASKS = /^(?:--help|--dry-?run|--version|help|--list|--what-if|--check)$/;
/** A word that can be a verb; paths, versions and sentences are none. */
const PLAIN = /^[A-Za-z][\w:-]{1,40}$/;
/** In a program's own name: `k3s-uninstall.sh`, `xbps-remove`, `pg_dropcluster`; `memcflush`, `qmrestore`. */
const ENDING_NAMES = wordSet("uninstall remove delete destroy purge wipe erase drop");
const ENDING_NAME = /(?:flush|restore|delete|destroy)$/;
const SENDING_NAMES = wordSet("upload publish send");
/** In a long option: `tool gc --delete-generations`, `tool --put-file x`. */
const ENDING_OPTIONS = wordSet(
  "delete destroy purge wipe erase drop uninstall nuke unmerge unregister overwrite reset alter rmr repair down undo rollback revert",
);
/** As whole options: `--replace-text` names a text. */
const ENDS_ALONE = wordSet("remove replace factory-reset");
const SENDING_OPTIONS = wordSet("upload put send post");
/** As a whole option: `tool --push +release`; and not `--publish 80:80`. */
const SENDS_ALONE = wordSet("push publish deploy");
/** Options whose value is what to do: `--type=delete`. */
const ACT_OPTION = /^--(?:type|action|operation|op|mode|command|task|method)(?:=(.+))?$/;
/** Of a program that steers services by its name: `initctl stop x`. */
const STOPS = wordSet("stop kill shutdown down poweroff halt restart");
const SENT = wordSet("file files dir data");

interface Told {
  readonly kind: Hazard["kind"];
  readonly verb: string;
}

/** Notes that a program without rules of its own is told to end or to send something. */
export function noteToldTo(command: Command): undefined {
  const { run, name, index } = command;
  const asks = command.args.some(({ text }) => ASKS.test(text)) || command.args.at(-1)?.text === "-h";
  const told = asks ? null : (toldByName(command) ?? toldByWords(command) ?? toldByOption(command));
  if (told !== null) addHazard(run, told.kind, `\`${name}\`, which Codicil does not know, ${told.verb}`, index);
}

/** Of a program whose own rules fit nothing: only verbs that end something. */
export function endsSomething(command: Command): boolean {
  return toldOneOf(command, [ENDS, ALSO_ENDS]);
}

/** Of one where `rm` and `disable` are ordinary. */
export function endsForCertain(command: Command): boolean {
  return toldOneOf(command, [ENDS]);
}

function toldOneOf({ name, args }: Command, tables: readonly ReadonlySet<string>[]): boolean {
  const first = textAt(args, 0);
  if (NAMES_FOLLOW.has(first) || HARMLESS[name]?.has(first) === true) return false;
  return verbsOf(args).some((parts) => tables.some((table) => isVerb(parts, table)));
}

function toldByName({ name }: Command): Told | null {
  const parts = wordsOf(name);
  if (ENDING_NAME.test(name) || parts.some((part) => ENDING_NAMES.has(part)))
    return { kind: "destructive", verb: "says that it ends something" };
  if (parts.length > 1 && parts.includes("reset")) return { kind: "destructive", verb: "says that it resets something" };
  return parts.some((part) => SENDING_NAMES.has(part)) ? { kind: "exfiltration", verb: "says that it sends something" } : null;
}

const CHOOSING_OPTIONS = either`filter, grep, match, pattern, testNamePattern, test-name-pattern, name, group, testsuite, k, only`;
/** What is behind them is looked for: `phpunit --filter testDelete`. */
const CHOOSES = new RegExp(`^--?(?:${CHOOSING_OPTIONS})$`);

function verbsOf(args: Command["args"]): readonly (readonly string[])[] {
  const words = args
    .filter(({ text, quoted }, at) => !quoted && !text.startsWith("-") && !CHOOSES.test(textAt(args, at - 1)))
    .slice(0, MOST_WORDS);
  return words
    .filter(({ text }) => PLAIN.test(text))
    .slice(0, MOST_VERBS)
    .map(({ text }) => wordsOf(text));
}

/** `reset-admin-password`, `app:destroy`: the verb is first or last. */
function isVerb(parts: readonly string[], table: ReadonlySet<string>): boolean {
  return table.has(parts[0] ?? "") || (parts.length > 1 && table.has(parts.at(-1) ?? ""));
}

function toldByWords({ name, args }: Command): Told | null {
  const words = verbsOf(args);
  const [verb = ""] = words[0] ?? [];
  if (name.endsWith("ctl") && STOPS.has(verb)) return { kind: "destructive", verb: `is told to ${verb} something` };
  const harmless = HARMLESS[name];
  const first = words[0] ?? [];
  if (first.length === 1 && NAMES_FOLLOW.has(first[0] ?? "")) return null;
  const isRefilled = words.some((parts) => parts.some((part) => REFILLED.has(part)));
  const empties = (parts: readonly string[]) =>
    isVerb(parts, EMPTIES) && !isRefilled && (args.length > 1 || parts.length > 1 || ALONE.has(parts[0] ?? ""));
  for (const parts of words) {
    const told = parts.join(" ");
    if (harmless !== undefined && parts.some((part) => harmless.has(part))) return null;
    if (isVerb(parts, ENDS) || empties(parts)) return { kind: "destructive", verb: `is told to ${told} something` };
    if (isVerb(parts, SENDS)) return { kind: "exfiltration", verb: `is told to ${told} something` };
  }
  return null;
}

function toldByOption({ name, args }: Command): Told | null {
  for (const [at, { text, quoted }] of args.entries()) {
    // Some programs spell long options with one dash: `-uninstall`.
    if (quoted || !/^--?[a-z]{2}/.test(text) || /cache|=(?:false|no|off|0)$/.test(text)) continue;
    const option = text.replace(/^--?/, "").split("=", 1)[0] ?? "";
    if (HARMLESS[name]?.has(option) === true) continue;
    const next = textAt(args, at + 1);
    const act = ACT_OPTION.exec(text);
    const value = act === null ? "" : (act[1] ?? next);
    if (ENDS.has(value)) return { kind: "destructive", verb: `is told to ${value} something` };
    const kind = option.length < 3 ? null : kindOfOption(option, text.includes("=") ? text.slice(text.indexOf("=") + 1) : next);
    if (kind !== null) return { kind, verb: `is told to ${option} something` };
  }
  return null;
}

function kindOfOption(option: string, value: string): Told["kind"] | null {
  const [first = "", second = ""] = wordsOf(option);
  if (ENDING_OPTIONS.has(first) || ENDS_ALONE.has(option)) return "destructive";
  const sends = SENDS_ALONE.has(option) ? !/^(?:\d|false|never|no(?:ne)?$|off$)/.test(value) : first === "upload" && second !== "";
  return sends || (SENDING_OPTIONS.has(first) && SENT.has(second)) ? "exfiltration" : null;
}
