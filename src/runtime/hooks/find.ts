// Which hooks there are, and which of them a person trusts: the person's own in the mind's home, the project's in .agents/hooks.
// A project's hook came with a repository, and one of the home with a mark came with a backup: it runs only after a person
// trusted it, as it is, byte for byte. Their decision is in the machine's state, where a clone cannot bring its own.

import { AppError, sha256 } from "../../base/index.ts";
import { RESTORED_MARK } from "../../sharing/power.ts";
import type { Mind } from "../../mind/open.ts";
import { type HookFile, readHookFile } from "../../schema/index.ts";
import { diskFacts, readSmallText, walkFiles } from "../../store/index.ts";
import { addToStateLog, readStateLog } from "../../mind/session/sessionDeps.ts";
import { needPerson, type Person } from "../../mind/person.ts";

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
        sha256(readSmallText(`${folder}/${path}`, LARGEST_FILE) ?? refuse(`${path} is not UTF-8 text of at most 1 MB`)),
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

const LOG = "hooks";

export interface TrustLine {
  readonly v: 1;
  readonly kind: "trusted" | "revoked";
  readonly project: string;
  readonly name: string;
  readonly hash: string;
  readonly at: string;
}

export interface HookTrust {
  isTrusted(project: string, hash: string): boolean;
}

export async function readHookTrust(mind: Mind): Promise<HookTrust> {
  const trusted = new Set<string>();
  for (const { kind, project, hash } of await readStateLog<TrustLine>(mind, LOG)) {
    if (kind === "trusted") trusted.add(`${project} ${hash}`);
    else trusted.delete(`${project} ${hash}`);
  }
  return { isTrusted: (project, hash) => trusted.has(`${project} ${hash}`) };
}

/** `hash` is what the person saw; STALE where the hook is another by now. */
export async function trustHook(
  mind: Mind,
  name: string,
  options: { readonly trusted: boolean; readonly person: Person; readonly hash?: string | undefined },
): Promise<Hook> {
  needPerson(options.person, "hooks trust");
  const { hooks } = await findHooks(mind);
  const named = hooks.filter((each) => (each.scope === "project" || each.restored) && each.name === name);
  // A project and a backup may bring hooks of one name: the hash says which one the person saw.
  const hook = named.find((each) => options.hash !== undefined && each.hash.startsWith(options.hash)) ?? named[0];
  if (hook === undefined)
    throw new AppError("NOT_FOUND", `there is no hook ${JSON.stringify(name)} that needs your trust`, {
      hint: "codicil hooks lists them. Hooks that you wrote in the mind's home run without it.",
    });
  if (options.hash !== undefined && !hook.hash.startsWith(options.hash))
    throw new AppError("STALE", `hook ${name} is not what was shown`, { file: hook.folder, hint: "Look at it again: codicil hooks." });
  const line: TrustLine = {
    v: 1,
    kind: options.trusted ? "trusted" : "revoked",
    project: trustedFor(hook.scope, mind),
    name,
    hash: hook.hash,
    at: mind.deps.clock.now().toISOString(),
  };
  await addToStateLog(mind, LOG, line);
  return { ...hook, trusted: options.trusted };
}
