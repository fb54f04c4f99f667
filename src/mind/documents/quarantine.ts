// quarantine: the lines that are in documents and do not reach the model, and the person's statement that lets one through.

import { AppError } from "../../base/index.ts";
import { releaseLines, trustProject } from "../../deltas/index.ts";
import { documentNamed } from "./explain.ts";
import { load, loadOne } from "./load.ts";
import type { Mind } from "../open.ts";
import { type ByPerson, needPerson } from "../person.ts";

/** A quarantined line, and why. */
export interface HeldLine {
  readonly document: string;
  readonly line: number;
  readonly text: string;
  readonly why: string;
}

/** The lines that were quarantined. */
export async function heldLines(mind: Mind): Promise<HeldLine[]> {
  const loaded = await load(mind);
  return loaded.flatMap(({ document, held }) => held.map((each) => ({ document: document.key, ...each })));
}

/** Lets one line through, as it is now: a changed line is held again. */
export async function release(mind: Mind, name: string, line: number, by: ByPerson): Promise<HeldLine> {
  needPerson(by?.person, "release");
  const document = documentNamed(mind, name);
  const found = (await loadOne(mind, document))?.held.find((each) => each.line === line);
  if (!found)
    throw new AppError("NOT_FOUND", `line ${line} of ${document.key} is not quarantined`, {
      hint: "codicil quarantine lists the lines that are.",
    });
  await releaseLines(mind.deps, document, [found.text]);
  return { document: document.key, ...found };
}

/** The memory that a repository brings is a foreign file until the person trusts the project. */
export async function trust(mind: Mind, trusted: boolean, by: ByPerson): Promise<string> {
  needPerson(by?.person, "trust");
  const { project } = mind.where;
  if (project === null)
    throw new AppError("BAD_INPUT", "there is no project here to trust", { hint: "Run it inside the project, or name it with --cwd." });
  await trustProject(mind.deps, project, trusted);
  return project;
}
