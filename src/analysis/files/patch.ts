// patch: the file it is given, or the files that the patch names.

import { has, readOptions, table, valueOf } from "../run/options.ts";
import { addHazard, addOpaque, touch, type Tool } from "../run/record.ts";
import { field, isDynamic, SILENT } from "../run/values.ts";
import { filesOfPatchText, patchedFiles } from "../patches.ts";

/** `apply_patch <<'EOF'`: the form that some agents use from the shell. */
export const applyPatch: Tool = (command) => {
  const text = command.args[0]?.text ?? command.how.stdin?.text ?? "";
  const files = isDynamic(text) ? null : filesOfPatchText(text);
  if (files === null) addOpaque(command.run, "the patch cannot be seen", command.index);
  else
    for (const file of files)
      touch(command, file.access, field(file.path), { inPlace: true, tidy: file.access === "write", content: file.content });
  return SILENT;
};

export const patch: Tool = (command) => {
  const { run, index } = command;
  const parsed = readOptions(
    command.args,
    table(
      `
        b,backup B,prefix: c,context d,directory: D,ifdef: e,ed E,remove-empty-files f,force F,fuzz: g,get: i,input: l,ignore-whitespace
        merge:? n,normal N,forward o,output: p,strip: r,reject-file: R,reverse s,quiet,silent t,batch T,set-time u,unified v,version
        V,version-control: verbose dry-run posix quoting-style: read-only: reject-format: follow-symlinks binary Y,basename-prefix:
        z,suffix: Z,set-utc`,
    ),
  );
  if (has(parsed, "dry-run", "version")) return SILENT;
  if (has(parsed, "ed")) addHazard(run, "tampering", "the patch is a script for ed", index);
  const [target, named] = parsed.operands;
  const output = valueOf(parsed, "output") ?? target;
  if (output !== undefined) {
    touch(command, "write", output, { inPlace: true });
    return SILENT;
  }
  const input = valueOf(parsed, "input") ?? named;
  const files = patchedFiles(command, input === undefined ? [] : [input], Number(valueOf(parsed, "strip")?.text ?? "99"));
  const folder = valueOf(parsed, "directory")?.text;
  if (files === null) addHazard(run, "tampering", "the patch cannot be seen, and may change protected documents", index);
  else for (const file of files) touch(command, "write", field(folder === undefined ? file : `${folder}/${file}`), { inPlace: true });
  return SILENT;
};
