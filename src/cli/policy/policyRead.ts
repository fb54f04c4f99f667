// `policy read`: a model's readings as proposals; by the configured model, or by hand with --prompt and --answers.

import { AppError } from "../../base/index.ts";
import { MODEL_DOUBT, proposeReadings, type ProposedReadings, readAnswersFile, requestReadings } from "../../rules/index.ts";
import { printJson } from "../terminal/answer.ts";
import { type Call, flag, text } from "../terminal/command.ts";

export async function read(call: Call): Promise<number> {
  const mind = await call.mind();
  const answers = text(call, "answers");
  if (flag(call, "prompt")) {
    if (answers !== undefined)
      throw new AppError("BAD_USAGE", "--prompt and --answers exclude each other", { hint: "First --prompt, then --answers FILE." });
    call.terminal.print(`${JSON.stringify(await requestReadings(mind, call.args))}\n`);
    return 0;
  }
  if (answers !== undefined) return answer(call, proposeReadings(mind, readAnswersFile(mind, answers), call.args));
  const { openModel, readWithModel } = await import("../../runtime/index.ts");
  const { model } = await openModel({ flag: text(call, "model"), config: mind.config, env: process.env });
  const done = await readWithModel(mind, {
    model,
    paths: call.args,
    signal: new AbortController().signal,
    notice: (said) => call.terminal.say(call.terminal.safe(said)),
  });
  for (const each of done.failed) call.terminal.say(call.terminal.colour.red(call.terminal.safe(each)));
  const code = answer(call, done);
  return done.failed.length > 0 && done.proposed.length === 0 ? 1 : code;
}

function answer(call: Call, { proposed, refused, leftOut, ...rest }: ProposedReadings): number {
  const code = proposed.length === 0 && refused.length > 0 ? 1 : 0;
  if (call.json) {
    printJson(call, { proposed, refused, leftOut, ...rest });
    return code;
  }
  const { print, safe, colour, say, words } = call.terminal;
  for (const { file, line, reading, doubts } of proposed) {
    print(`${colour.yellow(words`proposed`)} ${safe(file)}:${line} ${safe(words.reading(reading))}\n`);
    for (const doubt of doubts.filter((each) => each !== MODEL_DOUBT))
      print(colour.dim(`  ${words`doubt`}: ${safe(words.reading(doubt))}\n`));
  }
  for (const { file, line, why, at } of refused)
    print(`${colour.red(words`refused`)}  ${safe(file)}:${line} readings[${at}]: ${safe(why)}\n`);
  const counts = words`${proposed.length} proposed, ${refused.length} refused, ${leftOut.length} left out as advice.`;
  print(`${counts} ${words`Nothing is enforced until you confirm it: codicil review`}\n`);
  if (refused.length > 0) say(words`correct the refused readings in the file and give it again: each line that it names is read anew`);
  return code;
}
