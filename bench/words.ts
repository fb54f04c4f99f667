// A vocabulary without end: each number is a word that can be spoken.

export function wordOf(number: number): string {
  const parts = [
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "la",
    "me",
    "ni",
    "po",
    "ru",
    "sa",
    "te",
    "vi",
    "wo",
    "zu",
    "kra",
    "stel",
    "mon",
    "tar",
    "lin",
  ];
  let rest = number;
  let word = "";
  do {
    word += parts[rest % parts.length] ?? "";
    rest = Math.floor(rest / parts.length);
  } while (rest > 0);
  return `${word}n`;
}
