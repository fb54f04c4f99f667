// Logins of a database, each with a role of a mind, as somebody with psql would use them.

import postgres from "postgres";
import type { Server } from "../postgres.ts";

export type Sql = ReturnType<typeof postgres>;

const passwordOf = (login: string): string => `${login}-word`;

/** The mind's address for a login. */
export const addressFor = (server: Server, mind: string, user: string): string =>
  server.address(mind, { user, password: passwordOf(user) });

export function connectAs(server: Server, user: string, more: Parameters<typeof postgres>[1] = {}): Sql {
  const login = { host: "127.0.0.1", port: server.port, user, password: passwordOf(user), database: "postgres" };
  return postgres({ ...login, max: 1, onnotice: () => undefined, ...more });
}

/** Makes each of them with its role of that mind (null: none), and connects. */
export async function makeLogins<Name extends string>(
  server: Server,
  mind: string,
  roles: Readonly<Record<Name, string | null>>,
  more: Parameters<typeof postgres>[1] = {},
): Promise<Record<Name, Sql>> {
  const logins = {} as Record<Name, Sql>;
  for (const name of Object.keys(roles) as Name[]) {
    await server.sql.unsafe(`create role ${name} login password '${passwordOf(name)}'`);
    if (roles[name] !== null) await server.sql.unsafe(`grant codicil_${mind}_${roles[name]} to ${name}`);
    logins[name] = connectAs(server, name, more);
  }
  return logins;
}

/** The code of the refusal, or how many rows it came to. */
export const tried = (sql: Sql, statement: string): Promise<string | number> =>
  sql.unsafe(statement).then(
    (rows) => rows.count ?? rows.length,
    (error: { code: string }) => error.code,
  );
