// Methods of .NET in a PowerShell text: `[IO.File]::Delete("x")`, `(New-Object Net.WebClient).DownloadString(…)`.

import { windowsPath } from "../run/disk.ts";
import { addOpaque } from "../run/record.ts";
import { field, HOLE } from "../run/values.ts";
import { LOUD_METHODS, METHODS, QUIET_METHODS, QUIET_TYPES } from "./cmdlets.ts";
import { delegate, type PowerRun } from "./powerRun.ts";

const STATIC = /\[([\w.]{1,120})\]::(\w{1,80})(\s{0,4}\()?/g;
const MEMBER = /[\w)\]"'}]\.(\w{1,80})\s{0,4}\(/g;

export function noteMethods(power: PowerRun, text: string): void {
  if (!text.includes("(")) return;
  const bare = withoutStrings(text);
  const { run, index } = power.command;
  for (const { 0: whole, 1: type = "", 2: method = "", 3: bracket, index: at } of bare.matchAll(STATIC))
    if (bracket !== undefined) noteStatic(power, type, method, () => argumentsAt(text, at + whole.length));
  for (const [, method = ""] of bare.matchAll(MEMBER)) {
    if (LOUD_METHODS.test(method.toLowerCase()))
      addOpaque(run, `it calls the method \`${method}\` of something that is only known when it runs`, index);
  }
}

function noteStatic(power: PowerRun, spelled: string, called: string, args: () => readonly string[]): void {
  const { run, index } = power.command;
  const type = spelled.toLowerCase().replace(/^system\./, "");
  const method = called.toLowerCase();
  const known = METHODS[`${type}.${method}`];
  if (known !== undefined) {
    const paths = args().slice(0, known.paths);
    delegate(
      power,
      known.as,
      paths.map((each) => field(each === HOLE ? HOLE : windowsPath(each, run))),
    );
  } else if (!QUIET_TYPES.test(type) && !QUIET_METHODS.test(method))
    addOpaque(run, `it calls \`[${spelled}]::${called}\`, which is unknown`, index);
  else if (type === "environment" && method === "setenvironmentvariable") addOpaque(run, "it changes an environment variable", index);
}

/** The same length, with spaces in place of what is in quotes. */
function withoutStrings(text: string): string {
  return text.replace(/'[^']*'|"[^"]*"/g, (string) => `${string.charAt(0)}${" ".repeat(string.length - 2)}${string.charAt(0)}`);
}

/** Literal arguments up to the closing bracket; others are unknown. */
function argumentsAt(text: string, from: number): string[] {
  const rest = text.slice(from, from + 2_000);
  const found: string[] = [];
  let at = 0;
  while (at < rest.length && rest.charAt(at) !== ")") {
    const literal = /^\s{0,20}(?:'([^']*)'|"([^"$]*)")\s{0,20}(?=[,)])/.exec(rest.slice(at));
    if (literal !== null) {
      found.push(literal[1] ?? literal[2] ?? "");
      at += literal[0].length;
    } else {
      found.push(HOLE);
      const next = rest.slice(at).search(/[,)]/);
      if (next < 0) break;
      at += next;
    }
    if (rest.charAt(at) === ",") at++;
  }
  return found;
}
