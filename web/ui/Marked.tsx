// What was searched for, marked in what was found.

interface Part {
  readonly text: string;
  readonly isHit: boolean;
}

/** `words`: what was searched for. */
export function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  return <>{partsOf(text, wanted(words)).map(({ text: part, isHit }, at) => (isHit ? <mark key={at}>{part}</mark> : part))}</>;
}

/** The longest first: "payments" before "pay". */
const wanted = (words: readonly string[]): string[] =>
  words
    .map((word) => word.toLowerCase())
    .filter((word) => word !== "")
    .sort((one, other) => other.length - one.length);

function partsOf(text: string, words: readonly string[]): Part[] {
  const small = text.toLowerCase();
  const parts: Part[] = [];
  let from = 0;
  for (let at = 0; at < text.length;) {
    const word = words.find((each) => small.startsWith(each, at));
    if (word === undefined) at++;
    else {
      parts.push({ text: text.slice(from, at), isHit: false }, { text: text.slice(at, at + word.length), isHit: true });
      at = from = at + word.length;
    }
  }
  return [...parts, { text: text.slice(from), isHit: false }];
}
