// Notices: the database tells every machine which document changed. A notice may come twice, and those that were sent while
// the connection was down are lost; so after every dial the listener is told to look at everything.

import type { ChangeNotice, Listening } from "../port/port.ts";
import type { Address } from "../connection/address.ts";
import { asAppError } from "../connection/faults.ts";
import { Line } from "../connection/connections.ts";

interface Listener {
  readonly machine: string;
  /** Where this login's own changes are told. */
  channel(): Promise<string | null>;
  heard(notice: ChangeNotice): void;
}

export async function listenTo(address: Address, { machine, channel, heard }: Listener): Promise<Listening> {
  const own = await channel();
  // Its own line: postgres.js listens again by itself when the connection comes back.
  const line = new Line(address, `codicil ${machine} listening`.slice(0, 60));
  try {
    const told = (payload: string) => heard(readNotice(payload));
    if (own !== null) await line.listen(own, told, () => undefined);
    await line.listen(address.schema, told, () => heard({ place: null, version: null, by: null }));
  } catch (error) {
    await line.end();
    throw asAppError(error, address);
  }
  return { close: () => line.end() };
}

function readNotice(payload: string): ChangeNotice {
  const { root, path, version, by } = JSON.parse(payload) as Record<string, string | null | undefined>;
  const place = (root === "home" || root === "project" || root === "state") && typeof path === "string" ? ({ root, path } as const) : null;
  return { place, version: version ?? null, by: by ?? null };
}
