// How a key may be spelled: the characters of the whole key, and the names of its parts.
// Everything here is judged without a disk. A document travels between machines (Git, sync folders, archives),
// so a name is refused when *any* of Linux, macOS or Windows would read it as something else.
//
// Each judge answers null when it has nothing against the text, otherwise the reason as half a sentence.

import { either, wordSet } from "../../base/index.ts";

/** One part of a path: the limit of ext4, APFS and NTFS. */
const PART_BYTES = 255;
/** A whole key or absolute path: PATH_MAX of macOS, the smallest of the systems we run on. */
export const KEY_BYTES = 1024;
/** No person nests documents deeper; a key that does is an attempt to exhaust something. */
const DEPTH = 32;

const FORBIDDEN = /[:"<>|?*]/;
/** `{a,b}` and `{1..3}` expand in shells; `{x}` and `[x]` do not. */
const BRACE_EXPANSION = /\{[^{}]*(,|\.\.)/;
/** `$HOME`, `${X}`, `$(pwd)`, `$1`, `$$`; a `$` before a space, a dot, a slash or the end stands for money. */
const VARIABLE = /\$[^\s./]/;
const WINDOWS_VARIABLE = /%[A-Za-z_][\w()]*%/;
const PERCENT_CODE = /%(u[0-9a-f]{4}|[0-9a-f]{2})/gi;
/** What a percent code may stand for: nothing that separates, is a dot, controls, encodes again or leaves ASCII. */
const HARMLESS_DECODED = /^[A-Za-z0-9 _,()!&+=@#'-]$/;

/** Characters that are drawn like `/` or `\`, or become one under compatibility mapping. */
const LIKE_SLASH = new RegExp(
  String.raw`[\u0337\u0338\u20e5\u2044\u2215\u2216\u2571\u2572\u27cb\u27cd\u29f5\u29f6\u29f8\u29f9\u2afb\u2afd` +
    String.raw`\ufe68\uff0f\uff3c\u1735\u2cc6\u2f03\u3033\u3035\u31d3\u31d4\u{1f67c}\u{1f67d}]`,
  "u",
);
/** Characters that are drawn like `.` or become one. */
const LIKE_DOT = /[\u{1d16d}\u2024\u2025\ufe19\ufe30\ufe52\uff0e\u0701\u0702\ua4f8\ua4fa\u{10a50}]/u;
/** A part of nothing but these imitates `.` or `..`, though each is an honest character inside a sentence. */
const DOTS = String.raw`.\u2026\u22ef\u3002\uff61\u00b7\u2027\u30fb\uff65\u2022\u2219\u22c5\u06d4\u0660\u06f0\u2e33\u2e3c`;
const ONLY_DOTS = new RegExp(`^[${DOTS}]+$`, "u");
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffc\ufffd]/u;
const ODD_SPACE = /[^\P{Zs} ]/u;
/** Made on first use, from text: compiling all emoji sequences takes longer than starting the program. */
let emoji: RegExp | undefined;

/** The first hidden character outside emoji sequences, as `U+202E`. */
export function hiddenCharacter(text: string): string | null {
  if (/^[\x20-\x7e]*$/.test(text)) return null;
  emoji ??= new RegExp("\\p{RGI_Emoji}", "gv");
  const hit = HIDDEN.exec(text.replace(emoji, "x"));
  return hit === null ? null : codePoint(hit[0]);
}

function codePoint(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** A name for messages: quoted, shortened, with nothing in it that a terminal would obey. */
export function showName(name: string): string {
  const cut = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  return `"${showHidden(cut)}"`;
}

/** A text from elsewhere for a message: characters that nobody sees, or that a terminal would obey, are spelled out. */
export function showHidden(text: string): string {
  return text.replace(new RegExp(HIDDEN, "gu"), (char) => `\\u{${codePoint(char).slice(2)}}`);
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/**
 * The form in which two names are the same file on some disk: NFC, full case folding (ß = ss, ſ = s, ı = i),
 * without characters that HFS+ ignores. It folds more than any one disk does: two files may share a lock,
 * never two locks a file. Lower-upper-lower because ẞ only reaches "ss" through ß.
 */
export function foldCase(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase(); // what most names are, and folders can be long
  const visible = text.normalize("NFC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  return visible.toLowerCase().toUpperCase().toLowerCase().normalize("NFC");
}

/** Judges the characters of a whole key, which must be in NFC already. */
export function judgeCharacters(key: string): string | null {
  if (key === "") return "is empty";
  if (!key.isWellFormed()) return "is not Unicode text (half of a surrogate pair)";
  if (byteLength(key) > KEY_BYTES) return `is longer than ${KEY_BYTES} bytes`;
  const hidden = hiddenCharacter(key);
  if (hidden !== null) return `has a control or invisible character (${hidden})`;
  const space = ODD_SPACE.exec(key);
  if (space !== null) return `has a space that is not the plain one (${codePoint(space[0])})`;
  if (key.includes("\\")) return "has a backslash; parts are separated by /";
  const alike = LIKE_SLASH.exec(key) ?? LIKE_DOT.exec(key);
  if (alike !== null) return `has a character that imitates a slash or a dot (${codePoint(alike[0])})`;
  const forbidden = FORBIDDEN.exec(key);
  if (forbidden !== null) return `has ${forbidden[0]}, which not every system allows in a name`;
  if (key.startsWith("//")) return "begins with //, which names another machine on some systems";
  return judgeExpansions(key);
}

/** Keys are taken as they are written: what a shell or a URL decoder would turn into something else is refused. */
function judgeExpansions(key: string): string | null {
  if (key.includes("`") || VARIABLE.test(key)) return "looks like a shell expansion; keys are not expanded";
  if (WINDOWS_VARIABLE.test(key)) return "looks like a %VARIABLE%; keys are not expanded";
  if (BRACE_EXPANSION.test(key)) return "looks like a brace expansion; a key names one file";
  for (const [code, hex = ""] of key.matchAll(PERCENT_CODE)) {
    if (!HARMLESS_DECODED.test(String.fromCharCode(Number.parseInt(hex, 16))))
      return `has the percent code ${code}; write the character itself`;
  }
  return null;
}

/** COM¹ and full-width letters count: Windows and its code pages map them to the plain ones. */
const DEVICE = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9])$/;
/** `GITHUB~1`, `NOTES~2.MD`: what NTFS calls a longer name. */
const SHORT_NAME = /^[^.~]{1,6}~\d{1,6}(?:\.[^.]{1,3})?$/;
const PROTOTYPE = new Set([...Object.getOwnPropertyNames(Object.prototype), "__proto__"].map((name) => name.toLowerCase()));

/** Judges one part wherever it is in a key. `..` is resolved before and never comes here. */
export function judgePart(part: string): string | null {
  if (byteLength(part) > PART_BYTES) return `has a part longer than ${PART_BYTES} bytes`;
  if (/[. ]$/.test(part)) return "has a part that ends in a dot or a space, which Windows drops";
  if (part.startsWith(" ")) return "has a part that begins with a space";
  if (part.startsWith("…") || ONLY_DOTS.test(part)) return "has a part that imitates . or ..";
  const plain = part.normalize("NFKC").toLowerCase();
  const stem = plain.split(".", 1)[0] ?? "";
  if (DEVICE.test(stem.trimEnd())) return `has ${showName(part)}, a device name on Windows`;
  if (SHORT_NAME.test(plain)) return `has ${showName(part)}, the short form of another name on Windows`;
  if (PROTOTYPE.has(plain) || (stem.startsWith("__") && PROTOTYPE.has(stem))) {
    return `has the reserved name ${showName(part)}`;
  }
  return null;
}

/** Programs whose dot-files steer something; every dot-file whose name *begins* so is theirs. */
const DOT_FILE_PREFIX = new RegExp(
  String.raw`^(?:${either`
  git, env, codicil, agentkit, scorel, x-agent, claude, cursor, codex, gemini, opencode, openclaw, windsurf,
  vscode, vscodium, copilot, github, gitlab, cline, roorules, roomodes, rooignore, aider, kiro, junie, goose,
  hermes, amazonq, augment, qwen, crush, trae, npmrc, yarnrc, pnpm, netrc, bash, zsh, ssh, docker, devcontainer,
  husky, direnv, editorconfig, prettier, eslint, mcp, gnupg, kube, ds_store, last-word, _
`})`,
);
/** Names too short or too common to own every name that begins like them. */
const DOT_FILE_EXACT = wordSet(
  "policy agents agent config local cache state profile idea zed rules roo continue pi amp aws npm yarn bun deno nvm hg svn",
  "bzr jj sl cvs trash staging secrets",
);

/** Judges the parts below a root: which of them are folders is known only here. */
export function judgePartsBelowRoot(parts: readonly string[]): string | null {
  const name = parts.at(-1);
  if (name === undefined) return "names the root itself";
  if (parts.length > DEPTH) return `is nested deeper than ${DEPTH} folders`;
  if (parts[0]?.startsWith("-")) return "begins with -, which programs read as an option";
  for (const folder of parts.slice(0, -1)) {
    if (folder.startsWith(".") && folder !== ".agents") return `lies in ${showName(folder)}; of hidden folders only .agents is open`;
  }
  if (!name.endsWith(".md") || name === ".md") return "does not name a .md file";
  return name.startsWith(".") ? judgeDotFile(name) : null;
}

function judgeDotFile(name: string): string | null {
  const plain = foldCase(name.normalize("NFKC")).replace(/^\.+/, "");
  if (plain === "md") return null; // `...md`: dots and the ending, nobody's
  if (DOT_FILE_PREFIX.test(plain) || DOT_FILE_EXACT.has(plain.split(".", 1)[0] ?? "")) {
    return `names ${showName(name)}, a settings file of a program`;
  }
  // `..¥x.md` is `..\x.md` in some code pages: behind leading dots only a letter, a digit or a dash is beyond doubt.
  return /^[\p{L}\p{N}-]/u.test(plain) ? null : `has a sign behind the leading dot of ${showName(name)}`;
}
