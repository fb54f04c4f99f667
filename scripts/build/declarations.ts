// One file of declarations as tsc writes it, taken apart: its names, what each one needs, and the text of some of them.

import { parseSync } from "oxc-parser";

interface Need {
  /** The file that it is imported from; null: this one. */
  readonly from: string | null;
  readonly as: string;
}

export interface Declarations {
  readonly exported: readonly string[];
  needsOf(name: string): readonly Need[];
  textOf(names: ReadonlySet<string>): string;
}

/** A name that is brought in from another file, to be used here or to be passed on. */
interface Link {
  readonly from: string;
  readonly as: string;
  readonly type: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly source?: { readonly value: string } | null;
  readonly importKind?: string;
  readonly exportKind?: string;
  readonly declaration?: Node | null;
  readonly id?: { readonly name: string } | null;
  readonly declarations?: readonly { readonly id: { readonly name: string } }[];
  readonly specifiers?: readonly Specifier[];
}

interface Specifier {
  readonly imported?: { readonly name: string };
  readonly local: { readonly name: string };
  readonly exported?: { readonly name: string };
  readonly importKind?: string;
  readonly exportKind?: string;
}

export function readDeclarations(text: string): Declarations {
  const { program, comments, errors } = parseSync("file.d.ts", text);
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  const imports = new Map<string, Link>();
  const passedOn = new Map<string, Link>();
  const declared = new Map<string, string[]>();
  const exported: string[] = [];
  for (const node of program.body as unknown as readonly Node[]) {
    const from = node.source?.value;
    if (from !== undefined) {
      const isType = (node.importKind ?? node.exportKind) === "type";
      for (const each of node.specifiers ?? []) {
        const link = { from, type: isType || (each.importKind ?? each.exportKind) === "type" };
        if (each.exported === undefined) imports.set(each.local.name, { ...link, as: each.imported?.name ?? "*" });
        else passedOn.set(each.exported.name, { ...link, as: each.local.name });
      }
      continue;
    }
    const isExported = node.type === "ExportNamedDeclaration";
    if (isExported && node.declaration == null) {
      for (const { local, exported: as } of node.specifiers ?? []) {
        const brought = imports.get(local.name);
        if (brought === undefined || as === undefined)
          throw new Error(`not an import that is passed on: ${text.slice(node.start, node.end)}`);
        passedOn.set(as.name, { ...brought, type: brought.type || node.exportKind === "type" });
      }
      continue;
    }
    const inner = (isExported ? node.declaration : node) as Node;
    // Its comment is right before it.
    const comment = comments.findLast(
      (each) => each.end <= node.start && text.slice(each.end, node.start).trim() === "" && text.startsWith("/**", each.start),
    );
    for (const name of namesOf(inner)) {
      declared.set(name, [...(declared.get(name) ?? []), text.slice(comment?.start ?? node.start, node.end)]);
      if (isExported) exported.push(name);
    }
  }
  const wordsOf = (name: string) =>
    new Set(
      (declared.get(name) ?? [])
        .join("\n")
        .replace(/\/\*[^]*?\*\/|\/\/.*/g, "")
        .match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu),
    );
  const isOurs = ({ from }: Link) => from.startsWith(".");
  return {
    exported: [...exported, ...passedOn.keys()],
    needsOf: (name) => {
      const link = passedOn.get(name);
      if (link) return [{ from: link.from, as: link.as }];
      return [...wordsOf(name)].flatMap((word): Need[] => {
        const brought = imports.get(word);
        if (brought) return isOurs(brought) ? [{ from: brought.from, as: brought.as }] : [];
        return declared.has(word) && word !== name ? [{ from: null, as: word }] : [];
      });
    },
    textOf: (names) => {
      const used = new Set([...names].flatMap((name) => [...wordsOf(name)]));
      const kept = [...names].flatMap((name) => declared.get(name) ?? []).join("\n");
      // `v.InferOutput`, and not a field called v.
      const isUsed = (name: string) =>
        used.has(name) && (imports.get(name)?.as !== "*" || new RegExp(`(?<![\\w$.])${name}\\.[A-Z]`).test(kept));
      const list = (verb: string, links: ReadonlyMap<string, Link>, isKept: (name: string) => boolean) =>
        [...links]
          .filter(([name]) => isKept(name))
          .map(([name, { from, as, type }]) => {
            const renamed = as === name ? name : `${as} as ${name}`;
            return `${verb} ${as === "*" ? `${type ? "type " : ""}* as ${name}` : `{ ${type ? "type " : ""}${renamed} }`} from ${JSON.stringify(from)};`;
          });
      const bodies = [...names].filter((name) => declared.has(name)).flatMap((name) => declared.get(name) ?? []);
      return [
        ...list("import", imports, isUsed),
        ...list("export", passedOn, (name) => names.has(name)),
        ...new Set(bodies),
        "export {};",
        "",
      ].join("\n");
    },
  };
}

function namesOf({ id, declarations }: Node): readonly string[] {
  return declarations ? declarations.map((each) => each.id.name) : id ? [id.name] : [];
}
