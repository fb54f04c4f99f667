// status for people.

import type { Status } from "../../mind/overview/status.ts";
import { columns, shortId } from "../terminal/columns.ts";
import type { Terminal } from "../terminal/command.ts";
import { padTo } from "../terminal/width.ts";

/** The person's own documents go by their names alone. */
const HOME = "~/.config/agents/";

export function readStatusLines(status: Status, toConfirm: number | null, terminal: Terminal): string {
  const { colour, words } = terminal;
  const blocks: string[] = [];
  const waiting = status.pending.filter((each) => each.state === "pending");
  const proposed = status.pending.filter((each) => each.state === "proposed");
  const entryLines = (entries: Status["pending"]) =>
    terminal.isScreen
      ? columns(
          entries.map(({ entry, operation, document, heading }, at) => [
            ` ${at + 1}`,
            shortId(entry),
            words.of(operation),
            terminal.safe(`${document.replace(HOME, "")} ${JSON.stringify(heading)}`),
          ]),
          terminal.columns,
          [colour.dim, colour.dim],
        ).trimEnd()
      : entries.map(wholeLine).join("\n");
  const wholeLine = (each: Status["pending"][number]) =>
    `  ${padTo(words.of(each.operation), 8)} ${each.document} ${JSON.stringify(each.heading)}  ` +
    `${colour.dim(`${each.entry}  ${each.file}:${each.line}`)}`;
  if (waiting.length > 0)
    blocks.push(`${words`${colour.bold(words`pending (${waiting.length})`)}: codicil apply writes them`}\n${entryLines(waiting)}`);
  if (proposed.length > 0)
    blocks.push(`${words`${colour.bold(words`proposed (${proposed.length})`)}: codicil review shows them`}\n${entryLines(proposed)}`);
  if (toConfirm === null) blocks.push(words`rules not read yet: codicil policy report reads them`);
  else if (toConfirm > 0)
    blocks.push(words`${colour.bold(words`to confirm (${toConfirm})`)}: lines of AGENTS.md; codicil review shows them`);
  if (status.staged.length > 0) {
    const lines = status.staged.map(
      (each) => `  ${colour.red(each.code)} ${each.document} (${each.entries}) ${words.error(each).message}  ${colour.dim(each.file)}`,
    );
    blocks.push(
      `${words`${colour.bold(words`staged (${status.staged.length})`)}: codicil resolve FILE settles them`}\n${lines.join("\n")}`,
    );
  }
  if (status.journalled.length > 0) {
    blocks.push(
      `${words`${colour.bold(words`journalled`)}: planned by sessions that have not ended yet`}\n` +
        `${status.journalled.map((each) => `  ${each.session} (${each.entries})`).join("\n")}`,
    );
  }
  if (status.damaged.length > 0) {
    const place = ({ file, line }: Status["damaged"][number]) => `${file}${line === undefined ? "" : `:${line}`}`;
    const lines = status.damaged.map((each) => `  ${colour.red(each.code)} ${place(each)} ${words.error(each).message}`);
    blocks.push(`${words`${colour.bold(words`damaged`)}: left as they are`}\n${lines.join("\n")}`);
  }
  const { carrier } = status;
  const last = carrier?.last ?? null;
  const met =
    last === null
      ? words`never synced from here`
      : last.error === undefined
        ? words`last synced ${last.at}`
        : words`last tried ${last.at}: ${colour.red(last.error.code)} ${words.error(last.error).message}`;
  return (
    `${blocks.length === 0 ? words`nothing is pending` : blocks.join("\n\n")}\n` +
    `${carrier === undefined ? "" : `${words`${colour.bold(words`carrier`)}: ${carrier.address}, ${met}`}\n`}`
  );
}
