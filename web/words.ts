// The page's own words, in English and Chinese. What documents say is never translated.

const EN = {
  inbox: "Inbox", memory: "Memory", policy: "Policy", sessions: "Sessions", chat: "Chat", settings: "Settings",
  away: "Lost connection; reconnecting. What you typed is kept.",
  out: "This page is not logged in.",
  outHint: "Run `codicil serve` in a terminal (if it is already running, it prints a new link) and open that link here.",
  light: "Light", dark: "Dark", system: "System", language: "中文",
  loading: "Reading …", failed: "That did not work", retry: "Try again", close: "Close", cancel: "Cancel", save: "Save",
  skip: "To the content",
  nothingWaits: "Nothing to review",
  nothingWaitsHint: "Proposals, conflicts and calls that need your approval appear here. Agents propose with `codicil plan`; you can also review at a terminal with `codicil review`.",
  waits: (n: number) => (n === 1 ? "1 item to review" : `${n} items to review`),
  keep: "Keep", edit: "Edit", reject: "Reject", never: "Always reject", undo: "Undo", allowOnce: "Allow this call once", deny: "Deny", dismiss: "Dismiss",
  keys: "j k move · a keep · y allow a call · e edit · r reject · u undo · x choose",
  readingKeys: "j k move · h enforce · a ask each time · v only advice · e as a policy block · u undo · x choose", refusedKeys: "j k move · y allow once · r deny · d not what the line means · u undo · x choose",
  readingChip: "Line", lineAsks: "A line to decide", readAs: "Read as", wouldStop: "Would stop", letsPass: "Would allow", doubt: "Doubt", metCalls: "Matching calls", times: (n: number) => (n === 1 ? "once" : `${n} times`),
  readingNotEnforced: "This line is not enforced. Say what it means:", becameAdvice: "You let a call of this line pass in two sessions. The line is advice now and stops nothing. Undo makes it a proposal again.", becameHeld: "You said no when your agent's program asked about this line. It is enforced now. Undo makes it a proposal again.",
  holdLine: "Enforce (h)", askLine: "Ask each time (a)", adviceLine: "Only advice (v)", blockLine: "As a policy block (e)", keepSo: "Leave it as it is", blockHint: (file: string) => `Paste this into ${file} and change it. Then choose “Only advice” for the line itself.`,
  notMeant: "Not what the line means (d)", lineHeld: "Enforced from now on", lineAsked: "Asked about each time", lineAdvice: "Advice from now on",
  allowQuestion: "This will run, once:", directory: "Directory", anySession: "any", redLineChip: "Red line", redLineHint: "Nobody can allow this here: a red line cannot be opened, not even while the gate is unlocked. To do it anyway, run it yourself in your own terminal.",
  chosen: (n: number) => `${n} chosen`, chooseNone: "Choose none", choose: "Choose",
  proposal: "Proposal", conflict: "Conflict", call: "A call needs approval", refusedCall: "Call refused",
  fromOutside: "from outside", origin: "Origin", confidence: "Confidence", reason: "Reason", readBefore: "Read before", evidence: "Evidence", similar: "Similar lines", session: "Session", section: "Section", noSimilar: "none found",
  held: "Quarantined lines", eyeMarks: "Not what it looks like", takeEntry: "Take the entry", takeDocument: "Keep the document", takeBoth: "Keep both",
  conflictHint: "You edited this section after the agent proposed its change. Nothing was overwritten.",
  entrySays: "The entry says", documentSays: "The document says",
  kept: "Kept", rejected: "Rejected", undone: "Undone", settled: "Settled", allowed: "This exact call may run once", denied: "Denied", dismissed: "Dismissed", saved: "Saved",
  before: "before", after: "after", diff: "before and after",
  documents: "Documents", noDocuments: "No document yet", noDocumentsHint: "`codicil init` creates a mind.",
  history: "History", editor: "Edit", text: "Text", injected: "Injected", injectedNow: "What a session would begin with now", main: "main", shared: "shared",
  asOf: "As of", now: "now", chars: "characters", budgetOver: "over budget", wroteLine: "Who wrote this line", lineOf: "line",
  noHistory: "No change is recorded yet.", noHistoryHint: "The ledger begins with the first entry or edit that Codicil makes.",
  outline: "Structure", unsaved: "Not saved", stale: "The document has changed. Your text is still here: copy what you need, then reload.", reread: "Reload", tooLargeToEdit: "This document is too large for the page's editor; use `codicil edit`.",
  states: { gated: "enforced", asked: "asked", rewritten: "rewritten", ordered: "ordered", limited: "limited", checked: "checked", proposed: "proposed", advice: "advice", prose: "prose" } as Record<string, string>,
  noRules: "No AGENTS.md applies here", noRulesHint: "Write one: each line that a machine can enforce is enforced from the next call on. The built-in red lines always apply.",
  tryCall: "Try a command or a path", tryIt: "Try", command: "command", readPath: "read", writePath: "write",
  live: "Verdicts as they happen", noVerdicts: "No call has been judged yet", noVerdictsHint: "Calls of your agents appear here when a host is connected: `codicil install HOST`.",
  backtest: "What today's rules would have stopped", runBacktest: "Judge the last 30 days again", lastDays: (n: number) => `last ${n} days`, callsWord: "calls", stopped: "stopped",
  unlock: "Unlock", lock: "Lock again", unlockedFor: "Unlocked for", unlockHint: "During this time the gate allows what it would refuse, except red lines. Everything is logged.",
  stoppedExample: "stopped", passedExample: "let through", examples: "Examples", verdict: "Verdict", guardMode: "Reading the memory bank before writing", off: "off", warn: "warn", block: "block",
  searchSessions: "Search sessions and documents", noSessions: "No session yet", noSessionsHint: "Start one in Chat, at a terminal with `codicil chat`, or import other agents' transcripts: `codicil session import claude`.",
  transcript: "Transcript", receipt: "Prompt", branches: "Branches", promptDiff: "Compare prompts", compareWith: "Compare with", fork: "Fork from here", exportIt: "Export", goTo: "Continue from here", earlier: "Earlier", later: "Later",
  tokens: "tokens", source: "source", why: "why", leftOut: "Left out", duplicates: "Said twice", events: "events", samePrompt: "The two prompts are the same.", diagnostics: "Show what is hidden", current: "current", end: "end", forkWord: "fork", turns: "events",
  newChat: "New chat", endChat: "End chat", left: (n: { saved: number; waiting: number; lost: number }) => `Ended: ${n.saved} saved, ${n.waiting} to review, ${n.lost} lost.`, inTheDay: "In the day's log", send: "Send", steer: "Steer", stop: "Stop", writeHere: "Write a message", writeNext: "Write the next message, or steer the running turn", sendNext: "Send next", next: "Next", queue: "Messages that wait for this turn", withdraw: "Withdraw", noModel: "No language model is configured: answers come from memory, with their sources.", emptyChat: "Ask something, or say what to remember", emptyChatHint: "Every tool call goes through the gate. What the agent wants to remember is written with a receipt, or needs your approval in the inbox.",
  you: "you", agent: "agent", working: "working …", tool: "tool", asks: "wants to run", hits: "hits", none: "none",
};

export type Words = typeof EN;

const ZH: Words = {
  inbox: "收件箱", memory: "记忆", policy: "规则", sessions: "会话", chat: "对话", settings: "设置",
  away: "守护进程暂时不在。您输入的内容还在，页面会自行恢复。",
  out: "此页面尚未登录。",
  outHint: "在终端运行 `codicil serve`（已在运行时会打印新的链接），然后在此打开该链接。",
  light: "浅色", dark: "深色", system: "跟随系统", language: "English",
  loading: "读取中 …", failed: "没有成功", retry: "重试", close: "关闭", cancel: "取消", save: "保存",
  skip: "跳到内容",
  nothingWaits: "没有等待您决定的事项",
  nothingWaitsHint: "提议、冲突和需要您批准的调用会出现在这里。代理用 `codicil plan` 提议；您也可以在终端用 `codicil review` 审阅。",
  waits: (n) => `${n} 项等待您的决定`,
  keep: "保留", edit: "编辑", reject: "拒绝", never: "永远拒绝", undo: "撤销", allowOnce: "允许此调用一次", deny: "拒绝", dismiss: "关闭",
  keys: "j k 移动 · a 保留 · y 允许调用 · e 编辑 · r 拒绝 · u 撤销 · x 选择",
  readingKeys: "j k 移动 · h 强制 · a 每次询问 · v 仅为建议 · e 作为 policy 块 · u 撤销 · x 选择", refusedKeys: "j k 移动 · y 允许一次 · r 拒绝 · d 这一行不是这个意思 · u 撤销 · x 选择",
  readingChip: "规则行", lineAsks: "有一行待确认", readAs: "理解为", wouldStop: "会拦下", letsPass: "会放行", doubt: "疑点", metCalls: "遇到的调用", times: (n) => `${n} 次`,
  readingNotEnforced: "这一行尚未强制执行。请说明它的含义：", becameAdvice: "您在两个会话中放行了这一行涉及的调用。它现在只是建议，不再拦截。撤销后恢复为待确认。", becameHeld: "宿主程序询问这一行时您选择了否。它现在被强制执行。撤销后恢复为待确认。",
  holdLine: "强制 (h)", askLine: "每次询问 (a)", adviceLine: "仅为建议 (v)", blockLine: "作为 policy 块 (e)", keepSo: "保持不变", blockHint: (file) => `将以下内容粘贴到 ${file} 并修改，然后为该行选择“仅为建议”。`,
  notMeant: "这一行不是这个意思 (d)", lineHeld: "从现在起强制执行", lineAsked: "每次都会询问", lineAdvice: "从现在起仅为建议",
  allowQuestion: "以下内容将运行一次：", directory: "目录", anySession: "任意", redLineChip: "红线", redLineHint: "此处无人可以放行：任何密钥都打不开红线，解锁期间也不行。如果确实需要，请在自己的终端里亲自执行。",
  chosen: (n) => `已选 ${n} 项`, chooseNone: "取消选择", choose: "选择",
  proposal: "提议", conflict: "冲突", call: "有调用在等待", refusedCall: "调用被拒绝",
  fromOutside: "来自外部", origin: "来源", confidence: "把握", reason: "理由", readBefore: "此前读过", evidence: "证据", similar: "相似内容", session: "会话", section: "章节", noSimilar: "没有找到",
  held: "被扣留的行", eyeMarks: "字符与外观不符", takeEntry: "采用条目", takeDocument: "保留文档", takeBoth: "两者都留",
  conflictHint: "条目计划之后有人手动修改了这一节。没有任何内容被覆盖。",
  entrySays: "条目的内容", documentSays: "文档的内容",
  kept: "已保留", rejected: "已拒绝", undone: "已撤销", settled: "已解决", allowed: "此调用可运行一次", denied: "已拒绝", dismissed: "已关闭", saved: "已保存",
  before: "之前", after: "之后", diff: "之前与之后",
  documents: "文档", noDocuments: "还没有文档", noDocumentsHint: "`codicil init` 可以开始一个心智。",
  history: "历史", editor: "编辑", text: "正文", injected: "注入内容", injectedNow: "现在开始的会话会看到什么", main: "主会话", shared: "共享会话",
  asOf: "截至", now: "现在", chars: "字符", budgetOver: "超出预算", wroteLine: "谁写了这一行", lineOf: "第",
  noHistory: "还没有记录任何修改。", noHistoryHint: "账本从 Codicil 的第一次写入开始。",
  outline: "结构", unsaved: "未保存", stale: "文档在此期间被修改。您的文字还在：先复制需要的内容，再重新读取。", reread: "重新读取", tooLargeToEdit: "文档太大，页面编辑器无法处理；请用 `codicil edit`。",
  states: { gated: "强制", asked: "询问", rewritten: "改写", ordered: "有序", limited: "限制", checked: "事后检查", proposed: "待确认", advice: "建议", prose: "叙述" },
  noRules: "此处没有适用的 AGENTS.md", noRulesHint: "写一个吧：机器能执行的每一行从下一次调用起就会生效。内置红线始终有效。",
  tryCall: "试一条命令或路径", tryIt: "试试", command: "命令", readPath: "读取", writePath: "写入",
  live: "实时裁决", noVerdicts: "还没有裁决过任何调用", noVerdictsHint: "接入宿主后，代理的调用会出现在这里：`codicil install HOST`。",
  backtest: "今天的规则会拦下什么", runBacktest: "重新判定最近 30 天", lastDays: (n) => `最近 ${n} 天`, callsWord: "次调用", stopped: "被拦",
  unlock: "解锁", lock: "重新上锁", unlockedFor: "解锁剩余", unlockHint: "在此期间本应拒绝的调用会被放行（红线除外），全部记录在案。",
  stoppedExample: "被拦", passedExample: "放行", examples: "示例", verdict: "裁决", guardMode: "写入前先读记忆库", off: "关闭", warn: "提醒", block: "阻止",
  searchSessions: "搜索会话和文档", noSessions: "还没有会话", noSessionsHint: "在“对话”中开始，或在终端用 `codicil chat`，或收养其他代理的记录：`codicil session import claude`。",
  transcript: "记录", receipt: "提示词", branches: "分支", promptDiff: "比较提示词", compareWith: "比较对象", fork: "从这里分叉", exportIt: "导出", goTo: "从这里继续", earlier: "更早", later: "更晚",
  tokens: "词元", source: "来源", why: "原因", leftOut: "未载入", duplicates: "重复内容", events: "事件", samePrompt: "两个提示词相同。", diagnostics: "显示隐藏内容", current: "当前", end: "末端", forkWord: "分叉", turns: "个事件",
  newChat: "新对话", endChat: "结束对话", left: (n) => `已结束：保存 ${n.saved} 项，${n.waiting} 项等待您，丢失 ${n.lost} 项。`, inTheDay: "已写入当天日志", send: "发送", steer: "引导", stop: "停止", writeHere: "写一条消息", writeNext: "写下一条消息，或引导正在进行的回合", sendNext: "排队发送", next: "下一条", queue: "等待本回合结束的消息", withdraw: "撤回", noModel: "没有配置语言模型：回答来自记忆，并注明出处。", emptyChat: "问点什么，或者说出要记住的内容", emptyChatHint: "每次工具调用都经过关卡。代理想记住的内容会在收件箱等待，或写入并给出回执。",
  you: "您", agent: "代理", working: "进行中 …", tool: "工具", asks: "想要运行", hits: "条结果", none: "无",
};

export type Language = "en" | "zh";
const KEY = "codicil-language";

export function preferredLanguage(): Language {
  const kept = localStorage.getItem(KEY);
  if (kept === "en" || kept === "zh") return kept;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

export function keepLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
}

export function wordsOf(language: Language): Words {
  return language === "zh" ? ZH : EN;
}
