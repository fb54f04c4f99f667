// What somebody wants to do, told by words and never by a guess at how hard it is (MB-15, MB-60). English and Chinese.
//
// The first intent whose words are in the question counts; the order is from the most telling words to the least.

import { either } from "../../base/index.ts";

export interface Intent {
  readonly id: string;
  /** As a row of the routing table; empty: it has none of its own. */
  readonly says: string;
  /** Whether patterns.md is read first (MB-03). */
  readonly patterns: boolean;
  /** An operation that touches what others built on: the reader looks at everything that may matter (MB-15). */
  readonly wide: boolean;
  readonly words: RegExp;
}

const THINGS = "module|component|package|service|endpoint|page|screen|class|feature|plugin|route|command|api|table|store|driver";
const SHARED = "shared|common|core|public|base|global";

function plainly(id: string, words: string): Intent {
  return { id, says: "", patterns: false, wide: false, words: new RegExp(words, "iu") };
}

function byPatterns(id: string, says: string, words: string, { wide = true } = {}): Intent {
  return { id, says, patterns: true, wide, words: new RegExp(words, "iu") };
}

export const INTENTS: readonly Intent[] = [
  plainly(
    "write-memory",
    either`\bmb[:：](?:write|no)\b, \bremember (?:this|that)\b, \bupdate (?:the )?(?:project )?memory\b, 记住, 更新记忆, 写入记忆`,
  ),
  byPatterns(
    "explain-why",
    "know why something is as it is · 为什么这样",
    either`\bwhy\b, \brationale\b, \breasons? (?:for|behind|why)\b, 为什么, 为何, 原因, 理由, 怎么决定`,
    { wide: false },
  ),
  byPatterns(
    "refactor",
    "refactor or migrate · 重构迁移",
    either`
  \b(?:refactor|migrat|restructur|rewrit|upgrad)\w*, \brename (?:all|every|the)\b, \bsplit (?:up|the)\b, 重构, 迁移,
  重写, 改写, 升级, 拆分`,
  ),
  byPatterns(
    "change-shared-module",
    "change a shared module · 修改公共模块",
    either`
  \b(?:${SHARED})\b.{0,30}\b(?:module|component|util\w*|lib\w*|code|types?|api|schema)\b, 公共, 共享,
  通用(?:模块|组件|代码), 基础库`,
  ),
  byPatterns(
    "choose-technology",
    "choose a technology · 技术选型",
    either`
  \b(?:choose|pick|select|adopt|switch to)\b,
  \bwhich (?:library|framework|database|package|tool|stack|language)\b, \badd (?:a |the )?dependency\b, 选型, 选用,
  选择, 选哪, 用哪个, 采用, 引入`,
  ),
  byPatterns(
    "decide-architecture",
    "decide on architecture · 架构决策",
    either`\barchitect\w*, \bdesign\b, \btrade-?offs?\b, 架构, 设计, 分层`,
  ),
  byPatterns(
    "add-module",
    "add a module or component · 新模块/组件",
    either`
  \b(?:add|create|new|build|introduce|scaffold|implement|write)\b.{0,40}\b(?:${THINGS})s?\b, 新(?:增|建|加), 创建,
  (?:添加|加一?个|实现|写一?个).{0,12}(?:模块|组件|服务|接口|页面|功能|插件|命令)`,
  ),
  plainly("fix", either`\b(?:fix|bug|debug|broken|fail\w*|errors?|crash\w*|regression)\b, 修复, 报错, 错误, 故障, 调试, 崩溃, 失败`),
  plainly(
    "continue",
    either`
  \b(?:continue|resume|progress|status|next steps?)\b, \bwhat(?:'s| is) next\b, \bcurrent (?:focus|task|work)\b,
  \bwhere (?:did|were) we\b, 继续, 进度, 进展, 下一步, 当前(?:焦点|任务), 做到哪`,
  ),
  plainly("run", either`\b(?:run|start|tests?|deploy\w*|releas\w*|build|install)\b, 运行, 启动, 测试, 部署, 发布, 构建, 安装`),
  plainly(
    "find",
    either`
  \bwhere\b, \bwhich (?:file|folder|function)\b, \bwho\b, \bwhen\b, \bwhat\b, \bhow\b, 在哪, 哪里, 哪个, 谁, 什么, 多少, 怎么,
  如何`,
  ),
];

/** Nothing told what is wanted: then patterns.md is read too (MB-03, "when unsure, read"). */
export const UNSURE: Intent = { id: "unsure", says: "", patterns: true, wide: false, words: /(?!)/u };

export function intentOf(question: string): Intent {
  return INTENTS.find(({ words }) => words.test(question)) ?? UNSURE;
}

const EVERYTHING = new RegExp(
  String.raw`\b(?:${either`
  all, every, everything, everywhere, whole, overview, history, compare, comparison, differences?, conflicts?,
  inconsisten\w*, contradict\w*, audit
`})\b|全部|所有|整体|全貌|概览|历史|对比|比较|冲突|矛盾|不一致|梳理|盘点`,
  "iu",
);
/** So many documents are read directly (MB-14). */
export const DIRECT_READS = 3;

export type Escalation = { readonly escalated: boolean; readonly because: string };

/** From direct reads to the reader: by keyword, by kind of operation, by the number of documents; in this order (MB-15). */
export function escalationOf(question: string, intent: Intent, found: { readonly documents: number; readonly missed: number }): Escalation {
  const keyword = EVERYTHING.exec(question)?.[0];
  if (keyword !== undefined) return { escalated: true, because: `keyword: ${keyword.toLowerCase()}` };
  if (intent.wide) return { escalated: true, because: `operation: ${intent.id}` };
  if (found.documents > DIRECT_READS)
    return { escalated: true, because: `documents: ${found.documents} have something to say, more than ${DIRECT_READS}` };
  if (found.missed > 0) return { escalated: true, because: `documents: ${found.missed} with something to say would not have been read` };
  return { escalated: false, because: `documents: at most ${DIRECT_READS} are enough` };
}
