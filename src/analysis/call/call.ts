// A call: what an agent wants to do, before it is done. A world: what the gate must know of the disk, as an argument.

/** A tool call as the gate sees it, whoever makes it. */
export type Call =
  | { readonly tool: "shell"; readonly command: string }
  | { readonly tool: "read" | "write" | "edit" | "delete"; readonly path: string; readonly content?: string }
  | { readonly tool: "load"; readonly document: string }
  | { readonly tool: "fetch"; readonly url: string }
  | { readonly tool: "reply"; readonly content: string }
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

/** Whether a session is the person's own, or shared with others. */
export type SessionType = "main" | "shared";

/** Facts about the disk and the project. Everything is absolute and uses `/`. Pure rooms get it as an argument. */
export interface World {
  /** The project's root. */
  readonly project: string;
  /** Where the call runs; inside or outside the project. */
  readonly cwd: string;
  readonly userHome: string;
  /** Folders whose content is temporary: deleting there harms nobody. */
  readonly temporary: readonly string[];
  /** The mind's home and state: nothing of an agent's may write there. */
  readonly minds: readonly string[];
  /** Codicil's own program files and the Node that runs them, wherever they are installed: folders and files. */
  readonly ownFiles?: readonly string[];
  /** This program's absolute path: what a rewritten call names, so that no other of that name runs in its place. */
  readonly codicil?: string;
  /** The folder in which this program is: its sources and bundles are no library for an agent. */
  readonly program?: string | undefined;
  /** The branch that is checked out; null when unknown. */
  readonly branch: string | null;
  /** null: nothing is there. */
  kind(path: string): "file" | "dir" | "link" | "other" | null;
  /** The real path of what exists, links resolved; the path itself when nothing is there. */
  realpath(path: string): string;
  /** Names directly below a folder; [] when unknown. */
  list(folder: string): readonly string[];
  /** Git-ignored or build output: may be deleted as it is. */
  isJunk(path: string): boolean;
  /** A small text file (scripts that are run, headers that say DO NOT EDIT); null when absent, large or unknown. */
  readText(path: string): string | null;
  /** Git has the file with this very content. A world that does not say takes every file as it stands for committed. */
  isCommitted?(path: string): boolean;
  /** The same, and Git had it before the session began: no call of the session made it ordinary by committing it. */
  wasCommitted?(path: string): boolean;
  /** Calls that ran before in this session and whose text holds a name, as JSON, oldest first. */
  earlierCalls?(name: string): readonly string[];
}

export function isCommitted(world: World, path: string): boolean {
  return world.isCommitted?.(path) ?? true;
}

export function wasCommitted(world: World, path: string): boolean {
  return world.wasCommitted?.(path) ?? isCommitted(world, path);
}

export function earlierCalls(world: World, name: string): readonly string[] {
  return world.earlierCalls?.(name) ?? [];
}
