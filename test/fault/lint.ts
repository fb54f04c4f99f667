// Reads a trace as a disk does that forgets everything that was not synced: what would power loss take away?

import { dirname } from "node:path";
import { isTempName } from "../../src/store/index.ts";
import type { Call } from "./trace.ts";

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** Faults of the order write → fsync → rename → fsync(folder) → answer; [] when there are none. */
export function lintTrace(calls: readonly Call[], answerFile: string): string[] {
  const faults: string[] = [];
  const contents = new Set<string>(); // files with bytes that are not synced
  const names = new Set<string>(); // folders with names that are not synced
  let acknowledged = false;
  for (const { name, paths, text, failed } of calls) {
    const [first = "", second = ""] = paths;
    if (name === "write" && first === answerFile) {
      if (!text.includes('{\\"ack')) continue;
      acknowledged = true;
      for (const file of contents) faults.push(`acknowledged before ${file} was synced`);
      for (const folder of names) faults.push(`acknowledged before the names in ${folder} were synced`);
    } else if (failed) continue;
    // "done" may be lost: the document itself tells the same.
    else if (name === "write" && !text.includes('{\\"codicil\\":\\"done')) contents.add(first);
    else if (name === "fsync") {
      contents.delete(first);
      names.delete(first);
    } else if (name === "rename") {
      for (const file of contents) faults.push(`renamed ${nameOf(first)} before ${file} was synced`);
      names.add(dirname(second));
    } else if (name === "mkdir") names.add(dirname(first));
    else if (name === "ftruncate") contents.add(first);
    // A temp file's name need not last: it is renamed or of no use.
    else if (name === "openat" && text.includes("O_CREAT") && !isTempName(nameOf(first))) names.add(dirname(first));
    else if (name === "unlink" && !isTempName(nameOf(first))) names.add(dirname(first));
  }
  if (!acknowledged) faults.push("never acknowledged");
  return faults;
}
