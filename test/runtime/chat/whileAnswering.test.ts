// A chat in a real terminal (tmux) while its model is still answering; and what /resume takes.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CHAT, recordTerminal, SHELL } from "../../../scripts/recordTerminal.ts";
import { makeWorld } from "../../kit.ts";
import { startScriptedModel } from "../scriptedModel.ts";

const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

describe.skipIf(!hasTmux)("what is typed while an answer is under way", () => {
  it(
    "commands are obeyed and never sent to the model; messages are queued, seen, and taken back to be changed",
    { timeout: 120_000 },
    async () => {
      let goOn: () => void = () => undefined;
      const typed = new Promise<void>((resolve) => (goOn = resolve));
      const server = await startScriptedModel(
        [{ text: "One moment. " }, { meanwhile: () => typed }, { text: "First answer." }],
        [{ text: "Second answer." }],
        [{ text: "- asked three things" }],
      );
      const memory = () => readFileSync(join(home, "person/.config/agents/MEMORY.md"), "utf8");
      let home = "";
      const had: boolean[] = [];
      try {
        const { plain } = await recordTerminal({
          name: `busy-${process.pid}`,
          columns: 100,
          rows: 60,
          exact: true,
          env: server.env("chat"),
          steps: [
            { types: "codicil init --yes", until: SHELL },
            { types: "codicil memory add the-staging-box-is-hazel", until: SHELL },
            { types: "codicil chat", until: CHAT },
            { types: "remember that the build box is called fern", until: /\nOne/ },
            { types: "/policy", until: /red lines are enforced/ },
            { types: "/undo", until: /\/undo: after this answer/ },
            { types: "what is the first question", until: /\(next\)/ },
            { types: "and the second one", until: /\(next, after 1 other; \/next shows them\)/ },
            { types: "/next", until: /1 what is the first question\s+2 and the second one/ },
            { types: "/next 1", until: /what is the first question$/ },
            { types: ", changed", until: /\(next, after 1 other[^]*\(next, after 1 other/ },
            { types: "/nonsense", until: /There is no \/nonsense/ },
            { types: "/quit", until: SHELL },
          ],
          look: (step, _, folder) => {
            home = folder;
            if (existsSync(join(folder, "person/.config/agents/MEMORY.md"))) had[step] = memory().includes("fern");
            if (step === 11) goOn();
          },
        });
        expect(had[5]).toBe(true);
        expect(had.at(-1)).toBe(false);
        expect(plain).toMatch(/› \/undo\s+Undone: /);
        const asked = server.requests
          .flatMap(({ messages }) => messages.filter(({ role }) => role === "user").map(({ text }) => text))
          .join("\n");
        expect(asked).not.toMatch(/\/(?:undo|policy|next|quit|nonsense)\b/);
      } finally {
        goOn();
        await server.close();
      }
    },
  );
});

describe.skipIf(!hasTmux)("an answer and what is typed meanwhile", () => {
  it(
    "have lines of their own, and a command's output inside a block of code does not change how the rest is shown",
    { timeout: 120_000 },
    async () => {
      const gates = [0, 1].map(() => {
        let open: () => void = () => undefined;
        return { opened: new Promise<void>((resolve) => (open = resolve)), open: () => open() };
      });
      const server = await startScriptedModel([
        { text: "One moment. Two " },
        { meanwhile: () => gates[0]?.opened },
        { text: "three four.\n\n```ts\nconst a = 1;\nconst b = **2**;\n" },
        { meanwhile: () => gates[1]?.opened },
        { text: "const c = 3;\n```\n\nThe **end** of it. " },
      ]);
      try {
        const { plain } = await recordTerminal({
          name: `apart-${process.pid}`,
          columns: 80,
          rows: 40,
          exact: true,
          env: server.env("chat"),
          steps: [
            { types: "codicil init --yes", until: SHELL },
            { types: "codicil chat", until: CHAT },
            { types: "say something", until: /\nOne[a-zA-Z. ]*$/ },
            { types: "and what comes next", enter: false, until: /\nOne[a-zA-Z. ]*\n› and what comes next$/ },
            {
              types: ", I ask",
              enter: false,
              until: /\nOne moment\. Two three four\.\n[^]*const a = 1;\n[^]*› and what comes next, I ask$/,
            },
            { types: " you", until: /\n› and what comes next, I ask you\n +\(next\)$/ },
            { types: "/policy", until: /› \/policy\n[^]*red lines are enforced\.$/ },
            { types: "/next 1", until: /\n› and what comes next, I ask you$/ },
            { types: "?", enter: false, until: /The end of it\.\n› and what comes next, I ask you\?$/ },
          ],
          look: (step) => {
            if (step === 3) setTimeout(() => gates[0]?.open(), 300);
            if (step === 7) setTimeout(() => gates[1]?.open(), 300);
          },
        });
        expect(plain).toMatch(
          / {2}const b = \*\*2\*\*;\n {2}const c = 3;\n {2}```\n\nThe end of it\.\n› and what comes next, I ask you\?$/,
        );
      } finally {
        gates.forEach(({ open }) => open());
        await server.close();
      }
    },
  );
});

describe.skipIf(!hasTmux)("Tab in a chat without a model", () => {
  it("completes commands, titles and documents; twice it lists; a pasted tab is text", { timeout: 120_000 }, async () => {
    const paste = (text: string) => `\u001b[200~${text}\u001b[201~`;
    const { plain } = await recordTerminal({
      name: `tab-${process.pid}`,
      columns: 90,
      rows: 60,
      exact: true,
      steps: [
        { types: "codicil init --yes", until: SHELL },
        { types: "echo what do we know of invoices | codicil chat >/dev/null 2>&1", until: SHELL },
        { types: "echo where is the staging box | codicil chat >/dev/null 2>&1", until: SHELL },
        { types: "codicil chat", until: CHAT },
        { types: "/mem\t", enter: false, until: /\n› \/memory$/ },
        { types: "", until: /\n› \/memory\n[^]*MEMORY\.md[^]*\n›$/ },
        { types: "/re\t\t", enter: false, until: /\/review +\/resume[^]*\n› \/re$/ },
        { types: "sume where\t", enter: false, until: /\n› \/resume where is the staging box$/ },
        { types: "", until: /→ recall [^]*\n›$/ },
        { types: "see @USE\t", enter: false, until: /\n› see @USER\.md$/ },
        { types: paste("\t/re\tx"), enter: false, until: /@USER\.md +\/re +x$/ },
      ],
    });
    expect(plain).not.toContain("There is no");
  });
});

describe("/resume", () => {
  const titles = ["where is the staging box", "what do we know of invoices", "and of the old invoices"];

  it("by its number in the list, by words of its title, and a list again where several match", () => {
    const world = makeWorld();
    for (const title of titles) world.run(["chat"], { input: `${title}\n` });
    const say = (...lines: string[]) => world.run(["chat"], { input: `${lines.join("\n")}\n` }).out;
    expect(say("/resume")).toMatch(
      /1 +session_\w+ +\S+ +and of the old invoices\n +2 +\S+ +\S+ +what do we know[^\n]*\n +3 [^]*\/resume 1, or words/,
    );
    expect(say("/resume", "/resume 3", "/branch")).toMatch(/\n +1 where is the staging box\n/);
    expect(say("/resume Staging", "/branch")).toMatch(/\n +1 where is the staging box\n/);
    expect(say("/resume invoices", "/resume 2", "/branch")).toMatch(/\n +1 what do we know of invoices\n/);
    expect(say("/resume last", "/branch")).toMatch(/\n +1 and of the old invoices\n/);
  });

  it("what names none ends nothing, and exit is no message", () => {
    const world = makeWorld();
    const { out, code } = world.run(["chat"], { input: "/resume 7\n/resume nothing like it\n/memory\nexit\nnot read any more\n" });
    expect(code).toBe(0);
    expect(out).toMatch(/There is no conversation 7\. \/resume lists them\.\nThere is no conversation nothing like it\./);
    expect(out).toContain("MEMORY.md");
    expect(out).not.toContain("recall not read");
  });
});
