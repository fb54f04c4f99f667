// Hosts, statements for databases, folders and kinds of files that a sentence names without backticks.

import { wordSet } from "../../base/index.ts";
import type { Named, Place } from "./commands.ts";
import { endingAt, folderGlob, isFolderName, isOfPair } from "./folders.ts";
import { spanOf } from "./spans.ts";
import { isJoin, type Token } from "./token.ts";
import type { Unit } from "./units.ts";

export const placeAt = (place: Place): Named | null => bareHost(place) ?? bareStatement(place) ?? bareFolder(place);

const ADDRESS = /^(?:\d{1,3}\.){3}\d{1,3}$/;
const HOST = /^[a-z][\w-]*(?:\.[\w-]+)+$/i;
const TOP = wordSet("internal local lan corp home com net org io dev cn app cloud de fr jp kr br eu");

/** "Never connect to db.example.com", 10.1.2.3 */
function bareHost({ units, at, tokens }: Place): Named | null {
  const { text, word: name } = units[at] as Unit;
  if (!text.includes(".")) return null;
  const connects = tokens.slice(-3).some(({ sense }) => sense?.val === "connect" || sense?.val === "push" || sense?.val === "deploy");
  if (name === null || !(ADDRESS.test(text) || (connects && HOST.test(text) && TOP.has(text.slice(text.lastIndexOf(".") + 1)))))
    return null;
  return { span: { ...spanOf(text, { code: false }), type: "address" }, length: 1 };
}

const SQL = wordSet("DROP TRUNCATE DELETE ALTER");
const SQL_NEXT = wordSet("TABLE TABLES DATABASE SCHEMA INDEX COLUMN FROM");

/** "Any DROP or ALTER TABLE statement"; "DO NOT DELETE" is shouted. */
function bareStatement({ units, at }: Place): Named | null {
  const text = units[at]?.text ?? "";
  if (!SQL.has(text) || units[at]?.word == null) return null;
  const next = units[at + 1]?.text ?? "";
  const whole = SQL_NEXT.has(next);
  const shouted = (unit: Unit | undefined): boolean => /^[A-Z]{2,}$/.test(unit?.text ?? "") && !SQL.has(unit?.text ?? "");
  if (!whole && (shouted(units[at - 1]) || shouted(units[at + 1]))) return null;
  const shown = whole ? `${text} ${next.replace(/S$/, "")}` : text;
  return { span: { ...spanOf(shown, { code: false }), type: "statement", text: shown }, length: whole ? 2 : 1 };
}

/** "The legacy folder"; longer phrases, as "the project folder", are what the table says. */
function bareFolder({ units, at, found, tokens }: Place): Named | null {
  if (found !== null && found.length > 1) return null;
  const ending = endingAt(units, at);
  if (ending !== null) return path(`*${ending}`);
  const beside = isJoin(tokens.at(-1)) && tokens.at(-2)?.span?.type === "path";
  const named = isFolderName(units, at, { known: found !== null, beside }) || ((beside || isDone(tokens)) && isOfPair(units, at, beside));
  return named ? path(folderGlob((units[at] as Unit).text)) : null;
}

/** Right behind what is done to files. */
function isDone(tokens: readonly Token[]): boolean {
  const last = tokens.findLast(({ sense }) => sense?.cls !== "filler");
  return last?.sense?.cls === "act" && FILE_ACTS.test(last.sense.val);
}

const FILE_ACTS = /^(?:change|overwrite|delete|commit|read|create|write)$/;

const path = (text: string): Named => ({ span: { ...spanOf(text, { code: false }), type: "path", text }, length: 1 });
