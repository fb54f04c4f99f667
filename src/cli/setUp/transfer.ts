import { AppError } from "../../base/index.ts";
import { exportBundle as writeBundle, exportOkf as writeOkf, importBundle, importMemory } from "../../transfer/index.ts";
import { printJson, printReceipts } from "../terminal/answer.ts";
import { printBrought, printWritten } from "./brought.ts";
import { type Call, flag } from "../terminal/command.ts";
import { byCommand } from "../terminal/person.ts";
import { VERSION } from "../terminal/version.ts";

export async function exportBundle(call: Call): Promise<number> {
  const written = await writeBundle(await call.mind(), call.args[0] || needFolder("export bundle DIR"));
  printWritten(call, written.folder, written);
  return 0;
}

export async function exportOkf(call: Call): Promise<number> {
  const written = await writeOkf(await call.mind(), call.args[0] || needFolder("export okf DIR"), { version: VERSION });
  if (call.json) printJson(call, written);
  else call.terminal.print(`${call.terminal.words`${written.folder}: ${written.concepts} sections in ${written.files} files`}\n`);
  return 0;
}

export async function importFrom(call: Call): Promise<number> {
  const [from = "", folder, ...more] = call.args;
  if (more.length > 0) throw new AppError("BAD_USAGE", `unexpected argument ${JSON.stringify(more[0])}`, { hint: "codicil import --help" });
  // Whoever wrote one with `export bundle` says it so.
  const isBundle = from === "codicil" || from === "bundle";
  return isBundle ? bringBundle(call, folder || needFolder("import codicil DIR")) : proposeMemory(call, from, folder);
}

async function bringBundle(call: Call, folder: string): Promise<number> {
  const brought = await importBundle(await call.mind(), folder, { person: byCommand(), over: flag(call, "over") });
  if (call.json) printJson(call, brought);
  else printBrought(call, brought, "imported");
  return 0;
}

async function proposeMemory(call: Call, from: string, folder: string | undefined): Promise<number> {
  const { colour, print, safe, say, words } = call.terminal;
  const imported = await importMemory(await call.mind(), from, { folder: folder || undefined, env: process.env, person: byCommand() });
  if (call.json) {
    printJson(call, imported);
    return 0;
  }
  for (const { from: file, document } of imported.copied) print(`  ${colour.green(words`copied`)} ${safe(file)} → ${document}\n`);
  printReceipts(call, imported.receipts);
  for (const { file, why } of imported.left) say(`${colour.dim(words`left out`)} ${safe(file)}: ${safe(words.reading(why))}`);
  print(
    words`${words.counted(imported.files, "file")} read; ` +
      (imported.copied.length > 0 ? words`${imported.copied.length} copied, ` : "") +
      words`${imported.receipts.length} proposed, ${imported.known} known already` +
      `${imported.receipts.length > 0 ? words`; codicil review shows them` : ""}\n`,
  );
  return 0;
}

function needFolder(usage: string): never {
  throw new AppError("BAD_USAGE", "a folder is needed", { hint: `codicil ${usage}` });
}
