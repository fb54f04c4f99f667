// What an act on a kind of thing means: "add dependencies", "commit secrets", "touch the production database".

import { byName } from "../../base/index.ts";
import { deedOf } from "../kinds/deeds.ts";
import { FILE_KINDS, type FileKind } from "../kinds/fileKinds.ts";
import { WRITTEN_SECRET } from "../kinds/writtenText.ts";
import type { Example, Matcher } from "../match/rule.ts";
import { type Meaning, PATH_ACTS, WRITTEN } from "./meaning.ts";

/** Words that have other meanings too, and what must be beside them. */
const TAGS = /git|release|version/i;
const HISTORY = /git|commit|publi|shared|提交|コミット|커밋/i;
const VAGUE: Readonly<Record<string, RegExp>> = byName({
  "rewrite history": HISTORY,
  "change history": HISTORY,
  "add tags": TAGS,
  "delete tags": TAGS,
  "change tags": TAGS,
});

const LIVE = /\b(?:prod|production|live)\b|生产|线上/i;

interface Named {
  readonly noun: string;
  readonly text: string;
}

export function nounMeaning(verb: string, named: Named): Meaning | null {
  const { noun, text } = named;
  const deed = deedOf(verb, noun);
  if (deed !== null) return deedMeaning(verb, named, deed);
  // "Never touch the production database"
  const live = noun === "database" && LIVE.test(text) ? deedOf(verb, "production") : null;
  if (live !== null) return deedMeaning(verb, { noun: "production", text }, live);
  // "Never delete tests"
  if (verb === "delete" && noun === "tests") {
    const files = nounMeaning(verb, { noun: "testfiles", text });
    return files === null ? null : { ...files, doubts: ["a test may be a part of a file"] };
  }
  const kind = FILE_KINDS[noun];
  if (kind === undefined) return null;
  const meaning = noun === "secrets" ? secretMeaning(verb, text, kind) : kindMeaning(verb, text, kind);
  // "Never commit large binaries": small ones may be fine.
  return meaning !== null && /^large\b/i.test(text)
    ? { ...meaning, doubts: [...meaning.doubts, "which files are meant is a guess"] }
    : meaning;
}

function deedMeaning(verb: string, { noun, text }: Named, deed: Matcher): Meaning {
  if (noun === "dependency" && NEEDLESS.test(text)) return { matcher: deed, doubts: ["which of them are needed is a guess"] };
  const told = TOLD[noun];
  if (told !== undefined) return { matcher: deed, doubts: [WRITTEN], ...told };
  if (noun === "document" && isSomeDocument(verb, text)) return { matcher: deed, doubts: ["which documents are meant is a guess"] };
  // "Never revert unrelated changes": no call shows what is unrelated.
  const some = VAGUE[`${verb} ${noun}`]?.test(text) === false || (noun === "changes" && /unrelated|other|无关/i.test(text));
  return { matcher: deed, doubts: some ? [`which ${noun} ${noun.endsWith("s") ? "are" : "is"} meant is a guess`] : [] };
}

const isSomeDocument = (verb: string, text: string): boolean =>
  /summary|report|总结|报告/i.test(text) || (verb === "change" && /(?:file|document)$/i.test(text));

const taken = (kind: FileKind, doubts: readonly string[] = []): Meaning => ({
  matcher: { kind: "git", actions: ["add", "commit"], paths: kind.globs },
  doubts,
});

/** "Never print secrets" is about output, and about secrets wherever they are. */
function secretMeaning(verb: string, text: string, kind: FileKind): Meaning | null {
  const inCode = verb === "use" && /hard-?coded|plaintext|\breal\b| in /i.test(text);
  if (inCode || /^(?:hardcode|write|change)$/.test(verb)) return secretWritten(verb);
  if (verb === "add") return taken(kind, ["where it is added is not said"]);
  return verb === "read" ? kindMeaning(verb, text, kind) : TAKES.test(verb) ? taken(kind) : null;
}

const TAKES = /^(?:commit|stage|push)$/;

function kindMeaning(verb: string, text: string, kind: FileKind): Meaning | null {
  if (TAKES.test(verb)) return taken(kind);
  const access = /^new\b/i.test(text) && /^(?:write|add)$/.test(verb) ? PATH_ACTS["create"] : PATH_ACTS[verb];
  if (access === undefined || verb === "print") return null;
  const matcher: Matcher = { kind: "path", access, globs: kind.globs, ...(kind.header === true ? { header: true } : {}) };
  return { matcher, doubts: [] };
}

const written = (content: string): Example => ({ call: { tool: "write", path: "src/example.ts", content } });

/** "Never hardcode API keys": they belong into files of their own. */
function secretWritten(verb: string): Meaning {
  const matcher: Matcher = { kind: "content", pattern: WRITTEN_SECRET, when: "holds", globs: [] };
  return {
    matcher,
    exception: {
      kind: "path",
      access: ["change", "create"],
      globs: [...(FILE_KINDS["secrets"]?.globs ?? []), "*.env", "local.properties"],
    },
    // "Do not change keys" may be about translations.
    doubts: verb === "hardcode" || verb === "use" ? [] : ["what a secret looks like is a guess"],
    reading: "denies new text that looks like a key, a token or a password",
    stopped: written('const apiKey = "k3y-0123456789abcdef";'),
  };
}

/** "No unnecessary dependencies" forbids some. */
const NEEDLESS = /unnecess|needless|superflu|desnecess|innecesari|inutil|unnötig|不必要|多余|不要な|불필요/i;

/** What the matcher alone would not tell well: what is in new text and is named by kind, production systems. */
const TOLD: Readonly<Record<string, Pick<Meaning, "reading" | "stopped"> & { readonly doubts?: readonly string[] }>> = byName({
  production: {
    reading: "denies commands that reach a system named `prod` or `production`",
    stopped: { call: { tool: "shell", command: "psql -h db.prod.example.com" } },
    doubts: ["what is production is known by its name only"],
  },
  version: {
    reading: "denies setting the version, as by `npm version` or in `package.json`",
    stopped: { call: { tool: "shell", command: "npm version patch" } },
    doubts: [],
  },
  suppression: {
    reading: "denies comments that silence a checker, such as `eslint-disable` or `# noqa`",
    stopped: written("// eslint-disable-next-line"),
  },
  dashes: { reading: "denies em dashes and en dashes in new text", stopped: written("// this \u2014 that") },
  emoji: { reading: "denies emoji in new text", stopped: written("// done \u2728") },
  todo: { reading: "denies `TODO` in new text", stopped: written("// TODO") },
});
