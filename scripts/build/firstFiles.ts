// The files that Node is started with. CommonJS, and each whole: a cold start is what people wait for, and the loader of
// modules costs five milliseconds. All that they load late is in the split build.

import { build, type Plugin } from "esbuild";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { withLateTables } from "./lateTables.ts";
import { BUILD_ID, EXTERNAL, SHARED } from "./options.ts";
import { LATE } from "./parts.ts";

const HOOK_ENTRY = "src/hosts/hook/entry.ts";
/** What the hook needs for a new call, and for one that is not simply allowed; the second file of each has what usual calls do not run. */
export const HALVED = [
  { entry: "src/gate/judging.ts", first: "hookJudge.cjs", rest: "hookJudgeRest.cjs" },
  { entry: "src/hostSessions/settleInHost.ts", first: "hookSettle.cjs", rest: "hookSettleRest.cjs" },
] as const;

const apart: Plugin = {
  name: "apart",
  setup: (plugin) => {
    const files = new Map(Object.entries(LATE).map(([name, file]) => [resolve(file), `./${name}.js`]));
    files.set(resolve(HOOK_ENTRY), "./hookCore.cjs");
    for (const { entry, first } of HALVED) files.set(resolve(entry), `./${first}`);
    plugin.onResolve({ filter: /\.ts$/ }, ({ path, kind, resolveDir }) => {
      const file = kind === "dynamic-import" ? files.get(resolve(resolveDir, path)) : undefined;
      return file === undefined ? undefined : { path: file, external: true };
    });
  },
};

export async function writeFirstFiles(out: string): Promise<void> {
  await writeWhole("src/cli/entry.ts", `${out}/codicil-cli.cjs`);
  await writeWhole(HOOK_ENTRY, `${out}/hookCore.cjs`);
  for (const { entry, first } of HALVED) await writeWhole(entry, `${out}/${first}`, withLateTables);
  const hook = (from: number) => `require("./hookCore.cjs").hookMain(process.argv.slice(${from}));`;
  writeProgram(`${out}/hook.cjs`, { refuse: 2, start: hook(2) });
  // As src/cli/entry.ts does, but without loading the command line to find out.
  const isHook = 'process.argv[2]==="hook"&&!process.argv.includes("--help")';
  writeProgram(`${out}/codicil.cjs`, { refuse: 1, start: `if(${isHook})${hook(3)}else require("./codicil-cli.cjs");` });
}

/** Required, not imported, where it is a file of ours: importing one takes another three milliseconds. */
const LATE_IMPORT = /import\(("\.\/[\w-]+\.c?js")\)/g;

async function writeWhole(entry: string, outfile: string, finish = (text: string) => text): Promise<void> {
  const { outputFiles } = await build({
    ...SHARED,
    entryPoints: [entry],
    outfile,
    write: false,
    format: "cjs",
    external: EXTERNAL,
    define: { ...BUILD_ID, "import.meta.url": "__codicilUrl" },
    banner: { js: 'const __codicilUrl=require("node:url").pathToFileURL(__filename).href;' },
    plugins: [apart],
  });
  for (const { text } of outputFiles)
    writeFileSync(outfile, finish(text.replaceAll(LATE_IMPORT, "new Promise((resolve)=>resolve(require($1)))")));
}

/**
 * What is loaded after this line is kept compiled between starts; in the state, where no agent's call may write. The state is
 * made here first, for its owner alone. Where anybody else could have put something there, nothing of it is loaded.
 */
const KEEP_COMPILED =
  [
    "{const{env}=process,fs=require('node:fs')",
    "state=env.CODICIL_STATE||`${env.XDG_STATE_HOME||`${env.HOME||require('node:os').homedir()}/.local/state`}/codicil`",
    "kept=`${state}/compiled`",
    "isOwn=(folder)=>{const{mode,uid}=fs.statSync(folder);return(mode&0o22)===0&&uid===(process.getuid?.()??uid)}",
  ].join(",") +
  ";try{fs.mkdirSync(kept,{recursive:true,mode:0o700});if(isOwn(state)&&isOwn(kept))require('node:module').enableCompileCache?.(kept)}catch{}}";

/** A small file, which a Node of any age can read as far as this sentence. */
function nodeCheck(code: number): string {
  const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as { engines: { node: string } };
  const needed = engines.node.replace(">=", "");
  const [major, minor] = needed.split(".").map(Number);
  const sentence = `Codicil needs Node ${needed} or newer; this is Node `;
  return `var v=process.versions.node.split(".").map(Number);if(v[0]<${major}||v[0]===${major}&&v[1]<${minor}){console.error(${JSON.stringify(sentence)}+process.versions.node+".");process.exit(${code})}`;
}

function writeProgram(file: string, { refuse, start }: { readonly refuse: number; readonly start: string }): void {
  writeFileSync(file, `#!/usr/bin/env node\n${nodeCheck(refuse)}\n${KEEP_COMPILED}\n${start}\n`);
  chmodSync(file, 0o755);
}
