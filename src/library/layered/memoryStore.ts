// The façade of the layered-memory document, by its own names: MemoryFile and MemoryStore (AK-20…38).
// It is a view on the same documents and the same writer; nothing here touches a file by itself.

import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import { AppError, countChars, daysBefore, localDay } from "../../base/index.ts";
import type { DocumentRef } from "../../knowledge/index.ts";
import type { createEditor } from "../../markdown/index.ts";
import type { MemoryFileName } from "../../mind/documents/memory.ts";
import type { Mind, OpenOptions } from "../../mind/open.ts";

const parts = () => import("./memoryParts.ts");

/** All layers as text. */
export interface MemorySnapshot {
  readonly soul: string;
  readonly user: string;
  readonly memory: string;
  readonly daily: string;
  readonly totalChars: number;
}

/** One document as text and sections. A missing document reads as "" and never throws (AK-20). */
export class MemoryFile {
  readonly #mind: () => Promise<Mind>;
  readonly #document: (mind: Mind) => Promise<DocumentRef>;

  /** A .md file anywhere, alone; of a store's layers, `MemoryStore.getFile` gives one. */
  constructor(file: string | LayerFile, options: Omit<OpenOptions, "home"> = {}) {
    const { mind, document } = typeof file === "string" ? fileAlone(resolve(file), options) : file;
    this.#mind = mind;
    this.#document = document;
  }

  async read(): Promise<string> {
    const mind = await this.#mind();
    return (await (await parts()).readOne(mind, await this.#document(mind)))?.text ?? "";
  }

  async write(text: string): Promise<void> {
    const mind = await this.#mind();
    await (await parts()).writeWhole(mind.deps, await this.#document(mind), text, { reason: "MemoryFile.write" });
  }

  /** The content under a heading; "" when there is none. */
  async readSection(name: string): Promise<string> {
    const { findSection, readOutline, sectionContent } = await parts();
    const outline = readOutline(await this.read());
    const found = findSection(outline, name, null);
    return found.kind === "found" ? sectionContent(outline, found.section) : "";
  }

  async addSection(name: string, content: string): Promise<void> {
    await this.#edit((editor) => editor.append({ heading: name, level: null }, content));
  }

  async replaceSection(name: string, old: string, fresh: string): Promise<void> {
    await this.#edit((editor) => editor.replace({ heading: name, level: null }, old, fresh));
  }

  async removeSection(name: string): Promise<void> {
    await this.#edit((editor) => editor.remove({ heading: name, level: null }));
  }

  /** The view that fits: cut from the end, earlier sections kept. The document itself is not cut (X11). */
  async trimToBudget(chars: number): Promise<string> {
    return (await parts()).trimToBudget(await this.read(), chars).text;
  }

  async #edit(edit: (editor: ReturnType<typeof createEditor>) => { kind: string }): Promise<void> {
    const { createEditor, readOne, writeWhole } = await parts();
    const mind = await this.#mind();
    const document = await this.#document(mind);
    const loaded = await readOne(mind, document);
    const editor = createEditor(loaded?.text ?? "");
    const outcome = edit(editor);
    if (outcome.kind === "unchanged") return;
    if (outcome.kind !== "edited") {
      const code =
        outcome.kind === "missing"
          ? "HEADING_NOT_FOUND"
          : outcome.kind === "text-not-found"
            ? "TEXT_NOT_FOUND"
            : outcome.kind === "protected"
              ? "USER_BLOCK_PROTECTED"
              : "STRUCTURE";
      throw new AppError(code, `the section could not be changed: ${outcome.kind}`, { file: document.key });
    }
    await writeWhole(mind.deps, document, editor.text(), { reason: "MemoryFile", expect: loaded?.version ?? null });
  }
}

interface LayerFile {
  readonly mind: () => Promise<Mind>;
  readonly document: (mind: Mind) => Promise<DocumentRef>;
}

/** The folder that it is in is its home, so that it has the same writer and history as any document. */
function fileAlone(file: string, options: Omit<OpenOptions, "home">): LayerFile {
  let opened: Promise<Mind> | undefined;
  return {
    mind: () => (opened ??= parts().then(({ openMind }) => openMind({ cwd: homedir(), ...options, home: dirname(file) }))),
    document: async (mind) => (await parts()).resolveDocument(mind.environment, file),
  };
}

/** As `loadDailyLogs` joined them. What a day's own text puts under another date stays with the last of them. */
function daysIn(daily: string): string[] {
  const days: string[] = [];
  for (const part of daily.split(/^(?=# \d{4}-\d{2}-\d{2}$)/m)) {
    const last = days.at(-1);
    // A day's document begins with its own date as well.
    const isLater = last !== undefined && part.slice(0, 12) > last.slice(0, 12);
    if (last === undefined || (isLater && days.length < DAYS)) days.push(part);
    else days[days.length - 1] = last + part;
  }
  return days;
}

const DAYS = 2;

/** All four layers under one directory, in AgentKit's layout unless told otherwise. */
export class MemoryStore {
  readonly baseDir: string;
  readonly #options: OpenOptions;
  #opened: Promise<Mind> | undefined;

  constructor(baseDir: string, options: Omit<OpenOptions, "home"> = {}) {
    this.baseDir = baseDir.replace(/^~(?=\/|$)/, () => options.env?.["HOME"] || homedir());
    this.#options = { profile: "agentkit", ...options, home: this.baseDir };
    mkdirSync(`${this.baseDir}/memories/daily`, { recursive: true, mode: 0o700 });
  }

  async loadAll(): Promise<MemorySnapshot> {
    const [soul, user, memory, daily] = [
      await this.getFile("soul").read(),
      await this.getFile("user").read(),
      await this.getFile("memory").read(),
      await this.loadDailyLogs(),
    ];
    return { soul, user, memory, daily, totalChars: countChars(soul) + countChars(user) + countChars(memory) + countChars(daily) };
  }

  /** AK-11's tags and order, each layer within its budget; exactly `basePrompt` when there is no memory (AK-33). */
  async buildSystemPrompt(snapshot: MemorySnapshot, basePrompt: string): Promise<string> {
    const { budgetOf, trimToBudget } = await parts();
    const mind = await this.#mind();
    const within = (role: MemoryFileName, text: string): string => {
      const budget = budgetOf(role, mind.config);
      return budget === null ? text : trimToBudget(text, budget).text;
    };
    const layers: [tag: string, view: string][] = [
      ["agent-identity", within("soul", snapshot.soul)],
      ["user-profile", within("user", snapshot.user)],
      ["agent-notes", within("memory", snapshot.memory)],
      // Each day by itself: a long yesterday takes nothing from today (AK-07).
      [
        "recent-activity",
        daysIn(snapshot.daily)
          .map((day) => within("daily", day).trim())
          .join("\n\n"),
      ],
    ];
    const blocks = layers.flatMap(([tag, text]) => {
      const view = text.trim();
      return view === "" ? [] : [`<${tag}>\n${view.replaceAll(`</${tag}>`, `<\\/${tag}>`)}\n</${tag}>`];
    });
    return blocks.length === 0 ? basePrompt : `${blocks.join("\n\n")}\n\n${basePrompt}`;
  }

  getFile(key: string): MemoryFile {
    return new MemoryFile({ mind: () => this.#mind(), document: async (mind) => (await parts()).documentOf(mind, key as MemoryFileName) });
  }

  /** The last days' documents, oldest first, each under its day. */
  async loadDailyLogs(days = DAYS): Promise<string> {
    const { documentOfRole, readOne, withoutExchanges } = await parts();
    const mind = await this.#mind();
    const today = localDay(mind.deps.clock);
    const texts: string[] = [];
    for (let back = days - 1; back >= 0; back--) {
      const day = daysBefore(today, back);
      const loaded = await readOne(mind, documentOfRole(mind.environment, "daily", day));
      const text = withoutExchanges(loaded?.text ?? "").trim();
      if (text !== "") texts.push(`# ${day}\n\n${text}\n`);
    }
    return texts.join("\n");
  }

  async archiveOldDailies(days = 2): Promise<string[]> {
    return (await parts()).archiveOldDailies(await this.#mind(), days);
  }

  async ensureDefaults(): Promise<void> {
    await (await parts()).begin(await this.#mind());
  }

  /** The mind over this directory. */
  open(): Promise<Mind> {
    return this.#mind();
  }

  async close(): Promise<void> {
    await (await this.#opened)?.close();
  }

  #mind(): Promise<Mind> {
    this.#opened ??= parts().then(({ openMind }) => openMind(this.#options));
    return this.#opened;
  }
}
