// Which files the reader may open: named by an allow list, and then not on the deny list (MB-22). Both must agree, so that
// neither a wrong pointer in the bank nor a new kind of secret file is enough to have something quoted.

import { either } from "../../base/index.ts";

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
