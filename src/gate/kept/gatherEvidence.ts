// Evidence from the repository and from past sessions, gathered off the call path: when a session begins, for a report, for a
// review. What is gathered is kept by the content of its sources, so that looking again costs a few reads.

import { sha256, objectIn, isBelow, keptIn } from "../../base/index.ts";
import type { Whereabouts } from "../../knowledge/index.ts";
import {
  commandsInManifest,
  commandsInMarkdown,
  commandsInWorkflow,
  type Evidence,
  joinEvidence,
  managerShown,
  readingKey,
  type Rule,
  targetsIn,
  asCommand,
  type ShownCommand,
} from "../../policy/index.ts";
import { diskFacts, gitFacts, readNote, readSmallText, writeNote, lastLines, stateLogPlace } from "../../store/index.ts";
import { readEvidenceNote } from "./settlement.ts";
import { evidenceName, rootOf } from "./settlingTexts.ts";
import type { VerdictLine } from "../../schema/index.ts";

const LARGEST = 256 * 1024;
const MOST_WORKFLOWS = 20;
const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  ".github/CONTRIBUTING.md",
  "docs/CONTRIBUTING.md",
  "DEVELOPMENT.md",
  "docs/development.md",
];
const MAKEFILES = ["Makefile", "makefile", "GNUmakefile"];
const JUSTFILES = ["justfile", "Justfile", ".justfile"];
const LOCKS: readonly (readonly [file: string, manager: string])[] = [
  ["package-lock.json", "npm"],
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
];

export function gatherEvidence(where: Whereabouts): Evidence {
  const root = rootOf(where);
  const sources = sourcesIn(root);
  const git = gitFacts(root);
  const past = pastCommands(where);
  const stamp = sha256(JSON.stringify([3, past, sources.map(({ path, text }) => [path, sha256(text)]), git.stamp, lockedBy(root)]));
  const kept = readEvidenceNote(where);
  if (kept?.stamp === stamp) return kept.evidence;
  const manager = lockedBy(root) ?? managerShownIn(sources);
  const evidence = joinEvidence([
    { enforced: enforcedBefore(where) },
    ...sources.map(({ path, text, kind }) => evidenceIn(kind, text, path, manager)),
    { commands: past, subjects: git.subjects, branches: git.branches, files: git.files },
  ]);
  try {
    writeNote(where.state, `${evidenceName(where)}.json`, JSON.stringify({ v: 1, stamp, evidence }));
    // By what it says, so that two clones that show the same have the same policy.
    writeNote(where.state, `${evidenceName(where)}.id`, sha256(JSON.stringify(evidence)));
  } catch {
    // No room or no right to write: it is gathered again, and calls are judged without it until then.
  }
  return evidence;
}

/** What is enforced now, for the day on which the repository shows something else. Called where a session or a report begins. */
export function noteEnforced(where: Whereabouts, rules: readonly Rule[]): void {
  const keys = JSON.stringify(
    rules
      .filter(({ tier, source }) => tier === "certain" && source === "grammar")
      .map(readingKey)
      .sort(),
  );
  try {
    if (readNote(where.state, enforcedName(where)) !== keys) writeNote(where.state, enforcedName(where), keys);
  } catch {
    // No room or no right to write: the repository's own words are weighed as if it was seen for the first time.
  }
}

function enforcedBefore(where: Whereabouts): readonly string[] {
  try {
    return JSON.parse(readNote(where.state, enforcedName(where)) ?? "[]") as string[];
  } catch {
    // Damaged: as if the repository was seen for the first time.
    return [];
  }
}

const enforcedName = (where: Whereabouts): string => `${evidenceName(where)}.enforced`;

type Kind = "markdown" | "manifest" | "make" | "just" | "workflow";

interface Source {
  readonly path: string;
  readonly text: string;
  readonly kind: Kind;
}

function sourcesIn(root: string): Source[] {
  const workflows = diskFacts
    .list(`${root}/.github/workflows`)
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .slice(0, MOST_WORKFLOWS)
    .map((name) => `.github/workflows/${name}`);
  const named: readonly (readonly [Kind, readonly string[]])[] = [
    ["markdown", DOCUMENTS],
    ["manifest", ["package.json"]],
    ["make", MAKEFILES],
    ["just", JUSTFILES],
    ["workflow", [...workflows, ".gitlab-ci.yml"]],
  ];
  return named.flatMap(([kind, paths]) =>
    paths.flatMap((path): Source[] => {
      const text = readSmallText(`${root}/${path}`, LARGEST);
      return text === null ? [] : [{ path, text, kind }];
    }),
  );
}

function evidenceIn(kind: Kind, text: string, path: string, manager: string | null): Partial<Evidence> {
  switch (kind) {
    case "markdown":
      return { commands: commandsInMarkdown(text, path) };
    case "manifest":
      return commandsInManifest(text, manager);
    case "make":
    case "just":
      return targetsIn(text, kind);
    case "workflow":
      return { commands: commandsInWorkflow(text, path) };
  }
}

function lockedBy(root: string): string | null {
  return LOCKS.find(([file]) => diskFacts.lstat(`${root}/${file}`) !== null)?.[1] ?? null;
}

function managerShownIn(sources: readonly Source[]): string | null {
  const manifest = sources.find(({ kind }) => kind === "manifest")?.text ?? "";
  const others = sources.filter(({ kind }) => kind === "markdown" || kind === "workflow");
  return managerShown(manifest, joinEvidence(others.map(({ kind, text, path }) => evidenceIn(kind, text, path, null))).commands);
}

// Commands that the person's own sessions ran in this project and that the gate let pass. A command of at least two sessions
// is usual work: a rule that would stop it was read wrongly, or is worth a question before it holds.
/** About two thousand calls. */
const LOOKED_AT = 1024 * 1024;
const MOST_COMMANDS = 60;
const SESSIONS = 2;

function pastCommands(where: Whereabouts): ShownCommand[] {
  const root = rootOf(where);
  const sessions = new Map<string, Set<string>>();
  const usual: string[] = [];
  for (const line of lastLines(`${where.state}/${stateLogPlace("verdicts").path}`, LOOKED_AT).reverse()) {
    const ran = usual.length < MOST_COMMANDS && line.includes('"verdict":"allow"') ? ranIn(line, root) : null;
    if (ran === null) continue;
    const found = keptIn(sessions, ran.command, () => new Set());
    if (found.size < SESSIONS && found.add(ran.session).size === SESSIONS) usual.push(ran.command);
  }
  return usual.sort().map((command) => ({ command, where: "the log of your sessions", own: true }));
}

/** While the gate is unlocked everything passes, and what came with a backup ran elsewhere: neither says anything. */
function ranIn(line: string, root: string): { readonly command: string; readonly session: string } | null {
  const read = objectIn(line) as VerdictLine | null;
  if (read === null) return null; // a line that a crash tore says nothing
  const { verdict, by, restored, cwd = "", session } = read;
  if (verdict !== "allow" || by === "unlock" || restored === true || session === "" || !isBelow(cwd, root)) return null;
  const { tool, command } = read.call as { readonly tool?: unknown; readonly command?: unknown };
  const shown = tool === "shell" && typeof command === "string" ? asCommand(command) : null;
  return shown === null ? null : { command: shown, session };
}
