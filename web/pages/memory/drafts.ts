// What was typed into a document and not saved: kept for this tab, over other pages and a reload, until it is saved or given up.

export interface Draft {
  readonly text: string;
  /** Of the document that it was begun on. */
  readonly version: string;
}

const keyOf = (id: string): string => `codicil-draft-${id}`;

export function draftOf(id: string): Draft | null {
  const kept = sessionStorage.getItem(keyOf(id));
  return kept === null ? null : (JSON.parse(kept) as Draft);
}

export function keepDraft(id: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(id), JSON.stringify(draft));
  } catch {
    // Too long for the browser: it is there as long as the editor is.
  }
}

export const dropDraft = (id: string): void => sessionStorage.removeItem(keyOf(id));
