// Where other tools keep what their agents are told and remember. Read only: a store is opened over each tool's folder,
// nothing of it is ever changed, and what cannot be read is mentioned and passed by.

import type { Store } from "../store/index.ts";
import { mayAccess, openFiles } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";
import type { Diagnosis } from "./texts/finding.ts";
import { type Gathered, unreadable } from "./texts/ownSheets.ts";
import type { Sheet } from "./texts/sheet.ts";

interface Spot {
  /** A path below the tool's folder; `*` stands for one name. */
  readonly path: string;
  readonly kind: Sheet["kind"];
  /** Memory that belongs to the project at hand. */
  readonly ofProject?: boolean;
}

interface Tool {
  /** How a person names it on the command line. */
  readonly id: string;
  readonly name: string;
  /** Its folders, as the environment moves them or below the person's home. */
  folders(home: string, env: Readonly<Record<string, string | undefined>>): readonly string[];
  readonly spots: readonly Spot[];
  /** Files in the project that are the tool's own. */
  readonly inProject: readonly string[];
}

function spots(kind: Spot["kind"], paths: string): Spot[] {
  return paths.split(" ").map((path) => ({ path, kind }));
}

const TOOLS: readonly Tool[] = [
  {
    id: "claude",
    name: "Claude Code",
    folders: (home, env) => [env["CLAUDE_CONFIG_DIR"] || `${home}/.claude`],
    spots: [...spots("instructions", "CLAUDE.md rules/*.md"), { path: "projects/*/memory/*.md", kind: "memory", ofProject: true }],
    inProject: ["CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md"],
  },
  {
    id: "codex",
    name: "Codex",
    folders: (home, env) => [env["CODEX_HOME"] || `${home}/.codex`],
    // raw_memories.md is put together by a machine from what the others say.
    spots: [
      ...spots("instructions", "AGENTS.md AGENTS.override.md"),
      ...spots("diary", "memories/raw_memories.md"),
      ...spots("memory", "memories/*.md"),
    ],
    inProject: ["AGENTS.override.md"],
  },
  {
    id: "hermes",
    name: "Hermes",
    folders: (home, env) => [env["HERMES_HOME"] || `${home}/.hermes`],
    spots: [...spots("instructions", "SOUL.md"), ...spots("memory", "memories/*.md")],
    inProject: [],
  },
  {
    id: "agentkit",
    name: "AgentKit",
    folders: (home) => [`${home}/.agentkit`],
    spots: [...spots("instructions", "SOUL.md"), ...spots("memory", "memories/*.md"), ...spots("diary", "memories/daily/*.md")],
    inProject: [],
  },
  {
    id: "openclaw",
    name: "OpenClaw",
    folders: (home, env) => [
      env["OPENCLAW_WORKSPACE_DIR"] || `${env["OPENCLAW_STATE_DIR"] || `${home}/.openclaw`}/workspace`,
      `${home}/clawd`,
    ],
    spots: [
      ...spots("instructions", "AGENTS.md SOUL.md TOOLS.md IDENTITY.md BOOTSTRAP.md HEARTBEAT.md"),
      ...spots("memory", "*.md"),
      ...spots("diary", "memory/*.md"),
    ],
    inProject: [],
  },
  {
    id: "gemini",
    name: "Gemini CLI",
    folders: (home) => [`${home}/.gemini`],
    spots: spots("instructions", "GEMINI.md"),
    inProject: ["GEMINI.md"],
  },
];

const MOST_FILES = 2000;

export async function gatherOthers(mind: Mind, env: Readonly<Record<string, string | undefined>>): Promise<Gathered> {
  const sheets: Sheet[] = [];
  const diagnoses: Diagnosis[] = [];
  const own = new Set([mind.where.home, mind.where.state].map((folder) => mind.environment.disk.realpath(folder) ?? folder));
  for (const tool of TOOLS) {
    for (const folder of tool.folders(mind.where.userHome, env)) {
      const real = mind.environment.disk.realpath(folder);
      if (real === null || own.has(real)) continue;
      own.add(real);
      await gatherFolder(mind, { folder: real, tool, sheets, diagnoses });
    }
    await gatherProject(mind, { tool, sheets, diagnoses });
  }
  return { sheets, diagnoses };
}

export const TOOL_IDS: readonly string[] = TOOLS.map(({ id }) => id);

/**
 * What one tool keeps in its own folder, or in a given one; nothing of the project's. A folder without a file where the tool has them is
 * taken for a folder of memory.
 */
export async function gatherTool(
  mind: Mind,
  id: string,
  { folder, env }: { readonly folder: string | undefined; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<Gathered & { readonly folders: readonly string[] }> {
  const tool = TOOLS.find((each) => each.id === id);
  if (tool === undefined) throw new Error(`${id} is none of ${TOOL_IDS.join(", ")}`);
  const sheets: Sheet[] = [];
  const diagnoses: Diagnosis[] = [];
  const folders = folder === undefined ? tool.folders(mind.where.userHome, env) : [folder];
  for (const each of folders) {
    const real = mind.environment.disk.realpath(each);
    if (real === null) continue;
    await gatherFolder(mind, { folder: real, tool, sheets, diagnoses });
    if (folder !== undefined && sheets.length === 0)
      await gatherFolder(mind, { folder: real, tool: { ...tool, spots: spots("memory", "*.md") }, sheets, diagnoses });
  }
  return { sheets, diagnoses, folders };
}

interface Into {
  readonly tool: Tool;
  readonly sheets: Sheet[];
  readonly diagnoses: Diagnosis[];
}

async function gatherFolder(mind: Mind, { folder, tool, sheets, diagnoses }: Into & { folder: string }): Promise<void> {
  const store = openFiles({ home: folder, state: mind.where.state, project: null, random: mind.deps.random });
  const taken = new Set<string>();
  for (const spot of tool.spots) {
    for (const path of await expand(mind, store, { folder, spot, diagnoses })) {
      if (taken.has(path) || taken.size >= MOST_FILES) continue;
      taken.add(path);
      const bases = spot.ofProject === true ? projectOf(mind, path) : [];
      await readInto(store, { root: "home", path }, { sheets, diagnoses, sheet: { store: tool.name, kind: spot.kind, bases } });
    }
  }
  await store.close();
}

async function gatherProject(mind: Mind, { tool, sheets, diagnoses }: Into): Promise<void> {
  const { project } = mind.where;
  if (project === null) return;
  const store = mind.deps.storeFor(project);
  for (const path of tool.inProject) {
    // A CLAUDE.md that links to AGENTS.md is that document and no second one.
    if (mind.environment.disk.lstat(`${project}/${path}`) !== "file") continue;
    const sheet = { store: tool.name, kind: "instructions", bases: [project] } as const;
    await readInto(store, { root: "project", path }, { sheets, diagnoses, sheet });
  }
}

async function readInto(
  store: Store,
  place: { root: "home" | "project"; path: string },
  { sheets, diagnoses, sheet }: { sheets: Sheet[]; diagnoses: Diagnosis[]; sheet: Pick<Sheet, "store" | "kind" | "bases"> },
): Promise<void> {
  const file = store.describe(place);
  try {
    const stored = await store.read(place);
    // Not strict: another tool's broken byte is no reason to miss a secret beside it.
    if (stored) sheets.push({ ...sheet, file, text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(stored.bytes) });
  } catch (error) {
    diagnoses.push(unreadable(file, error, "info"));
  }
}

interface Search {
  readonly folder: string;
  readonly spot: Spot;
  readonly diagnoses: Diagnosis[];
}

async function expand(mind: Mind, store: Store, { folder, spot, diagnoses }: Search): Promise<string[]> {
  const { disk } = mind.environment;
  let paths = [""];
  const parts = spot.path.split("/");
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const next: string[] = [];
    for (const path of paths) {
      const join = (name: string) => (path === "" ? name : `${path}/${name}`);
      if (!part.includes("*")) {
        if (disk.lstat(`${folder}/${join(part)}`) !== null) next.push(join(part));
        continue;
      }
      const pattern = new RegExp(`^${part.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*")}$`);
      try {
        const at = path === "" ? folder : `${folder}/${path}`;
        const isReadable = mayAccess(at, "read");
        if (!isReadable) diagnoses.push({ code: "unreadable", severity: "info", file: at, message: "the folder may not be read" });
        const names = isLast && isReadable ? await store.list("home", path) : disk.list(at);
        for (const name of names) if (pattern.test(name) && !name.startsWith(".")) next.push(join(name));
      } catch (error) {
        diagnoses.push(unreadable(`${folder}/${path}`, error, "info"));
      }
    }
    paths = next.slice(0, MOST_FILES);
  }
  return paths;
}

/** Claude Code names a project's folder by its path, with a dash for every sign that is no letter or digit. */
function projectOf(mind: Mind, path: string): readonly string[] {
  const { project } = mind.where;
  return project !== null && path.split("/")[1] === project.replace(/[^A-Za-z0-9]/g, "-") ? [project] : [];
}
