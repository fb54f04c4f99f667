// What the analysis knows of a piece of text. Unknown stretches are marked by characters of the private use area, which
// no call may contain itself (characters.ts refuses them), so a text with a hole still shows its known beginning.

/** Anything, also nothing, also several words. */
export const HOLE = "\uE000";
/** Unknown, but without a slash, a space or a dash in front: a number, a user name. */
export const PLAIN = "\uE001";
/** The absolute path of a fresh temporary file or folder. */
export const TEMP = "\uE002";

const HOLES = /[\uE000-\uE002]/;
const EVERY_HOLE = /[\uE000-\uE002]/g;

export function isDynamic(text: string): boolean {
  return HOLES.test(text);
}

export function withoutHoles(text: string): string {
  return HOLES.test(text) ? text.replace(EVERY_HOLE, "") : text;
}

/** A word after expansion. `from` names where its unknown or secret parts come from: `var:HOME`, `cmd:whoami`, `file:/x`. */
export interface Field {
  readonly text: string;
  readonly quoted: boolean;
  readonly from: readonly string[];
  /** Offsets in the call's own text; -1: it is in a nested or generated one. */
  readonly start: number;
  readonly end: number;
  /** A glob that could not be matched against the disk. */
  readonly pattern?: boolean;
  /** With `pattern`: at any depth below its folder. */
  readonly deep?: boolean;
  /** With `pattern`: only files that hold this text, and whether hidden ones are left out. */
  readonly holding?: { readonly text: string; readonly visible: boolean };
}

/** What a command writes to its standard output, as far as it can be told. */
export interface Output {
  readonly text: string;
  readonly from: readonly string[];
  /** When the text is unknown but is a list of paths: the patterns that they fit. */
  readonly files?: readonly Field[];
}

export const NOTHING: readonly string[] = [];
export const SILENT: Output = { text: "", from: NOTHING };

export function said(text: string, from: readonly string[] = NOTHING): Output {
  return { text, from };
}

export function unknownOutput(...from: readonly string[]): Output {
  return { text: HOLE, from };
}

/** A folder whose name is not known, by what is known of it. */
export function environmentOf({ from }: Field, folder: string): string {
  return `${folder} ${from.join(" ")}`;
}

/** The text of one word of several; nothing where there are not so many. */
export function textAt(words: readonly { readonly text: string }[], at: number): string {
  return words[at]?.text ?? "";
}

const LONGEST_OUTPUT = 65_536;

export function joinOutputs(a: Output, b: Output): Output {
  if (b.text === "" && b.from.length === 0) return a;
  if (a.text === "" && a.from.length === 0) return b;
  const from = a.from.length === 0 ? b.from : b.from.length === 0 ? a.from : [...a.from, ...b.from];
  return a.text.length + b.text.length > LONGEST_OUTPUT ? { text: HOLE, from } : { text: a.text + b.text, from };
}

/** A field that the analysis makes itself: from option values, generated text, lists. */
export function field(text: string, from: readonly string[] = NOTHING): Field {
  return { text, quoted: false, from, start: -1, end: -1 };
}

/** A pattern that means only its own characters. */
export const MEANS_ITSELF = /^[\w /:@#,'"-]{2,200}$/;

/** Every path below a folder whose name fits a glob: what find, grep -l and their like print. */
export function pathsBelow(folder: string, matching = "*"): Field {
  return {
    text: `${folder.replace(/(?<!\/)\/+$/, "") || "/"}/${matching}`,
    quoted: true,
    from: NOTHING,
    start: -1,
    end: -1,
    pattern: true,
    deep: true,
  };
}

/** A word as it is typed in a shell, in quotes where it needs them. */
export function quotedWord(text: string): string {
  return /^[\w./:=@%+,][\w./:=@%+,-]*$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`;
}
