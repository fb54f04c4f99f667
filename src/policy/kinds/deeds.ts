// What an act does to a thing that is named by kind ("force push", "add a dependency"). Language tables name acts and
// kinds; nothing here is a word of a language.

import { FILE_KINDS } from "./fileKinds.ts";
import { any, anyRan, ran } from "../match/patterns.ts";
import type { Access, Matcher } from "../match/rule.ts";
import { PRODUCTION } from "./production.ts";
import { DASH, LEFT_OPEN, PICTURE, SUPPRESSION } from "./writtenText.ts";

const git = (action: string, rest: object = {}): Matcher => ({ kind: "git", actions: [action], ...rest });
const NO_VERIFY = any([
  git("commit", { flags: [["--no-verify", "-n"]] }),
  { kind: "git", actions: ["push", "merge", "rebase", "cherry-pick", "am"], flags: [["--no-verify"]] },
]);
const FORCE = git("push", { force: true });
const OPEN_PR = anyRan("gh pr create", "glab mr create", "hub pull-request");
const READY_PR = any([OPEN_PR, anyRan("gh pr ready", "glab mr update --ready")]);
const OPEN_ISSUE = anyRan("gh issue create", "glab issue create");
const COMMENT = anyRan("gh issue comment", "gh pr comment", "gh pr review", "glab issue note", "glab mr note");
const DISCARD = anyRan("git reset --hard", "git checkout .", "git checkout -- .", "git restore .", "git clean -f", "git stash drop");
const REWRITE = any([ran("git rebase"), ran("git filter-branch"), ran("git filter-repo"), git("commit", { flags: [["--amend"]] }), FORCE]);
const TAG = any([ran("git tag"), git("push", { flags: [["--tags", "--follow-tags"]] })]);
const PUBLISH = any([
  { kind: "package", actions: ["publish"], managers: [] },
  anyRan(
    "gh release create, twine upload, gem push, semantic-release, goreleaser release, cargo release, changeset publish",
    "lerna publish, release-it, make release, npm run release, pnpm release",
  ),
]);
const DEPLOY = anyRan(
  "vercel deploy, vercel --prod, netlify deploy, fly deploy, flyctl deploy, firebase deploy, wrangler deploy, wrangler publish",
  "serverless deploy, sls deploy, cdk deploy, sam deploy, eb deploy, kubectl apply, helm upgrade, helm install, terraform apply",
  "tofu apply, pulumi up, gcloud app deploy, gcloud run deploy, npm run deploy, pnpm deploy, pnpm run deploy, yarn deploy",
  "make deploy, just deploy, task deploy, mvn deploy",
);
const SERVE = anyRan(
  "npm run dev, npm start, pnpm dev, pnpm start, yarn dev, yarn start, bun dev, bun run dev, next dev, nuxt dev, astro dev",
  "vite dev, ng serve, rails server, flask run, php artisan serve, mix phx.server, hugo server, jekyll serve, mkdocs serve",
  "expo start, make dev, just dev, make serve",
);
const MIGRATE = anyRan(
  "rails db:migrate, rake db:migrate, alembic upgrade, prisma migrate deploy, prisma migrate dev, prisma db push",
  "knex migrate:latest, sequelize db:migrate, typeorm migration:run, flyway migrate, dbmate up, goose up, php artisan migrate",
  "mix ecto.migrate, diesel migration run, sqlx migrate run, drizzle-kit migrate, drizzle-kit push, supabase db push",
  "liquibase update, npm run migrate, pnpm migrate, make migrate, manage.py migrate",
);
const DROP_DATABASE = any([
  { kind: "statement", pattern: "\\b(?:drop\\s+(?:table|database|schema)|truncate)\\b" },
  anyRan("dropdb", "rails db:drop", "rails db:reset", "prisma migrate reset", "php artisan migrate:fresh", "supabase db reset"),
]);
/** Commands that set a version, and its line in a manifest. */
const VERSION = any([
  anyRan(
    "npm version, pnpm version, yarn version, cargo set-version, cargo bump, poetry version, uv version, hatch version, pdm bump",
    "bump2version, bumpversion, bump-my-version, lerna version, changeset version, standard-version, mvn versions:set, gem bump, mix version",
  ),
  {
    kind: "content",
    pattern: '^\\s*"?version"?\\s*[:=]\\s*["\']?v?\\d+\\.\\d',
    when: "holds",
    globs: FILE_KINDS["manifests"]?.globs ?? [],
  },
]);
const NEW_BRANCH = anyRan("git checkout -b", "git switch -c");
const LOCAL = ["localhost", "127.0.0.1", "::1", "0.0.0.0", "*.local"];
const ANY_GIT_WRITE: Matcher = {
  kind: "git",
  actions: "add commit push merge rebase reset revert checkout switch stash cherry-pick tag clean restore pull am rm mv".split(" "),
};

const outside = (...access: readonly Access[]): Matcher => ({ kind: "path", access, globs: ["**"], outside: true, everywhere: true });

/** What an act does to a kind of thing; "-" is the act alone. Branches that a sentence names narrow the Git ones. */
const DEEDS: readonly (readonly [acts: string, nouns: string, matcher: Matcher])[] = [
  ["commit", "-", git("commit")],
  ["push", "-", git("push")],
  ["forcepush", "-", FORCE],
  ["stage", "-", git("add")],
  ["amend", "-", git("commit", { flags: [["--amend"]] })],
  ["rebase", "-", ran("git rebase")],
  ["stash", "-", ran("git stash")],
  ["pull", "-", ran("git pull")],
  ["merge", "-", anyRan("git merge", "gh pr merge", "glab mr merge")],
  ["delete", "worktree", ran("git worktree remove")],
  ["create add switch use", "worktree", ran("git worktree add")],
  ["hardreset", "-", ran("git reset --hard")],
  ["skip", "hooks", NO_VERIFY],
  ["rewrite change", "history", REWRITE],
  ["forcepush", "history newbranch", FORCE],
  ["discard revert delete", "changes", DISCARD],
  ["create open", "newbranch", NEW_BRANCH],
  ["switch change", "newbranch", { kind: "git", actions: ["switch", "checkout"], branches: ["*"] }],
  ["delete", "newbranch", any([ran("git branch -d"), ran("git push --delete")])],
  ["push", "tags", any([git("push", { flags: [["--tags", "--follow-tags"]] }), git("push", { branches: ["v[0-9]*"] })])],
  ["create add", "tags", TAG],
  ["tag", "- releases", TAG],
  ["delete change", "tags", anyRan("git tag -d", "git tag -f", "git push --delete")],
  ["create open publish", "pr", OPEN_PR],
  ["ready", "pr", READY_PR],
  ["merge", "pr", anyRan("gh pr merge", "glab mr merge")],
  ["close", "pr", anyRan("gh pr close", "glab mr close")],
  ["create open publish", "issue", OPEN_ISSUE],
  ["close", "issue", anyRan("gh issue close", "glab issue close")],
  ["comment", "issue pr", COMMENT],
  ["add install create use", "dependency", { kind: "package", actions: ["add"], managers: [] }],
  ["upgrade change", "dependency", { kind: "package", actions: ["update"], managers: [] }],
  [
    "install add",
    "system",
    any([
      { kind: "package", actions: ["add", "install"], managers: ["apt", "apt-get", "brew", "dnf", "yum", "pacman", "apk", "snap"] },
      { kind: "package", actions: ["add", "install"], managers: [], global: true },
      ran("npm install -g"),
    ]),
  ],
  ["publish release", "- dependency", PUBLISH],
  ["create publish", "releases", PUBLISH],
  ["deploy", "-", DEPLOY],
  ["start run", "server", SERVE],
  [
    "start kill",
    "service",
    anyRan("systemctl restart, systemctl start, systemctl stop, service, docker restart, pm2 restart, supervisorctl restart"),
  ],
  ["start", "container", anyRan("docker restart", "docker compose restart", "docker-compose restart")],
  ["run use", "migrations", MIGRATE],
  ["delete drop reset", "database", DROP_DATABASE],
  ["upgrade change", "version", VERSION],
  ["change use connect run read delete", "production", PRODUCTION],
  ["create", "files", { kind: "path", access: ["create"], globs: ["**"], standing: "new" }],
  ["change", "outside", outside("change", "create", "delete")],
  ["write", "outside", outside("change", "create")],
  ["delete", "outside", outside("delete")],
  ["add use write skip", "suppression", { kind: "content", pattern: SUPPRESSION, when: "holds", globs: [] }],
  ["add use write create", "todo", { kind: "content", pattern: LEFT_OPEN, when: "holds", globs: [] }],
  ["add use write create", "dashes", { kind: "content", pattern: DASH, when: "holds", globs: [] }],
  ["add use write create", "emoji", { kind: "content", pattern: PICTURE, when: "holds", globs: [] }],
  ["run use", "root", anyRan("sudo", "su", "doas")],
  ["send", "mail", anyRan("mail", "sendmail", "mutt", "swaks", "msmtp", "mailx")],
  ["kill", "running", anyRan("kill", "pkill", "killall")],
  [
    "change run use",
    "gitconfig",
    { kind: "command", pattern: { program: "git", words: ["config"], flags: [], args: ["*.*"], inside: [] } },
  ],
  ["create add write", "document", { kind: "path", access: ["create"], globs: ["*.md", "*.mdx", "*.rst"], standing: "new" }],
  ["change", "document", { kind: "path", access: ["change", "create"], globs: ["*.md", "*.mdx", "*.rst"] }],
  ["read", "outside", outside("read")],
  ["use read create", "network", { kind: "network", hosts: LOCAL, outside: true }],
  ["run use", "gitany", ANY_GIT_WRITE],
  [
    "run use",
    "destructive",
    any([
      anyRan("git reset --hard, git clean -f, git checkout -- ., git checkout ., git restore ., rm -rf, git stash drop, git branch -D"),
      FORCE,
    ]),
  ],
];

const TABLE = new Map(
  DEEDS.flatMap(([acts, nouns, matcher]) =>
    acts.split(" ").flatMap((act) => nouns.split(" ").map((noun) => [`${act} ${noun}`, matcher] as const)),
  ),
);

export function deedOf(act: string, noun: string): Matcher | null {
  return TABLE.get(`${act} ${noun}`) ?? null;
}
