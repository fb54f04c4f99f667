import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { AppError } from "../../base/index.ts";

/** A file that a person asked for, beside their own: never in place of another. Answers its path. */
export function writeNewFile(folder: string, name: string, text: string): string {
  const file = resolve(folder, name);
  try {
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
  } catch (cause) {
    const exists = (cause as NodeJS.ErrnoException).code === "EEXIST";
    throw new AppError(
      exists ? "ALREADY_EXISTS" : "IO",
      exists ? "there is a file of that name already" : `the file cannot be written: ${(cause as Error).message}`,
      { file, cause, hint: "Give another name." },
    );
  }
  return file;
}
