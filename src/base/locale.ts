// The language of the person's locale, for the few texts that a program writes in their name.

export type Language = "en" | "zh";

/** As POSIX ranks the variables; null: they name no language (unset, C, POSIX). A language without texts of its own gets English. */
export function languageOf(env: Readonly<Record<string, string | undefined>>): Language | null {
  const locale = localeOf(env);
  if (/^(?:$|C$|C\.|POSIX$)/i.test(locale)) return null;
  return /^zh(?:$|[-_.@])/i.test(locale) ? "zh" : "en";
}

/** Everything is written in UTF-8; a terminal in GBK would show other letters. */
export const isUtf8 = (env: Readonly<Record<string, string | undefined>>): boolean => !/\.(?!utf-?8\b)/i.test(localeOf(env));

const localeOf = (env: Readonly<Record<string, string | undefined>>): string =>
  ["LC_ALL", "LC_MESSAGES", "LANG"].map((name) => env[name] ?? "").find((value) => value !== "") ?? "";
