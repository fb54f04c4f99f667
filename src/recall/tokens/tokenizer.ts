// A model's own tokenizer, from its tokenizer.json: the parts that WordPiece and Unigram models use. A part that is not
// known is named and refused: vectors of wrong tokens would be silently wrong.

import { AppError } from "../../base/index.ts";
import { normaliserOf, type NormaliserPart } from "./normalise.ts";
import { splitterOf, type SplitterPart } from "./split.ts";
import { unigram } from "./unigram.ts";
import { wordPiece } from "./wordPiece.ts";

export interface TokenizerFile {
  readonly normalizer?: NormaliserPart | null;
  readonly pre_tokenizer?: SplitterPart | null;
  readonly model?: {
    readonly type?: string;
    readonly vocab?: Readonly<Record<string, number>> | readonly (readonly [string, number])[];
    readonly unk_token?: string | null;
    readonly unk_id?: number | null;
    readonly continuing_subword_prefix?: string;
    readonly max_input_chars_per_word?: number;
  };
  readonly added_tokens?: readonly { readonly id: number; readonly content: string }[];
}

export interface Tokenizer {
  /** Without the special tokens around it. */
  encode(text: string): number[];
  /** The token for what is not in the vocabulary. */
  readonly unknown: number | null;
  /** What a transformer wants before and behind a text. */
  readonly begin: readonly number[];
  readonly end: readonly number[];
}

/** The piece of one word → its tokens. */
export type Pieces = (word: string) => number[];

/** No model reads further. */
const LONGEST_TEXT = 8000;

export function openTokenizer(described: TokenizerFile, file: string): Tokenizer {
  const unknownPart = (what: string) =>
    new AppError("EMBEDDER", `the model's tokenizer uses ${what}, which is not known here`, {
      file,
      hint: "WordPiece and Unigram tokenizers are; use another model, or an endpoint.",
    });
  const normalise = normaliserOf(described.normalizer ?? null, unknownPart);
  const split = splitterOf(described.pre_tokenizer ?? null, unknownPart);
  const { pieces, idOf, unknown } = modelOf(described, unknownPart);
  const special = (...names: string[]) =>
    names
      .map(idOf)
      .filter((id) => id !== undefined)
      .slice(0, 1);
  return {
    encode: (text) => split(normalise(text.slice(0, LONGEST_TEXT).toWellFormed())).flatMap(pieces),
    unknown,
    begin: special("[CLS]", "<s>"),
    end: special("[SEP]", "</s>"),
  };
}

interface TokenModel {
  readonly pieces: Pieces;
  readonly unknown: number | null;
  idOf(token: string): number | undefined;
}

function modelOf({ model = {}, added_tokens = [] }: TokenizerFile, unknownPart: (what: string) => AppError): TokenModel {
  const added = new Map(added_tokens.map(({ id, content }) => [content, id]));
  const { pieces, ids, unknown } = vocabularyOf(model, unknownPart);
  return { pieces, idOf: (token) => added.get(token) ?? ids.get(token), unknown };
}

interface Vocabulary {
  readonly pieces: Pieces;
  readonly ids: ReadonlyMap<string, number>;
  readonly unknown: number | null;
}

function vocabularyOf(model: NonNullable<TokenizerFile["model"]>, unknownPart: (what: string) => AppError): Vocabulary {
  const { vocab, type } = model;
  if (Array.isArray(vocab) && (type ?? "Unigram") === "Unigram") {
    const scored = vocab as readonly (readonly [string, number])[];
    const unknown = model.unk_id ?? null;
    return { pieces: unigram(scored, unknown), ids: new Map(scored.map(([token], id) => [token, id])), unknown };
  }
  if (vocab !== undefined && !Array.isArray(vocab) && (type ?? "WordPiece") === "WordPiece") {
    const ids = new Map(Object.entries(vocab as Readonly<Record<string, number>>));
    const unknown = ids.get(model.unk_token ?? "[UNK]") ?? null;
    const { continuing_subword_prefix: prefix = "##", max_input_chars_per_word: longest = 100 } = model;
    return { pieces: wordPiece(ids, { unknown, prefix, longest }), ids, unknown };
  }
  throw unknownPart(`a model of the kind ${type ?? "none"}`);
}
