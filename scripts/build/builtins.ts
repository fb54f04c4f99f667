// An ES module that imports one function of `node:fs` makes Node look at everything that the module has, and Node loads streams,
// readline and promises for that: a fifth of an empty start. Asked for by name it is what `require` gives, and nothing else is loaded.

import { parseSync } from "oxc-parser";

interface Specifier {
  readonly type: string;
  readonly local: { readonly name: string };
  readonly imported?: { readonly name?: string; readonly value?: string };
}

interface Import {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly source?: { readonly value: string };
  readonly specifiers?: readonly Specifier[];
}

/** A file of the release whose imports of Node's own modules ask for them by name, in the order in which it imported them. */
export function withoutImportsOfNode(text: string): string {
  if (!text.includes('"node:')) return text;
  const { program, errors } = parseSync("file.mjs", text, { sourceType: "module" });
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  const own = (program.body as unknown as readonly Import[]).filter(
    ({ type, source }) => type === "ImportDeclaration" && source?.value.startsWith("node:") === true,
  );
  if (own.length === 0) return text;
  const asked = own.flatMap(({ source, specifiers = [] }) => askedFor(source?.value ?? "", specifiers));
  const rest = own.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
  // What is imported is there before anything of the file runs: so is this.
  return asked.length === 0 ? rest : `const ${asked.join(",")};${rest}`;
}

function askedFor(name: string, specifiers: readonly Specifier[]): string[] {
  const whole = `process.getBuiltinModule(${JSON.stringify(name)})`;
  const named = specifiers.filter(({ type }) => type === "ImportSpecifier");
  const names = named.map(({ local, imported }) => `${imported?.name ?? JSON.stringify(imported?.value)}:${local.name}`);
  return [
    ...specifiers.filter((each) => !named.includes(each)).map(({ local }) => `${local.name}=${whole}`),
    ...(names.length === 0 ? [] : [`{${names.join(",")}}=${whole}`]),
  ];
}
