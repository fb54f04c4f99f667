// Which hooks there are: the person's own in the mind's home, the project's in .agents/hooks. A project's hook came with a
// repository, and one of the home with a mark came with a backup: it runs only after a person trusted it, as it is, byte
// for byte.

import { AppError, sha256 } from "../../base/index.ts";
import { RESTORED_MARK } from "../../sharing/power.ts";
import type { Mind } from "../../mind/open.ts";
import { type HookFile, readHookFile } from "../../schema/index.ts";
import { diskFacts, readSmallText, walkFiles } from "../../store/index.ts";
import { readHookTrust } from "./trustLog.ts";

export interface Hook extends HookFile {
  readonly scope: "person" | "project";
  readonly folder: string;
  /** Of everything in the folder: what trust is bound to. */
  readonly hash: string;
  readonly trusted: boolean;
  /** It came with a backup or a bundle. */
  readonly restored: boolean;
  /** What is run, and with what. */
  readonly program: string;
  readonly args: readonly string[];
}

export interface FoundHooks {
  /** In the order in which they run: by priority, the person's before the project's, then by name. */
  readonly hooks: readonly Hook[];
  readonly problems: readonly { readonly folder: string; readonly error: AppError }[];
}

/** More files than this are no hook that a person could have read. */
const MOST_FILES = 200;
const LARGEST_FILE = 1024 * 1024;

export async function findHooks(mind: Mind): Promise<FoundHooks> {
  const hooks: Hook[] = [];
  const problems: { folder: string; error: AppError }[] = [];
  const trust = await readHookTrust(mind);
  for (const { scope, folder } of hookFolders(mind)) {
    try {
      const hash = hashFolder(folder);
      const restored = scope === "person" && diskFacts.lstat(`${folder}/${RESTORED_MARK}`) !== null;
      const trusted = (scope === "person" && !restored) || trust.isTrusted(trustedFor(scope, mind), hash);
      const file = await readHookFile(readSmallText(`${folder}/HOOK.md`, LARGEST_FILE) ?? "", `${folder}/HOOK.md`);
      hooks.push({ ...file, scope, folder, hash, trusted, restored, ...programIn(folder) });
    } catch (error) {
      // One bad hook hides no other; whoever lists them names it.
      if (!(error instanceof AppError)) throw error;
      problems.push({ folder, error });
    }
  }
  return { hooks: hooks.sort((a, b) => b.priority - a.priority || scopeOrder(a) - scopeOrder(b) || (a.name < b.name ? -1 : 1)), problems };
}

/** What a person's trust is bound to besides the hash: the project, or this mind's home. */
export function trustedFor(scope: Hook["scope"], mind: Mind): string {
  return scope === "person" ? "" : (mind.where.project ?? "");
}

function scopeOrder({ scope }: Hook): number {
  return scope === "person" ? 0 : 1;
}

function hookFolders(mind: Mind): { scope: Hook["scope"]; folder: string }[] {
  const roots = [
    { scope: "person" as const, root: `${mind.where.home}/hooks` },
    ...(mind.where.project === null ? [] : [{ scope: "project" as const, root: `${mind.where.project}/.agents/hooks` }]),
  ];
  return roots.flatMap(({ scope, root }) =>
    diskFacts
      .list(root)
      .filter(
        (name) =>
          !name.startsWith(".") && diskFacts.lstat(`${root}/${name}`) === "dir" && diskFacts.lstat(`${root}/${name}/HOOK.md`) === "file",
      )
      .sort()
      .map((name) => ({ scope, folder: `${root}/${name}` })),
  );
}

/** Names and bytes of all its files; links do not count, and are not followed. */
function hashFolder(folder: string): string {
  const files = walkFiles(folder);
  const refuse = (why: string): never => {
    throw new AppError("BAD_HOOK", why, { file: `${folder}/HOOK.md`, hint: "Keep in its folder what the hook runs, and nothing else." });
  };
  if (files.length > MOST_FILES) refuse(`the hook's folder contains more than ${MOST_FILES} files`);
  return sha256(
    JSON.stringify(
      files.map((path) => [
        path,
        sha256(readSmallText(`${folder}/${path}`, LARGEST_FILE) ?? refuse(`${path} is no UTF-8 text of at most 1 MB`)),
      ]),
    ),
  );
}

const INTERPRETERS: Readonly<Record<string, string>> = {
  sh: "sh",
  bash: "bash",
  py: "python3",
  js: process.execPath,
  mjs: process.execPath,
  cjs: process.execPath,
};

/** agenthooks' entry point: scripts/run, with or without an ending. */
function programIn(folder: string): Pick<Hook, "program" | "args"> {
  const name = diskFacts
    .list(`${folder}/scripts`)
    .filter((each) => /^run(?:\.\w+)?$/.test(each) && diskFacts.lstat(`${folder}/scripts/${each}`) === "file")
    .sort()[0];
  if (name === undefined)
    throw new AppError("BAD_HOOK", "there is nothing to run", {
      file: `${folder}/scripts/run`,
      hint: "A hook's program is scripts/run, run.sh, run.py or run.js in its own folder.",
    });
  const path = `${folder}/scripts/${name}`;
  const interpreter = INTERPRETERS[name.split(".")[1] ?? ""];
  return interpreter === undefined ? { program: path, args: [] } : { program: interpreter, args: [path] };
}
