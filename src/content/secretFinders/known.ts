// Values that the environment and .env files already call secret: found wherever they are, also in base64,
// percent-encoded, escaped for JSON, or broken across lines.

import { encodeBase64 } from "../secretShapes/encoded.ts";
import { gapAt } from "../secretShapes/gaps.ts";
import { promiseOf, splitName } from "../secretShapes/keyNames.ts";
import { isMonotone, isPlaceholder, isWeak } from "../secretShapes/placeholders.ts";
import { looksDrawn } from "../secretShapes/shape.ts";
import type { Match, Sight } from "../secretShapes/sight.ts";
import { isSecret } from "../secretShapes/values.ts";

export interface Known {
  readonly values: readonly string[];
}

const SHORTEST = 6;
const LONGEST = 4096;
const MOST = 500;

/** The secrets among environment variables and the contents of .env files. */
export function knownSecrets(env: Readonly<Record<string, string | undefined>>, dotenv: readonly string[]): Known {
  const values = new Set<string>();
  for (const [name, value] of Object.entries(env)) if (value !== undefined) collect(values, name, value);
  for (const content of dotenv) for (const [name, value] of parseDotenv(content)) collect(values, name, value);
  return { values: [...values] };
}

const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*(.*)$/gm;

function* parseDotenv(content: string): Generator<readonly [name: string, value: string]> {
  for (const [, name, rest] of content.matchAll(ASSIGNMENT)) {
    const written = (rest as string).trim();
    const quote = written[0];
    if (quote === '"' || quote === "'" || quote === "`") {
      const close = written.indexOf(quote, 1);
      if (close > 0) yield [name as string, written.slice(1, close).replaceAll("\\n", "\n")];
    } else {
      yield [name as string, written.replace(/(?<!\s)\s+#.*$/s, "")];
    }
  }
}

function collect(values: Set<string>, name: string, value: string): void {
  const promise = promiseOf(splitName(name));
  const trimmed = value.trim();
  const inUrl = /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:([^@\s]+)@/i.exec(trimmed)?.[1];
  if (inUrl !== undefined && inUrl.length >= SHORTEST && !isPlaceholder(inUrl)) values.add(inUrl);
  if (trimmed.length < SHORTEST || trimmed.includes("://")) return;
  // A name that promises a secret is enough, unless the value is one that also occurs as a plain word.
  const promised =
    promise !== undefined && promise !== "key" && !isPlaceholder(trimmed) && (trimmed.length >= 8 || isSecret(trimmed, promise, "quoted"));
  if ((promised && !/^[a-z]{1,9}$|^\d{1,5}$|^(?:true|false)$|^[./~]/i.test(trimmed)) || (promise === "key" && looksDrawn(trimmed, 20)))
    values.add(trimmed);
}

interface Literal {
  readonly text: string;
  /** Equals signs may follow as padding. */
  readonly padded: boolean;
}

/** Every spelling under which the known values are looked for, longest first. */
export function spellings(known: Known): readonly Literal[] {
  const texts = new Set<string>();
  const encoded = new Set<string>();
  for (const value of known.values.slice(0, MOST)) {
    if (value.length < SHORTEST || value.length > LONGEST || isWeak(value) || isMonotone(value) || "[redacted:known]".includes(value))
      continue;
    texts.add(value);
    texts.add(percent(value));
    texts.add(encodeURIComponent(value.toWellFormed()));
    texts.add(JSON.stringify(value).slice(1, -1));
    const base64 = encodeBase64(value);
    if (base64.length >= 8) {
      encoded.add(base64);
      encoded.add(base64.replaceAll("+", "-").replaceAll("/", "_"));
    }
  }
  const literals = [...[...texts].map((text) => ({ text, padded: false })), ...[...encoded].map((text) => ({ text, padded: true }))];
  return literals.sort((a, b) => b.text.length - a.text.length);
}

/** Everything but letters and digits as an escape, as form encoders and shells write it. */
function percent(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(/[!'()*_.~-]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The literal at `at`, over the gaps that a terminal or a program puts into it. */
export function literalAt(sight: Sight, at: number, literal: Literal): Match | undefined {
  const { text } = sight;
  let here = at;
  for (let i = 0; i < literal.text.length; i++) {
    if (here < sight.end && text.charCodeAt(here) === literal.text.charCodeAt(i)) {
      here++;
      continue;
    }
    const gap = i < 3 ? undefined : gapAt(text, here, sight.end);
    if (gap === undefined || gap.kind === "spaced" || text.charCodeAt(gap.end) !== literal.text.charCodeAt(i)) return undefined;
    here = gap.end + 1;
  }
  for (let signs = 0; literal.padded && signs < 2 && here < sight.end && text[here] === "="; signs++) here++;
  return { type: "known", start: at, end: here };
}
