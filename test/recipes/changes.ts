// Ten changes that people make, each made by its recipe in AGENTS.md: the files that it names and no others.

export interface Change {
  /** The recipe's name in AGENTS.md. */
  readonly recipe: string;
  readonly edits: readonly Edit[];
}

export type Edit =
  | { readonly file: string; readonly find: string; readonly put: string }
  /** A new file. */
  | { readonly file: string; readonly text: string };

const before = (file: string, find: string, put: string): Edit => ({ file, find, put: `${put}${find}` });
const after = (file: string, find: string, put: string): Edit => ({ file, find, put: `${find}${put}` });

export const CHANGES: readonly Change[] = [
  {
    recipe: "Add a host",
    edits: [
      before(
        "src/base/hosts.ts",
        "} as const satisfies",
        `  sample: {
    name: "Sample",
    program: "sample",
    package: null,
    projectFolder: ".sample",
    userFolder: ".sample",
    movedBy: null,
    start: "sample",
  },
`,
      ),
      { file: "src/hosts/dialects/dialects.ts", find: "opencode, pi, qwen };", put: "opencode, pi, qwen, sample: silent };" },
      after("src/hosts/install/wiring.ts", "  qwen: geminiLike,\n", "  sample: geminiLike,\n"),
      after(
        "src/hosts/install/wiring.ts",
        '  qwen: ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PreCompact", "Stop", "SessionEnd"],\n',
        '  sample: ["PreToolUse"],\n',
      ),
    ],
  },
  {
    recipe: "Add a condition of rules",
    edits: [
      after(
        "src/policy/match/rule.ts",
        "export type BlockMatcher =\n",
        '  /** New text of more than so many characters. */\n  | { readonly kind: "longText"; readonly over: number }\n',
      ),
      before(
        "src/policy/match/blockMatchers.ts",
        '    case "all":\n',
        `    case "longText":
      return ({ effects }) =>
        effects.paths.flatMap(({ content = "", program }) => (content.length > matcher.over ? [program ?? -1] : NO_HITS));
`,
      ),
      before(
        "src/policy/explain/blockShown.ts",
        '    case "all":\n      return matcher.of.map(',
        '    case "longText":\n      return `new text of more than ${matcher.over} characters`;\n',
      ),
      before(
        "src/policy/explain/blockShown.ts",
        '    case "all":\n      return stoppedBy',
        `    case "longText":
      return { call: { tool: "write", path: "src/example.txt", content: "x".repeat(matcher.over + 1) } };
`,
      ),
      before("src/policy/compile/blockKeys.ts", "command path access", "longer_than "),
      before(
        "src/policy/compile/blockKeys.ts",
        "  found.push(...shellOf(keys));",
        '  if (typeof keys["longer_than"] === "number") found.push({ kind: "longText", over: keys["longer_than"] });\n',
      ),
    ],
  },
  {
    recipe: "Add a secret's format",
    edits: [before("src/content/secretShapes/providers.ts", '  ["AKIA ASIA"', '  ["sampletoken_", "sample", ALNUM, 20],\n')],
  },
  {
    recipe: "Add a command",
    edits: [
      {
        file: "src/cli/documents/greet.ts",
        text: `import { AppError } from "../../base/index.ts";
import { printJson } from "../terminal/answer.ts";
import type { Call } from "../terminal/command.ts";

export async function run(call: Call): Promise<number> {
  if (call.args.length > 0) throw new AppError("BAD_SAMPLE", "greet takes no words", { hint: "codicil greet" });
  const { where } = await call.mind();
  if (call.json) printJson(call, { home: where.home });
  else call.terminal.print(\`Hello from \${where.home}\\n\`);
  return 0;
}
`,
      },
      before("src/cli/commandFiles.ts", "  heartbeat: () =>", '  greet: () => import("./documents/greet.ts"),\n'),
      before(
        "src/cli/table/documents.ts",
        "docs = docs.run\n",
        `greet = greet.run
  says hello

`,
      ),
    ],
  },
  {
    recipe: "Add a role",
    edits: [
      {
        file: "src/schema/files/config.ts",
        find: '"agents", "project-memory"] as const',
        put: '"agents", "project-memory", "contacts"] as const',
      },
      after(
        "src/knowledge/roles.ts",
        "const FACTS: Record<Role, RoleFacts> = {\n",
        '  contacts: { budget: 500, commit: "deferred", private: true },\n',
      ),
      after("src/knowledge/layouts.ts", "  readonly user: readonly string[];\n", "  readonly contacts: readonly string[];\n"),
      after("src/knowledge/layouts.ts", '["soul", "user", ', '"contacts", '),
      after("src/knowledge/layouts.ts", '  "MEMORY.md": "memory",\n', '  "CONTACTS.md": "contacts",\n'),
      { file: "src/knowledge/layouts.ts", find: 'agents: ["AGENTS.md"],', put: 'agents: ["AGENTS.md"], contacts: ["CONTACTS.md"],' },
    ],
  },
  {
    recipe: "Add a language to recall",
    edits: [
      before(
        "src/recall/reading/languages.ts",
        "import { stemmer as french }",
        'import { stemmer as finnish } from "@orama/stemmers/finnish";\n',
      ),
      after(
        "src/recall/reading/languages.ts",
        "export const LANGUAGES: readonly Language[] = [\n",
        '  language("fi", finnish, "ja on ei se että hän oli mutta ovat kun myös tai joka minä sinä me he tämä niin kuin jos sen"),\n',
      ),
    ],
  },
  {
    recipe: "Add a page",
    edits: [
      {
        file: "web/pages/Notes.tsx",
        text: `// Notes: an example of a page.

import { TopBar } from "../shell/TopBar.tsx";
import { useWords } from "../ui/context.ts";

export function NotesPage(_: { readonly rest: readonly string[] }) {
  return <TopBar title={useWords().notes} />;
}
`,
      },
      before("web/shell/places.ts", "} as const satisfies", '  notes: { key: "n", icon: "file" },\n'),
      before("web/shell/App.tsx", "import { RulesPage }", 'import { NotesPage } from "../pages/Notes.tsx";\n'),
      after("web/shell/App.tsx", "  costs: CostsPage,\n", "  notes: NotesPage,\n"),
      after("web/words.ts", '  costs: "Costs",\n', '  notes: "Notes",\n'),
      after("web/words.ts", '  costs: "费用",\n', '  notes: "笔记",\n'),
    ],
  },
  {
    recipe: "Add an error code",
    edits: [
      before("src/base/errors.ts", "  // something that is not there\n", '  BAD_SAMPLE: { exit: 3, what: "A sample cannot be used." },\n'),
      before("words/reasons/errors.ts", "  BAD_JSON:", '  BAD_SAMPLE: "示例无法使用。",\n'),
    ],
  },
  {
    recipe: "Add a store driver",
    edits: [
      {
        file: "src/store/sample.ts",
        text: `// An example of a driver: another one behind a door of its own.

import { type FilesOptions, openFiles } from "./fileStore.ts";
import type { Store } from "./port/port.ts";
import { registerWriter, writerOf } from "./write.ts";

export function openSample(options: FilesOptions): Store {
  const inner = openFiles(options);
  const store: Store = { ...inner, describe: (place) => \`sample:\${place.root}/\${place.path}\` };
  registerWriter(store, writerOf(inner));
  return store;
}
`,
      },
      after(
        "src/store/index.ts",
        'export { type FilesOptions, openFiles } from "./fileStore.ts";\n',
        'export { openSample } from "./sample.ts";\n',
      ),
      after(
        "test/store/conformance.test.ts",
        'describeStore("memory", openMemoryStore);\n',
        `describeStore("sample", async () => {
  const store = openSample({ ...makeFolders(), random });
  return { store, cleanup: () => store.close() };
});
`,
      ),
      {
        file: "test/store/conformance.test.ts",
        find: 'import type { Store } from "../../src/store/index.ts";',
        put: 'import { openSample, type Store } from "../../src/store/index.ts";',
      },
      {
        file: "test/store/conformance.test.ts",
        find: "openMemoryStore, type OpenStore }",
        put: "openMemoryStore, type OpenStore, makeFolders, random }",
      },
    ],
  },
  {
    recipe: "Change a budget",
    edits: [
      { file: "src/knowledge/roles.ts", find: "memory: { budget: 2200,", put: "memory: { budget: 2600," },
      { file: "src/schema/files/config.ts", find: "memory: 2200,", put: "memory: 2600," },
    ],
  },
];
