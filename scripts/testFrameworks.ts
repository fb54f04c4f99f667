// npm run test:frameworks: the programs in examples/frameworks with the real frameworks, against a scripted model over HTTP on
// loopback. The frameworks have 180 MB, so they are no dependencies of this checkout: they are fetched into a cache folder.

import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { FINAL, type Seen, startScriptedModel, type Step } from "../test/realHosts/scriptedModel.ts";

const PACKAGES = [
  "@ai-sdk/openai-compatible@3.0.90",
  "@langchain/langgraph@1.4.18",
  "@langchain/mcp-adapters@1.1.4",
  "@langchain/openai@1.6.0",
  "@openai/agents@0.20.0",
  "ai@7.0.169",
  "zod@4.6.7",
];
const MINUTES = 60_000;
const cache = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "codicil-frameworks");

interface Case {
  readonly name: string;
  readonly script: readonly Step[];
  /** What is wrong; null: nothing. */
  check(seen: readonly Seen[], memory: string): string | null;
}

const REMEMBERS: Omit<Case, "name"> = {
  script: [{ tool: /memory_add$/, args: { file: "memory", section: "Build", content: "FORTY-SECONDS" } }],
  check: (_, memory) => (memory.includes("FORTY-SECONDS") ? null : `MEMORY.md does not have it: ${memory}`),
};

const CASES: readonly Case[] = [
  {
    name: "ai-sdk",
    script: [{ shell: "terraform apply" }, { shell: "echo hello" }],
    check: (seen) => {
      const [refused, ran] = [1, 2].map((results) => seen.find((each) => each.results === results)?.lastResult ?? "");
      if (!refused?.includes("Never run `terraform apply`") || refused.includes("ran terraform")) return `it was not refused: ${refused}`;
      return ran?.includes("ran echo hello") === true ? null : `the other call did not run: ${ran}`;
    },
  },
  { name: "openai-agents", ...REMEMBERS },
  { name: "langgraph", ...REMEMBERS },
];

function fetchFrameworks(): boolean {
  const isThere = () => PACKAGES.every((each) => existsSync(join(cache, "node_modules", each.slice(0, each.lastIndexOf("@")))));
  mkdirSync(join(cache, "node_modules"), { recursive: true });
  writeFileSync(join(cache, "package.json"), '{ "private": true, "type": "module" }\n');
  if (!isThere()) {
    console.log("fetching the frameworks");
    const words = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-save", ...PACKAGES];
    spawnSync("npm", words, { cwd: cache, stdio: "ignore", timeout: 5 * MINUTES });
  }
  return isThere();
}

async function run({ name, script, check }: Case, rules: string): Promise<string | null> {
  const root = mkdtempSync(join(tmpdir(), "codicil-framework-"));
  const model = await startScriptedModel();
  try {
    const project = join(root, "project");
    mkdirSync(join(project, ".git"), { recursive: true });
    writeFileSync(join(project, "AGENTS.md"), rules);
    model.script(script);
    const { code, out } = await start(join(cache, "examples", `${name}.mjs`), {
      cwd: project,
      env: {
        PATH: `${resolve(".")}:${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
        HOME: root,
        CODICIL_HOME: join(root, "home"),
        CODICIL_STATE: join(root, "state"),
        OPENAI_API_KEY: "no-key",
        OPENAI_BASE_URL: `http://127.0.0.1:${model.port}/v1`,
        OPENAI_MODEL: "scripted",
      },
    });
    if (code !== 0 || !out.includes(FINAL)) return `it ended with ${String(code)}: ${out.slice(-2000)}`;
    const file = join(root, "home/MEMORY.md");
    return check(model.requests, existsSync(file) ? readFileSync(file, "utf8") : "");
  } finally {
    await model.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

function start(
  file: string,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<{ code: number | null; out: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [file], { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const timer = setTimeout(() => child.kill("SIGKILL"), 2 * MINUTES);
    let out = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (out += String(chunk)));
    child.on("close", (code) => (clearTimeout(timer), done({ code, out })));
  });
}

if (fetchFrameworks()) {
  // The programs find the frameworks from where they lie, and `codicil` is this checkout.
  rmSync(join(cache, "examples"), { recursive: true, force: true });
  cpSync("examples/frameworks", join(cache, "examples"), { recursive: true });
  rmSync(join(cache, "node_modules/codicil"), { recursive: true, force: true });
  symlinkSync(resolve("."), join(cache, "node_modules/codicil"));
  const rules = "- Never run `terraform apply`.\n";
  for (const each of CASES) {
    const fault = await run(each, rules);
    console.log(`${fault === null ? "ok    " : "FAILED"} ${each.name}${fault === null ? "" : `: ${fault}`}`);
    if (fault !== null) process.exitCode = 1;
  }
  // Negative control: without the rule the forbidden call runs, which the check has to see.
  const control = await run(CASES[0] as Case, "- Be kind.\n");
  console.log(`negative control: ${control === null ? "NOT SEEN" : "a call that nobody refuses is seen"}`);
  if (control === null) process.exitCode = 1;
} else console.log("skipped: the frameworks are not there and could not be fetched");
