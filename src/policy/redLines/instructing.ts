// Files of a project that instruct an agent, or say where code comes from and what runs with it. An agent may be asked to
// write one, so they are asked about and not denied; a line in them that changes nothing of that is nobody's business.

import { either } from "../../base/index.ts";
import { isBelow, type PathEffect, type World } from "../../analysis/index.ts";
import { foldPath } from "./fold.ts";

interface Instructing {
  readonly path: RegExp;
  readonly what: string;
  /** Where the new text is known: only such text matters. */
  readonly content?: RegExp;
}

const AGENT = "gives agents instructions in later sessions";
const EDITOR = "runs inside an editor";
const SOURCES = "says where packages come from and what runs with them";

/** Lines of such a file that change where code comes from. */
const NPM_SETTINGS = either`registry, script-shell, node-options, \bgit\s*=, proxy, _auth, cafile, strict-ssl, prefix, init-module,
  config\s*=, scripts\s*=\s*false`;
const NPM = new RegExp(NPM_SETTINGS, "i");
const YARN = /yarn-?path|registry|plugins|npmauth|proxy|enablescripts|unsafehttp|strictssl/i;

const STARTING = either`\.?(?:latexmkrc|pythonrc\.py), \.(?:gdbinit|lldbinit|rprofile|irbrc|pryrc|iex\.exs|ghci|octaverc),
  (?:site|user)customize\.py`;
const STARTS = new RegExp(String.raw`(?:^|\/)(?:${STARTING})$`);
/** Lines of such a file that do more than set something. */
const RUNNING = either`system\d?, exec, shell, unlink, rm\w*, python, eval, popen, run, import, open, cmd`;
const RUNS = new RegExp(`[\`!|]|\\b(?:${RUNNING})\\b`, "i");

const TABLE: readonly Instructing[] = [
  { path: /(?:^|\/)\.claude\/(?:skills|commands|output-styles|plugins)\//, what: AGENT },
  { path: /(?:^|\/)\.kiro\/(?:steering|hooks|settings)(?:\/|$)/, what: AGENT },
  { path: /(?:^|\/)\.github\/(?:prompts|instructions|chatmodes|agents|skills)\//, what: AGENT },
  { path: /(?:^|\/)\.(?:clinerules|junie|trae|augment|tabnine|openhands|devin|zencoder)\//, what: AGENT },
  { path: /(?:^|\/)(?:skill|agent|warp|crush|iflow|codebuddy|jules|conventions\.agent)\.md$/, what: AGENT },
  { path: /(?:^|\/)\.(?:aider\.conf\.yml|rules|augment-guidelines|replit)$/, what: AGENT },
  { path: /(?:^|\/)\.npmrc$/, what: SOURCES, content: NPM },
  { path: /(?:^|\/)\.yarnrc(?:\.yml)?$/, what: SOURCES, content: YARN },
  { path: /(?:^|\/)(?:\.?pip\.conf|pip\.ini|\.pypirc|\.condarc|\.gemrc|\.bundle\/config)$/, what: SOURCES },
  { path: /(?:^|\/)(?:\.cargo\/config(?:\.toml)?|bunfig\.toml)$/, what: SOURCES },
  { path: /(?:^|\/)(?:\.pnpmfile\.cjs|nuget\.config)$/, what: SOURCES },
  { path: /(?:^|\/)\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv)$/, what: "runs whenever a shell starts" },
  { path: STARTS, what: "runs whenever a program of that name starts here", content: RUNS },
  { path: /(?:^|\/)\.idea\/runconfigurations\//, what: EDITOR },
  { path: /(?:^|\/)\.(?:zed\/tasks\.json|nvim\.lua|exrc|vimrc|dir-locals\.el)$/, what: EDITOR },
];

/** What a path that is written to would instruct or run; null: nothing. */
export function instructionsOf({ path, content, access }: PathEffect, world: World): string | null {
  if (!isBelow(path, world.project) || access === "read") return null;
  const folded = foldPath(path.slice(world.project.length + 1));
  if (/(?:^|\/)(?:node_modules|vendor|fixtures?|testdata|templates?)\//.test(folded)) return null;
  const found = TABLE.find((each) => each.path.test(folded));
  if (found === undefined) return isOfSomeAgent(folded) ? AGENT : null;
  return found.content !== undefined && content !== undefined && !found.content.test(content) ? null : found.what;
}

const INSTRUCTING_FOLDERS = either`rules, steering, prompts, commands, agents, skills, instructions`;
/** `.NAME/rules/…`: agents that no table knows keep what instructs them in folders of such names. */
const INSTRUCTS = new RegExp(String.raw`(?:^|\/)\.([a-z][\w-]{1,20})\/(?:${INSTRUCTING_FOLDERS})\/`);
const NO_AGENTS: ReadonlySet<string> = new Set(["git", "github", "config", "yarn", "husky", "vscode", "storybook", "vitepress"]);

function isOfSomeAgent(folded: string): boolean {
  const name = INSTRUCTS.exec(folded)?.[1];
  return name !== undefined && !NO_AGENTS.has(name);
}
