// Files that people name by kind ("secrets", "lockfiles"), by their globs. Language tables name the kinds; nothing here is
// a word of a language.

import { byName, either, wordSet } from "../../base/index.ts";

export interface FileKind {
  readonly globs: readonly string[];
  /** Known by a generator's header ("DO NOT EDIT") as well as by place. */
  readonly header?: true;
}

export const FILE_KINDS: Readonly<Record<string, FileKind>> = byName({
  secrets: {
    globs: [
      ...wordSet(
        ".env .env.* *.pem *.key *.p12 *.pfx *.keystore *.jks id_rsa id_ed25519 id_ecdsa credentials.json service-account*.json",
        "secrets.yaml secrets.yml secrets.json secrets.toml secrets.env secrets.h .pypirc .netrc .secrets secrets/",
      ),
    ],
  },
  env: { globs: [".env", ".env.*"] },
  generated: {
    globs: ["generated/", "__generated__/", "*.generated.*", "*.gen.*", "*_generated.*", "*.pb.go", "*_pb2.py", "*.g.dart"],
    header: true,
  },
  locks: {
    globs: [
      ...wordSet(
        "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lockb bun.lock Cargo.lock poetry.lock uv.lock",
        "Pipfile.lock pdm.lock Gemfile.lock composer.lock go.sum flake.lock mix.lock pubspec.lock Podfile.lock deno.lock",
        ".terraform.lock.hcl",
      ),
    ],
  },
  migrations: { globs: ["migrations/", "migration/", "db/migrate/", "alembic/versions/"] },
  changelog: { globs: ["CHANGELOG.md", "CHANGELOG", "CHANGES.md", "HISTORY.md"] },
  license: { globs: ["LICENSE*", "LICENCE*", "COPYING*"] },
  ci: { globs: [".github/workflows/", ".gitlab-ci.yml", ".circleci/", "Jenkinsfile", "azure-pipelines.yml", ".travis.yml"] },
  buildout: { globs: ["dist/", "build/", "out/", "target/"] },
  binaries: { globs: ["*.exe", "*.dll", "*.so", "*.dylib", "*.bin", "*.o", "*.a", "*.class", "*.jar"] },
  dbfiles: { globs: ["*.db", "*.sqlite", "*.sqlite3"] },
  logs: { globs: ["*.log", "logs/"] },
  manifests: {
    globs: "package.json Cargo.toml pyproject.toml requirements*.txt go.mod Gemfile composer.json pom.xml build.gradle".split(" "),
  },
  snapshots: { globs: ["__snapshots__/", "*.snap"] },
  testfiles: { globs: ["**/tests/", "**/test/", "**/__tests__/", "*.test.*", "*_test.*", "test_*.py", "*.spec.*"] },
  vendored: { globs: ["vendor/", "third_party/", "node_modules/"] },
});

const TOP_FOLDERS = either`bin, boot, data, dev, etc, home, lib, media, mnt, opt, proc, root, run, sbin, srv, sys, tmp, usr, var`;
export const SYSTEM_FOLDERS = new RegExp(String.raw`^\/(?:${TOP_FOLDERS})$`);

/** Names of their own; other names that begin with a dot may be what files end with. */
const DOTFILES = wordSet(".env .git .github .vscode .idea .cursor .claude .husky .venv .cache .next .codex");
export const isEnding = (name: string): boolean =>
  /^\.[a-z]\w{1,9}$/.test(name) && !DOTFILES.has(name) && !/(?:rc|ignore|config|files?)$/.test(name);

/** Folders that an install or a build makes anew. */
export const isRemade = (path: string): boolean => /^(?:node_modules|\.venv|venv|\.next|\.cache|__pycache__)\/?$/.test(path);

/** A script, or a file that says nothing about itself. */
export function canRun(path: string): boolean {
  return (
    /\.(?:sh|py|js|mjs|ts|rb|pl|php|bash|ps1)$/.test(path) || (/^(?:[./~]|bin\/|scripts?\/|tools?\/)/.test(path) && !hasExtension(path))
  );
}

export const hasExtension = (path: string): boolean => /\.\w+$|\/$/.test(path);
