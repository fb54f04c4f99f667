// A transcript of another program that was adopted: one line of `decisions/vault.jsonl` for each time it was taken over.
// The newest line of a session holds.

export interface AdoptionLine {
  readonly v: 1;
  readonly at: string;
  readonly host: string;
  /** The id that the host gave it. */
  readonly nativeId: string;
  /** The id of our session. */
  readonly session: string;
  /** Where the host keeps it. */
  readonly source: string;
  /** As the host's file was when it was read: whether it has to be read again. */
  readonly size: number;
  readonly modified: number;
  /** The original's name in `vault/HOST/`. */
  readonly sha256: string;
  /** Names of earlier originals that are no beginning of this one, and are kept beside it. */
  readonly earlier?: readonly string[];
  /** How many texts of it look like secrets: marked in our events, verbatim in the original. */
  readonly secrets?: number;
  /** A person forgot a text of it: it is not read again, because its host still has the text. */
  readonly forgotten?: true;
}
