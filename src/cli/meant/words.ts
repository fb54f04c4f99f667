// What people call the acts and the things that commands are made of: the verbs of other programs, plain speech, Chinese.
// A line is answered by the cell of its act and its thing; by one of them where it has only one.

/** The words of an act. */
export const ACTS = {
  accept: "accept approve approved merge cherry-pick yes confirm keep agree enforce lgtm 接受 批准 同意 通过 采纳 确认",
  add: "add save store note create new write insert append put touch mkdir 添加 增加 新增 新建 保存 记录 写入",
  apply: "apply commit finish submit 应用 提交",
  change: "edit set mv modify replace change rename alter vim vi nano rewrite correct adjust amend 修改 编辑 更改 改",
  check: "check test lint audit verify diagnose scan validate health fix repair troubleshoot fsck format fmt 检查 诊断 测试 修复",
  connect: "install connect link enable on attach integrate i use activate setup register pair 安装 连接 接入 启用 绑定 集成",
  decide: "review inbox todo decide triage moderate 审核 审阅 审查 待办 处理",
  disconnect: "uninstall disconnect unlink disable detach off deactivate unregister logout un 卸载 断开 停用 禁用 解绑",
  empty: "empty prune gc cleanup clean tidy vacuum 清理 整理",
  explain: "explain why because reason annotate 为什么 解释 原因 来源",
  export: "export backup cp copy dump archive download zip tar snapshot 备份 导出 归档 下载",
  fork: "fork branch duplicate 分支 分叉",
  forget: "forget unlearn 忘记 忘掉 忘了",
  import: "import load ingest migrate upload transfer 导入 迁移 载入 上传",
  list: "list ls ps dir ll all index tree 列表 列出 全部 所有",
  permit: "allow permit unlock unblock bypass pause whitelist snooze mute sudo grant 允许 放行 解锁 解除 暂停",
  refuse: "deny block forbid ban blacklist prohibit protect prevent never dont don't disallow 禁止 阻止 拦截 不要 不准 不许",
  rebuild: "rebuild reindex refresh regenerate 重建 刷新",
  reject: "reject decline dismiss no discard ignore 拒绝 驳回 忽略",
  remember: "remember learn teach memorize memorise 记住 记下 记得",
  remove: "rm remove delete del erase drop purge clear wipe unset destroy 删除 删掉 清除 清空 移除",
  resume: "resume continue reopen 继续 接着",
  say: "chat talk ask tell prompt hello hi hey message converse 聊天 对话 聊 问 提问 你好",
  distil: "distil distill compact summarize summarise consolidate dream reflect 总结 提炼 压缩",
  search: "search find grep query lookup recall rg locate 回忆 回想 搜索 查找 查询 搜 找",
  show: "show cat view display print get read inspect describe see look less more know details what 查看 显示 看 读 展示 打印",
  newest: "last latest newest recent previous 最近 最新 上次",
  start: "serve start run up open launch dev boot restart browse begin 启动 打开 运行 开始 重启",
  stop: "stop down quit exit kill halt shutdown end close bye 停止 关闭 退出 结束",
  sync: "sync pull push fetch clone rebase remote publish share 同步 推送 拉取 共享",
  trace: "log logs reflog shortlog history tail changelog activity timeline did done 历史 日志 动态",
  try: "demo try example sample tutorial tour playground 演示 示例 试用 教程",
  undo: "undo redo revert rollback reset restore checkout undelete recover back pop oops mistake rewind 撤销 撤回 还原 恢复 回滚 回退 回到",
  update: "update upgrade outdated self-update 更新 升级",
} as const;

export type Act = keyof typeof ACTS;

/** For whoever types a rule. */
export const A_RULE = "Write the rule as a line of AGENTS.md.";

/** What is meant by an act that is said of nothing. A line with a capital is a sentence, the rest are commands. */
export const ALONE: Readonly<Record<Act, readonly string[]>> = {
  accept: ["accept", "review"],
  add: ["memory add"],
  apply: ["apply", "memory add"],
  change: ["edit"],
  check: ["doctor", "policy check"],
  connect: ["install", "init"],
  decide: ["review"],
  disconnect: ["uninstall"],
  empty: ["trash empty", "doctor --fix"],
  explain: ["explain", "policy explain"],
  export: ["backup", "export bundle"],
  fork: ["session branch", "session clone"],
  forget: ["forget"],
  import: ["import", "session import"],
  list: ["docs", "session list"],
  permit: ["allow", "unlock"],
  refuse: ["policy report", A_RULE],
  rebuild: ["recall --rebuild"],
  reject: ["reject", "review"],
  remember: ["memory add"],
  remove: ["forget", "memory remove"],
  resume: ["chat --session last", "session list"],
  say: ["chat"],
  distil: ["heartbeat"],
  search: ["recall"],
  show: ["show", "docs"],
  newest: ["session show last", "log -n 1"],
  start: ["serve", "chat"],
  stop: ["uninstall", "Ctrl+C stops codicil serve and codicil chat."],
  sync: ["sync"],
  trace: ["log"],
  try: ["demo"],
  undo: ["undo"],
  update: ["sync", "npm install -g codicil updates the program."],
};

const SETTINGS = "Settings are in last-word/config.yaml of the mind's home (~/.config/agents); docs/formats.md lists the keys.";
const NEWEST = "npm install -g codicil updates the program.";
const ANOTHER = "Add --home FOLDER to work on another mind.";
export const ENDS = "Ctrl+C in its terminal stops it.";

/** The words of a thing, what is meant by it alone, and what by it with an act. */
export interface Thing {
  readonly words: string;
  readonly alone: readonly string[];
  readonly acts: Readonly<Partial<Record<Act, readonly string[]>>>;
}

/** `words`, and below them what is meant by the thing alone / by acts with it: one | or another, - nothing. # is a number of a list. */
export const THINGS = thingsIn(`
trash bin recycle deleted garbage stash 回收站 垃圾 垃圾桶
  trash list / show list: trash list / add: trash put / remove: trash put | trash empty / empty: trash empty / undo: trash restore

session conversation transcript thread chat_history chat_log chats 会话 聊天记录 对话记录 历史对话
  session list / add: session start / change: session branch | session hide / check: session verify /
    export: session export | session handoff / fork: session branch | session clone / import: session import / list: session list /
    newest: session show last | session list / remove: session hide | forget / say: chat / resume: chat --session last / search: recall /
    show trace: session show | session list / start: session start | session show | chat --session last / stop: flush /
    sync: session handoff | sync / undo: undo --session last

proposal suggestion pending request approval pr mr 提案 建议 待审 待审核 提议
  review / accept: accept | review / reject refuse: reject | review / remove stop: reject / undo: undo

conflict 冲突
  review | resolve / check: review / accept change: resolve / show: resolve | review

asking question questions popup nagging prompts 提问框 询问 弹窗
  review | policy report / stop disconnect: policy confirm | unlock / permit: allow | unlock

rule policy policies report guard guardrail agents.md instruction permission allowed forbidden 规则 策略 规定 权限
  policy report / accept connect: policy confirm / add: policy report | ${A_RULE} / change: policy confirm | edit ./AGENTS.md /
    check: policy test | policy report | policy check / list show: policy report / disconnect stop: policy dismiss | unlock / explain: policy explain /
    permit: unlock | allow / reject remove: policy dismiss / start: policy check / trace: policy log / update: policy report

verdict refusal blocked denied refused 拦截记录 判定
  policy log / explain: policy explain | policy log / permit: allow | policy log / check: policy backtest / undo: allow

host agent integration plugin extension claude_code 宿主 插件 智能体
  overview | install / add connect start update: install / check: doctor / disconnect remove stop: uninstall /
    import: import | session import / show list: overview / trace: session list | policy log

hook 钩子
  hooks / accept connect permit: hooks trust / add: hooks trust | install

mcp mcpserver
  mcp | install / add: install | mcp / connect: install / disconnect remove: uninstall / list: overview | install / show: overview /
    start: mcp

commands help man manual usage_help cheatsheet 帮助 用法 命令列表
  help | help --all

quickstart getting_started wizard onboarding 入门
  overview | init | demo

skill 技能
  skills / connect: install

shim CLAUDE.md GEMINI.md
  shims / show: shims | docs / change: shims | edit

command shell safe danger dangerous 命令 安全 危险
  policy check / start connect: policy check / list show: help --all / permit: allow

config configuration setting preference option environment env model apikey api_key 设置 配置 选项 模型
  ${SETTINGS} / add: memory add | ${SETTINGS} / change show update: ${SETTINGS} / check: doctor

version about release 版本 关于
  --version | ${NEWEST} / update: ${NEWEST} / check: --version | ${NEWEST}

token password login signin account auth 令牌 登录 密码 账号
  serve | token

page daemon ui web website dashboard server browser gui app panel interface port 网页 页面 界面 网站 面板 服务
  serve / stop: ${ENDS}

backup bundle 备份文件 备份
  backup / undo: restore / import: restore | import

secret credential leak 机密 密钥 泄露
  doctor | redact / remove: redact | forget

system_prompt context snapshot 提示词 上下文 系统提示
  prompt / sync: session handoff

cost usage spend spent spending money billing stats statistic budget 费用 花费 用量 成本 统计
  serve | docs

quarantine quarantined injection 隔离
  quarantine / accept permit: release / remove: forget

machine laptop computer database postgres git device 机器 电脑 设备 数据库
  sync / change: move / add: sync | move

mind profile workspace switch 心智 切换
  overview | ${ANOTHER} / add start: init / list show: overview | docs / connect change: ${ANOTHER} / export: backup /
    remove: forget / sync: sync

whoami data location folder directory storage stored path project cd pwd cwd 项目 数据 位置 目录
  overview | docs / export: backup / remove: forget

summary digest heartbeat distillation cron schedule 摘要 日报 定时
  heartbeat / connect start: heartbeat on / disconnect stop: heartbeat off

#file
  - / change: edit | policy confirm / show: show | policy report / trace: log | blame / undo: undo | blame

#time
  unlock / permit: unlock

#
  - / refuse: reject | review / show: session show | policy explain / explain: policy explain

completion autocomplete bash zsh fish 补全
  completion / add connect start: completion

problem error issue bug broken wrong ok okay fine 问题 错误 故障
  doctor

status state overview progress info 状态 概况 总览
  status | overview

change changes changed head happened today yesterday diff 变更 改了 改动 变化
  log / add: apply / undo: undo last / remove: undo / accept: accept | apply / explain: explain | blame

line author who 行 作者 谁写的
  blame / explain: explain | blame / remove: forget | edit / accept: release

document doc file markdown section heading soul user daily 文档 文件 章节
  docs | show / add: memory add | plan / change: edit | plan / check: validate | doctor / explain: blame | explain /
    export: export okf | backup / remove: memory remove | forget | trash put / search: recall / show: show | docs / start: edit | show /
    sync: audience | sync / trace: log | blame / undo: undo | trash restore | show / update: edit / accept: apply

memory memories mem fact note knowledge me myself brain 记忆 记忆库 笔记 知识 我
  memory read | memory add / add: memory add / change: memory replace | edit / check: doctor / explain: explain | blame /
    export: backup | export okf / import: import / list: docs | memory read / remove: memory remove | forget / search: recall /
    show: memory read | docs / start: memory read | serve / sync: sync / trace: log / undo: undo / update: memory replace
`);

function thingsIn(text: string): Thing[] {
  return text
    .replaceAll(/ \/\n +/g, " / ")
    .trim()
    .split("\n\n")
    .map((block) => {
      const [words = "", meant = ""] = block.split("\n");
      const [alone = "", ...pairs] = meant.trim().split(" / ");
      return { words, alone: answersIn(alone), acts: Object.fromEntries(pairs.flatMap(actsIn)) };
    });
}

function actsIn(pair: string): [Act, readonly string[]][] {
  const [acts = "", answers = ""] = pair.split(": ");
  return acts.split(" ").map((act) => {
    if (!Object.hasOwn(ACTS, act)) throw new Error(`src/cli/meant/words.ts: there is no act ${act} in ${pair}`);
    return [act as Act, answersIn(answers)];
  });
}

function answersIn(text: string): string[] {
  return text === "-" ? [] : text.split(" | ");
}
