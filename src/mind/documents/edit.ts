// edit: a person edits a document in their own editor, while no agent can write to it.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "../../base/index.ts";
import { editWhole } from "../../deltas/index.ts";
import { documentNamed } from "./explain.ts";
import type { Mind } from "../open.ts";

export async function edit(mind: Mind, name: string, editor: string): Promise<{ kind: "written" | "kept"; undo?: string }> {
  const document = documentNamed(mind, name);
  return editWhole(mind.deps, document, (text) => runEditor(editor, document.path.replace(/^.*\//, ""), text));
}

/** The text goes through a private temp file; the document itself changes only by the writer. */
function runEditor(editor: string, name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "codicil-edit-"));
  const file = join(folder, name);
  try {
    writeFileSync(file, text, { mode: 0o600 });
    // $EDITOR may carry arguments ("code --wait"), so a shell reads it; the file's name is passed beside, not within.
    const done = spawnSync("sh", ["-c", `${editor} "$1"`, "sh", file], { stdio: "inherit" });
    if (done.status !== 0)
      throw new AppError("IO", `the editor ended with ${String(done.status ?? done.signal)}`, { hint: "Nothing was changed." });
    return readFileSync(file, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
