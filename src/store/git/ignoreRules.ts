// The lines of a .gitignore as rules (gitignore(5)). Matching walks pattern and name side by side, so that no pattern makes
// it slow. A line that cannot be read makes the whole file unknown when it would take something back (`!`).

type Segment = readonly Step[] | "**";

export interface IgnoreRule {
  readonly segments: readonly Segment[];
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
  const fits = (segment: Segment, name: string) => segment !== "**" && matchName(segment, name);
  // At the end `**` stands for everything below, not for the folder itself.
  return inOrder(rule.segments, names, { isMany: (segment) => segment === "**", fits, least: rule.segments.at(-1) === "**" ? 1 : 0 });
}

function matchName(steps: readonly Step[], name: string): boolean {
  const fits = (step: Step, character: string) => step.any || step.matches(character);
  return inOrder(steps, name, { isMany: (step) => step.any && step.many, fits, least: 0 });
}

interface Fitting<Part, Thing> {
  /** It stands for any number of things. */
  readonly isMany: (part: Part) => boolean;
  readonly fits: (part: Part, thing: Thing) => boolean;
  /** How many the last part stands for at least, where it stands for any number. */
  readonly least: number;
}

/** Each part in its turn fits a thing; the last that stands for many takes one more each time what follows it does not fit. */
function inOrder<Part, Thing>(parts: readonly Part[], things: ArrayLike<Thing>, { isMany, fits, least }: Fitting<Part, Thing>): boolean {
  let part = 0;
  let back = -1;
  let resume = 0;
  for (let at = 0; at < things.length;) {
    const now = parts[part];
    if (now !== undefined && isMany(now)) {
      back = part++;
      resume = at;
    } else if (now !== undefined && fits(now, things[at] as Thing)) {
      part++;
      at++;
    } else if (back >= 0) {
      part = back + 1;
      at = ++resume;
    } else return false;
  }
  while (least === 0 && part < parts.length && isMany(parts[part] as Part)) part++;
  return part === parts.length;
}
