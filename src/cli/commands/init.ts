import { AppError } from "../../base/index.ts";
import { begin } from "../../mind/begin.ts";
import { defaultCharacter, isProfile, type Character } from "../../mind/character.ts";
import { printJson } from "../answer.ts";
import { type Call, flag, text } from "../command.ts";

export async function run(call: Call): Promise<number> {
  const profile = text(call, "profile");
  if (profile !== undefined && !isProfile(profile)) throw new AppError("BAD_USAGE", `--profile is ${JSON.stringify(profile)}`, { hint: "agents, agentkit, x-agent or scorel." });
  const mind = await call.mind();
  const given = { name: text(call, "name"), personality: text(call, "personality"), style: text(call, "style") };
  const asks = call.terminal.isInteractive && !flag(call, "yes") && !call.json;
  const character = asks ? await ask(defaultCharacter(mind.around.layout.profile), given) : withoutUndefined(given);
  if (character === null) {
    call.terminal.say("nothing was written");
    return 2;
  }
  const begun = await begin(mind, { character, project: flag(call, "project") });
  if (call.json) printJson(call, { home: mind.where.home, ...begun });
  else {
    call.terminal.print(`${mind.where.home}\n`);
    for (const each of begun.created) call.terminal.print(`  ${call.terminal.colour.green("created")} ${each}\n`);
    for (const each of begun.kept) call.terminal.print(`  ${call.terminal.colour.dim("kept")}    ${each}\n`);
  }
  return 0;
}

/** AK-54: three questions, each with a default; an empty answer takes it. */
async function ask(defaults: Character, given: Partial<Record<keyof Character, string | undefined>>): Promise<Partial<Character> | null> {
  const { isCancel, text: prompt } = await import("@clack/prompts");
  const answers: Partial<Record<keyof Character, string>> = {};
  const questions: [keyof Character, string][] = [
    ["name", "What is your agent called? 名字"],
    ["personality", "What is it like? 性格"],
    ["style", "How does it speak? 说话方式"],
  ];
  for (const [field, message] of questions) {
    if (given[field] !== undefined) continue;
    const answer = await prompt({ message, placeholder: defaults[field], defaultValue: defaults[field] });
    if (isCancel(answer)) return null;
    answers[field] = answer;
  }
  return { ...withoutUndefined(given), ...answers };
}

function withoutUndefined(given: Partial<Record<keyof Character, string | undefined>>): Partial<Character> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
