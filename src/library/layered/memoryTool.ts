// MemoryTool, by the layered-memory document's own name (AK-05, AK-12…16, AK-40…44): the memory verbs over a MemoryStore, for
// an agent's list of tools. It answers with an error and does not throw: a model reads the answer.

import { AppError } from "../../base/index.ts";
import type { Receipt } from "../../schema/index.ts";
import type { MemoryAnswer, MemoryFileName } from "../../mind/documents/memory.ts";
import type { MemoryStore } from "./memoryStore.ts";

/** What the memory tool answers. */
export interface MemoryResult {
  readonly success: boolean;
  /** What happened, or what the error is and what to do. */
  readonly result: string;
  /** What the file holds now, in a line or two; of `memoryRead` its text (AK-44). */
  readonly content: string;
  readonly receipt?: Receipt;
}

const FILES: readonly MemoryFileName[] = ["soul", "user", "memory", "daily"];
const file = { type: "string", enum: FILES } as const;

/** Loaded with the first call: a program that imports the library need not have the writer. */
const verbs = () => import("../../mind/documents/memory.ts");
const text = { type: "string" } as const;

type ActionName = "memory_add" | "memory_replace" | "memory_remove" | "memory_read";

const ACTIONS: Readonly<
  Record<
    ActionName,
    { readonly description: string; readonly properties: Readonly<Record<string, object>>; readonly required: readonly string[] }
  >
> = {
  memory_add: {
    description: "Adds content to a section, making the section if it is missing.",
    properties: { file, section: text, content: text },
    required: ["section", "content"],
  },
  memory_replace: {
    description: "Replaces one exact text inside a section.",
    properties: { file, section: text, old_text: text, new_text: text },
    required: ["file", "section", "old_text", "new_text"],
  },
  memory_remove: { description: "Removes a whole section.", properties: { file, section: text }, required: ["file", "section"] },
  memory_read: { description: "Reads a whole file.", properties: { file }, required: ["file"] },
};

/** The memory tool of the layered-memory document: one call with a file, an action and its text (AK-10…16). */
export class MemoryTool {
  readonly name = "memory";
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  /** As function-calling models take them. */
  get specs(): readonly { readonly name: ActionName; readonly description: string; readonly parameters: object }[] {
    return (Object.keys(ACTIONS) as ActionName[]).map((name) => {
      const { description, properties, required } = ACTIONS[name];
      return { name, description, parameters: { type: "object", properties, required } };
    });
  }

  /** One call of a model, by its name and arguments. */
  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<MemoryResult> {
    const given = (key: string) => String(args[key] ?? "");
    const at = args["file"] === undefined ? undefined : given("file");
    if (!Object.hasOwn(ACTIONS, name))
      return failed(
        new AppError("BAD_INPUT", `there is no action ${JSON.stringify(name)}`, { hint: `One of ${Object.keys(ACTIONS).join(", ")}.` }),
      );
    const missing = ACTIONS[name as ActionName].required.filter((key) => typeof args[key] !== "string");
    if (missing.length > 0) return failed(new AppError("BAD_INPUT", `${name} needs ${missing.join(", ")} as text`));
    if (name === "memory_add") return this.memoryAdd(at, given("section"), given("content"));
    if (name === "memory_replace") return this.memoryReplace(given("file"), given("section"), given("old_text"), given("new_text"));
    return name === "memory_remove" ? this.memoryRemove(given("file"), given("section")) : this.memoryRead(given("file"));
  }

  /** `file` is memory unless said otherwise. */
  async memoryAdd(at: string | undefined, section: string, content: string): Promise<MemoryResult> {
    return this.#change(async () => (await verbs()).memoryAdd(await this.#store.open(), { file: at, section, content }));
  }

  async memoryReplace(at: string, section: string, oldText: string, newText: string): Promise<MemoryResult> {
    return this.#change(async () => (await verbs()).memoryReplace(await this.#store.open(), { file: at, section, oldText, newText }));
  }

  async memoryRemove(at: string, section: string): Promise<MemoryResult> {
    return this.#change(async () => (await verbs()).memoryRemove(await this.#store.open(), { file: at, section }));
  }

  async memoryRead(at: string): Promise<MemoryResult> {
    try {
      const { document, text: content } = await (await verbs()).memoryRead(await this.#store.open(), at);
      return { success: true, result: document, content };
    } catch (error) {
      return failed(error);
    }
  }

  async #change(work: () => Promise<MemoryAnswer>): Promise<MemoryResult> {
    try {
      const { receipt, summary } = await work();
      return {
        success: receipt.status !== "refused",
        result: receipt.why === undefined ? receipt.status : `${receipt.status}: ${receipt.why}`,
        content: summary,
        receipt,
      };
    } catch (error) {
      return failed(error);
    }
  }
}

/** AK-41, AK-42: nothing was written, and the model is told why. */
function failed(error: unknown): MemoryResult {
  if (!(error instanceof AppError)) throw error;
  return { success: false, result: `${error.code}: ${error.message}${error.hint === undefined ? "" : ` ${error.hint}`}`, content: "" };
}
