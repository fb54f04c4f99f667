// After a command ran: did it change what it must not? A plain `git pull` rewrites AGENTS.md, and no gate sees it coming
// (safety.md, step 10). What changed is reported, and can be put back.

import { AppError, sha256, wordSet } from "../base/index.ts";
import { writeWhole } from "../deltas/index.ts";
import { documentAt } from "../knowledge/index.ts";
import { readSmallText, walkFiles } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";
import { type ByPerson, needPerson } from "../mind/person.ts";
import { instructionFiles } from "../mind/session/policySource.ts";

/** The texts of protected documents at one moment, by absolute path. */
export type ProtectedTexts = ReadonlyMap<string, string>;

/** A protected file that changed. */
export interface ProtectedChange {
  readonly path: string;
  readonly change: "changed" | "removed" | "created";
  readonly before: string | null;
  readonly after: string | null;
}

const NAMES = ["AGENTS.md", "CLAUDE.md", "GEMINI.md", "MEMORY.md", "USER.md", "SOUL.md"];
/** Files of the project that give an agent program or the shell commands to run: a pull may bring them too. */
const SETTINGS = [
  ...wordSet(
    ".claude/settings.json .claude/settings.local.json .mcp.json .codex/config.toml .codex/hooks.json .gemini/settings.json",
    ".qwen/settings.json .opencode/opencode.json opencode.json opencode.jsonc .cursor/hooks.json .cursor/mcp.json",
    ".pi/settings.json .copilot/config.json .vscode/tasks.json .vscode/mcp.json .envrc .husky/pre-commit .husky/pre-push",
    ".husky/post-merge .husky/post-checkout .cursorrules .windsurfrules .clinerules .github/copilot-instructions.md",
  ),
];
/** More than this is no memory bank that a person reads. */
const MOST = 500;

/** The protected files as they are now, to compare with later. */
export function readProtected(mind: Mind): ProtectedTexts {
  const texts = new Map<string, string>();
  for (const path of protectedPaths(mind)) {
    const text = readSmallText(path, 1024 * 1024);
    if (text !== null) texts.set(path, text);
  }
  return texts;
}

/** The protected files that are not as they were read. */
export function changedProtected(mind: Mind, before: ProtectedTexts): ProtectedChange[] {
  const after = readProtected(mind);
  const hash = (text: string | undefined) => (text === undefined ? null : sha256(text));
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path): ProtectedChange[] => {
    const [old, fresh] = [before.get(path), after.get(path)];
    if (old === fresh) return [];
    const change = old === undefined ? "created" : fresh === undefined ? "removed" : "changed";
    return [{ path, change, before: hash(old), after: hash(fresh) }];
  });
}

/** Puts one back as it was, through the writer, so that the ledger knows both. */
export async function restoreProtected(mind: Mind, before: ProtectedTexts, path: string, by: ByPerson): Promise<void> {
  needPerson(by?.person, "restoring a protected file");
  const text = before.get(path);
  if (text === undefined)
    throw new AppError("NOT_FOUND", "there was nothing before", {
      file: path,
      hint: "Remove the file yourself if it should not be there.",
    });
  const { home, project } = mind.where;
  const root = path.startsWith(`${home}/`) ? "home" : "project";
  const base = root === "home" ? home : (project ?? "");
  if (!path.startsWith(`${base}/`))
    throw new AppError("BAD_PATH", "the file belongs neither to the mind nor to the project", { file: path });
  await writeWhole(mind.deps, documentAt(mind.environment, root, path.slice(base.length + 1)), text, {
    reason: "restored after a command changed it",
  });
}

function protectedPaths(mind: Mind): string[] {
  const { home, project } = mind.where;
  const named = [home, ...(project === null ? [] : [project])].flatMap((folder) => NAMES.map((name) => `${folder}/${name}`));
  const bank =
    project === null
      ? []
      : walkFiles(`${project}/memory-bank`)
          .filter((path) => path.endsWith(".md"))
          .slice(0, MOST)
          .map((path) => `${project}/memory-bank/${path}`);
  const settings = project === null ? [] : SETTINGS.map((name) => `${project}/${name}`);
  return [...new Set([...named, ...settings, ...instructionFiles(mind).map(({ path }) => path), ...bank])];
}
