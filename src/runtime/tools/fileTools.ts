// read, write, edit, list: the files of the project. Before an existing file is changed, the trash gets a copy of it, so
// that a person can undo what an agent did without having been asked about it.

import { AppError } from "../../base/index.ts";
import { trashKeep } from "../../calls/trash.ts";
import type { Call } from "../../policy/index.ts";
import type { Args, Tool, ToolContext } from "../ports/tool.ts";
import { listFolder, pathIn, readText, writeText } from "./projectFiles.ts";

const MOST_LINES = 2000;
const LONGEST_LINE = 2000;
const MOST_ENTRIES = 500;

const path = { type: "string", description: "relative to the working folder, or absolute" } as const;
const at = (args: Args, { cwd, mind }: ToolContext) => pathIn(cwd, String(args["path"]), mind.where.userHome);
/** A rewritten call names another path or other text. */
const fromFileCall = (call: Call, args: Args): Args | null =>
  "path" in call
    ? { ...args, path: call.path, ...(call.content === undefined || args["content"] === undefined ? {} : { content: call.content }) }
    : null;

export const read: Tool = {
  name: "read",
  description: "Reads a text file, with line numbers. Long files are read in parts: give from and count.",
  parameters: {
    type: "object",
    properties: {
      path,
      from: { type: "integer", description: "first line, 1 by default" },
      count: { type: "integer", description: `how many lines, at most ${MOST_LINES}` },
    },
    required: ["path"],
  },
  toCall: (args) => ({ tool: "read", path: String(args["path"]) }),
  fromCall: fromFileCall,
  run: async (args, context) => {
    const lines = readText(at(args, context)).split(/\r\n|\n|\r/);
    if (lines.at(-1) === "") lines.pop();
    const from = Math.max(1, Number(args["from"] ?? 1));
    const count = Math.min(MOST_LINES, Math.max(1, Number(args["count"] ?? MOST_LINES)));
    const shown = lines
      .slice(from - 1, from - 1 + count)
      .map(
        (line, index) =>
          `${from + index}\t${line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}… [${line.length} characters]` : line}`,
      );
    const rest = lines.length - (from - 1 + shown.length);
    return {
      text: `${shown.join("\n")}${rest > 0 ? `\n[${rest} more lines; the file has ${lines.length}]` : ""}` || "[the file is empty]",
    };
  },
};

export const write: Tool = {
  name: "write",
  description:
    "Writes a whole file, making its folders. To change a part of a file use edit. Documents of memory are changed with the " +
    "memory tools, never with this.",
  parameters: { type: "object", properties: { path, content: { type: "string" } }, required: ["path", "content"] },
  toCall: (args) => ({ tool: "write", path: String(args["path"]), content: String(args["content"]) }),
  fromCall: fromFileCall,
  run: async (args, context) => {
    const file = at(args, context);
    const kept = trashKeep(context.mind, [file]);
    const { created } = writeText(file, String(args["content"]));
    return {
      text: `${created ? "Created" : "Wrote"} ${String(args["path"])} (${String(args["content"]).length} characters).`,
      data: { kept },
    };
  },
};

export const edit: Tool = {
  name: "edit",
  description: "Replaces one exact text in a file by another. The old text must occur exactly once, unless all is true.",
  parameters: {
    type: "object",
    properties: { path, old: { type: "string" }, new: { type: "string" }, all: { type: "boolean" } },
    required: ["path", "old", "new"],
  },
  toCall: (args) => ({ tool: "edit", path: String(args["path"]), content: String(args["new"]) }),
  fromCall: (call, args) => ("path" in call ? { ...args, path: call.path } : null),
  run: async (args, context) => {
    const file = at(args, context);
    const [old, fresh] = [String(args["old"]), String(args["new"])];
    const text = readText(file);
    const count = old === "" ? 0 : text.split(old).length - 1;
    if (count === 0 || (count > 1 && args["all"] !== true)) {
      throw new AppError("TEXT_NOT_FOUND", `the old text occurs ${count} times in the file, not once`, {
        file,
        hint: "Read the file and give a text that occurs exactly once, or set all.",
      });
    }
    const kept = trashKeep(context.mind, [file]);
    writeText(file, text.split(old).join(fresh));
    return { text: `Replaced ${count} ${count === 1 ? "place" : "places"} in ${String(args["path"])}.`, data: { kept } };
  },
};

export const list: Tool = {
  name: "list",
  description: "Lists a folder: names, kinds, sizes.",
  parameters: { type: "object", properties: { path }, required: [] },
  toCall: (args) => ({ tool: "list", input: { path: String(args["path"] ?? ".") } }),
  run: async (args, context) => {
    const entries = listFolder(at({ path: args["path"] ?? "." }, context)).sort((a, b) => (a.name < b.name ? -1 : 1));
    const lines = entries
      .slice(0, MOST_ENTRIES)
      .map(({ name, kind, size }) => (kind === "folder" ? `${name}/` : kind === "file" ? `${name}  ${size} bytes` : `${name}  (${kind})`));
    return {
      text:
        `${lines.join("\n")}${entries.length > MOST_ENTRIES ? `\n[${entries.length - MOST_ENTRIES} more]` : ""}` || "[the folder is empty]",
    };
  },
};
