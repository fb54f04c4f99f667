// sections: what a document's text consists of, for those who show it.

import { countChars } from "../../base/index.ts";
import { readOutline } from "../../markdown/index.ts";

export interface ShownSection {
  readonly heading: string;
  readonly level: number;
  /** The heading's line, counted from 1. */
  readonly line: number;
  /** Heading and text up to the next heading of any level. */
  readonly chars: number;
  /** It is in the person's own block: no entry may change it. */
  readonly protected: boolean;
}

export function sectionsOf(text: string): ShownSection[] {
  return readOutline(text).sections.map(({ heading, level, line, start, ownEnd, protected: isProtected }) => ({
    heading,
    level,
    line,
    chars: countChars(text.slice(start, ownEnd)),
    protected: isProtected,
  }));
}
