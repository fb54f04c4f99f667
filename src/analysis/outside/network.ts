// Programs that reach other machines: what they fetch, what they send, and where the sent text comes from.

import { byName } from "../../base/index.ts";
import { hostOfUrl, isLoopback, isOwnDaemon, isTelling } from "../run/addresses.ts";
import { has, type Parsed, readOptions, table, valueOf, valuesOf } from "../run/options.ts";
import { addHazard, addOpaque, type Command, type Tool, touch } from "../run/record.ts";
import { emptiesStore } from "./storePorts.ts";
import { noteSigns, type Sign } from "../run/signs.ts";
import { type Field, field, isDynamic, type Output, SILENT, unknownOutput, withoutHoles, textAt } from "../run/values.ts";

/** A key that goes to its own vendor is used, not given away. */
function goesHome(word: Field, host: string | null): boolean {
  if (host === null) return false;
  return word.from.every((each) => {
    const vendor = /^var:([A-Z]+)/i.exec(each)?.[1]?.toLowerCase();
    return (
      vendor !== undefined &&
      (host.includes(vendor) || (vendor === "gh" && host.includes("github")) || (vendor === "hf" && host.includes("huggingface")))
    );
  });
}

function noteRequest(command: Command, url: Field, sends: boolean): void {
  const { run, index } = command;
  const host = hostOfUrl(url.text);
  run.network.push({ host, url: withoutHoles(url.text), sends, program: index });
  const authority = /^(?:\w+:\/\/)?([^/?#]*)/.exec(url.text)?.[1] ?? "";
  if (isDynamic(authority) && /\.\w/.test(authority.replace(/^.*[\uE000-\uE002]/s, "")))
    addHazard(run, "exfiltration", "the host's name is put together from something unknown", index);
  if (isTelling(url.from) && !isLoopback(host)) addHazard(run, "exfiltration", "the address carries data of this machine", index);
  if (/^https?:\/\/[^/@\s:]+:[^/@\s]+@/.test(url.text) && !isLoopback(host))
    addHazard(run, "exfiltration", "the address carries a password", index);
  if (isOwnDaemon(url.text)) addHazard(run, "tampering", "it talks to Codicil's own daemon", index);
  if (/^file:/i.test(url.text)) touch(command, "read", field(url.text.replace(/^file:\/\/(?:localhost)?/i, "")));
}

const CURL = `
  d,data: data-ascii: data-binary: data-raw: data-urlencode: url-query: json: F,form: form-string: T,upload-file: X,request: G,get
  o,output: O,remote-name remote-name-all J,remote-header-name output-dir: create-dirs H,header: A,user-agent: e,referer: b,cookie:
  c,cookie-jar: u,user: x,proxy: proxy-header: U,proxy-user: noproxy: cert-type: key-type: pass: ciphers: local-port: request-target:
  connect-to: retry-max-time: socks5: socks5-hostname: s,silent S,show-error f,fail fail-with-body L,location k,insecure i,include
  I,head v,verbose K,config: E,cert: key: cacert: capath: m,max-time: connect-timeout: retry: retry-delay: retry-all-errors w,write-out:
  D,dump-header: trace: trace-ascii: stderr: url: r,range: C,continue-at: z,time-cond: N,no-buffer n,netrc netrc-file: netrc-optional
  unix-socket: abstract-unix-socket: resolve: interface: dns-servers: p,proxytunnel P,ftp-port: Q,quote: t,telnet-option: Y,speed-limit:
  y,speed-time: a,append B,use-ascii g,globoff j,junk-session-cookies l,list-only M,manual R,remote-time V,version h,help: 0,http1.0
  http1.1 http2 http3 1,tlsv1 2,sslv2 3,sslv3 4,ipv4 6,ipv6 #,progress-bar Z,parallel parallel-max: next limit-rate: max-filesize:
  compressed etag-save: etag-compare: hsts: libcurl: engine: oauth2-bearer: aws-sigv4: proto: proto-default: mail-from: mail-rcpt:
  doh-url: preproxy: pinnedpubkey: ssl-no-revoke no-progress-meter location-trusted path-as-is variable: expand-data: expand-url:
  expand-header: rate:`;

/** What curl was asked for. */
interface Request {
  readonly parsed: Parsed;
  readonly urls: readonly Field[];
  /** The first address's. */
  readonly host: string | null;
  /** At least one address is of another machine. */
  readonly outside: boolean;
  readonly method: string;
}

const curl: Tool = (command) => {
  const parsed = readOptions(command.args, table(CURL));
  if (has(parsed, "help", "version", "manual")) return SILENT;
  const urls = [...valuesOf(parsed, "url"), ...parsed.operands];
  const host = urls.length === 0 ? null : hostOfUrl(textAt(urls, 0));
  const outside = urls.some((url) => !isLoopback(hostOfUrl(url.text)) && !/^file:/i.test(url.text));
  const request = { parsed, urls, host, outside, method: valueOf(parsed, "request")?.text.toUpperCase() ?? "" };
  if (has(parsed, "config")) addOpaque(command.run, "its options come from a file", command.index);
  noteBody(command, request);
  noteHeaders(command, request);
  noteSocket(command, parsed);
  noteSigns(command, WAYS, parsed);
  noteMethod(command, request);
  const isSaved = saveOutputs(command, parsed);
  const hasOwnName = saveUnderTheirNames(command, request);
  return isSaved || hasOwnName ? SILENT : received(urls);
};

function received(urls: readonly Field[]): Output {
  return unknownOutput(...urls.map((each) => `net:${withoutHoles(each.text)}`));
}

function noteBody(command: Command, { parsed, urls, outside }: Request): void {
  const { sends: carries, file, telling } = bodyOf(command, parsed);
  // With -G the data becomes part of the address: a constant question is no sending.
  const sends = carries && !(has(parsed, "get") && file === null && !telling) && !onlyAsks(parsed);
  for (const url of urls) noteRequest(command, url, sends);
  if (!sends || !outside) return;
  addHazard(command.run, "exfiltration", `it sends ${file === null ? "data" : `\`${file}\``} to another machine`, command.index);
}

/** A question of GraphQL in the call's own words is as much as an address may carry: `-d '{"query": "{ me { id } }"}'`. */
function onlyAsks(parsed: Parsed): boolean {
  const [only, ...others] = BODIES.flatMap(([option]) => valuesOf(parsed, option));
  if (only === undefined || others.length > 0 || /\bmutation\b|[\uE000-\uE002]/.test(only.text)) return false;
  return /^\s{0,9}\{\s{0,9}"query"\s{0,9}:\s{0,9}"\s{0,9}(?:query\b|\{)/.test(only.text);
}

const HEADERS = ["header", "user-agent", "cookie", "user", "referer", "oauth2-bearer"];

function noteHeaders({ run, index }: Command, { parsed, host, outside }: Request): void {
  if (!outside) return;
  for (const header of HEADERS.flatMap((name) => valuesOf(parsed, name))) {
    if (isTelling(header.from) && !goesHome(header, host)) addHazard(run, "exfiltration", "a header carries data of this machine", index);
    if (header.text.startsWith("@")) addHazard(run, "exfiltration", "headers come from a file", index);
  }
}

function noteSocket(command: Command, parsed: Parsed): void {
  const socket = valueOf(parsed, "unix-socket") ?? valueOf(parsed, "abstract-unix-socket");
  if (socket === undefined) return;
  touch(command, "append", socket);
  const kind = /docker|containerd|podman/.test(socket.text) ? "escalation" : "tampering";
  addHazard(command.run, kind, "it talks to a local service through its socket", command.index);
}

const WAYS: readonly Sign<Parsed>[] = [
  [
    "exfiltration",
    "its traffic goes through another machine",
    (parsed) => has(parsed, "proxy", "preproxy", "socks5", "socks5-hostname", "doh-url"),
  ],
  ["exfiltration", "it sends stored passwords", (parsed) => has(parsed, "netrc", "netrc-file")],
];

function noteMethod({ run, index }: Command, { parsed, urls, outside, method }: Request): void {
  if (/^(?:DELETE|PUT|PATCH|POST)$/.test(method) && outside && !(method === "POST" && onlyAsks(parsed)))
    addHazard(run, "exfiltration", `it changes something on another machine (${method})`, index);
  for (const url of urls)
    if (emptiesStore(url.text, method, valueOf(parsed, "data")?.text)) addHazard(run, "destructive", "it deletes from a database", index);
}

const WRITTEN = ["output", "dump-header", "trace", "trace-ascii", "cookie-jar", "stderr", "etag-save", "libcurl", "hsts"];

/** Was the answer itself saved? */
function saveOutputs(command: Command, parsed: Parsed): boolean {
  for (const value of WRITTEN.flatMap((name) => valuesOf(parsed, name))) if (value.text !== "-") download(command, place(parsed, value));
  return valuesOf(parsed, "output").some((value) => value.text !== "-");
}

function saveUnderTheirNames(command: Command, { parsed, urls }: Request): boolean {
  if (!has(parsed, "remote-name", "remote-name-all")) return false;
  // With -J the server chooses the name, and curl refuses one that is there.
  const isNew = has(parsed, "remote-header-name");
  for (const { text } of urls) download(command, place(parsed, isNew ? namedBy(text) : field(lastName(text))), isNew);
  return true;
}

function place(parsed: Parsed, file: Field): Field {
  const folder = valueOf(parsed, "output-dir") ?? valueOf(parsed, "directory-prefix");
  return folder === undefined ? file : { ...file, text: `${folder.text}/${file.text}` };
}

/** A name of which a part is only known when it runs: any that fits. */
function namedBy(url: string): Field {
  const name = lastName(url);
  return isDynamic(name) ? { ...field(`./${name.replace(/[\uE000-\uE002]+/g, "*")}`), pattern: true } : field(name);
}

function lastName(url: string): string {
  return (
    url
      .replace(/[?#].*$/s, "")
      .replace(/(?<!\/)\/+$/, "")
      .replace(/^.*\//s, "") || "index.html"
  );
}

function download(command: Command, file: Field, isNew = false): void {
  const path = touch(command, isNew ? "create" : "write", file);
  if (path !== null) command.run.disk.made.set(path, { kind: "file", content: null, by: "download" });
}

const afterAt = (text: string) => (text.startsWith("@") ? text.slice(1) : undefined);
const afterNameAndAt = (text: string) => /^[^=]*@(.*)$/s.exec(text)?.[1];
const noFile = () => undefined;

/** Options that carry something, and the file that their value names. */
const BODIES: readonly (readonly [option: string, fileIn: (text: string) => string | undefined])[] = [
  ["data", afterAt],
  ["data-ascii", afterAt],
  ["data-binary", afterAt],
  ["data-raw", noFile],
  ["data-urlencode", afterNameAndAt],
  ["json", afterAt],
  ["form", (text) => /^[^=]*=[@<](.*)$/s.exec(text)?.[1]],
  ["form-string", noFile],
  ["upload-file", (text) => text],
  ["url-query", afterNameAndAt],
];

/** Does the request carry something, and which file? */
function bodyOf(command: Command, parsed: Parsed): { readonly sends: boolean; readonly file: string | null; readonly telling: boolean } {
  const bodies = BODIES.flatMap(([option, fileIn]) => valuesOf(parsed, option).map((value) => ({ value, named: fileIn(value.text) })));
  let file: string | null = null;
  for (const { value, named } of bodies) {
    if (named === undefined) continue;
    file = named.replace(/;.*$/s, "");
    if (!/^[-.]?$/.test(file)) touch(command, "read", { ...value, text: file });
  }
  const telling = bodies.some(({ value }) => isTelling(value.from) || isDynamic(value.text));
  return { sends: bodies.length > 0, file: file === "-" ? null : file, telling };
}

const WGET = `
  O,output-document: o,output-file: a,append-output: P,directory-prefix: post-data: post-file: body-data: body-file: method: header:
  U,user-agent: referer: user: password: http-user: http-password: load-cookies: save-cookies: i,input-file: e,execute: use-askpass:
  q,quiet nv,no-verbose v,verbose c,continue N,timestamping S,server-response spider T,timeout: t,tries: w,wait: r,recursive l,level:
  k,convert-links m,mirror p,page-requisites np,no-parent nc,no-clobber nd,no-directories x,force-directories nH,no-host-directories
  A,accept: R,reject: D,domains: b,background B,base: d,debug E,adjust-extension F,force-html 4 6 no-check-certificate ca-certificate:
  certificate: private-key: content-disposition config: limit-rate: Q,quota: cut-dirs: rejected-log: warc-file: show-progress progress:
  max-redirect: h,help V,version`;

const WGET_SIGNS: readonly Sign<Parsed>[] = [
  ["tampering", "it runs a command of the caller's choice", (parsed) => has(parsed, "use-askpass")],
  [
    "tampering",
    "it changes wget's settings",
    (parsed) => valuesOf(parsed, "execute").some((each) => /proxy|use_askpass|post|header/i.test(each.text)),
  ],
];

const wget: Tool = (command) => {
  const parsed = readOptions(command.args, table(WGET));
  if (has(parsed, "help", "version")) return SILENT;
  noteSent(command, parsed);
  noteSigns(command, WGET_SIGNS, parsed);
  for (const name of ["output-file", "save-cookies", "rejected-log", "warc-file"])
    for (const value of valuesOf(parsed, name)) touch(command, "write", value);
  for (const value of valuesOf(parsed, "append-output")) touch(command, "append", value);
  const output = valueOf(parsed, "output-document");
  if (output?.text === "-") return received(parsed.operands);
  if (!has(parsed, "spider")) save(command, parsed, output);
  return SILENT;
};

function noteSent(command: Command, parsed: Parsed): void {
  const { run, index } = command;
  const sends =
    has(parsed, "post-data", "post-file", "body-data", "body-file") ||
    /^(?:POST|PUT|DELETE|PATCH)$/i.test(valueOf(parsed, "method")?.text ?? "");
  for (const url of parsed.operands) noteRequest(command, url, sends);
  if (sends && parsed.operands.some((each) => !isLoopback(hostOfUrl(each.text))))
    addHazard(run, "exfiltration", "it sends data to another machine", index);
  for (const name of ["post-file", "body-file"]) for (const value of valuesOf(parsed, name)) touch(command, "read", value);
  for (const header of ["header", "user-agent", "password"].flatMap((name) => valuesOf(parsed, name)))
    if (isTelling(header.from)) addHazard(run, "exfiltration", "a header carries data of this machine", index);
}

function save(command: Command, parsed: Parsed, output: Field | undefined): void {
  if (output !== undefined) download(command, output);
  else if (has(parsed, "recursive", "mirror"))
    touch(command, "create", valueOf(parsed, "directory-prefix") ?? field("."), { recursive: true });
  // wget never overwrites: it adds a number to the name.
  else for (const url of parsed.operands) download(command, place(parsed, namedBy(url.text)));
}

export const NETWORK: Readonly<Record<string, Tool>> = byName({ curl, wget, curlie: curl, wget2: wget });
