// skills: the Agent Skills that the package ships, for whoever installs or prints them.

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { AppError } from "../base/index.ts";
import { diskFacts, readSmallText, walkFiles } from "../store/index.ts";

/** A skill: its name, its description and its files. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  /** Paths relative to the skill's folder, SKILL.md first. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** The skills that come with the package. */
export function shippedSkills(): Skill[] {
  const folder = `${packageRoot()}/skills`;
  return [...diskFacts.list(folder)]
    .sort()
    .filter((name) => diskFacts.lstat(`${folder}/${name}/SKILL.md`) !== null)
    .map((name) => {
      const paths = walkFiles(`${folder}/${name}`).sort((a, b) => Number(b === "SKILL.md") - Number(a === "SKILL.md") || (a < b ? -1 : 1));
      const files = paths.map((path) => ({ path, text: readSmallText(`${folder}/${name}/${path}`) ?? "" }));
      return { name, description: /^description:[ \t]*(.+)$/m.exec(files[0]?.text ?? "")?.[1]?.trim() ?? "", files };
    });
}

/** This file is in src/hostSessions, or in a bundle in dist: the package is the first folder above that has the skills. */
function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (folder !== dirname(folder)) {
    if (diskFacts.lstat(`${folder}/skills/memory-bank/SKILL.md`) !== null) return folder;
    folder = dirname(folder);
  }
  throw new AppError("NOT_FOUND", "the skills are not where this program was installed", {
    file: fileURLToPath(import.meta.url),
    hint: "Install the package again; it ships a folder skills/.",
  });
}
