// Rules made ready to run: matchers compiled once per policy, and an index so that a call meets only the rules that name
// something it does.

import { type Effects, type PathEffect, pathsOf, type Program, toldAs, type World } from "../../analysis/index.ts";
import { SAME_PROGRAM } from "./programs.ts";
import { isBelow, type Place, namesOf } from "./globs.ts";
import { compileMatcher, type Finder } from "./matching.ts";
import type { Matcher, Rule } from "./rule.ts";

export interface ReadyRule {
  readonly rule: Rule;
  readonly place: Place;
  readonly find: Finder;
  readonly excuse: Finder | null;
  readonly changed: Finder | null;
  readonly needs: readonly (Finder | null)[];
}

export interface Ready {
  readonly rules: readonly ReadyRule[];
  readonly byProgram: ReadonlyMap<string, readonly number[]>;
  readonly byAction: ReadonlyMap<string, readonly number[]>;
  readonly byFirstName: ReadonlyMap<string, readonly number[]>;
  readonly byName: ReadonlyMap<string, readonly number[]>;
  readonly byExtension: ReadonlyMap<string, readonly number[]>;
  /** Rules that no key narrows, by what a call must have at all. */
  readonly always: {
    readonly program: readonly number[];
    readonly path: readonly number[];
    readonly package: readonly number[];
    readonly other: readonly number[];
  };
}

/** Where a rule's relative paths start: beside its file, or at the project's top for a file from elsewhere. */
export function placeOf(rule: Rule, world: Pick<World, "project" | "userHome">): Place {
  const { file } = rule;
  const folder = file.startsWith("/")
    ? file.slice(0, Math.max(0, file.lastIndexOf("/"))).replace(/\/\.(?:agents|claude|github|codex|cursor)(?:\/rules)?$/, "")
    : "";
  const inside = folder === world.project || folder.startsWith(`${world.project}/`);
  return { base: inside ? folder : world.project, home: world.userHome };
}

export function makeReady(rules: readonly Rule[], world: Pick<World, "project" | "userHome">): Ready {
  const ready = rules.map((rule): ReadyRule => {
    const place = placeOf(rule, world);
    return {
      rule,
      place,
      find: compileMatcher(rule.matcher, place),
      excuse: rule.exception === undefined ? null : compileMatcher(rule.exception, place),
      changed: rule.order?.changed === undefined ? null : compileMatcher(rule.order.changed, place),
      needs: rule.order?.needs.map((need) => needFinder(need, place)) ?? [],
    };
  });
  const maps = {
    program: new Map<string, number[]>(),
    action: new Map<string, number[]>(),
    first: new Map<string, number[]>(),
    name: new Map<string, number[]>(),
    extension: new Map<string, number[]>(),
  };
  const always = { program: [] as number[], path: [] as number[], package: [] as number[], other: [] as number[] };
  const put = (map: Map<string, number[]>, key: string, index: number) => {
    const list = map.get(key);
    if (list === undefined) map.set(key, [index]);
    else add(list, index);
  };
  const note = (matcher: Matcher, index: number): void => {
    switch (matcher.kind) {
      case "any":
        for (const each of matcher.of) note(each, index);
        return;
      case "all":
        // Where one part is missing the rule does not match: the first one narrows enough.
        note(matcher.of[0] as Matcher, index);
        return;
      case "command":
        noteProgram(matcher.pattern.program, index);
        return;
      case "git":
        for (const action of matcher.actions) put(maps.action, action.split(" ")[0] as string, index);
        return;
      case "message":
        put(maps.action, "commit", index);
        return;
      case "path":
        if (matcher.outside === true || matcher.header === true) add(always.path, index);
        for (const glob of matcher.globs) notePath(glob, index);
        return;
      case "package":
        add(always.package, index);
        return;
      case "statement":
        add(always.program, index);
        add(always.other, index);
        return;
      default:
        add(always.other, index);
    }
  };
  const noteProgram = (program: string, index: number): void => {
    if (program === "*") add(always.program, index);
    else for (const name of new Set([program, toldAs(program), ...(SAME_PROGRAM[program] ?? [])])) put(maps.program, name, index);
  };
  const notePath = (glob: string, index: number): void => {
    const clean = glob.replace(/^\.\//, "").replace(/\/(?:\*\*?)?$/, "");
    const extension = /^\*(\.\w+)$/.exec(clean);
    if (extension !== null) put(maps.extension, extension[1] as string, index);
    else if (/[*?{~]|^\/|^[A-Za-z]:/.test(clean.split("/")[0] as string) || clean === "") add(always.path, index);
    else if (!clean.includes("/")) {
      put(maps.name, clean, index);
      put(maps.first, clean, index);
    } else put(maps.first, clean.split("/")[0] as string, index);
  };
  // Checks come after the call: the gate never looks at them.
  ready.forEach((each, index) => {
    if (each.rule.effect !== "check") note(each.rule.matcher, index);
  });
  return {
    rules: ready,
    byProgram: maps.program,
    byAction: maps.action,
    byFirstName: maps.first,
    byName: maps.name,
    byExtension: maps.extension,
    always,
  };
}

/** Rules come in order: each list is sorted and holds a rule once. */
function add(list: number[], index: number): void {
  if (list.at(-1) !== index) list.push(index);
}

function needFinder(need: NonNullable<Rule["order"]>["needs"][number], place: Place): Finder | null {
  switch (need.kind) {
    case "ran":
      return compileMatcher(need.matcher, place);
    case "read":
      return compileMatcher(
        {
          kind: "any",
          of: [
            { kind: "path", access: ["read"], globs: need.globs },
            { kind: "document", names: need.globs },
          ],
        },
        place,
      );
    case "changed":
      return compileMatcher({ kind: "path", access: ["change", "create"], globs: need.globs }, place);
    case "readSame":
      return null;
  }
}

const EXTENSION = /\.\w+$/;
const NONE: readonly number[] = [];

/** A program's own name, and those of its words that could be a program's. */
function namesIn({ name, args }: Program): string[] {
  const words = args.flatMap(({ text }) =>
    text.length < 40 && (!text.startsWith("-") || /\.(?:py|sh)$/.test(text)) ? [text.slice(text.lastIndexOf("/") + 1)] : [],
  );
  return [name, ...words, ...(name === "docker" ? ["docker-compose"] : name === "docker-compose" ? ["docker"] : [])];
}

function byExtension(ready: Ready, text: string): readonly number[] | undefined {
  return ready.byExtension.get(EXTENSION.exec(text)?.[0] ?? "");
}

function listsFor(
  ready: Ready,
  { path, matching = "", recursive, access }: PathEffect,
  project: string,
): (readonly number[] | undefined)[] {
  const names = path.split("/");
  // The whole project, or more: every folder that a rule names lies in it.
  const holdsProject = recursive && access !== "read" && access !== "list" && isBelow(project, path);
  const folders = holdsProject ? [...ready.byFirstName.values()] : names.map((name) => ready.byFirstName.get(name));
  const meant = [path, ...namesOf(matching)].flatMap((each) => [
    ready.byName.get(each.slice(each.lastIndexOf("/") + 1)),
    byExtension(ready, each),
  ]);
  return [...folders, ...meant];
}

/** Indexes of rules that could match, in order. */
export function candidates(ready: Ready, effects: Effects, project: string): readonly number[] {
  const { programs, git, packages, paths } = effects;
  const found = new Set<readonly number[]>([ready.always.other]);
  const take = (list: readonly number[] | undefined) => list !== undefined && found.add(list);
  for (const program of programs) for (const name of namesIn(program)) take(ready.byProgram.get(name));
  if (programs.length > 0) take(ready.always.program);
  for (const { action } of git) take(ready.byAction.get(action.split(" ")[0] as string));
  if (packages.length > 0) take(ready.always.package);
  if (paths.length > 0) take(ready.always.path);
  for (const effect of paths) for (const path of pathsOf(effect)) listsFor(ready, { ...effect, path }, project).forEach(take);
  for (const effect of git) for (const path of effect.paths) take(byExtension(ready, path));
  const lists = [...found].filter((list) => list.length > 0);
  // Each list is in order already, and most calls meet one at most.
  return lists.length < 2 ? (lists[0] ?? NONE) : [...new Set(lists.flat())].sort((a, b) => a - b);
}
