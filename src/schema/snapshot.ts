// A snapshot: the frozen, structured instruction set of one session (S0050). SC-14…17.
//
// Six sections in a fixed order, all always present. Beyond S0050 a source says its hash on disk, why it was loaded and
// what of it is not in the prompt, so that a receipt can be given from the session's own file years later.

import * as v from "valibot";

export const SECTION_KINDS = ["baseline", "agents", "memory", "workspace", "environment", "time"] as const;
export type SectionKind = (typeof SECTION_KINDS)[number];

export const SOURCE_TYPES = ["builtin", "agents_md", "memory"] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

export interface InstructionSource {
  readonly sourceType: SourceType;
  readonly path?: string | undefined;
  readonly scope?: "global_user" | "project" | undefined;
  /** 0 is the lowest. */
  readonly priority?: number | undefined;
  readonly content?: string | undefined;
  /** SHA-256 of the file as it was on disk, for comparing later. */
  readonly hash?: string | undefined;
  /** Why it was loaded, in words. */
  readonly why?: string | undefined;
  /** What of it is not in the prompt, in words. */
  readonly cut?: string | undefined;
}

export interface InstructionSection {
  readonly kind: SectionKind;
  /** Milliseconds since 1970. */
  readonly frozenAt: number;
  readonly sources?: readonly InstructionSource[] | undefined;
  readonly renderedBlock: string;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** What a session's prompt is made of, as it is stored. */
export interface InstructionSnapshot {
  readonly version: 1;
  readonly cwd: string;
  readonly sections: readonly InstructionSection[];
}

const SourceSchema = v.looseObject({
  sourceType: v.picklist(SOURCE_TYPES),
  path: v.optional(v.string()),
  scope: v.optional(v.picklist(["global_user", "project"] as const)),
  priority: v.optional(v.number()),
  content: v.optional(v.string()),
  hash: v.optional(v.string()),
  why: v.optional(v.string()),
  cut: v.optional(v.string()),
});

const SectionSchema = v.looseObject({
  kind: v.picklist(SECTION_KINDS),
  frozenAt: v.number(),
  sources: v.optional(v.array(SourceSchema)),
  renderedBlock: v.string(),
  data: v.optional(v.record(v.string(), v.unknown())),
});

export const SnapshotSchema = v.pipe(
  v.looseObject({ version: v.literal(1), cwd: v.string(), sections: v.array(SectionSchema) }),
  v.check(
    ({ sections }) => sections.map(({ kind }) => kind).join() === SECTION_KINDS.join(),
    `the sections must be ${SECTION_KINDS.join(", ")}, in this order`,
  ),
);
