// What every part of the page may ask for: the words, and a line of news for the person.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { type Words, wordsOf } from "../words.ts";

export interface News {
  readonly text: string;
  readonly kind: "good" | "bad";
}

export interface Around {
  readonly words: Words;
  readonly language: "en" | "zh";
  say(news: News): void;
  /** Runs `work` and says what went wrong, if something did. true: it worked. */
  attempt(work: () => Promise<unknown>): Promise<boolean>;
}

export const AroundContext = createContext<Around>({ words: wordsOf("en"), language: "en", say: () => {}, attempt: async () => false });

export const useAround = (): Around => useContext(AroundContext);
export const useWords = (): Words => useContext(AroundContext).words;
