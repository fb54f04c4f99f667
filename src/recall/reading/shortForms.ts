// Names that people write short as often as in full. Each line is one thing; a query for any of its names finds the others.

const NAMES = `k8s kubernetes
pg postgres postgresql
ts typescript
js javascript
py python
rb ruby
tf terraform
gh github
db database
repo repository
config configuration
env environment
auth authentication
docs documentation
prod production
infra infrastructure
deps dependencies
perf performance
admin administrator
app application
async asynchronous
i18n internationalization internationalisation
l10n localization localisation
a11y accessibility
o11y observability
e2e endtoend`;

export const SHORT_FORMS: ReadonlyMap<string, readonly string[]> = new Map(
  NAMES.split("\n").flatMap((line) => {
    const names = line.split(" ");
    return names.map((name): [string, string[]] => [name, names.filter((other) => other !== name)]);
  }),
);
