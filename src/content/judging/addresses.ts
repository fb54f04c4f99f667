// Addresses and commands that carry data out or code in. Patterns have bounded gaps and are tried only
// where a command or an address is.

import { either } from "../../base/index.ts";

export interface AddressFinding {
  readonly kind: "exfiltration" | "remote-code";
  readonly why: string;
  readonly start: number;
}

type Pattern = readonly [kind: AddressFinding["kind"], why: string, pattern: RegExp];

const FETCHES = either`curl, wget, iwr, irm, invoke-webrequest`;
const INTERPRETERS = either`python3?, node, perl, ruby, php, iex`;
const PIPED = String.raw`[^\n|]{0,400}\|\s{0,4}(?:sudo\s{1,4})?`;
const SENDS = either`-d, --data(?:-\w+)?, -F, --form, -T, --upload-file, --post-file, --post-data`;
const TO_FILL_IN = either`\{, \$\{?[A-Z_]{3}, \$\(, ${"`"}[a-z], <[a-z], %s\b, \[[A-Z]{3}`;

const COMMANDS: readonly Pattern[] = [
  [
    "remote-code",
    "runs what it downloads",
    new RegExp(String.raw`\b(?:${FETCHES})\b${PIPED}(?:ba|z|da|k)?sh\b|\b(?:curl|wget)\b${PIPED}(?:${INTERPRETERS})\b`, "gi"),
  ],
  ["remote-code", "runs what it downloads", /\b(?:ba|z)?sh\s{0,4}(?:-c\s{0,4})?["']?(?:<\(|\$\(|`)\s{0,4}(?:curl|wget)\b/gi],
  [
    "remote-code",
    "runs what it downloads",
    new RegExp(
      String.raw`\b(?:iex|invoke-expression|eval)\b[^\n]{0,80}\b(?:${either`curl, wget, iwr, irm, downloadstring, https?:`})`,
      "gi",
    ),
  ],
  ["remote-code", "opens a shell to the outside", /\/dev\/tcp\/[\w.-]{1,200}\/\d|\bnc(?:at)?\s[^\n]{0,120}\s-e\s/gi],
  [
    "exfiltration",
    "sends a file or a variable to an address",
    new RegExp(String.raw`\b(?:curl|wget)\b[^\n]{0,160}(?:${SENDS})[= ]{1,2}["']?(?:@|\w{1,30}=@|[^\n"']{0,40}\$[({A-Z])`, "g"),
  ],
];

/** Tried at the beginning of an address, on so much of it. */
const LONGEST_ADDRESS = 400;
const ADDRESSES: readonly Pattern[] = [
  // an address with a place to fill in: …?q={conversation}, …?k=$API_KEY, …?d=<last message>, …?t=$(cat x)
  [
    "exfiltration",
    "is an address that carries data out",
    new RegExp(String.raw`^https?://[^\s"'${"`"})\]]{1,300}[?&=/#](?:${TO_FILL_IN})`),
  ],
  [
    "exfiltration",
    "is an address that carries data out",
    /^https?:\/\/[^\s"'`]{1,300}[?&]\w{1,40}=\s{1,3}(?:followed by|plus|and then|\+)/i,
  ],
  [
    "exfiltration",
    "names a host that collects what is sent to it",
    new RegExp(
      String.raw`^https?:\/\/[\w.-]{0,200}(?:${either`
  webhook\.site, requestbin\.\w{2,4}, pipedream\.net, ngrok\.io, ngrok-free\.app, requestcatcher\.com,
  hookbin\.com, beeceptor\.com, burpcollaborator\.net, oast\.(?:fun|pro|live|site|online|me), interact\.sh,
  dnslog\.cn, transfer\.sh, termbin\.com, 0x0\.st, pastebin\.com\/(?:api|raw)
`})`,
      "i",
    ),
  ],
];

/** `command`: whether a command of the lexicon's class 1 is in the text. */
export function findAddresses(text: string, { command }: { readonly command: boolean }): AddressFinding[] {
  const findings: AddressFinding[] = [];
  if (command) {
    for (const [kind, why, pattern] of COMMANDS)
      for (const match of text.matchAll(pattern)) findings.push({ kind, why, start: match.index });
  }
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    const start = Math.max(0, text.charCodeAt(at - 1) === 115 || text.charCodeAt(at - 1) === 83 ? at - 5 : at - 4);
    const address = text.slice(start, start + LONGEST_ADDRESS);
    const found = ADDRESSES.find(([, , pattern]) => pattern.test(address));
    if (found !== undefined) findings.push({ kind: found[0], why: found[1], start });
  }
  return findings;
}
