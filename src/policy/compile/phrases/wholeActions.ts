// Actions that need no name: push, commit, merge, publish, deploy; and those whose names are hosts, packages, documents.

import { ACTIVITIES } from "../../lexicon/activities.ts";
import type { VerbClass } from "../../lexicon/verbs.ts";
import { any, ran } from "../../match/patterns.ts";
import type { Matcher } from "../../match/rule.ts";
import type { Mention } from "../text/sentence.ts";
import type { Aim } from "./targets.ts";
import { prepared } from "../text/scan.ts";

const FREE = /^[\s,]*(?:(?:debugging|debug|unfinished|experimental|half-finished|partial|temporary|wip|directly|yourself|anything|changes?|any|code|commits?|work|branches|to|the|a|remote|origin|upstream|repo|repository|github|on|your|own|my|behalf|automatically|manually|ever|at|all|for|me|again|anywhere|from|here|this|by|hand|just|or|and|new|releases?|versions?|packages?|artifacts?|crates?|images?|containers?|gems?|modules?|librar(?:y|ies)|binaries|npm|pypi|registry|production|prod|live|staging|server|into|straight|either|local|locally|in|itself|something|代码|任何|改动|变更|到|远程|远端|仓库|自己|自行|直接|的|内容|生产|线上|环境|版本|包)[ ,]*)*[.,;:!?)。，；：！）、—–-]*$/;

export function gitActions(aims: readonly Aim[], branches: readonly string[], mentions: readonly Mention[], rest: string): Matcher[] {
  const matchers: Matcher[] = [];
  const flag = mentions.some((each) => each.entity.type === "flag" || each.entity.type === "path" || each.entity.type === "kind");
  for (const aim of aims) {
    if (branches.length > 0) {
      if (prepared(FREE).test(rest.replace(/(?:\b(?:to|on|onto|into|against)\b|到|向|往|在|进|[\ue000-\ue8ff]).*$/, ""))) matchers.push(gitAction(aim.class, branches));
    }
    else if (!flag && mentions.length === 0 && prepared(FREE).test(rest)) matchers.push(gitAction(aim.class, []));
  }
  return matchers;
}

function gitAction(class_: VerbClass, branches: readonly string[]): Matcher {
  const on = branches.length > 0 ? { branches } : {};
  if (class_ === "merge") return any([{ kind: "git", actions: ["merge"], ...on }, ran("gh pr merge"), ran("glab mr merge")]);
  return { kind: "git", actions: [class_ === "push" ? "push" : "commit"], ...on };
}

const REMOTE = ["ssh", "scp", "sftp", "rsync", "mosh", "psql", "pg_dump", "mysql", "mysqldump", "mongosh", "redis-cli", "telnet", "nc"];

export function specialActions(aims: readonly Aim[], mentions: readonly Mention[], rest: string): Matcher[] {
  const matchers: Matcher[] = [];
  const names = mentions.filter((each) => each.entity.type === "name" || each.entity.type === "path" || each.entity.type === "quote").map((each) => each.entity.text);
  const documents = mentions.filter((each) => each.entity.type === "path" && /\.mdx?$/.test(each.entity.text)).map((each) => each.entity.text);
  for (const { class: class_ } of aims) {
    if (class_ === "connect" && names.length > 0) matchers.push(any(REMOTE.map((program): Matcher => ({ kind: "command", pattern: { program, words: [], flags: [], args: names, inside: [] } }))));
    const packages = names.filter((each) => !/\.(?:[jt]sx?|py|go|rs|java|vue|md|css|json|ya?ml|toml)$/.test(each));
    if (class_ === "install" && packages.length > 0) matchers.push({ kind: "package", actions: ["add", "install"], managers: [], packages });
    if (class_ === "load" && documents.length > 0) matchers.push(any([{ kind: "document", names: documents }, { kind: "path", access: ["read"], globs: documents }]));
    if ((class_ === "publish" || class_ === "deploy") && mentions.every((each) => !each.entity.code) && prepared(FREE).test(rest.replace(/[\ue000-\ue0ff]/g, ""))) {
      const activity = ACTIVITIES.find((each) => each.name === class_);
      if (activity !== undefined) matchers.push(activity.matcher);
    }
  }
  return matchers;
}
