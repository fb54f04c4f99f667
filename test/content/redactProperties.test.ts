import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor, redact } from "../../src/content/redact.ts";
import { drawFrom, makeCorpus } from "./secretsCorpus.ts";

const ROWS = makeCorpus(2026).filter((row) => row.text.length < 600);

/** The joints at which detectors start, stop and go on. */
const FRAGMENTS = [
  ..."\"'`\\\n\t ,;|()[]{}<>:=-_./~%&?#*@!",
  "password",
  "password: ",
  "PASSWORD=",
  "token ",
  "my password is ",
  " is my password",
  " as the token",
  "密码",
  "是",
  "：",
  '\\"',
  "\\n",
  "\r\n",
  "[redacted:",
  "[redacted:x]",
  "[redacted:password]",
  "ghp_",
  "sk-",
  "eyJ",
  "eyJhbGciOiJIUzI1NiJ9.",
  "AKIA",
  "://",
  "https://",
  "user:",
  "a:b@",
  "@host/",
  "-----BEGIN PRIVATE KEY-----",
  "-----END PRIVATE KEY-----",
  "\x1b[32m",
  "\x1b[0m",
  "\u200b",
  "\\u001b[0m",
  "Cookie: a=",
  "; b=",
  "Authorization: Basic ",
  "Bearer ",
  "curl -u ",
  "mysql -p",
  " -p",
  "machine x login y ",
  "%3A%2F%2F",
  "%40",
  '{"chunk":"',
  '"}\n{"chunk":"',
  "> ",
  "│ ",
  "\\\n",
  '" + "',
  "-us12",
  ":AA",
  ".atlasv1.",
  "8Q~",
  "seed phrase: ",
  "verification code is ",
  "123456",
  "...",
  "****",
  "😀",
  "\ud83d",
  "\udc00",
  "é",
  "好",
];

const ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...FRAGMENTS) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(), fc.integer({ min: 1, max: 60 })).map(([seed, length]) => drawFrom(seed).chars(`${ALNUM}-_!#`, length)),
  },
  { weight: 2, arbitrary: fc.constantFrom(...ROWS).map((row) => row.text) },
  { weight: 1, arbitrary: fc.constantFrom(...ROWS).map((row) => Buffer.from(row.text).toString("base64")) },
  { weight: 1, arbitrary: fc.constantFrom(...ROWS).map((row) => encodeURIComponent(row.text.toWellFormed())) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
);
const texts = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));

type Redact = (text: string) => string;

function isIdempotent(by: Redact, text: string): boolean {
  const once = by(text);
  return by(once) === once;
}

type Stream = (pieces: readonly string[]) => string;

const streamed: Stream = (pieces) => {
  const redactor = createRedactor();
  return pieces.map((part) => redactor.push(part)).join("") + redactor.flush();
};

function cut(text: string, sizes: readonly number[]): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = sizes[turn % sizes.length] as number;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}

describe("R1 redaction is idempotent", () => {
  it("whatever the text is put together from", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = redact(text);
        expect(redact(once.text)).toEqual({ text: once.text, found: [] });
      }),
      { seed: 20_261_115, numRuns: 1500 },
    );
  });

  it("and the harness notices one that marks its own marker", () => {
    const broken: Redact = (text) => redact(text).text.replaceAll("[redacted:", "[[redacted:");
    expect(isIdempotent((text) => redact(text).text, `x ${ROWS[0]?.text}`)).toBe(true);
    expect(isIdempotent(broken, `x ${ROWS[0]?.text}`)).toBe(false);
  });
});

describe("R2 a stream gives the same however it is cut", () => {
  it("at one unit at a time, at random places, and all at once", () => {
    fc.assert(
      fc.property(texts, fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 8 }), (text, sizes) => {
        const whole = redact(text).text;
        expect(streamed([text])).toBe(whole);
        expect(streamed(cut(text, sizes))).toBe(whole);
        expect(streamed(cut(text, [1]))).toBe(whole);
      }),
      { seed: 20_261_116, numRuns: 700 },
    );
  });

  it("where a name reaches back over plain words for its value, or a word only begins like one that does", () => {
    const words = [
      "Hello",
      " ",
      " ",
      " ",
      "world",
      ", ",
      ". ",
      "Unfortunately, ",
      "TypeScript ",
      "GitHub, ",
      "internationalisation ",
      "Abc9$xyzQ",
      "A",
      "Ab-c-d-e",
      "It's ",
      "\n- ",
      " is my password",
      " as the token ",
      " for my wifi password",
      "bob:",
      " | chpasswd",
      "' | sudo chpasswd",
      "'",
      "(",
      "：",
      "是我的密码",
      "当作密码",
      "，",
      "。",
      "你好",
      "这是一个框架",
      "Vue",
      "----- ",
      "-----",
      "BEGIN ",
      "https",
      "://",
      "git+ssh",
      "code ",
      "pattern ",
      "key ",
      "password=",
      "login",
      "auth=(",
      "cookie",
      "Cookie: ",
      "basic ",
      "authorization",
      "phrase ",
      "seed phrase ",
      "your PIN ",
      "123456",
      "**",
    ];
    const drawn = fc
      .tuple(fc.nat(), fc.integer({ min: 1, max: 50 }))
      .map(([seed, length]) => drawFrom(seed).chars(`${ALNUM}-_!#$.`, length));
    const prose = fc
      .array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: drawn }), { maxLength: 40 })
      .map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(prose, fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 }), (text, sizes) => {
        const whole = redact(text).text;
        expect(streamed(cut(text, [1]))).toBe(whole);
        expect(streamed(cut(text, sizes))).toBe(whole);
      }),
      { numRuns: 1500 },
    );
  });

  it("over many windows of text, with findings on every edge", () => {
    const draw = drawFrom(5);
    const text = Array.from({ length: 400 }, () => draw.pick(ROWS).text).join("\n");
    const whole = redact(text).text;
    for (const sizes of [[1], [63, 64, 65], [4096, 1, 255], [100_000]]) expect(streamed(cut(text, sizes))).toBe(whole);
  });

  it("also for tokens, values and keys that are longer than any window", () => {
    const draw = drawFrom(6);
    const key = [
      "-----BEGIN ",
      "PGP PRIVATE KEY BLOCK-----\n",
      ...Array.from({ length: 500 }, () => `${draw.chars(ALNUM, 64)}\n`),
      "-----END PGP ",
      "PRIVATE KEY BLOCK-----",
    ].join("");
    for (const text of [
      `gh${"p_"}${draw.chars(ALNUM, 3000)} x`,
      `password: "${draw.chars(ALNUM, 2500)}" x`,
      `token=${draw.chars(ALNUM, 90_000)} x`,
      `${key} x`,
    ]) {
      const whole = redact(text).text;
      expect(whole.length).toBeLessThan(120);
      for (const sizes of [[1], [777], [30_000]]) expect(streamed(cut(text, sizes))).toBe(whole);
    }
  });

  it("and the harness notices one that redacts every piece for itself", () => {
    const naive: Stream = (pieces) => pieces.map((part) => redact(part).text).join("");
    const text = ROWS[0]?.text as string;
    expect(naive(cut(text, [7]))).not.toBe(redact(text).text);
  });
});

describe("R3 what is held back of a stream is bounded", () => {
  it.each([
    [
      "English",
      "Hello there, I have looked at the parser: the path to its source code is short, and a pattern of plain words will do. ".split(
        /(?<= )/,
      ),
      32,
    ],
    ["Chinese", "你好，我看了一下解析器，发现有两个调用者需要它，因此我把它移到了自己的房间里。".split(/(?<=[，。])/), 24],
  ])("%s prose flows word by word or clause by clause, from the first word on", (_name, pieces, most) => {
    const redactor = createRedactor();
    let held = 0;
    for (const part of [...pieces, ...pieces]) {
      held += part.length - redactor.push(part).length;
      expect(held).toBeLessThanOrEqual(most);
    }
  });

  it("a word that may be a secret still waits for the name behind it", () => {
    const redactor = createRedactor();
    const shown = redactor.push("Use Abc9$xyzQ7 as ") + redactor.push("the ");
    expect(shown).not.toContain("Abc9");
    expect(shown + redactor.push("password now, please. ") + redactor.flush()).toBe(
      "Use [redacted:password] as the password now, please. ",
    );
  });

  it.each([
    ["prose", "The parser moved into its own room, because two callers needed it. ", 600],
    ["one endless word", "a", 9000],
    ["half a key", `-----BEGIN ${"PRIVATE KEY"}-----\n${"QUJD".repeat(8)}\n`, 24_000],
    ["names without values", "password password ", 6000],
  ])("for %s", (_name, unit, most) => {
    const redactor = createRedactor();
    let pushed = 0;
    let shown = 0;
    for (let turn = 0; turn < 2000; turn++) {
      const part = unit.repeat(Math.ceil(40 / unit.length));
      pushed += part.length;
      shown += redactor.push(part).length;
      // Markers are shorter than what they stand for, so only text that stays counts.
      if (redactor.found().length === 0) expect(pushed - shown).toBeLessThan(most);
    }
    redactor.flush();
  });
});

describe("R4 hostile input is worked off in one pass", () => {
  it.each([
    "a",
    "=",
    "-----BEGIN",
    `-----BEGIN ${"PRIVATE KEY"}-----\nMIIEvQ`,
    "eyJ",
    "eyJ.",
    "password=",
    "password: ",
    "password is ",
    "ghp_",
    "://",
    "http://a:b@",
    "%41",
    "a/",
    "\x1b[",
    "\\u001b[",
    '"',
    "(",
    "[redacted:",
    "密码",
    "Cookie: a=",
    "aGVsbG8g",
    "key=key",
    "\u200b",
    "\ud800",
  ])("a hundred thousand times over: %j", (unit) => {
    const text = unit.repeat(Math.ceil(100_000 / unit.length));
    const shown = redact(text).text;
    expect(streamed(cut(text, [10_000]))).toBe(shown);
  });

  it("a line of a megabyte comes back unchanged when there is nothing in it", () => {
    for (const unit of ["a", "=", "ab12CD/+", "{}[]()"]) {
      const text = unit.repeat(1_000_000 / unit.length);
      expect(redact(text).text === text).toBe(true);
    }
  });
});
