// The policy that holds now. Files are read and hashed at the start of every request, so that a change is enforced on the
// next one whether or not anybody noticed it; a watcher only makes the next request find its work done (OR-10…15, X33).

import { sha256 } from "../../base/index.ts";
import { combineInTime, compileAnew, compileInTime, settlementAt } from "../../gate/compiling.ts";
import { instructionFilesAt, settlingTexts } from "../../gate/index.ts";
import type { InstructionFile } from "../../knowledge/index.ts";
import { type CompiledFile, itemsOf, type Policy, type Rule } from "../../policy/index.ts";
import { INSTRUCTIONS_LIMIT, readSmallText, watchFolders, type Watching } from "../../store/index.ts";
import type { Mind } from "../open.ts";

/** What changed between two readings of the policy. */
export interface PolicyChange {
  readonly came: readonly string[];
  readonly went: readonly string[];
}

/** A policy that follows its files. */
export interface PolicySource {
  /** An immutable policy: a request that holds one is not disturbed by what comes later. */
  capture(): Policy;
  /** Every reading of the files that apply here, weighed but not settled: as if nobody had decided anything yet. */
  readings(): readonly Rule[];
  /** Compiles as soon as something changes on disk; `notice` gets the rules that came and went. */
  watch(notice?: (change: PolicyChange) => void): Watching;
}

interface Known {
  readonly hash: string;
  readonly compiled: CompiledFile;
  readonly at: number;
}

/** A file that could not be read in time is tried again after this long: the machine may have been busy. */
const AGAIN_SECONDS = 60;

/** The policy of a mind, compiled again when its files change. */
export function openPolicySource(mind: Mind): PolicySource {
  const known = new Map<string, Known>();
  let policy: Policy | null = null;
  let names = "";

  const read = (file: InstructionFile): CompiledFile | null => {
    const text = readSmallText(file.path, INSTRUCTIONS_LIMIT);
    // A file that vanished between finding and reading is gone; the last good policy of the others stays.
    if (text === null) return null;
    const hash = sha256(text);
    const before = known.get(file.path);
    if (before?.hash === hash && !(before.compiled.unread === true && process.uptime() - before.at > AGAIN_SECONDS)) return before.compiled;
    const compiled =
      before === undefined || before.compiled.unread === true
        ? compileAnew({ path: file.path, text }, mind.where.state)
        : compileInTime(file.path, text, { before: before.compiled });
    known.set(file.path, { hash, compiled, at: process.uptime() });
    return compiled;
  };

  const capture = (): Policy => {
    const files = instructionFiles(mind);
    const compiled = files.map(read).filter((each) => each !== null);
    const settling = settlingTexts(mind.where);
    const present = files
      .map(({ path }) => `${path} ${known.get(path)?.hash ?? ""} ${known.get(path)?.compiled.unread === true ? "unread" : ""}`)
      .join("\n")
      .concat(JSON.stringify(settling));
    if (policy !== null && present === names) return policy;
    names = present;
    const next = combineInTime(compiled, { ...settlementAt(mind.where, settling), proposed: mind.config.proposed });
    // Only a change of what the files *say* is a new policy (OR-11), but a line that moved is named where it is now.
    policy = policy !== null && policy.hash === next.hash && samePlaces(policy, next) ? policy : next;
    return policy;
  };

  const readings = (): readonly Rule[] => {
    const compiled = instructionFiles(mind)
      .map(read)
      .filter((each) => each !== null);
    const { evidence, root, models = new Map(), decisions } = settlementAt(mind.where);
    const { rules, proposed } = combineInTime(compiled, { evidence, root, models: itemsOf(models, decisions) });
    return [...rules, ...proposed];
  };

  return {
    capture,
    readings,
    watch: (notice) => {
      const folders = instructionFiles(mind).map(({ path }) => path.slice(0, path.lastIndexOf("/")));
      let before = capture();
      return watchFolders([...folders, mind.where.cwd, mind.where.home], () => {
        const after = capture();
        if (after.hash !== before.hash) notice?.(difference(before, after));
        before = after;
      });
    },
  };
}

export function instructionFiles(mind: Mind): InstructionFile[] {
  return instructionFilesAt(mind.where, mind.environment.layout, mind.environment.disk, {
    override: mind.config.agents.override,
    detect: mind.config.project_knowledge.auto_detect,
  });
}

function samePlaces(before: Policy, after: Policy): boolean {
  const lines = ({ rules, proposed }: Policy) => [...rules, ...proposed].map(({ line }) => line);
  const [old, fresh] = [lines(before), lines(after)];
  return old.length === fresh.length && old.every((line, at) => line === fresh[at]);
}

function difference(before: Policy, after: Policy): PolicyChange {
  const ids = (policy: Policy) => new Set(policy.rules.map(({ id }) => id));
  const [old, fresh] = [ids(before), ids(after)];
  const shown = (policy: Policy, other: ReadonlySet<string>) =>
    policy.rules.filter(({ id }) => !other.has(id)).map(({ file, line, text }) => `${file}:${line} ${text}`);
  return { came: shown(after, old), went: shown(before, fresh) };
}
