export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Finds a text wherever it stands, whatever its letter case. */
export function anyCase(text: string): RegExp {
  return new RegExp(escapePattern(text), "giu");
}
