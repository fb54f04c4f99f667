// A delta: a YAML file of entries from one source. Version 1.0.0 is the last-word document's own format and stays
// readable forever; 1.1.0 adds operations. Reading is strict: aliases, tags, duplicate keys and unknown fields are
// errors with a line, because a delta that is half understood would be half applied.

import * as v from "valibot";
import { AppError, given } from "../../base/index.ts";
import { checkShape } from "../text/checkShape.ts";
import { type Entry, EntrySchema, OPERATIONS_1_0, type RawEntry, toEntry } from "./entry.ts";
import { readOwnDelta } from "./deltaText.ts";
import type { YamlLines } from "../text/yaml.ts";

export const DELTA_VERSIONS = ["1.0.0", "1.1.0"] as const;
export type DeltaVersion = (typeof DELTA_VERSIONS)[number];

/** A file of entries that were planned together. */
export interface Delta {
  readonly version: DeltaVersion;
  readonly source: string;
  /** A file that was applied and kept (LW-62): readers pass over it. */
  readonly applied?: boolean | undefined;
  readonly entries: readonly Entry[];
}

/** A delta read from text, with where each entry is in it. */
export interface LocatedDelta extends Delta {
  /** Line (1-based) and offsets of each entry; `end` is where the next entry or the rest begins. */
  readonly spans: readonly { readonly line: number; readonly start: number; readonly end: number }[];
}

export const DeltaSchema = v.strictObject({
  version: v.string(),
  source: v.pipe(v.string(), v.nonEmpty("is empty")),
  applied: v.optional(v.boolean()),
  entries: v.array(EntrySchema),
});

/** The version that a set of entries needs: 1.0.0 wherever that is enough. */
export function versionFor(entries: readonly Entry[]): DeltaVersion {
  const fits = (e: Entry) => (OPERATIONS_1_0 as readonly string[]).includes(e.operation) && e.scope === undefined;
  return entries.every(fits) ? "1.0.0" : "1.1.0";
}

export async function readDelta(
  text: string,
  file: string,
  { longest = Infinity }: { readonly longest?: number } = {},
): Promise<LocatedDelta> {
  // Files that we wrote ourselves need no YAML parser: it would take two seconds for ten thousand entries.
  const own = readOwnDelta(text);
  if (own) return finish(own.value, own.lines, file);
  const hint = "Split it into several files.";
  if (text.length > longest) throw new AppError("TOO_LARGE", `it has ${text.length} characters; the limit is ${longest}`, { file, hint });
  // Late, as in every codec: many commands read no YAML that a person wrote, and the parser takes longer to load than they run.
  const { parseYaml } = await import("../text/yaml.ts");
  const parsed = parseYaml(text, file);
  return finish(parsed.value, parsed.lines, file);
}

function finish(value: unknown, lines: YamlLines, file: string): LocatedDelta {
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === "string" && !(DELTA_VERSIONS as readonly string[]).includes(version)) {
    throw new AppError("UNKNOWN_VERSION", `version ${version} is not one of ${DELTA_VERSIONS.join(", ")}`, {
      file,
      line: lines.lineOf(["version"]),
      hint: "A newer Codicil wrote this file, or the version is mistyped.",
    });
  }
  const hint = "schema.yaml beside config.yaml describes the format.";
  const shape = checkShape(DeltaSchema, value, { file, lines, code: "BAD_ENTRY", hint });
  const entries = shape.entries.map((raw: RawEntry, index) => {
    // A getter: counting lines is only paid for when there is an error to report.
    const where = {
      file,
      get line() {
        return lines.lineOf(["entries", index]);
      },
    };
    const entry = toEntry(raw, where);
    if (version === "1.0.0" && versionFor([entry]) !== "1.0.0") {
      throw new AppError("UNKNOWN_VERSION", `${entry.operation} with its fields needs version 1.1.0`, {
        ...where,
        hint: 'Change the first line to version: "1.1.0".',
      });
    }
    return entry;
  });
  return {
    version: shape.version as DeltaVersion,
    source: shape.source,
    ...given({ applied: shape.applied }),
    entries,
    spans: entries.map((_, index) => lines.spanOf(index)),
  };
}
