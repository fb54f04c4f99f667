// OpenAI Agents: the agent gets your memory as tools of an MCP server. MCP alone is not a gate: policy_check is advice.
//   npm install codicil @openai/agents

import { Agent, MCPServerStdio, OpenAIProvider, Runner, setTracingDisabled } from "@openai/agents";

setTracingDisabled(true);
const codicil = new MCPServerStdio({ name: "codicil", command: "codicil", args: ["mcp"], env: { ...process.env } });
await codicil.connect();
const agent = new Agent({
  name: "assistant",
  instructions: "Remember what the person asks you to.",
  model: process.env.OPENAI_MODEL ?? "gpt-5",
  mcpServers: [codicil],
});
const runner = new Runner({
  modelProvider: new OpenAIProvider({ apiKey: process.env.OPENAI_API_KEY, baseURL: process.env.OPENAI_BASE_URL, useResponses: false }),
});
const { finalOutput } = await runner.run(agent, "Remember that the tests take forty seconds.");
console.log(finalOutput);
await codicil.close();
