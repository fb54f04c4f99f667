// Files that people name by kind instead of by path: "lockfiles", "generated code", 锁文件. Each kind has its globs; the
// words are matched in running text only.

export interface FileKind {
  readonly name: string;
  readonly words: string;
  readonly globs: readonly string[];
  /** Named by a generator's header ("DO NOT EDIT") as well as by place. */
  readonly header?: true;
}

const LOCKS = ["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lockb", "bun.lock", "Cargo.lock", "poetry.lock", "uv.lock", "Pipfile.lock", "pdm.lock", "Gemfile.lock", "composer.lock", "go.sum", "flake.lock", "mix.lock", "pubspec.lock", "Podfile.lock", "deno.lock", ".terraform.lock.hcl", "packages.lock.json"];
const SECRETS = [".env", ".env.*", "*.pem", "*.key", "*.p12", "*.pfx", "*.keystore", "*.jks", "id_rsa", "id_ed25519", "id_ecdsa", "credentials.json", "service-account*.json", "secrets.yaml", "secrets.yml", "secrets.json", "secrets.toml", "secrets.env", ".npmrc", ".pypirc", ".netrc", "*.tfvars", "secrets/"];
const MANIFESTS = ["package.json", "Cargo.toml", "pyproject.toml", "requirements*.txt", "go.mod", "Gemfile", "composer.json", "pom.xml", "build.gradle", "build.gradle.kts", "pubspec.yaml", "Pipfile", "mix.exs"];

export const FILE_KINDS: readonly FileKind[] = [
  { name: "lockfiles", words: "(?:the |any |a )?(?:dependency |package )?lock[- ]?files?|锁文件|锁定文件", globs: LOCKS },
  {
    name: "secrets",
    words:
      "(?:any |our |the |real |production |live |plaintext |plain-text |hard-?coded )?(?:secrets?|credentials?|api[- ]?keys?|private keys?|access tokens?|passwords?|secret (?:files?|keys?|values?))(?: files?)?(?:(?:,| or| and|, or|, and|/) ?(?:any |the )?(?:secrets?|credentials?|api[- ]?keys?|private keys?|tokens?|passwords?|certificates?))*|密钥(?:文件)?|凭证|凭据|私钥|敏感信息|敏感文件",
    globs: SECRETS,
  },
  { name: "env files", words: "(?:the |any )?(?:dot)?env files?|environment files?|环境变量文件|环境配置文件", globs: [".env", ".env.*"] },
  {
    name: "generated files",
    words: "(?:the |any |all |auto-?)?(?:auto-?)?generated (?:files?|code|sources?|types?|clients?|artifacts?|stubs?|bindings?|output)|(?:自动)?生成的?(?:文件|代码|产物)",
    globs: ["generated/", "__generated__/", "*.generated.*", "*.gen.*", "*_generated.*", "*.pb.go", "*_pb2.py", "*.g.dart"],
    header: true,
  },
  {
    name: "migrations",
    words: "(?<!\\b(?:run|running|apply|applying|execute|executing|perform)(?: (?:the|any|database|db|pending|schema|data))* )(?:(?:the |any |an? )?(?:database |db |schema |sql |alembic |django |prisma |rails |flyway )?(?:migrations|migration (?:files?|scripts?|folder|director(?:y|ies)))|(?:the |any |an? )*(?:old |existing |applied |committed |merged |past |previous |already[- ](?:applied|merged|committed) )+(?:database |db |schema |sql )?migrations?(?: files?| scripts?)?)|(?:数据库)?迁移(?:文件|脚本|目录)?",
    globs: ["migrations/", "migration/", "db/migrate/", "alembic/versions/"],
  },
  { name: "changelog", words: "(?:the |our )?change ?log(?: file)?|变更日志|更新日志", globs: ["CHANGELOG.md", "CHANGELOG", "CHANGES.md", "HISTORY.md"] },
  { name: "license", words: "(?:the |our )?licen[cs]e files?", globs: ["LICENSE", "LICENSE.*", "LICENCE", "COPYING"] },
  { name: "snapshots", words: "(?:the |any )?(?:test |jest |golden )?snapshot files?|快照文件", globs: ["__snapshots__/", "*.snap"] },
  {
    name: "CI configuration",
    words: "(?:the |any |our )?(?:ci(?:/cd)?|github actions|pipeline|workflow) (?:config(?:uration)?s?|files?|workflows?|definitions?|pipelines?)(?: files?)?|github actions workflows?|ci workflows?|(?:ci|流水线)(?:配置|文件)",
    globs: [".github/workflows/", ".gitlab-ci.yml", ".circleci/", "Jenkinsfile", "azure-pipelines.yml", ".travis.yml"],
  },
  { name: "node_modules", words: "node_modules", globs: ["node_modules/"] },
  { name: "manifests", words: "(?:the |any )?(?:package |dependency )manifests?|依赖清单", globs: MANIFESTS },
  { name: "build output", words: "(?:the |any )?build (?:outputs?|artifacts?|artefacts?|products?)|(?:the )?compiled (?:files?|artifacts?|output)|构建产物|编译产物", globs: ["dist/", "build/", "out/", "target/"] },
  { name: "binaries", words: "(?:large |compiled )?binar(?:y|ies)(?: files?)?|二进制文件", globs: ["*.exe", "*.dll", "*.so", "*.dylib", "*.bin", "*.o", "*.a", "*.class", "*.jar"] },
  { name: "log files", words: "log files|日志文件", globs: ["*.log", "logs/"] },
  { name: "submodules", words: "(?:the |any |git )*submodules?|子模块", globs: [] },
];
