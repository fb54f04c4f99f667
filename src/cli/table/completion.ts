// Completion for shells, from the command table: words of commands, then the command's options.

import { AppError } from "../../base/index.ts";
import type { Command } from "./row.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

export function completionFor(shell: string | undefined, commands: readonly Command[], everywhere: readonly string[]): string {
  const known = SHELLS.find((each) => each === shell);
  if (known === undefined)
    throw new AppError("BAD_USAGE", `there is no completion for ${JSON.stringify(shell ?? "")}`, {
      hint: `One of ${SHELLS.join(", ")}: codicil completion bash`,
    });
  if (known === "fish") return fish(commands, everywhere);
  const script = bash(commands, everywhere);
  return known === "bash" ? script : `#compdef codicil\nautoload -U +X bashcompinit && bashcompinit\n${script}`;
}

const options = (command: Command, everywhere: readonly string[]): string =>
  [...Object.keys(command.options ?? {}), ...everywhere].map((name) => `--${name}`).join(" ");
const firstWords = (commands: readonly Command[]): string[] => [...new Set(commands.map(({ name }) => name.split(" ")[0] ?? ""))];
const secondWords = (commands: readonly Command[], first: string): string[] =>
  commands.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));

function bash(commands: readonly Command[], everywhere: readonly string[]): string {
  const families = firstWords(commands).filter((first) => secondWords(commands, first).length > 0);
  return `# codicil completion: eval "$(codicil completion bash)" in ~/.bashrc, or the same with zsh in ~/.zshrc
_codicil() {
  local word="\${COMP_WORDS[COMP_CWORD]}" one="\${COMP_WORDS[1]}" two="\${COMP_WORDS[2]}" found=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${firstWords(commands).join(" ")} help" -- "$word"))
    return
  fi
  if [ "$COMP_CWORD" -eq 2 ] && [ "\${word#-}" = "$word" ]; then
    case "$one" in
${families.map((first) => `      ${first}) found="${secondWords(commands, first).join(" ")}" ;;`).join("\n")}
      help) found="${firstWords(commands).join(" ")}" ;;
    esac
    if [ -n "$found" ]; then COMPREPLY=($(compgen -W "$found" -- "$word")); return; fi
  fi
  if [ "\${word#-}" != "$word" ]; then
    case "$one $two" in
${commands
  .toSorted((a, b) => Number(b.name.includes(" ")) - Number(a.name.includes(" ")))
  .map((command) => `      "${command.name}${command.name.includes(" ") ? '"' : ' "*'}) found="${options(command, everywhere)}" ;;`)
  .join("\n")}
    esac
    COMPREPLY=($(compgen -W "$found" -- "$word"))
    return
  fi
  COMPREPLY=($(compgen -f -- "$word"))
}
complete -o filenames -F _codicil codicil agents
`;
}

function fish(commands: readonly Command[], everywhere: readonly string[]): string {
  const quote = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = firstWords(commands).map((first) => {
    const own = commands.find(({ name }) => name === first);
    return (
      `complete -c codicil -n __fish_use_subcommand -f -a ${first} -d ` +
      `${quote(own?.summary ?? secondWords(commands, first).join(", "))}`
    );
  });
  for (const { name, summary, options: own = {} } of commands) {
    const [one = "", two] = name.split(" ");
    const seen = secondWords(commands, one).join(" ");
    if (two !== undefined)
      lines.push(
        `complete -c codicil -n '__fish_seen_subcommand_from ${one}; and not __fish_seen_subcommand_from ${seen}' -f ` +
          `-a ${two} -d ${quote(summary)}`,
      );
    const here =
      two === undefined
        ? `__fish_seen_subcommand_from ${one}`
        : `__fish_seen_subcommand_from ${one}; and __fish_seen_subcommand_from ${two}`;
    for (const [option, { help, value }] of Object.entries(own))
      lines.push(`complete -c codicil -n '${here}' -l ${option}${value === undefined ? "" : " -r"} -d ${quote(help)}`);
  }
  return (
    `# codicil completion: codicil completion fish > ~/.config/fish/completions/codicil.fish\n` +
    `${[...lines, ...everywhere.map((name) => `complete -c codicil -l ${name}`)].join("\n")}\n`
  );
}
