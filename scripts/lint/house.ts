// Rules of our own for the linter. house/short-patterns: a regular expression of more than 80 characters is written as
// a table or from named parts, so that a reader sees what its pieces mean. house/tables-by-name: a table of rows by any
// name is made by `byName`, so that a program called `constructor` is not found in it.

const LONGEST_PATTERN = 80;

interface PatternLiteral {
  readonly regex?: { readonly pattern: string };
}

interface Declared {
  readonly id: { readonly name?: string; readonly typeAnnotation?: object | null };
  readonly init: { readonly type: string; readonly callee?: { readonly name?: string } } | null;
}

interface Declaration {
  readonly parent: { readonly type: string };
  readonly declarations: readonly Declared[];
}

interface Context {
  readonly sourceCode: { getText(node: object): string };
  report(problem: { readonly node: object; readonly message: string }): void;
}

const shortPatterns = {
  create: (context: Context) => ({
    Literal(node: PatternLiteral) {
      const length = node.regex?.pattern.length ?? 0;
      if (length > LONGEST_PATTERN)
        context.report({ node, message: `a regular expression of ${length} characters: name its parts, or make it a table` });
    },
  }),
};

const tablesByName = {
  create: (context: Context) => ({
    VariableDeclaration({ parent, declarations }: Declaration) {
      if (parent.type !== "Program" && parent.type !== "ExportNamedDeclaration") return;
      for (const { id, init } of declarations) {
        const type = id.typeAnnotation == null ? "" : context.sourceCode.getText(id.typeAnnotation);
        if (/\bRecord<string,|\bRuleTable\b/.test(type) && init?.callee?.name !== "byName")
          context.report({ node: id, message: `${id.name} answers for \`constructor\` too: make the table with byName(…)` });
      }
    },
  }),
};

export default { meta: { name: "house" }, rules: { "short-patterns": shortPatterns, "tables-by-name": tablesByName } };
