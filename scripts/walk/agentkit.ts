// The story of layered memory: four files that a session begins with, a tool that edits their sections, a chat around them. The
// document's Python names are the library's in camel case.

import {
  type MemoryFile,
  memoryAdd,
  memoryRead,
  memoryRemove,
  memoryReplace,
  MemoryStore,
  MemoryTool,
  type Mind,
} from "../../src/index.ts";
import type { Step, Story } from "./story.ts";
import type { Walker } from "./walker.ts";

const store = (walker: Walker) =>
  new MemoryStore(`${walker.person}/.agentkit`, { state: `${walker.person}/state`, cwd: walker.project, env: { HOME: walker.person } });
const BASE = "You are a coding agent.";

async function withStore<T>(walker: Walker, work: (opened: MemoryStore) => Promise<T>): Promise<T> {
  const opened = store(walker);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

const withNotes = (walker: Walker, work: (file: MemoryFile) => Promise<unknown>) =>
  withStore(walker, (opened) => work(opened.getFile("memory")));
const notes = async (mind: Mind) => (await memoryRead(mind, "memory")).text;
const code = async (work: Promise<unknown>) =>
  work.then(
    () => "no error",
    (error: { code?: string }) => error.code,
  );

const files: readonly Step[] = [
  {
    promise: "without memory the prompt is the base prompt, and a store makes its folders",
    blocks: [3],
    does: (walker) =>
      withStore(walker, async (opened) => [
        await opened.buildSystemPrompt(await opened.loadAll(), BASE),
        walker.has("~/.agentkit/memories/daily"),
      ]),
    expected: [BASE, true],
  },
  {
    promise: "a missing file reads as nothing, and so does a section of it",
    does: (walker) => withNotes(walker, async (file) => [await file.read(), await file.readSection("Any")]),
    expected: ["", ""],
  },
  {
    promise: "defaults: a SOUL.md in sections, made once and never overwritten",
    blocks: [1, 3],
    does: (walker) =>
      withStore(walker, async (opened) => {
        await opened.ensureDefaults();
        const first = walker.read("~/.agentkit/SOUL.md");
        walker.write("~/.agentkit/SOUL.md", "## 身份\n\n我是小李。\n\n## 性格\n\n耐心\n");
        await opened.ensureDefaults();
        return [/^## /m.test(first), await opened.getFile("soul").readSection("身份")];
      }),
    expected: [true, "我是小李。"],
  },
  {
    promise: "sections are added, replaced and removed one by one",
    blocks: [1],
    does: (walker) =>
      withNotes(walker, async (file) => {
        await file.write("## Build\n\n- a minute\n");
        await file.addSection("Deploy", "- by hand");
        await file.replaceSection("Build", "a minute", "forty seconds");
        const both = await file.read();
        await file.removeSection("Deploy");
        return [both, (await file.read()).trimEnd()];
      }),
    expected: ["## Build\n\n- forty seconds\n\n## Deploy\n\n- by hand\n", "## Build\n\n- forty seconds"],
  },
  {
    promise: "what is over the budget is cut from the end, earlier sections stay",
    does: (walker) =>
      withNotes(walker, async (file) => {
        await file.write(`## First\n\nkept\n\n## Last\n\n${"- long\n".repeat(500)}`);
        const cut = await file.trimToBudget(120);
        await file.write("## Build\n\n- forty seconds\n");
        return [cut.startsWith("## First\n\nkept\n"), [...cut].length <= 120];
      }),
    expected: [true, true],
  },
  {
    promise: "the paths of the document hold the four layers",
    blocks: [3],
    does: (walker) =>
      withStore(walker, async (opened) => {
        await opened.getFile("user").addSection("Name", "Ada");
        await opened.getFile("daily").addSection("Done", "- moved the parser");
        return ["SOUL.md", "memories/USER.md", "memories/MEMORY.md"]
          .map((path) => walker.has(`~/.agentkit/${path}`))
          .concat(walker.names("~/.agentkit/memories/daily").filter((name) => /^\d{4}-\d{2}-\d{2}\.md$/.test(name)).length === 1);
      }),
    expected: [true, true, true, true],
  },
  {
    promise: "the layers are injected in order, each between its tags, before the base prompt",
    blocks: [2],
    does: (walker) =>
      withStore(walker, async (opened) => {
        const snapshot = await opened.loadAll();
        const prompt = await opened.buildSystemPrompt(snapshot, BASE);
        return { tags: prompt.match(/<\/?[a-z]+-[a-z]+>/g), endsWithBase: prompt.endsWith(BASE), counts: snapshot.totalChars > 0 };
      }),
    expected: {
      tags: ["agent-identity", "user-profile", "agent-notes", "recent-activity"].flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
      endsWithBase: true,
      counts: true,
    },
  },
  {
    promise: "however much is stored, the prompt has at most each layer's budget, and today is in it",
    does: (walker) =>
      withStore(walker, async (opened) => {
        walker.write("~/.agentkit/memories/MEMORY.md", `## Big\n\n${"- x\n".repeat(5000)}`);
        const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
        walker.write(`~/.agentkit/memories/daily/${day(1)}.md`, `## Yesterday\n\n${"- long ago\n".repeat(400)}`);
        const prompt = await opened.buildSystemPrompt(await opened.loadAll(), BASE);
        return [prompt.length < 2000 + 1400 + 2200 + 2 * 1000 + 600, prompt.includes("moved the parser")];
      }),
    expected: [true, true],
  },
  {
    promise: "days that are older than two are archived",
    does: (walker) =>
      withStore(walker, async (opened) => {
        walker.write("~/.agentkit/memories/daily/2026-01-02.md", "## Old\n\n- x\n");
        await opened.archiveOldDailies();
        return [walker.has("~/.agentkit/memories/daily/2026-01-02.md"), walker.has("~/.agentkit/memories/daily/archive/2026-01-02.md")];
      }),
    expected: [false, true],
  },
];

const tool: readonly Step[] = [
  {
    promise: "MemoryTool is one tool with four actions over a store; an error is an answer for the model and changes nothing",
    does: (walker) =>
      withStore(walker, async (opened) => {
        const memory = new MemoryTool(opened);
        await opened.getFile("memory").write("## Build\n\n- a minute\n");
        const added = await memory.call("memory_add", { section: "Deploy", content: "- by hand" });
        const replaced = await memory.call("memory_replace", { file: "memory", section: "Deploy", old_text: "hand", new_text: "script" });
        const absent = await memory.call("memory_replace", { file: "memory", section: "Deploy", old_text: "hand", new_text: "x" });
        const removed = await memory.call("memory_remove", { file: "memory", section: "Build" });
        const { content } = await memory.call("memory_read", { file: "memory" });
        return {
          actions: memory.specs.map(({ name }) => name),
          done: [added, replaced, removed].map(({ result }) => result),
          absent: [absent.success, absent.result.startsWith("TEXT_NOT_FOUND")],
          content: content.trim(),
        };
      }),
    expected: {
      actions: ["memory_add", "memory_replace", "memory_remove", "memory_read"],
      done: ["applied", "applied", "applied"],
      absent: [false, true],
      content: "## Deploy\n\n- by script",
    },
  },
  {
    promise: "the memory tool adds to a section, making it if it is missing, and answers with a summary",
    does: async (walker) => {
      walker.run(["init", "--yes"]);
      const mind = await walker.mind();
      await memoryAdd(mind, { section: "Build", content: "- a minute" });
      const { receipt, summary } = await memoryAdd(mind, { section: "Build", content: "- cached" });
      return [receipt.status, summary.includes("Build"), (await notes(mind)).includes("## Build\n\n- a minute\n- cached\n")];
    },
    expected: ["applied", true, true],
  },
  {
    promise: "replace is exact; a text that is not there is an error and changes nothing; a file that is none is an error",
    does: async (walker) => {
      const mind = await walker.mind();
      await memoryReplace(mind, { file: "memory", section: "Build", oldText: "a minute", newText: "forty seconds" });
      const before = await notes(mind);
      const absent = await code(memoryReplace(mind, { file: "memory", section: "Build", oldText: "never said", newText: "x" }));
      const invalid = await code(memoryRead(mind, "diary" as never));
      return [before.includes("- forty seconds\n"), absent, invalid, (await notes(mind)) === before];
    },
    expected: [true, "TEXT_NOT_FOUND", "BAD_INPUT", true],
  },
  {
    promise: "remove takes a section away; after any change the file is within its budget, and what did not fit is kept",
    does: async (walker) => {
      const mind = await walker.mind();
      await memoryRemove(mind, { file: "memory", section: "Build" });
      const isGone = !(await notes(mind)).includes("## Build");
      for (let n = 0; n < 4; n++) await memoryAdd(mind, { section: `Part ${n}`, content: `- ${`fact${n} `.repeat(120)}` });
      const text = walker.read("~/.config/agents/MEMORY.md");
      const kept =
        text +
        walker
          .names("~/.config/agents/archive")
          .map((name) => walker.read(`~/.config/agents/archive/${name}`))
          .join();
      return [isGone, [...text].length <= 2200, [0, 1, 2, 3].every((n) => kept.includes(`fact${n}`))];
    },
    expected: [true, true, true],
  },
];

const chat: readonly Step[] = [
  {
    promise: "a chat begins with the layers in its prompt and the memory tool in its hands; the prompt stays while memory changes",
    does: async (walker) => {
      const talk = await walker.talk([{ tool: "memory_add", args: { section: "Chat", content: "- said in a chat" } }, "Noted.", "Yes."]);
      await talk.say("Keep it.");
      await talk.say("Is it there?");
      const [first] = talk.requests;
      return [
        first?.systemPrompt.includes("<agent-identity>"),
        first?.tools.some(({ name }) => name === "memory_add"),
        new Set(talk.requests.map(({ systemPrompt }) => systemPrompt)).size,
        walker.read("~/.config/agents/MEMORY.md").includes("- said in a chat"),
      ];
    },
    expected: [true, true, 1, true],
  },
  {
    promise: "a chat ends with a digest of the day; /clear forgets the conversation and no file",
    does: (walker) => {
      const before = walker.read("~/.config/agents/USER.md");
      const ran = walker.run(["chat"], { input: "remember that the box is called hazel\n/clear\nWhich box do we use?\n/quit\n" });
      const [day = ""] = walker.names("~/.config/agents/daily").filter((name) => name.endsWith(".md"));
      return [
        ran.code,
        walker.read(`~/.config/agents/daily/${day}`).includes("hazel"),
        walker.read("~/.config/agents/MEMORY.md").includes("hazel"),
        walker.read("~/.config/agents/USER.md") === before,
      ];
    },
    expected: [0, true, true, true],
  },
  {
    promise: "onboarding asks for a name, a character and a way of speaking; who skips it has the defaults",
    does: (walker) => {
      walker.run(["init", "--yes", "--profile", "agentkit"], { env: { CODICIL_HOME: `${walker.person}/one` } });
      walker.run(["init", "--yes", "--profile", "agentkit", "--name", "小李"], { env: { CODICIL_HOME: `${walker.person}/two` } });
      const [one, two] = [walker.read("~/one/SOUL.md"), walker.read("~/two/SOUL.md")];
      return [["AgentKit", "专业、友好、注重细节", "简洁清晰"].map((part) => one.includes(part)), two.includes("小李")];
    },
    expected: [[true, true, true], true],
  },
];

export const agentkit: Story = {
  id: "AK",
  title: "layered memory: who the agent is, who you are, what it noted, what happened lately",
  blocks: 3,
  notRun: [],
  steps: [...files, ...tool, ...chat],
};
