// Who uses the package, each as a small project in the folder that it was installed into.

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ran } from "../testPackage.ts";

interface Consumer {
  readonly name: string;
  /** null, or what was wrong. */
  check(at: {
    readonly folder: string;
    readonly rootNames: number;
    run(command: string, args: readonly string[], options?: { readonly env?: NodeJS.ProcessEnv; readonly input?: string }): Ran;
  }): Promise<string | null> | string | null;
}

/** Writes, applies, decides; the path of most programs. */
const LIBRARY = `import { apply, decide, flush, openMind, plan, recall } from "codicil";
const mind = await openMind({ home: "./home", state: "./state", cwd: "." });
await plan(mind, { path: "USER.md", heading: "Likes", operation: "append", content: "- tea " + Math.random(), session: "s1" });
await flush(mind, "s1");
const { receipts } = await apply(mind);
const { verdict } = await decide(mind, { call: { tool: "shell", command: "rm -rf /" } });
let found = "";
try { found = String((await recall(mind, "tea")).hits.length > 0); } catch (error) { found = error.code + " " + error.message; }
console.log(receipts.map(({ status, document }) => status + " " + document).join() + " · " + verdict + " · " + found);
await mind.close();
`;
const SAYS = "applied USER.md · deny · true";

const says = ({ code, out }: Ran, wanted: string): string | null => (code === 0 && out.includes(wanted) ? null : `exit ${code}\n${out}`);

function subpaths(folder: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(folder, "node_modules/codicil/package.json"), "utf8")) as {
    exports: Record<string, unknown>;
  };
  return Object.keys(exports)
    .filter((path) => path !== "./package.json")
    .map((path) => path.replace(/^\./, "codicil"));
}

/** Who checks the libraries too finds whatever one who skips them would. */
function typeCheck({ folder, run }: Parameters<Consumer["check"]>[0]): string | null {
  const imports = subpaths(folder)
    .map((path, index) => `import * as all${index} from "${path}";\nexport const use${index}: object = all${index};`)
    .join("\n");
  const use =
    'import { decide, type Mind, openMind } from "codicil";\nexport async function go(): Promise<string> {\n  const mind: Mind = await openMind({ cwd: "." });\n  return (await decide(mind, { call: { tool: "shell", command: "ls" } })).verdict;\n}\n';
  for (const name of ["types.ts", "types.cts"]) writeFileSync(join(folder, name), `${imports}\n${use}`);
  const options = {
    target: "es2024",
    module: "nodenext",
    moduleResolution: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    types: ["node"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["types.ts", "types.cts"] }));
  return says(run("tsc", ["-p", "."]), "");
}

function bundled(format: "esm" | "cjs"): Consumer["check"] {
  return ({ folder, run }) => {
    const file = `bundled.${format === "esm" ? "mjs" : "cjs"}`;
    const body = format === "esm" ? LIBRARY : LIBRARY.replace(/\n/, "\n(async () => {\n").concat("})();\n");
    writeFileSync(join(folder, "toBundle.mjs"), body);
    const built = run("esbuild", [
      "toBundle.mjs",
      "--bundle",
      "--platform=node",
      `--format=${format}`,
      `--outfile=${file}`,
      "--external:fs-native-extensions",
      "--log-level=error",
    ]);
    return says(built, "") ?? says(run("node", [file]), SAYS);
  };
}

/** A session that is handed to another host, a turn that may not end yet, and what a pull request runs. */
function dailyLife({ folder, run }: Parameters<Consumer["check"]>[0]): string | null {
  const codicil = (words: readonly string[], input = "") => run("node_modules/.bin/codicil", words, { input });
  const line = "Run `node --version` before you say you are done.";
  writeFileSync(join(folder, "AGENTS.md"), `- ${line}\n- Never run \`terraform apply\`.\n`);
  const fire = (event: string, more: object) =>
    codicil(["hook", "claude", event], JSON.stringify({ session_id: "s1", cwd: folder, hook_event_name: event, ...more }));
  fire("PostToolUse", { tool_name: "Bash", tool_input: { command: "echo x > src.js" }, tool_response: "ok" });
  const workflow = readFileSync(join(folder, "node_modules/codicil/docs/ci/codicil.yml"), "utf8");
  const cannot = [...workflow.matchAll(/npx --yes codicil ([a-z]+ \S+)/g)].filter(
    ([, words = ""]) => codicil([...words.split(" "), "--help"]).code !== 0,
  );
  return (
    says(fire("Stop", { last_assistant_message: "done" }), line) ??
    says(codicil(["session", "handoff", "host_claude_s1", "--to", "codex"]), "src.js") ??
    says(codicil(["policy", "test"]), "") ??
    says(codicil(["doctor", "--ci"]), "no secrets") ??
    (cannot.length === 0 ? null : `the workflow's ${String(cannot[0]?.[0])} is no command`)
  );
}

export const CONSUMERS: readonly Consumer[] = [
  { name: "strict TypeScript, libraries checked", check: typeCheck },
  {
    name: "ES modules",
    check: ({ folder, run, rootNames }) => {
      writeFileSync(join(folder, "library.mjs"), LIBRARY);
      writeFileSync(
        join(folder, "every.mjs"),
        `${subpaths(folder)
          .map((path) => `await import("${path}");`)
          .join(
            "\n",
          )}\nconst names = Object.keys(await import("codicil")).length;\nconsole.log(names <= ${rootNames} ? "few names" : names);\n`,
      );
      return says(run("node", ["library.mjs"]), SAYS) ?? says(run("node", ["every.mjs"]), "few names");
    },
  },
  {
    name: "CommonJS",
    check: ({ folder, run }) => {
      const every = subpaths(folder)
        .map((path) => `if (Object.keys(require("${path}")).length === 0) throw new Error("${path}");`)
        .join("\n");
      writeFileSync(
        join(folder, "common.cjs"),
        `${every}\nimport("codicil").then(({ AppError }) => console.log(AppError === require("codicil").AppError));\n`,
      );
      return says(run("node", ["common.cjs"]), "true");
    },
  },
  { name: "an esbuild bundle of ES modules", check: bundled("esm") },
  { name: "an esbuild bundle of CommonJS", check: bundled("cjs") },
  {
    name: "locks without the native library",
    check: ({ run }) => says(run("node", ["library.mjs"], { env: { CODICIL_LOCKS_BY: "sqlite" } }), SAYS),
  },
  {
    name: "locks where the native library has no build (musl)",
    check: ({ folder, run }) => {
      // Nothing says so beforehand: the program finds out with its first lock.
      const library = join(folder, "node_modules/fs-native-extensions");
      renameSync(library, `${library}-away`);
      try {
        return says(run("node", ["library.mjs"]), SAYS) ?? says(run("node_modules/.bin/codicil", ["apply"]), "");
      } finally {
        renameSync(`${library}-away`, library);
      }
    },
  },
  { name: "the program: hand over, done-gate, CI", check: dailyLife },
  {
    name: "the program: version, chat, mcp",
    check: ({ run }) => {
      const codicil = "node_modules/.bin/codicil";
      const hello = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } } })}\n`;
      return (
        says(run(codicil, ["--version"]), "codicil ") ??
        says(run(codicil, ["chat", "--model", "offline"], { input: "remember that I like tea\n" }), "tea") ??
        says(run(codicil, ["mcp"], { input: hello }), '"serverInfo"')
      );
    },
  },
  {
    name: "an old Node gets one sentence",
    check: ({ run }) => {
      const old = ["/usr/bin/node", "/usr/local/bin/node"].find(
        (file) => existsSync(file) && /^v(?:1\d|20|21)\./.test(run(file, ["--version"]).out),
      );
      // Without one at hand: a Node that says it is one.
      const words =
        old === undefined
          ? ["-e", 'Object.defineProperty(process.versions,"node",{value:"20.1.0"});require("./node_modules/codicil/dist/codicil.cjs")']
          : ["node_modules/codicil/dist/codicil.cjs", "status"];
      const { code, out } = run(old ?? "node", words);
      return code === 1 && /^Codicil needs Node \d+\.\d+ or newer; this is Node \d+\.\d+\.\d+\.\n$/.test(out)
        ? null
        : `exit ${code}\n${out}`;
    },
  },
];
