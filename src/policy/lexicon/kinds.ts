// Things that people name by kind: files by their globs, and acts on things ("force push", "add a dependency") by what
// they do. Language tables name the kinds; nothing here is a word of a language.

import { any, ran } from "../match/patterns.ts";
import type { Matcher } from "../match/rule.ts";

export interface FileKind {
  readonly globs: readonly string[];
  /** Known by a generator's header ("DO NOT EDIT") as well as by place. */
  readonly header?: true;
}

export const FILE_KINDS: Readonly<Record<string, FileKind>> = {
  secrets: {
    globs: [
      ".env", ".env.*", "*.pem", "*.key", "*.p12", "*.pfx", "*.keystore", "*.jks", "id_rsa", "id_ed25519", "id_ecdsa", "credentials.json",
      "service-account*.json", "secrets.yaml", "secrets.yml", "secrets.json", "secrets.toml", "secrets.env", ".pypirc", ".netrc", "secrets/",
    ],
  },
  env: { globs: [".env", ".env.*"] },
  generated: { globs: ["generated/", "__generated__/", "*.generated.*", "*.gen.*", "*_generated.*", "*.pb.go", "*_pb2.py", "*.g.dart"], header: true },
  locks: {
    globs: [
      "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lockb", "bun.lock", "Cargo.lock", "poetry.lock", "uv.lock", "Pipfile.lock",
      "pdm.lock", "Gemfile.lock", "composer.lock", "go.sum", "flake.lock", "mix.lock", "pubspec.lock", "Podfile.lock", "deno.lock", ".terraform.lock.hcl",
    ],
  },
  migrations: { globs: ["migrations/", "migration/", "db/migrate/", "alembic/versions/"] },
  changelog: { globs: ["CHANGELOG.md", "CHANGELOG", "CHANGES.md", "HISTORY.md"] },
  ci: { globs: [".github/workflows/", ".gitlab-ci.yml", ".circleci/", "Jenkinsfile", "azure-pipelines.yml", ".travis.yml"] },
  buildout: { globs: ["dist/", "build/", "out/", "target/"] },
  binaries: { globs: ["*.exe", "*.dll", "*.so", "*.dylib", "*.bin", "*.o", "*.a", "*.class", "*.jar"] },
  logs: { globs: ["*.log", "logs/"] },
  manifests: { globs: ["package.json", "Cargo.toml", "pyproject.toml", "requirements*.txt", "go.mod", "Gemfile", "composer.json", "pom.xml", "build.gradle"] },
  snapshots: { globs: ["__snapshots__/", "*.snap"] },
  testfiles: { globs: ["tests/", "test/", "__tests__/", "*.test.*", "*_test.*", "test_*.py", "*.spec.*"] },
  vendored: { globs: ["vendor/", "third_party/", "node_modules/"] },
};

const all = (...lines: readonly string[]): Matcher => any(lines.map(ran));
const git = (action: string, rest: object = {}): Matcher => ({ kind: "git", actions: [action], ...rest });
const NO_VERIFY = any([git("commit", { flags: [["--no-verify", "-n"]] }), { kind: "git", actions: ["push", "merge", "rebase", "cherry-pick", "am"], flags: [["--no-verify"]] }]);
const FORCE = git("push", { force: true });
const OPEN_PR = all("gh pr create", "glab mr create", "hub pull-request");
const READY_PR = any([OPEN_PR, all("gh pr ready", "glab mr update --ready")]);
const OPEN_ISSUE = all("gh issue create", "glab issue create");
const COMMENT = all("gh issue comment", "gh pr comment", "gh pr review", "glab issue note", "glab mr note");
const DISCARD = all("git reset --hard", "git checkout .", "git checkout -- .", "git restore .", "git clean -f", "git stash drop");
const REWRITE = any([ran("git rebase"), ran("git filter-branch"), ran("git filter-repo"), git("commit", { flags: [["--amend"]] }), FORCE]);
const TAG = any([ran("git tag"), git("push", { flags: [["--tags", "--follow-tags"]] })]);
const PUBLISH = any([{ kind: "package", actions: ["publish"], managers: [] }, all("gh release create", "twine upload", "gem push", "semantic-release", "goreleaser release", "cargo release", "changeset publish", "lerna publish", "release-it", "make release", "npm run release", "pnpm release")]);
const DEPLOY = all(
  "vercel deploy", "vercel --prod", "netlify deploy", "fly deploy", "flyctl deploy", "firebase deploy", "wrangler deploy", "wrangler publish", "serverless deploy",
  "sls deploy", "cdk deploy", "sam deploy", "eb deploy", "kubectl apply", "helm upgrade", "helm install", "terraform apply", "tofu apply", "pulumi up",
  "gcloud app deploy", "gcloud run deploy", "npm run deploy", "pnpm deploy", "pnpm run deploy", "yarn deploy", "make deploy", "just deploy", "task deploy", "mvn deploy",
);
const SERVE = all(
  "npm run dev", "npm start", "pnpm dev", "pnpm start", "yarn dev", "yarn start", "bun dev", "bun run dev", "next dev", "nuxt dev", "astro dev", "vite dev", "ng serve",
  "rails server", "flask run", "php artisan serve", "mix phx.server", "hugo server", "jekyll serve", "mkdocs serve", "expo start", "make dev", "just dev", "make serve",
);
const MIGRATE = all(
  "rails db:migrate", "rake db:migrate", "alembic upgrade", "prisma migrate deploy", "prisma migrate dev", "prisma db push", "knex migrate:latest", "sequelize db:migrate",
  "typeorm migration:run", "flyway migrate", "dbmate up", "goose up", "php artisan migrate", "mix ecto.migrate", "diesel migration run", "sqlx migrate run",
  "drizzle-kit migrate", "drizzle-kit push", "supabase db push", "liquibase update", "npm run migrate", "pnpm migrate", "make migrate", "manage.py migrate",
);
const DROP_DATABASE = any([{ kind: "statement", pattern: "\\b(?:drop\\s+(?:table|database|schema)|truncate)\\b" }, all("dropdb", "rails db:drop", "rails db:reset", "prisma migrate reset", "php artisan migrate:fresh", "supabase db reset")]);
const NEW_BRANCH = all("git checkout -b", "git switch -c");
const LOCAL = ["localhost", "127.0.0.1", "::1", "0.0.0.0", "*.local"];
const ANY_GIT_WRITE: Matcher = { kind: "git", actions: ["add", "commit", "push", "merge", "rebase", "reset", "revert", "checkout", "switch", "stash", "cherry-pick", "tag", "clean", "restore", "pull", "am", "rm", "mv"] };

/** What an act does to a kind of thing; "-" is the act alone. Branches that a sentence names narrow the Git ones. */
const DEEDS: readonly (readonly [acts: string, nouns: string, matcher: Matcher])[] = [
  ["commit", "-", git("commit")],
  ["push", "-", git("push")],
  ["forcepush", "-", FORCE],
  ["stage", "-", git("add")],
  ["amend", "-", git("commit", { flags: [["--amend"]] })],
  ["rebase", "-", ran("git rebase")],
  ["cherrypick", "-", ran("git cherry-pick")],
  ["stash", "-", ran("git stash")],
  ["pull", "-", ran("git pull")],
  ["merge", "- newbranch", ran("git merge")],
  ["delete", "worktree", ran("git worktree remove")],
  ["create add switch use", "worktree", ran("git worktree add")],
  ["stash", "changes", ran("git stash")],
  ["hardreset", "-", ran("git reset --hard")],
  ["skip", "hooks", NO_VERIFY],
  ["rewrite change", "history", REWRITE],
  ["forcepush", "history newbranch", FORCE],
  ["discard revert delete", "changes", DISCARD],
  ["create open", "newbranch", NEW_BRANCH],
  ["switch change", "newbranch", all("git switch", "git checkout")],
  ["delete", "newbranch", any([ran("git branch -d"), ran("git push --delete")])],
  ["push", "tags", any([git("push", { flags: [["--tags", "--follow-tags"]] }), git("push", { branches: ["v[0-9]*"] })])],
  ["create add", "tags", TAG],
  ["tag", "- releases", TAG],
  ["create open", "pr", OPEN_PR],
  ["ready", "pr", READY_PR],
  ["merge", "pr", all("gh pr merge", "glab mr merge")],
  ["close", "pr", all("gh pr close", "glab mr close")],
  ["create open", "issue", OPEN_ISSUE],
  ["close", "issue", all("gh issue close", "glab issue close")],
  ["comment", "issue pr", COMMENT],
  ["post", "comments", COMMENT],
  ["add install create use", "dependency", { kind: "package", actions: ["add"], managers: [] }],
  ["upgrade change", "dependency", { kind: "package", actions: ["update"], managers: [] }],
  ["install add", "system", any([{ kind: "package", actions: ["add", "install"], managers: ["apt", "apt-get", "brew", "dnf", "yum", "pacman", "apk", "snap"] }, { kind: "package", actions: ["add", "install"], managers: [], global: true }, ran("npm install -g")])],
  ["publish release", "- dependency", PUBLISH],
  ["create publish", "releases", PUBLISH],
  ["deploy", "-", DEPLOY],
  ["start run", "server", SERVE],
  ["run", "migrations", MIGRATE],
  ["delete reset", "database", DROP_DATABASE],
  ["change create delete write", "outside", { kind: "path", access: ["change", "create", "delete"], globs: ["**"], outside: true, everywhere: true }],
  ["run use", "root", all("sudo", "su", "doas")],
  ["send", "mail", all("mail", "mailx", "msmtp", "sendmail", "mutt", "swaks")],
  ["kill", "running", all("kill", "pkill", "killall")],
  ["change", "gitconfig", { kind: "command", pattern: { program: "git", words: ["config"], flags: [], args: ["*.*"], inside: [] } }],
  ["create add write", "document", { kind: "path", access: ["create"], globs: ["*.md", "*.mdx", "*.rst"], standing: "new" }],
  ["change", "document", { kind: "path", access: ["change", "create"], globs: ["*.md", "*.mdx", "*.rst"] }],
  ["read", "outside", { kind: "path", access: ["read"], globs: ["**"], outside: true, everywhere: true }],
  ["use read create", "network", { kind: "network", hosts: LOCAL, outside: true }],
  ["run use", "gitany", ANY_GIT_WRITE],
  ["run use", "destructive", any([all("git reset --hard", "git clean -f", "git checkout -- .", "git checkout .", "git restore .", "rm -rf", "git stash drop", "git branch -D"), FORCE])],
];

const anyCase = (words: string): string => words.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
/** A value that looks like a key where a key is named, well-known keys, and a password in an address. A placeholder has no digit. */
export const WRITTEN_SECRET = [
  `(?:${anyCase("api[_-]?key|secret|token|passwd|password|private[_-]?key|access[_-]?key|encryption[_-]?key")})[A-Za-z0-9_-]*["']?[ \\t]*[:=][ \\t]*["'][A-Za-z_/+=-]*[0-9][A-Za-z0-9_/+=.-]{6,}`,
  "sk-[A-Za-z0-9_-]{16,}", "AKIA[0-9A-Z]{16}", "gh[pousr]_[A-Za-z0-9]{20,}", "-----BEGIN [A-Z ]*PRIVATE KEY", "://[A-Za-z0-9_.-]+:[^\\s:/@]*[0-9][^\\s:/@]*@",
].join("|");

const TABLE = new Map(DEEDS.flatMap(([acts, nouns, matcher]) => acts.split(" ").flatMap((act) => nouns.split(" ").map((noun) => [`${act} ${noun}`, matcher] as const))));

export function deedOf(act: string, noun: string): Matcher | null {
  return TABLE.get(`${act} ${noun}`) ?? null;
}

/** Checks that are named by what they do ("run the tests"): each is met by any of the usual programs. */
export const CHECKS: Readonly<Record<string, Matcher>> = {
  test: all("* test", "pytest", "jest", "vitest", "go test", "cargo test", "cargo nextest", "mvn test", "mvn verify", "gradle test", "gradle check", "dotnet test", "rspec", "phpunit", "tox", "nox", "ctest", "mix test", "make check", "deno test", "bun test", "swift test", "flutter test", "npm run check", "pnpm check"),
  lint: all("* lint", "eslint", "ruff", "flake8", "pylint", "golangci-lint", "cargo clippy", "rubocop", "biome", "oxlint", "shellcheck", "pre-commit", "make check", "npm run check", "pnpm check", "* lint:*"),
  format: all("* format", "* fmt", "prettier", "black", "gofmt", "rustfmt", "cargo fmt", "ruff format", "biome", "clang-format", "go fmt", "pint", "* format:*"),
  typecheck: all("* typecheck", "* type-check", "tsc", "mypy", "pyright", "basedpyright", "* types", "* typecheck:*", "* type-check:*", "* check-types", "ty check"),
  build: all("* build", "cargo build", "go build", "make", "tsc", "mvn package", "gradle build", "gradle assemble", "dotnet build"),
};
