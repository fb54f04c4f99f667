// The Memory Bank Protocol: the few lines that a host's prompt carries (MB-20), and how a skill finds out whether it does
// (MB-21). Where protocol and skill say different things, that is drift, it is named, and the protocol wins (MB-22).

import { either } from "../../base/index.ts";

const PROTOCOL_MARK = "protocol_version: memory-bank/v1";

const RULES = {
  trigger: "the message concerns this project's background, and the bank has something on it",
  skip: "chat, short follow-ups, the first message by itself, messages with mb:write or mb:no",
  invoke:
    "read one to three documents directly: memory-bank/MEMORY.md, the one that its routes name, and memory-bank/details/patterns.md " +
    "before a choice of technology, a new module, architecture, a change of a shared module or a refactoring (when unsure, read it); " +
    'not enough: the memory_reader tool, or codicil bank read "QUESTION", in the foreground',
  guard: "not again while a memory_reader pack with exactly this user_question is in the conversation",
  output: "answer with citations (path:line) from the evidence; what the bank does not say is an open question, not a guess",
  conflict: "where memory and files disagree, say so and propose the correction",
  write: "never write to memory-bank/ directly: plan an entry, which the person accepts with mb:write or rejects with mb:no",
} as const;

/** About ten lines for a host's prompt. */
export function protocolBlock(): string {
  return `## Memory Bank Protocol\n\n${PROTOCOL_MARK}\n${protocolRules()}\n`;
}

/** The rules alone, as the skill's fallback states them. */
export function protocolRules(): string {
  const rules = Object.entries(RULES).map(([name, rule]) => `${name}: ${rule}`);
  return rules.join("\n");
}

/** The state of a protocol block. */
export type ProtocolState =
  | { readonly kind: "present" }
  /** No block: the skill's fallback holds. */
  | { readonly kind: "absent" }
  /** A block of a version that this skill does not know; it is followed as it is. */
  | { readonly kind: "other-version"; readonly version: string };

/** Whether a text has the protocol block, and whether it is up to date. */
export function protocolState(prompt: string): ProtocolState {
  const versions = [...prompt.matchAll(/^[ \t>*-]*protocol_version:[ \t]*["']?([^\s"']+)/gm)].map((match) => match[1] ?? "");
  if (versions.includes("memory-bank/v1")) return { kind: "present" };
  const other = versions.find((version) => version.startsWith("memory-bank/"));
  return other === undefined ? { kind: "absent" } : { kind: "other-version", version: other };
}

/** How a protocol block differs from the one that is shipped. */
export interface Drift {
  readonly rule: string;
  /** What holds: the protocol's line. */
  readonly protocol: string;
  readonly skill: string | null;
}

/** The rules that a protocol block states and a skill states otherwise, or not at all. */
export function driftOf(protocol: string, skill: string): Drift[] {
  const [inForce, stated] = [rulesIn(protocol), rulesIn(skill)];
  return [...inForce]
    .filter(([rule, text]) => stated.get(rule) !== text)
    .map(([rule, text]) => ({ rule, protocol: text, skill: stated.get(rule) ?? null }));
}

function rulesIn(text: string): Map<string, string> {
  const names = Object.keys(RULES).join("|");
  const found = text.matchAll(new RegExp(`^[ \\t>*-]*(${names}):[ \\t]+(.+)$`, "gm"));
  return new Map(Array.from(found, ([, name = "", rule = ""]) => [name, rule.trim().replace(/\s+/g, " ")]));
}

// Which files the reader may open: named by an allow list, and then not on the deny list (MB-22). Both must agree, so that
// neither a wrong pointer in the bank nor a new kind of secret file is enough to have something quoted.
const ENDINGS = either`
  c, cc, cfg, cjs, clj, cpp, cs, css, cts, dart, ex, exs, go, gradle, graphql, h, hpp, hs, html, ini, java, jl, js, json, jsonc, jsx,
  kt, kts, less, lua, md, mdx, mjs, ml, mts, nix, php, pl, prisma, properties, proto, py, rb, rs, rst, scala, scss, sh, sol, sql,
  svelte, swift, toml, ts, tsx, txt, vue, xml, yaml, yml, zig`;
const ALLOWED = new RegExp(
  String.raw`^(?:memory-bank\/.+\.md|(?:[^/]+\/)*(?:[^/]+\.(?:${ENDINGS})|Makefile|Dockerfile|\.nvmrc|\.node-version))$`,
  "u",
);
const SECRET = either`secret, credential, password, passwd, token, private[-_]?key, id_(?:rsa|ed25519|ecdsa)`;
const DENIED = [
  /(?:^|\/)(?:node_modules|dist|build|target|vendor|coverage)(?:\/|$)/iu,
  /(?:^|\/)\.(?!nvmrc$|node-version$)[^/]*(?:\/|$)|\\|\0/iu,
  new RegExp(String.raw`(?:^|\/)[^/]*(?:${SECRET})[^/]*\.(?:json|jsonc|ya?ml|toml|ini|cfg|properties|txt|xml)$`, "iu"),
];

/** No file system takes more. */
const LONGEST_PATH = 4096;

/** `path` is relative to the project. */
export function mayRead(path: string): boolean {
  return path.length <= LONGEST_PATH && ALLOWED.test(path) && !DENIED.some((pattern) => pattern.test(path));
}
