// begin: a new mind, or the missing parts of one. Never overwrites (AK-37, AK-54).

import { writeSchemaFile } from "../../schema/index.ts";
import { ensureFile, rewriteFile, trustProject, writeWhole } from "../../deltas/index.ts";
import {
  BANK,
  BANK_INDEX,
  BANK_PATTERNS,
  bankIndexText,
  bankPatternsText,
  type Character,
  defaultCharacter,
  documentAt,
  documentOfRole,
  languageFor,
  MEMORY_TEXT,
  soulText,
  USER_TEXT,
} from "../../knowledge/index.ts";
import { writeDefaultConfig } from "../../schema/index.ts";
import { readSmallText } from "../../store/index.ts";
import type { Mind } from "../open.ts";

/** The documents that were written. */
export interface Begun {
  readonly created: readonly string[];
  readonly kept: readonly string[];
}

/** Begins a mind: writes its first documents. Never overwrites. */
export async function begin(
  mind: Mind,
  options: { readonly character?: Partial<Character>; readonly project?: boolean } = {},
): Promise<Begun> {
  const { profile } = mind.environment.layout;
  const character = { ...defaultCharacter(profile, mind.language), ...withoutEmpty(options.character ?? {}) };
  const files = await ensureHome(mind);
  const documents: [ReturnType<typeof documentAt>, string][] = [
    [documentOfRole(mind.environment, "soul", ""), soulText(character, languageFor(profile, mind.language))],
    [documentOfRole(mind.environment, "user", ""), USER_TEXT],
    [documentOfRole(mind.environment, "memory", ""), MEMORY_TEXT],
  ];
  if (options.project === true && mind.where.project !== null) {
    documents.push(
      [documentAt(mind.environment, "project", BANK_INDEX), bankIndexText()],
      [documentAt(mind.environment, "project", BANK_PATTERNS), bankPatternsText()],
    );
    // A bank that this person begins is theirs; one that was there came with the repository.
    if (mind.environment.disk.lstat(`${mind.where.project}/${BANK}`) === null) await trustProject(mind.deps, mind.where.project, true);
  }
  const created = [...files.created];
  const kept = [...files.kept];
  for (const [document, text] of documents) {
    const outcome = await writeWhole(mind.deps, document, text, { reason: "init", onlyIfAbsent: true });
    (outcome.kind === "written" ? created : kept).push(document.key);
  }
  return { created, kept };
}

/** config.yaml and schema.yaml: what last-word promises to find on disk (LW-04, LW-05). */
export async function ensureHome(mind: Mind): Promise<Begun> {
  const created: string[] = [];
  const kept: string[] = [];
  for (const [path, text] of [
    ["last-word/config.yaml", writeDefaultConfig(mind.environment.layout.profile)],
    ["last-word/schema.yaml", writeSchemaFile()],
  ] as const) {
    ((await ensureFile(mind.deps, { root: "home", path }, text)) ? created : kept).push(path);
  }
  await renewSchema(mind);
  return { created, kept };
}

/** The schema is Codicil's own text: one that an earlier version wrote is replaced. One of somebody else's stays. */
async function renewSchema(mind: Mind): Promise<void> {
  const now = writeSchemaFile();
  const written = readSmallText(`${mind.where.home}/last-word/schema.yaml`);
  const isOurs = written?.split("\n", 1)[0] === now.split("\n", 1)[0];
  if (isOurs && written !== now) await rewriteFile(mind.deps, { root: "home", path: "last-word/schema.yaml" }, async () => now);
}

function withoutEmpty(character: Partial<Character>): Partial<Character> {
  return Object.fromEntries(Object.entries(character).filter(([, value]) => value !== undefined && value.trim() !== ""));
}
