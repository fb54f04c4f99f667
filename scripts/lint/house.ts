// Rules of our own for the linter. house/short-patterns: a regular expression of more than 80 characters is written as
// a table or from named parts, so that a reader sees what its pieces mean.

const LONGEST_PATTERN = 80;

interface PatternLiteral {
  readonly regex?: { readonly pattern: string };
}

interface Context {
  report(problem: { readonly node: PatternLiteral; readonly message: string }): void;
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

export default { meta: { name: "house" }, rules: { "short-patterns": shortPatterns } };
