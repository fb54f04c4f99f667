// Where a Git remote is that carries a mind, and which addresses are refused before Git sees them: Git knows addresses that
// run a program, and options that look like addresses. Pure.

import { AppError } from "../../base/index.ts";

export interface CarrierAddress {
  /** As Git is given it. */
  readonly url: string;
  /** The one way of speaking that Git may use for it. */
  readonly protocol: "file" | "ssh" | "https" | "http" | "git";
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;
const SCP_LIKE = /^(?:([^@:/\s[\]]+)@)?([^@:/\s[\]]+|\[[0-9a-fA-F:.]+\]):(?!:)(.+)$/;

/** Throws BAD_INPUT. Ways that are neither encrypted nor signed lead to this machine only. */
export function readCarrierAddress(text: string): CarrierAddress {
  if (text === "" || /[\0-\x20\x7f]/.test(text.replaceAll(" ", "")) || text.trim() !== text)
    throw refused(text, "it is empty or holds control characters");
  if (text.startsWith("-")) throw refused(text, "it looks like an option");
  if (/^[A-Za-z0-9+.-]*::/.test(text)) throw refused(text, "addresses with :: run a program");
  if (text.startsWith("/")) return { url: text, protocol: "file" };
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(text)?.[1]?.toLowerCase();
  return scheme === undefined ? scpLike(text) : withScheme(text, scheme);
}

function withScheme(text: string, scheme: string): CarrierAddress {
  if (scheme === "file") return fileAddress(text);
  if (!isSpoken(scheme)) throw refused(text, `${scheme}:// is not spoken`);
  const [, user = "", password, host = "", path = ""] = WITH_SCHEME.exec(text) ?? [];
  if (host === "" || path === "") throw refused(text, "it has no host or no path");
  if ([host, user, path.slice(1)].some((part) => part.startsWith("-"))) throw refused(text, "a part of it looks like an option");
  if (password !== undefined)
    throw new AppError("SECRET", "the address holds a password, which others on this machine could read", {
      hint: "Leave it out; Git's credential helper or an ssh key keeps it.",
    });
  if ((scheme === "http" || scheme === "git") && !LOOPBACK.test(host))
    throw refused(text, `${scheme}:// would carry the memory in the clear`);
  return { url: text, protocol: scheme };
}

function fileAddress(text: string): CarrierAddress {
  if (!text.slice("file://".length).startsWith("/")) throw refused(text, "a file:// address names a path of this machine: file:///…");
  return { url: text, protocol: "file" };
}

const isSpoken = (scheme: string): scheme is "ssh" | "https" | "http" | "git" => ["ssh", "https", "http", "git"].includes(scheme);

const WITH_SCHEME = new RegExp(
  [
    String.raw`^[a-z]+:\/\/`,
    String.raw`(?:([^@/:]*)(?::([^@/]*))?@)?`, // user and password
    String.raw`(\[[0-9a-fA-F:.]+\]|[^@/:?#]*)(?::\d+)?`, // host and port
    String.raw`(\/.*)?$`, // path
  ].join(""),
  "i",
);

function scpLike(text: string): CarrierAddress {
  const [, user, host, path] = SCP_LIKE.exec(text) ?? [];
  if (host === undefined || path === undefined) throw refused(text, "it is neither an absolute path, nor host:path, nor an address");
  if ([user, host, path].some((part) => part?.startsWith("-") === true)) throw refused(text, "a part of it looks like an option");
  return { url: text, protocol: "ssh" };
}

function refused(text: string, why: string): AppError {
  return new AppError("BAD_INPUT", `${JSON.stringify(text)} cannot be a carrier: ${why}`, {
    hint: "Give git@host:me/mind.git, ssh://…, https://…, or the path of a bare repository.",
  });
}
