// Tools whose output can be computed: what a shell would be fed by them is then known. Everything else says that it is not.

import { byName, either, sameRow } from "../../base/index.ts";
import { touch, type Command, type Tool } from "../run/record.ts";
import { contentOf } from "../run/namedFiles.ts";
import { type Field, HOLE, isDynamic, joinOutputs, type Output, said, SILENT, TEMP, unknownOutput, textAt } from "../run/values.ts";

const fromOf = (words: readonly Field[]) => words.flatMap((each) => each.from);

export const echo: Tool = ({ args }) => {
  let at = 0;
  let escapes = false;
  let newline = "\n";
  for (; at < args.length && /^-[neE]+$/.test(textAt(args, at)); at++) {
    const flags = textAt(args, at);
    if (flags.includes("n")) newline = "";
    if (flags.includes("e")) escapes = true;
  }
  const words = args.slice(at);
  const text = words.map((each) => each.text).join(" ");
  return said((escapes ? unescape(text) : text) + newline, fromOf(words));
};

const SIMPLE: Readonly<Record<string, string>> = byName({
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  e: "\x1b",
  E: "\x1b",
  "\\": "\\",
  "'": "'",
  '"': '"',
});

const CODES = either`x([\da-fA-F]{1,2}), u([\da-fA-F]{1,4}), U([\da-fA-F]{1,8}), 0?([0-7]{1,3}), (.)`;
const ESCAPES = new RegExp(String.raw`\\(?:${CODES})`, "gs");

export function unescape(text: string): string {
  return text.replace(ESCAPES, (whole, hex?: string, small?: string, large?: string, octal?: string, char?: string) => {
    const code = hex ?? small ?? large;
    if (code !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
    return SIMPLE[char ?? ""] ?? whole;
  });
}

export const printf: Tool = ({ args }) => {
  const words = args[0]?.text === "--" ? args.slice(1) : args;
  const format = words[0];
  if (format === undefined) return SILENT;
  const values = words.slice(1);
  const from = fromOf(words);
  if (isDynamic(format.text)) return { text: HOLE, from };
  let out = "";
  let at = 0;
  do {
    out += unescape(format.text.replace(/\\%/g, "%%")).replace(
      /%(%|[-+ #0]*(?:[1-9]\d*)?(?:\.\d+)?([sbcdiuxXofgeqQ]|\([^()]*\)T))/g,
      (whole, body: string, kind?: string) => {
        if (body === "%") return "%";
        const value = values[at++]?.text ?? (kind === "s" || kind === "b" || kind === "q" ? "" : "0");
        if (kind === "b") return unescape(value);
        if (kind === "c") return value.slice(0, 1);
        if (kind === "x" && /^\d+$/.test(value)) return Number(value).toString(16);
        if (kind === "o" && /^\d+$/.test(value)) return Number(value).toString(8);
        return whole.startsWith("%(") ? HOLE : value;
      },
    );
  } while (at < values.length && at > 0 && out.length < 65_536);
  return said(out, from);
};

/** Reads the files it is given, or standard input. */
function inputOf(command: Command, files: readonly Field[]): Output {
  if (files.length === 0) return command.how.stdin ?? unknownOutput("stdin");
  let output = SILENT;
  for (const file of files) {
    if (file.text === "-" || file.text === "/dev/stdin") {
      output = joinOutputs(output, command.how.stdin ?? SILENT);
      continue;
    }
    touch(command, "read", file);
    output = joinOutputs(output, contentOf(command.run, command.shell, file));
  }
  return output;
}

const operands = (args: readonly Field[]) => args.filter((each) => !/^-./.test(each.text));

function mapped(change: (text: string, command: Command) => string | null): Tool {
  return (command) => {
    const input = inputOf(command, operands(command.args));
    if (isDynamic(input.text)) return { text: HOLE, from: input.from };
    const text = change(input.text, command);
    return text === null ? { text: HOLE, from: input.from } : said(text, input.from);
  };
}

const cat: Tool = (command) => inputOf(command, operands(command.args));
const reversed = mapped((text) =>
  text
    .split("\n")
    .map((line) => [...line].reverse().join(""))
    .join("\n"),
);
const tac = mapped((text) => text.replace(/\n$/, "").split("\n").reverse().join("\n").concat("\n"));

const base64: Tool = (command) => {
  const decodes = command.args.some((each) => /^-[a-zA-Z]*[dD]|^--d/.test(each.text));
  const files = command.args.filter((each, at) => !each.text.startsWith("-") && !/^-w$/.test(textAt(command.args, at - 1)));
  const input = inputOf(command, files);
  if (isDynamic(input.text)) return { text: HOLE, from: input.from };
  return said(decodes ? decode64(input.text) : encode64(input.text), input.from);
};

function decode64(text: string): string {
  const clean = text
    .replace(/[^A-Za-z0-9+/_-]/g, "")
    .replace(/-/g, "+")
    .replace(/_/g, "/");
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const char of clean) {
    bits = (bits << 6) | ALPHABET.indexOf(char);
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes.push((bits >> count) & 255);
    }
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function encode64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let out = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const chunk = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (let place = 0; place < 4; place++) out += at + place > bytes.length ? "=" : (ALPHABET[(chunk >> (18 - 6 * place)) & 63] ?? "=");
  }
  return `${out}\n`;
}

const unhex = mapped((text, { args }) => {
  const flags = args.map((each) => each.text).join(" ");
  if (!/-\w*r/.test(flags)) return null;
  const clean = text.replace(/^[0-9a-f]+:|\s{2,}.*$/gim, "").replace(/[^0-9a-fA-F]/g, "");
  const bytes = Uint8Array.from(clean.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return new TextDecoder().decode(bytes);
});

const hex: Tool = (command) => {
  const { args, how, name } = command;
  const [first, second] = operands(args);
  // With its text from a pipe, the one file is written: `xxd -r -p <<< 00 file`.
  const target = second ?? (name === "xxd" && how.stdin !== null && args.some(({ text }) => /^-\w*r/.test(text)) ? first : undefined);
  if (target === undefined) return unhex(command);
  touch(command, "write", target, { makes: true });
  return SILENT;
};

const translate: Tool = (command) => {
  const sets = command.args.filter((each) => !/^-[cCdst]+$/.test(each.text)).map((each) => spread(each.text));
  const flags = command.args
    .filter((each) => /^-[cCdst]+$/.test(each.text))
    .map((each) => each.text)
    .join("");
  const input = command.how.stdin ?? SILENT;
  const [from = "", to = ""] = sets;
  if (isDynamic(input.text + from + to) || /[cC]/.test(flags)) return { text: HOLE, from: input.from };
  let out = "";
  for (const char of input.text) {
    const at = from.indexOf(char);
    if (at < 0) out += char;
    else if (!flags.includes("d")) out += to === "" ? char : (to[at] ?? to.at(-1) ?? char);
  }
  return said(out, input.from);
};

function spread(set: string): string {
  return unescape(set)
    .replace(/\[:upper:\]/g, "A-Z")
    .replace(/\[:lower:\]/g, "a-z")
    .replace(/([\s\S])-([\s\S])/g, (_, a: string, b: string) => {
      let out = "";
      for (let code = a.charCodeAt(0); code <= b.charCodeAt(0); code++) out += String.fromCharCode(code);
      return out;
    });
}

const headTail: Tool = (command) => {
  const cuts = command.args.some((each) => /^-\w*c|^--bytes|^-n?-\d|^\+|^-n\+|^--lines=[-+]/.test(each.text));
  const count = /-(?:n\s*|-lines=)?(\d+)/.exec(command.args.map((each) => each.text).join(" "))?.[1];
  const files = command.args.filter((each, at) => !/^[-+]/.test(each.text) && !/^-[nc]$/.test(textAt(command.args, at - 1)));
  const input = inputOf(command, files);
  const lines = input.text.split("\n");
  if (cuts || isDynamic(input.text) || (lines.length > 10 && count === undefined)) return { text: HOLE, from: input.from };
  return Number(count ?? 10) >= lines.length - 1 ? input : { text: HOLE, from: input.from };
};

const openTemporary: Tool = ({ args }) => {
  const template = args.find((each) => each.text.includes("XXX"));
  if (template?.text.startsWith("/") === true && !args.some((each) => each.text === "-p"))
    return said(`${template.text.replace(/X+/g, "\uE001")}\n`);
  return template === undefined || args.some((each) => /^-\w*t|^--tmpdir/.test(each.text))
    ? said(`${TEMP}\n`)
    : said(`${template.text.replace(/X+/g, "\uE001")}\n`);
};

const which: Tool = ({ args }) => {
  const names = args.filter((each) => !each.text.startsWith("-"));
  return said(names.map((each) => (/^[\w.+-]+$/.test(each.text) ? `/usr/bin/${each.text}` : each.text)).join("\n"));
};

const baseName: Tool = ({ args }) => {
  const word = operands(args)[0];
  return word === undefined || isDynamic(word.text)
    ? unknownOutput(...(word?.from ?? []))
    : said(
        `${
          word.text
            .replace(/(?<!\/)\/+$/, "")
            .split("/")
            .at(-1) ?? ""
        }\n`,
      );
};

const folderName: Tool = ({ args }) => {
  const word = operands(args)[0];
  if (word === undefined || isDynamic(word.text)) return unknownOutput(...(word?.from ?? []));
  const slash = word.text.replace(/(?<!\/)\/+$/, "").lastIndexOf("/");
  return said(`${slash < 0 ? "." : slash === 0 ? "/" : word.text.slice(0, slash)}\n`);
};

const plainName: Tool = ({ name }) => ({ text: "\uE001\n", from: [`cmd:${name}`] });
/** Output that says nothing about the person or the machine. */
const harmless: Tool = () => ({ text: "\uE001\n", from: [] });

const seq: Tool = ({ args }) => {
  const numbers = args.filter((each) => /^-?\d+$/.test(each.text)).map((each) => Number(each.text));
  const [first = 1, second, third] = numbers;
  const [start, step, end] =
    numbers.length === 1 ? [1, 1, first] : numbers.length === 2 ? [first, 1, second ?? 0] : [first, second ?? 1, third ?? 0];
  if (numbers.length === 0 || numbers.length !== args.length || step === 0 || (end - start) / step > 200)
    return { text: "\uE001", from: [] };
  let out = "";
  for (let at = start; step > 0 ? at <= end : at >= end; at += step) out += `${at}\n`;
  return said(out);
};

export const STREAMS: Readonly<Record<string, Tool>> = byName({
  cat,
  tac,
  rev: reversed,
  base64,
  base32: (command) => ({ text: HOLE, from: inputOf(command, operands(command.args)).from }),
  xxd: hex,
  tr: translate,
  head: headTail,
  tail: headTail,
  mktemp: openTemporary,
  which,
  basename: baseName,
  dirname: folderName,
  ...sameRow("nproc uname tput getconf", harmless),
  seq,
  ...sameRow("whoami hostname id logname", plainName),
});
