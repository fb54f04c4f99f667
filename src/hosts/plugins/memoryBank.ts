// The variables of the memory-bank plugin that this one takes the place of. They govern the bank's own part, the protocol
// and its index in the prompt and the reminders to read first; policy and write protection hold whatever they say (X20).

export interface BankSettings {
  /** Nothing of the bank is put before the model. */
  readonly disabled: boolean;
  /** doc-first: in each message a document is touched before code is (off, warn, block). */
  readonly docFirst: "off" | "warn" | "block";
  readonly maxChars: number | undefined;
}

export function bankSettings(env: Readonly<Record<string, string | undefined>>): BankSettings {
  const docFirst = env["MEMORY_BANK_DOC_FIRST_MODE"];
  const most = Number(env["MEMORY_BANK_MAX_CHARS"]);
  return {
    disabled: /^(?:1|true|yes)$/i.test(env["MEMORY_BANK_DISABLED"] ?? ""),
    docFirst: docFirst === "warn" || docFirst === "block" ? docFirst : "off",
    maxChars: Number.isInteger(most) && most > 0 ? most : undefined,
  };
}

const PROTOCOL_BLOCK = /## Memory Bank Protocol\n\nprotocol_version: memory-bank\/v1\n(?:\w+: .*\n)+/g;
/** The sentinel: whoever finds it in the prompt adds no second protocol. */
const SENTINEL = "protocol_version: memory-bank/v1";

/** The block as the settings want it, for a prompt that holds `already`. */
export function blockFor(block: string, already: string, { disabled, maxChars }: BankSettings): string {
  const text = disabled || already.includes(SENTINEL) ? block.replace(PROTOCOL_BLOCK, "") : block;
  if (maxChars === undefined || text.length <= maxChars) return text;
  const cut = text.slice(0, maxChars);
  return `${cut.slice(0, Math.max(cut.lastIndexOf("\n"), 0))}\n[TRUNCATED: MEMORY_BANK_MAX_CHARS is ${maxChars}]\n</codicil>`;
}

/** Which of the session's messages has touched a document already. */
export function openDocFirst(settings: BankSettings): {
  message(session: string): void;
  judge(session: string, tool: string, args: unknown): string | null;
} {
  const touched = new Set<string>();
  const writes = /^(?:edit|write|multiedit|apply_patch|patch)$/i;
  return {
    message: (session) => touched.delete(session),
    judge: (session, tool, args) => {
      if (settings.docFirst === "off" || !/^(?:read|edit|write|multiedit|apply_patch|patch)$/i.test(tool)) return null;
      const named = JSON.stringify(args ?? {});
      if (/\.mdx?\b|memory-bank\//.test(named)) {
        touched.add(session);
        return null;
      }
      return writes.test(tool) && !touched.has(session)
        ? "Documents first (MEMORY_BANK_DOC_FIRST_MODE): read or update the document that describes this before you change code."
        : null;
    },
  };
}
