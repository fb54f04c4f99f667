// The names that the documents give to the library, used together as a program outside would use them.

import { describe, expect, it } from "vitest";
import {
  appendToSession,
  buildContext,
  enforce,
  enforceOrThrow,
  isAuthorized,
  executeTurn,
  freeze,
  openSession,
  renderSystemPrompt,
  SecurityViolation,
  startSession,
} from "codicil";
import { offlineResponder } from "codicil/runtime";
import { makeWorld } from "../kit.ts";

describe("the library by the documents' names", () => {
  it("SC-30 SC-34 a session's context and prompt go into one turn, and an answer comes out", async () => {
    const mind = await makeWorld().open();
    const { header } = await startSession(mind, {});
    await appendToSession(mind, header.sessionId, [
      { type: "user_message", message: { role: "user", content: [{ type: "text", text: "hello" }] } },
    ]);
    const { systemPrompt, messages } = buildContext(await openSession(mind, header.sessionId));
    expect(messages).toHaveLength(1);
    const { finish, shown } = await executeTurn({ messages }, systemPrompt ?? "", { model: offlineResponder });
    expect(finish).toBe("done");
    expect(JSON.stringify(shown)).toContain("No language model is configured");
  });

  it("renderSystemPrompt gives the same text twice, and says what it wants when given something else", async () => {
    const { snapshot } = await freeze(await makeWorld().open());
    expect(renderSystemPrompt(snapshot)).toBe(renderSystemPrompt(structuredClone(snapshot)));
    for (const wrong of [undefined, null, 5, {}, "x"])
      expect(() => renderSystemPrompt(wrong as never)).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
  });

  it.each([[undefined], [null], [5], [[]], ["x"]])("executeTurn(%j) is refused with a code before any model is asked", async (wrong) => {
    await expect(executeTurn(wrong as never, "prompt", { model: offlineResponder })).rejects.toMatchObject({ code: "BAD_INPUT" });
    await expect(executeTurn({ messages: [] }, "prompt", wrong as never)).rejects.toMatchObject({ code: "BAD_INPUT" });
  });

  it("OR-12 OR-13 enforce lets an unknown action pass and throws SecurityViolation for a private one in a shared session", () => {
    expect(enforce("main", "load_memory")).toBe(true);
    expect(enforce("shared", "something new")).toBe(true);
    expect(enforce("shared", "load_memory")).toBe(false);
    expect([isAuthorized("main", "load_memory"), isAuthorized("shared", "load_memory")]).toEqual([true, false]);
    expect(() => enforceOrThrow("shared", "load_memory")).toThrow(SecurityViolation);
  });
});
