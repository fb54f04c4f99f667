// One file of a project's repository as it was at another commit, read by a hardened Git.

import { AppError } from "../../base/index.ts";

const REF = /^[\w@][\w./@{}~^-]{0,200}$/;
const LIMIT_MS = 20_000;

/** null: the commit has no such file. Throws where there is no such commit. */
export async function readGitBlob(root: string, ref: string, path: string): Promise<string | null> {
  if (!REF.test(ref))
    throw new AppError("BAD_INPUT", `${JSON.stringify(ref)} is not the name of a commit`, {
      hint: "For example main, origin/main or a hash.",
    });
  // Late: the hook loads this room before every call and starts no Git.
  const { runGit } = await import("./run.ts");
  const known = await runGit({ args: ["-C", root, "rev-parse", "--verify", "--quiet", `${ref}^{commit}`], timeout: LIMIT_MS });
  if (known.code !== 0)
    throw new AppError("NOT_FOUND", `there is no commit ${ref} here`, {
      file: root,
      hint: "Fetch it first; a shallow clone of a CI run may lack it.",
    });
  const blob = await runGit({ args: ["-C", root, "show", "--no-textconv", `${ref}:${path}`], timeout: LIMIT_MS, most: 8 * 1024 * 1024 });
  return blob.code === 0 ? blob.out.toString("utf8") : null;
}
