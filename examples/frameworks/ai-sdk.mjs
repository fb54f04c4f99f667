// AI SDK: every tool call passes the gate first. If it is refused, the model gets an error with the reason.
//   npm install codicil ai @ai-sdk/openai-compatible zod

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, stepCountIs, tool } from "ai";
import { gateTools, openMind } from "codicil";
import { z } from "zod";

const provider = createOpenAICompatible({ name: "model", baseURL: process.env.OPENAI_BASE_URL, apiKey: process.env.OPENAI_API_KEY });
const bash = tool({
  description: "run a command",
  inputSchema: z.object({ command: z.string() }),
  execute: async ({ command }) => `ran ${command}`,
});

const mind = await openMind();
const { text } = await generateText({
  model: provider(process.env.OPENAI_MODEL ?? "gpt-5"),
  tools: gateTools({ bash }, mind),
  stopWhen: stepCountIs(8),
  prompt: "Deploy the project.",
});
console.log(text);
await mind.close();
