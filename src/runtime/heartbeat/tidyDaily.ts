// Once a day, where MEMORY.md is nearly full: one proposal that takes out what a later line repeats or a newer line replaced. Lines
// that a person wrote or pinned stay, and what was proposed once is not proposed again, whatever the person said to it.

import { localDay } from "../../base/index.ts";
import { documentNamed, whoWrote } from "../../mind/documents/explain.ts";
import { readOne } from "../../mind/documents/load.ts";
import type { Mind } from "../../mind/open.ts";
import { flush, plan } from "../../mind/documents/remember.ts";
import { review } from "../../mind/documents/review.ts";
import { sectionsOf } from "../../mind/session/sections.ts";
import { tidy, type Tidied } from "../../finding/tidy.ts";
import { readJobs } from "./jobs.ts";

const DOCUMENT = "MEMORY.md";
const SESSION = "heartbeat_tidy";
const NEARLY_FULL = 0.9;

export interface TidyPlan {
  readonly heading: string;
  /** Neighbouring lines of one section, and the same without those that leave. */
  readonly old: string;
  readonly content: string;
  readonly leaving: Tidied["leaving"];
  /** How full the document is, in hundredths. */
  readonly percent: number;
}

/** null: there is room, nothing to take out, or a proposal that nobody has answered. */
export async function tidyPlan(mind: Mind): Promise<TidyPlan | null> {
  const loaded = await readOne(mind, documentNamed(mind, DOCUMENT));
  if (loaded === null || loaded.budget === null || loaded.chars < loaded.budget * NEARLY_FULL) return null;
  if ((await review(mind)).some(({ session }) => session?.startsWith(SESSION) === true)) return null;
  const before = new Set(
    (await readJobs(mind)).flatMap(({ result }) => (result as Partial<TidyPlan> | null)?.leaving?.map(({ text }) => text) ?? []),
  );
  const agents = new Set(
    (await whoWrote(mind, DOCUMENT)).flatMap(({ line, change }) => (change.kind === "entry" && change.by !== "user" ? [line] : [])),
  );
  const leaving = (await tidy(loaded)).leaving.filter(({ line, text }) => agents.has(line) && !before.has(text));
  const percent = Math.round((loaded.chars / loaded.budget) * 100);
  const plans = sectionsOf(loaded.text).flatMap((section, at, all) => {
    const end = (all[at + 1]?.line ?? Number.POSITIVE_INFINITY) - 1;
    const own = leaving.filter(({ line }) => section.line < line && line <= end);
    const span = section.protected ? null : spanOf(loaded.text.split("\n"), own, { from: section.line + 1, to: end });
    return span === null ? [] : [{ heading: section.heading, ...span, leaving: own, percent }];
  });
  const saved = ({ old, content }: TidyPlan) => old.length - content.length;
  return plans.toSorted((one, other) => saved(other) - saved(one))[0] ?? null;
}

/** With one line that stays, so that something is where the others was. */
function spanOf(
  lines: readonly string[],
  own: Tidied["leaving"],
  section: { readonly from: number; readonly to: number },
): { readonly old: string; readonly content: string } | null {
  const gone = new Set(own.map(({ line }) => line));
  let [from, to] = [own[0]?.line ?? 0, own.at(-1)?.line ?? 0];
  if (from === 0) return null;
  const stays = (line: number) => line >= section.from && line <= section.to && !gone.has(line) && (lines[line - 1] ?? "").trim() !== "";
  const isWhole = () => Array.from({ length: to - from + 1 }, (_, at) => from + at).some(stays);
  if (!isWhole() && stays(from - 1)) from--;
  else if (!isWhole() && stays(to + 1)) to++;
  if (!isWhole()) return null;
  const span = lines.slice(from - 1, to);
  return { old: span.join("\n"), content: span.filter((_, at) => !gone.has(from + at)).join("\n") };
}

export async function isTidyDue(mind: Mind): Promise<boolean> {
  const key = tidyKey(mind);
  return !(await readJobs(mind)).some((job) => job.key === key) && (await tidyPlan(mind)) !== null;
}

export const tidyKey = (mind: Mind): string => `tidy ${localDay(mind.deps.clock)}`;

/** What was proposed; null: nothing is left to propose. */
export async function proposeTidy(mind: Mind): Promise<TidyPlan | null> {
  const found = await tidyPlan(mind);
  if (found === null) return null;
  const { heading, old, content, leaving, percent } = found;
  const session = `${SESSION}_${localDay(mind.deps.clock).replaceAll("-", "")}`;
  const count = (why: "repeated" | "replaced") => leaving.filter((each) => each.why === why).length;
  await plan(mind, {
    path: DOCUMENT,
    heading,
    operation: "replace",
    old,
    content,
    session,
    origin: "agent",
    ask: true,
    reason:
      `${DOCUMENT} is ${percent} % full. Takes out lines that a later line repeats ` +
      `(${count("repeated")}) or a newer line replaced (${count("replaced")}).`,
  });
  await flush(mind, session);
  return found;
}
