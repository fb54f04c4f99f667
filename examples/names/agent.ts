// Names of `codicil` about sessions and an agent of one's own, each in a statement of its own: docs/api shows them. Run by a test.
//   node examples/names/agent.ts [FOLDER]

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  appendToSession,
  type Approver,
  begin,
  buildContext,
  type Chat,
  type ChatOptions,
  executeTurn,
  freeze,
  type FreezeOptions,
  type Frozen,
  type InstructionSnapshot,
  type Model,
  openChat,
  openMind,
  openSession,
  renderSystemPrompt,
  startSession,
  type Tool,
  type TurnEvent,
  type TurnReport,
} from "codicil";
import { runTurn } from "codicil/runtime";

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "codicil-example-"));
const mind = await openMind({ home: join(folder, "agents"), state: join(folder, "state"), cwd: folder });
await begin(mind);

// The prompt of a session, frozen.
const options: FreezeOptions = { sessionType: "main" };
const frozen: Frozen = await freeze(mind, options);
const snapshot: InstructionSnapshot = frozen.snapshot;
const prompt = renderSystemPrompt(snapshot);

// A session of another program, kept here.
const { sessionId } = (await startSession(mind)).header;
await appendToSession(mind, sessionId, [{ type: "user_message", message: { role: "user", content: [{ type: "text", text: "hello" }] } }]);
const context = buildContext(await openSession(mind, sessionId));

// An agent with a model and a tool of its own. This model calls the tool once and then answers.
const model: Model = {
  id: "example",
  isLanguageModel: true,
  cost: () => null,
  async *stream({ messages }) {
    const isFirst = !messages.some(({ role }) => role === "tool_result");
    if (isFirst) yield { type: "tool_call", call: { id: "1", name: "clock", input: "{}" } };
    else yield { type: "text", text: "It is noon." };
    yield { type: "finish", reason: isFirst ? "tool_calls" : "stop" };
  },
};
const clock: Tool = {
  name: "clock",
  description: "What time it is.",
  parameters: { type: "object", properties: {} },
  toCall: () => ({ tool: "clock", input: {} }),
  run: async () => ({ text: "12:00" }),
};
const approver: Approver = { ask: async () => ({ decision: "deny", hash: "" }) };
const events: TurnEvent[] = [];
const wanted: ChatOptions = { model, tools: [clock], approver, listener: (event) => events.push(event) };
const chat: Chat = await openChat(mind, wanted);
const report: TurnReport = await runTurn(chat, "what time is it?");

// The same loop without a mind: no tools, no memory, nothing is kept.
const alone = await executeTurn({ messages: [...context.messages] }, "Be brief.", { model: { ...model, id: "other" } });
await mind.close();

console.log([prompt.includes("Codicil"), context.messages.length, report.finish, report.raw, events.length > 0, alone.finish].join(" · "));
