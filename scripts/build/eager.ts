// Node's compile cache keeps what V8 compiled when it loaded a file, and not what ran afterwards: each start would parse anew what
// an ordinary call runs. V8 compiles a function together with its file if it is written in brackets. So the functions that some
// ordinary calls and commands run, by V8's own coverage, get brackets (docs/decisions/0094-functions-compiled-with-their-file.md).

import { parseSync } from "oxc-parser";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Few: what is compiled with its file is loaded for every other call too. */
const COMMANDS = ["ls -la src", "head -n 40 src/index.ts", "cd src && grep -rn 'main' . | head -20", "git status --short", "npm test"];
const CALLS: readonly { readonly tool: string; readonly input: Readonly<Record<string, string>> }[] = [
  ...COMMANDS.map((command) => ({ tool: "Bash", input: { command } })),
  { tool: "Read", input: { file_path: "src/index.ts" } },
  { tool: "Edit", input: { file_path: "src/index.ts", old_string: "a", new_string: "b" } },
];
const RULES = `# Rules

- Never run \`git push --force\`.
- Use pnpm, not npm.
- Run \`pnpm test\` before you commit.
- Do not edit files in \`generated/\`.
- Ask before you add a dependency.
- Commit messages follow Conventional Commits.
- Prefer small functions with clear names.
`;
const STARTS: readonly (readonly string[])[] = [
  ["status"],
  ["plan", "--path", "MEMORY.md", "--heading", "Facts", "--op", "append", "--content", "- a fact"],
  ["recall", "fact"],
];

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { startOffset: number; endOffset: number; count: number }[] }[];
  }[];
}

/** Rewrites the files of a release that these load. */
export function compileEarly(out: string): void {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "codicil-build-")));
  const [first, ordinary] = [join(root, "first"), join(root, "ordinary")];
  try {
    runAll(resolve(out), root, { first, ordinary });
    // Of what compiles rules only its own files: for the rest of it an ordinary call would have to load more.
    const files = new Map([...rangesIn(first, resolve(out)), ...rangesIn(ordinary, resolve(out))]);
    for (const [file, ran] of files) writeFileSync(file, withBrackets(readFileSync(file, "utf8"), ran));
  } finally {
    rmSync(root, { recursive: true });
  }
}

function runAll(out: string, root: string, { first, ordinary }: { readonly first: string; readonly ordinary: string }): void {
  const project = join(root, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  writeFileSync(join(project, "AGENTS.md"), RULES);
  const env = {
    PATH: process.env["PATH"],
    HOME: root,
    CODICIL_HOME: join(root, "home"),
    CODICIL_STATE: join(root, "state"),
    CODICIL_RESIDENT: "off",
    // It would hide what is loaded from it.
    NODE_DISABLE_COMPILE_CACHE: "1",
  };
  const run = (words: readonly string[], input = "", coverage = ordinary) => {
    const options = { env: { ...env, NODE_V8_COVERAGE: coverage }, cwd: project, input, encoding: "utf8" } as const;
    const done = spawnSync(process.execPath, words, options);
    if (done.status !== 0) throw new Error(`the new build fails: ${words.join(" ")}: ${done.stderr}`);
  };
  const call = ({ tool, input }: (typeof CALLS)[number], coverage?: string) => {
    const event = { session_id: "build", cwd: project, hook_event_name: "PreToolUse", tool_name: tool, tool_input: input };
    run([join(out, "hook.cjs"), "claude", "PreToolUse"], JSON.stringify(event), coverage);
  };
  // It compiles the rules.
  call({ tool: "Bash", input: { command: "true" } }, first);
  for (const each of CALLS) call(each);
  for (const words of STARTS) run([join(out, "codicil.cjs"), ...words]);
}

/** The places of the functions that ran, by file. */
function rangesIn(coverage: string, out: string): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>();
  for (const name of readdirSync(coverage)) {
    const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as Coverage;
    for (const { url, functions } of result) {
      const file = url.startsWith("file:") ? fileURLToPath(url) : "";
      if (!file.startsWith(`${out}/`)) continue;
      const ran = files.get(file) ?? new Set();
      files.set(file, ran);
      for (const { ranges } of functions)
        for (const { startOffset, endOffset, count } of ranges.slice(0, 1)) if (count > 0) ran.add(`${startOffset}-${endOffset}`);
    }
  }
  return files;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: Node | null;
  readonly kind?: string;
  readonly method?: boolean;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function withBrackets(text: string, ran: ReadonlySet<string>): string {
  const { program, errors } = parseSync("file.mjs", text, { sourceType: "unambiguous" });
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  const [edits, head]: [Edit[], string[]] = [[], []];
  const didRun = ({ start, end }: Node) => ran.has(`${start}-${end}`);
  const visit = (node: Node, mayHaveBrackets: boolean): void => {
    if (mayHaveBrackets && /^(?:Arrow)?FunctionExpression$/.test(node.type) && didRun(node))
      edits.push({ start: node.start, end: node.start, text: "(" }, { start: node.end, end: node.end, text: ")" });
    for (const each of Object.values(node).flat() as unknown[]) if (isNode(each)) visit(each, !isMethod(node));
  };
  const body = program.body as unknown as readonly Node[];
  for (const node of body) visit(node, true);
  const moved = body.filter((node) => node.type === "FunctionDeclaration" && didRun(node));
  // A declaration counts from the head of its file on: there it goes.
  for (const { start, end, id } of moved)
    if (id) head.push(`${text.slice(id.start, id.end)}=(${edited(text, { start, end }, [...edits, { ...id, text: "" }])})`);
  const rest = edited(text, { start: 0, end: text.length }, [...edits, ...moved.map(({ start, end }) => ({ start, end, text: "" }))]);
  const [strict = ""] = /^"use strict";/.exec(rest) ?? [];
  return head.length === 0 ? rest : `${strict}var ${head.join(",")};${rest.slice(strict.length)}`;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** Its function is written without the word, and cannot have brackets. */
function isMethod({ type, kind, method }: Node): boolean {
  return type === "MethodDefinition" || (type === "Property" && (method === true || kind === "get" || kind === "set"));
}

/** A part of the text with the edits that are in it; what is inside a longer one is left out with it. */
function edited(text: string, part: { readonly start: number; readonly end: number }, edits: readonly Edit[]): string {
  let [written, at] = ["", part.start];
  for (const { start, end, text: instead } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < at || end > part.end) continue;
    written += text.slice(at, start) + instead;
    at = end;
  }
  return written + text.slice(at, part.end);
}
