import { AppError } from "../../base/index.ts";
import { doctor, type DoctorOptions, type DoctorReport, type Finding, fixFinding } from "../../doctor/index.ts";
import type { Mind } from "../../mind/open.ts";
import { annotation } from "../terminal/annotation.ts";
import { printJson } from "../terminal/answer.ts";
import { underHome } from "../terminal/columns.ts";
import { type Call, flag, text } from "../terminal/command.ts";
import { atTerminal } from "../terminal/person.ts";
import { padTo } from "../terminal/width.ts";

export async function run(call: Call): Promise<number> {
  // On a terminal somebody sees at once that it runs, and what it looks at.
  const tell =
    process.stderr.isTTY === true && !call.json
      ? (what: string) => call.terminal.say(call.terminal.words`checking ${call.terminal.words.of(what)} …`)
      : undefined;
  tell?.("installed hosts");
  const options: DoctorOptions = { others: !flag(call, "own"), env: process.env, tell };
  const id = text(call, "fix");
  if (id !== undefined) return fix(call, id, options);
  const mind = await openOrReport(call);
  if (mind === null) return 1;
  if (flag(call, "ci")) return inCi(call, mind);
  await (await import("./hosts.ts")).refresh(call);
  const report = await withHosts(mind, await doctor(mind, options));
  if (call.json) {
    printJson(call, report);
    return exitFor(report);
  }
  print(call, report, mind.where.userHome);
  const fixable = report.findings.filter((finding) => finding.fix !== undefined);
  if (fixable.length === 0 || !call.terminal.isInteractive) return exitFor(report);
  return (await askFixes(call, mind, { fixable, options })) ? exitFor(await withHosts(mind, await doctor(mind, options))) : exitFor(report);
}

/** What has no place in instruction files that others load: their agents would read it. */
const FOR_CI: ReadonlySet<string> = new Set(["secret", "hidden-text", "held-line", "dead-path", "dead-command", "unreadable"]);

/** The project's own files only, each finding a failure: for a pull request, on a machine where nobody has a mind. */
async function inCi(call: Call, mind: Mind): Promise<number> {
  const top = `${mind.where.project ?? mind.where.cwd}/`;
  const { findings } = await doctor(mind, { others: true, env: process.env });
  const failed = findings.filter(({ code, file }) => FOR_CI.has(code) && file.startsWith(top));
  if (call.json) printJson(call, failed);
  else {
    const { print, safe, colour, words } = call.terminal;
    for (const { code, file, line = 1, message } of failed)
      print(
        `${colour.red(code)} ${safe(file.slice(top.length))}:${line} ${safe(words.reading(message))}\n` +
          `${annotation({ file, line, message, title: `codicil doctor: ${code}` })}`,
      );
    print(
      failed.length === 0
        ? `${words`no secrets, hidden text or dead references in this project's instruction files`}\n`
        : `${words`${words.counted(failed.length, "problem")} in this project's instruction files`}\n`,
    );
  }
  return failed.length === 0 ? 0 : 1;
}

/** A canary through every host that is installed. The hall does not know them; the door does. */
async function withHosts(mind: Mind, report: DoctorReport): Promise<DoctorReport> {
  const { checkHosts } = await import("../../hosts/index.ts");
  const found = (await checkHosts(mind)).map(({ host, severity, file, message }, index): Finding => ({
    id: `host-${host}-${index}`,
    code: "host",
    severity,
    file,
    message,
  }));
  const order = ["error", "warn", "info"];
  return {
    ...report,
    findings: [...report.findings, ...found].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity)),
    checked: { ...report.checked, notYet: report.checked.notYet.filter((each) => each !== "hosts") },
  };
}

async function fix(call: Call, id: string, options: DoctorOptions): Promise<number> {
  const person = call.terminal.isForeground ? atTerminal(call, "doctor --fix") : undefined;
  const done = await fixFinding(await call.mind({ permissions: "any" }), id, { ...options, person });
  if (call.json) printJson(call, done);
  else printDone(call, done);
  return 0;
}

function printDone({ terminal: { print, words } }: Call, { done, undo }: { readonly done: string; readonly undo?: string }): void {
  print(`${words.reading(done)}${undo === undefined ? "" : words`; undo: codicil undo ${undo}`}\n`);
}

/** A mind that cannot be opened is a finding too: the one that has to be seen first. */
async function openOrReport(call: Call): Promise<Mind | null> {
  try {
    return await call.mind({ permissions: "any" });
  } catch (error) {
    if (!(error instanceof AppError) || error.file === undefined || error.code === "BAD_INPUT") throw error;
    const finding: Finding = {
      id: "config",
      code: "config",
      severity: "error",
      file: error.file,
      ...(error.line === undefined ? {} : { line: error.line }),
      message: `${error.code}: ${error.message}`,
    };
    const report: DoctorReport = {
      findings: [finding],
      checked: { documents: 0, lines: 0, stores: [], notYet: ["everything else: the mind does not open"] },
    };
    if (call.json) printJson(call, report);
    else print(call, report, "");
    return null;
  }
}

function exitFor({ findings }: DoctorReport): number {
  return findings.some(({ severity }) => severity === "error") ? 1 : 0;
}

function print(call: Call, { findings, checked, trash, verdicts }: DoctorReport, userHome: string): void {
  const { colour, safe, words } = call.terminal;
  const paint = { error: colour.red, warn: colour.yellow, info: colour.dim };
  for (const [file, all] of Map.groupBy(findings, (finding) => finding.file)) {
    call.terminal.print(`${colour.bold(safe(underHome(file, userHome)))}\n`);
    for (const { severity, line, message, code, fix: way, id } of all) {
      call.terminal.tell(
        `  ${paint[severity](padTo(words.of(severity), 5))} ${String(line ?? "").padStart(4)}  ${safe(words.reading(message))}  ${colour.dim(code)}\n`,
        MESSAGE_COLUMN,
      );
      if (way !== undefined)
        call.terminal.tell(colour.dim(`${" ".repeat(MESSAGE_COLUMN)}${words`${words.reading(way.what)}: codicil doctor --fix ${id}`}\n`));
    }
  }
  if (trash !== undefined)
    call.terminal.tell(
      words`trash: ${trash.items} items, ${Math.ceil(trash.bytes / 1024 / 1024)} MiB; kept for ${trash.days} days and ` +
        `${words`up to ${trash.megabytes} MiB, and never less than a day (codicil trash list)`}\n`,
    );
  if (verdicts !== undefined)
    call.terminal.tell(
      words`verdicts: ${Math.ceil(verdicts.bytes / 1024 / 1024)} MiB; ` +
        (verdicts.days === null
          ? words`kept without a limit (retention.verdicts in config.yaml sets one)`
          : words`kept for ${verdicts.days} days, ${verdicts.counted} older ones as counts`) +
        `\n`,
    );
  const count = (severity: Finding["severity"]) => findings.filter((finding) => finding.severity === severity).length;
  const places = checked.stores
    .filter(({ documents }) => documents > 0)
    .map(({ store, documents }) => words`${documents} from ${words.of(store)}`)
    .join(words`, `);
  call.terminal.tell(
    words`${words.counted(count("error"), "error")}, ${words.counted(count("warn"), "warning")}, ${words.counted(count("info"), "note")}; ` +
      words`${words.counted(checked.documents, "document")} (${places || words`none`}), ${words.counted(checked.lines, "line")}` +
      `${checked.notYet.length === 0 ? "" : words`; not checked: ${checked.notYet.map(words.of).join(words`, `)}`}\n`,
  );
}

/** Where a finding's message begins. */
const MESSAGE_COLUMN = 14;

/** One key for each finding. True when something was repaired. */
async function askFixes(
  call: Call,
  mind: Mind,
  { fixable, options }: { fixable: readonly Finding[]; options: DoctorOptions },
): Promise<boolean> {
  const { isCancel, selectKey } = await import("@clack/prompts");
  const { safe, words } = call.terminal;
  let repaired = false;
  for (const finding of fixable) {
    const answer = await selectKey({
      message: `${safe(finding.file)}${finding.line === undefined ? "" : `:${finding.line}`} ${safe(words.reading(finding.message))}`,
      options: [
        { value: "f", label: words.reading(finding.fix?.what ?? "") },
        { value: "s", label: words`leave it as it is` },
        { value: "q", label: words`stop asking` },
      ],
    });
    if (isCancel(answer) || answer === "q") break;
    if (answer !== "f") continue;
    try {
      const done = await fixFinding(mind, finding.id, { ...options, person: atTerminal(call, "doctor --fix") });
      repaired = true;
      printDone(call, done);
    } catch (error) {
      // An earlier repair may have taken this finding with it; the next one is asked about all the same.
      if (!(error instanceof AppError)) throw error;
      call.terminal.say(`${error.code} ${words.error(error).message}`);
    }
  }
  return repaired;
}
