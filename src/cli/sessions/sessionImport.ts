import { AppError } from "../../base/index.ts";
import { type ImportReport, importTranscripts, TRANSCRIPT_HOSTS } from "../../hosts/index.ts";
import { printJson } from "../terminal/answer.ts";
import type { Call } from "../terminal/command.ts";
import { padTo } from "../terminal/width.ts";

export async function run(call: Call): Promise<number> {
  const [host, path, ...more] = call.args;
  if (host === undefined || more.length > 0)
    throw new AppError("BAD_USAGE", "session import takes a host and perhaps a folder", {
      hint: `codicil session import ${TRANSCRIPT_HOSTS.join("|")}|all [DIR]`,
    });
  const reports = await importTranscripts(await call.mind(), host, { path, env: process.env });
  if (call.json) printJson(call, host === "all" ? reports : reports[0]);
  else for (const report of reports) print(call, report);
  if (host === "all" && reports.length === 0) call.terminal.say(call.terminal.words`no host that can be imported from has a folder here`);
  return reports.some(({ problems }) => problems.length > 0) ? 1 : 0;
}

function print(call: Call, { host, folder, transcripts, problems, passed, totals, keepsDays }: ImportReport): void {
  const { print: out, say, safe, colour, words } = call.terminal;
  out(`${colour.bold(host)} ${safe(folder)}\n`);
  for (const each of transcripts) {
    if (each.status === "same") continue;
    if (each.status === "left") out(`  ${words`left    ${each.session}: a text was forgotten in it, and its host still has it`}\n`);
    else
      out(
        `  ${padTo(words.of(each.status), 6)}  ${each.session}  ` +
          `${words`${words.counted(each.added, "event")} of ${words.counted(each.lines, "line")}`}` +
          `${each.unfinished ? words`, the last line is not finished yet` : ""}\n`,
      );
    const unknown = Object.entries(each.unknown).map(([type, count]) => `${count} ${type}`);
    if (unknown.length > 0) out(colour.dim(`          ${words`kept in the original only: ${safe(unknown.join(words`, `))}`}\n`));
    for (const { line, why } of each.broken) say(`${colour.yellow(words`broken`)} ${safe(each.source)}:${line}: ${words.reading(why)}`);
    if (each.brokenLines > each.broken.length) say(`  ${words`and ${each.brokenLines - each.broken.length} more`}`);
    if (each.secrets > 0)
      out(
        colour.yellow(
          `          ${words`${each.secrets} events contained what looks like a secret: marked here, verbatim in the original`}\n`,
        ),
      );
  }
  for (const { path, why } of passed) say(words`skipped ${safe(path)}: ${words.reading(why)}`);
  for (const { file, line, code, message } of problems)
    say(`${colour.red(code)} ${safe(file)}${line === undefined ? "" : `:${line}`}: ${safe(words.error({ code, message }).message)}`);
  out(
    words`${totals.found} found: ${totals.new} new, ${totals.grown} longer than before, ${totals.same} unchanged` +
      `${totals.left > 0 ? words`, ${totals.left} left alone` : ""}${words`; ${words.counted(totals.events, "event")} added`}\n`,
  );
  const leaving = transcripts
    .filter(({ deletedOn }) => deletedOn !== undefined)
    .sort((a, b) => ((a.deletedOn ?? "") < (b.deletedOn ?? "") ? -1 : 1));
  if (totals.leaving > 0) {
    const soon = colour.yellow(words`${host} may delete ${totals.leaving} of them within a week`);
    out(`${words`${soon} (it keeps ${keepsDays} days); here they stay`}\n`);
    for (const { session, deletedOn } of leaving.slice(0, Math.min(5, totals.leaving))) out(`  ${deletedOn}  ${session}\n`);
  }
}
