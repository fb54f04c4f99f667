// Programs that reach other machines: what they fetch, what they send, and where the sent text comes from.

import { byName } from "../../base/index.ts";
import { hostOfUrl, isLoopback, isOwnDaemon, isTelling } from "../run/addresses.ts";
import { has, type Parsed, readOptions, table, valueOf, valuesOf } from "../run/options.ts";
import { addHazard, addOpaque, type Command, type Tool, touch } from "../run/record.ts";
import { emptiesStore } from "./storePorts.ts";
import { type Field, field, isDynamic, SILENT, unknownOutput, withoutHoles, textAt } from "../run/values.ts";

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
  if (/^https?:\/\/[^/@\s:]+:[^/@\s]+@/.test(url.text)) addHazard(run, "exfiltration", "the address carries a password", index);
  if (isOwnDaemon(url.text)) addHazard(run, "tampering", "it talks to Codicil's own daemon", index);
  if (/^file:/i.test(url.text)) touch(command, "read", field(url.text.replace(/^file:\/\/(?:localhost)?/i, "")));
}

const CURL =
  "d,data: data-ascii: data-binary: data-raw: data-urlencode: url-query: json: F,form: form-string: T,upload-file: X,request: G,get o,output: O,remote-name remote-name-all J,remote-header-name output-dir: create-dirs H,header: A,user-agent: e,referer: b,cookie: c,cookie-jar: u,user: x,proxy: proxy-header: U,proxy-user: noproxy: cert-type: key-type: pass: ciphers: local-port: request-target: connect-to: retry-max-time: socks5: socks5-hostname: s,silent S,show-error f,fail fail-with-body L,location k,insecure i,include I,head v,verbose K,config: E,cert: key: cacert: capath: m,max-time: connect-timeout: retry: retry-delay: retry-all-errors w,write-out: D,dump-header: trace: trace-ascii: stderr: url: r,range: C,continue-at: z,time-cond: N,no-buffer n,netrc netrc-file: netrc-optional unix-socket: abstract-unix-socket: resolve: interface: dns-servers: p,proxytunnel P,ftp-port: Q,quote: t,telnet-option: Y,speed-limit: y,speed-time: a,append B,use-ascii g,globoff j,junk-session-cookies l,list-only M,manual R,remote-time V,version h,help: 0,http1.0 http1.1 http2 http3 1,tlsv1 2,sslv2 3,sslv3 4,ipv4 6,ipv6 #,progress-bar Z,parallel parallel-max: next limit-rate: max-filesize: compressed etag-save: etag-compare: hsts: libcurl: engine: oauth2-bearer: aws-sigv4: proto: proto-default: mail-from: mail-rcpt: doh-url: preproxy: pinnedpubkey: ssl-no-revoke no-progress-meter location-trusted path-as-is variable: expand-data: expand-url: expand-header: rate:";

const curl: Tool = (command) => {
  const { run, index } = command;
  const parsed = readOptions(command.args, table(CURL));
  if (has(parsed, "help", "version", "manual")) return SILENT;
  const urls = [...valuesOf(parsed, "url"), ...parsed.operands];
  const host = urls.length === 0 ? null : hostOfUrl(textAt(urls, 0));
  if (has(parsed, "config")) addOpaque(run, "its options come from a file", index);
  const carried = bodyOf(command, parsed);
  // With -G the data becomes part of the address: a constant question is no sending.
  const asked = has(parsed, "get") && carried.file === null && !carried.telling;
  const body = asked ? { ...carried, sends: false } : carried;
  for (const url of urls) noteRequest(command, url, body.sends);
  const outside = urls.some((url) => !isLoopback(hostOfUrl(url.text)) && !/^file:/i.test(url.text));
  if (body.sends && outside)
    addHazard(
      run,
      "exfiltration",
      body.file === null ? "it sends data to another machine" : `it sends \`${body.file}\` to another machine`,
      index,
    );
  for (const header of [
    ...valuesOf(parsed, "header"),
    ...valuesOf(parsed, "user-agent"),
    ...valuesOf(parsed, "cookie"),
    ...valuesOf(parsed, "user"),
    ...valuesOf(parsed, "referer"),
    ...valuesOf(parsed, "oauth2-bearer"),
  ]) {
    if (isTelling(header.from) && outside && !goesHome(header, host))
      addHazard(run, "exfiltration", "a header carries data of this machine", index);
    if (header.text.startsWith("@") && outside) addHazard(run, "exfiltration", "headers come from a file", index);
  }
  const socket = valueOf(parsed, "unix-socket") ?? valueOf(parsed, "abstract-unix-socket");
  if (socket !== undefined) {
    touch(command, "append", socket);
    addHazard(
      run,
      /docker|containerd|podman/.test(socket.text) ? "escalation" : "tampering",
      "it talks to a local service through its socket",
      index,
    );
  }
  if (has(parsed, "proxy", "preproxy", "socks5", "socks5-hostname", "doh-url"))
    addHazard(run, "exfiltration", "its traffic goes through another machine", index);
  if (has(parsed, "netrc", "netrc-file")) addHazard(run, "exfiltration", "it sends stored passwords", index);
  const method = valueOf(parsed, "request")?.text.toUpperCase() ?? "";
  if (/^(?:DELETE|PUT|PATCH|POST)$/.test(method) && outside)
    addHazard(run, "exfiltration", `it changes something on another machine (${method})`, index);
  for (const url of urls)
    if (emptiesStore(url.text, method, valueOf(parsed, "data")?.text)) addHazard(run, "destructive", "it deletes from a database", index);
  const writes = ["output", "dump-header", "trace", "trace-ascii", "cookie-jar", "stderr", "etag-save", "libcurl", "hsts"];
  let saved = false;
  for (const name of writes) {
    for (const value of valuesOf(parsed, name)) {
      if (value.text === "-") continue;
      saved = saved || name === "output";
      download(command, place(parsed, value));
    }
  }
  if (has(parsed, "remote-name", "remote-name-all")) {
    saved = true;
    // With -J the server chooses the name, and curl refuses one that is there.
    for (const url of urls)
      download(
        command,
        place(parsed, has(parsed, "remote-header-name") ? namedBy(url.text) : field(lastName(url.text))),
        has(parsed, "remote-header-name"),
      );
  }
  return saved ? SILENT : unknownOutput(...urls.map((each) => `net:${withoutHoles(each.text)}`));
};

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

/** Does the request carry something, and which file? */
function bodyOf(command: Command, parsed: Parsed): { readonly sends: boolean; readonly file: string | null; readonly telling: boolean } {
  let sends = false;
  let file: string | null = null;
  let telling = false;
  const names = [
    "data",
    "data-ascii",
    "data-binary",
    "data-raw",
    "data-urlencode",
    "json",
    "form",
    "form-string",
    "upload-file",
    "url-query",
  ];
  for (const name of names) {
    for (const value of valuesOf(parsed, name)) {
      sends = true;
      telling = telling || isTelling(value.from) || isDynamic(value.text);
      const at =
        name === "upload-file"
          ? value.text
          : name === "data-raw" || name === "form-string"
            ? undefined
            : name === "form"
              ? /^[^=]*=[@<](.*)$/s.exec(value.text)?.[1]
              : name === "data-urlencode" || name === "url-query"
                ? /^[^=]*@(.*)$/s.exec(value.text)?.[1]
                : value.text.startsWith("@")
                  ? value.text.slice(1)
                  : undefined;
      if (at !== undefined) {
        file = at.replace(/;.*$/s, "");
        if (file !== "-" && file !== "." && file !== "") touch(command, "read", { ...value, text: file });
      }
    }
  }
  return { sends, file: file === "-" ? null : file, telling };
}

const WGET =
  "O,output-document: o,output-file: a,append-output: P,directory-prefix: post-data: post-file: body-data: body-file: method: header: U,user-agent: referer: user: password: http-user: http-password: load-cookies: save-cookies: i,input-file: e,execute: use-askpass: q,quiet nv,no-verbose v,verbose c,continue N,timestamping S,server-response spider T,timeout: t,tries: w,wait: r,recursive l,level: k,convert-links m,mirror p,page-requisites np,no-parent nc,no-clobber nd,no-directories x,force-directories nH,no-host-directories A,accept: R,reject: D,domains: b,background B,base: d,debug E,adjust-extension F,force-html 4 6 no-check-certificate ca-certificate: certificate: private-key: content-disposition config: limit-rate: Q,quota: cut-dirs: rejected-log: warc-file: show-progress progress: max-redirect: h,help V,version";

const wget: Tool = (command) => {
  const { run, index } = command;
  const parsed = readOptions(command.args, table(WGET));
  if (has(parsed, "help", "version")) return SILENT;
  const sends =
    has(parsed, "post-data", "post-file", "body-data", "body-file") ||
    /^(?:POST|PUT|DELETE|PATCH)$/i.test(valueOf(parsed, "method")?.text ?? "");
  for (const url of parsed.operands) noteRequest(command, url, sends);
  if (sends && parsed.operands.some((each) => !isLoopback(hostOfUrl(each.text))))
    addHazard(run, "exfiltration", "it sends data to another machine", index);
  for (const name of ["post-file", "body-file"]) for (const value of valuesOf(parsed, name)) touch(command, "read", value);
  for (const header of [...valuesOf(parsed, "header"), ...valuesOf(parsed, "user-agent"), ...valuesOf(parsed, "password")])
    if (isTelling(header.from)) addHazard(run, "exfiltration", "a header carries data of this machine", index);
  if (has(parsed, "use-askpass")) addHazard(run, "tampering", "it runs a command of the caller's choice", index);
  if (valuesOf(parsed, "execute").some((each) => /proxy|use_askpass|post|header/i.test(each.text)))
    addHazard(run, "tampering", "it changes wget's settings", index);
  for (const name of ["output-file", "save-cookies", "rejected-log", "warc-file"])
    for (const value of valuesOf(parsed, name)) touch(command, "write", value);
  for (const value of valuesOf(parsed, "append-output")) touch(command, "append", value);
  const output = valueOf(parsed, "output-document");
  if (output?.text === "-") return unknownOutput(...parsed.operands.map((each) => `net:${withoutHoles(each.text)}`));
  if (has(parsed, "spider")) return SILENT;
  if (output !== undefined) download(command, output);
  else if (has(parsed, "recursive", "mirror"))
    touch(command, "create", valueOf(parsed, "directory-prefix") ?? field("."), { recursive: true });
  // wget never overwrites: it adds a number to the name.
  else for (const url of parsed.operands) download(command, place(parsed, namedBy(url.text)));
  return SILENT;
};

export const NETWORK: Readonly<Record<string, Tool>> = byName({ curl, wget, curlie: curl, wget2: wget });
