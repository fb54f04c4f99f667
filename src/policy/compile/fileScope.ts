// Rule files of hosts say in their front matter when they apply: `globs` or `paths`, `alwaysApply`. At a call nobody knows
// which files a host has in view, so what applies only sometimes is proposed and says when it applies.

const RULE_FILE = /\/\.(?:claude|cursor)\/rules\//;

/** The doubt about every reading of the file; null: it applies always. */
export function scopeDoubt(path: string, text: string): string | null {
  if (!RULE_FILE.test(path) || !text.startsWith("---")) return null;
  const end = text.indexOf("\n---", 3);
  const front = end === -1 ? "" : text.slice(3, end).slice(0, 4000);
  if (/^alwaysApply:\s*true\b/m.test(front)) return null;
  const globs = /^(?:globs|paths):(.*)$/m.exec(front)?.[1]?.trim() ?? "";
  if (globs !== "") return `its file applies only to \`${globs.replaceAll("`", "").slice(0, 100)}\``;
  if (/^(?:globs|paths):/m.test(front) && /^ {1,20}- /m.test(front)) return "its file applies only to some paths";
  return /^alwaysApply:\s*false\b/m.test(front) ? "its file applies only when the agent asks for it" : null;
}
