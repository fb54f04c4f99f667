// Envelopes of the prompt. Text from files and people is inside tags and cannot leave them: what looks like one of
// our tags, opening or closing, in any case and with spaces or invisible characters in it, loses its `<`.

/** Every tag that Codicil itself writes into a prompt or a message. */
export const TAGS = [
  "system-reminder",
  "project-instructions",
  "instructions",
  "memory",
  "agent-identity",
  "user-profile",
  "agent-notes",
  "recent-activity",
  "project-memory",
  "knowledge",
  "workspace",
  "environment",
  "session-time",
] as const;
export type Tag = (typeof TAGS)[number];

/** `<` and what looks like it. Most texts have none, and for them the long patterns below are not even made. */
const OPENING = "[<\\uff1c\\u2039\\ufe64]";
const OPENS = new RegExp(OPENING);

// Between letters only what nobody sees; around the name also spaces and slashes. Each class is bounded, so that a long
// run of spaces is looked at once.
const UNSEEN = "[\\p{Cf}\\p{Mn}]{0,8}";
const spelled = (name: string) => [...name].map((letter) => (letter === "-" ? "[-_\\u2010-\\u2015]" : letter)).join(UNSEEN);
const looksLike = (names: readonly string[]) => {
  const longestFirst = [...names].sort((a, b) => b.length - a.length).map(spelled);
  return new RegExp(`${OPENING}(?=[\\s\\p{Cf}/\\\\\\uff0f]{0,16}(?:${longestFirst.join("|")})(?![\\p{L}\\p{N}]))`, "giu");
};
let ours: RegExp | undefined;
let reminder: RegExp | undefined;

/** A text in which nothing looks like one of our tags. */
export function escapeTags(text: string): string {
  return OPENS.test(text) ? text.replace((ours ??= looksLike(TAGS)), "&lt;") : text;
}

/** For what comes with reminders in a conversation and not inside an envelope: files and pages have tags of their own. */
export function escapeReminder(text: string): string {
  return OPENS.test(text) ? text.replace((reminder ??= looksLike(["system-reminder"])), "&lt;") : text;
}

/** `<tag>`, a line break, the text as data, a line break, `</tag>`. */
export function wrap(tag: Tag, text: string, attributes: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${attribute(value)}"`);
  return `<${tag}${given.join("")}>\n${escapeTags(text)}\n</${tag}>`;
}

/** SC-54: exactly this envelope, and nothing in it can close it. */
export function wrapReminder(content: string): string {
  return wrap("system-reminder", content);
}

/** A name from the disk on one line: a folder may be called anything. */
export function oneLine(text: string, longest = 200): string {
  const plain = text.replace(/[\p{C}\u2028\u2029]+/gu, "?");
  return escapeTags(plain.length > longest ? `${[...plain].slice(0, longest).join("")}…` : plain);
}

function attribute(value: string): string {
  return oneLine(value, 1000)
    .replace(/&(?!lt;)/g, "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;");
}
