// Documents: from a key that somebody wrote to the one document that it means, and back to a key.

import { AppError, wordSet } from "../base/index.ts";
import type { Config, Role, TargetRef } from "../schema/index.ts";
import { type DiskFacts, isOwn, OWN_FOLDER, type UrlJudge } from "../store/index.ts";
import type { Layout } from "./layouts.ts";
import { foldCase } from "./keys/pathNames.ts";
import { judgePathKey, type KeyWorld } from "./keys/pathRules.ts";
import { isLoopback } from "./keys/addressRanges.ts";
import { judgeAddress, judgeUrlKey } from "./keys/urlRules.ts";

/** What knowledge needs to know about where it runs. */
export interface Environment {
  readonly home: string;
  /** The project's root (Git root, or the directory itself); null outside any. */
  readonly project: string | null;
  /** Relative keys resolve here. */
  readonly cwd: string | null;
  readonly userHome: string;
  readonly config: Config;
  readonly layout: Layout;
  readonly disk: DiskFacts;
  /** Codicil's own folder on this machine: nothing below it is ever a document. */
  readonly state: string;
}

export interface DocumentRef {
  readonly root: "home" | "project";
  /** The project that the document belongs to; null for the home's. */
  readonly project: string | null;
  /** Relative to the root. */
  readonly path: string;
  readonly role: Role | null;
  /** How to write it as a key: a bare core name, `~/.config/agents/…` or `./…`. */
  readonly key: string;
  /** One per file whatever the spelling: the name of its lock and of its ledger. */
  readonly id: string;
}

export type Target = { readonly kind: "document"; readonly document: DocumentRef } | { readonly kind: "remote"; readonly url: string };

const HOME_PREFIX = "~/.config/agents/";

/** `path` of an entry's key → document; throws BAD_PATH with the reason. */
export function resolveDocument(environment: Environment, key: unknown, where: { file?: string; line?: number } = {}): DocumentRef {
  const verdict = judgePathKey(key, keyWorld(environment));
  if (verdict.kind === "accept") return documentAt(environment, verdict.root, verdict.path);
  const hint = "A key names a .md file of the mind (USER.md, ~/.config/agents/…) or of the project (./…).";
  throw new AppError("BAD_PATH", `${JSON.stringify(key)} may not be a key: ${verdict.why}`, { ...where, hint });
}

export function resolveTarget(environment: Environment, key: { path?: string | undefined; url?: string | undefined }): Target {
  if (key.url === undefined) return { kind: "document", document: resolveDocument(environment, key.path) };
  const verdict = judgeUrl(environment, key.url);
  if (verdict.kind === "accept") return { kind: "remote", url: verdict.url };
  throw new AppError("BAD_URL", `${JSON.stringify(key.url)} may not be a key: ${verdict.why}`, { hint: LISTING });
}

const LISTING = "List the host under remotes: in config.yaml; only https is supported.";

/** This machine is reached only where the person wrote it out: `remotes: ["http://127.0.0.1:8080"]`. */
function judgeUrl(environment: Environment, url: unknown): ReturnType<typeof judgeUrlKey> {
  const hosts = environment.config.remotes.map(({ host }) => host);
  return judgeUrlKey(url, hosts, { allowLoopbackHttp: hosts.some((host) => /^http:\/\/(?:127\.|localhost(?:[:/]|$)|\[::1\])/.test(host)) });
}

/** The rules of URLs for whoever connects: the same at every redirect, and for every address that a name resolves to. */
export function remoteJudge(environment: Environment): UrlJudge {
  return {
    url: (text) => {
      const verdict = judgeUrl(environment, text);
      if (verdict.kind === "accept") return verdict.url;
      throw new AppError("BAD_URL", `${JSON.stringify(text)} may not be used: ${verdict.why}`, { hint: LISTING });
    },
    address: (ip, host) => {
      // The name was judged with its URL: it is this machine's only where the person listed it.
      if (host === "localhost" && isLoopback(ip)) return null;
      const verdict = judgeAddress(ip);
      return verdict.kind === "public" ? null : verdict.why;
    },
  };
}

export function documentAt(environment: Environment, root: "home" | "project", path: string, project = environment.project): DocumentRef {
  const role = roleAt(environment.layout, root, path);
  const owner = root === "home" ? null : project;
  return {
    root,
    project: owner,
    path,
    role,
    key: root === "project" ? projectKey(environment, owner, path) : (environment.layout.nameOf(path) ?? `${HOME_PREFIX}${path}`),
    id: `${owner ?? "home"}:${foldCase(path)}`,
  };
}

export function documentOfRole(environment: Environment, role: Exclude<Role, "project-memory">, day: string): DocumentRef {
  return documentAt(environment, "home", environment.layout.path(role, day));
}

export function targetRef(target: Target): TargetRef {
  if (target.kind === "remote") return target;
  const { root, project, path } = target.document;
  return { kind: "document", root, project, path };
}

/** Back from the journal. The path was judged when it was planned and is judged again by the store. */
export function targetOf(environment: Environment, ref: TargetRef): Target {
  if (ref.kind === "remote") return ref;
  return { kind: "document", document: documentAt(environment, ref.root, ref.path, ref.project) };
}

export function keyWorld(environment: Environment): KeyWorld {
  // Whoever is in the mind's own home and writes ./USER.md means what is there.
  const { home, project, cwd, userHome, layout, disk, state } = environment;
  const isAtHome = project === null && cwd !== null && `${cwd}/`.startsWith(`${disk.realpath(home) ?? home}/`);
  return { home, project: isAtHome ? home : project, cwd, userHome, layout: layout.byName, disk, own: [state] };
}

/** A key that means the same document from where the command runs. */
function projectKey(environment: Environment, project: string | null, path: string): string {
  return project === environment.project && (environment.cwd === null || environment.cwd === project)
    ? `./${path}`
    : `${project ?? ""}/${path}`;
}

/** Deltas spell a project's keys from its root, so they are read as if from there. */
export function fromProjectRoot(environment: Environment): Environment {
  return { ...environment, cwd: environment.project };
}

/** Names that hosts read as instructions, wherever they are: an entry for them can become a rule. */
const INSTRUCTION_NAMES = wordSet("hook.md skill.md agents.md agents.override.md claude.md claude.local.md gemini.md qwen.md");

/** Of a document by its key: is it one of the files that instruct an agent? */
export function instructs(key: string): boolean {
  return INSTRUCTION_NAMES.has(key.slice(key.lastIndexOf("/") + 1).toLowerCase());
}

function roleAt(layout: Layout, root: "home" | "project", full: string): Role | null {
  // A person's own USER.md is a document of the role user like everybody's.
  const path = isOwn({ root, path: full }) ? full.slice(OWN_FOLDER.length + 1) : full;
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (INSTRUCTION_NAMES.has(name)) return "agents";
  if (root === "project") return path.toLowerCase().startsWith("memory-bank/") ? "project-memory" : null;
  // Days first: there may be thousands of them, and which file plays a role is a question to the disk.
  if (path.startsWith(`${layout.dailyFolder}/`))
    return !path.startsWith(`${layout.dailyArchive}/`) && /\/\d{4}-\d{2}-\d{2}\.md$/.test(path) ? "daily" : null;
  return layout.roleOf(path);
}

/** The key as a delta spells it: never a bare name, so that it means the same from every directory. */
export function fullKey(document: DocumentRef): string {
  return document.root === "home" ? `${HOME_PREFIX}${document.path}` : `./${document.path}`;
}

/** Where a mind is on this machine, and where its caller works. Found by the hall (mind/whereabouts.ts). */
export interface Whereabouts {
  readonly home: string;
  readonly state: string;
  readonly userHome: string;
  readonly cwd: string;
  /** Git root above cwd, else cwd itself; null where cwd is the person's home or the mind's own. */
  readonly project: string | null;
}
