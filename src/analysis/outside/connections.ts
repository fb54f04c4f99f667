// Bare connections, tunnels, mail, name lookups: other ways for data to leave, or for a shell to come in.

import { byName, sameRow } from "../../base/index.ts";
import { eachSign } from "../run/signs.ts";
import { lineOf } from "./stakes.ts";
import { emptiesStore } from "./storePorts.ts";
import { addHazard, type Command, runOther, touch, type Tool } from "../run/record.ts";
import { has, type Parsed, readOptions, table, valuesOf } from "../run/options.ts";
import { type Field, isDynamic, SILENT, unknownOutput, textAt } from "../run/values.ts";
import { hostOfUrl, isLoopback, isTelling } from "../run/addresses.ts";
import { runCarried } from "../carriers/wrappers.ts";

const GIVES_PROGRAM = "it gives another machine a program of this one";

const nc: Tool = (command) => {
  const { run, index, args } = command;
  const text = lineOf(command);
  if (/^(?:-h|--help|--version)?$/.test(text)) return undefined;
  for (const [at, word] of args.entries()) noteGiven(command, word.text, args[at + 1]);
  const operands = args.filter((each, at) => !each.text.startsWith("-") && !/^-\w*[wpsiqIOTVxXPmMb]$/.test(textAt(args, at - 1)));
  const host = hostOfUrl(textAt(operands, 0));
  if (operands[0] !== undefined && isTelling(operands[0].from))
    addHazard(run, "exfiltration", "the address carries data of this machine", index);
  const listens = /(?:^|\s)-\w*l/.test(text) || /--listen/.test(text);
  const scans = /(?:^|\s)-\w*z/.test(text);
  run.network.push({ host: listens ? null : host, url: null, sends: !scans, program: index, raw: true });
  if (!scans && !isLoopback(host))
    addHazard(run, "exfiltration", listens ? "it waits for others to connect" : "it opens a bare connection to another machine", index);
  return unknownOutput("net:nc");
};

/** `nc -e PROGRAM`. */
function noteGiven(command: Command, option: string, next: Field | undefined): void {
  const takesNext = /^-\w*[ec]$|^--(?:exec|sh-exec|lua-exec)$/.test(option) && !/^-[46]?z\w*$/.test(option);
  if (!takesNext && !/^--(?:exec|sh-exec)=/.test(option)) return;
  addHazard(command.run, "escalation", GIVES_PROGRAM, command.index);
  if (takesNext && next !== undefined) runCarried(command, next.text, "nc -e");
}

const socat: Tool = (command) => {
  const { run, index } = command;
  const text = lineOf(command);
  if (/^(?:-V|-h\S*|-\?+)$/.test(text)) return undefined;
  for (const word of command.args) {
    const inner = /^(?:EXEC|SYSTEM):([^,]+)/i.exec(word.text)?.[1];
    if (inner !== undefined) {
      addHazard(run, "escalation", GIVES_PROGRAM, index);
      runCarried(command, inner.replace(/^["']|["']$/g, ""), "socat");
    }
    const file = /^(?:OPEN|CREATE|FILE|GOPEN|PIPE|UNIX(?:-CONNECT|-CLIENT)?):([^,]+)/i.exec(word.text)?.[1];
    if (file !== undefined) touch(command, "write", { ...word, text: file });
  }
  addHazard(run, "exfiltration", "it joins two connections", index);
  return undefined;
};

const OPENSSL = `
  in: out: keyout: writerand: connect: engine: config: CAfile: key: cert: pass: passin: passout: proxy: d e a A base64 K: iv: k: salt
  pbkdf2 days: subj: newkey: x509 nodes text noout modulus hex provider: provider-path: sess_out: CAserial: outform: inform: accept:
  port: www WWW quiet`;

const openssl: Tool = (command) => {
  const { run, index, args, how } = command;
  const verb = textAt(args, 0);
  const parsed = readOptions(args.slice(1), table(OPENSSL), { oneDash: true });
  for (const name of ["out", "keyout", "writerand", "sess_out"]) for (const value of valuesOf(parsed, name)) touch(command, "write", value);
  for (const value of valuesOf(parsed, "in")) touch(command, "read", value);
  if (valuesOf(parsed, "engine").some((each) => each.text.includes("/")) || has(parsed, "provider-path"))
    addHazard(run, "tampering", "it loads a library", index);
  if (verb === "s_client") connectTo(command, valuesOf(parsed, "connect")[0]);
  if (verb === "s_server") addHazard(run, "exfiltration", "it waits for others to connect", index);
  if (how.stdin !== null && isOnlyEncoding(args, parsed))
    return runOther(
      command,
      ["base64", has(parsed, "d") ? "-d" : "-w0"].map((text) => ({ ...(args[0] as Field), text })),
      "openssl",
    );
  if (verb === "rand") return { text: "\uE001\n", from: [] };
  return unknownOutput(`cmd:openssl`, ...(how.stdin?.from ?? []), ...valuesOf(parsed, "in").map((each) => `file:${each.text}`));
};

function connectTo({ run, index, how }: Command, target: Field | undefined): void {
  const host = target === undefined ? null : hostOfUrl(target.text);
  run.network.push({ host, url: null, sends: true, program: index, raw: true });
  // `Q` ends the talk.
  if (how.stdin === null || isLoopback(host) || /^(?:Q|\s)*$/.test(how.stdin.text)) return;
  if (how.stdin.from.length > 0 || isDynamic(how.stdin.text)) addHazard(run, "exfiltration", "it sends data to another machine", index);
}

/** Nothing is encrypted: what comes out says what went in. */
function isOnlyEncoding(args: readonly Field[], parsed: Parsed): boolean {
  if (!/^(?:base64|enc)$/.test(textAt(args, 0)) || !has(parsed, "d", "base64") || has(parsed, "K", "k")) return false;
  return !args.some((each) => /^-(?:aes|des|camellia|aria)/.test(each.text));
}

/** ping, host, dig, nslookup: the name itself can carry data. */
const lookup: Tool = (command) => {
  const { run, index, args } = command;
  for (const word of args) {
    // A name put together from something unknown and a domain carries the unknown part to its owner.
    const partly = isDynamic(word.text) && /\.\w/.test(word.text.replace(/^.*[\uE000-\uE002]/s, ""));
    if (isTelling(word.from) || partly || word.from.some((each) => each.startsWith("cmd:")))
      addHazard(run, "exfiltration", "the name it looks up carries data of this machine", index);
    if (word.text === "-p" && command.name === "ping" && args[args.indexOf(word) + 1] !== undefined)
      addHazard(run, "exfiltration", "its packets carry data of this machine", index);
  }
  const host = args.findLast((each) => !each.text.startsWith("-"));
  if (host !== undefined) run.network.push({ host: hostOfUrl(host.text), url: null, sends: false, program: index });
  return undefined;
};

const sends =
  (why: string, harmless: RegExp | null = null): Tool =>
  (command) => {
    if (harmless?.test(lineOf(command)) === true) return undefined;
    addHazard(command.run, "exfiltration", why, command.index);
    for (const word of command.args)
      if (/^[./~]|^\.?\w[\w./-]*\.\w+$/.test(word.text) && !isDynamic(word.text)) touch(command, "read", word);
    return unknownOutput(`cmd:${command.name}`);
  };

/** httpie: `http POST host field=value < file`. */
const httpie: Tool = (command) => {
  const { run, index, args } = command;
  if (args.some(({ text }) => text === "--offline")) return unknownOutput(`cmd:${command.name}`);
  const words = args.filter((each) => !each.text.startsWith("-"));
  const method = methodIn(textAt(words, 0));
  const [address, ...fields] = method === "" ? words : words.slice(1);
  const url = address?.text ?? "";
  const host = hostOfUrl(url.replace(/^:/, "localhost:"));
  const hasBody = fields.some((each) => /^[^=:]+(?::?=|@|=@)/.test(each.text)) || command.how.stdin !== null;
  const changes = /^(?:POST|PUT|PATCH|DELETE)$/.test(method) || hasBody;
  run.network.push({ host, url: address?.text ?? null, sends: changes, program: index });
  if (changes && !isLoopback(host)) addHazard(run, "exfiltration", "it sends data to another machine", index);
  if (emptiesStore(url, method)) addHazard(run, "destructive", "it deletes from a database", index);
  if (words.some((each) => isTelling(each.from)) && !isLoopback(host))
    addHazard(run, "exfiltration", "its request carries data of this machine", index);
  saveAnswer(command);
  return unknownOutput(`net:${url}`);
};

function saveAnswer(command: Command): void {
  const option = command.args.findIndex((each) => /^(?:-o|--output)$/.test(each.text));
  const file = command.args[option + 1];
  if (option >= 0 && file !== undefined) touch(command, "write", file);
}

/** Small letters will do. */
function methodIn(word: string): string {
  return /^(?:[A-Z]+|get|head|post|put|patch|delete)$/.test(word) ? word.toUpperCase() : "";
}

const downloader: Tool = (command) => {
  const parsed = readOptions(
    command.args,
    table(
      `
    o,out,output: d,dir,output-dir,paths: P: q x: s: j: i,input-file: c a,batch-file: f,format: exec: on-download-complete: conf-path:
    max-concurrent-downloads: config-location: cookies: u,username: p,password: postprocessor-args: external-downloader: downloader:`,
    ),
  );
  for (const name of ["output", "paths"]) for (const value of valuesOf(parsed, name)) touch(command, "create", value);
  for (const name of ["exec", "on-download-complete", "external-downloader", "downloader"])
    for (const value of valuesOf(parsed, name))
      if (!/^(?:aria2c|ffmpeg|curl|wget|native)$/.test(value.text)) {
        addHazard(command.run, "tampering", "it runs a command of the caller's choice", command.index);
        runCarried(command, value.text, `${command.name} --exec`);
      }
  for (const word of parsed.operands)
    command.run.network.push({ host: hostOfUrl(word.text), url: word.text, sends: false, program: command.index });
  return SILENT;
};

/** Listening on a tunnel, a share or a public address. */
const tunnel = sends("it opens this machine to others", /^(?:version|--version|help|--help|update|config|status|list)?$/);

/** Terminals and editors whose subcommands open a tunnel or install something. */
const code = eachSign(
  [/^tunnel|^serve-web/, "exfiltration", "it opens this machine to others"],
  [/--(?:install|uninstall)-extension|--update-extensions/, "persistence", "it changes the editor's extensions"],
  [/--add-mcp|chat\s/, "tampering", "it changes or starts an agent"],
);

/** Browsers in the terminal: looking is fine, posting is not. */
const browse: Tool = (command) => {
  const { run, index, args } = command;
  if (/(?:^|\s)-{1,2}(?:post|post_data)\b/.test(lineOf(command)) || args.some((each) => isTelling(each.from)))
    addHazard(run, "exfiltration", "it sends data to another machine", index);
  for (const word of args)
    if (/^https?:/.test(word.text)) run.network.push({ host: hostOfUrl(word.text), url: word.text, sends: false, program: index });
  return unknownOutput(`net:${command.name}`);
};

const logger = eachSign([/(?:^|\s)(?:-n|--server)/, "exfiltration", "it sends data to another machine"]);

const sending = sends("it sends data to another machine");

export const CONNECTIONS: Readonly<Record<string, Tool>> = byName({
  ...sameRow("ping ping6 fping host dig nslookup drill kdig resolvectl traceroute tracepath mtr whois getent", lookup),
  ...sameRow("http https xh xhs httpx", httpie),
  ...sameRow("aria2c yt-dlp youtube-dl axel", downloader),
  ...sameRow(
    `
    lftp ftp tftp ncftp ncftpput curlftpfs smbclient kermit sendmail mail mailx mutt neomutt msmtp swaks ssmtp s-nail telnet websocat
    wscat wormhole croc ffsend sendme transfer transfer.sh transfersh qrcp pop resend wacli magic-wormhole pastebinit gist termbin
    onionshare syncthing kdeconnect-cli bluetoothctl irssi weechat slackcat slack slack-cli telegram-send mosquitto_pub kcat
    kafka-console-producer kafka-console-producer.sh aws-mail dput debsign ovsx gem-push surge now gh-pages lastpass lpass kwallet-query`,
    sending,
  ),
  ...sameRow(
    `
    cloudflared ngrok localtunnel lt bore frpc frps chisel zrok pagekite tmate ttyd gotty upterm teleconsole sshx localhost.run
    code-server x11vnc vncserver tor openvpn wg-quick wireguard sshuttle devtunnel`,
    tunnel,
  ),
  ...sameRow("code-insiders cursor codium windsurf", code),
  ...sameRow("lynx w3m links elinks", browse),
  ...sameRow("systemd-cat-remote", logger),
  nc,
  socat,
  openssl,
  grpcurl: sends("it sends data to another machine", /\blist\b|\bdescribe\b|-help/),
  uuencode: () => undefined,
  twine: sends("it publishes to a registry", /^check\b/),
  skopeo: sends("it copies images between registries", /\binspect\b|list-tags/),
  oras: sends("it publishes to a registry", /\bpull\b|\bmanifest\b/),
  crane: sends("it publishes to a registry", /\bdigest\b|\bmanifest\b|\bls\b|\bpull\b/),
  cosign: sends("it publishes a signature", /\bverify\b|^version$/),
  vsce: sends("it publishes an extension", /\bpackage\b|\bls\b/),
  clasp: sends("it publishes code", /\bpull\b|\bstatus\b/),
  fastlane: sends("it publishes an app", /\btest\b|\blanes\b/),
  kaggle: sends("it publishes data", /\blist\b|\bdownload\b/),
  "huggingface-cli": sends("it publishes data", /\bdownload\b|\bscan-cache\b|\benv\b|\bwhoami\b/),
  hf: sends("it publishes data", /\bdownload\b|\bcache\b|\benv\b/),
  wandb: sends("it publishes data", /\boffline\b|\bstatus\b/),
  ipfs: sends("it publishes data", /\bcat\b|\bls\b|\bget\b|\bid\b/),
  tailscale: sends("it opens this machine to others", /^(?:--socket[= ]\S+ )?(?:status|ip|ping|version|netcheck|whois)\b/),
  code,
  logger,
  security: sends("it shows stored passwords", /^(?:list-keychains|help|error|find-identity|cms\s+-D)\b/),
  ...sameRow("secret-tool keyring", sends("it shows or changes stored passwords")),
  pass: sends("it shows or changes stored passwords", /^(?:ls|find|version)?$/),
  op: sends("it shows or changes stored passwords", /^(?:--version|account list|vault list|item list)/),
  bw: sends("it shows or changes stored passwords", /^(?:status|--version)/),
  ...sameRow("pbcopy wl-copy", () => SILENT),
  ...sameRow("pbpaste xclip xsel wl-paste", () => unknownOutput("cmd:clipboard")),
});
