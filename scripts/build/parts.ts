// The entries of the split build, by the name of the file that each becomes.

import { readdirSync, readFileSync } from "node:fs";

/** What `import … from "codicil"` and `codicil/NAME` load: the names of package.json's exports. */
export const LIBRARY: Readonly<Record<string, string>> = {
  index: "src/index.ts",
  markdown: "src/markdown/index.ts",
  policy: "src/policy/index.ts",
  recall: "src/recall/index.ts",
  session: "src/session/index.ts",
  snapshot: "src/snapshot/index.ts",
  ...Object.fromEntries(filesIn("src/library").map((name) => [name, `src/library/${name}.ts`])),
};

/** Without their ending. */
function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => name.slice(0, -".ts".length));
}

/** What the hook loads for a call that did not pass before. */
const HOOK: Readonly<Record<string, string>> = {
  hookRest: "src/hosts/hook/rest.ts",
  hookCompile: "src/gate/compiling.ts",
  hookLines: "src/hosts/person/firstUse.ts",
  hookGate: "src/hosts/hook/gateServer.ts",
};

/** The files that commandFiles.ts loads, one by one. */
const LOADED = readFileSync("src/cli/commandFiles.ts", "utf8").matchAll(/import\("\.\/(\w+\/(\w+)\.ts)"\)/g);
const COMMANDS = Object.fromEntries([...LOADED].map(([, path = "", name = ""]) => [`run-${name}`, `src/cli/${path}`]));

/** What the first files load late. */
export const LATE: Readonly<Record<string, string>> = {
  ...HOOK,
  ...COMMANDS,
  inChinese: "words/terminal.ts",
  openMind: "src/mind/open.ts",
  daemonThread: "src/daemon/threads/thread.ts",
};
