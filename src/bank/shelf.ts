// The pages that one reading opened, each once, and never more than the limit.

import { AppError } from "../base/index.ts";
import { PACK_LIMITS } from "../schema/index.ts";
import type { Mind } from "../mind/open.ts";
import { type BankPage, type Page, readBankPage, readProjectPage } from "./pages.ts";

export function openShelf(mind: Mind) {
  const bank = new Map<string, BankPage | null>();
  const project = new Map<string, Page | null>();
  const problems: string[] = [];
  const pages = (): Page[] => [...bank.values(), ...project.values()].filter((page) => page !== null);
  const once = async <P extends Page>(held: Map<string, P | null>, path: string, read: () => Promise<P | null>): Promise<P | null> => {
    if (!held.has(path) && pages().length < PACK_LIMITS.files) held.set(path, await read());
    return held.get(path) ?? null;
  };
  return {
    problems,
    pages,
    bankPages: () => [...bank.values()].filter((page) => page !== null),
    projectPages: () => [...project.values()].filter((page) => page !== null),
    bank: (path: string) =>
      once(bank, path, async () => {
        try {
          return await readBankPage(mind, path);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          problems.push(`${path} could not be read: ${error.message}.`);
          return null;
        }
      }),
    project: (path: string) => once(project, path, () => readProjectPage(mind, path)),
  };
}
