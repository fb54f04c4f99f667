// Profiles as tables of names, and the guard of the key trigger: values in, values out.

import { describe, expect, it } from "vitest";
import { hasPackFor, keyTriggerConfig, keyTriggersIn, keyTriggerText, layoutOf } from "../../src/knowledge/index.ts";

describe("layouts (X6, X7)", () => {
  const layout = (profile: "agents" | "agentkit" | "x-agent" | "scorel", ...files: readonly string[]) =>
    layoutOf(profile, (path) => files.includes(path));
  const paths = (profile: Parameters<typeof layout>[0], ...files: readonly string[]) => {
    const { path } = layout(profile, ...files);
    return [path("soul"), path("user"), path("memory"), path("agents"), path("daily", "2026-01-02")];
  };

  it("AK-19 OR-16 each profile has its own paths", () => {
    expect(paths("agents")).toEqual(["SOUL.md", "USER.md", "MEMORY.md", "AGENTS.md", "daily/2026-01-02.md"]);
    expect(paths("agentkit")).toEqual(["SOUL.md", "memories/USER.md", "memories/MEMORY.md", "AGENTS.md", "memories/daily/2026-01-02.md"]);
    expect(paths("x-agent")).toEqual(["SPIRIT.md", "OWNER.md", "MEMORY.md", "AGENTS.md", "memory/2026-01-02.md"]);
    expect(paths("scorel")).toEqual(paths("agents"));
    expect([layout("agentkit").dailyFolder, layout("agentkit").dailyArchive]).toEqual(["memories/daily", "memories/daily/archive"]);
  });

  it("the other name is used where only it exists; where both do the first wins and the second is named", () => {
    expect(paths("agents", "SPIRIT.md", "OWNER.md").slice(0, 2)).toEqual(["SPIRIT.md", "OWNER.md"]);
    expect(paths("x-agent", "SOUL.md").slice(0, 2)).toEqual(["SOUL.md", "OWNER.md"]);
    expect(layout("agents", "SOUL.md", "SPIRIT.md", "USER.md").shadowed).toEqual([{ used: "SOUL.md", ignored: "SPIRIT.md" }]);
    expect(layout("agents", "SPIRIT.md").shadowed).toEqual([]);
  });

  it("a bare name means the mind's own document, and a path has a bare name only where that means it", () => {
    const { byName, nameOf } = layout("agentkit");
    expect(["USER.md", "OWNER.md", "SPIRIT.md", "MEMORY.md", "AGENTS.md", "toString", "notes.md"].map(byName)).toEqual([
      "memories/USER.md",
      "memories/USER.md",
      "SOUL.md",
      "memories/MEMORY.md",
      "AGENTS.md",
      null,
      null,
    ]);
    expect(["memories/USER.md", "USER.md", "x/SOUL.md", "SOUL.md"].map(nameOf)).toEqual(["USER.md", null, null, "SOUL.md"]);
  });
});

describe("the key trigger (MB-49)", () => {
  const pack = (question: string, indent = "") =>
    `${indent}memory_reader:\n${indent}  status: covered\n\n${indent}  user_question: ${question}\n`;

  it("a pack for exactly this question is in the conversation, however it is written", () => {
    expect(hasPackFor("why?", ["hello", pack("why?")])).toBe(true);
    expect(hasPackFor("why?", [pack('"why?"', "    ")])).toBe(true);
    expect(hasPackFor("it's", [pack("'it''s'")])).toBe(true);
    for (const odd of ["rock 'n'", "'tis so", '"open', 'end"']) expect(hasPackFor(odd, [pack(odd)])).toBe(true);
    expect(hasPackFor("why", [pack("why?")])).toBe(false);
    expect(hasPackFor("why?", ["user_question: why?", "memory_reader:\nuser_question: why?"])).toBe(false);
    expect(hasPackFor("why?", [`memory_reader:\n  status: covered\nother:\n  user_question: why?`])).toBe(false);
  });

  it("the snippet is for both orchestrators and is found again; what is no configuration carries none", () => {
    expect(keyTriggersIn(keyTriggerConfig())).toEqual(["sisyphus", "atlas"]);
    expect(keyTriggersIn({ agents: { atlas: { prompt_append: keyTriggerText() }, sisyphus: { prompt_append: "other" } } })).toEqual([
      "atlas",
    ]);
    for (const wrong of [null, undefined, {}, { agents: {} }, "x"]) expect(keyTriggersIn(wrong)).toEqual([]);
  });
});
