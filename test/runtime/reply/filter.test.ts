import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { makePostProcessor } from "../../../src/runtime/index.ts";
import { makeWarmWorld } from "../../kit.ts";

type PostProcessor = Awaited<ReturnType<typeof makePostProcessor>>;
type Turn = Parameters<PostProcessor["begin"]>[0];

let post: PostProcessor;
beforeAll(async () => {
  post = await makePostProcessor(await makeWarmWorld().open());
});

/** The messages of one answer as they are shown, each in its pieces. */
const answer = (messages: readonly (readonly string[])[], through = post): string => {
  const turn = {} as Turn;
  return messages
    .map((pieces) => {
      const message = through.begin(turn);
      return pieces.map((piece) => message.write(piece)).join("") + message.end().rest;
    })
    .join("");
};

/** A whole text at once. */
const processReply = (text: string, through = post): string => answer([[text]], through);

const inPieces = (text: string, cuts: readonly number[]): string => {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  return answer([[...places, text.length].map((to, index) => text.slice(places[index - 1] ?? 0, to))]);
};

describe("OR-40: fragments become one message", () => {
  it.each([
    ["Sure.\n\nOne moment.\n\nDone.", "Sure. One moment. Done."],
    ["好的。\n\n马上处理。\n\n完成了！", "好的。马上处理。完成了！"],
    [
      "Yes.\n\nA paragraph that goes on for so long that nobody would call it a fragment of a message, really.\n\nOk.",
      "Yes.\n\nA paragraph that goes on for so long that nobody would call it a fragment of a message, really.\n\nOk.",
    ],
    ["Three things:\n\n- one\n- two\n\nOk.\n\nBye.", "Three things:\n\n- one\n- two\n\nOk. Bye."],
    ["# Title\n\nShort.\n\n## Next\n\nShort too.", "# Title\n\nShort.\n\n## Next\n\nShort too."],
    ["Run this:\n\n```sh\nls\n\npwd\n```\n\nDone.\n\nBye.", "Run this:\n\n```sh\nls\n\npwd\n```\n\nDone. Bye."],
    ["One line\nand its second\n\nShort.", "One line\nand its second\n\nShort."],
  ])("%j", (given, wanted) => {
    expect(processReply(given)).toBe(wanted);
  });

  it("also across the messages of one answer, behind a tool call", () => {
    const shown = answer([["Let me look. 👍"], ["Found it. 🎉"], ["Done."]]);
    expect(shown).toBe("Let me look. 👍 Found it. Done.");
  });
});

describe("OR-41: at most one emoji", () => {
  it.each([
    ["Done 🎉🎉🎉", "Done 🎉"],
    ["Great 👍 and 🎉 also", "Great 👍 and also"],
    ["家人 👨‍👩‍👧‍👦 和 👍🏽 还有 🇨🇳", "家人 👨‍👩‍👧‍👦 和 还有"],
    ["1️⃣ first 2️⃣ second, 3 of #4", "1️⃣ first second, 3 of #4"],
    ["👍\n\n🎉\n\nA line\n💡\nthe same paragraph", "👍\n\n\nA line\nthe same paragraph"],
    ["no emoji: © ™ ✔ 1 # * ↔", "no emoji: © ™ ✔ 1 # * ↔"],
    ["odd 👍 then 🧑‍🧊‍🦖 gone", "odd 👍 then gone"],
  ])("%j", (given, wanted) => {
    expect(processReply(given)).toBe(wanted);
  });

  it("X31: code blocks and code spans keep theirs", () => {
    const code = "👍 see `echo 🎉`:\n\n```js\nconst a = '🎉🎉';\n```\n\n~~~\n💡\n~~~\n\n    indented 🎉\n\n- item:\n  ```\n  🎉\n  ```";
    expect(processReply(code)).toBe(code);
  });

  it("counts anew for each answer", () => {
    expect([processReply("a 👍👍"), processReply("b 👍👍")]).toEqual(["a 👍", "b 👍"]);
  });
});

describe("OR-42: no secret is shown", () => {
  const key = `sk-ant-api03-${"Ab3dEf6hIj".repeat(9)}AA`;
  it("in words and in code, and where an emoji had cut it in two", () => {
    for (const text of [`the key is ${key}.`, `\`\`\`\nKEY=${key}\n\`\`\`\n`]) expect(processReply(text)).not.toContain("Ab3dEf6hIj");
    expect(processReply(`👍 the key is ${key.slice(0, 30)}🎉${key.slice(30)}`)).not.toContain("Ab3dEf6hIj");
  });

  it("also one that only this machine knows", async () => {
    const mind = await makeWarmWorld().open({ env: { DATABASE_PASSWORD: "correct-horse-battery" } });
    expect(processReply("it is correct-horse-battery", await makePostProcessor(mind))).not.toContain("horse");
  });
});

describe("a stream", () => {
  const piece = fc.constantFrom(
    "Sure.",
    "好的。",
    "\n",
    "\n\n",
    "🎉",
    "👨‍👩‍👧",
    "1️⃣",
    "`",
    "``",
    "```",
    "~~~",
    "- ",
    "> ",
    "    ",
    "\t",
    " ",
    "word",
    "a long run of words that goes on and on until it is no fragment any more ",
    "#",
    "12. ",
    "\r\n",
    ":",
    "x".repeat(20),
    `sk-ant-api03-${"Ab3dEf6hIj".repeat(9)}AA`,
    "👍🏽",
    "\ud83c",
  );
  const text = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(""));

  it("OR-40…42: gives the same however it is cut", () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 12 }), (given, cuts) => {
        expect(inPieces(given, cuts)).toBe(processReply(given));
      }),
      { numRuns: 400 },
    );
    fc.assert(
      fc.property(text, (given) => {
        expect(
          inPieces(
            given,
            [...given].map((_, index) => index),
          ),
        ).toBe(processReply(given));
      }),
      { numRuns: 200 },
    );
  });

  it("holds back little: words are shown before their line ends", () => {
    const shown = post
      .begin({} as Turn)
      .write("This is a sentence of an answer, and it goes on for a good while yet, so that a reader sees it grow. ".repeat(5));
    expect(shown.length).toBeGreaterThan(200);
  });

  it("text with nothing to change comes back as it was", () => {
    const plain = fc
      .array(
        fc.constantFrom(
          "A paragraph that is long enough to be no fragment, with words, numbers 123 and marks.",
          "- item one\n- item two",
          "```\ncode\n\nmore\n```",
          "| a | b |\n|---|---|",
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join("\n\n"));
    fc.assert(
      fc.property(plain, (given) => {
        expect(processReply(given)).toBe(given);
      }),
      { numRuns: 100 },
    );
  });

  it("negative control: a filter that judges each piece alone is seen to depend on the cuts", () => {
    const alone = (parts: readonly string[]) => parts.map((part) => processReply(part)).join("");
    expect(alone(["Done 🎉", "🎉"])).not.toBe(processReply("Done 🎉🎉"));
  });
});
