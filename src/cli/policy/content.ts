import { AppError } from "../../base/index.ts";
import { redact as redactText, redactor, scan as scanContent } from "../../mind/overview/content.ts";
import { type Call, flag } from "../terminal/command.ts";
import { forEachLine } from "../terminal/jsonLines.ts";

export async function scan(call: Call): Promise<number> {
  const mind = await call.mind();
  return forEachLine<{ id?: unknown; content?: unknown; origin?: unknown; target?: unknown }>(
    call,
    '{"id","content","origin","target"}',
    async (row) => {
      const { verdict, why, text } = await scanContent(mind, {
        content: needText(row.content, "content"),
        origin: textOr(row.origin, "web"),
        target: textOr(row.target, ""),
      });
      return { id: row.id, verdict, why, ...(text === undefined ? {} : { text }) };
    },
  );
}

export async function redact(call: Call): Promise<number> {
  const mind = await call.mind();
  if (flag(call, "jsonl")) {
    return forEachLine<{ id?: unknown; text?: unknown }>(call, '{"id","text"}', async (row) => {
      const { text, found } = await redactText(mind, needText(row.text, "text"));
      return { id: row.id, text, found: found.map(({ type }) => ({ type })) };
    });
  }
  const stream = await redactor(mind);
  for await (const chunk of call.terminal.inputChunks()) call.terminal.print(stream.push(chunk));
  call.terminal.print(stream.flush());
  return 0;
}

/** An origin or target that is no text is an unknown one. */
function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}

function needText(value: unknown, name: string): string {
  if (typeof value === "string") return value;
  throw new AppError("BAD_INPUT", `${name} is not a text`, { hint: `Give ${name} as a JSON string.` });
}
