// Whether a run of characters is an address: of the web, of a mailbox, of a machine, of a telephone.

import { wordSet } from "../../base/index.ts";

/** Endings of names that people meet; a file's name has others. */
const ENDINGS = wordSet(
  "com net org io dev ru cn app co uk de fr jp info xyz example test me ai cloud site online top eu us in biz tech local",
  "internal",
);
const AROUND = new Set("\"'`()[]{}<>,;:!?。，；：！？（）「」“”‘’.*_");

export function isAddress(run: string): boolean {
  const bare = trimmed(run);
  if (bare.includes("://")) return true;
  // `.env.example` is a file.
  if (run.startsWith(".")) return false;
  const host = (bare.split("/")[0] ?? "").split(":")[0] ?? "";
  if (host.startsWith("@")) return host.length > 3;
  if (host.includes("@")) return isName(host.slice(host.lastIndexOf("@") + 1));
  return isName(host) || isNumbers(host) || isTelephone(bare);
}

/** It carries something behind a question mark. */
export function isQueryAddress(run: string): boolean {
  const bare = trimmed(run);
  return bare.includes("://") && bare.includes("?") && bare.indexOf("=", bare.indexOf("?")) > 0;
}

function trimmed(run: string): string {
  let [from, to] = [0, run.length];
  while (from < to && AROUND.has(run[from] ?? "")) from++;
  while (to > from && AROUND.has(run[to - 1] ?? "")) to--;
  return run.slice(from, to);
}

function isName(host: string): boolean {
  const labels = host.split(".");
  return labels.length > 1 && ENDINGS.has(labels.at(-1) ?? "") && labels.every((label) => /^[a-z0-9-]+$/.test(label));
}

function isNumbers(host: string): boolean {
  const parts = host.split(".");
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part));
}

function isTelephone(run: string): boolean {
  return run.startsWith("+") && /^[\d-]+$/.test(run.slice(1)) && run.length >= 8;
}
