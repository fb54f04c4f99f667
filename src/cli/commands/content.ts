import { AppError } from "../../base/index.ts";
import { redact as redactText, redactor, scan as scanContent } from "../../mind/content.ts";
import { type Call, flag } from "../command.ts";
import { forEachLine } from "../jsonLines.ts";

export async function scan(call: Call): Promise<number> {
  const mind = await call.mind();
  await forEachLine<{ id?: unknown; content?: unknown; origin?: unknown; target?: unknown }>(call, '{"id","content","origin","target"}', async (row) => {
    const { verdict, why, text } = await scanContent(mind, { content: needText(row.content, "content"), origin: String(row.origin ?? "web"), target: String(row.target ?? "") });
    return { id: row.id, verdict, why, ...(text === undefined ? {} : { text }) };
  });
  return 0;
}

export async function redact(call: Call): Promise<number> {
  const mind = await call.mind();
  if (flag(call, "jsonl")) {
    await forEachLine<{ id?: unknown; text?: unknown }>(call, '{"id","text"}', async (row) => {
      const { text, found } = await redactText(mind, needText(row.text, "text"));
      return { id: row.id, text, found: found.map(({ type }) => ({ type })) };
    });
    return 0;
  }
  const stream = await redactor(mind);
  for await (const chunk of call.terminal.inputChunks()) call.terminal.print(stream.push(chunk));
  call.terminal.print(stream.flush());
  return 0;
}

function needText(value: unknown, name: string): string {
  if (typeof value === "string") return value;
  throw new AppError("BAD_INPUT", `${name} is not a text`, { file: "stdin", hint: `Give ${name} as a JSON string.` });
}
