// A regular expression of JavaScript (flag u) as a tree, without what no linear engine can do: lookaround and
// backreferences. The text was accepted by the engine of the platform before, so its syntax is right.

export type Tree =
  /** One character: the source of a set, or of a single character. */
  | { readonly kind: "one"; readonly source: string }
  | { readonly kind: "assert"; readonly what: "start" | "end" | "boundary" | "inside" }
  | { readonly kind: "all" | "either"; readonly of: readonly Tree[] }
  | { readonly kind: "repeat"; readonly of: Tree; readonly min: number; readonly max: number };

/** What cannot be had, in words for the person who wrote the expression. */
export class Unsupported extends Error {}

/** Escapes of more than one sign behind the backslash; a pair of surrogates is one character. */
const LONG_ESCAPES = [
  /^\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/,
  /^\\(?:u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})/,
  /^\\(?:c[a-zA-Z]|[pP]\{[^}]{1,80}\})/,
];

export function parsePattern(source: string): Tree {
  let at = 0;
  const tree = either();
  return tree;

  function either(): Tree {
    const of = [all()];
    while (source[at] === "|") {
      at++;
      of.push(all());
    }
    return of.length === 1 ? (of[0] as Tree) : { kind: "either", of };
  }

  function all(): Tree {
    const of: Tree[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") of.push(repeated(term()));
    return { kind: "all", of };
  }

  function repeated(of: Tree): Tree {
    const found = /^(?:[*+?]|\{(\d{1,9})(,?)(\d{0,9})\})/.exec(source.slice(at, at + 24));
    if (found === null) return of;
    at += found[0].length;
    if (source[at] === "?") at++;
    const [sign, least = "0", comma = "", most = ""] = found;
    if (sign === "*") return { kind: "repeat", of, min: 0, max: Infinity };
    if (sign === "+") return { kind: "repeat", of, min: 1, max: Infinity };
    if (sign === "?") return { kind: "repeat", of, min: 0, max: 1 };
    return { kind: "repeat", of, min: Number(least), max: comma === "" ? Number(least) : most === "" ? Infinity : Number(most) };
  }

  function term(): Tree {
    const char = String.fromCodePoint(source.codePointAt(at) as number);
    if (char === "(") return group();
    if (char === "[") return { kind: "one", source: taken(setEnd()) };
    if (char === "\\") return escape();
    at += char.length;
    if (char === "^") return { kind: "assert", what: "start" };
    if (char === "$") return { kind: "assert", what: "end" };
    return { kind: "one", source: char };
  }

  function group(): Tree {
    const head = /^\((?:\?(?:[:]|<?[=!]|<[^=!>][^>]*>|[a-z-]+:))?/u.exec(source.slice(at, at + 200))?.[0] ?? "(";
    if (/[=!]$/.test(head)) throw new Unsupported(`lookaround, ${head}…), is not available`);
    if (/^\(\?[a-z-]+:$/.test(head))
      throw new Unsupported(`flags in a group, ${head}…), are not available; put them in front of the whole, as in (?i)`);
    at += head.length;
    const inner = either();
    at++;
    return inner;
  }

  function escape(): Tree {
    const next = source[at + 1] ?? "";
    if (/[1-9k]/.test(next)) throw new Unsupported(`a backreference, \\${next}, is not available`);
    if (next === "b" || next === "B") {
      at += 2;
      return { kind: "assert", what: next === "b" ? "boundary" : "inside" };
    }
    const rest = source.slice(at, at + 90);
    const long = LONG_ESCAPES.map((form) => form.exec(rest)?.[0].length).find((length) => length !== undefined);
    return { kind: "one", source: taken(at + (long ?? 2)) };
  }

  function setEnd(): number {
    let end = at + 1;
    while (source[end] !== "]") end += source[end] === "\\" ? 2 : 1;
    return end + 1;
  }

  function taken(end: number): string {
    const text = source.slice(at, end);
    at = end;
    return text;
  }
}
