// Who answers to the name of a program: one file per family, later ones before earlier ones. The release has an index of the names, so
// that only the families that have a name are asked for it, and the tables of the others are never made.

import { byName } from "../../base/index.ts";
import { runOther, type Tool } from "../run/record.ts";
import { textAt } from "../run/values.ts";
import { ARCHIVES } from "../files/archives.ts";
import { CLOUD } from "../cloud/cloud.ts";
import { OURSELVES } from "./codicil.ts";
import { CONNECTIONS } from "../outside/connections.ts";
import { CONTAINERS } from "../outside/containers.ts";
import { COPIES } from "../files/copies.ts";
import { DATABASES } from "../outside/databases.ts";
import { BUILDS } from "../carriers/builds.ts";
import { TERMINALS } from "../carriers/terminals.ts";
import { EDITORS } from "../files/editors.ts";
import { FILES } from "../files/fileTools.ts";
import { FORMATTING } from "../files/formatters.ts";
import { git } from "../git/git.ts";
import { INTERPRETING } from "../carriers/interpreters.ts";
import { NETWORK } from "../outside/network.ts";
import { PACKAGES } from "../carriers/packages.ts";
import { applyPatch, patch } from "../files/patch.ts";
import { READING } from "../files/readers.ts";
import { kubectlExec, REMOTE } from "../outside/remote.ts";
import { RUNNERS } from "../carriers/runners.ts";
import { SEARCH } from "../files/search.ts";
import { SHELLS } from "../carriers/shells.ts";
import { echo, printf, STREAMS } from "../files/streams.ts";
import { SYSTEM, systemFamily } from "../outside/system.ts";
import { WINDOWS } from "../windows/index.ts";
import { WRAPPING } from "../carriers/wrappers.ts";
import { BESIDE, noteBeside } from "./beside.ts";
import { lookForCommand, unknownProgram } from "./unknown.ts";

type Family = () => Readonly<Record<string, Tool>>;

const clouds: Family = () => CLOUD;
const wrapping: Family = () => WRAPPING;
const shells: Family = () => SHELLS;

const FAMILIES: readonly Family[] = [
  () => READING,
  () => FORMATTING,
  () => BUILDS,
  () => RUNNERS,
  () => TERMINALS,
  () => SYSTEM,
  clouds,
  () => CONNECTIONS,
  () => CONTAINERS,
  () => REMOTE,
  () => DATABASES,
  () => PACKAGES,
  wrapping,
  () => STREAMS,
  () => FILES,
  () => COPIES,
  () => ARCHIVES,
  () => SEARCH,
  () => EDITORS,
  () => INTERPRETING,
  () => NETWORK,
  shells,
  () => WINDOWS,
  () => OURSELVES,
];

/** What the build wrote: `;cat 0;gh 6 +;`, the families of each name by number, and `+` for a name that `beside` has. */
const INDEX: string | null = (globalThis as { CODICIL_PROGRAMS?: string }).CODICIL_PROGRAMS ?? null;

export function indexOfPrograms(): string {
  const rows = new Map<string, string[]>();
  const add = (name: string, mark: string) => rows.set(name, [...(rows.get(name) ?? []), mark]);
  for (const [number, family] of FAMILIES.entries()) for (const name of Object.keys(family())) add(name, String(number));
  for (const name of BESIDE) add(name, "+");
  return `;${[...rows].map(([name, marks]) => `${name} ${marks.join(" ")};`).join("")}`;
}

/** For a name that the index has not: nothing. Where there is no index every family is asked. */
function marksOf(name: string): readonly string[] {
  if (INDEX === null) return [...FAMILIES.keys()].map(String).concat(BESIDE.has(name) ? "+" : []);
  const at = INDEX.indexOf(`;${name} `);
  return at < 0 ? [] : INDEX.slice(at + name.length + 2, INDEX.indexOf(";", at + 1)).split(" ");
}

function familiesOf(name: string): readonly Family[] {
  return marksOf(name).flatMap((mark) => FAMILIES[Number(mark)] ?? []);
}

/** The last family's; all of them where two programs share the name, or two families know a part of it. */
function inFamilies(name: string): Tool | undefined {
  const families = familiesOf(name).filter((family) => family()[name] !== undefined);
  const tools = families.flatMap((family) => family()[name] ?? []);
  if (tools.length < 2 || !(name === "op" || families.includes(clouds))) return tools.at(-1);
  return (command) => tools.map((tool) => tool(command)).at(-1);
}

/** In front of the families, or around what they have. */
const KNOWN: Readonly<Record<string, (tool: Tool | undefined) => Tool>> = byName({
  kubectl: (tool) => (command) => (tool?.(command), kubectlExec(command)),
  oc: () => (command) => (inFamilies("kubectl")?.(command), CLOUD["oc"]?.(command), kubectlExec(command)),
  git: () => git,
  hub: () => git,
  jj: (tool) => (command) => (tool?.(command), textAt(command.args, 0) === "git" ? runOther(command, command.args, "jj") : undefined),
  patch: () => patch,
  apply_patch: () => applyPatch,
  applypatch: () => applyPatch,
  echo: () => echo,
  printf: () => printf,
});

/** The program among their words runs inside their machine. */
const MACHINES: ReadonlySet<string> = new Set(["limactl", "colima"]);

function find(name: string): Tool | undefined {
  const own = KNOWN[name]?.(inFamilies(name)) ?? inFamilies(name);
  const tool: Tool | undefined = marksOf(name).includes("+") ? (command) => (noteBeside(command), (own ?? unknownProgram)(command)) : own;
  return MACHINES.has(name) ? (command) => (lookForCommand(command), tool?.(command)) : tool;
}

const CARRIERS = new Set(["xargs", "parallel", "exec", "command", "builtin", "eval", "npx", "bunx", "pnpx", "uvx", "entr"]);

interface Found {
  readonly tool: Tool | undefined;
  readonly carries: boolean;
}

/** Names come from calls: no more of them are remembered than a session has. */
const MOST_FOUND = 500;
const found = new Map<string, Found>();

function look(name: string): Found {
  let known = found.get(name);
  if (known === undefined) {
    if (found.size >= MOST_FOUND) found.clear();
    const carries = CARRIERS.has(name) || familiesOf(name).some((family) => (family === wrapping || family === shells) && name in family());
    found.set(name, (known = { tool: find(name), carries }));
  }
  return known;
}

/** Does it only carry the programs that follow it? */
export const isCarrier = (name: string): boolean => look(name).carries;

export const toolFor = (name: string): Tool | undefined => look(name).tool ?? systemFamily(name);
