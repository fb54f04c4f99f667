// A proposed change of AGENTS.md says which rules stop being enforced, and which part of it takes none away.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { decide } from "../../src/mind/session/decide.ts";
import { flush, plan } from "../../src/mind/documents/remember.ts";
import { type Daemon, startDaemon } from "./rig.ts";

const RULES = `# Rules

## Style

- Prefer small functions with descriptive names.
- Write commit messages in the imperative mood.
- Never run \`docker system prune\`.
- Never push to main.

## Other

- Never run \`terraform destroy\`.
`;

describe("effects of a proposal", () => {
  let daemon: Daemon;
  afterEach(() => daemon.stop());
  const agents = () => join(daemon.mind.where.project ?? "", "AGENTS.md");
  const change = async (entry: { readonly operation: "update"; readonly content?: string }) => {
    daemon = await startDaemon();
    writeFileSync(agents(), RULES);
    const planned = await plan(daemon.mind, { path: "./AGENTS.md", heading: "Style", session: "s1", ...entry });
    await flush(daemon.mind, "s1");
    const { json: proposals } = await daemon.ask("GET", "/api/proposals");
    return { id: planned.entry, hash: proposals[0].hash as string, effects: await effectsOf(planned.entry) };
  };
  const effectsOf = async (id: string) => (await daemon.ask("GET", `/api/proposals/${id}/effects`)).json;

  it("names the rules that stop being enforced, with the calls that they stopped, and the lines that come", async () => {
    const { id, effects } = await change({
      operation: "update",
      content: "- Prefer small functions with descriptive names.\n- No default exports.",
    });
    expect(effects.removed.map(({ text, state }: { text: string; state: string }) => [state, text])).toEqual([
      ["advice", expect.stringContaining("imperative mood")],
      ["enforced", expect.stringContaining("docker system prune")],
      ["enforced", expect.stringContaining("push to main")],
    ]);
    expect(effects.added).toMatchObject([{ text: expect.stringContaining("No default exports") }]);
    expect(effects.from).toBe(3);
    await decide(daemon.mind, { call: { tool: "shell", command: "git push origin main" }, sessionId: "s2" });
    const stopped = (await effectsOf(id)).removed.map(({ stopped: count }: { stopped: number }) => count);
    expect(stopped).toEqual([0, 0, 1]);
  });

  it("the safe part adds the line, keeps both rules and stays within its section", async () => {
    const { id, hash, effects } = await change({
      operation: "update",
      content: "- Prefer small functions with descriptive names.\n- No default exports.",
    });
    await daemon.ask("POST", `/api/proposals/${id}/accept`, { json: { hash, content: effects.safe } });
    const text = readFileSync(agents(), "utf8");
    expect(text).toContain("No default exports.");
    expect(text).not.toContain("imperative mood");
    expect(text.match(/^- Never run `docker system prune`\.$/gm)).toHaveLength(1);
    expect(text.match(/^- Never push to main\.$/gm)).toHaveLength(1);
    expect(text.match(/^## Style$/gm)).toHaveLength(1);
    expect(text).toContain("## Other\n\n- Never run `terraform destroy`.");
  });

  it("a change that only takes rules away has no safe part, and one that takes none needs none", async () => {
    const onlyAway = await change({
      operation: "update",
      content: "- Prefer small functions with descriptive names.\n- Write commit messages in the imperative mood.",
    });
    expect(onlyAway.effects.removed.filter(({ state }: { state: string }) => state === "enforced")).toHaveLength(2);
    expect(onlyAway.effects.safe).toBeNull();
    await daemon.stop();
    const harmless = await change({
      operation: "update",
      content: `${RULES.split("## Style\n\n")[1]?.split("\n\n##")[0] ?? ""}\n- Keep names plain.`,
    });
    expect(harmless.effects).toMatchObject({ removed: [], safe: null, added: [{ state: "advice" }] });
  });

  it("a document that is no instruction file has no such effects", async () => {
    daemon = await startDaemon();
    const { entry } = await plan(daemon.mind, {
      path: "SOUL.md",
      heading: "Tone",
      operation: "update",
      content: "Never push to main.",
      session: "s1",
    });
    await flush(daemon.mind, "s1");
    expect(await effectsOf(entry)).toBeNull();
    expect((await daemon.ask("GET", "/api/proposals/e_none/effects")).status).toBe(404);
  });
});
