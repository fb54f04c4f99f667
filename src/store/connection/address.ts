// The address of a mind in a database: postgres://user@host/database?mind=NAME&sslmode=…&sslrootcert=…&pool=…
// Everything else in the query is refused: what nobody reads, nobody should believe to be in force.

import { AppError } from "../../base/index.ts";

export type Tls =
  | { readonly kind: "off" }
  /** Encrypted; whoever answers is believed. */
  | { readonly kind: "encrypted" }
  /** Encrypted, and the certificate must be good for the host. `root`: a file of certificates to trust instead of the system's. */
  | { readonly kind: "verified"; readonly root: string | null };

export interface Address {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** Absent: PGUSER, or the name of whoever runs this. */
  readonly user: string | undefined;
  /** Absent: PGPASSWORD. */
  readonly password: string | undefined;
  /** One schema of the database is one mind. */
  readonly schema: string;
  readonly tls: Tls;
  /** Connections that one process opens at most. */
  readonly pool: number;
  /** For messages: never with the password. */
  readonly shown: string;
}

const KNOWN = new Set(["mind", "sslmode", "sslrootcert", "pool"]);
const DEFAULT_POOL = 6;
const HINT = "An address is postgres://user@host:5432/database?mind=NAME; docs/many-machines.md has the options.";

export function isDatabaseAddress(text: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(text);
}

/** The address as config.yaml may have it, and the password apart. */
export function partPassword(text: string): { readonly address: string; readonly password: string | null } {
  const found = /^(postgres(?:ql)?:\/\/[^:@/]*):([^@/]*)@/.exec(text);
  if (found === null) return { address: text, password: null };
  return { address: `${found[1] ?? ""}@${text.slice(found[0].length)}`, password: decodeURIComponent(found[2] ?? "") };
}

export function readAddress(text: string): Address {
  const bad = (why: string) => new AppError("BAD_CONFIG", `the address of the database cannot be used: ${why}`, { hint: HINT });
  if (!isDatabaseAddress(text) || !URL.canParse(text)) throw bad("it is not a postgres:// URL");
  const url = new URL(text);
  const unknown = [...url.searchParams.keys()].find((name) => !KNOWN.has(name));
  if (unknown !== undefined) throw bad(`there is no option ${unknown}`);
  const host = decodeURIComponent(url.hostname).replace(/^\[|\]$/g, "") || "localhost";
  const port = url.port === "" ? 5432 : Number(url.port);
  const database = decodeURIComponent(url.pathname.slice(1));
  if (database === "" || database.includes("/")) throw bad("it must name a database");
  const mind = url.searchParams.get("mind");
  if (mind !== null && !/^[a-z][a-z0-9_]{0,39}$/.test(mind)) throw bad("mind= takes small letters, digits and _, at most 40");
  const pool = readPool(url, bad);
  return {
    host,
    port,
    database,
    user: decoded(url.username),
    password: decoded(url.password),
    schema: mind === null ? "codicil" : `codicil_${mind}`,
    tls: readTls(url, host, bad),
    pool,
    shown: `postgres://${url.username === "" ? "" : `${url.username}@`}${url.host}/${database}${mind === null ? "" : `?mind=${mind}`}`,
  };
}

function decoded(text: string): string | undefined {
  return text === "" ? undefined : decodeURIComponent(text);
}

function readPool(url: URL, bad: (why: string) => AppError): number {
  const pool = Number(url.searchParams.get("pool") ?? DEFAULT_POOL);
  if (!Number.isInteger(pool) || pool < 1 || pool > 100) throw bad("pool= takes a number from 1 to 100");
  return pool;
}

/** A mind is private: beyond this machine the default is the strictest. */
function readTls(url: URL, host: string, bad: (why: string) => AppError): Tls {
  const root = url.searchParams.get("sslrootcert");
  const mode = url.searchParams.get("sslmode") ?? (root === null && isLoopback(host) ? "disable" : "verify-full");
  if (mode === "disable") {
    if (!isLoopback(host)) throw bad("sslmode=disable would send a mind in the clear to another machine");
    return { kind: "off" };
  }
  if (mode === "require") return { kind: "encrypted" };
  if (mode === "verify-full") return { kind: "verified", root };
  throw bad("sslmode= takes disable (on this machine only), require or verify-full");
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host) || host.startsWith("/");
}
