// Agents run the same few commands again and again, one call is looked at by several doors, and rules of order look at
// the whole history: an analysis is remembered together with every question it asked the world. It holds again only
// when the world, asked the same questions, gives the same answers; so nothing is ever taken from an older disk.

import { type Call, earlierCalls, isCommitted, wasCommitted, type World } from "./call/call.ts";
import type { Effects } from "./call/effects.ts";
import { kept, same, WatchedWorld } from "./watchedWorld.ts";

interface Entry {
  readonly asked: WatchedWorld["asked"];
  readonly effects: Effects;
}

/** Two generations: when the young one is full it becomes the old one, and what nobody asked for meanwhile is forgotten. */
interface Shelf {
  young: Map<string, Entry>;
  /** Programs in the young one: scripts have hundreds, and what is kept of them must be held in memory. */
  programs: number;
  old: Map<string, Entry>;
}

const MOST_PLACES = 2;
/** More than a session's history: rules of order look at all of it for each call. */
const MOST_YOUNG = 500;
const MOST_PROGRAMS = 2_500;
const LONGEST_COMMAND = 2_000;

const shelves = new Map<string, Shelf>();
const shelfOfWorld = new WeakMap<World, Shelf>();

export function remembered(call: Call, world: World, analyse: (call: Call, world: World) => Effects): Effects {
  if (call.tool !== "shell" || !("command" in call) || "input" in call || call.command.length > LONGEST_COMMAND)
    return analyse(call, world);
  const shelf = shelfOf(world);
  const entry = take(shelf, call.command);
  if (entry !== undefined && holds(entry, world)) return entry.effects;
  const watched = new WatchedWorld(world);
  const effects = analyse(call, watched);
  if (watched.isWhole) put(shelf, call.command, { asked: watched.asked, effects });
  return effects;
}

/** One shelf for all worlds that differ in nothing but what they must be asked for. */
function shelfOf(world: World): Shelf {
  let shelf = shelfOfWorld.get(world);
  if (shelf !== undefined) return shelf;
  const place = JSON.stringify([world.project, world.cwd, world.userHome, world.temporary, world.minds]);
  shelf = shelves.get(place);
  if (shelf === undefined) {
    if (shelves.size >= MOST_PLACES) shelves.delete(shelves.keys().next().value as string);
    shelves.set(place, (shelf = { young: new Map(), programs: 0, old: new Map() }));
  }
  shelfOfWorld.set(world, shelf);
  return shelf;
}

function take(shelf: Shelf, command: string): Entry | undefined {
  const found = shelf.young.get(command);
  if (found !== undefined) return found;
  const older = shelf.old.get(command);
  if (older !== undefined) put(shelf, command, older);
  return older;
}

function put(shelf: Shelf, command: string, entry: Entry): void {
  shelf.programs += entry.effects.programs.length;
  if (shelf.young.size >= MOST_YOUNG || shelf.programs > MOST_PROGRAMS) {
    shelf.old = shelf.young;
    shelf.young = new Map();
    shelf.programs = entry.effects.programs.length;
  }
  shelf.young.set(command, entry);
}

function holds({ asked }: Entry, world: World): boolean {
  for (const { question, path, answer } of asked) {
    if (!same(kept(ask(world, question, path)), answer)) return false;
  }
  return true;
}

function ask(world: World, question: Entry["asked"][number]["question"], path: string): Parameters<typeof kept>[0] {
  if (question === "branch" || question === "codicil") return world[question];
  if (question === "isCommitted") return isCommitted(world, path);
  if (question === "wasCommitted") return wasCommitted(world, path);
  return question === "earlierCalls" ? earlierCalls(world, path) : world[question](path);
}
