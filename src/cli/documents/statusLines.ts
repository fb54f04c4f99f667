// status for people.

import type { Status } from "../../mind/overview/status.ts";
import { columns, shortId } from "../terminal/columns.ts";
import type { Terminal } from "../terminal/command.ts";

/** The person's own documents go by their names alone. */
const HOME = "~/.config/agents/";

export function readStatusLines(status: Status, toConfirm: number, terminal: Terminal): string {
  const { colour } = terminal;
  const blocks: string[] = [];
  const waiting = status.pending.filter((each) => each.state === "pending");
  const proposed = status.pending.filter((each) => each.state === "proposed");
  const entryLines = (entries: Status["pending"]) =>
    terminal.isScreen
      ? columns(
          entries.map(({ entry, operation, document, heading }, at) => [
            ` ${at + 1}`,
            shortId(entry),
            operation,
            terminal.safe(`${document.replace(HOME, "")} ${JSON.stringify(heading)}`),
          ]),
          terminal.columns,
          [colour.dim, colour.dim],
        ).trimEnd()
      : entries.map(wholeLine).join("\n");
  const wholeLine = (each: Status["pending"][number]) =>
    `  ${each.operation.padEnd(8)} ${each.document} ${JSON.stringify(each.heading)}  ` +
    `${colour.dim(`${each.entry}  ${each.file}:${each.line}`)}`;
  if (waiting.length > 0) blocks.push(`${colour.bold(`pending (${waiting.length})`)}: codicil apply writes them\n${entryLines(waiting)}`);
  if (proposed.length > 0)
    blocks.push(`${colour.bold(`proposed (${proposed.length})`)}: codicil review shows them\n${entryLines(proposed)}`);
  if (toConfirm > 0) blocks.push(`${colour.bold(`to confirm (${toConfirm})`)}: lines of AGENTS.md; codicil review shows them`);
  if (status.staged.length > 0) {
    const lines = status.staged.map(
      (each) => `  ${colour.red(each.code)} ${each.document} (${each.entries}) ${each.message}  ${colour.dim(each.file)}`,
    );
    blocks.push(`${colour.bold(`staged (${status.staged.length})`)}: codicil resolve FILE settles them\n${lines.join("\n")}`);
  }
  if (status.journalled.length > 0) {
    blocks.push(
      `${colour.bold("journalled")}: planned by sessions that have not ended yet\n` +
        `${status.journalled.map((each) => `  ${each.session} (${each.entries})`).join("\n")}`,
    );
  }
  if (status.damaged.length > 0) {
    const place = ({ file, line }: Status["damaged"][number]) => `${file}${line === undefined ? "" : `:${line}`}`;
    const lines = status.damaged.map((each) => `  ${colour.red(each.code)} ${place(each)} ${each.message}`);
    blocks.push(`${colour.bold("damaged")}: left as they are\n${lines.join("\n")}`);
  }
  const { carrier } = status;
  const last = carrier?.last ?? null;
  const met =
    last === null
      ? "never synced from here"
      : last.error === undefined
        ? `last synced ${last.at}`
        : `last tried ${last.at}: ${colour.red(last.error.code)} ${last.error.message}`;
  return (
    `${blocks.length === 0 ? "nothing is pending" : blocks.join("\n\n")}\n` +
    `${carrier === undefined ? "" : `${colour.bold("carrier")}: ${carrier.address}, ${met}\n`}`
  );
}
