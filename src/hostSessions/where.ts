// where: which instruction files apply to a path, in which order, with how many tokens, for Codicil and each known host.

import { dirname, resolve } from "node:path";
import { AppError, estimateTokens } from "../base/index.ts";
import { judgePathKey, keyWorld } from "../knowledge/index.ts";
import { type Reader, READERS, whichFiles } from "../snapshot/index.ts";
import { readSmallText } from "../store/index.ts";
import { toldToLoad } from "./hostFiles.ts";
import type { Mind } from "../mind/open.ts";

export interface Applying {
  readonly reader: Reader;
  /** Lowest priority first. */
  readonly files: readonly { readonly path: string; readonly tokens: number }[];
  readonly tokens: number;
}

/** A key as receipts and citations write it means the file of this mind's home; any other path is what it is. */
function meant({ environment, where: at }: Mind, file: string): string {
  const verdict = judgePathKey(file, keyWorld(environment));
  return verdict.kind === "accept"
    ? `${verdict.root === "home" ? at.home : (at.project ?? at.cwd)}/${verdict.path}`
    : resolve(at.cwd, file);
}

/** The file need not exist yet; its folder must. */
export function where(mind: Mind, file: string): Applying[] {
  const { environment, where: at } = mind;
  const path = /^~?\//.test(file) ? meant(mind, file) : resolve(at.cwd, file);
  const real = environment.disk.realpath(environment.disk.lstat(path) === "dir" ? path : dirname(path));
  if (real === null)
    throw new AppError("NOT_FOUND", `there is no folder for ${file}`, { file: path, hint: "Give a path in an existing folder." });
  const request = {
    folder: real,
    cwd: at.cwd,
    userHome: environment.disk.realpath(at.userHome) ?? at.userHome,
    globals: [`${at.home}/${environment.layout.path("agents")}`, `${at.userHome}/.scorel/AGENTS.md`],
    disk: environment.disk,
    override: mind.config.agents.override,
    told: toldToLoad(at),
    detect: mind.config.project_knowledge.auto_detect,
  };
  return READERS.map((reader) => {
    const files = whichFiles(reader, request).map((each) => ({ path: each, tokens: estimateTokens(readSmallText(each) ?? "") }));
    return { reader, files, tokens: files.reduce((sum, { tokens }) => sum + tokens, 0) };
  });
}
