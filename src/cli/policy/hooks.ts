import { findHooks, trustHook } from "../../runtime/index.ts";
import { picked, printJson } from "../terminal/answer.ts";
import { type Call, flag, text } from "../terminal/command.ts";
import { atTerminal } from "../terminal/person.ts";

const SHOWN = [
  ...(["name", "description", "trigger", "priority", "timeout", "async"] as const),
  ...(["scope", "folder", "hash", "trusted", "restored"] as const),
];

export async function list(call: Call): Promise<number> {
  const { hooks, problems } = await findHooks(await call.mind());
  if (call.json) {
    printJson(call, {
      hooks: hooks.map((hook) => picked(hook, SHOWN)),
      problems: problems.map(({ folder, error }) => ({ folder, ...error.toJSON() })),
    });
    return 0;
  }
  const { colour, print, say, safe, words } = call.terminal;
  for (const hook of hooks) {
    const state = hook.trusted
      ? colour.green(words`runs`)
      : colour.yellow(words`needs your approval: codicil hooks trust ${hook.name} --hash ${hook.hash.slice(0, 12)}`);
    print(
      `${colour.bold(hook.name)}  ${hook.trigger}  ` +
        `${hook.restored ? words`restored` : hook.scope === "person" ? words`yours` : words`the project's`}  ${state}\n  ` +
        `${safe(hook.description)}\n  ${colour.dim(hook.folder)}\n`,
    );
  }
  for (const { error } of problems) say(`${colour.red(error.code)} ${error.file ?? ""}: ${words.error(error).message}`);
  if (hooks.length + problems.length === 0) say(words`no hooks`);
  return 0;
}

/** Runs what a repository brought: only a person may do it. */
export async function trust(call: Call): Promise<number> {
  const person = atTerminal(call, "hooks trust");
  const hook = await trustHook(await call.mind(), call.args[0] ?? "", { person, trusted: !flag(call, "revoke"), hash: text(call, "hash") });
  if (call.json) printJson(call, { name: hook.name, hash: hook.hash, trusted: hook.trusted });
  else
    call.terminal.print(
      hook.trusted
        ? `${call.terminal.words`${hook.name} runs from now on, as it is now; a changed hook needs approval again`}\n`
        : `${call.terminal.words`${hook.name} does not run any more`}\n`,
    );
  return 0;
}
