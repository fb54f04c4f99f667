// The story of last-word: a session declares what it learnt, and it is written after the session. The examples are written anew.

import { parse } from "yaml";
import { apply, createLastWord, flush, freeze, plan, type Receipt, renderSystemPrompt } from "../../src/index.ts";
import type { Step, Story } from "./story.ts";
import type { Walker } from "./walker.ts";

const USER = "# Me\n\nWritten by myself.\n\n## Reading List\n\n- old\n\n## Scratch\n\nsoon gone\n\n## Old Job\n\nclosed\n";
const user = (walker: Walker) => walker.read("~/.config/agents/USER.md");
const pending = "~/.config/agents/last-word/USER.md.yaml";
const applied = (receipts: readonly Receipt[]) => receipts.map(({ status, heading }) => [status, heading]);

/** A pending file with these entries, checked and applied. */
function bring(walker: Walker, entries: string): { readonly valid: number; readonly receipts: readonly (readonly unknown[])[] } {
  walker.write(pending, `version: "1.0.0"\nsource: "session_walk"\nentries:\n${entries}`);
  const valid = walker.run(["last-word", "validate", "USER.md.yaml"]).code;
  return { valid, receipts: applied(walker.json<Receipt[]>(["last-word", "apply"])) };
}

const entry = (heading: string, rest: string) => `  - key:\n      path: "~/.config/agents/USER.md"\n      heading: "${heading}"\n${rest}`;

const begin: readonly Step[] = [
  {
    promise: "a first start makes the soul, the profile, config.yaml and schema.yaml in their places",
    blocks: [1],
    does: (walker) => {
      walker.run(["init", "--yes"]);
      return ["SOUL.md", "USER.md", "last-word/config.yaml", "last-word/schema.yaml"].map((path) => walker.has(`~/.config/agents/${path}`));
    },
    expected: [true, true, true, true],
  },
  {
    promise: "config.yaml names the bases, where project knowledge is looked for, and what a session begins with",
    blocks: [8],
    does: (walker) => {
      const config = parse(walker.read("~/.config/agents/last-word/config.yaml")) as {
        default_knowledge_bases: { id: string; file: string }[];
        project_knowledge: unknown;
        session_bootstrap: unknown;
      };
      return {
        bases: config.default_knowledge_bases.map(({ id, file }) => [id, file]),
        project: config.project_knowledge,
        begins: config.session_bootstrap,
      };
    },
    expected: {
      bases: [
        ["global-agents", "~/.config/agents/AGENTS.md"],
        ["soul", "~/.config/agents/SOUL.md"],
        ["user", "~/.config/agents/USER.md"],
      ],
      project: { enabled: true, auto_detect: ["./AGENTS.md", "./.agents/AGENTS.md"] },
      begins: ["global-agents", "soul", "user", "project"],
    },
  },
  {
    promise: "a session starts with all bases in its prompt",
    blocks: [9],
    does: async (walker) => {
      walker.write("~/.config/agents/USER.md", USER);
      walker.write("~/.config/agents/AGENTS.md", "Prefer small commits everywhere.\n");
      walker.write("AGENTS.md", "Prefer short functions here.\n");
      const prompt = renderSystemPrompt((await freeze(await walker.mind())).snapshot);
      return ["Written by myself.", "Prefer small commits everywhere.", "Prefer short functions here.", "<agent-identity>"].map((part) =>
        prompt.includes(part),
      );
    },
    expected: [true, true, true, true],
  },
  {
    promise: "plan changes no document; the flush makes one pending file; apply writes the document and takes the file away",
    blocks: [9],
    does: async (walker) => {
      const lastWord = createLastWord({ cwd: walker.project, env: { HOME: walker.person } });
      await lastWord.plan({ path: "USER.md", heading: "Reading List", content: "- compilers", operation: "update" });
      const afterPlan = [user(walker) === USER, walker.has(pending)];
      await lastWord.flush();
      const afterFlush = [user(walker) === USER, walker.has(pending)];
      await lastWord.apply();
      return { afterPlan, afterFlush, afterApply: [user(walker), walker.has(pending)] };
    },
    expected: { afterPlan: [true, false], afterFlush: [true, true], afterApply: [USER.replace("- old", "- compilers"), false] },
  },
];

const operations: readonly Step[] = [
  {
    promise: "an entry with level, confidence and reason is valid and applied; reason and confidence are in the log",
    blocks: [2],
    does: (walker) => {
      const brought = bring(
        walker,
        entry(
          "Reading List",
          '      level: 2\n    operation: "update"\n    content: |\n      - minds\n      - models\n    meta:\n      confidence: 0.9\n      reason: "talked about it"\n',
        ),
      );
      const [change] = walker.json<{ reason?: string; confidence?: number }[]>(["log", "USER.md"]);
      return {
        ...brought,
        text: user(walker).includes("## Reading List\n\n- minds\n- models\n"),
        reason: change?.reason,
        confidence: change?.confidence,
      };
    },
    expected: { valid: 0, receipts: [["applied", "Reading List"]], text: true, reason: "talked about it", confidence: 0.9 },
  },
  {
    promise: "the same heading at the same level twice is refused as a duplicate and nothing of it is written",
    blocks: [3],
    does: (walker) => {
      const before = user(walker);
      const one = (content: string) =>
        `  - key: { path: "USER.md", heading: "Tasks", level: 2 }\n    operation: update\n    content: "${content}"\n`;
      walker.write(pending, `version: "1.0.0"\nsource: "session_walk"\nentries:\n${one("A")}${one("B")}`);
      const { code, out, err } = walker.run(["last-word", "validate", "USER.md.yaml"]);
      walker.run(["last-word", "apply"]);
      const staged = walker.names("~/.config/agents/last-word/staging").filter((name) => name.endsWith(".yaml"));
      return {
        isRefused: code !== 0,
        names: `${out}${err}`.includes("DUPLICATE_HEADING"),
        same: user(walker) === before,
        staged: staged.map((name) => /^\d{8}-\d{6}-[0-9a-f]{4}\.yaml$/.test(name)),
      };
    },
    expected: { isRefused: true, names: true, same: true, staged: [true] },
  },
  {
    promise: "the same heading at two levels is two sections; content that repeats its heading is kept as text",
    blocks: [3],
    does: (walker) => {
      const brought = bring(
        walker,
        '  - key: { path: "USER.md", heading: "Plans", level: 2 }\n    content: "## Plans at a glance"\n  - key: { path: "USER.md", heading: "Plans", level: 3 }\n    content: "### Plans one by one"\n',
      );
      return {
        ...brought,
        headings: user(walker)
          .split("\n")
          .filter((line) => /^#+ Plans$/.test(line)),
        words: ["Plans at a glance", "Plans one by one"].map((words) => user(walker).includes(words)),
      };
    },
    expected: {
      valid: 0,
      receipts: [
        ["applied", "Plans"],
        ["applied", "Plans"],
      ],
      headings: ["## Plans", "### Plans"],
      words: [true, true],
    },
  },
  {
    promise: "no-op is a record that nothing was to change",
    blocks: [4],
    does: (walker) => {
      const before = user(walker);
      return [bring(walker, entry("Reading List", "    operation: no-op\n    content: null\n")).receipts, user(walker) === before];
    },
    expected: [[["unchanged", "Reading List"]], true],
  },
  {
    promise: "update replaces what stood under a heading, and makes a heading that is missing at level two",
    blocks: [5],
    does: (walker) => {
      const brought = bring(
        walker,
        `${entry("Reading List", "    operation: update\n    content: |\n      - agents\n")}${entry("Hobbies", "    operation: update\n    content: chess\n")}`,
      );
      return [brought.receipts, user(walker).includes("## Reading List\n\n- agents\n"), user(walker).includes("\n## Hobbies\n\nchess\n")];
    },
    expected: [
      [
        ["applied", "Reading List"],
        ["applied", "Hobbies"],
      ],
      true,
      true,
    ],
  },
  {
    promise: "clear keeps the heading and empties it",
    blocks: [6],
    does: (walker) => [
      bring(walker, entry("Scratch", '    operation: clear\n    content: ""\n')).receipts,
      user(walker).includes("## Scratch"),
      user(walker).includes("soon gone"),
    ],
    expected: [[["applied", "Scratch"]], true, false],
  },
  {
    promise: "delete takes heading and content away; the person's own words outside stay as they are",
    blocks: [7],
    does: (walker) => [
      bring(walker, entry("Old Job", "    operation: delete\n    content: null\n")).receipts,
      user(walker).includes("Old Job"),
      user(walker).startsWith("# Me\n\nWritten by myself.\n"),
    ],
    expected: [[["applied", "Old Job"]], false, true],
  },
  {
    promise: "a key may be an address: valid where its host is listed, and kept with the reason where it is not",
    blocks: [10],
    does: (walker) => {
      const delta =
        'version: "1.0.0"\nsource: "session_walk"\nentries:\n  - key:\n      url: "https://kb.example.org/common/style.md"\n      heading: "Preferred Patterns"\n    operation: update\n    content: |\n      - plain functions\n';
      walker.write(pending, delta);
      const refused = walker.run(["last-word", "validate", "USER.md.yaml"]);
      const [receipt] = walker.json<Receipt[]>(["last-word", "apply"]);
      const config = walker.read("~/.config/agents/last-word/config.yaml");
      walker.write("~/.config/agents/last-word/config.yaml", `${config}\nremotes: ["kb.example.org"]\n`);
      walker.write(pending, delta);
      const accepted = walker.run(["last-word", "validate", "USER.md.yaml"]);
      walker.write("~/.config/agents/last-word/config.yaml", config);
      walker.remove(pending);
      return { refused: [refused.code, refused.err.includes("BAD_URL")], kept: receipt?.status, accepted: accepted.code };
    },
    expected: { refused: [3, true], kept: "staged", accepted: 0 },
  },
];

const NOTHING_LOST = 16;

const together: readonly Step[] = [
  {
    promise: "status, apply --dry-run, apply --file, resolve and validate are commands",
    blocks: [11],
    does: (walker) => {
      walker.run(["plan", "--path", "USER.md", "--heading", "Hobbies", "--content", "go", "--session", "walk2"]);
      walker.run(["flush", "--session", "walk2"]);
      const status = walker.run(["last-word", "status"]).out.includes('"Hobbies"');
      const dry = [walker.run(["last-word", "apply", "--dry-run"]).code, user(walker).includes("chess")];
      const real = [walker.run(["last-word", "apply", "--file", "USER.md"]).code, user(walker).includes("\n## Hobbies\n\ngo\n")];
      return {
        status,
        dry,
        real,
        conflicts: walker.run(["last-word", "resolve", "USER.md.yaml"]).out.includes("Tasks"),
        resolved: walker.run(["last-word", "resolve", "USER.md.yaml", "--take", "document"]).code,
        nothing: walker.run(["last-word", "validate", "NONE.md.yaml"]).code,
      };
    },
    expected: { status: true, dry: [0, true], real: [0, true], conflicts: true, resolved: 0, nothing: 3 },
  },
  {
    promise: "one bad file stops no other: its group is staged with the error, the other one is applied",
    does: (walker) => {
      walker.write("~/.config/agents/MEMORY.md", "## Twice\n\na\n\n## Twice\n\nb\n");
      for (const [path, heading] of [
        ["MEMORY.md", "Twice"],
        ["USER.md", "Good"],
      ] as const)
        walker.run(["plan", "--path", path, "--heading", heading, "--content", "x", "--session", "walk3"]);
      walker.run(["flush", "--session", "walk3"]);
      const receipts = walker.json<Receipt[]>(["apply"]);
      return [applied(receipts).sort(), user(walker).includes("## Good\n\nx\n")];
    },
    expected: [
      [
        ["applied", "Good"],
        ["staged", "Twice"],
      ],
      true,
    ],
  },
  {
    promise: "sixteen sessions that stop at once lose nothing",
    does: async (walker) => {
      const sessions = Array.from({ length: NOTHING_LOST }, (_, index) => `crowd${index}`);
      const mind = await walker.mind();
      for (const session of sessions)
        await plan(mind, { path: "USER.md", heading: `Note of ${session}`, content: `kept ${session}`, session });
      await walker.runAll(sessions.map((session) => ["flush", "--session", session]));
      await walker.runAll(Array.from({ length: 4 }, () => ["apply"]));
      // Who lost every race for a lock kept the entry for the next time: in the journal, or pending.
      for (const session of sessions) await flush(mind, session);
      await apply(mind);
      return sessions.filter((session) => !user(walker).includes(`kept ${session}\n`));
    },
    expected: [],
  },
  {
    promise: "an update of a section and one of a section inside it both survive, whichever was declared first",
    does: (walker) => {
      walker.write("~/.config/agents/USER.md", "## Work\n\nbefore\n\n### Tools\n\nbefore\n");
      for (const [heading, content] of [
        ["Tools", "the new tools"],
        ["Work", "the new work"],
      ] as const)
        walker.run(["plan", "--path", "USER.md", "--heading", heading, "--content", content, "--session", "walk4"]);
      walker.run(["flush", "--session", "walk4"]);
      walker.run(["apply"]);
      const everywhere =
        user(walker) +
        walker
          .names("~/.config/agents/last-word/staging")
          .map((name) => walker.read(`~/.config/agents/last-word/staging/${name}`))
          .join();
      return ["the new tools", "the new work"].map((words) => everywhere.includes(words));
    },
    expected: [true, true],
  },
];

export const lastWord: Story = {
  id: "LW",
  title: "last-word: what a session learnt, written after it",
  blocks: 11,
  notRun: [],
  steps: [...begin, ...operations, ...together],
};
