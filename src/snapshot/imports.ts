// `@path` in an instruction file: the named file's text in its place. Off unless config.yaml says agents.imports: true
// (SC-09). At most four deep, inside the root only, never in code; what cannot be followed stays as it was written and is
// reported. Pure: reading comes in.

/** How deep imports are followed. */
export const IMPORT_DEPTH = 4;
/** Files that import each other many times over would otherwise grow without end. */
const MOST_IMPORTS = 100;

export interface ImportRequest {
  readonly path: string;
  readonly text: string;
  /** Nothing outside of this folder is read. */
  readonly root: string;
  /** The real path and the text; null where there is no such text file. */
  read(path: string): { readonly real: string; readonly text: string } | null;
}

/** A text with its imports, and what could not be brought in. */
export interface Imported {
  readonly text: string;
  /** Each once, by its real path. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly problems: readonly { readonly path: string; readonly line: number; readonly why: string }[];
}

// A path of its own word: not an address like me@example.org, not a scope like @types/node, which has no ending.
const IMPORT = /(^|[\s(])@(~?[\w./-]+\.(?:md|mdx|txt))(?=$|[\s).,;:])/g;

/** A file with what its `@path` lines bring in. */
export function expandImports(request: ImportRequest): Imported {
  const files: { path: string; text: string }[] = [];
  const problems: { path: string; line: number; why: string }[] = [];
  const expand = (path: string, text: string, trail: readonly string[]): string => {
    let fence: string | null = null;
    return text
      .split("\n")
      .map((line, index) => {
        const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
        if (mark !== undefined) {
          if (fence === null) fence = mark;
          else if (mark[0] === fence[0] && mark.length >= fence.length) fence = null;
          return line;
        }
        if (fence !== null || /^(?: {4}|\t)/.test(line)) return line;
        return outsideCode(line, (plain) =>
          plain.replace(IMPORT, (whole, before: string, name: string) => {
            const fail = (why: string) => (problems.push({ path, line: index + 1, why: `@${name}: ${why}` }), whole);
            if (name.startsWith("~") || name.startsWith("/")) return fail("only paths below the root are followed");
            if (trail.length > IMPORT_DEPTH) return fail(`more than ${IMPORT_DEPTH} deep`);
            if (files.length >= MOST_IMPORTS) return fail(`more than ${MOST_IMPORTS} imports`);
            const found = request.read(`${path.slice(0, path.lastIndexOf("/"))}/${name}`);
            if (found === null) return fail("there is no such text file");
            if (!found.real.startsWith(`${request.root}/`)) return fail("it is outside the root");
            if (trail.includes(found.real)) return fail("a cycle");
            files.push({ path: found.real, text: found.text });
            return `${before}${expand(found.real, found.text.trimEnd(), [...trail, found.real])}`;
          }),
        );
      })
      .join("\n");
  };
  const own = request.read(request.path)?.real ?? request.path;
  return {
    text: expand(request.path, request.text, [own]),
    files: [...new Map(files.map((file) => [file.path, file])).values()],
    problems,
  };
}

function outsideCode(line: string, change: (plain: string) => string): string {
  return line
    .split(/((?<!`)`+[^`]*`+)/)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");
}
