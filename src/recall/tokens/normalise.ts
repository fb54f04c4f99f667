// How a model's tokenizer prepares a text.

export interface NormaliserPart {
  readonly type: string;
  readonly normalizers?: readonly NormaliserPart[];
  readonly clean_text?: boolean;
  readonly handle_chinese_chars?: boolean;
  readonly strip_accents?: boolean | null;
  readonly lowercase?: boolean;
  readonly pattern?: { readonly String?: string; readonly Regex?: string };
  readonly content?: string;
  readonly prepend?: string;
  readonly strip_left?: boolean;
  readonly strip_right?: boolean;
}

export type Change = (text: string) => string;

export function normaliserOf(part: NormaliserPart | null, unknownPart: (what: string) => Error): Change {
  if (part === null) return (text) => text;
  if (/^NFK?[CD]$/.test(part.type)) return (text) => text.normalize(part.type);
  switch (part.type) {
    case "Sequence": {
      const steps = (part.normalizers ?? []).map((each) => normaliserOf(each, unknownPart));
      return (text) => steps.reduce((made, step) => step(made), text);
    }
    case "BertNormalizer":
      return likeBert(part);
    // SentencePiece's own table, which is NFKC and a few signs; and Moses' cleaning of blanks.
    case "Precompiled":
    case "Nmt":
      return (text) =>
        text
          .normalize("NFKC")
          .replace(/[\s\u200b\p{Z}]/gu, " ")
          .replace(/[\p{Cc}]/gu, "");
    case "Lowercase":
      return (text) => text.toLowerCase();
    case "StripAccents":
      return withoutMarks;
    case "Strip":
      return stripAs(part);
    case "Prepend":
      return prependAs(part);
    case "Replace":
      return replaceAs(part, unknownPart);
    default:
      throw unknownPart(`the normaliser ${part.type}`);
  }
}

function prependAs({ prepend = "" }: NormaliserPart): Change {
  return (text) => (text === "" ? text : `${prepend}${text}`);
}

function stripAs({ strip_left, strip_right }: NormaliserPart): Change {
  return (text) => (strip_left === false ? text : text.trimStart()).replace(strip_right === false ? /(?!)/ : /(?<!\s)\s+$/, "");
}

function replaceAs({ pattern = {}, content = "" }: NormaliserPart, unknownPart: (what: string) => Error): Change {
  const { String: plain, Regex: written } = pattern;
  if (plain !== undefined) return (text) => text.replaceAll(plain, () => content);
  if (written === undefined) throw unknownPart("a replacement without a pattern");
  const compiled = compile(written, unknownPart);
  return (text) => text.replace(compiled, () => content);
}

/** Patterns of another engine: most mean the same here, and one that does not compile is named. */
export function compile(pattern: string, unknownPart: (what: string) => Error): RegExp {
  try {
    return new RegExp(pattern, "gu");
  } catch {
    // The reason lies in the pattern, which the message shows.
    throw unknownPart(`the pattern ${JSON.stringify(pattern)}`);
  }
}

function likeBert({ clean_text = true, handle_chinese_chars = true, strip_accents, lowercase = true }: NormaliserPart): Change {
  return (given) => {
    let text = given;
    if (clean_text) text = text.replace(/[\t\n\r\p{Z}]/gu, " ").replace(/[\p{C}\ufffd]/gu, "");
    if (handle_chinese_chars)
      text = text.replace(/[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2ebef}\u{2f800}-\u{2fa1f}]/gu, " $& ");
    if (strip_accents ?? lowercase) text = withoutMarks(text);
    return lowercase ? text.toLowerCase() : text;
  };
}

function withoutMarks(text: string): string {
  return text.normalize("NFD").replace(/\p{Mn}/gu, "");
}
