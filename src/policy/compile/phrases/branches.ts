// Which branches a sentence about pushing, committing or merging means.

import { matchesOf } from "../text/scan.ts";
import { ANY, type Mention, type Sentence } from "../text/sentence.ts";

const ATTACHED = new RegExp(`(?:\\b(?:to|on|onto|into|against|upstream|branch(?:es)?(?: under| like| named| matching)?|remote|from|of|touch(?:es)?)|到|向|往|在|进|对|分支|直推|推送?|提交|合并) ?(?:the |our |any |either |your )*(?:[${ANY}][ ,、和与或/]*(?:and|or|nor)? ?(?:the )?)*$`);

const WORDS: Readonly<Record<string, readonly string[]>> = {
  main: ["main"],
  master: ["master"],
  develop: ["develop"],
  development: ["develop", "development", "dev"],
  dev: ["dev"],
  trunk: ["trunk"],
  production: ["production"],
  prod: ["prod", "production"],
  staging: ["staging"],
  stable: ["stable"],
  default: ["main", "master"],
  protected: ["main", "master", "release/*", "production"],
  主分支: ["main", "master"],
  主干: ["main", "master", "trunk"],
  默认分支: ["main", "master"],
  受保护分支: ["main", "master", "release/*"],
  保护分支: ["main", "master", "release/*"],
  发布分支: ["release/*", "release"],
};

const NAMED = new RegExp(
  `(?:\\b(?:to|on|onto|into|in|against|at|from|upstream)\\b|/) ?(?:the |our |any |a |either |your |protected |remote |shared )*(${Object.keys(WORDS).filter((word) => /^[a-z]/.test(word)).join("|")}|release)(?: (?:and|or|nor) (?:the |to )?(main|master|develop|dev|trunk|production|staging|stable|release))?(?= branch(?:es)?\\b|[\\s,.;:!)、，。；]|$)|(主分支|主干|默认分支|受保护分支|保护分支|发布分支)|(?:到|向|往|在|进|对)\\s?(main|master|develop|dev|production)(?![\\w/-])|\\b(main|master|develop|production|release)\\b (?:branch|分支)`,
  "g",
);

export function branchWords(text: string): string[] {
  const found = new Set<string>();
  for (const match of matchesOf(NAMED, text)) {
    for (const word of match.slice(1)) {
      if (word === undefined) continue;
      for (const branch of word === "release" ? ["release/*", "release"] : (WORDS[word] ?? [word])) found.add(branch);
    }
  }
  return [...found];
}

/** A name in backticks as a branch: `main`, `release/`, `hotfix/*`. */
export function branchOf(mention: Mention): string | null {
  const { entity } = mention;
  const text = entity.text.replace(/^origin\//, "").replace(/^refs\/heads\//, "");
  if (!entity.code && entity.type !== "quote") return null;
  // `next` and `stack` are programs too, and nobody pushes to a program.
  const word = entity.type === "command" && entity.words.length === 1 && !entity.sure;
  if (entity.type !== "name" && entity.type !== "path" && entity.type !== "quote" && !word) return null;
  if (!/^[\p{L}\w][\p{L}\w./*-]*$/u.test(text) || /\.(?:md|ts|js|json|ya?ml|env|py|csv|lock|toml|txt|sql)$/.test(text)) return null;
  return text.endsWith("/") ? `${text}*` : text.endsWith("/**") ? text.slice(0, -1) : text;
}

/** Names that the text attaches as branches to a push, commit or merge: "to `main`", "`release/` branches", 到 `main`. */
export function namedBranches(sentence: Sentence, mentions: readonly Mention[]): string[] {
  const found: string[] = [];
  for (const mention of mentions) {
    const branch = branchOf(mention);
    if (branch === null) continue;
    const before = sentence.norm.slice(0, mention.at);
    const after = sentence.norm.slice(mention.at + 1);
    const folder = branch.endsWith("/*") && !/\bbranch|分支/.test(sentence.norm) && !/^(?:release|hotfix|feature|feat|fix|bugfix)\//.test(branch);
    if (folder) continue;
    const attached = ATTACHED.test(before);
    if (attached || /^ ?(?:branch(?:es)?|remote)\b|^ ?(?:等)?分支|^ ?(?:上|里|中)/.test(after)) found.push(branch);
  }
  return found;
}

const TRUNK = /^(?:main|master|trunk|develop|dev|development|production|prod|staging|stable|release(?:[/-].*)?|hotfix\/.*|gh-pages)$/;

/** Branches that people share, named in a part of a sentence: what a push is about when it names none itself. */
export function trunksIn({ norm, mentions }: Sentence, from: number, to: number): string[] {
  const named = mentions.filter((each) => each.at >= from && each.at < to).map(branchOf).filter((each) => each !== null && TRUNK.test(each));
  return [...new Set([...(named as string[]), ...branchWords(norm.slice(from, to))])];
}
