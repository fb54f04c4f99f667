// The situations in which the store is killed or refused, and what must be true of the disk afterwards.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sha256 } from "../../src/base/index.ts";
import { frameBatch } from "../../src/store/port/frames.ts";
import { isTempName, openFiles } from "../../src/store/index.ts";
import { tempName, tempOwner } from "../../src/store/port/placeNames.ts";
import { type Writer, writerOf } from "../../src/store/write.ts";
import { random } from "../store/rig.ts";
import { type Act, LINES, type Order, placesOf, TEMP_HEX } from "./order.ts";
import type { Watch } from "./trace.ts";

export interface Scene {
  readonly title: string;
  readonly act: Act;
  /** Below home; null content: absent. */
  readonly document: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Below state; null: no log yet. */
  readonly log: string;
  readonly lines: readonly string[] | null;
  /** What the log shows when the act is done; by default the old lines and then LINES. */
  readonly linesAfter?: readonly string[];
  /** Puts more onto the disk before the act, e.g. what an earlier crash left. */
  readonly prepare?: (order: Order) => void;
  /** True where document and log belong together. */
  readonly together: boolean;
}

const OLD = "# Memory\n\nold\n";
const NEW = `# Memory\n\nnew ${"text ".repeat(300)}\n`;
const TORN = '{"id":"torn';
const HISTORY = ['{"id":"c_0","what":"history"}'];
const shared = { document: "MEMORY.md", before: OLD, after: NEW, log: "ledger/memory.jsonl", lines: HISTORY };

export const SCENES: readonly Scene[] = [
  { ...shared, title: "a document is replaced", act: "write", linesAfter: HISTORY, together: false },
  {
    ...shared,
    title: "a document is created in a new folder",
    act: "write",
    document: "daily/2026-11-15.md",
    before: null,
    linesAfter: HISTORY,
    together: false,
  },
  { ...shared, title: "a document is removed", act: "remove", after: null, linesAfter: HISTORY, together: false },
  { ...shared, title: "lines are appended", act: "append", after: OLD, together: false },
  { ...shared, title: "the first lines of a log are appended", act: "append", after: OLD, lines: null, together: false },
  { ...shared, title: "lines are appended behind a torn tail", act: "append", after: OLD, together: false, prepare: tearLog },
  { ...shared, title: "a log is rewritten", act: "rewriteLog", after: OLD, linesAfter: LINES, together: false },
  { ...shared, title: "a commit replaces a document", act: "commit", together: true },
  {
    ...shared,
    title: "a first commit creates document, log and folders",
    act: "commit",
    document: "daily/2026-11-15.md",
    before: null,
    lines: null,
    together: true,
  },
  { ...shared, title: "a commit removes a document", act: "commitRemoval", after: null, together: true },
  {
    ...shared,
    title: "recovery voids a commit that died before its rename",
    act: "recover",
    after: OLD,
    linesAfter: HISTORY,
    together: false,
    prepare: (order) => leaveBatch(order, "before the rename"),
  },
  {
    ...shared,
    title: "recovery confirms a commit that died after its rename",
    act: "recover",
    before: NEW,
    linesAfter: [...HISTORY, ...LINES],
    lines: HISTORY,
    together: false,
    prepare: (order) => leaveBatch(order, "after the rename"),
  },
];

const control = { ...shared, together: false };
export const CONTROLS: readonly Scene[] = [
  { ...control, title: "a writer that writes in place", act: "inPlace", linesAfter: HISTORY },
  { ...control, title: "a writer that logs first and writes then, with nothing to tell them apart", act: "logThenWrite", together: true },
  { ...control, title: "a writer that appends in pieces", act: "splitAppend", after: OLD },
];

export interface Stage {
  readonly scene: Scene;
  readonly order: Order;
  readonly watch: Watch;
  readonly clear: () => void;
}

export function setStage(scene: Scene, folder = mkdtempSync(join(tmpdir(), "codicil-fault-"))): Stage {
  const order: Order = {
    act: scene.act,
    home: join(folder, "home"),
    state: join(folder, "state"),
    document: scene.document,
    log: scene.log,
    content: scene.after ?? "",
  };
  const document = join(order.home, scene.document);
  const log = join(order.state, scene.log);
  mkdirSync(order.home, { recursive: true });
  mkdirSync(order.state, { recursive: true });
  if (scene.before !== null) put(document, scene.before);
  if (scene.lines !== null) put(log, scene.lines.map((line) => `${line}\n`).join(""));
  scene.prepare?.(order);
  const temps = [tempOwner(nameOf(document), null), tempOwner(nameOf(document), log)].map((owner) => beside(document, owner));
  const paths = [
    document,
    dirname(document),
    log,
    dirname(log),
    order.home,
    order.state,
    ...temps,
    beside(log, tempOwner(nameOf(log), null)),
  ];
  const damaged = [join(order.state, "damaged"), join(order.state, `damaged/ledger-memory.jsonl-${TEMP_HEX}`)];
  return {
    scene,
    order,
    watch: { paths: [...new Set([...paths, ...damaged])], answerFile: join(folder, "answer/said") },
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Everything that is wrong with what a reader finds, and with what recovery and a second try make of it. */
export async function findFaults(stage: Stage, acknowledged: boolean): Promise<string[]> {
  const faults: string[] = [];
  const first = await look(stage, faults, "before recovery");
  if (acknowledged && !isDone(stage, first)) faults.push("it was acknowledged and did not happen");

  const { document, log } = placesOf(stage.order);
  const writer = writerOf(openFiles({ home: stage.order.home, project: null, state: stage.order.state, random }));
  await writer.recover(log, document);
  const second = await look(stage, faults, "after recovery");
  if (JSON.stringify(first) !== JSON.stringify(second)) faults.push("recovery changed what a reader had seen");
  for (const temp of tempsIn(stage)) faults.push(`${temp} is still there after recovery`);

  // The caller's side of exactly once: look whether it happened, and do it only if not.
  if (!isDone(stage, second)) await again(stage, writer);
  const third = await look(stage, faults, "after a second try");
  if (!isDone(stage, third)) faults.push("a second try did not bring it about exactly once");
  return faults;
}

/** What must hold at once after an error was reported: nothing changed, unless the error came after the rename. */
export async function findChanges(stage: Stage, renamed: boolean): Promise<string[]> {
  const faults: string[] = [];
  const now = await look(stage, faults, "after the error");
  // Recovery writes down what every reader had seen already.
  const old = stage.scene.act === "recover" ? wanted(stage.scene) : (stage.scene.lines ?? []);
  const untouched = now.document === stage.scene.before && JSON.stringify(now.lines) === JSON.stringify(old);
  if (!untouched && !(renamed && isDone(stage, now))) faults.push("an error was reported and yet something changed");
  return faults;
}

interface Seen {
  readonly document: string | null;
  readonly lines: readonly string[];
}

async function look(stage: Stage, faults: string[], when: string): Promise<Seen> {
  const { scene, order } = stage;
  const store = openFiles({ home: order.home, project: null, state: order.state, random });
  const places = placesOf(order);
  const file = await store.read(places.document);
  const log = await store.readLog(places.log);
  const seen: Seen = { document: file && Buffer.from(file.bytes).toString("utf8"), lines: log.lines };
  const old = scene.lines ?? [];
  const end = wanted(scene);
  if (seen.document !== scene.before && seen.document !== scene.after) faults.push(`the document is neither old nor new ${when}`);
  const isOld = JSON.stringify(seen.lines) === JSON.stringify(old);
  const isNew = JSON.stringify(seen.lines) === JSON.stringify(end);
  const isBeginning = isAppend(scene) && JSON.stringify(seen.lines) === JSON.stringify(end.slice(0, seen.lines.length));
  if (!isOld && !isNew && !isBeginning) faults.push(`the log has lines that nobody wrote ${when}`);
  if (log.torn !== null && log.torn !== TORN) faults.push(`the log ends in the middle of a line ${when}`);
  if (scene.together && (seen.document === scene.after) !== isNew) faults.push(`document and log tell different stories ${when}`);
  for (const folder of ["", dirname(scene.document)])
    for (const name of await store.list("home", folder === "." ? "" : folder))
      if (name.startsWith(".codicil")) faults.push(`${name} is visible ${when}`);
  return seen;
}

function isDone({ scene }: Stage, seen: Seen): boolean {
  return seen.document === scene.after && JSON.stringify(seen.lines) === JSON.stringify(wanted(scene));
}

async function again(stage: Stage, writer: Writer): Promise<void> {
  const { scene, order } = stage;
  const { document, log } = placesOf(order);
  const bytes = scene.after === null ? null : Buffer.from(scene.after);
  const expect = scene.before === null ? null : sha256(scene.before);
  if (scene.together) await writer.commit({ place: document, expect, bytes, log, lines: LINES });
  else if (isAppend(scene)) {
    const store = openFiles({ home: order.home, project: null, state: order.state, random });
    const there = (await store.readLog(log)).lines.length - (scene.lines ?? []).length;
    await writer.append(log, LINES.slice(there));
  } else if (scene.act === "rewriteLog") await writer.rewriteLog(log, LINES);
  else if (bytes === null) await writer.remove(document, expect ?? "");
  else if (scene.before !== scene.after) await writer.write(document, bytes, expect);
}

function isAppend({ act }: Scene): boolean {
  return act === "append" || act === "splitAppend";
}

function wanted(scene: Scene): readonly string[] {
  return scene.linesAfter ?? [...(scene.lines ?? []), ...LINES];
}

function tempsIn({ order }: Stage): string[] {
  return [order.home, order.state].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => isTempName(nameOf(path))),
  );
}

function tearLog(order: Order): void {
  writeFileSync(join(order.state, order.log), TORN, { flag: "a" });
}

function leaveBatch(order: Order, died: "before the rename" | "after the rename"): void {
  const document = join(order.home, order.document);
  const log = join(order.state, order.log);
  const temp = beside(document, tempOwner(nameOf(document), log));
  const batch = {
    id: "b1",
    lines: LINES.length,
    root: "home",
    base: order.home,
    path: order.document,
    temp: nameOf(temp),
    before: sha256(OLD),
    after: sha256(NEW),
  } as const;
  writeFileSync(log, frameBatch(batch, LINES), { flag: "a" });
  if (died === "before the rename") writeFileSync(temp, NEW);
}

function put(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function beside(file: string, owner: string): string {
  return join(dirname(file), tempName(owner, TEMP_HEX, "-fault"));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
