// Whether the answer of a call is something that the person did not write: the web, another program's tool, a file from
// elsewhere. Files of the project and of the person's home are theirs, or an agent could keep nothing of its daily work; but
// not what a package manager or a download put there, nor what the session itself brought from the web.

import { sameRow, wordSet } from "../base/index.ts";
import { isBelow } from "../analysis/index.ts";
import type { Call, Effects, World } from "../policy/index.ts";
import type { ForeignKind } from "../schema/index.ts";

export interface Foreign {
  readonly kind: ForeignKind;
  readonly source: string;
}

export interface ForeignRequest {
  readonly call: Call;
  readonly effects: Effects;
  readonly world: World;
  /** Paths that the session brought from elsewhere, with their source. */
  readonly brought: readonly { readonly path: string; readonly source: string }[];
}

/** By their folded names: the tools of hosts, and of our chat, that answer with nothing but the project's own or nothing at all. */
const LOCAL_TOOLS = new Set(
  (
    "read write edit delete load list search shell reply skill memoryadd memoryreplace memoryremove memoryread recall plan " +
    "remember forget undo ls glob grep multiedit notebookedit notebookread todowrite todoread task agent taskoutput bashoutput killshell " +
    "killbash exitplanmode enterplanmode askuserquestion listdirectory readmanyfiles searchfilecontent findfiles savememory " +
    "writetodos getinternaldocs applypatch updateplan viewimage writestdin execcommand requestuserinput grepsearch filesearch " +
    "codebasesearch listdir deletefile editnotebook readlints todo think patch lsp question batch reportintent asyncbash " +
    "readbash stopbash strreplaceeditor setphase slashcommand toolsearch find setplan reportprogress"
  ).split(" "),
);
const WEB_TOOLS = wordSet(
  "fetch webfetch fetchurl websearch googlewebsearch searchweb webfetchtool browser browse openurl readurl codesearch",
);

/** Programs that print what others wrote; with the words that make them do so, or any. */
const WEB_PROGRAMS: Readonly<Record<string, readonly string[] | null>> = {
  ...sameRow("curl wget http https xh aria2c lynx w3m links elinks gh glab hub ssh", null),
  npm: ["view", "info", "show", "v", "search", "docs", "readme"],
  pnpm: ["view", "info", "show", "search"],
  yarn: ["info", "npm"],
  pip: ["index", "search"],
  pip3: ["index", "search"],
  cargo: ["search", "info"],
  gem: ["search", "info"],
  brew: ["info", "search", "desc"],
  docker: ["search"],
  git: ["clone", "ls-remote"],
};

/** Folders into which others' files are put, wherever they are. */
const OTHERS_FOLDERS = wordSet(
  "node_modules vendor third_party third-party bower_components site-packages dist-packages .venv venv .cargo .npm .cache",
  "Downloads Pods",
);
const FOREIGN_TOOL = /^(?:mcp[_-]|.*__)/;

/** null: nothing foreign. */
export function foreignIn({ call, effects, world, brought }: ForeignRequest): Foreign | null {
  const tool = call.tool.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (call.tool === "fetch") return { kind: "web", source: textOf(call, "url") ?? "a web page" };
  if (call.tool !== "shell" && !FOREIGN_TOOL.test(call.tool) && WEB_TOOLS.has(tool)) return { kind: "web", source: searched(call) };
  const web = webIn(effects);
  if (web !== null) return { kind: "web", source: web };
  const file = effects.paths
    .filter(({ access, elsewhere }) => access === "read" && elsewhere !== true)
    .flatMap(({ path }) => fileSource(path, world, brought))[0];
  if (file !== undefined) return { kind: "file", source: file };
  const isKnown = "command" in call || "path" in call || "document" in call || (LOCAL_TOOLS.has(tool) && !FOREIGN_TOOL.test(call.tool));
  return isKnown ? null : { kind: "tool", source: `the tool ${call.tool}` };
}

/** What a call from the web leaves on disk: reading it later is reading the web. */
export function broughtBy({ effects }: Pick<ForeignRequest, "effects">): string[] {
  const made = effects.paths
    .filter(({ access }) => access === "write" || access === "create" || access === "append")
    .map(({ path }) => path);
  return [...new Set(made)].slice(0, MOST_BROUGHT);
}

const MOST_BROUGHT = 20;

function webIn({ network, programs }: Effects): string | null {
  const reached = network.find(({ remote, sends, url, host }) => remote !== true && !(sends && url === null && host === null));
  if (reached !== undefined) return reached.url ?? reached.host ?? "the network";
  const program = programs.find(({ name, args }) => {
    const words = Object.hasOwn(WEB_PROGRAMS, name) ? WEB_PROGRAMS[name] : undefined;
    return words !== undefined && (words === null || args.some(({ text }) => words.includes(text)));
  });
  return program === undefined ? null : `the command ${[program.name, ...program.args.map(({ text }) => text)].join(" ")}`;
}

function fileSource(path: string, world: World, brought: ForeignRequest["brought"]): string[] {
  const from = brought.find((each) => isBelow(path, each.path));
  if (from !== undefined) return [`${path} (from ${from.source})`];
  const isOwn = isBelow(path, world.project) || isBelow(path, world.userHome) || world.minds.some((mind) => isBelow(path, mind));
  const inside = isBelow(path, world.project) ? path.slice(world.project.length) : path;
  return isOwn && !inside.split("/").some((name) => OTHERS_FOLDERS.has(name))
    ? []
    : /^\/(?:dev\/(?!shm\/)|proc\/)/.test(path)
      ? []
      : [path];
}

function searched(call: Call): string {
  const input = "input" in call ? (call.input as Readonly<Record<string, unknown>>) : {};
  const asked = ["url", "query", "q", "prompt"].map((name) => input[name]).find((value) => typeof value === "string");
  return asked === undefined
    ? `the web (${call.tool})`
    : URL.canParse(asked as string)
      ? (asked as string)
      : `a web search for ${JSON.stringify(asked)}`;
}

function textOf(call: Call, name: string): string | null {
  const value = (call as unknown as Readonly<Record<string, unknown>>)[name];
  return typeof value === "string" && value !== "" ? value : null;
}
