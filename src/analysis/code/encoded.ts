// Does code take a text out of a form that nobody can read? What it then runs is hidden from whoever looks at the file, too.

import { wordSet } from "../../base/index.ts";
import type { Token } from "./codeTokens.ts";
import { textAt } from "../run/values.ts";

const DECODERS = wordSet(
  "b16decode b32decode b64decode b85decode a85decode urlsafe_b64decode standard_b64decode decodebytes fromhex unhexlify a2b_hex",
  "a2b_base64 a2b_uu atob decode64 strict_decode64 urlsafe_decode64 decode_base64 base64_decode hex2bin str_rot13 gzinflate",
  "convert_uudecode chr fromCharCode fromCodePoint marshal",
);
/** As a second argument: `digest("hex")` only writes such a text. */
const ENCODINGS = wordSet("base64 base64url hex rot13 rot_13 rot-13 uu zlib");
const PACKED = wordSet("m m0 u u* H* h* B*");

const known = new WeakMap<readonly Token[], boolean>();

/** Tokens are kept by the content of the file, and this with them. */
export function decodes(tokens: readonly Token[]): boolean {
  let found = known.get(tokens);
  if (found === undefined) known.set(tokens, (found = tokens.some((token, at) => isDecoding(tokens, token, at))));
  return found;
}

function isDecoding(tokens: readonly Token[], { kind, text }: Token, at: number): boolean {
  const before = (steps: number) => textAt(tokens, at - steps);
  if (kind === "string") return (before(1) === "," && ENCODINGS.has(text)) || (PACKED.has(text) && /^(?:un)?pack1?$/.test(before(2)));
  if (kind === "name" && text === "reverse") return tokens[at - 2]?.kind === "string" || tokens[at + 4]?.text === "join";
  // `text[::-1]`
  if (kind !== "name") return text.startsWith("-") && /::$/.test(before(2) + before(1));
  return DECODERS.has(text);
}
