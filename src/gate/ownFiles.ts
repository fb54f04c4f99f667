// The files that are this gate: the program that runs now, the one that the hosts' launcher names, the library it loads and
// the Node that runs them. An agent that could change one of them would have no gate at its next call.

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { diskFacts, readSmallText } from "../store/index.ts";

/** Absolute paths as the launcher has them: plain, or in single quotes. */
const PATHS = /'(\/[^'\n]+)'|(?<=[\s=])(\/[\w./:@%+=,-]+)/g;
const NATIVE = "fs-native-extensions";

/** Folders and files. A checkout of Codicil that is a project, and not what is installed, can be worked on. */
export function ownFilesOf(state: string, project: string): string[] {
  const launchers = ["codicil-hook", "codicil-gate", "codicil"].map((name) => readSmallText(`${state}/bin/${name}`, 64 * 1024) ?? "");
  const named = launchers.flatMap(pathsIn).filter((path) => !isAt(path, state));
  const here = fileURLToPath(import.meta.url);
  const isWorkedOn = (path: string) => isAt(path, project) && !path.slice(project.length).includes("/node_modules/");
  const running = isWorkedOn(here) ? [] : [here];
  const node = isAt(process.execPath, project) ? [] : [process.execPath];
  return [...new Set([...node, ...[...named, ...running].flatMap(filesOf)])];
}

function pathsIn(launcher: string): string[] {
  return [...launcher.matchAll(PATHS)].map(([, quoted, plain]) => quoted ?? plain ?? "").filter(isFile);
}

/** A file of a package stands for the folder of the package that it is in, and for the native library beside it. */
function filesOf(file: string): string[] {
  const root = packageOf(file);
  if (root === null) return isFile(file) ? [file] : [];
  // A package that a host installed by itself has the program in a folder, beside the scripts and the list of hooks.
  if (root.endsWith("/program") && diskFacts.lstat(`${dirname(root)}/bin/codicil-hook`) !== null) return [dirname(root)];
  const isInstalled = dirname(root).endsWith("/node_modules");
  const part = file.slice(root.length + 1).split("/")[0] ?? "";
  const native = [`${root}/node_modules/${NATIVE}`, `${dirname(root)}/${NATIVE}`].filter((path) => diskFacts.lstat(path) !== null);
  return [isInstalled ? root : `${root}/${part}`, ...native];
}

/** The folder of Codicil's own package; null: the file belongs to none. */
function packageOf(file: string): string | null {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const text = readSmallText(`${folder}/package.json`, 256 * 1024);
    if (text !== null) return /"name"\s*:\s*"codicil"/.test(text) ? folder : null;
  }
  return null;
}

function isFile(path: string): boolean {
  const kind = diskFacts.lstat(path);
  return kind === "file" || kind === "hardlinked";
}

function isAt(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
