// What nothing of an agent's may write to, without any configuration: the documents of the mind, Codicil's own files, the
// hosts' hook and settings files, and what starts programs by itself (shell start files, timers, keys).

import { byName, either, sameRow, whole, wordSet } from "../../base/index.ts";
import { globMatches, isBelow, type PathEffect, type World } from "../../analysis/index.ts";
import { foldName, foldPath } from "./fold.ts";

export interface Protection {
  readonly kind: "document" | "state" | "host" | "start";
  readonly what: string;
}

const DOCUMENT: Protection = { kind: "document", what: "a document of the mind" };
const BANK: Protection = { kind: "document", what: "the memory bank" };
const OWN: Protection = { kind: "state", what: "one of Codicil's own files" };
const PROGRAM: Protection = { kind: "state", what: "Codicil's own program, or the Node that runs it," };
const HOST: Protection = { kind: "host", what: "a hook or settings file of an agent program" };
const HOOK: Protection = { kind: "host", what: "a hook of the repository" };
const START: Protection = { kind: "start", what: "a file that starts programs by itself" };
const KEYS: Protection = { kind: "start", what: "keys or passwords" };

const DOCUMENTS = whole`(?:agents|claude|gemini|qwen|memory|user|soul)(?:\.(?:local|override))?\.md,
  (?:agents|claude|gemini|memory)~\d\.md, \.(?:cursorrules|windsurfrules|clinerules|roorules|goosehints), copilot-instructions\.md,
  (?:agents|memory|user|soul|claude|gemini)\.md\.ya?ml`;

/** Folders of which everything is protected, by name, in the project and at home. */
const FOLDERS: Readonly<Record<string, Protection>> = byName({
  "memory-bank": BANK,
  ".agents": OWN,
  ".codicil": OWN,
  ".codicil-trash": OWN,
  ...sameRow(
    ".codex .gemini .opencode .cursor .pi .qwen .kimi .copilot .windsurf .continue .roo .cline .kilocode .crush .amp .goose .factory",
    HOST,
  ),
  ".husky": HOOK,
});

const FILES: Readonly<Record<string, Protection>> = byName({
  ...sameRow(".mcp.json opencode.json opencode.jsonc .aider.conf.yml crush.json", HOST),
  ".envrc": START,
});

/** Folders that hold such files beside others: they may be written to, not removed. */
export function holdsProtected(path: string): Protection | null {
  return /(?:^|\/)\.(?:claude|vscode)$/.test(foldPath(path)) ? HOST : null;
}

const PARTS_BELOW = either`\.claude\/(?:rules\/.*|plugins\/.*|settings[^/]*\.json|hooks(?:\/.*)?|agents\/.*|mcp[^/]*),
  \.vscode\/(?:settings|tasks|launch|mcp)\.json, \.git\/(?:hooks(?:\/.*)?|config(?:\.worktree)?|info\/attributes),
  \.github\/hooks\/.*, \.idea\/workspace\.xml, \.devcontainer\/devcontainer\.json, \.zed\/settings\.json`;
const BELOW = new RegExp(`(?:^|\\/)(?:${PARTS_BELOW})$`, "s");

/** Hooks and settings of a submodule: `.git/modules/NAME/hooks/…`. */
function isOfSubmodule(path: string): boolean {
  return /(?:^|\/)\.git\/modules\//.test(path) && /\/(?:hooks\/.*|config)$/s.test(path);
}

/** Below the person's home, without the dot in front. */
const START_FILES = wordSet(
  "bashrc bash_profile bash_login bash_logout bash_aliases profile zshrc zprofile zshenv zlogin zlogout kshrc cshrc",
  "tcshrc login inputrc pam_environment xinitrc xprofile xsession xsessionrc vimrc exrc nvimrc emacs gdbinit lldbinit",
  "tmux.conf screenrc gitconfig npmrc yarnrc yarnrc.yml pypirc condarc gemrc irbrc pryrc rprofile mailcap forward",
  "hushlogin rhosts curlrc wgetrc psqlrc sqliterc my.cnf pythonrc.py perltidyrc claude.json envrc direnvrc hgrc",
  "ansible.cfg cargo/config cargo/config.toml cargo/env m2/settings.xml docker/config.json",
  "config/cursor/user/settings.json config/cursor/user/tasks.json config/cursor/user/mcp.json",
  "config/vscodium/user/settings.json config/vscodium/user/tasks.json config/vscodium/user/mcp.json",
);
const START_FOLDERS = [
  ...wordSet(
    ".config/fish/ .config/systemd/ .config/autostart/ .config/environment.d/ .config/git/ .config/nvim/ .config/pip/",
    ".config/direnv/ .config/zsh/ .config/kitty/ .config/alacritty/ .config/codicil/ .config/agents/ .config/claude/",
    ".config/opencode/ .config/goose/ .config/crush/ .config/zed/ .config/code/ .local/bin/ .local/state/codicil/",
    ".local/share/systemd/ .local/share/applications/ .local/share/dbus-1/ .local/share/opencode/ .cargo/bin/",
    ".gradle/init.d/ .vim/ .emacs.d/ .oh-my-zsh/ .nvm/ .pyenv/shims/ .pyenv/bin/ .rbenv/shims/ .rbenv/bin/",
    ".asdf/shims/ .asdf/bin/ go/bin/ .bun/bin/ .deno/bin/ .volta/bin/ .npm-global/bin/ .terminfo/ .subversion/",
    "library/launchagents/ library/launchdaemons/ library/preferences/com.apple.loginitems",
  ),
  ...["code", "cursor", "claude"].map((name) => `library/application support/${name}/`),
];

/** `.X` and what lies below a folder; `bin/x` itself, and folders whose agents start. */
function startsByItself(rest: string): boolean {
  if (rest.startsWith(".") && START_FILES.has(rest.slice(1))) return true;
  return START_FOLDERS.some((folder) => rest.startsWith(folder)) || /^(?:bin\/[^/]+|library\/launch(?:agents|daemons))$/.test(rest);
}

const HOME_KEYS = whole`(?:\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.password-store|\.local\/share\/keyrings|library\/keychains)(?:\/.*)?,
  \.config\/(?:gcloud|gh|op|sops|rclone|hub)(?:\/.*)?, \.(?:netrc|git-credentials|pgpass|vault-token|terraformrc|boto|s3cfg)`;

const STARTS_IN_ETC = either`cron, anacrontab, systemd, init, rc, profile, bash\.bashrc, zsh, environment, ld\.so, sudoers, pam, ssh,
  passwd, shadow, group, hosts, sysctl, modprobe, modules, udev, xdg\/autostart, apt(?!\/apt\.conf\.d\/docker-clean$), yum,
  crypttab, fstab, resolv\.conf, nsswitch`;
const SYSTEM_FOLDERS = either`etc\/(?:${STARTS_IN_ETC}), var\/spool\/cron, usr\/lib\/systemd, lib\/systemd, library\/launch`;
const SYSTEM_START = new RegExp(`^\\/(?:${SYSTEM_FOLDERS})`);

const MIND_OF_HOME = /^\/.*\/\.config\/agents(?:\/|$)/;

/** What protects a path; null: nothing does. Compared folded: case, look-alikes and invisible characters do not help. */
export function protectionOf(path: string, world: World): Protection | null {
  const folded = foldPath(path);
  const { minds, home, project, programs } = foldedWorld(world);
  for (const mind of minds) if (isBelow(folded, mind)) return OWN;
  for (const program of programs) if (isBelow(folded, program)) return PROGRAM;
  if (MIND_OF_HOME.test(folded)) return OWN;
  if (SYSTEM_START.test(folded)) return START;
  const inProject = isBelow(folded, project);
  if (inProject && hooksOf(world).some((folder) => isBelow(folded, folder))) return HOOK;
  if (!inProject && isBelow(folded, home)) {
    const rest = folded.slice(home.length + 1);
    if (startsByItself(rest)) return START;
    if (HOME_KEYS.test(rest)) return KEYS;
  }
  return protectionByName(inProject ? folded.slice(project.length + 1) : folded, inProject || isBelow(folded, home));
}

interface FoldedWorld {
  readonly minds: readonly string[];
  readonly programs: readonly string[];
  readonly home: string;
  readonly project: string;
}

const foldedWorlds = new WeakMap<World, FoldedWorld>();

/** A world's own folders do not change: they are folded once. */
function foldedWorld(world: World): FoldedWorld {
  let found = foldedWorlds.get(world);
  if (found === undefined) {
    found = {
      minds: world.minds.map(foldPath),
      programs: (world.ownFiles ?? []).map(foldPath),
      home: foldPath(world.userHome),
      project: foldPath(world.project),
    };
    foldedWorlds.set(world, found);
  }
  return found;
}

const foldersOfHooks = new WeakMap<World, readonly string[]>();

/** Where Git finds the project's hooks, if its settings say so: `core.hooksPath = .githooks`. */
function hooksOf(world: World): readonly string[] {
  let found = foldersOfHooks.get(world);
  if (found === undefined) {
    const text = world.readText(`${world.project}/.git/config`) ?? "";
    const named = text.split("\n").flatMap((line) => {
      const [key = "", value = ""] = line.split("=").map((each) => each.trim());
      return key.toLowerCase() === "hookspath" ? [value.replaceAll('"', "")] : [];
    });
    // The whole project as a folder of hooks would leave nothing to write to.
    const inside = named
      .map((folder) => folder.replace(`${world.project}/`, "").replace(/^\.\/|\/$/g, ""))
      .filter((folder) => /^\.?\w/.test(folder));
    found = inside.map((folder) => foldPath(`${world.project}/${folder}`));
    foldersOfHooks.set(world, found);
  }
  return found;
}

/** Whether Codicil's own program lies below a folder that is written to, moved or removed as a whole. */
export function holdsProgram(folder: string, world: World): Protection | null {
  const folded = foldPath(folder);
  return foldedWorld(world).programs.some((program) => isBelow(program, folded)) ? PROGRAM : null;
}

function protectionByName(path: string, near: boolean): Protection | null {
  if (!near || /(?:^|\/)(?:node_modules|vendor|site-packages)\//.test(path)) return null;
  const parts = path.split("/");
  const last = parts.at(-1) ?? "";
  if (DOCUMENTS.test(last)) return DOCUMENT;
  const file = FILES[last];
  if (file !== undefined) return file;
  for (const part of parts) {
    const folder = FOLDERS[part];
    if (folder !== undefined) return folder;
  }
  return BELOW.test(path) || isOfSubmodule(path) ? (path.includes(".git/") ? HOOK : HOST) : null;
}

/** Names that may be directly in a folder of the project and are protected or hold something that is. */
const CANDIDATES = [
  ...wordSet(
    "AGENTS.md CLAUDE.md GEMINI.md MEMORY.md USER.md SOUL.md memory-bank .agents .codicil .claude .codex .gemini .opencode",
    ".cursor .pi .qwen .kimi .copilot .husky .git .mcp.json opencode.json .envrc .vscode",
  ),
];

export interface Found {
  readonly path: string;
  readonly protection: Protection;
}

/** Is something protected at or below a folder that is written to or removed as a whole? */
export function protectedBelow(folder: string, world: World, matching?: string, only: Only = {}): Found | null {
  const { minds, home, project } = foldedWorld(world);
  const folded = foldPath(folder);
  if (isBelow(home, folded) || (isBelow(project, folded) && folder !== world.project)) return { path: folder, protection: OWN };
  for (const mind of minds) if (isBelow(mind, folded)) return { path: mind, protection: OWN };
  return search(folder, world, matching, { depth: 0, budget: { left: MOST_NAMES }, only });
}

const DEEPEST = 4;
const MOST_NAMES = 3_000;

/** Which of the files below a folder are meant. */
type Only = Pick<PathEffect, "visible" | "holding">;

/** A file that does not hold the text is not among those that were found by it. */
function isLeftOut(path: string, name: string, { visible, holding }: Only, world: World): boolean {
  if (visible === true && name.startsWith(".")) return true;
  const text = holding === undefined || world.kind(path) !== "file" ? null : world.readText(path);
  return holding !== undefined && text !== null && !text.includes(holding);
}

interface Search {
  readonly only: Only;
  readonly depth: number;
  /** Shared by the whole search: how many names may still be looked at. */
  readonly budget: { left: number };
}

function search(folder: string, world: World, matching: string | undefined, { depth, budget, only }: Search): Found | null {
  const listed = world.list(folder);
  const names = listed.length > 0 ? listed : CANDIDATES.filter((name) => world.kind(`${folder}/${name}`) !== null);
  const below = { depth: depth + 1, budget, only };
  for (const name of names) {
    if (--budget.left < 0) return null;
    const path = `${folder === "/" ? "" : folder}/${name}`;
    if (isLeftOut(path, name, only, world)) continue;
    const isFolder = world.kind(path) === "dir";
    const own = protectionOf(path, world);
    const isMeant = own !== null && (matching === undefined || fitsName(matching, name));
    // Of a folder, only files that hold the text are meant.
    if (isMeant && !(isFolder && only.holding !== undefined)) return { path, protection: own };
    if (!isFolder || depth >= DEEPEST || SKIPPED.has(name)) continue;
    const inner = search(path, world, matching, below);
    if (inner !== null) return inner;
  }
  return null;
}

const SKIPPED = new Set(["node_modules", "dist", "build", "target", "vendor", ".venv", "venv", "coverage", "out"]);

/** Commas part alternatives: `*.md,*.json`. */
export function fitsName(matching: string, name: string): boolean {
  return matching.split(",").some((each) => globMatches(foldName(each), foldName(name)));
}
