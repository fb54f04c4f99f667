// Settings in TOML, edited by lines: ours stand between two marks at the end of the file, where tables may always stand.

const BEGIN = "# >>> codicil (written by codicil install; codicil uninstall takes it away) >>>";
const END = "# <<< codicil <<<";

export function putBlock(text: string, lines: readonly string[]): string {
  const before = takeBlock(text);
  const gap = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  return `${before}${gap}${BEGIN}\n${lines.join("\n")}\n${END}\n`;
}

/** Without our block, and without the empty line that was put before it. */
export function takeBlock(text: string): string {
  const start = text.indexOf(BEGIN);
  const end = text.indexOf(END, start);
  if (start === -1 || end === -1) return text;
  const after = text.slice(end + END.length).replace(/^\n/, "");
  const before = text.slice(0, start);
  return after === "" ? before.replace(/\n\n$/, "\n") : before + after;
}

export function blockIn(text: string): string | null {
  const start = text.indexOf(BEGIN);
  const end = text.indexOf(END, start);
  return start === -1 || end === -1 ? null : text.slice(start, end + END.length);
}

/** A basic string; paths hold nothing that it could not say. */
export function tomlString(text: string): string {
  return JSON.stringify(text);
}
