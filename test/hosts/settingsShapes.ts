// Settings in the shapes that people write, made by putting pieces together; and an install of them in this process.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Host } from "../../src/base/index.ts";
import { type InstallRequest, planInstall } from "../../src/hosts/index.ts";
import { findWhereabouts } from "../../src/mind/whereabouts.ts";
import { PROGRAM, ROOT, type World } from "../kit.ts";

const ITEM = '{ "matcher": "Bash", "hooks": [ { "type": "command", "command": "mine.sh" } ] }';
/** What is in the list of an event before us. */
const LISTS = [
  "[]",
  "[ ]",
  "[ // nothing yet\n ]",
  "[/* nothing */]",
  `[${ITEM}]`,
  `[ ${ITEM}, ]`,
  `[\n      ${ITEM}, // mine\n    ]`,
  `[\n      // first\n      ${ITEM} /* mine */ ,\n      // last\n    ]`,
];
const WHOLES: readonly ((list: string) => string)[] = [
  (list) => `{ "hooks": { "PreToolUse": ${list} } }`,
  (list) => `{\n  // settings\n  "theme": "dark", /* keep */\n  "hooks": {\n    "PreToolUse": ${list}\n  },\n  "mcpServers": {}\n}\n`,
  (list) =>
    `\ufeff{\r\n\t"hooks": {\r\n\t\t"PreToolUse": ${list.replaceAll("\n", "\r\n")},\r\n\t},\r\n\t"mcpServers": { "other": { "command": "x" }, },\r\n}`,
  (list) => `{\n    "env": { "A": "// no comment", "B": "a \\" { [ , " },\n    "hooks": { "Other": ${list} }, // after\n}\n// the end`,
  (list) => `{"hooks":{"PreToolUse":${list},"Stop":[]},"mcpServers":{/* none */}}`,
  (list) => `// first\n{ "mcpServers": { // servers\n  }, "hooks": { "SessionEnd": ${list}, /* c */ } /* d */ }`,
  (list) => `{ "hooks": {}, "hooks": { "PreToolUse": ${list} } }`,
];
export const JSON_SHAPES = [
  "",
  "\n",
  "{}",
  "{ }\n",
  "{\n}\n",
  "{ // only a comment\n}",
  "/* a */ {} // b",
  ...WHOLES.flatMap((whole) => LISTS.map(whole)),
];

const SERVERS = [
  "",
  '[mcp_servers.other]\ncommand = "x"\n',
  'mcp_servers = { other = { command = "x" } }\n',
  "mcp_servers = {}\n",
  'mcp_servers = { "other" = { command = "}", args = ["{", \'[\'] } } # all\n',
  'mcp_servers.other.command = "x"\nmcp_servers.other.args = [\n  "a", # b\n]\n',
  '["mcp_servers"."other"]\ncommand = "x"\n',
  '[mcp_servers]\nother = { command = "x" }\n',
  '[ mcp_servers . other ]\ncommand = """\n[mcp_servers.codicil]\n"""\n',
  '[mcp_servers."codicil"]\ncommand = "my-own"\n',
  'mcp_servers = { codicil = { command = "my-own" } }\n',
  'mcp_servers.codicil.command = "my-own"\n',
];
const STATES = [
  "",
  '[hooks.state."/other:stop:0:0"]\ntrusted_hash = "sha256:1"\n',
  '[hooks]\nstate = { "/other:stop:0:0" = { trusted_hash = "sha256:1" } }\n',
  '[hooks.state]\n"/other:stop:0:0".trusted_hash = "sha256:1"\n',
  "[hooks]\n\n[hooks.state]\n",
];
const ENDS = [
  (text: string) => `# mine\nmodel = "gpt" # best\nbig = 9223372036854775807\n\n${text}`,
  (text: string) => `when = 1979-05-27\n${text}\n# the end`,
  (text: string) => text.replaceAll("\n", "\r\n"),
];
/** Inline tables and dotted keys belong to the root only before the first header. */
export const CODEX_SHAPES = SERVERS.flatMap((servers) =>
  STATES.map((state, at) => (ENDS[at % ENDS.length] as (text: string) => string)(servers + state)),
);

const HOOKS = [
  "",
  "hooks = []\n",
  'hooks = [ { event = "Stop", command = "mine.sh" } ]\n',
  'hooks = [\n  # mine\n  { event = "Stop", command = "mine.sh" },\n]\n',
  '[[hooks]]\nevent = "Stop"\ncommand = "mine.sh"\n',
  '[["hooks"]]\nevent = "Stop"\ncommand = "mine.sh"\n\n[other]\na = 1\n',
];
export const KIMI_SHAPES = HOOKS.flatMap((hooks) =>
  [
    ...ENDS,
    (text: string) => `a = [1, 2.5, inf]\nb = '''x\n'''\n${text}`,
    (text: string) => text.trimEnd(),
    (text: string) => `x.y = { z = [ { a = 1 } ] }\n${text}`,
    (text: string) => `${text}\n\n`,
    (text: string) => `s = "a\\"#b"\n${text}`,
    (text: string) => `"hooks x" = 1\n${text}`,
    (text: string) => `\n\n${text}`,
    (text: string) => `# only a comment\n\n${text}`,
  ].map((end) => end(hooks)),
);

/** For what install writes into settings, without the program's copy and the calls that try it. */
export function requestFor(world: World, host: Host, more: Partial<InstallRequest> = {}): InstallRequest {
  const where = findWhereabouts({ home: world.home, state: world.state, cwd: world.project, env: { HOME: join(world.root, "person") } });
  return {
    host,
    where,
    project: false,
    env: {},
    programs: { node: process.execPath, hook: ["/nowhere/hook.cjs"], cli: ["/nowhere/codicil.cjs"] },
    release: null,
    plugin: () => "",
    skills: [],
    trust: true,
    now: new Date("2026-11-15T00:00:00Z"),
    ...more,
  };
}

/** As `codicil install HOST --yes`, without the calls by which it proves the gate: for tests that are about something else. */
export function installIn(world: World, host: Host, more: Partial<InstallRequest> = {}): void {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  const isSource = process.env["CODICIL_FROM_SOURCE"] === "1";
  const dist = isSource ? join(ROOT, "dist") : dirname(PROGRAM.at(-1) ?? "");
  const files = { hook: [join(dist, "hook.cjs")], cli: [join(dist, "codicil.cjs")] };
  const request = requestFor(world, host, {
    programs: { node: process.execPath, ...(isSource ? { hook: [...PROGRAM, "hook"], cli: PROGRAM } : files) },
    release: isSource ? null : { folder: dist, root: ROOT, version },
    plugin: (each, installation) =>
      readFileSync(join(dist, `${each}-plugin.js`), "utf8").replaceAll("__CODICIL_INSTALLATION__", JSON.stringify(installation)),
    ...more,
  });
  planInstall(request).carryOut();
}
