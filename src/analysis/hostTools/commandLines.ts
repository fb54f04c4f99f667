// Commands and requests that a tool's input gives in parts: `{"command":"rm","args":["-r","data"]}`, `{"argv":["rm","-r","data"]}`.

import { wordSet } from "../../base/index.ts";
import { toolFor } from "../tools/programTable.ts";
import { DATA_KEY, DEEPEST } from "./given.ts";
import { readToolName, wordsOf } from "./toolNames.ts";
import { ACT_OF } from "./verbs.ts";

const PROGRAM_KEY = /^(?:command|cmd|program|executable|binary|exe|bin|file|tool|shell)$/i;
const WORDS_KEY = /^(?:args|arguments|argv|params|parameters|cmdline|command_?args)$/i;
const WHOLE_KEY = /^(?:argv|cmdline|cmd|command|commands|exec)$/i;

export interface JoinedCommand {
  readonly line: string;
  /** Fields that are used up. */
  readonly keys: readonly string[];
}

/** A command line out of an object's own fields; null: they hold none in parts. */
export function joinedCommand(tool: string, input: Readonly<Record<string, unknown>>): JoinedCommand | null {
  const rights = changedRights(tool, input);
  if (rights !== null) return rights;
  const ended = endedProcess(tool, input);
  if (ended !== null) return ended;
  const list = Object.entries(input).find(([key, value]) => WORDS_KEY.test(key) && isWords(value));
  if (list === undefined) return asOneText(tool, input);
  const [key, words] = list as [string, readonly string[]];
  const isProgram = (name: string, value: unknown) => name !== key && PROGRAM_KEY.test(name) && typeof value === "string" && value !== "";
  const first = Object.entries(input).find(([name, value]) => isProgram(name, value));
  if (first !== undefined) {
    const [name, program] = first as [string, string];
    return { line: [program, ...words.map(quoted)].join(" "), keys: [key, name] };
  }
  if (WHOLE_KEY.test(key)) return { line: words.map(quoted).join(" "), keys: [key] };
  // `run_gcloud_command {args: […]}`: the tool's own name says which program gets the words.
  const program = programNamed(tool);
  return program === null ? null : { line: [program, ...words.map(quoted)].join(" "), keys: [key] };
}

/** `chmod {path: "x", mode: "+s"}`, `change_permissions {path: "x", permissions: "777"}`. */
function changedRights(tool: string, input: Readonly<Record<string, unknown>>): JoinedCommand | null {
  const { words } = readToolName(tool);
  const program = words.find((word) => word === "chmod" || word === "chown") ?? (words.includes("permissions") ? "chmod" : null);
  const found = (pattern: RegExp) =>
    Object.entries(input).find(([key, value]) => pattern.test(key) && /^(?:string|number)$/.test(typeof value));
  const path = found(/^(?:path|file|file_?path|target)$/i);
  const given = found(/^(?:mode|permissions?|owner|user)$/i);
  if (program === null || path === undefined || given === undefined) return null;
  return { line: [program, quoted(String(given[1])), quoted(String(path[1]))].join(" "), keys: [path[0], given[0]] };
}

/** `kill_process {pid: 1}`. */
function endedProcess(tool: string, { pid }: Readonly<Record<string, unknown>>): JoinedCommand | null {
  if (!/^-?\d{1,10}$/.test(String(pid)) || !readToolName(tool).words.some((word) => /^(?:kill|terminate|end|stop)$/.test(word)))
    return null;
  return { line: `kill -9 ${String(pid)}`, keys: ["pid"] };
}

/** `az_cli {args: "group delete -n rg"}`. */
function asOneText(tool: string, input: Readonly<Record<string, unknown>>): JoinedCommand | null {
  const [key = "", text] = Object.entries(input).find(([name, value]) => WORDS_KEY.test(name) && typeof value === "string") ?? [];
  const program = key === "" || Object.keys(input).some((name) => PROGRAM_KEY.test(name)) ? null : programNamed(tool);
  return program === null || SHELLS.has(program) ? null : { line: withProgram(tool, String(text)), keys: [key] };
}

function programNamed(tool: string): string | null {
  const { words, server } = readToolName(tool);
  return [...words, ...server].find((word) => PROGRAMS.has(word) && toolFor(word) !== undefined) ?? null;
}

const SHELLS: ReadonlySet<string> = new Set(["rm", "bash", "sh"]);

/** `terraform_command {command: "destroy"}`: only the words behind the program are given. */
export function withProgram(tool: string, command: string): string {
  const program = programNamed(tool);
  const first = /^\s*([\w./-]+)/.exec(command)?.[1] ?? "";
  if (program === null || SHELLS.has(program) || first === "" || (toolFor(first) !== undefined && !SUBCOMMANDS.has(first))) return command;
  return `${program} ${command}`;
}

/** Programs whose names are also the first words of others: `docker rm`, `kubectl apply`. */
const SUBCOMMANDS = wordSet("rm rmi kill apply cp exec run start stop service route config install login volume");

const PROGRAMS: ReadonlySet<string> = new Set(
  [
    "git gh glab gcloud aws az kubectl helm docker podman terraform tofu pulumi npm pnpm yarn psql mysql heroku vercel netlify",
    "doctl curl wget rsync rm bash sh",
  ].flatMap((line) => line.split(" ")),
);

function isWords(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "string" || typeof each === "number");
}

export function quoted(word: string | number): string {
  const text = String(word);
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`;
}

export interface AskedOf {
  readonly method: string;
  readonly place: string;
}

/** Requests whose method changes something, on a path of a service: `api_request {method: "DELETE", path: "/users"}`, also in a list of them. */
export function changingRequests(input: unknown, depth = 0): readonly AskedOf[] {
  if (depth > DEEPEST || typeof input !== "object" || input === null) return [];
  const own = Array.isArray(input) ? null : changingRequest(input as Readonly<Record<string, unknown>>);
  const inner = Object.entries(input).filter(([key]) => !DATA_KEY.test(key) || Array.isArray(input));
  return [...(own === null ? [] : [own]), ...inner.flatMap(([, each]) => changingRequests(each, depth + 1))];
}

function changingRequest(input: Readonly<Record<string, unknown>>): AskedOf | null {
  const field = (pattern: RegExp) =>
    Object.entries(input).find(([key, value]) => pattern.test(key) && typeof value === "string")?.[1] as string | undefined;
  const method = field(/^(?:method|http_?method|verb|request_?method)$/i) ?? "";
  const place = field(/(?:url|uri|path|endpoint|route|resource)$/i) ?? "";
  if (!/^(?:POST|PUT|PATCH|DELETE)$/i.test(method) || place === "") return null;
  const last = wordsOf(place.split("?")[0] ?? "").at(-1) ?? "";
  return /^POST$/i.test(method) && (ACT_OF.get(last) === "reads" || last === "graphql") && !place.includes("://")
    ? null
    : { method, place };
}
