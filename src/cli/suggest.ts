// What was probably meant: the nearest names by typing errors, and the words that people bring from other programs.

import { mayMean, nearest } from "../base/index.ts";

/** Other programs' words for ours. */
const SYNONYMS: Readonly<Record<string, string>> = {
  approve: "accept",
  changes: "log",
  check: "policy check",
  config: "doctor",
  connect: "install",
  delete: "forget",
  diff: "review",
  disconnect: "uninstall",
  documents: "docs",
  files: "docs",
  find: "recall",
  history: "log",
  hosts: "install",
  inbox: "review",
  list: "docs",
  login: "serve",
  ls: "docs",
  open: "serve",
  page: "serve",
  proposals: "review",
  remember: "memory add",
  remove: "uninstall",
  report: "policy report",
  restart: "serve",
  revert: "undo",
  rollback: "undo",
  rules: "policy report",
  save: "memory add",
  search: "recall",
  sessions: "session list",
  setup: "init",
  start: "serve",
  talk: "chat",
  ui: "serve",
  web: "serve",
  安装: "install",
  帮助: "help",
  备份: "backup",
  查找: "recall",
  撤回: "undo",
  撤销: "undo",
  打开: "serve",
  对话: "chat",
  规则: "policy report",
  还原: "undo",
  恢复: "undo",
  回滚: "undo",
  会话: "session list",
  检查: "doctor",
  记忆: "memory add",
  记住: "memory add",
  接受: "accept",
  拒绝: "reject",
  历史: "log",
  聊天: "chat",
  启动: "serve",
  日志: "log",
  审核: "review",
  审阅: "review",
  搜索: "recall",
  忘记: "forget",
  文档: "docs",
  卸载: "uninstall",
  演示: "demo",
  状态: "status",
};

/** Options that other programs have for the same thing; of a group, the command's own is meant. */
const ALIKE: readonly (readonly string[])[] = [
  ["number", "n", "k", "limit", "count", "lines", "max", "max-count", "tail", "head", "top", "size"],
  ["yes", "force", "assume-yes", "no-confirm", "no-interaction", "noconfirm"],
  ["json", "format", "output-format"],
  ["since", "after", "from", "start"],
  ["cwd", "dir", "directory", "folder", "project", "root", "workdir"],
  ["home", "config", "config-dir", "mind"],
  ["dry-run", "check", "preview", "simulate", "what-if"],
  ["content", "text", "message", "body", "value"],
  ["heading", "section", "title"],
  ["path", "doc", "document", "file"],
];

/** Words of a command line that name no command, and the names that there are. At most three, the nearest first. */
export function suggestCommands(one: string, two: string, names: readonly string[]): string[] {
  const [first, both] = [one.toLowerCase(), `${one} ${two}`.toLowerCase().trim()];
  const families = [...new Set(names.filter((name) => name.includes(" ")).map((name) => name.split(" ")[0] ?? ""))];
  const inFamily =
    families.includes(first) && two !== ""
      ? nearest(
          both,
          names.filter((name) => name.startsWith(`${first} `)),
          4,
        )
      : [];
  if (inFamily.length > 0) return inFamily;
  // `trash undelete`: whoever names the family sees all of it.
  if (families.includes(first) && two !== "") return [];
  // `list sessions` and `sessions show`.
  const [turned, plural] = [`${singular(two.toLowerCase())} ${first}`, `${singular(first)} ${two}`.trim()];
  const exact = names.find((name) => name === turned || name === plural);
  if (exact !== undefined) return [exact];
  const synonym = [first, singular(first), `${first}s`].find((word) => Object.hasOwn(SYNONYMS, word));
  const known = synonym === undefined ? insideChinese(first) : SYNONYMS[synonym];
  // `proposal accept`: the second word may be the act.
  if (known !== undefined) return names.includes(two) ? [two, known] : [known];
  const whole =
    two === ""
      ? []
      : nearest(
          both,
          names.filter((name) => name.includes(" ")),
        );
  // `session` of `sesion lst`, and `memory add` of `add`.
  const family = families.flatMap((name) => (mayMean(first, name) ? names.filter((each) => each.startsWith(`${name} `)).slice(0, 3) : []));
  const tail = names.filter((name) => name.endsWith(` ${first}`));
  const ours = names.filter((name) => !name.includes(" "));
  // A word of another program's with a slip in it, where none of ours is as near.
  const [nearby] = nearest(first, [...ours, ...Object.keys(SYNONYMS)]).map((name) => SYNONYMS[name]);
  return [
    ...new Set([
      ...(nearby === undefined ? [] : [nearby]),
      ...whole,
      ...nearest(first, ours),
      ...tail,
      ...(whole.length > 0 ? [] : family),
      ...names.filter((name) => first.length > 2 && name.startsWith(first)),
    ]),
  ].slice(0, 3);
}

/** Chinese writes its words together: 查看规则. */
function insideChinese(text: string): string | undefined {
  const held = Object.keys(SYNONYMS).find((word) => /\p{Script=Han}/u.test(word) && text.includes(word));
  return held === undefined ? undefined : SYNONYMS[held];
}

const singular = (word: string): string => word.replace(/(?:ies)$/, "y").replace(/([^s])s$/, "$1");

/** `-p` for `--port`, `--k` for `-k`, or the nearest name. */
export function suggestOption(given: string, options: Readonly<Record<string, { readonly short?: string }>>): string | undefined {
  const names = Object.keys(options);
  const letter = /^--?(\w)$/.exec(given)?.[1];
  if (letter !== undefined) {
    const long = names.filter((name) => name.startsWith(letter));
    return names.some((name) => options[name]?.short === letter) ? `-${letter}` : long.length === 1 ? `--${long[0]}` : undefined;
  }
  const bare = given
    .toLowerCase()
    .replace(/^-{1,2}/, "")
    .replace(/=.*$/s, "");
  const found =
    nearest(bare, names)[0] ??
    names.find((name) => bare.length > 2 && (name.startsWith(bare) || name.replaceAll("-", "") === bare.replaceAll(/[-_]/g, "")));
  const alike = ALIKE.find((group) => group.includes(bare))?.find((name) =>
    names.some((each) => each === name || options[each]?.short === name),
  );
  // `--all-hosts`, where there is `--all`.
  const meant = found ?? alike ?? names.find((name) => bare.startsWith(`${name}-`));
  return meant === undefined ? undefined : meant.length === 1 ? `-${meant}` : `--${meant}`;
}
