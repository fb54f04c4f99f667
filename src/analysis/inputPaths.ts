// Paths that no field of an input has by itself: a folder and a name beside it, and the names of a map of files.

import { wordSet } from "../base/index.ts";

type Input = Readonly<Record<string, unknown>>;

export interface GivenPath {
  readonly key: string;
  readonly path: string;
  readonly act?: string;
}

/** Written together and in small letters. */
const FOLDERS = wordSet(
  "root dir directory folder path base parent cwd workdir workingdir workingdirectory dest destination target project workspace location",
  "to projectroot projectdir projectpath rootdir rootpath basedir basepath parentdir parentpath workspaceroot workspacepath targetdir",
  "outputdir outdir savedir destdir dirpath folderpath outputpath targetpath destinationpath",
);
const NAMES = wordSet("file name filename basename newname path filepath relativepath relpath relative");
const MAPS = wordSet("file files filemap filecontents paths documents changes edits writes");
/** Fields of one file rather than files. */
const FILE_NAME = /^(?![\w-]{0,40}$)[^\n\uE000]{1,1024}$/;

const plain = (key: string) => key.toLowerCase().replace(/[_-]/g, "");

/** `{project_root: "/home/u/.claude", file: "settings.json"}`. */
export function joinedPaths(input: Input): readonly GivenPath[] {
  const given = Object.entries(input).filter((each): each is [string, string] => typeof each[1] === "string" && each[1] !== "");
  const folders = given.filter(([key, value]) => FOLDERS.has(plain(key)) && !value.includes("\n"));
  const names = given.filter(([key, value]) => NAMES.has(plain(key)) && !/^[~/]|^\w+:|\n/.test(value));
  return folders.flatMap(([key, folder]) =>
    names.filter(([name]) => name !== key).map(([, name]) => ({ key, path: `${folder.replace(/\/$/, "")}/${name}` })),
  );
}

/** `{files: {"AGENTS.md": "text"}}`: whoever gives no text for one takes it away. */
export function pathsOfMap(key: string, input: Input): readonly (GivenPath & { readonly content: string | undefined })[] {
  if (!MAPS.has(plain(key))) return [];
  return Object.entries(input)
    .filter(([name]) => FILE_NAME.test(name))
    .map(([path, text]) => ({
      key,
      path,
      content: typeof text === "string" ? text : undefined,
      ...(text === null ? { act: "delete" } : {}),
    }));
}
