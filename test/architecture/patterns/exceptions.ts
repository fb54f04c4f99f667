// What the check of regular expressions lets pass, each with the reason.

/** Polynomial expressions that read a text of bounded length: which bound, and where it is enforced. */
export const BOUNDED: readonly { readonly file: string; readonly source: string; readonly flags?: string; readonly bound: string }[] = [
  {
    file: "src/content/secretShapes/gaps.ts",
    source: String.raw`(\\?["'${"`"}])[ \t]{0,8}(?:[+.&\\]|\|\||\.\.)?[ \t]{0,8}(?:\r?\n[ \t]{0,60})?(?:(?:[+.&]|\|\|)[ \t]{0,8})?f?\1`,
    bound: "every repetition is counted, and it is tried at one place",
  },
  {
    file: "src/content/secretShapes/keyNames.ts",
    source: "[A-Z]+(?![a-z])|[A-Z]?[a-zñ]+|\\d+",
    bound: "a run of capitals gives back one letter at most",
  },
  {
    file: "src/content/secretShapes/values.ts",
    source: "[A-Z]+(?![a-z])|[A-Z]?[a-z]+",
    bound: "a run of capitals gives back one letter at most",
  },
  {
    file: "src/cli/chat/shortly.ts",
    source: String.raw`(?:\S*\/)?(?:node|bun)\s+(?:--\S+\s+)*\S*\/(?:codicil\.cjs|entry\.ts)|\S*\/codicil(?=\s)`,
    flags: "g",
    bound: "a command of at most LONGEST_SHOWN characters",
  },
  {
    file: "src/knowledge/bank/protocol.ts",
    source: String.raw`(?:^|\/)[^/]*(?:secret|credential|password|passwd|token|private[-_]?key|id_(?:rsa|ed25519|ecdsa))[^/]*\.(?:json|jsonc|ya?ml|toml|ini|cfg|properties|txt|xml)$`,
    flags: "iu",
    bound: "a path of at most LONGEST_PATH characters",
  },
  {
    file: "src/knowledge/bank/triggers.ts",
    source: String.raw`^(?:and|so|then|but|what about|how about)?\s*(?:why|really|how so|like what|which one|the (?:first|second|third|last|other) one|it|that|this|these|those|them)?\s*(?:one|too|also|now|then|again|not)?[\s?!.,]*$`,
    flags: "iu",
    bound: "a message of at most LONGEST_FOLLOW_UP characters",
  },
  {
    file: "src/recall/reading/languages.ts",
    source: "```[\\s\\S]*?```|`[^`\\n]+`",
    flags: "g",
    bound: "the first 2 * LOOKED_AT characters of a text",
  },
  {
    file: "src/bank/questions.ts",
    source: String.raw`[\p{Script=Han}]+|[\p{L}\p{N}_][\p{L}\p{N}_./-]*[\p{L}\p{N}_]|\p{L}`,
    flags: "gu",
    bound: "at most LONGEST_QUESTION characters of the question",
  },
  {
    file: "src/doctor/texts/references.ts",
    source: "`[^`\\n]*`|\\S*\\/\\S*",
    flags: "g",
    bound: "a line of a unit: at most LONGEST_LINE characters (sheet.ts)",
  },
  {
    file: "src/doctor/texts/references.ts",
    source: String.raw`\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)`,
    flags: "g",
    bound: "a line of a unit: at most LONGEST_LINE characters (sheet.ts)",
  },
  {
    file: "src/doctor/texts/references.ts",
    source: String.raw`\b[a-z][a-z0-9+.-]*:\/\/\S+`,
    flags: "gi",
    bound: "a line of a unit: at most LONGEST_LINE characters (sheet.ts)",
  },
  {
    file: "src/doctor/texts/sheet.ts",
    source: "^\\s*(?:[-*+]\\s+|\\d{1,9}[.)]\\s+)?(`{3,}|~{3,})\\s*([^`]*)$",
    bound: "a line of at most LONGEST_LINE characters",
  },
  {
    file: "src/doctor/texts/sheet.ts",
    source: String.raw`^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$`,
    bound: "a line of at most LONGEST_LINE characters",
  },
  {
    file: "src/doctor/texts/sheet.ts",
    source: String.raw`^(\s*)(?:[-*+]|(\d{1,9}[.)]))\s+(\[[ xX]\]\s+)?(.*)$`,
    bound: "a line of at most LONGEST_LINE characters",
  },
  {
    file: "src/doctor/texts/sheet.ts",
    source: String.raw`^ {0,3}(?:(?:[-*_]\s*){3,}|=+|-{2,}|§)\s*$`,
    bound: "a line of at most LONGEST_LINE characters",
  },
  {
    file: "src/runtime/memory/wordings.ts",
    source: String.raw`\n+|(?<=[!?。！？；])\s*|(?<=[a-z0-9)"'’\]]\.)\s+(?=[A-Z\u4e00-\u9fff])`,
    flags: "u",
    bound: "white space is tried behind the end of a sentence only, so that a run is read once",
  },
  {
    file: "web/pages/memory/EditorTab.tsx",
    source: String.raw`^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*$`,
    bound: "a line of at most LONGEST_HEADING characters",
  },
];

/** Built from a text that only a call knows: how many in the file, and why that is safe. */
export const BUILT_LATER: Readonly<Record<string, { readonly count: number; readonly why: string }>> = {
  "src/base/pattern/either.ts": { count: 1, why: "a text, quoted" },
  "src/base/pattern/linear.ts": { count: 3, why: "only tried, and sets for one character: the linear engine itself" },
  "src/base/pattern/quick.ts": { count: 1, why: "globs; runs only where worstCase is small, else the linear engine answers" },
  "src/content/characters/properties.ts": { count: 2, why: "one character set, or a constant expression that the callers pass" },
  "src/content/structure/structure.ts": { count: 2, why: "a mark of at most three characters, quoted" },
  "src/knowledge/bank/protocol.ts": { count: 1, why: "names from a constant list" },
  "src/knowledge/keys/pathNames.ts": { count: 2, why: "constants, built when they are first needed" },
  "src/bank/conflicts.ts": { count: 3, why: "names from a document, quoted, between constant parts" },
  "src/doctor/otherStores.ts": { count: 1, why: "constant file names with a star" },
  "src/analysis/expansion/parameters.ts": { count: 3, why: "a glob of a command; takesLong bounds length and loops before" },
  "src/policy/match/matching.ts": { count: 1, why: "words of a rule, quoted, as alternatives" },
  "src/recall/tokens/normalise.ts": { count: 1, why: "a tokenizer that the person installed" },
  "src/recall/tokens/split.ts": { count: 3, why: "constants, and one replacement mark of a tokenizer that the person installed" },
  "src/runtime/tools/search.ts": { count: 1, why: "only tried here; it runs in a context of its own with a time limit (PATTERN_MS)" },
  "src/schema/files/configEdit.ts": { count: 2, why: "a key of the config, from a constant list" },
  "src/snapshot/tags.ts": { count: 1, why: "names from a constant list" },
  "src/store/trash/trashNotes.ts": { count: 1, why: "a constant field name" },
  "src/store/trash/scrub.ts": { count: 1, why: "a text, quoted, each letter in two cases" },
};
