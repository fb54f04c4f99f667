// The lines of a .gitignore as rules (gitignore(5)). Matching walks pattern and name side by side, so that no pattern makes
// it slow. A line that cannot be read makes the whole file unknown when it would take something back (`!`).

export interface IgnoreRule {
  readonly segments: readonly (readonly Step[] | "**")[];
  readonly takesBack: boolean;
  readonly foldersOnly: boolean;
}

type Step = { readonly any: true; readonly many: boolean } | { readonly any: false; readonly matches: (character: string) => boolean };

const MOST_RULES = 2000;
const LONGEST_LINE = 512;

/** null: unknown. */
export function readIgnoreRules(text: string): readonly IgnoreRule[] | null {
  const lines = text
    .split("\n")
    .map(withoutEnd)
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (lines.length > MOST_RULES) return null;
  const rules: IgnoreRule[] = [];
  for (const line of lines) {
    const rule = readRule(line);
    if (rule === null && line.startsWith("!")) return null;
    if (rule !== null) rules.push(rule);
  }
  return rules;
}

/** Blanks at the end do not count, unless the first of them is escaped. */
function withoutEnd(line: string): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  let end = text.length;
  while (end > 0 && text[end - 1] === " ") end--;
  return text.slice(0, text[end - 1] === "\\" ? end + 1 : end);
}

function readRule(line: string): IgnoreRule | null {
  if (line.length > LONGEST_LINE) return null;
  const takesBack = line.startsWith("!");
  const body = takesBack ? line.slice(1) : line;
  const foldersOnly = body.endsWith("/");
  const bare = foldersOnly ? body.slice(0, -1) : body;
  const parts = bare.replace(/^\//, "").split("/");
  const segments = parts.map((part) => (part === "**" ? part : readSteps(part)));
  if (segments.some((each) => each === null || each.length === 0)) return null;
  // Without a slash inside, the name counts at every depth.
  const anchored = bare.includes("/");
  return { segments: (anchored ? segments : ["**", ...segments]) as IgnoreRule["segments"], takesBack, foldersOnly };
}

function readSteps(part: string): readonly Step[] | null {
  const steps: Step[] = [];
  for (let at = 0; at < part.length; at++) {
    const character = part[at] as string;
    if (character === "*") steps.push({ any: true, many: true });
    else if (character === "?") steps.push({ any: true, many: false });
    else if (character === "[") {
      const set = /^\[([!^]?)(\]?[^\][\\]*)\]/.exec(part.slice(at));
      if (set === null || set[2] === "") return null;
      const inside = characterSet(set[2] as string);
      const negated = set[1] !== "";
      steps.push({ any: false, matches: (each) => inside(each) !== negated });
      at += set[0].length - 1;
    } else {
      const literal = character === "\\" ? part[++at] : character;
      if (literal === undefined) return null;
      steps.push({ any: false, matches: (each) => each === literal });
    }
  }
  return steps;
}

function characterSet(text: string): (character: string) => boolean {
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < text.length; at++) {
    const first = text[at] as string;
    const isRange = text[at + 1] === "-" && at + 2 < text.length;
    ranges.push([first, isRange ? (text[at + 2] as string) : first]);
    if (isRange) at += 2;
  }
  return (character) => ranges.some(([from, to]) => character >= from && character <= to);
}

/** `names`: the path below the folder of the .gitignore, in parts. */
export function matchesRule(rule: IgnoreRule, names: readonly string[], isFolder: boolean): boolean {
  if (rule.foldersOnly && !isFolder) return false;
  return matchSegments(rule.segments, names);
}

/** The last `**` takes one more name each time what follows it does not fit. */
function matchSegments(segments: IgnoreRule["segments"], names: readonly string[]): boolean {
  let segment = 0;
  let back = -1;
  let resume = 0;
  for (let at = 0; at < names.length;) {
    const now = segments[segment];
    if (now === "**") {
      // At the end it stands for everything below, not for the folder itself.
      if (segment === segments.length - 1) return true;
      back = segment++;
      resume = at;
    } else if (now !== undefined && matchName(now, names[at] as string)) {
      segment++;
      at++;
    } else if (back >= 0) {
      segment = back + 1;
      at = ++resume;
    } else return false;
  }
  return segment === segments.length;
}

function matchName(steps: readonly Step[], name: string): boolean {
  let step = 0;
  let back = -1;
  let resume = 0;
  for (let at = 0; at < name.length;) {
    const now = steps[step];
    if (now !== undefined && now.any && now.many) {
      back = step++;
      resume = at;
    } else if (now !== undefined && (now.any || now.matches(name[at] as string))) {
      step++;
      at++;
    } else if (back >= 0) {
      step = back + 1;
      at = ++resume;
    } else return false;
  }
  while (steps[step]?.any === true && (steps[step] as { many: boolean }).many) step++;
  return step === steps.length;
}
