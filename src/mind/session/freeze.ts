// freeze: everything that a session's prompt is made of, gathered once (LW-50, AK-08, SC-08). Files may change afterwards;
// the snapshot does not.

import { localDay, sha256 } from "../../base/index.ts";
import { redact } from "../../content/index.ts";
import { listPending } from "../../deltas/waiting.ts";
import {
  discoverInstructions,
  type DiscoveryRequest,
  documentOfRole,
  gitRootOf,
  isOwnDocument,
  isVisible,
  type SessionType,
  unusableInstructions,
} from "../../knowledge/index.ts";
import type { AgentsRender, InstructionSnapshot } from "../../schema/index.ts";
import {
  type AgentsFile,
  buildSnapshot,
  changedSince,
  expandImports,
  type Imported,
  type LeftOut,
  memoryBlock,
  type MemoryDocument,
  type MemoryLayer,
  type PromptReceipt,
  receiptOf,
  renderSystemPrompt,
  sessionTypeOf,
  shortDiff,
  type SourceEdit,
} from "../../snapshot/index.ts";
import { INSTRUCTIONS_LIMIT, readSmallText, whyNoText } from "../../store/index.ts";
import { whyNotInPrompt } from "../documents/bootstrap.ts";
import { load, type LoadedDocument, ownPart } from "../documents/load.ts";
import type { Mind } from "../open.ts";
import { deferredFolders } from "../documents/rootMemory.ts";
import { environmentFacts, workspaceFacts } from "./surroundings.ts";

export type { InstructionSnapshot, PromptReceipt };
export { receiptOf, renderSystemPrompt };

/** The kind of session, and how AGENTS.md is rendered. */
export interface FreezeOptions {
  readonly sessionType?: SessionType | undefined;
  /** Overrides config.yaml's agents.render. */
  readonly render?: AgentsRender | undefined;
  /** The session is another program's: it has a baseline, and loads some files, by itself. */
  readonly host?: { readonly name: string; readonly baseline: string; readonly loads: ReadonlySet<string> } | undefined;
}

/** A snapshot with the account of what it was made of. */
export interface Frozen {
  readonly snapshot: InstructionSnapshot;
  /** X13: where config.yaml says memory.channel: harness, the block that goes into the conversation instead. */
  readonly memoryItem: string | null;
  /** What belongs into the prompt and cannot be read. */
  readonly problems: readonly LeftOut[];
}

/** The prompt of a session as it is now: what is loaded, in six sections. */
export async function freeze(mind: Mind, options: FreezeOptions = {}): Promise<Frozen> {
  const { environment, deps, where } = mind;
  const sessionType = options.sessionType ?? "main";
  // A host has one place for what Codicil tells it.
  const channel = options.host === undefined ? mind.config.memory.channel : "snapshot";
  const render = options.render ?? mind.config.agents.render;
  const agents = await agentsFiles(mind, render, options.host);
  const documents = memoryDocuments(await load(mind, sessionType));
  const deferred = sessionType === "shared" ? [] : deferredFolders(mind, new Set(documents.map(({ path }) => path)));
  const problems = [...agents.problems, ...unreadable(documents), ...(await damagedDeltas(mind))];
  const snapshot = buildSnapshot({
    sessionType,
    baseline: options.host?.baseline,
    agents: { files: agents.files, render, leftOut: agents.leftOut, problems },
    memory: { documents, leftOut: sessionType === "shared" ? privateDocuments(mind) : [], deferred, channel },
    workspace: workspaceFacts(where.cwd, environment.disk),
    environment: environmentFacts(where.cwd, environment.disk),
    time: { startedAt: deps.clock.now().getTime(), timeZone: deps.clock.timeZone },
  });
  const block = channel === "harness" ? memoryBlock(documents, sessionType, deferred) : "";
  return { snapshot, memoryItem: block === "" ? null : block, problems };
}

function unreadable(documents: readonly MemoryDocument[]): LeftOut[] {
  return documents.flatMap(({ path, problem }) => (problem === undefined ? [] : [{ path, why: problem }]));
}

/** What a repository brought and nobody can read: of the person's own files `status` tells. */
async function damagedDeltas(mind: Mind): Promise<LeftOut[]> {
  if (mind.where.project === null || mind.environment.disk.lstat(`${mind.where.project}/.agents`) === null) return [];
  const { damaged } = await listPending(mind.deps);
  return damaged
    .filter(({ file }) => file.startsWith(`${mind.where.project ?? ""}/`))
    .map(({ file, error }) => ({ path: error.line === undefined ? file : `${file}:${error.line}`, why: error.message }));
}

export interface FrozenEdit extends SourceEdit {
  readonly hash?: string | undefined;
  /** Of a document of memory: what changed, in short (X2). Instruction files are rules, and no news is made of their text (OR-01). */
  readonly lines?: readonly string[];
}

/** Which files of a prompt are no longer as it has them, with their hashes now. */
export async function changesSinceFrozen(mind: Mind, snapshot: InstructionSnapshot): Promise<FrozenEdit[]> {
  const agents = instructionFiles(mind, snapshot.cwd)
    .filter((file) => whyNotInPrompt(mind, file, snapshot.cwd) === null)
    .flatMap(({ path }) => {
      const text = readSmallText(path, INSTRUCTIONS_LIMIT);
      if (text === null) return [];
      return [{ path, text }, ...(mind.config.agents.imports ? importInto(mind, path, text).files : [])].map((file) => ({
        path: file.path,
        hash: sha256(file.text),
      }));
    });
  const memory = memoryDocuments(await load(mind, sessionTypeOf(snapshot)));
  const elsewhere = mind.where.cwd !== snapshot.cwd;
  // Daily logs grow in every session, which is no news; another project's memory is not this session's.
  // What the host loaded by itself was never in this prompt.
  const left = (snapshot.sections.find(({ kind }) => kind === "agents")?.data?.["leftOut"] ?? []) as readonly LeftOut[];
  const theirs = new Set(left.filter(({ why }) => why.endsWith(LOADED_BY_HOST)).map(({ path }) => path));
  const ignore = (path: string) => isDailyKey(mind, path) || theirs.has(path) || (elsewhere && path.startsWith("../"));
  const hashes = new Map([...agents, ...memory].map(({ path, hash }) => [path, hash]));
  const frozen = new Map(
    (snapshot.sections.find(({ kind }) => kind === "memory")?.sources ?? []).map(({ path, content }) => [path, content ?? ""]),
  );
  const now = new Map(memory.map(({ path, view }) => [path, view]));
  return changedSince(snapshot, [...agents, ...memory], ignore).map((edit) => {
    const lines = frozen.has(edit.path) || now.has(edit.path) ? shortDiff(frozen.get(edit.path) ?? "", now.get(edit.path) ?? "") : [];
    return { ...edit, hash: hashes.get(edit.path), ...(lines.length === 0 ? {} : { lines }) };
  });
}

function isDailyKey(mind: Mind, path: string): boolean {
  return path.includes(`${mind.environment.layout.dailyFolder}/`) && /\d{4}-\d{2}-\d{2}\.md$/.test(path);
}

function instructionFiles(mind: Mind, cwd: string) {
  return discoverInstructions(instructionRequest(mind, cwd));
}

function instructionRequest(mind: Mind, cwd: string): DiscoveryRequest {
  const { environment, where } = mind;
  return {
    cwd,
    userHome: environment.disk.realpath(where.userHome) ?? where.userHome,
    globals: [`${where.home}/${environment.layout.path("agents")}`, `${where.userHome}/.scorel/AGENTS.md`],
    disk: environment.disk,
    override: mind.config.agents.override ? "instead" : undefined,
    detect: mind.config.project_knowledge.auto_detect,
  };
}

const LOADED_BY_HOST = "loads it itself";

async function agentsFiles(
  mind: Mind,
  render: AgentsRender,
  host: FreezeOptions["host"],
): Promise<{ files: AgentsFile[]; leftOut: LeftOut[]; problems: LeftOut[] }> {
  const known = await mind.deps.known();
  // The compiler is loaded only where its answer is wanted.
  const policy = render === "distilled" ? (await import("./decide.ts")).policySource(mind).capture() : null;
  const ruleAndAdvice = policy === null ? () => null : (await import("../../policy/index.ts")).ruleAndAdvice;
  const files: AgentsFile[] = [];
  const leftOut: LeftOut[] = [];
  const problems: LeftOut[] = unusableInstructions(instructionRequest(mind, mind.where.cwd)).map((path) => ({
    path,
    why: whyNoText(path, INSTRUCTIONS_LIMIT) ?? "it is gone",
  }));
  for (const file of instructionFiles(mind, mind.where.cwd)) {
    const why = whyNotInPrompt(mind, file, mind.where.cwd);
    if (why !== null) {
      leftOut.push({ path: file.path, why });
      continue;
    }
    if (host?.loads.has(mind.environment.disk.realpath(file.path) ?? file.path) === true) {
      leftOut.push({ path: file.path, why: `${host.name} ${LOADED_BY_HOST}` });
      continue;
    }
    const text = readSmallText(file.path, INSTRUCTIONS_LIMIT);
    if (text === null) {
      problems.push({ path: file.path, why: whyNoText(file.path, INSTRUCTIONS_LIMIT) ?? "it is gone" });
      continue;
    }
    leftOut.push(...standsInFor(mind, file.path));
    const content = redact(text, known).text;
    const imported = mind.config.agents.imports ? importInto(mind, file.path, text) : NOTHING_IMPORTED;
    leftOut.push(...imported.problems.map((problem) => ({ path: `${problem.path}:${problem.line}`, why: problem.why })));
    const brought = imported.files.map((each) => ({ path: each.path, content: redact(each.text, known).text, hash: sha256(each.text) }));
    const expanded = brought.length === 0 ? undefined : { text: redact(imported.text, known).text, files: brought };
    files.push({
      ...file,
      content,
      hash: sha256(text),
      clauses: policy?.files.find(({ path }) => path === file.path)?.clauses.map((clause) => ({ ...clause, ...ruleAndAdvice(clause) })),
      expanded,
    });
  }
  return { files, leftOut, problems };
}

const NOTHING_IMPORTED: Imported = { text: "", files: [], problems: [] };

/** The AGENTS.md beside an AGENTS.override.md: not in the prompt, and enforced all the same. */
function standsInFor(mind: Mind, path: string): LeftOut[] {
  const other = path.replace(/AGENTS\.override\.md$/, "AGENTS.md");
  if (other === path || mind.environment.disk.lstat(other) === null) return [];
  return [{ path: other, why: "AGENTS.override.md replaces it; its rules are enforced all the same" }];
}

/** A project's file may import from its repository, a global one from its own folder. */
function importInto(mind: Mind, path: string, text: string): Imported {
  const { disk } = mind.environment;
  const folder = path.slice(0, path.lastIndexOf("/"));
  const root = disk.realpath(gitRootOf(folder, disk) ?? folder) ?? folder;
  const read = (each: string) => {
    const real = disk.realpath(each);
    const found = real === null ? null : readSmallText(real);
    return real === null || found === null ? null : { real, text: found };
  };
  return expandImports({ path, text, root, read });
}

const LAYER: Readonly<Partial<Record<string, MemoryLayer>>> = {
  soul: "soul",
  user: "user",
  memory: "memory",
  daily: "daily",
  "project-memory": "project-memory",
};

/** AGENTS.md is not memory: it is in a section of its own. */
function memoryDocuments(loaded: readonly LoadedDocument[]): MemoryDocument[] {
  return loaded
    .filter(({ document }) => document.role !== "agents")
    .map(({ document, view, version, held, chars, budget, problem }) => ({
      layer: LAYER[document.role ?? ""] ?? "other",
      path: document.key,
      ...(isOwnDocument(document) ? { own: true } : {}),
      scope: document.root === "home" ? ("global_user" as const) : ("project" as const),
      view,
      hash: version,
      heldLines: held.length,
      chars,
      budget,
      ...(problem === undefined ? {} : { problem: problem.message }),
    }));
}

/** Names only: a shared session never opens them (OR-22). */
function privateDocuments(mind: Mind): LeftOut[] {
  const today = localDay(mind.deps.clock);
  return (["soul", "user", "memory", "daily"] as const)
    .map((role) => documentOfRole(mind.environment, role, today))
    .flatMap((document) => [document, ...ownPart(mind, document)])
    .filter((document) => !isVisible(document, "shared") && mind.environment.disk.lstat(`${mind.where.home}/${document.path}`) !== null)
    .map(({ key }) => ({ path: key, why: "private: never loaded in a shared session" }));
}
