// What of a screen is still English where the person reads Chinese.

/** Commands, names and what is written as it is typed. */
const AS_TYPED = [
  /`[^`]*`|“[^”]*”/g,
  /[~.\w/-]*\/[\w./-]+|\b[\w-]+\.(?:md|json|ya?ml|toml|ts)(?::\d+)?/g,
  /(?:npx )?codicil(?: (?:[a-z][a-z-]*|[A-Z:…]+|--?[a-z-]+))*|\[--[a-z-]+\]/g,
];

/** Lines with three English words in a row, or with words and no Chinese at all. */
export function leftInEnglish(screen: string, names: readonly (string | RegExp)[] = []): string[] {
  const isLeft = (line: string) => {
    const said = [...names, ...AS_TYPED].reduce<string>((left, each) => left.replaceAll(each, "·"), line);
    return /\b[A-Za-z][a-z']+(?: [a-z']+){2,}/.test(said) || (/\b[a-z]{2,}/.test(said) && !/\p{Script=Han}/u.test(said));
  };
  return screen.split("\n").filter(isLeft);
}
