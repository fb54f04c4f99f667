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
  switch (part.type) {
    case "Sequence": {
      const steps = (part.normalizers ?? []).map((each) => normaliserOf(each, unknownPart));
      return (text) => steps.reduce((made, step) => step(made), text);
    }
    case "BertNormalizer":
      return likeBert(part);
    case "NFC":
    case "NFD":
    case "NFKC":
    case "NFKD":
      return (text) => text.normalize(part.type);
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
      return (text) =>
        (part.strip_left === false ? text : text.trimStart()).replace(part.strip_right === false ? /(?!)/ : /(?<!\s)\s+$/, "");
    case "Prepend":
      return (text) => (text === "" ? text : `${part.prepend ?? ""}${text}`);
    case "Replace": {
      const { String: plain, Regex: pattern } = part.pattern ?? {};
      if (plain !== undefined) return (text) => text.replaceAll(plain, () => part.content ?? "");
      if (pattern === undefined) throw unknownPart("a replacement without a pattern");
      const compiled = compile(pattern, unknownPart);
      return (text) => text.replace(compiled, () => part.content ?? "");
    }
    default:
      throw unknownPart(`the normaliser ${part.type}`);
  }
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
