// The words that several pages have, and those of the pages that have no file of their own in words/.

import type { Language } from "./words/language.ts";

const EN = {
  inbox: "Inbox",
  memory: "Memory",
  sessions: "Sessions",
  chat: "Chat",
  home: "Home",
  activity: "Activity",
  rules: "Rules",
  costs: "Costs",
  more: "More",
  /** Between two parts of a sentence, between the things of a list, before an example. */
  comma: ", ",
  list: ", ",
  colon: ": ",
  aside: (text: string) => ` (${text})`,
  verdicts: { allow: "Allowed", ask: "Asked", deny: "Blocked", rewrite: "Rewritten" },
  /** Parts of a prompt that are no document. */
  sources: { builtin: "Codicil", time: "date and time", workspace: "workspace", environment: "environment" } as Readonly<
    Record<string, string>
  >,
  unchanged: (n: number) => `${n} unchanged lines`,
  loading: "Reading …",
  failed: "That did not work",
  retry: "Try again",
  close: "Close",
  cancel: "Cancel",
  save: "Save",
  undo: "Undo",
  undone: "Undone",
  saved: "Saved",
  diff: "before and after",
  chars: "characters",
  budgetOver: "over budget",
  outline: "Structure",
  unsaved: "Not saved",
  discard: "Discard",
  stale: "The document has changed. Your text is still here: copy what you need, then reload.",
  reread: "Reload",
  tooLargeToEdit: "This document is too large for the page's editor; use `codicil edit`.",
};

export type Words = typeof EN;

const ZH: Words = {
  inbox: "收件箱",
  memory: "记忆",
  sessions: "会话",
  chat: "对话",
  home: "主页",
  activity: "活动",
  rules: "规则",
  costs: "费用",
  more: "更多",
  comma: "，",
  list: "、",
  colon: "：",
  aside: (text) => `（${text}）`,
  verdicts: { allow: "已放行", ask: "已询问", deny: "已拦截", rewrite: "已改写" },
  sources: { builtin: "Codicil", time: "日期时间", workspace: "工作区", environment: "环境" },
  unchanged: (n) => `${n} 行未变`,
  loading: "读取中 …",
  failed: "没有成功",
  retry: "重试",
  close: "关闭",
  cancel: "取消",
  save: "保存",
  undo: "撤销",
  undone: "已撤销",
  saved: "已保存",
  diff: "之前与之后",
  chars: "字符",
  budgetOver: "超出预算",
  outline: "结构",
  unsaved: "未保存",
  discard: "放弃",
  stale: "文档在此期间被修改。您的文字还在：先复制需要的内容，再重新读取。",
  reread: "重新读取",
  tooLargeToEdit: "文档太大，页面编辑器无法处理；请用 `codicil edit`。",
};

export function wordsOf(language: Language): Words {
  return language === "zh" ? ZH : EN;
}
