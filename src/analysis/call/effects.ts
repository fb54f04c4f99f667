// Effects: what a call would do, whatever its spelling. One analysis serves shell, edit tools, MCP tools; the built-in
// red lines and the compiled rules of AGENTS.md both match on nothing else.

/** A word of a command: `text` is exact unless `dynamic`, then it is the part that could be read. */
export interface Word {
  readonly text: string;
  readonly dynamic: boolean;
  /** Was in quotes, at least in part. */
  readonly quoted: boolean;
}

/** One program that would run: wrappers taken off, name resolved, in order of the text. */
export interface Program {
  /** Base name: `git`, `rm`, `npm`. Empty when it could not be resolved (then there is an Opaque too). */
  readonly name: string;
  readonly args: readonly Word[];
  /** Where it runs; null: unknown. */
  readonly cwd: string | null;
  /** Assignments in front of it that are constant. */
  readonly env: Readonly<Record<string, string>>;
  /** Wrappers and carriers that were taken off, outermost first: `env`, `sudo`, `sh -c`, `xargs`, `find -exec`. */
  readonly via: readonly string[];
  /** Offsets of the simple command in the call's own text; null when it is in a nested or generated one. */
  readonly span: { readonly start: number; readonly end: number } | null;
  /** Offsets of its name's word in the call's own text; null when it is not written there as such. */
  readonly nameSpan: { readonly start: number; readonly end: number } | null;
  /** It only carries other programs, which follow with it in their `via`: env, sudo, sh -c, xargs. */
  readonly carrier?: boolean;
  /** It runs on another machine or in a container. */
  readonly elsewhere?: boolean;
  /** Indexes of programs of the same `&&` chain that must have succeeded before this one runs. */
  readonly after: readonly number[];
  /** Text that reaches its standard input, where it is known (heredoc, echo … |). */
  readonly input: string | null;
}

export type PathAccess = "read" | "write" | "append" | "create" | "delete" | "move" | "list" | "execute";

/** A path, and what would happen to it. */
export interface PathEffect {
  readonly access: PathAccess;
  /** Absolute and real (parents resolved); for a glob, one effect per match, or the pattern's folder when unknown. */
  readonly path: string;
  /** As it was spelled. */
  readonly spelled: string;
  /** Absolute, and not real: where links lead from it to `path`. */
  readonly named?: string;
  /** Something is there now; null: unknown. */
  readonly exists: boolean | null;
  readonly recursive: boolean;
  /** Index into programs; null for edit tools. */
  readonly program: number | null;
  /** New text, where it is known (write and edit tools, heredocs, echo). */
  readonly content?: string;
  /** An edit of what is there (`sed -i`), not a replacement. */
  readonly inPlace?: boolean;
  /** A formatter or fixer: only the layout changes, and it can be made again. */
  readonly tidy?: boolean;
  /** Only mode, owner or times change. */
  readonly attributes?: boolean;
  /** When the path is a folder: a glob for the names below it that are meant. */
  readonly matching?: string;
  /** A new folder with nothing in it. */
  readonly empty?: boolean;
  /** What an archive or a commit holds goes there, and nobody knows what that is. */
  readonly unpacked?: boolean;
  /** The path is the known beginning of one that is only known when it runs. */
  readonly unknown?: boolean;
  /** An earlier part of the same call made it. */
  readonly made?: boolean;
  /** Of a delete: an earlier part of the same call moved something there from elsewhere. */
  readonly moved?: boolean;
  /** A program that nobody here knows is given the path: it may write to it too. */
  readonly suspect?: boolean;
  /** Only how much it holds is told: `cat key | wc -c`. */
  readonly counted?: boolean;
  /** Codicil keeps a copy before. */
  readonly kept?: boolean;
  /** It goes to Codicil's own trash. */
  readonly trashed?: boolean;
  /** On another machine or in a container; `path` is as it was spelled. */
  readonly elsewhere?: boolean;
  /** Of what lies below, hidden files and folders are left out. */
  readonly visible?: boolean;
  /** Only files that hold this text are meant: `rg -l foo | xargs sed -i …`. */
  readonly holding?: string;
}

/** A rule may name a link, or what it leads to. */
export const pathsOf = ({ path, named }: PathEffect): readonly string[] => (named === undefined ? [path] : [path, named]);

/** Something that was there before the call and goes to another path. */
export interface MoveEffect {
  readonly from: string;
  readonly to: string;
  readonly program: number;
  /** Codicil keeps a copy before. */
  readonly kept: boolean;
}

export interface GitEffect {
  /** `commit`, `push`, `reset`, `checkout`, `stash drop` … : the subcommand, aliases and `-C`, `--git-dir` taken off. */
  readonly action: string;
  readonly program: number;
  readonly force: boolean;
  readonly flags: readonly string[];
  readonly remote: string | null;
  /** Branches or refs that it would change or push to; the present branch where none is named and it is known. */
  readonly branches: readonly string[];
  /** Refs of a push that are only known when it runs; `*` stands for what nobody knows. */
  readonly open?: readonly string[];
  /** `-m` texts and `-F` heredocs of a commit, joined; null: not given on the command line. */
  readonly message: string | null;
  readonly paths: readonly string[];
}

export interface PackageEffect {
  readonly manager: string;
  /** add: new dependencies · install: what the manifest says · remove · update · run (a script) · exec · publish · other */
  readonly action: "add" | "install" | "remove" | "update" | "run" | "exec" | "publish" | "other";
  readonly packages: readonly string[];
  readonly script: string | null;
  readonly dev: boolean;
  readonly global: boolean;
  readonly program: number;
}

export interface NetworkEffect {
  readonly host: string | null;
  readonly url: string | null;
  /** Does it carry data out? */
  readonly sends: boolean;
  readonly program: number | null;
  /** To a remote that the repository knows by name. */
  readonly remote?: boolean;
  /** A bare connection (nc, /dev/tcp), not a request. */
  readonly raw?: boolean;
}

/** A file, recipe or package script that runs, with its text where that can be read. */
export interface ScriptEffect {
  /** For a person: a path, or the script's name. */
  readonly what: string;
  readonly text: string | null;
  readonly program: number;
}

/** Something that the analysis could not see into. Never silently allowed (P7). */
export interface Opaque {
  readonly why: string;
  readonly program: number | null;
}

/** Something that is dangerous by itself, with no rule needed. */
export interface Hazard {
  readonly kind: "destructive" | "exfiltration" | "escalation" | "persistence" | "tampering" | "remote";
  readonly why: string;
  readonly program: number | null;
  /** Never to be asked about: it is denied. */
  readonly grave?: boolean;
}

/** What a call would do, as far as it can be told without running it. */
export interface Effects {
  readonly programs: readonly Program[];
  readonly paths: readonly PathEffect[];
  readonly git: readonly GitEffect[];
  readonly packages: readonly PackageEffect[];
  readonly network: readonly NetworkEffect[];
  readonly scripts: readonly ScriptEffect[];
  readonly opaque: readonly Opaque[];
  readonly hazards: readonly Hazard[];
  /** Real paths that get a second name (links): a second way to write to them. */
  readonly links: readonly { readonly target: string; readonly program: number }[];
  readonly moves: readonly MoveEffect[];
  /** Names of tools that are called: the host's own tool, an MCP tool. */
  readonly tools: readonly string[];
  /** Documents that would be put into a prompt. */
  readonly documents: readonly string[];
  /** The text of an answer to the person. */
  readonly reply: string | null;
}
