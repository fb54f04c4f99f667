const OPENS = "<project-instructions>";
const CLOSES = "</project-instructions>";
/** What is left of the instruction files at least, as a part of what the host takes. */
const LEAST = 1 / 3;

/**
 * A host cuts longer text where nobody sees it; here the cut is at a line's end and says where the rest is. The
 * instruction files are cut first: a long file of a project must not push the person's memory out.
 */
export function capped(whole: string, cap: number | undefined, session: string): string {
  if (cap === undefined || whole.length <= cap) return whole;
  const text = withShorterInstructions(whole, cap, session);
  if (text.length <= cap) return text;
  const tail = `\n[TRUNCATED: ${whole.length} characters, and this program takes ${cap}. ${wholeOf(session)}]\n</codicil>`;
  return `${lines(text, cap - tail.length)}${tail}`;
}

/** Tags in a file's text are escaped, so the first of each is ours. */
function withShorterInstructions(whole: string, cap: number, session: string): string {
  const [from, to] = [whole.indexOf(OPENS), whole.indexOf(CLOSES)];
  if (from === -1 || to === -1) return whole;
  const tail = `\n[TRUNCATED: the instruction files have ${to - from} characters. ${wholeOf(session)}]\n</instructions>\n`;
  const room = Math.floor(Math.max(cap - (whole.length - (to - from)) - tail.length, cap * LEAST));
  return room >= to - from ? whole : `${whole.slice(0, from)}${lines(whole.slice(from, to), room)}${tail}${whole.slice(to)}`;
}

function lines(text: string, room: number): string {
  const kept = text.slice(0, room);
  return kept.slice(0, Math.max(kept.lastIndexOf("\n"), 0));
}

const wholeOf = (session: string): string => `The whole: codicil prompt --session ${session}`;
