// An instruction file as a person changes it from the page: a document of this mind, its text, and what the rules would be
// with another text in its place.

import { AppError } from "../base/index.ts";
import { combineInTime, compileInTime, settlementAt } from "../gate/compiling.ts";
import { load, type LoadedDocument } from "../mind/documents/load.ts";
import type { Mind } from "../mind/open.ts";
import { writeDocumentText, type Written } from "../mind/documents/write.ts";
import type { CompiledFile, Policy } from "../policy/index.ts";
import { INSTRUCTIONS_LIMIT, readSmallText } from "../store/index.ts";

export interface InstructionText {
  readonly document: LoadedDocument["document"];
  readonly version: string;
  readonly lines: readonly string[];
}

/** null: it is not a document of this mind, or it cannot be read. */
export async function instructionText(mind: Mind, path: string): Promise<InstructionText | null> {
  const { home, cwd } = mind.where;
  const isIt = ({ document: { root, path: name, project } }: LoadedDocument) =>
    `${root === "home" ? home : (project ?? cwd)}/${name}` === path;
  const loaded = (await load(mind)).find(isIt);
  const text = readSmallText(path, INSTRUCTIONS_LIMIT);
  if (loaded === undefined || loaded.version === null || text === null) return null;
  return { document: loaded.document, version: loaded.version, lines: text.split("\n") };
}

export function policyWith(mind: Mind, policy: Policy, changed: { readonly path: string; readonly text: string }): Policy {
  const files = policy.files.flatMap(({ path }): CompiledFile[] => {
    const text = path === changed.path ? changed.text : readSmallText(path, INSTRUCTIONS_LIMIT);
    return text === null ? [] : [compileInTime(path, text)];
  });
  return combineInTime(files, settlementAt(mind.where));
}

export async function writeInstructionText(
  mind: Mind,
  { document, version }: InstructionText,
  lines: readonly string[],
  reason: string,
): Promise<Written> {
  return writeDocumentText(mind, document, lines.join("\n"), { expect: version, reason });
}

export function notOurs(path: string): AppError {
  return new AppError("NOT_FOUND", `${path} is not a document of this mind`, { hint: "Change it in an editor." });
}
