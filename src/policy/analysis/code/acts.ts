// What a call of inline code does: the deed of its name, with the words of its arguments.

import { absolute } from "../disk.ts";
import { addHazard, addOpaque, type Command, touch } from "../record.ts";
import type { Field } from "../shell/values.ts";
import { noteMoved } from "../files/copies.ts";
import { readScript, walkSeen } from "../carriers/shells.ts";
import { type Deed, deedOf } from "./deeds.ts";
import { evaluate } from "./expressions.ts";
import { atHome, open, run } from "./opening.ts";
import { noteAddress, type Part, type Reading, unseen } from "./reading.ts";

const OF_FILES = /^(?:fs|fse|fsp|fs-extra|graceful-fs|rimraf|del|shelljs|sh|Deno|Bun|require\(|\(expression\))/;

/** What one call does. */
export function act(reading: Reading, deed: Deed, part: Part): void {
  const { command, language, constants } = reading;
  const args = part.args;
  const first = args?.[0] === undefined ? null : evaluate(args[0], constants);
  const touchAll = (access: "delete" | "write" | "append" | "create" | "move", words: readonly Field[] | null, what: string) => {
    if (words === null) return unseen(reading, what);
    for (const word of words)
      touch(command, access, atHome(command, word), {
        recursive: access === "delete",
        inPlace: true,
        makes: access === "write" || access === "append",
      });
  };
  switch (deed) {
    case "run":
      return run(reading, part);
    case "delete":
      // In a program of the project `remove` and `rm` are names like others, unless they come from a library for files.
      if (command.run.inOwnScript && language === "javascript" && !OF_FILES.test(part.name)) return;
      if (args === null) return unseen(reading, "deletes");
      for (const arg of args) {
        const keyword = arg[0]?.kind === "name" && arg[1]?.text === "=" ? arg[0].text : null;
        if (keyword !== null && !/^(?:path|file|filename|name|src|dir|directory)$/.test(keyword)) continue;
        const words = arg[0]?.text === "{" ? [] : evaluate(keyword === null ? arg : arg.slice(2), constants);
        if (args.indexOf(arg) === 0 || language === "perl" || language === "ruby") touchAll("delete", words, "deletes");
      }
      return;
    case "deleteSelf":
      return touchAll("delete", evaluate(part.owner, constants), "deletes");
    case "writeSelf":
      return touchAll("write", evaluate(part.owner, constants), "writes");
    case "moveSelf":
      touchAll("move", evaluate(part.owner, constants), "moves");
      for (const from of evaluate(part.owner, constants) ?? [])
        for (const to of first ?? []) noteMoved(command, placeIn(command, from), placeIn(command, to) ?? "");
      return touchAll("write", first, "moves");
    case "makeSelf":
      return;
    case "write":
      return touchAll("write", first, "writes");
    case "append":
      return touchAll("append", first, "writes");
    case "open":
      return open(reading, part, first);
    case "copy":
    case "move":
    case "link": {
      const second = args?.[1] === undefined ? null : evaluate(args[1], constants);
      if (deed === "move") {
        touchAll("move", first, "moves");
        for (const from of first ?? [])
          for (const to of second ?? []) noteMoved(command, placeIn(command, from), placeIn(command, to) ?? "");
      }
      if (deed === "link") for (const word of first ?? []) noteLink(command, word);
      if (second !== null && /cpSync|copytree|cp_r|copySync|(?:^|\.)cp$/.test(part.name)) {
        for (const word of second) touch(command, "write", atHome(command, word), { recursive: true });
        return;
      }
      return touchAll("write", second, "writes");
    }
    case "make":
      return;
    case "mode":
      if (args?.[1]?.length === 1 && /^0(?:o?0+)?$/.test(args[1][0]?.text ?? ""))
        addHazard(command.run, "destructive", "it takes the owner's right to read away", command.index);
      for (const word of first ?? []) if (!/^\d+$/.test(word.text)) touch(command, "write", word, { attributes: true });
      return first === null ? unseen(reading, "changes the rights of") : undefined;
    case "later":
      if (args?.[0]?.length === 1 && args[0][0]?.kind === "string") return reading.readInner(args[0][0].text);
      return;
    case "eval":
      if (args === null)
        return part.name === "do" || part.name === "eval"
          ? language === "perl" || language === "ruby"
            ? undefined
            : unseen(reading, "runs")
          : undefined;
      if (args[0]?.[0]?.text === "{") return;
      if (first === null || first.length !== 1) return unseen(reading, "runs");
      return reading.readInner(first[0]?.text ?? "");
    case "script":
      // A block after `do`, a module's name after `require`: no file.
      if (args === null || args[0]?.[0]?.text === "{" || args[0]?.[0]?.kind === "name") return;
      if (first === null) return unseen(reading, "runs");
      for (const word of first) {
        const script = readScript(command, word);
        if ((script.kind === "opaque" && /[./]/.test(word.text)) || (script.kind === "opaque" && language === "lua"))
          addOpaque(command.run, script.why, command.index);
        if (script.kind === "text") walkSeen(command.run, script, () => reading.readInner(script.text));
      }
      return;
    case "dynamic":
      if (/import/.test(part.name) && first !== null) return;
      if (part.name === "getattr" && args !== null && isPlainAttribute(reading, args)) return;
      return unseen(reading, "may run or reach");
    case "send":
    case "fetch": {
      const urls = (args ?? []).flatMap((each) =>
        each.filter((token) => token.kind === "string" && /^\w+:\/\//.test(token.text)).map((token) => token.text),
      );
      noteAddress(reading, urls);
      if (deed === "send" || (args?.length ?? 0) > 1 || urls.length === 0) reading.reads = true;
      return;
    }
    case "environment":
      reading.reads = true;
      return;
    case "readFile":
      for (const word of first ?? (args?.length === 0 ? evaluate(part.owner, constants) : null) ?? []) {
        if (/^\w+:\/\//.test(word.text)) noteAddress(reading, [word.text]);
        else {
          reading.reads = true;
          touch(command, "read", atHome(command, word));
        }
      }
      if (first === null) {
        reading.reads = true;
        const url = args?.[0]?.find((token) => token.kind === "string" && /^\w+:\/\//.test(token.text));
        if (url !== undefined) noteAddress(reading, [url.text]);
      }
      return;
    default:
      throw new Error(`unknown deed: ${String(deed)}`);
  }
}

/** `getattr(x, 'name')` of a name that does nothing. */
function isPlainAttribute({ language, constants, names }: Reading, args: NonNullable<Part["args"]>): boolean {
  const owner = args[0]?.length === 1 && args[0][0]?.kind === "name" ? args[0][0].text : null;
  const attribute = args[1] === undefined ? null : evaluate(args[1], constants);
  if (owner === null || attribute?.length !== 1) return false;
  return deedOf(language, `${names.get(owner) ?? owner}.${attribute[0]?.text ?? ""}`) === null;
}

function placeIn({ run, shell }: Command, word: Field): string | null {
  return absolute(run.disk, shell.cwd, word.text)?.path ?? null;
}

function noteLink(command: Command, word: Field): void {
  const path = touch(command, "read", word);
  if (path !== null) command.run.links.push({ target: path, program: command.index });
}
