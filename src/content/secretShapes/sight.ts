// What every detector is given, and what it answers.

/**
 * The part of the text that a detector may judge by. Never before `floor` (the end of the last redaction) and
 * never at or beyond `end` (a fixed distance from the trigger): so the answer does not depend on how the
 * stream was cut, nor on what an earlier redaction left behind.
 */
export interface Sight {
  text: string;
  floor: number;
  end: number;
  /** Commands seen on the current line, as a bit mask of `COMMAND`. */
  line: number;
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Match extends Range {
  readonly type: string;
  /** Further parts of the same secret, in order, after `end`. */
  readonly more?: readonly Range[];
  /** The alphabet of a value that was judged before its end was seen: what follows in it belongs to it. */
  readonly swallow?: number;
}

export type Detector = (sight: Sight, at: number) => Match | undefined;
