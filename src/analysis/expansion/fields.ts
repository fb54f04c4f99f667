// Fields while a word is expanded: text grows piece by piece, splits at IFS, and remembers which of it is a glob.

import type { Value } from "../run/state.ts";
import { type Field, NOTHING } from "../run/values.ts";

export interface Building {
  text: string;
  /** The text as a glob; null while nothing in it is one. */
  pattern: string | null;
  quoted: boolean;
  from: readonly string[];
}

const GLOB_CHARACTERS = /[\\*?[\]()!+@|]/g;

export class Fields {
  readonly done: Building[] = [];
  /** Paths that are only known by patterns. */
  readonly ready: Field[] = [];
  current: Building | null = null;

  open(): Building {
    this.current ??= { text: "", pattern: null, quoted: false, from: NOTHING };
    return this.current;
  }

  literal(text: string, quoted: boolean, from: readonly string[] = NOTHING): void {
    const current = this.open();
    current.text += text;
    if (current.pattern !== null) current.pattern += text.replace(GLOB_CHARACTERS, "\\$&");
    if (quoted) current.quoted = true;
    if (from.length > 0) current.from = [...current.from, ...from];
  }

  glob(text: string): void {
    const current = this.open();
    current.pattern ??= current.text.replace(GLOB_CHARACTERS, "\\$&");
    current.text += text;
    current.pattern += text;
  }

  close(): void {
    if (this.current !== null) this.done.push(this.current);
    this.current = null;
  }

  /** An unquoted expansion: split at IFS, and globs in it are alive. */
  split(value: Value, ifs: string): void {
    let piece = "";
    const flush = () => {
      if (piece === "") return;
      if (/[*?[]/.test(piece)) this.glob(piece);
      else this.literal(piece, false);
      piece = "";
    };
    if (value.text !== "" && value.from.length > 0) this.literal("", false, value.from);
    for (const char of value.text) {
      if (!ifs.includes(char)) {
        piece += char;
        continue;
      }
      flush();
      if (this.current !== null && (this.current.text !== "" || this.current.quoted || !/\s/.test(char))) this.close();
      else this.current = null;
    }
    flush();
  }
}
