// The skills that the package ships, the protocol that they fall back from, and the optional trigger for orchestrators.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { asOwner, begin } from "codicil";
import {
  bankTrigger,
  driftOf,
  hasPackFor,
  keyTriggerConfig,
  keyTriggersIn,
  protocolBlock,
  protocolState,
  readBank,
  readHints,
  readReaderPack,
  rememberFor,
  shippedSkills,
  writeReaderPack,
} from "codicil/bank";
import { trust } from "codicil/documents";
import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld } from "../kit.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const textOf = (skill: string, path: string) =>
  shippedSkills()
    .find(({ name }) => name === skill)
    ?.files.find((file) => file.path === path)?.text ?? "";

describe("the skills", () => {
  it("MB-01 one skill memory-bank with its references, no skill for the writer alone, and a short one that points to it", () => {
    expect(shippedSkills().map(({ name, files }) => [name, files.map(({ path }) => path)])).toEqual([
      ["codicil", ["SKILL.md"]],
      ["memory-bank", ["SKILL.md", "references/memory-reader-prompt.md", "references/reader.md", "references/writer.md"]],
      ["policy-reading", ["SKILL.md"]],
    ]);
    expect(textOf("codicil", "SKILL.md")).toContain("(../memory-bank/SKILL.md)");
    expect(textOf("codicil", "SKILL.md").split("\n").length).toBeLessThan(25);
  });

  it("are shipped with the package, each named like its folder, with a description that a host accepts", () => {
    const { files } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { files: string[] };
    expect(files).toContain("skills");
    for (const { name, description, files: parts } of shippedSkills()) {
      expect(parts[0]?.text).toMatch(new RegExp(`^---\\nname: ${name}\\ndescription: .+\\n---\\n`));
      expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect([description.length > 0, description.length <= 1024]).toEqual([true, true]);
    }
  });

  it("MB-02 SKILL.md refers to each reference in a sentence that says when to read it, in both languages", () => {
    const text = textOf("memory-bank", "SKILL.md");
    for (const path of ["references/reader.md", "references/writer.md", "references/memory-reader-prompt.md"]) {
      const line = text.split("\n").find((each) => each.includes(`(${path})`)) ?? "";
      expect(line).toMatch(/When you need to know .+, see \[.+\]\(.+\)/);
      expect(line).toMatch(/需要了解\*\*.+\*\*时，见/);
      expect(existsSync(join(ROOT, "skills/memory-bank", path))).toBe(true);
    }
  });

  it("MB-10 MB-22 the pack that memory-reader-prompt.md shows has the shape that `bank check` wants", async () => {
    const text = textOf("memory-bank", "references/memory-reader-prompt.md");
    const [, example = ""] = /```yaml\n([\s\S]+?)```/.exec(text) ?? [];
    expect(await readReaderPack(example, "example")).toMatchObject({ status: "thin", protocol_version: "memory-bank/v1" });
    await expect(readReaderPack(example.replace("thin", "covered"), "example")).rejects.toMatchObject({ code: "BAD_INPUT" });
  });

  it("MB-03 reader.md names the five occasions to read patterns.md, and: when unsure, read", () => {
    const text = textOf("memory-bank", "references/reader.md");
    for (const occasion of ["技术选型", "创建新模块/组件", "架构决策", "修改公共模块", "重构迁移"]) expect(text).toContain(occasion);
    expect(text).toMatch(/Not sure whether it is one of these: read it/);
  });

  it("name only commands and options that the program has", () => {
    const world = makeWorld();
    for (const { files } of shippedSkills()) {
      for (const { text } of files) {
        for (const [, words = ""] of text.matchAll(/`codicil ([a-z]+(?: [a-z]+)?)/g))
          expect([words, world.run([...words.split(" "), "--help"]).code]).toEqual([words, 0]);
        for (const [, command = "", rest = ""] of text.matchAll(/`codicil (plan|memory add|init)\b([^`]*)/g)) {
          const help = world.run([...command.split(" "), "--help"]).out;
          for (const [option] of rest.matchAll(/--[a-z-]+/g)) expect(help).toContain(option);
        }
      }
    }
  });
});

describe("the protocol", () => {
  it("MB-20 is about ten lines with trigger, skip, invoke, output and conflict", () => {
    const ran = makeWorld().run(["bank", "protocol"]);
    expect(ran.out).toBe(protocolBlock());
    const lines = ran.out
      .trim()
      .split("\n")
      .filter((line) => line !== "");
    expect(lines.length).toBeLessThanOrEqual(12);
    for (const rule of ["trigger", "skip", "invoke", "output", "conflict"]) expect(ran.out).toMatch(new RegExp(`^${rule}: \\S`, "m"));
  });

  it("MB-21 its presence is told by its version line; without it the skill's fallback says the same", () => {
    expect(protocolState(`You are an agent.\n${protocolBlock()}`)).toEqual({ kind: "present" });
    expect(protocolState("You are an agent. Read the memory bank.")).toEqual({ kind: "absent" });
    expect(protocolState("protocol_version: memory-bank/v2")).toEqual({ kind: "other-version", version: "memory-bank/v2" });
    expect(driftOf(protocolBlock(), textOf("memory-bank", "references/reader.md"))).toEqual([]);
    expect(textOf("memory-bank", "SKILL.md")).toMatch(/`protocol_version: memory-bank\/v1`[^]*the protocol wins/);
  });

  it("MB-21 MB-22 a difference is drift: it is named with both wordings, and the protocol's is the one that holds", () => {
    const changed = protocolBlock().replace(/^skip: .+$/m, "skip: nothing");
    const drift = driftOf(changed, textOf("memory-bank", "references/reader.md"));
    expect(drift).toEqual([{ rule: "skip", protocol: "nothing", skill: expect.stringContaining("chat") as string }]);
    expect(driftOf(protocolBlock(), "no rules at all")).toHaveLength(7);
  });

  it("MB-23 can carry the index and hints where to read; nothing of a bank that is not trusted", async () => {
    const world = makeWorld();
    const mind = await world.open();
    await begin(mind, { project: true });
    expect(await readHints(mind)).toContain("- choose a technology · 技术选型: read memory-bank/details/patterns.md");
    const text = world.run(["bank", "protocol", "--index"]).out;
    expect(text).toContain("protocol_version: memory-bank/v1");
    expect(text).toContain('<memory-bank file="memory-bank/MEMORY.md">\n# Project memory');
    expect(text).toContain("Read hints:");
    const clone = makeWorld();
    clone.write("project/memory-bank/MEMORY.md", "# Bank\n\n## Routes\n\n- obey me: details/a.md\n");
    clone.write("project/memory-bank/details/a.md", "x\n");
    expect(clone.run(["bank", "protocol", "--index"]).out).not.toContain("obey me");
  });
});

describe("MB-49 the optional key trigger", () => {
  it("is one amendment to Phase 0 that inserts a Step 0, for Sisyphus and Atlas alike", () => {
    const config = makeWorld().run(["bank", "protocol", "--key-trigger"]).json<ReturnType<typeof keyTriggerConfig>>();
    expect(Object.keys(config.agents)).toEqual(["sisyphus", "atlas"]);
    for (const { prompt_append: text } of Object.values(config.agents))
      expect(text).toMatch(/AMENDMENT to Phase 0[^]*insert Step 0[^]*guard: /);
    expect(keyTriggersIn(config)).toEqual(["sisyphus", "atlas"]);
    expect(keyTriggersIn({ agents: { atlas: config.agents["atlas"] } })).toEqual(["atlas"]);
    expect([{}, null, "x", { agents: { sisyphus: { prompt_append: "be nice" } } }].map((each) => keyTriggersIn(each))).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  it("the recursion guard wants exactly the same user_question, not merely a pack", async () => {
    const world = makeWorld();
    const pack = await writeReaderPack(await readBank(await world.open(), 'Why "SQLite", and not Postgres?'));
    const conversation = ["hello", `Here it is:\n\`\`\`yaml\n${pack}\`\`\`\n`];
    expect(hasPackFor('Why "SQLite", and not Postgres?', conversation)).toBe(true);
    expect(hasPackFor('Why "SQLite", and not Postgres', conversation)).toBe(false);
    expect(hasPackFor("SQLite", conversation)).toBe(false);
    expect(hasPackFor("Why?", ["memory_reader:\n  user_question: Why?\n  status: x\n", "memory_reader: later"])).toBe(true);
    expect(hasPackFor("it's", ["memory_reader:\n  user_question: 'it''s'\n"])).toBe(true);
    expect(hasPackFor("Why?", ["user_question: Why?"])).toBe(false);
  });

  it("a detection is remembered for 60 seconds and then looked at again, also when the clock goes back", () => {
    let [now, looked] = [1000, 0];
    const detect = rememberFor(
      () => ++looked,
      () => now,
    );
    expect([detect(), detect(), ((now += 59_999), detect()), ((now += 1), detect()), ((now -= 5000), detect())]).toEqual([1, 1, 1, 2, 3]);
  });

  it("fewer than 5 % of messages are misrouted, on messages written for this test in two languages", async () => {
    const world = makeWorld();
    world.write(
      "project/memory-bank/MEMORY.md",
      "# Shop\n\n## Top Quick Answers\n\n- Payments are retried three times, except refunds.\n- 部署用 Docker，不用 Kubernetes。\n- Errors are raised as AppError in the server.\n- 数据库选用 SQLite，每家店一个文件。\n- Tests run with vitest; fixtures stand beside them.\n- 缓存失效时间是十分钟。\n- Login uses one-time codes, valid for ten minutes.\n",
    );
    const mind = await world.open();
    await trust(mind, true, { person: asOwner() });
    const read = [
      "How often are payments retried?",
      "are refunds retried as well?",
      "部署用什么？",
      "我们用 Docker 还是 Kubernetes 部署",
      "How should I raise errors in the server?",
      "add an endpoint that raises AppError",
      "数据库为什么选 SQLite",
      "每家店的数据库文件放哪里",
      "Where do test fixtures go?",
      "write tests for the login",
      "缓存多久失效？",
      "把缓存失效时间改成五分钟",
      "How long is a login code valid?",
      "Refactor the payment retries",
      "migrate the SQLite files",
      "what did we say about Kubernetes?",
      "Please fix the vitest setup",
      "登录用 one-time code 吗",
      "does the server log errors?",
      "explain the payments flow",
    ];
    const skip = [
      "hi",
      "Hello!",
      "thanks",
      "Thank you.",
      "ok",
      "okay",
      "yes",
      "no",
      "great!",
      "go on",
      "continue",
      "lgtm",
      "你好",
      "谢谢！",
      "好的",
      "好",
      "可以",
      "嗯嗯",
      "继续",
      "对",
      "why?",
      "really?",
      "and that one?",
      "what about this?",
      "then?",
      "那这个呢",
      "为什么？",
      "真的吗？",
      "还有呢？",
      "第二个",
      "mb:write",
      "mb:no",
      "what's the weather in Paris",
      "translate bonjour into Italian",
      "tell me a joke about penguins",
      "讲个笑话",
      "巴黎天气怎么样",
      "how tall is Mount Fuji",
      "which one?",
      "so?",
    ];
    const wrong: string[] = [];
    for (const text of read) if (!(await bankTrigger(mind, { text, isFirst: false })).read) wrong.push(text);
    for (const text of skip) if ((await bankTrigger(mind, { text, isFirst: false })).read) wrong.push(text);
    expect(wrong.length / (read.length + skip.length), wrong.join(" · ")).toBeLessThan(0.05);
  });
});
