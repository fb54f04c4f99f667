// From one package manager's words to another's. null where there is no exact counterpart: then the call is held and the
// other manager named.

import { wordSet } from "../../base/index.ts";

type Args = readonly string[];

/** What the arguments ask for, in npm's terms. */
interface Wish {
  readonly what: "install" | "ci" | "add" | "remove" | "update" | "run" | "exec" | "create" | "same";
  readonly script: string;
  readonly rest: Args;
}

const ALIKE = wordSet("audit outdated pack publish init link list ls why view info login config test start --version -v --help");
const INSTALL = new Set(["install", "i", "in", "ins", "add"]);
const REMOVE = new Set(["uninstall", "remove", "rm", "un", "r"]);
const UPDATE = new Set(["update", "up", "upgrade"]);

function nodeWish(from: string, args: Args): Wish | null {
  const [first, ...rest] = args;
  if (from === "npx" || from === "pnpx" || from === "bunx")
    return { what: "exec", script: "", rest: args.filter((arg) => arg !== "--yes" && arg !== "-y") };
  if (first === undefined) return from === "yarn" ? { what: "install", script: "", rest: [] } : { what: "same", script: "", rest: [] };
  if (first === "ci" || first === "clean-install") return { what: "ci", script: "", rest };
  if (INSTALL.has(first)) {
    const named = rest.some((arg) => !arg.startsWith("-"));
    const frozen = rest.includes("--frozen-lockfile") || rest.includes("--immutable");
    if (!named && first !== "add")
      return frozen
        ? { what: "ci", script: "", rest: rest.filter((arg) => arg !== "--frozen-lockfile" && arg !== "--immutable") }
        : { what: "install", script: "", rest };
    return { what: "add", script: "", rest };
  }
  if (REMOVE.has(first)) return { what: "remove", script: "", rest };
  if (UPDATE.has(first)) return { what: "update", script: "", rest };
  if (first === "run" || first === "run-script")
    return rest[0] === undefined ? null : { what: "run", script: rest[0], rest: rest.slice(1) };
  if (first === "exec" || first === "dlx" || first === "x") return { what: "exec", script: "", rest };
  if (first === "create") return { what: "create", script: "", rest };
  if (first === "t" || first === "tst") return { what: "run", script: "test", rest };
  if (first === "test" || first === "start" || first === "stop") return { what: "run", script: first, rest };
  if (ALIKE.has(first)) return { what: "same", script: "", rest: args };
  // pnpm, yarn and bun take a script's name as a command.
  if (from !== "npm" && /^[\w:.-]+$/.test(first) && !first.startsWith("-")) return { what: "run", script: first, rest };
  return first.startsWith("-") ? { what: "same", script: "", rest: args } : null;
}

const DEV = new Set(["-D", "--save-dev", "--dev", "-d"]);
const SAVE = new Set(["--save", "-S", "--save-prod"]);

function node(to: string, wish: Wish): Args | null {
  const rest = wish.rest;
  const scriptArgs = (args: Args) => (args[0] === "--" ? args.slice(1) : args);
  switch (wish.what) {
    case "install":
      return ["install", ...rest];
    case "ci":
      return to === "npm"
        ? ["ci", ...rest]
        : to === "yarn"
          ? ["install", "--immutable", ...rest]
          : ["install", "--frozen-lockfile", ...rest];
    case "add": {
      const flags = rest
        .filter((arg) => !SAVE.has(arg))
        .map((arg) => (DEV.has(arg) ? (to === "bun" ? "-d" : "-D") : arg === "--save-exact" ? "-E" : arg));
      return to === "npm" ? ["install", ...flags] : ["add", ...flags];
    }
    case "remove":
      return [to === "npm" ? "uninstall" : "remove", ...rest];
    case "update":
      return [to === "yarn" ? "up" : "update", ...rest];
    case "run":
      if (to === "npm")
        return wish.script === "test" || wish.script === "start"
          ? [wish.script, ...(rest.length > 0 ? ["--", ...scriptArgs(rest)] : [])]
          : ["run", wish.script, ...(rest.length > 0 ? ["--", ...scriptArgs(rest)] : [])];
      if (to === "pnpm" && (wish.script === "test" || wish.script === "start")) return [wish.script, ...scriptArgs(rest)];
      return ["run", wish.script, ...scriptArgs(rest)];
    case "exec":
      return to === "npm" ? null : to === "bun" ? ["x", ...rest] : ["dlx", ...rest];
    case "create":
      return ["create", ...rest];
    case "same":
      return rest;
  }
}

function python(from: string, to: string, args: Args): Args | null {
  const [first, ...rest] = args;
  const packages = rest.filter((arg) => !arg.startsWith("-"));
  const plain = rest.every((arg) => !arg.startsWith("-"));
  if (from === "pip" || from === "pip3") {
    if (to === "uv") return ["pip", ...args];
    if (to === "pipenv" || to === "poetry" || to === "pdm") {
      if (first === "install" && packages.length > 0 && plain) return [to === "pipenv" ? "install" : "add", ...rest];
      if (first === "uninstall" && packages.length > 0) return [to === "pipenv" ? "uninstall" : "remove", ...packages];
    }
    if (to === "conda" || to === "mamba") return first === "install" && packages.length > 0 && plain ? args : null;
    return null;
  }
  if (to === "uv" && (from === "poetry" || from === "pdm")) {
    if (first === "add" || first === "remove" || first === "lock" || first === "run") return args;
    if (first === "install" && rest.length === 0) return ["sync"];
    return null;
  }
  if (to === "uv" && from === "pipenv")
    return first === "install" ? (packages.length > 0 ? ["add", ...rest] : ["sync"]) : first === "run" ? args : null;
  if (from === "conda" && to === "mamba") return args;
  return null;
}

const NODE = new Set(["npm", "pnpm", "yarn", "bun", "npx", "pnpx", "bunx"]);

/** The whole new command, program first; null where nothing exact stands for it. */
export function mapManager(from: string, to: string, args: Args): Args | null {
  if (NODE.has(from)) {
    const wish = nodeWish(from, args);
    if (wish === null) return null;
    if (wish.what === "exec" && to === "npm") return ["npx", ...wish.rest];
    if (wish.what === "exec" && to === "bun") return ["bunx", ...wish.rest];
    const mapped = node(to, wish);
    return mapped === null ? null : [to, ...mapped];
  }
  const mapped = python(from, to, args);
  return mapped === null ? null : [to, ...mapped];
}
