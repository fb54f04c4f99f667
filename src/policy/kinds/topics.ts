// Parts of a project as people name them ("the authentication module", "eslint config", 支付模块), by words that the paths of
// their files have. Which files those are is a guess that a person confirms.

import { byName, sameRow, wordSet } from "../../base/index.ts";
import { FILE_KINDS } from "./fileKinds.ts";
import { namedAfter } from "./codePlaces.ts";

const globs = (kind: string): readonly string[] => FILE_KINDS[kind]?.globs ?? [];
const SCHEMA = ["*.prisma", "schema.sql", "schema.rb", "**/*schema*", ...globs("migrations")];
const DEPLOYMENT = ["**/*deploy*", "k8s/", "helm/", "fly.toml", "vercel.json", "netlify.toml", "Procfile", "render.yaml", "wrangler.toml"];
const DOCKER = ["Dockerfile*", "*.dockerfile", "docker-compose*", "compose.y*ml", ".dockerignore"];

/** Topics whose files are known by more than the word itself; a plain word stands for paths that have it. */
const TOPICS: Readonly<Record<string, readonly string[] | string>> = byName({
  ...sameRow("docker dockerfile dockerfiles docker-compose compose", DOCKER),
  ...sameRow("deployment deployments deploy 部署", DEPLOYMENT),
  ...sameRow("license licence licensing 许可证", globs("license")),
  ...sameRow("readme readmes", ["README*"]),
  ...sameRow("ci ci/cd pipeline pipelines 流水线", globs("ci")),
  ...sameRow("schema schemas database db 数据库结构 表结构 数据库表结构 数据库", SCHEMA),
  ...sameRow("kubernetes k8s", ["k8s/", "kubernetes/", "helm/", "charts/", "**/*k8s*"]),
  ...sameRow("terraform infrastructure infra", ["*.tf", "*.tfvars", "infra/", "infrastructure/", "terraform/"]),
  ...sameRow("authentication authorization auth login 认证 鉴权 登录", "auth"),
  ...sameRow("payment payments 支付", "payment"),
  ...sameRow("permission permissions 权限", "permission"),
  ...sameRow("生产", "prod"),
  ...sameRow("billing 计费", "billing"),
  ...sameRow("translation translations locale locales i18n 国际化 翻译", ["locales/", "i18n/", "**/*i18n*", "**/*locale*"]),
  ...sameRow("checkout encryption crypto nginx eslint prettier tsconfig oauth webpack vite tailwind biome ruff mypy", ""),
});

/** What is in front of them says which part of a program is meant, whatever it is. */
const HEADS = wordSet("module modules package packages service config configs configuration configurations middleware plugin subsystem");
/** They say nothing beside a topic that is known. */
const BESIDE = wordSet(
  "code header headers terms logic layer component components services system flow settings setup file files implementation integration directly",
  "模块 代码 逻辑 配置 配置文件 文件 服务 组件 系统 目录 结构",
);
const HEAD_AT_END = /(?:模块|代码|逻辑|配置文件|配置|文件|服务|组件|系统|目录)$/;

/** They say which of a kind, or nothing that a path has. */
const NO_TOPIC = wordSet(
  "existing unrelated other current public internal external core main shared common global local user users source production business",
  "application app project original old new legacy underlying working functional relevant related corresponding generic specific model",
  "command error data api test tests import build runtime static dynamic default custom framework library third-party language type",
  "any all this that these those your our their upstream downstream base root parent child above below same following correct important",
);

export interface ProjectPart {
  readonly globs: readonly string[];
  /** What is meant, as it is written. */
  readonly named: readonly string[];
  /** The words that are looked for in paths; empty where the files are known otherwise. */
  readonly words: readonly string[];
}

/** null: the words name no part of a project, or more than that. */
export function projectPartOf(words: readonly string[]): ProjectPart | null {
  const bare = words.map((each) => each.replace(HEAD_AT_END, (head) => (head === each ? head : "")));
  const named = bare.filter((each) => !HEADS.has(each.toLowerCase()) && !BESIDE.has(each.toLowerCase()));
  const headed = words.some((each) => HEADS.has(each.toLowerCase()));
  if (named.length === 0 || named.length > 2) return null;
  const found = named.map((each) => filesOf(each, headed));
  if (found.some((each) => each === null)) return null;
  const globs = [...new Set(found.flatMap((each) => each ?? []))];
  const looked = globs.flatMap((each) => /^\*\*\/\*([\w-]+)\*$/.exec(each)?.[1]?.toLowerCase() ?? []);
  return { globs, named, words: looked.length === globs.length ? [...new Set(looked)] : [] };
}

function filesOf(word: string, headed: boolean): readonly string[] | null {
  const low = word.toLowerCase();
  const known = TOPICS[low];
  if (known !== undefined) return typeof known === "string" ? spelled(known === "" ? low : known) : known;
  return headed && /^[A-Za-z][\w-]{3,}$/.test(word) && !NO_TOPIC.has(low) ? spelled(word) : null;
}

/** `oauth`, `OAuth` and `Oauth` are the same part. */
const spelled = (word: string): readonly string[] => [...new Set([...namedAfter(word.toLowerCase()), `**/*${word}*`])];
