// The language of the person's locale, for the few texts that a program writes in their name.

export type Language = "en" | "zh";

/** As POSIX ranks the variables; null: they name no language (unset, C, POSIX). A language without texts of its own gets English. */
export function languageOf(env: Readonly<Record<string, string | undefined>>): Language | null {
  const locale = ["LC_ALL", "LC_MESSAGES", "LANG"].map((name) => env[name] ?? "").find((value) => value !== "") ?? "";
  if (/^(?:$|C$|C\.|POSIX$)/i.test(locale)) return null;
  return /^zh(?:$|[-_.@])/i.test(locale) ? "zh" : "en";
}
