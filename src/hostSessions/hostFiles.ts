import { readSmallText } from "../store/index.ts";

const LARGEST = 1024 * 1024;

/** A file that a host reads too: a project may put anything under its name. null: no plain text file, or too large; nothing blocks. */
export function readHostFile(path: string, largest = LARGEST): string | null {
  return readSmallText(path, largest);
}
