// From one package manager's words to another's. null where there is no exact counterpart: then the call is held and the
// other manager named.

import { byName, sameRow } from "../../base/index.ts";

type Args = readonly string[];

/** What the arguments ask for, in npm's terms. */
interface Wish {
  readonly what: "install" | "ci" | "add" | "remove" | "update" | "run" | "exec" | "create" | "same";
  readonly script: string;
  readonly rest: Args;
}

/** Words of npm, pnpm, yarn and bun by what they ask for. */
const WISHES: Readonly<Record<string, Wish["what"]>> = byName({
  ...sameRow("ci clean-install", "ci"),
  ...sameRow("install i in ins add", "install"),
  ...sameRow("uninstall remove rm un r", "remove"),
  ...sameRow("update up upgrade", "update"),
  ...sameRow("run run-script t tst test start stop", "run"),
  ...sameRow("exec dlx x", "exec"),
  create: "create",
  ...sameRow("audit outdated pack publish init link list ls why view info login config --version -v --help", "same"),
});
const RUNNERS = new Set(["npx", "pnpx", "bunx"]);
const FROZEN = new Set(["--frozen-lockfile", "--immutable"]);

function nodeWish(from: string, args: Args): Wish | null {
  const [first, ...rest] = args;
  if (RUNNERS.has(from)) return { what: "exec", script: "", rest: args.filter((arg) => arg !== "--yes" && arg !== "-y") };
  if (first === undefined) return { what: from === "yarn" ? "install" : "same", script: "", rest: [] };
  // pnpm, yarn and bun take a script's name as a command.
  const isScript = from !== "npm" && /^[\w:.][\w:.-]*$/.test(first);
  const what = WISHES[first] ?? (isScript ? "run" : first.startsWith("-") ? "same" : null);
  if (what === null) return null;
  if (what === "same") return { what, script: "", rest: args };
  if (what === "install") return installWish(first, rest);
  return what === "run" ? runWish(first, rest) : { what, script: "", rest };
}

function installWish(first: string, rest: Args): Wish {
  if (first === "add" || rest.some((arg) => !arg.startsWith("-"))) return { what: "add", script: "", rest };
  const others = rest.filter((arg) => !FROZEN.has(arg));
  return { what: others.length < rest.length ? "ci" : "install", script: "", rest: others };
}

function runWish(first: string, rest: Args): Wish | null {
  if (first !== "run" && first !== "run-script") return { what: "run", script: /^t(?:st)?$/.test(first) ? "test" : first, rest };
  return rest[0] === undefined ? null : { what: "run", script: rest[0], rest: rest.slice(1) };
}

const DEV = new Set(["-D", "--save-dev", "--dev", "-d"]);
const SAVE = new Set(["--save", "-S", "--save-prod"]);

const NODE_WORDS: Readonly<Record<Wish["what"], (to: string, wish: Wish) => Args | null>> = {
  install: (_to, { rest }) => ["install", ...rest],
  ci: (to, { rest }) => [...(to === "npm" ? ["ci"] : ["install", to === "yarn" ? "--immutable" : "--frozen-lockfile"]), ...rest],
  add: (to, { rest }) => {
    const flag = (arg: string) => (DEV.has(arg) ? (to === "bun" ? "-d" : "-D") : arg === "--save-exact" ? "-E" : arg);
    return [to === "npm" ? "install" : "add", ...rest.filter((arg) => !SAVE.has(arg)).map(flag)];
  },
  remove: (to, { rest }) => [to === "npm" ? "uninstall" : "remove", ...rest],
  update: (to, { rest }) => [to === "yarn" ? "up" : "update", ...rest],
  run: (to, { script, rest }) => {
    const given = rest[0] === "--" ? rest.slice(1) : rest;
    const isShort = (to === "npm" || to === "pnpm") && (script === "test" || script === "start");
    return [...(isShort ? [] : ["run"]), script, ...(to === "npm" && rest.length > 0 ? ["--"] : []), ...given];
  },
  exec: (to, { rest }) => (to === "npm" ? null : [to === "bun" ? "x" : "dlx", ...rest]),
  create: (_to, { rest }) => ["create", ...rest],
  same: (_to, { rest }) => rest,
};

/** Words of pip for the managers that have their own. */
const AS_PIP: Readonly<Record<string, { readonly install: string; readonly uninstall: string }>> = byName({
  pipenv: { install: "install", uninstall: "uninstall" },
  ...sameRow("poetry pdm", { install: "add", uninstall: "remove" }),
});

function fromPip(to: string, args: Args): Args | null {
  const [first, ...rest] = args;
  if (to === "uv") return ["pip", ...args];
  const packages = rest.filter((arg) => !arg.startsWith("-"));
  if (packages.length === 0) return null;
  const installs = first === "install" && packages.length === rest.length;
  if (to === "conda" || to === "mamba") return installs ? args : null;
  const words = AS_PIP[to];
  if (words === undefined) return null;
  if (installs) return [words.install, ...rest];
  return first === "uninstall" ? [words.uninstall, ...packages] : null;
}

function python(from: string, to: string, args: Args): Args | null {
  const [first = "", ...rest] = args;
  if (from === "pip" || from === "pip3") return fromPip(to, args);
  if (from === "conda" && to === "mamba") return args;
  const same = to === "uv" ? SAME_IN_UV[from] : undefined;
  if (same === undefined) return null;
  if (same.test(first)) return args;
  if (first !== "install") return null;
  if (from === "pipenv") return rest.some((arg) => !arg.startsWith("-")) ? ["add", ...rest] : ["sync"];
  return rest.length === 0 ? ["sync"] : null;
}

/** Words that uv takes as they are. */
const SAME_IN_UV: Readonly<Record<string, RegExp>> = byName({ ...sameRow("poetry pdm", /^(?:add|remove|lock|run)$/), pipenv: /^run$/ });

const NODE = new Set(["npm", "pnpm", "yarn", "bun", "npx", "pnpx", "bunx"]);

/** The whole new command, program first; null where nothing exact stands for it. */
export function mapManager(from: string, to: string, args: Args): Args | null {
  if (NODE.has(from)) {
    const wish = nodeWish(from, args);
    if (wish === null) return null;
    if (wish.what === "exec" && to === "npm") return ["npx", ...wish.rest];
    if (wish.what === "exec" && to === "bun") return ["bunx", ...wish.rest];
    const mapped = NODE_WORDS[wish.what](to, wish);
    return mapped === null ? null : [to, ...mapped];
  }
  const mapped = python(from, to, args);
  return mapped === null ? null : [to, ...mapped];
}
