import { AppError, given } from "../../base/index.ts";
import { begin } from "../../mind/documents/begin.ts";
import { findAgentKit, type FoundFolder, importMemory } from "../../transfer/index.ts";
import { defaultCharacter, isProfile, languageFor, type Character } from "../../mind/overview/character.ts";
import { printJson } from "../terminal/answer.ts";
import { underHome } from "../terminal/columns.ts";
import { type Call, flag, text } from "../terminal/command.ts";
import { byCommand } from "../terminal/person.ts";

export async function run(call: Call): Promise<number> {
  const profile = text(call, "profile");
  if (profile !== undefined && !isProfile(profile))
    throw new AppError("BAD_USAGE", `--profile is ${JSON.stringify(profile)}`, { hint: "agents, agentkit, x-agent or scorel." });
  const mind = await call.mind();
  const said = { name: text(call, "name"), personality: text(call, "personality"), style: text(call, "style") };
  const asks = call.terminal.isInteractive && !flag(call, "yes") && !call.json;
  const found = findAgentKit(mind);
  if (found !== null && (await offer(call, found, asks))) {
    const { copied } = await importMemory(mind, found.id, { person: byCommand() });
    for (const { from, document } of copied)
      call.terminal.print(`  ${call.terminal.colour.green(call.terminal.words`copied`)}  ${call.terminal.safe(from)} → ${document}\n`);
  }
  const hasSoul = mind.environment.disk.lstat(`${mind.where.home}/${mind.environment.layout.path("soul")}`) !== null;
  const character =
    asks && !hasSoul
      ? await ask(
          defaultCharacter(mind.environment.layout.profile, mind.language),
          said,
          QUESTIONS[languageFor(mind.environment.layout.profile, mind.language)],
        )
      : given(said);
  if (character === null) {
    call.terminal.say(call.terminal.words`nothing was written`);
    return 2;
  }
  const begun = await begin(mind, { character, project: flag(call, "project") });
  if (call.json) printJson(call, { home: mind.where.home, ...begun, ...(found === null ? {} : { found }) });
  else {
    call.terminal.print(`${underHome(mind.where.home, mind.where.userHome)}\n`);
    for (const each of begun.created) call.terminal.print(`  ${call.terminal.colour.green(call.terminal.words`created`)} ${each}\n`);
    for (const each of begun.kept) call.terminal.print(`  ${call.terminal.colour.dim(call.terminal.words`kept`)}    ${each}\n`);
    call.terminal.say(call.terminal.words`next: codicil install HOST connects an agent, codicil serve opens the page`);
  }
  return 0;
}

/** AK-06, X7: another mind of this person's is never taken without a word, and never passed over in silence. */
async function offer(call: Call, { id, folder, files }: FoundFolder, asks: boolean): Promise<boolean> {
  const { words } = call.terminal;
  const what = words`AgentKit's memory is in ${folder} (${files.length} files)`;
  if (!asks) {
    call.terminal.say(words`${what}: codicil import ${id} copies it here and leaves the originals as they are`);
    return false;
  }
  const { confirm } = await import("@clack/prompts");
  return (await confirm({ message: words`${what}. Copy it here? The originals stay as they are.` })) === true;
}

type Questions = readonly (readonly [keyof Character, string])[];

const QUESTIONS: Readonly<Record<"en" | "zh", Questions>> = {
  en: [
    ["name", "What is your agent called?"],
    ["personality", "What is it like?"],
    ["style", "How does it speak?"],
  ],
  zh: [
    ["name", "你的助手叫什么名字？"],
    ["personality", "它的性格是怎样的？"],
    ["style", "它的说话方式是怎样的？"],
  ],
};

/** AK-54: three questions, each with a default; an empty answer takes it. */
async function ask(
  defaults: Character,
  said: Partial<Record<keyof Character, string | undefined>>,
  questions: Questions,
): Promise<Partial<Character> | null> {
  const { isCancel, text: prompt } = await import("@clack/prompts");
  const answers: Partial<Record<keyof Character, string>> = {};
  for (const [field, message] of questions) {
    if (said[field] !== undefined) continue;
    const answer = await prompt({ message, placeholder: defaults[field], defaultValue: defaults[field] });
    if (isCancel(answer)) return null;
    answers[field] = answer;
  }
  return { ...given(said), ...answers };
}
