// What structure is found as: the offset of the character that must be written as a reference to make it text.

export type MarkKind = "heading" | "fence" | "markup" | "envelope" | "chat-token" | "marker" | "include" | "link" | "line-break";

export interface Mark {
  readonly kind: MarkKind;
  readonly why: string;
  readonly index: number;
  /** True where src/markdown's own escape at write time would see it too: a heading, underline or fence of the top level. */
  readonly section?: boolean;
}

/**
 * Whose text it is, for structure. What a person writes is left alone as far as the document and the prompt around it
 * stay whole; from anybody else nothing that could be structure for some reader passes as it is. `loaded` is for whole
 * documents, whose headings and comments are their own: only what would leave the prompt's envelope counts.
 */
export type Stance = "person" | "other" | "loaded";

export type Report = (mark: Mark) => void;
