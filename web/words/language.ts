// Which language the page speaks. What documents say is never translated.

export type Language = "en" | "zh";
/** The same words in both languages. */
export type Texts<T> = Readonly<Record<Language, T>>;

const KEY = "codicil-language";

export function preferredLanguage(): Language {
  const kept = localStorage.getItem(KEY);
  if (kept === "en" || kept === "zh") return kept;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

export function keepLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
}

/** How dates are written: the day before the month, and hours to 24. */
export const localeOf = (language: Language): string => (language === "zh" ? "zh-CN" : "en-GB");

/** The Chinese words have exactly the names of the English ones. */
export const texts = <T>(en: T, zh: NoInfer<T>): Texts<T> => ({ en, zh });

/** "1 line" or "3 lines". */
export const plural = (n: number, one: string, many = `${one}s`): string => `${counted(n)} ${n === 1 ? one : many}`;

/** "2,000". Most counts need no commas, and the browser's first format is slow. */
const counted = (n: number): string => (n < 1000 ? String(n) : n.toLocaleString("en"));

/** "two" in titles; figures from ten on. */
export const inWords = (n: number): string =>
  ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"][n] ?? counted(n);
