// Lines as editors count them: LF, CRLF or a lone CR ends one. Offsets are found by halving, never by counting again.

export interface LineIndex {
  readonly count: number;
  /** 1-based line of an offset. */
  lineAt(offset: number): number;
  /** Where a 1-based line begins and where its text ends, without its line break. */
  start(line: number): number;
  end(line: number): number;
}

/** Made when it is first asked: most text gives no reason to. */
export function indexLines(text: string): LineIndex {
  let made: readonly number[] | undefined;
  const lines = (): readonly number[] => (made ??= findStarts(text));
  return {
    get count() {
      return lines().length;
    },
    lineAt: (offset) => search(lines(), offset) + 1,
    start: (line) => lines()[line - 1] ?? text.length,
    end: (line) => {
      const next = lines()[line];
      if (next === undefined) return text.length;
      return text.charCodeAt(next - 1) === 10 && text.charCodeAt(next - 2) === 13 ? next - 2 : next - 1;
    },
  };
}

function findStarts(text: string): readonly number[] {
  const starts: number[] = [0];
  if (text.includes("\r")) for (let at = nextBreak(text, 0); at >= 0; at = nextBreak(text, at)) starts.push(at);
  else for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The last place whose start is not behind the offset. */
function search(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The offset after the next line break, or -1. */
function nextBreak(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) return i + 1;
    if (code === 13) return text.charCodeAt(i + 1) === 10 ? i + 2 : i + 1;
  }
  return -1;
}
