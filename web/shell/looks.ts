// Theme and notifications: how this browser wants the page.

import { useEffect, useState } from "preact/hooks";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
const THEME = "codicil-theme";

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => THEMES.find((each) => each === localStorage.getItem(THEME)) ?? "system");
  useEffect(() => {
    if (theme === "system") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.setAttribute("data-theme", theme);
    localStorage.setItem(THEME, theme);
  }, [theme]);
  return [theme, setTheme];
}

const NOTIFY = "codicil-notify";
/** At most one notification in this time. */
const QUIET_MS = 60_000;
let last = -QUIET_MS;

export const wantsNotes = (): boolean => localStorage.getItem(NOTIFY) === "on";

/** Asks the browser where it was not asked yet. false: the browser refuses. */
export async function setNotes(on: boolean): Promise<boolean> {
  if (!on) {
    localStorage.setItem(NOTIFY, "off");
    return true;
  }
  const may = typeof Notification !== "undefined" && (await Notification.requestPermission()) === "granted";
  localStorage.setItem(NOTIFY, may ? "on" : "off");
  return may;
}

/** true: it was shown. */
export function notify(title: string, text: string, open: () => void, now = performance.now()): boolean {
  if (!wantsNotes() || typeof Notification === "undefined" || Notification.permission !== "granted" || now - last < QUIET_MS) return false;
  last = now;
  const note = new Notification(title, { body: text, tag: "codicil-asks" });
  note.addEventListener("click", () => {
    window.focus();
    open();
    note.close();
  });
  return true;
}
