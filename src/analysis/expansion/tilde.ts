// `~`, `~user`, `~+`, `~-`.

import type { Word } from "unbash";
import type { Run } from "../run/record.ts";
import { readVariable } from "./lookup.ts";
import type { Shell } from "../run/state.ts";
import { HOLE } from "../run/values.ts";

export function expandTilde(run: Run, shell: Shell, text: string): string {
  const slash = text.indexOf("/");
  const user = slash < 0 ? text.slice(1) : text.slice(1, slash);
  const rest = slash < 0 ? "" : text.slice(slash);
  const home = run.world.userHome;
  if (user === "") return readVariable(run, shell, "HOME").text + rest;
  if (user === "+") return (shell.cwd ?? HOLE) + rest;
  if (user === "-") return readVariable(run, shell, "OLDPWD").text + rest;
  if (!/^[A-Za-z_][\w.-]*$/.test(user)) return text;
  if (home.endsWith(`/${user}`)) return home + rest;
  return user === "root" ? `/root${rest}` : `${home.slice(0, home.lastIndexOf("/"))}/${user}${rest}`;
}

/** In an assignment a tilde is alive at the start and after each colon. */
export function expandTildes(run: Run, shell: Shell, word: Word): string {
  if (word.text !== word.value) return word.text.startsWith("~") ? expandTilde(run, shell, word.value) : word.value;
  return word.value
    .split(":")
    .map((part) => (part.startsWith("~") ? expandTilde(run, shell, part) : part))
    .join(":");
}
