// Folders and files that a sentence names without backticks: "the legacy folder", "src and tests", legacy 目录, "anything under
// Assets/Plugins", "csv or parquet files".

import { wordSet } from "../../base/index.ts";
import { EXTENSIONS, isExtension, isOtherThanPath } from "./spans.ts";

/** What is looked at of a unit of text. */
interface Word {
  readonly text: string;
  readonly word: string | null;
}

const wordAt = (units: readonly Word[], at: number): string => units[at]?.word ?? "";
const textAt = (units: readonly Word[], at: number): string => units[at]?.text ?? "";

const FOLDER = wordSet("folder directory dir subfolder subdirectory");
/** In front of the name: "la carpeta assets", "im Ordner legacy". */
const FOLDER_BEFORE = wordSet("carpeta directorio dossier répertoire pasta diretório ordner verzeichnis");
/** Hangul's first letter. */
const FIRST_WIDE = 0x1100;
const FOLDER_WIDE = /^(?:目[录錄]|文件[夹夾]|資料夾|资料夹|ディレクトリ|フォルダ|폴더|디렉[토터]리)/;
/** Before such a word, they say which folder it is or what it is for. */
const NO_NAME = wordSet(
  "root working current parent home same new project output temp temporary target source destination user system install installation",
  "this that these each own whole entire existing empty wrong other main base shared local correct following separate dedicated top",
  "individual nested feature component module package generated hidden child respective appropriate relevant specific single certain",
  "matching any every workspace default active private sub per repo repository git absolute relative sibling remote the a an my your our its",
  "level skill agent no one another present given proper right dot plugin cache npm node mind data language such in inside of to from",
  "original per-project project-local top-level repo-root app-specific subject session test-specific central common canonical real actual",
  "task feature-specific service example scratch worktree cwd is as or and for with first last next entry active chosen unique",
);
const DETERMINER = wordSet("the your our my");
const ARTICLE = wordSet("a an new another");
/** Names that nothing else has in a sentence about where to work. */
const SURE = wordSet("src");
const BESIDE = wordSet(
  "src lib libs app apps test tests docs packages scripts config public assets examples e2e spec specs server client frontend backend web",
  "api infra tools internal cmd pkg",
);
const NAME = /^[A-Za-z_][\w-]*$/;

/** Whether the word there is the name of a folder. `known`: the lexicon knows it; `beside`: a folder is named just before, in the same list. */
export function isFolderName(units: readonly Word[], at: number, around: { readonly known: boolean; readonly beside: boolean }): boolean {
  const [text, word] = [textAt(units, at), wordAt(units, at)];
  if (word === "" || !NAME.test(text)) return false;
  if (SURE.has(text) || (around.beside && BESIDE.has(text)) || (FIRST.has(text) && isWideFolder(units, at))) return true;
  if (NO_NAME.has(word) || /[a-z]ed$/.test(word)) return false;
  if (FOLDER.has(wordAt(units, at + 1))) return isNamed(units, at, around.known);
  if (FOLDER_BEFORE.has(wordAt(units, at - 1))) return !around.known && word.length > 2;
  return isWideFolder(units, at);
}

/** `data` 目录. Nearly every word of a file is asked about. */
function isWideFolder(units: readonly Word[], at: number): boolean {
  if (!(textAt(units, at + 1).charCodeAt(0) >= FIRST_WIDE)) return false;
  const wide = units.slice(at + 1, at + 7).map((each) => each.text);
  return FOLDER_WIDE.test(wide.join(""));
}

/** "The notes folder"; "do not create folder" and "create a notes folder" name none. */
function isNamed(units: readonly Word[], at: number, known: boolean): boolean {
  const before = wordAt(units, at - 1);
  return DETERMINER.has(before) || !(known || ARTICLE.has(before));
}

/** What the first part of a path is where people write one. */
const FIRST = wordSet(
  "src lib libs docs test tests app apps packages scripts config data db assets public api web infra deploy internal cmd pkg tools vendor",
  "charts alembic migrations backend frontend server client resources static templates components pages core modules examples e2e spec",
  "ios android macos ops terraform k8s helm content locales fixtures storage backups output build dist",
);
/** "docs/tests": the one and the other. */
const EITHER = wordSet(
  "ios android macos windows linux",
  "docs tests test api web data config scripts tools app apps client server frontend backend infra lib build ci types type code lint",
  "examples features feature fixtures deploy output input infrastructure packages e2e spec specs db database library module modules",
  "release process debug development runtime time",
);
const BELOW = wordSet("under below inside within beneath 在 到");
const DONE_TO = wordSet("delete remove erase wipe deleting removing");
const VERBS = wordSet("create update delete add remove edit read write move rename push pull commit merge get set start stop install");
const PATH = /^[\p{L}\w@.-]+(?:\/[\p{L}\w@.-]+)+$/u;

/** "Assets/Plugins": two words that a stroke joins, the first of them a folder's name or behind "under". */
export function isBarePath(text: string, before: string | null): boolean {
  if (!PATH.test(text) || isOtherThanPath(text) || /^[\d./-]+$|\/[A-Z]{2,3}$/.test(text)) return false;
  const [first = "", second = ""] = text.toLowerCase().split("/");
  const known = FIRST.has(first);
  if (before !== null && DONE_TO.has(before) && isNoPair(first, second)) return true;
  if (before !== null && BELOW.has(before)) return known || /[A-Z_.-]/.test(text);
  return known && !EITHER.has(second) && !FIRST.has(second);
}

const isNoPair = (first: string, second: string): boolean =>
  /^[a-z][\w-]+$/.test(first) && !VERBS.has(first) && !(EITHER.has(first) && EITHER.has(second));

const FILES = wordSet("file files");
const JOIN = wordSet("or and");
/** Words that say more often what a file is for. */
const NO_EXTENSION = wordSet("service key sum lock mod in log sig rules map snap m test in feature c h r go pages app bin orig patch");

const ENDING = /^\.[a-z]\w{1,8}$/;

/** ".meta files", "csv or parquet files", 任何 .csv: the files that end so; null where the word is none. */
export function endingAt(units: readonly Word[], at: number): string | null {
  const text = textAt(units, at);
  if (wordAt(units, at) === "") return null;
  if (text.startsWith(".") && ENDING.test(text)) return isExtension(text) || isNewEnding(units, at) ? text : null;
  if (!EXTENSIONS.has(text) || NO_EXTENSION.has(text)) return null;
  let next = at + 1;
  while (next < at + 8 && goesOn(units, next)) next++;
  return isFiles(units, next) ? `.${text}` : null;
}

/** An ending that nobody listed: beside another one, or in front of "files". */
function isNewEnding(units: readonly Word[], at: number): boolean {
  if (textAt(units, at) === ".net") return false;
  return ENDING.test(textAt(units, at - 1)) || ENDING.test(textAt(units, at + 1)) || isFiles(units, at + 1);
}

const goesOn = (units: readonly Word[], at: number): boolean =>
  JOIN.has(wordAt(units, at)) || textAt(units, at) === "," || EXTENSIONS.has(textAt(units, at).replace(/^\./, ""));

/** What a folder is often called, or two words as one, and nothing behind it. */
const endsAsFolder = (units: readonly Word[], at: number): boolean =>
  (FIRST.has(textAt(units, at)) || /^[a-z]+_[a-z]+$/.test(textAt(units, at))) && wordAt(units, at + 1) === "";

/** "Never touch vendor or third_party", "don't edit build or dist": two of them, and nothing behind. `beside`: the first one was read. */
export function isOfPair(units: readonly Word[], at: number, beside: boolean): boolean {
  if (beside) return endsAsFolder(units, at);
  return FIRST.has(textAt(units, at)) && JOIN.has(wordAt(units, at + 1)) && endsAsFolder(units, at + 2);
}

/** A folder by its plain name may be anywhere. */
export const folderGlob = (name: string): string => (FIRST.has(name.toLowerCase()) || BESIDE.has(name) ? `${name}/` : `**/${name}/`);

const isFiles = (units: readonly Word[], at: number): boolean =>
  FILES.has(wordAt(units, at)) || `${textAt(units, at)}${textAt(units, at + 1)}` === "文件";
