// The steps by which a database comes to hold a mind of this version. A released step is never changed; a later one is added.
// 0.1.0 is schema 8. A number below 7 was never released.

import type { Address } from "../connection/address.ts";
import type { Line } from "../connection/lines.ts";
import { sqlOf } from "../migrations/texts.ts";
import { makeJobs } from "./jobs.ts";

export interface Migration {
  /** The schema that it leads to. */
  readonly version: number;
  /** A text is done as a whole or not at all; a function must bear being done twice. {s} stands for the schema's name. */
  readonly does: string | ((line: Line, address: Address) => Promise<void>);
}

const CREATE = "create schema {s}; create table {s}.migrations (version int primary key, at timestamptz not null default now());\n";

export const MIGRATIONS: readonly Migration[] = [
  { version: 7, does: `${CREATE}${sqlOf("roles", "tables", "functions", "sent", "recall")}` },
  { version: 8, does: makeJobs },
  { version: 9, does: sqlOf("guarded", "rights") },
];

export const NEWEST = 9;
