import { describe, expect, it } from "vitest";
import { redact } from "../../src/content/redact.ts";
import { type CorpusRow, makeCorpus } from "./secretsCorpus.ts";

// The harness: runs a redactor over generated sets and tells what it left and what it spoiled.

type Redact = (text: string) => string;

interface Verdict {
  readonly left: number;
  readonly changed: number;
  /** Families of which more than a quarter was left. */
  readonly lost: readonly string[];
}

/** A secret is left when any eight of its characters remain; a shorter one when it remains whole. */
function isLeft(row: CorpusRow, shown: string): boolean {
  return row.secrets.some((secret) => {
    if (secret.length < 8) return shown.includes(secret);
    for (let at = 0; at + 8 <= secret.length; at++) if (shown.includes(secret.slice(at, at + 8))) return true;
    return false;
  });
}

function judge(rows: readonly CorpusRow[], by: Redact): Verdict {
  const secrets = rows.filter((row) => row.label === "secret");
  const benign = rows.filter((row) => row.label === "benign");
  const left = secrets.filter((row) => isLeft(row, by(row.text)));
  const share = (family: string): number =>
    left.filter((row) => row.family === family).length / secrets.filter((row) => row.family === family).length;
  return {
    left: left.length / secrets.length,
    changed: benign.filter((row) => by(row.text) !== row.text).length / benign.length,
    lost: [...new Set(left.map((row) => row.family))].filter((family) => share(family) > 0.25),
  };
}

const SEEDS = [11, 222, 3333, 44_444, 555_555, 6_666_666];
const ROWS = SEEDS.flatMap((seed) => makeCorpus(seed));

/** A broken double: all but one type. */
const without =
  (type: string): Redact =>
  (text) => {
    let shown = "";
    let from = 0;
    for (const found of redact(text).found) {
      if (found.type === type) continue;
      shown += `${text.slice(from, found.start)}[redacted:${found.type}]`;
      from = found.end;
    }
    return shown + text.slice(from);
  };

describe("OR-42 generated secrets in chat, logs, code and settings", () => {
  it("are all but gone, and benign texts are all but untouched", () => {
    const verdict = judge(ROWS, (text) => redact(text).text);
    expect(verdict.lost).toEqual([]);
    expect(verdict.left).toBeLessThan(0.01);
    expect(verdict.changed).toBeLessThan(0.005);
  });

  it("are never put back by redacting twice", () => {
    for (const row of ROWS) {
      const once = redact(row.text).text;
      expect(redact(once)).toEqual({ text: once, found: [] });
    }
  });
});

describe("the harness notices", () => {
  it.each(["github", "aws", "slack", "jwt", "url", "private-key", "password", "cookie", "basic-auth", "code", "seed-phrase", "token"])(
    "a redactor that knows no %s",
    (type) => {
      expect(judge(ROWS, without(type)).lost).not.toEqual([]);
    },
  );

  it("one that does nothing, and one that takes everything", () => {
    expect(judge(ROWS, (text) => text).left).toBe(1);
    expect(judge(ROWS, () => "[redacted:all]").changed).toBe(1);
  });
});
