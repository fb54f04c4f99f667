// LangGraph: the graph's agent gets your memory as tools of an MCP server. MCP alone is not a gate: policy_check is advice.
//   npm install codicil @langchain/langgraph @langchain/openai @langchain/mcp-adapters

import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { ChatOpenAI } from "@langchain/openai";

const client = new MultiServerMCPClient({
  mcpServers: { codicil: { transport: "stdio", command: "codicil", args: ["mcp"], env: { ...process.env } } },
});
const agent = createReactAgent({
  llm: new ChatOpenAI({
    model: process.env.OPENAI_MODEL ?? "gpt-5",
    apiKey: process.env.OPENAI_API_KEY,
    configuration: { baseURL: process.env.OPENAI_BASE_URL },
  }),
  tools: await client.getTools(),
});
const { messages } = await agent.invoke({ messages: [{ role: "user", content: "Remember that the tests take forty seconds." }] });
console.log(messages.at(-1)?.content);
await client.close();
