// What the check of regular expressions lets pass, each with the reason.

/** Polynomial expressions that read a text of bounded length: which bound, and where it is enforced. */
export const BOUNDED: readonly { readonly file: string; readonly source: string; readonly flags?: string; readonly bound: string }[] = [
  {
    file: "src/content/secrets/gaps.ts",
    source: String.raw`(\\?["'${"`"}])[ \t]{0,8}(?:[+.&\\]|\|\||\.\.)?[ \t]{0,8}(?:\r?\n[ \t]{0,60})?(?:(?:[+.&]|\|\|)[ \t]{0,8})?f?\1`,
    bound: "every repetition is counted, and it is tried at one place",
  },
  { file: "src/content/secrets/names.ts", source: "[A-Z]+(?![a-z])|[A-Z]?[a-zñ]+|\\d+", bound: "a run of capitals gives back one letter at most" },
  { file: "src/content/secrets/values.ts", source: "[A-Z]+(?![a-z])|[A-Z]?[a-z]+", bound: "a run of capitals gives back one letter at most" },
];

/** Built from a text that only a call knows: how many in the file, and why that is safe. */
export const BUILT_LATER: Readonly<Record<string, { readonly count: number; readonly why: string }>> = {
  "src/base/pattern/linear.ts": { count: 3, why: "only tried, and sets for one character: the linear engine itself" },
  "src/base/pattern/quick.ts": { count: 1, why: "globs; runs only where worstCase is small, else the linear engine answers" },
  "src/content/judging/properties.ts": { count: 2, why: "one character set, or a constant expression that the callers pass" },
  "src/content/judging/structure.ts": { count: 2, why: "a mark of at most three characters, quoted" },
  "src/knowledge/bank/protocol.ts": { count: 1, why: "names from a constant list" },
  "src/knowledge/pathNames.ts": { count: 2, why: "constants, built when they are first needed" },
  "src/mind/bankReading/changedValues.ts": { count: 3, why: "names from a document, quoted, between constant parts" },
  "src/mind/doctoring/otherStores.ts": { count: 1, why: "constant file names with a star" },
  "src/policy/analysis/shell/parameters.ts": { count: 3, why: "a glob of a command; takesLong bounds length and loops before" },
  "src/policy/match/matching.ts": { count: 1, why: "words of a rule, quoted, as alternatives" },
  "src/recall/vectors/tokens/normalise.ts": { count: 1, why: "a tokenizer that the person installed" },
  "src/recall/vectors/tokens/split.ts": { count: 3, why: "constants, and one replacement mark of a tokenizer that the person installed" },
  "src/runtime/tools/search.ts": { count: 1, why: "only tried here; it runs in a context of its own with a time limit (PATTERN_MS)" },
  "src/schema/configEdit.ts": { count: 2, why: "a key of the config, from a constant list" },
  "src/snapshot/tags.ts": { count: 1, why: "names from a constant list" },
  "src/store/trash.ts": { count: 1, why: "a constant field name" },
};

/** Polynomial expressions that are not repaired yet. The numbers only go down. */
export const NOT_YET: Readonly<Record<string, number>> = {
  "src/cli/chat/shortly.ts": 1,
  "src/knowledge/bank/keyTrigger.ts": 1,
  "src/knowledge/bank/readable.ts": 1,
  "src/knowledge/bank/triggers.ts": 1,
  "src/mind/bankReading/questions.ts": 1,
  "src/mind/doctoring/ground.ts": 1,
  "src/mind/doctoring/references.ts": 3,
  "src/mind/doctoring/sheet.ts": 4,
  "src/mind/surroundings.ts": 1,
  "src/runtime/memory/words.ts": 2,
  "src/runtime/tools/pageText.ts": 1,
  "web/pages/Sessions.tsx": 1,
  "web/pages/memory/EditorTab.tsx": 1,
};
