// Which URLs may be the key of an entry. Nothing here resolves names or connects; the fetcher passes every address
// that a listed name resolves to through judgeAddress, connects to the one it checked, and judges each redirect anew.
//
// Two rounds, because programs disagree about odd URLs: the raw text must be free of everything that parsers read
// differently, and then only the *parsed* host decides.

import { wordSet } from "../../base/index.ts";
import { isLoopback, judgeAddress } from "./addressRanges.ts";
import { hiddenCharacter } from "./pathNames.ts";

export { judgeAddress } from "./addressRanges.ts";

export type UrlVerdict =
  | { readonly kind: "accept"; /** Canonical, without a fragment. */ readonly url: string }
  | { readonly kind: "reject"; readonly why: string };

export interface UrlOptions {
  /** Loopback hosts may be listed and reached, also by plain http. For tests and local servers. */
  readonly allowLoopbackHttp?: boolean;
}

const URL_CHARS = 2048;

/** Ends of names that never are, or never should be, on the public internet. */
const INTERNAL_SUFFIXES = wordSet(
  "localhost local localdomain internal intranet private corp home lan arpa svc consul test invalid onion alt i2p domain workgroup",
  "fritz.box",
);
/** Public names made to answer with loopback or any address that their label spells, and metadata hosts. */
const LOOPBACK_SERVICES = wordSet(
  "nip.io sslip.io xip.io xip.name backname.io localtest.me lvh.me vcap.me lacolhost.com localho.st local.gd traefik.me fuf.me",
  "smackaho.st 42foo.com yoogle.com lcl.host 1u.ms rbndr.us rebind.it rebind.network metadata.goog burpcollaborator.net mshome.net",
);
/**
 * Ports from 1024 on where no document is served: those that fetch refuses by its own standard, and databases,
 * remote desktops and container engines.
 */
const SERVICE_PORTS = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5900, 5901, 6000, 6379, 6380,
  6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 10080, 11211, 27017,
]);

export function judgeUrlKey(input: unknown, remotes: readonly string[], options: UrlOptions = {}): UrlVerdict {
  if (typeof input !== "string") return reject("is not text");
  const rawWhy = judgeRaw(input);
  if (rawWhy !== null) return reject(rawWhy);
  if (!URL.canParse(input)) return reject("cannot be parsed");
  const url = new URL(input);
  const why = judgeParsed(url, rawAuthority(input), options) ?? judgeListed(url, remotes);
  if (why !== null) return reject(why);
  url.hash = ""; // a fragment names no other document; the key's heading names the section
  return { kind: "accept", url: url.href };
}

function judgeRaw(text: string): string | null {
  if (text.length > URL_CHARS) return `is longer than ${URL_CHARS} characters`;
  if (!text.isWellFormed()) return "is not Unicode text";
  const hidden = hiddenCharacter(text);
  if (hidden !== null) return `has a control or invisible character (${hidden})`;
  if (/\s/u.test(text)) return "has a space";
  if (text.includes("\\")) return "has a backslash";
  if (!/^https?:\/\/[^/?#]/i.test(text)) return "does not begin with https:// and a host";
  if (/%(?:[01][0-9a-f]|7f)/i.test(text)) return "has an encoded control character";
  return judgeAuthority(text, rawAuthority(text));
}

function rawAuthority(text: string): string {
  return /^[a-z]+:\/\/([^/?#]*)/i.exec(text)?.[1] ?? "";
}

function judgeAuthority(text: string, authority: string): string | null {
  if (authority.includes("@")) return "has a user name or password";
  if (authority.includes("%")) return "has a percent code in its host";
  // Full-width and circled digits, ideographic full stops: the parser folds them, people and other parsers do not.
  if (authority.normalize("NFKC") !== authority.normalize("NFC") || /[\u3002\uff61]/.test(authority)) {
    return "writes its host in look-alike characters";
  }
  const behindHost = authority.replace(/^\[[^\]]*\]|^[^:]*/, "");
  if (behindHost !== "" && !/^:[1-9]\d{0,4}$/.test(behindHost)) return "has a port that is not a plain number";
  const next = text.charAt(text.indexOf("//") + 2 + authority.length);
  if (next === "?" || next === "#") return "has no / behind its host";
  if (text.includes("#") && text.includes("@", text.indexOf("#"))) return "has an @ in its fragment, where some parsers end the user name";
  return null;
}

function judgeParsed(url: URL, authority: string, options: UrlOptions): string | null {
  const local = url.hostname === "localhost" || isLoopback(bare(url.hostname));
  if (local && options.allowLoopbackHttp !== true) return "leads to this machine";
  if (url.protocol !== "https:" && !(url.protocol === "http:" && local)) return "is not https";
  if (url.username !== "" || url.password !== "") return "has a user name or password";
  const port = judgePort(url);
  if (port !== null) return port;
  if (isV4(url.hostname) && authority.replace(/:\d+$/, "") !== url.hostname) return "writes an IP address in an unusual form";
  return local ? null : judgeHost(url.hostname);
}

function judgePort(url: URL): string | null {
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  if (port !== 443 && port < 1024) return `has port ${port}; 443 and ports from 1024 on are open`;
  return SERVICE_PORTS.has(port) ? `has port ${port}, where no documents are served` : null;
}

function isV4(host: string): boolean {
  return /^\d+(?:\.\d+){3}$/.test(host);
}

function judgeHost(host: string): string | null {
  if (host.startsWith("[") || isV4(host)) return judgeLiteral(host);
  if (host.length > 253 || host.split(".").some((label) => label === "" || label.length > 63)) {
    return "has a host with an empty or overlong label";
  }
  if (!host.includes(".")) return "has a host without a domain";
  const labels = host.split(".");
  const endsIn = (suffixes: ReadonlySet<string>) => labels.some((_, from) => suffixes.has(labels.slice(from).join(".")));
  if (endsIn(INTERNAL_SUFFIXES)) return "has a host of an internal network";
  return endsIn(LOOPBACK_SERVICES) ? "has a host that answers with addresses of anybody's choice" : null;
}

function judgeLiteral(host: string): string | null {
  const verdict = judgeAddress(bare(host));
  return verdict.kind === "public" ? null : `has a host that cannot be used: ${verdict.why}`;
}

function judgeListed(url: URL, remotes: readonly string[]): string | null {
  return remotes.some((remote) => covers(remote, url)) ? null : "has a host that is not listed under remotes in the configuration";
}

/** Exact hosts, both sides parsed: no suffixes, no wildcards. A remote that names a port opens only that port. */
function covers(remote: string, url: URL): boolean {
  const listed = parseRemote(remote);
  return listed !== null && listed.hostname === url.hostname && (listed.port === "" || listed.port === url.port);
}

/** The remote that a URL belongs to: one that names its port before one that names none. Of a URL that was accepted. */
export function remoteOf<T extends { readonly host: string }>(url: string, remotes: readonly T[]): T | null {
  const parsed = new URL(url);
  const fitting = remotes.filter(({ host }) => covers(host, parsed));
  return fitting.find(({ host }) => parseRemote(host)?.port !== "") ?? fitting[0] ?? null;
}

/** `example.com`, `example.com:8443`, `https://example.com/`, `2606:4700::1` and `[2606:4700::1]` all name a host. */
function parseRemote(remote: string): URL | null {
  const text = remote.trim();
  const asUrl = /^https?:\/\//i.test(text) ? text : `https://${/^[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*$/i.test(text) ? `[${text}]` : text}/`;
  return URL.canParse(asUrl) ? new URL(asUrl) : null;
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, "");
}

function reject(why: string): UrlVerdict {
  return { kind: "reject", why: `the URL ${why}` };
}
