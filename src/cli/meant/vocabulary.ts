// What people call the acts and the things that commands are made of: the verbs of other programs, plain speech, Chinese.

/** The words of an act. */
export const ACTS = {
  accept: "accept approve approved merge cherry-pick yes confirm keep agree enforce lgtm 接受 批准 同意 通过 采纳 确认",
  add: "add save store note create new write insert append put touch mkdir 添加 增加 新增 新建 保存 记录 写入 make",
  apply: "apply commit finish submit 应用 提交",
  change: "edit set switch 切换 mv modify replace change rename alter vim vi nano rewrite correct adjust amend 修改 编辑 更改 改",
  check: "check ping test lint audit verify diagnose scan validate health fix repair troubleshoot fsck format fmt 检查 诊断 测试 修复",
  connect: "install connect link enable on attach integrate i use activate setup register pair 安装 连接 接入 启用 绑定 集成 turn_on",
  decide: "review inbox todo decide triage moderate 审核 审阅 审查 待办 处理",
  disconnect: "uninstall disconnect unlink disable detach off deactivate unregister un 卸载 断开 停用 禁用 解绑 turn_off 关闭",
  empty: "empty purge prune gc cleanup clean tidy vacuum 清理 整理",
  explain: "explain why because reason annotate 为什么 解释 原因 来源",
  export: "export backup cp copy dump archive download zip tar snapshot 备份 导出 归档 下载 hand_over",
  fork: "fork branch duplicate 分支 分叉",
  forget: "forget unlearn 忘记 忘掉 忘了",
  import: "import load ingest migrate upload transfer 导入 迁移 载入 上传",
  lock: "lock relock reenable 锁定 上锁 锁",
  list: "list ls dir ll all index tree 列表 列出 全部 所有 get",
  suspend: "disable off deactivate pause suspend snooze mute bypass skip 停用 禁用 关掉 暂停 绕过 跳过 turn_off switch_off 关闭",
  permit: "allow permit pass unlock unblock whitelist exempt except sudo grant 允许 放行 解锁 解除 let lets letting",
  refuse: "deny block forbid ban blacklist prohibit protect prevent never dont don't disallow 禁止 阻止 拦截 不要 不准 不许",
  rebuild: "rebuild reindex refresh regenerate 重建 刷新",
  reject: "reject decline dismiss no discard ignore 拒绝 驳回 忽略",
  remember: "remember learn teach memorize memorise 记住 记下 记得",
  remove: "rm remove delete del erase drop purge clear wipe unset destroy 删除 删掉 清除 清空 移除 get_rid throw_away",
  resume: "resume continue reopen 继续 接着",
  say: "chat talk ask tell prompt hello hi hey message converse 聊天 对话 聊 问 提问 你好",
  distil: "distil distill compact summarize summarise consolidate dream reflect 总结 提炼 压缩",
  search: "search find grep query lookup recall rg locate 回忆 回想 搜索 查找 查询 搜 找 look_up",
  show: "show cat view display print get read inspect describe see look less more know details 查看 显示 看 读 展示 打印 tell_me show_me",
  start: "serve start run up open launch dev boot restart browse begin 启动 打开 运行 开始 重启",
  stop: "stop down quit exit kill halt shutdown end close bye 停止 关闭 退出 结束",
  sync: "sync pull push fetch clone rebase remote publish share 同步 推送 拉取 共享",
  trace: "log logs watch monitor follow reflog shortlog history tail changelog activity timeline did done 历史 日志 动态 监控",
  try: "demo try example sample tutorial tour playground 演示 示例 试用 教程",
  undo: "undo redo revert rollback reset restore checkout undelete recover back pop oops mistake rewind 撤销 撤回 还原 恢复 回滚 回退 回到 throw_away roll_back take_back",
  update: "update upgrade outdated self-update 更新 升级",
} as const;

export type Act = keyof typeof ACTS;

/** The words of a thing; `_` is a space. */
export const THINGS = {
  ci: "ci pipeline build github_actions 流水线",
  everywhere: "everywhere from_all all_history 彻底 到处",
  trash: "trash undelete bin recycle deleted garbage stash 回收站 垃圾 垃圾桶",
  session: "session conversation transcript thread chat_history chat_log chats 会话 聊天记录 对话记录 历史对话",
  proposal: "proposal suggestion pending request approval pr mr waiting inbox 提案 提议 建议 待审 待审核 待处理",
  conflict: "conflict 冲突",
  asking: "asking question nagging prompts 提问框 询问 弹窗",
  rule: "rule policy guard guardrail instruction permission allowed forbidden 规则 策略 规定 权限",
  rules_file: "agents.md",
  enforcement: "enforcement enforcing gate gatekeeper protection guards safety checks 强制 强制执行 拦截 保护 门禁",
  verdict: "verdict refusal stopped blocked denied refused rejected 拦截记录 判定 拒绝记录 不让 不能 被拒 被拦",
  host: "host agent integration plugin extension claude_code 宿主 插件 智能体 代理",
  hook: "hook 钩子",
  mcp: "mcp mcpserver",
  commands: "commands help man manual usage_help cheatsheet 帮助 用法 命令列表",
  quickstart: "quickstart getting_started wizard onboarding 入门",
  skill: "skill 技能",
  shim: "shim claude.md gemini.md",
  command: "command shell safe danger dangerous 命令 安全 危险",
  config: "config configuration setting preference option environment env 设置 配置 选项",
  model: "model llm provider key apikey api_key openai anthropic deepseek ollama 模型 密钥",
  language: "language lang locale i18n translation chinese english zh en zh-cn zh_cn en-us en_us 语言 中文 英文 汉语",
  program: "codicil itself program software 程序 软件",
  colour: "color colour theme dark light 颜色 主题",
  version: "version about 版本 关于",
  token: "token password login logout signin account auth 令牌 登录 密码 账号",
  page: "page daemon ui web website dashboard server browser gui app panel interface port 网页 页面 界面 网站 面板 服务 浏览器",
  backup: "backup bundle archive 备份文件 备份",
  secret: "secret credential leak 机密 泄露",
  prompt: "system_prompt context snapshot 提示词 上下文 系统提示",
  budget: "budget limit quota capacity room size_limit too_big too_long 预算 上限 限额 容量",
  notice: "notification notify popup toast bell sound beep mute silence 通知 提醒 静音",
  cost: "cost usage useage spend spent spending money dollar usd billing bill price stats statistic tokens_used 费用 花费 用量 成本 统计",
  quarantine: "quarantine quarantined injection 隔离",
  machine:
    "machine laptop macbook mac pc computer another_machine new_machine database postgres git device remote 机器 电脑 设备 数据库 远程",
  mind: "mind profile workspace switch 切换 心智",
  place: "whoami data location folder directory storage stored kept path project cd pwd cwd 项目 数据 位置 目录",
  summary: "summary digest heartbeat distillation cron schedule 摘要 日报 定时",
  completion: "completion autocomplete bash zsh fish 补全",
  problem:
    "problem error issue bug broken wrong ok okay fine 问题 错误 故障 not_load not_work not_open doesn't_work won't_open fails crash crashed refusing",
  status: "ps top status state overview progress info now 状态 概况 总览",
  newest: "last latest newest recent previous head 最近 最新 上次 最后",
  change: "change changed happened learned learnt remembered wrote 学到 学会 学了 记了什么 today yesterday diff entry 变更 改了 改动 变化",
  day: "today daily diary journal 今天 今日 日记",
  identity: "name called personality character identity persona soul 名字 性格 人格",
  line: "line author who 行 作者 谁写的",
  document: "document doc file markdown section heading user 文档 文件 章节",
  memory: "memory mem fact note knowledge me myself brain 记忆 记忆库 笔记 知识 我",
  // By their shape.
  a_file: "",
  a_line: "",
  a_time: "",
  an_id: "",
} as const;

export type Thing = keyof typeof THINGS;

/** Names and values that say what they are by their shape; the last ones say nothing alone. */
export const SHAPES: ReadonlyArray<readonly [RegExp, ...Thing[]]> = [
  [/^(?:\.\/)?agents\.md:\d+$/, "a_line", "rules_file"],
  [/\.md:\d+$/, "a_line", "document"],
  [/^(?:\.\/)?agents\.md$/, "a_file", "rules_file"],
  [/^(?:claude|gemini)\.md$/, "shim"],
  [/^config\.ya?ml$/, "config"],
  [/\.md$/, "document"],
  [/\.(?:tar\.gz|tgz|zip)$/, "backup"],
  [/^e_\w/, "proposal"],
  [/^(?:c_\w|head\b)/, "newest", "change"],
  [/^session_/, "session"],
  [/^[a-f]{0,9}\d[\da-f]{0,19}$/, "an_id"],
  [/^\d+ ?(?:s|m|min|h|分|分钟|小时)$/, "a_time"],
  [/^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1)\b/, "page"],
];

/** They say nothing about what is meant. */
export const SMALL =
  "a about all an am and are can do does for from how i in is it my of on please so that the this to u want was what whats when where which with you your";

/** Out of habit, before what is meant: `git status`. */
export const PROGRAMS = "apt brew cargo codicil docker gh git helm kubectl make npm npx pip pnpm sudo systemctl terraform yarn";
/** And these begin a call that is asked about: `test "rm -rf dist"`. */
export const SHELL = "bash chmod chown curl dd kill mv node psql python rm scp sh ssh wget";
