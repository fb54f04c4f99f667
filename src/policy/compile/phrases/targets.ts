// From what is named and what is said to be done with it to a matcher. This is where precision is won: a name that does
// not fit its verb gives nothing.

import { MANAGERS } from "../../lexicon/programs.ts";
import type { VerbClass } from "../../lexicon/verbs.ts";
import { any, commandMatcher, commandPattern, flagSpellings } from "../../match/patterns.ts";
import type { Access, GitMatcher, Matcher, PathMatcher } from "../../match/rule.ts";
import type { Entity } from "../text/classify.ts";
import type { Mention, Sentence } from "../text/sentence.ts";

export interface Aim {
  readonly class: VerbClass;
  /** The verb's word: `run x` makes a command of any x, `use x` does not. */
  readonly word: string;
}

/** A pronoun's verdict without a verb: commands are not run, paths are not changed. */
export const ANYTHING: readonly Aim[] = [{ class: "run", word: "use" }, { class: "edit", word: "touch" }];

const STRICT_RUN = new Set(["run", "execute", "invoke", "launch", "start", "issue", "trigger", "restart", "kill", "stop", "运行", "执行", "跑", "启动", "敲", "触发", "直接跑"]);
const EXTENSION_ONLY = /^\.(?:csv|tsv|parquet|pkl|pickle|tfstate|tfvars|apk|ipa|sql|proto|log|lock|pem|key|p12|exe|dll|so|jar|zip|gz|tar|png|jpe?g|gif|webp|svg|pdf|mp4|db|sqlite|bak|snap|ipynb|json|ya?ml|xml|md|mdx|txt|py|js|ts|tsx|jsx|css|go|rs|java|po|onnx|pt|h5|xlsx?|docx?|plist|pbxproj|keystore|orig|rej|patch|tmp|swp|map|min\.js|d\.ts|generated\.ts|g\.dart)$/;

function globOf(entity: Entity): string {
  const text = entity.text.replace(/^\.\/(?=.)/, "").replace(/[.,;]+$/, "");
  return EXTENSION_ONLY.test(text) || TWO_EXTENSIONS.test(text) ? `*${text}` : text;
}

/** `.pb.go` is an ending; `*.eslintrc.json` still finds `.eslintrc.json`. */
const TWO_EXTENSIONS = /^(?:\.[a-z][\w-]*){2,3}$/i;

/** Folders that everybody has at home: whoever names them without a place means those too. */
const HOME_FOLDER = /^\.(?:ssh|aws|gnupg|kube|netrc|azure|password-store)(?:\/|$)/;

export function globsOf(entity: Entity): readonly string[] {
  if (entity.kind !== null) return entity.kind.globs;
  if (entity.type !== "path") return [];
  const glob = globOf(entity);
  return HOME_FOLDER.test(glob) ? [glob, `~/${glob}`] : [glob];
}

/** `curl … | sh` as people write it. */
const PIPED_DOWNLOAD = /\b(?:curl|wget)\b.*\|\s*(?:sudo )?(?:ba|z|da)?sh\b|\b(?:ba|z|da)?sh <\(\s*(?:curl|wget)\b/;

const ACCESS: Readonly<Partial<Record<VerbClass, readonly Access[]>>> = {
  edit: ["change", "create", "delete"],
  create: ["create"],
  move: ["delete"],
  delete: ["delete"],
  read: ["read"],
};

/** Something put into a folder, or into a file. */
const INTO: readonly Access[] = ["change", "create"];

export interface TargetOptions {
  /** "by hand", "manually": regenerating, so also deleting, is fine. */
  readonly byHand?: boolean;
  readonly standing?: "old" | "new";
}

/** The matcher for one thing under one verb; null where they do not fit. */
export function targetFor(aim: Aim, entity: Entity, options: TargetOptions = {}): Matcher | null {
  switch (entity.type) {
    case "command":
      return runTarget(aim, entity);
    case "script":
      return !STRICT_RUN.has(aim.word) ? null : { kind: "command", pattern: { program: "*", words: [entity.text], flags: [], args: [], inside: [] } };
    case "statement":
      return statementMatcher(entity.text);
    case "path":
    case "kind":
      return pathTarget(aim, entity, options);
    case "flag":
      return aim.class === "run" || aim.class === "commit" || aim.class === "push" || aim.class === "merge" || aim.class === "create" ? flagMatcher(entity, aim) : null;
    case "name":
      if (PIPED_DOWNLOAD.test(entity.text)) return { kind: "downloaded" };
      return aim.class === "run" && STRICT_RUN.has(aim.word) && /^[a-z][a-z0-9_-]+$/.test(entity.text) && entity.code ? commandMatcher([entity.text]) : null;
    default:
      return null;
  }
}

function runTarget(aim: Aim, entity: Entity): Matcher | null {
  if (entity.text.includes("&&")) return null;
  const manager = entity.words[0] ?? "";
  // "install anything with `brew`" is no word on `brew list`.
  if (aim.class === "install" && entity.words.length === 1 && MANAGERS[manager] !== undefined) return { kind: "package", actions: ["add", "install"], managers: [manager] };
  if (!entity.sure && !(aim.class === "run" && (STRICT_RUN.has(aim.word) || (aim.word === "call" && entity.words.length > 1)))) return null;
  const matcher = commandMatcher(entity.words, { open: entity.open });
  return matcher.kind === "command" && HAS_WRAPPER.test(entity.words.join(" ")) ? { kind: "command", pattern: { ...matcher.pattern, exact: true } } : matcher;
}

/** Whoever bans these means the wrapper that the project carries. */
const HAS_WRAPPER = /^(?:gradle|mvn)$/;

function pathTarget(aim: Aim, entity: Entity, options: TargetOptions): Matcher | null {
  const globs = globsOf(entity);
  if (globs.length === 0) return null;
  // Secrets named in words are values as often as files: only committing them is certain.
  if (entity.kind?.name === "secrets" && aim.class !== "commit" && aim.class !== "push" && !/files?$/.test(entity.text)) return null;
  if (aim.class === "commit" || aim.class === "push") return { kind: "git", actions: ["add", "commit", "stage"], paths: globs };
  if (aim.class === "run") return entity.type === "path" && STRICT_RUN.has(aim.word) && !DATA.test(entity.text) ? executed(globs) : null;
  // "copy it into the repository" is no word on reading it.
  if (aim.word === "copy" || aim.word === "look" || aim.word === "see" || aim.word === "review" || aim.word === "check") return null;
  // Adding to a file changes it.
  const into = aim.word === "put" || aim.word === "place" || (aim.class === "create" && entity.type === "path" && /\.\w+$/.test(entity.text) && !entity.text.includes("*"));
  const access = into ? INTO : ACCESS[aim.class];
  if (access === undefined) return null;
  if (aim.word === "list" || aim.word.startsWith("列")) return { kind: "path", access: ["list"], globs };
  const kept = aim.class === "edit" && options.byHand === true ? access.filter((each) => each !== "delete") : access;
  return { kind: "path", access: kept, globs, ...(options.standing === undefined ? {} : { standing: options.standing }), ...(entity.kind?.header === true ? { header: true as const } : {}) } satisfies PathMatcher;
}

const DATA = /\.(?:jsonc?|mdx?|ya?ml|toml|lock|txt|csv|s?css|html|xml|svg|png)$/;

/** A file that is run: by a shell, or as a program of its own name. */
function executed(globs: readonly string[]): Matcher {
  const files = globs.filter((glob) => !/[*?]|\/$/.test(glob));
  return any([{ kind: "path", access: ["execute"], globs }, ...files.map((file) => commandMatcher([file]))]);
}

function statementMatcher(text: string): Matcher {
  const words = text.trim().replace(/[;()*]+/g, " ").trim().split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { kind: "statement", pattern: `\\b${words.join("\\s+")}\\b` };
}

/** A flag alone: Git's own where it is known to be Git's, else any program's. */
export function flagMatcher(entity: Entity, aim: Aim): Matcher {
  const flag = entity.text.replace(/[= ].*$/, "");
  const git = (actions: readonly string[], flags: readonly (readonly string[])[]): GitMatcher => ({ kind: "git", actions, flags });
  if (flag === "--no-verify") return any([git(["commit"], [["--no-verify", "-n"]]), git(["push", "merge", "rebase", "cherry-pick", "am"], [["--no-verify"]])]);
  if (flag === "--amend") return git(["commit"], [["--amend"]]);
  if (flag === "--hard") return commandMatcher(["git", "reset", "--hard"]);
  if (aim.class === "push" && /^(?:-f|--force(?:-with-lease)?)$/.test(flag)) return { kind: "git", actions: ["push"], force: true };
  if (aim.class === "merge") return any([git(["merge"], flagSpellings("git", "merge", flag)), commandMatcher(["gh", "pr", "merge", flag]), commandMatcher(["glab", "mr", "merge", flag])]);
  if (aim.class === "commit" || aim.class === "push") return git([aim.class], flagSpellings("git", aim.class, flag));
  return { kind: "command", pattern: { program: "*", words: [], flags: [[flag]], args: [], inside: [] } };
}

/** 在 `payments` 命名空间里执行 `x`: where something is done, not what. */
export function isPlace(norm: string, { at, entity }: Mention, to: number): boolean {
  return (entity.type === "name" || entity.type === "path" || entity.type === "quote") && /(?:在|于|到|对|命名空间|集群|环境|主机|机器|服务器) ?$/.test(norm.slice(0, at)) && /^ ?(?:这个|那个|的)?(?:命名空间|集群|环境|主机|机器|服务器|容器|目录|文件夹|节点|库)?(?:里面?|上面?|中|下面?|内)?(?:都|一律)?(?:不许|不得|不要|禁止|不能|不准|不可以?|严禁|别)?(?:直接|手动|随意)?(?:执行|运行|跑|使用|用|敲|调用)? ?$/.test(norm.slice(at + 1, to));
}

/** Programs that reach other machines. */
const REMOTE = new Set(["ssh", "scp", "sftp", "rsync", "mosh", "psql", "mysql", "mongosh", "redis-cli", "telnet", "curl"]);

/** What stands behind a command and narrows it: a namespace, a host, a folder. */
export function narrowed(matcher: Matcher, mention: Mention, sentence: Sentence, others: readonly Mention[]): { readonly matcher: Matcher; readonly used: readonly Mention[] } {
  if (mention.entity.type !== "command" || matcher.kind === "any") return { matcher, used: [] };
  const used: Mention[] = [];
  const args: string[] = [];
  const inside: string[] = [];
  let from = mention.at + 1;
  for (const other of others) {
    if (other.at <= mention.at) continue;
    const between = sentence.norm.slice(from, other.at);
    // "`a` or `b` on `host`": both on it.
    if (used.length === 0 && other.entity.type === "command" && /^[ ,/]*(?:and|or|nor|和|与|或|、)?[ ,/]*$/.test(between)) {
      from = other.at + 1;
      continue;
    }
    const started = used.length === 0 && / (?:in)?to (?:anything|any (?:host|machine|server|box)|hosts?|machines?|servers?)(?: that| which| whose names?)? (?:starts?|begins?|starting|beginning) with $/.test(between);
    if (started && other.entity.code) {
      args.push(other.entity.text.replace(/\*?$/, "*"));
      used.push(other);
      break;
    }
    const link = used.length === 0 ? /^ (?:the |any |our )?(?:host|server|machine|box|endpoint|domain|site)s? $|^ ?\)? ?(?:(?:anything|something|stuff|resources?|pods?|objects?|things?) )?(?:on|against|to|into|in|at|for|with|from|inside|under|within|towards|below|对|到|进|在|往|(?:去|来)?(?:访问|连接|请求|登录|操作|下载)[\u4e00-\u9fff]{0,8}|(?:到|对|往|进)[\u4e00-\u9fff]{1,8}[（(]?) ?(?:the |a |an |any |our |your |hosts? |servers? |databases? |machines? |files? |path |directory |folder |namespace |environment |cluster |branch |remote |named |called |matching |like |production |live |prod |staging |boxes |box |servers |nodes |instances |whose |names? |is |starts? |with )*$/ : /^ ?(?:,|or|and|\/|、|和|与|或)+ ?(?:or |and |the )*$/;
    if (!link.test(between)) break;
    const { entity } = other;
    if (entity.type === "path" && !/^[\w-]+\*$|^\*[\w-]+$/.test(entity.text)) inside.push(globOf(entity));
    else if (entity.type === "name" || entity.type === "quote" || entity.type === "path") args.push(entity.text);
    else if (entity.type === "flag") args.push(entity.text);
    else break;
    used.push(other);
    from = other.at + 1;
  }
  // "on `prod-*` machines never use `ssh`": the place may be named first.
  const around = sentence.chinese && used.length === 0 ? sentence.mentions.findLast((each) => each.at < mention.at && isPlace(sentence.norm, each, mention.at)) : undefined;
  if (around !== undefined) {
    if (around.entity.type === "path") inside.push(globOf(around.entity));
    else args.push(around.entity.text);
    used.push(around);
  }
  const place = used.length === 0 && mention.entity.words.length === 1 && REMOTE.has(mention.entity.words[0] as string) ? sentence.mentions.find((each) => each.at < mention.at && /^[\w.-]+\*$|^\*[\w.-]+$|^[\w-]+(?:\.[\w-]+){2,}$/.test(each.entity.text) && each.entity.type !== "command") : undefined;
  if (place !== undefined) {
    args.push(place.entity.text);
    used.push(place);
  }
  const environment = used.length > 0 ? null : /^ ?(?:on|against|to|in|into|at) (?:the |any |our )*(production|prod|live)\b/.exec(sentence.norm.slice(mention.at + 1));
  if (environment !== null) args.push(environment[1] === "live" ? "*live*" : "*prod*");
  if (args.length === 0 && inside.length === 0) return { matcher, used };
  const [program, action = ""] = mention.entity.words;
  // "`git merge` into `main`": the branch that it happens on.
  if (program === "git" && /^(?:merge|commit|rebase|cherry-pick)$/.test(action) && mention.entity.words.length === 2 && /^ ?\)? ?(?:on|into|onto|to|in) /.test(sentence.norm.slice(mention.at + 1))) return { matcher: { kind: "git", actions: [action], branches: [...args, ...inside] }, used };
  const pattern = commandPattern(mention.entity.words, { open: mention.entity.open });
  return { matcher: { kind: "command", pattern: { ...pattern, args: [...args], inside } }, used };
}
