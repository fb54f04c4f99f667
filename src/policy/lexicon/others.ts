// Languages that are read by their tables alone.

import type { Language } from "./language.ts";

/** Terms that every language borrows. */
export const TERMS: Language = {
  name: "terms",
  verbLast: false,
  words: {
    act: { commit: "commit, commits, git commit", push: "push, git push", merge: "merge", rebase: "rebase", forcepush: "force push, force-push", deploy: "deploy" },
    noun: { pr: "pr, prs, pull request, pull requests, merge request", conventional: "conventional commits", attribution: "co-authored-by" },
    branch: { main: "main", master: "master" },
  },
};

export const JAPANESE: Language = { name: "ja", verbLast: true, words: {} };
export const KOREAN: Language = { name: "ko", verbLast: true, words: {} };
export const SPANISH: Language = { name: "es", verbLast: false, marks: "el la los las de del en un una para con sin antes nunca y o que se debe", words: {} };
export const GERMAN: Language = { name: "de", verbLast: false, marks: "der die das den dem ein eine und oder nicht kein keine vor mit ohne ist sind für immer nie niemals", words: {} };
export const FRENCH: Language = { name: "fr", verbLast: false, marks: "le la les des du de un une et ou ne pas jamais avant avec sans est sont pour toujours", words: {} };
export const PORTUGUESE: Language = { name: "pt", verbLast: false, marks: "o os as do da dos das em não um uma para com sem antes nunca e ou que se deve sempre", words: {} };
