// What every part of the page may ask for: the words, the language, and a note for the person.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Texts, Language } from "../words/language.ts";
import { errorIn, readingIn, reasonIn } from "../../words/reasons/say.ts";
import { type Words, wordsOf } from "../words.ts";
import { visible } from "./visible.ts";

export interface News {
  readonly text: string;
  readonly kind: "good" | "bad";
  /** The first words, in bold. */
  readonly lead?: string;
  /** Undoes it. Also what the key U does until the next one. */
  readonly undo?: (() => Promise<unknown>) | undefined;
  /** Another way on, such as to what conflicts. */
  readonly act?: { readonly name: string; run(): void };
}

export interface AppFacts {
  readonly words: Words;
  readonly language: Language;
  say(news: News): void;
  /** Runs `work` and says what went wrong, if something did. true: it worked. */
  attempt(work: () => Promise<unknown>): Promise<boolean>;
  /** Opens the dialog that writes a fact down, with what was typed so far. */
  remember(typed?: string): void;
}

export const AppContext = createContext<AppFacts>({
  words: wordsOf("en"),
  language: "en",
  say: () => {},
  attempt: async () => false,
  remember: () => {},
});

export const useApp = (): AppFacts => useContext(AppContext);
/** The words that every page has. */
export const useWords = (): Words => useContext(AppContext).words;
/** The words of one page, in the language of the person. */
export const useTexts = <T>(texts: Texts<T>): T => texts[useContext(AppContext).language];

export interface Said {
  /** Why a call was stopped. */
  reason(from: { readonly reason: string; readonly rules?: readonly { readonly id: string }[] }): string;
  /** How a line was read, or why it is not enforced. */
  reading(text: string): string;
  error(error: Error): string;
}

export const saidIn = (language: Language): Said => ({
  reason: ({ reason, rules }) => visible(reasonIn(language, reason, rules)),
  reading: (text) => visible(readingIn(language, text)),
  error: (error) => errorIn(language, error),
});

/** What the program says, in the language of the person. */
export const useSaid = (): Said => saidIn(useContext(AppContext).language);
