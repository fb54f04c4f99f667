// Runs in the changed copy: each change is there and does what it is for. Prints one line for each that works.
//   node shows.ts [PROGRAM]   PROGRAM: the bundle, where the source is as it was built

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = mkdtempSync(join(tmpdir(), "codicil-recipes-"));
const [home, state, project] = ["home", "state", "project"].map((name) => join(root, name)) as [string, string, string];
mkdirSync(join(project, ".git"), { recursive: true });
mkdirSync(home);

/** Relative to the copy: this file lies in its test/recipes. */
const load = (path: string): Promise<Record<string, never>> => import(new URL(`../../${path}`, import.meta.url).href);

function codicil(args: readonly string[], input = ""): { readonly out: string; readonly code: number | null } {
  const entry = process.argv[2] ?? new URL("../../src/cli/entry.ts", import.meta.url).pathname;
  const done = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", entry, ...args], {
    cwd: project,
    input,
    encoding: "utf8",
    env: {
      PATH: process.env["PATH"],
      HOME: root,
      CODICIL_HOME: home,
      CODICIL_STATE: state,
      CODICIL_RESIDENT: "off",
      NODE_COMPILE_CACHE: join(root, "compiled"),
    },
  });
  return { out: `${done.stdout}${done.stderr}`, code: done.status };
}

const has = (text: string, part: string): boolean => text.includes(part);

const SHOWS: Readonly<Record<string, () => boolean | Promise<boolean>>> = {
  "Add a host": () => {
    const call = { session_id: "s", cwd: project, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "rm -rf ~" } };
    const refused = codicil(["hook", "sample", "PreToolUse"], JSON.stringify(call)).out;
    return has(refused, "deny") && has(codicil(["install", "sample", "--diff"]).out, ".sample/settings.json");
  },
  "Add a condition of rules": () => {
    writeFileSync(join(project, "AGENTS.md"), "```policy\n- effect: deny\n  longer_than: 40\n  message: Too long.\n```\n");
    const check = (content: string) =>
      codicil(["policy", "check", "--jsonl"], JSON.stringify({ id: "1", call: { tool: "write", path: "a.txt", content } })).out;
    return has(check("x".repeat(60)), "deny") && !has(check("x"), "deny");
  },
  "Add a secret's format": async () => {
    const { redact } = (await load("src/content/redact.ts")) as unknown as {
      redact(text: string): { readonly found: readonly { readonly type: string }[] };
    };
    return redact(`sampletoken_${"a1B2c3D4e5".repeat(3)}`).found[0]?.type === "sample";
  },
  "Add a command": () => has(codicil(["greet"]).out, `Hello from ${home}`),
  "Add a role": async () => {
    codicil(["plan", "--path", "CONTACTS.md", "--heading", "Ann", "--content", "Writes at night.", "--session", "s"]);
    codicil(["flush", "--session", "s"]);
    codicil(["apply"]);
    const isShown = (...more: string[]) => codicil(["prompt", ...more]).out.includes("Writes at night.");
    return /CONTACTS\.md\s+contacts\s+\d+ of 500/.test(codicil(["docs"]).out) && isShown() && !isShown("--session-type", "shared");
  },
  "Add a language to recall": async () => {
    const { languageOf } = (await load("src/recall/reading/languages.ts")) as unknown as {
      languageOf(text: string): { mark: string } | null;
    };
    return languageOf("Hän oli täällä mutta me ovat nyt kotona ja se on hyvä että")?.mark === "fi";
  },
  "Add a page": async () => {
    const { placeOf } = (await load("web/shell/places.ts")) as unknown as { placeOf(hash: string): { name: string } };
    return placeOf("#/notes").name === "notes";
  },
  "Add an error code": async () => {
    const { ERRORS } = (await load("src/base/index.ts")) as unknown as { ERRORS: object };
    return "BAD_SAMPLE" in ERRORS;
  },
  "Add a store driver": async () => "openSample" in (await load("src/store/index.ts")),
  "Change a budget": () => {
    codicil(["memory", "add", "--section", "Tea", "--content", "No coffee."]);
    return /MEMORY\.md\s+memory\s+\d+ of 2600/.test(codicil(["docs"]).out);
  },
};

for (const [recipe, isShown] of Object.entries(SHOWS)) console.log(`${(await isShown()) ? "works" : "does not work"}: ${recipe}`);
rmSync(root, { recursive: true, force: true });
