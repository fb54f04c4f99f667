// Node's compile cache keeps what V8 compiled when it loaded a file, and not what ran afterwards: each start would parse anew what
// an ordinary call runs. V8 compiles a function together with its file if it is written in brackets. So the functions that some
// ordinary calls and commands run, by V8's own coverage, get brackets (docs/decisions/0094-functions-compiled-with-their-file.md).

import { parseSync } from "oxc-parser";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { HALVED } from "./firstFiles.ts";
import { inHalves, namesOf } from "./halves.ts";

/** Few: what is compiled with its file is loaded for every other call too. */
const COMMANDS = ["ls -la src", "head -n 40 src/index.ts", "cd src && grep -rn 'main' . | head -20", "git status --short", "npm test"];
const CALLS: readonly { readonly tool: string; readonly input: Readonly<Record<string, string>> }[] = [
  ...COMMANDS.map((command) => ({ tool: "Bash", input: { command } })),
  { tool: "Read", input: { file_path: "src/index.ts" } },
  { tool: "Edit", input: { file_path: "src/index.ts", old_string: "a", new_string: "b" } },
];
/** What agents run otherwise: it is compiled when it is needed, but is in the first file of what judges calls. */
const USUAL = [
  "cat package.json | jq .scripts && find . -name '*.ts' -not -path './node_modules/*' | xargs wc -l | sort -n | tail -5",
  "sed -n '1,40p' src/a.ts; echo \"done: $?\" > out.txt; mkdir -p build/x && cp src/a.ts build/x/ && mv build/x/a.ts build/x/b.ts",
  "git diff HEAD~1 --stat && git log --oneline -5 && git show HEAD:a.ts && git add -A && git commit -m 'fix: a' && git push origin topic",
  "git checkout -b topic && git stash && git pull --rebase && git merge main && git branch -d old && git reset HEAD a.ts",
  "git push --force origin main",
  "npm run build && npx tsc --noEmit && npm install --save-dev vitest && node scripts/a.js && node -e 'console.log(1)'",
  "python3 -m pytest -q tests && pip install -r requirements.txt && cargo test && go build ./... && make test",
  "python3 - <<'E'\nimport json\nprint(json.load(open('a.json')))\nE",
  'for f in src/*.ts; do if [ -f "$f" ]; then grep -c x "$f"; fi; done; X=$(pwd); export Y="$X/a"; cd "$Y" || exit 1',
  "curl -s https://example.org/a.json -o a.json && tar xzf a.tgz -C build && chmod +x a.sh && ./a.sh && bash b.sh",
  "gh pr view 12 --json title && docker ps && docker compose up -d && kubectl get pods && ps aux | grep node",
  "rm old.txt && rm -rf build && touch b.txt && ln -s a b && timeout 10 sleep 1 & wait; kill 1234",
  "cat > a.txt <<'E'\ntext\nE\ncat a.txt | tee b.txt | awk '{print $1}' | cut -d, -f1 | sort | uniq -c | tr a b",
];
const USUAL_TOOLS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["Write", { file_path: "src/new.ts", content: "export const a = 1;\n" }],
  ["Grep", { pattern: "main", path: "src" }],
  ["Glob", { pattern: "**/*.ts" }],
  ["WebFetch", { url: "https://example.org/", prompt: "read" }],
  ["mcp__github__create_issue", { title: "a", body: "b" }],
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
  const [first, ordinary, usual] = [join(root, "first"), join(root, "ordinary"), join(root, "usual")];
  try {
    runAll(resolve(out), root, { first, ordinary, usual });
    // Of what compiles rules only its own files: for the rest of it an ordinary call would have to load more.
    const files = new Map([...rangesIn(first, resolve(out)), ...rangesIn(ordinary, resolve(out))]);
    const usually = rangesIn(usual, resolve(out));
    for (const { first, rest } of HALVED) {
      const file = resolve(out, first);
      const ran = new Set([...(files.get(file) ?? []), ...(usually.get(file) ?? [])]);
      // What settles a call is loaded by no other.
      if (first === "hookSettle.cjs") files.set(file, ran);
      const text = readFileSync(file, "utf8");
      const halves = inHalves(withBrackets(text, files.get(file) ?? new Set()), namesOf(text, ran), rest);
      writeFileSync(file, halves.first);
      writeFileSync(resolve(out, rest), halves.rest);
      files.delete(file);
    }
    for (const [file, ran] of files) writeFileSync(file, withBrackets(readFileSync(file, "utf8"), ran));
    // What was written does what was measured.
    runUsual(opened(resolve(out), root), join(root, "again"));
  } finally {
    rmSync(root, { recursive: true });
  }
}

interface Opened {
  run(words: readonly string[], coverage: string, input?: string): void;
  call(call: (typeof CALLS)[number], coverage: string): void;
}

function opened(out: string, root: string): Opened {
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
  const run: Opened["run"] = (words, coverage, input = "") => {
    const options = { env: { ...env, NODE_V8_COVERAGE: coverage }, cwd: project, input, encoding: "utf8" } as const;
    const done = spawnSync(process.execPath, words, options);
    if (done.status !== 0) throw new Error(`the new build fails: ${words.join(" ")}: ${done.stderr}`);
  };
  const call: Opened["call"] = ({ tool, input }, coverage) => {
    const event = { session_id: "build", cwd: project, hook_event_name: "PreToolUse", tool_name: tool, tool_input: input };
    run([join(out, "hook.cjs"), "claude", "PreToolUse"], coverage, JSON.stringify(event));
  };
  return { run, call };
}

function runAll(out: string, root: string, folders: Readonly<Record<"first" | "ordinary" | "usual", string>>): void {
  const runs = opened(out, root);
  // It compiles the rules.
  runs.call({ tool: "Bash", input: { command: "true" } }, folders.first);
  for (const each of CALLS) runs.call(each, folders.ordinary);
  runUsual(runs, folders.usual);
  for (const words of STARTS) runs.run([join(out, "codicil.cjs"), ...words], folders.ordinary);
}

function runUsual({ call }: Opened, coverage: string): void {
  for (const command of USUAL) call({ tool: "Bash", input: { command } }, coverage);
  for (const [tool, input] of USUAL_TOOLS) call({ tool, input }, coverage);
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
