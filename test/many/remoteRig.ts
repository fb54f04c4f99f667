// One document on a plain server of the test, a mind that may write to it, and an entry for it.

import { chmodSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Receipt } from "codicil";
import { type DocumentServer, serveDocuments } from "../documentServer.ts";
import { atTestEnd } from "../ends.ts";
import { makeWarmWorld, type World } from "../kit.ts";

/** What the server has of the one document. */
export interface Shelf {
  text: string;
  /** Whether there is one. */
  isGone: boolean;
  writes: number;
  readonly requests: DocumentServer["shelf"]["requests"];
}

export const TEAM = "# Team\n\n## Facts\n\n- one\n\n## Other\n\nkept\n";

/** A server that keeps its word, unless `other` answers first. */
export async function serve(
  other: (request: IncomingMessage, response: ServerResponse, shelf: Shelf) => boolean | void = () => false,
): Promise<{ url: string; host: string; shelf: Shelf }> {
  const server = await serveDocuments({ other: (request, response) => other(request, response, shelf) });
  atTestEnd(() => server.close());
  const { documents, requests } = server.shelf;
  const shelf: Shelf = {
    requests,
    get text() {
      return String(documents.get("/team.md") ?? "");
    },
    set text(text) {
      documents.set("/team.md", Buffer.from(text));
    },
    get isGone() {
      return !documents.has("/team.md");
    },
    set isGone(isGone) {
      if (isGone) documents.delete("/team.md");
    },
    get writes() {
      return server.shelf.writes;
    },
    set writes(writes) {
      server.shelf.writes = writes;
    },
  };
  shelf.text = TEAM;
  return { url: `${server.host}/team.md`, host: server.host, shelf };
}

/** A mind whose config lists these remotes, as they are in YAML. */
export function remoteWorld(...remotes: readonly unknown[]): World {
  const world = makeWarmWorld();
  world.write("home/last-word/config.yaml", `remotes: ${JSON.stringify(remotes)}\n`);
  return world;
}

export interface Put {
  readonly content: string;
  readonly id: string;
  readonly heading?: string;
}

/** Somebody puts entries for the URL; ids make each the same entry however often it is tried. */
export function putAll(world: World, url: string, entries: readonly Put[]): void {
  const lines = entries.map(
    ({ content, id, heading = "Facts" }) =>
      `  - key:\n      url: ${url}\n      heading: ${heading}\n    operation: append\n    content: "${content}"\n    meta: { id: ${id}, origin: user }\n`,
  );
  world.write("home/last-word/remote.yaml", `version: "1.1.0"\nsource: test\nentries:\n${lines.join("")}`);
}

export function put(world: World, url: string, content: string, id: string): void {
  putAll(world, url, [{ content, id }]);
}

export const applied = async (world: World, env: Record<string, string> = {}) =>
  (await world.ask(["apply", "--json"], { env })).json<Receipt[]>();
export const statusOf = async (world: World) =>
  (await world.ask(["status", "--json"])).json<{ staged: { file: string; code: string; message: string }[]; pending: unknown[] }>();

/** The key of another Codicil, where the config's `key_file: there.secret` names it. */
export function giveKey(world: World, key: string): void {
  chmodSync(world.write("state/there.secret", `${key}\n`), 0o600);
}
