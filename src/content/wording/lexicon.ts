// The words that matter, in one-letter classes. A sentence is read as a string of these letters (its *shape*), so that
// one rule serves every inflection, English and Chinese, and a few phrases of other languages.
//
// A class is one letter; a word has exactly one class. Words that carry no weight read as ".".

/** One line per class: the letter, what it stands for, and its words. Verbs marked with * are inflected. */
export const CLASSES: readonly (readonly [letter: string, words: string])[] = [
  // o: set aside what was said before
  [
    "o",
    "ignore* disregard* forget forgets forgetting overlook* override overrule* discard* dismiss* neglect* abandon* disobey* " +
      "unlearn aside ignorez ignorer oubliez oublie ignora ignoren olvida olvide olviden ignoriere ignorieren ignoriert vergiss " +
      "missachte dimentica esqueca ignorar игнорируй игнорируйте игнорировать забудь забудьте 忽略 无视 忘记 忘掉 忽视 抛开 抛弃 不理会 别管 不管 " +
      "不遵守 违反 推翻 无须遵守 不顾 不用理 忘れ 무시",
  ],
  // i: what was said: instructions, rules
  [
    "i",
    "instruction instructions rule rules guideline guidelines guidance directive directives prompt prompts policy policies " +
      "constraint constraints restriction restrictions safeguard safeguards guardrail guardrails limitation limitations limit " +
      "limits ruleset protections consignes regles instrucciones reglas directrices anweisungen regeln vorgaben richtlinien " +
      "istruzioni regole instrucoes regras инструкции инструкций правила указания 指令 指示 规则 提示 约束 限制 规定 政策 策略 准则 设定 守则 禁令 红线 规范 " +
      "지시 지침 규칙",
  ],
  // p: earlier
  [
    "p",
    "previous previously prior above earlier preceding former existing original initial old past before given precedentes " +
      "precedents anterieures anteriores previas vorherigen bisherigen obigen fruheren precedenti предыдущие предыдущих прежние " +
      "之前 以前 以上 上面 先前 前面 此前 原有 原来 现有 既有 上述 前述 이전",
  ],
  // a, W: all, and all by itself
  [
    "a",
    "all any every each always entire whole whatever toutes tous todas todos alle jede tutte все everywhere " +
      "所有 全部 任何 每个 每次 总是 一律 永远 始终 全て 모든 任意 每一",
  ],
  ["W", "everything anything alles 一切"],
  // y, u: the agent, the person
  ["y", "you your yourself assistant agent ai llm bot chatbot claude chatgpt gpt codex gemini copilot 你 您 助手 智能体"],
  ["u", "user users owner person human humans boss operator admin administrator maintainer 用户 主人 使用者 管理员 老板 所有者"],
  // n, N, w: not; not needed; without
  [
    "n",
    "not never no none nothing nobody stop dont doesnt cannot cant wont isnt arent 不要 不得 不能 不会 没有 从不 绝不 请勿 不再 切勿 别 不",
  ],
  ["N", "不用 不必 不需要 不需 无需 无须 毋须 免去 不必再 不用再"],
  ["w", "without sans 未经 不经 不经过 不加"],
  // q, c, R: ask; what is asked for; is needed
  ["q", "bother disturb pester ask asks asked asking confirm confirms confirming consult consulting 询问 请示 征求 问 先问"],
  [
    "c",
    "confirmation confirmations approval approvals permission permissions consent authorization authorisation oversight checks " +
      "guard gate ban prohibition signoff dialogs 确认 审批 审核 审查 权限",
  ],
  ["R", "need needed needs necessary required require requires requirement"],
  // g, d, G, A, e, Y: permit; accept; unbounded; by itself; may; yes
  [
    "g",
    "allow allows allowed permit permits permitted approve approves approved approving authorize* authorise* grant* " +
      "preauthorised preauthorized whitelist* consented consents greenlit okay fine preapproved 允许 批准 同意 授权 许可 放行 准许",
  ],
  ["d", "accept accepts"],
  ["G", "unrestricted unlimited unfettered uncensored jailbroken unfiltered omnipotent 不受限"],
  ["A", "auto automatically automatic default 自动 直接 默认"],
  ["e", "may can could free 可以 可"],
  ["Y", "yes yep affirmative"],
  // x, s, v, X, r: act; send; write; try again; what is risky
  [
    "x",
    "run runs running execute* launch* invoke* open fetch* download* install* visit* navigate call calls perform " +
      "执行 运行 打开 下载 安装 访问 调用 启动 点击",
  ],
  [
    "s",
    "send sends sending post posts posting upload* forward forwards forwarding transmit* exfiltrate* leak* email emails mail " +
      "mails submit* ping 发送 上传 转发 发到 发给 传到 外传 回传 上报 寄到",
  ],
  [
    "v",
    "append write add insert edit modify put copy repeat include replicate paste reproduce embed 写入 添加 追加 复制 重复 加入 加到 写到 粘贴",
  ],
  ["X", "retry retries wrap rephrase again workaround reattempt 重试 换成 改用 再试 重新"],
  [
    "r",
    "rm sudo shell bash command commands tool tools action actions operation operations delete deletes deletion deletions " +
      "deleting push pushes pushing deploy deploys deployment deployments transfer transfers merge merges edits writes " +
      "destructive dangerous transactions 命令 操作 删除 工具 推送 部署 修改 动作",
  ],
  // k, f, m, I: data; protected files; this note
  [
    "k",
    "secrets credentials passwords env dotenv history conversation conversations transcript transcripts chat chats cookies " +
      "keys tokens variables netrc id_rsa keychain 密钥 密码 令牌 凭证 聊天记录 对话 历史记录 环境变量 隐私 会话记录",
  ],
  [
    "f",
    "agents.md soul.md claude.md gemini.md authorized_keys bashrc zshrc bash_profile crontab cursorrules settings.json launchd systemd",
  ],
  ["m", "note notes paragraph sentence sentences message text entry memory section line lines 记录 笔记 内容 段落 句话 条目 段话"],
  ["I", "this these 这条 本条 这段 此条 这句 这些 这个 该条"],
  // b, L, B, J, Z, E: get around; no longer in force; denied; treat as; filters; encode
  [
    "b",
    "bypass skip circumvent disable suspend evade sidestep deactivate waive suppress 绕过 跳过 禁用 关闭 规避 停用 解除 取消 避开 绕开",
  ],
  [
    "L",
    "disabled outdated obsolete void suspended lifted expired revoked superseded waived relaxed reset exempt exempted " +
      "exception exceptions cancelled canceled switched bypassed 失效 过期 作废 废止 例外 不适用 已取消 已关闭",
  ],
  ["B", "deny denied denies denial block blocked refuse refuses refused forbidden disallowed 拒绝 被拒 拦截 阻止"],
  ["J", "treat interpret regard consider assume 视为 当作 当成 视作"],
  ["Z", "redaction redactor detection filter filters scanner scanners monitoring audit logging hook hooks 脱敏 检测 过滤 审计 检查 校验"],
  ["E", "decode decoded encode encoded base64 rot13 split obfuscate obfuscated 解码 编码 混淆 拆分"],
  // t, S: tell; in secret
  [
    "t",
    "tell tells telling inform informs informing notify notifies notifying mention mentions mentioning reveal reveals revealing disclose " +
      "disclosing warn warns alert alerts alerting 告诉 通知 提及 提到 透露 告知 汇报 泄露 声张 提醒",
  ],
  ["S", "silently secretly quietly covertly hide hiding conceal concealing 悄悄 偷偷 暗中 隐瞒 秘密地 私下"],
  // h, H, M, z, j, O, P, Q, F, C: triggers; from now on; being; roles; persona; system; follow; control; new; know; in force
  ["h", "when whenever if once next after upon until 当 如果 每当 一旦 下次 只要 遇到 若 当用户"],
  ["H", "henceforth 从现在起 从今以后 以后 今后 从现在开始 此后 从此"],
  ["M", "from"],
  ["z", "now moment 现在"],
  ["j", "are become act behave pretend roleplay operate 扮演 假装 成为 假设"],
  ["O", "role persona identity mode 角色 身份 模式"],
  ["P", "dan jailbreak godmode 越狱"],
  ["Q", "system safety security developer 系统 安全 开发者"],
  ["F", "follow followed obey obeying comply obeys 遵循 服从 听从 照做 执行以下 只听 遵守"],
  ["C", "tasking c2 控制端"],
  ["D", "new 新的"],
  ["T", "know knows notice notices realise realize aware 知道 发现 察觉 得知"],
  ["V", "apply applies hold holds bind binding 适用 生效 有效"],
  // l: words of the first classes, backwards or rotated by 13 letters; whoever writes so has something to hide
  [
    "l",
    "snoitcurtsni noitcurtsni suoiverp erongi dragersid evorppa tpmorp vtaber qvfertneq vafgehpgvbaf vafgehpgvba cerivbhf " +
      "nccebir olcnff 令指 略忽 认确 视无",
  ],
  // 1: commands that fetch, run or connect; looked at by what is around them
  ["1", "curl wget iwr irm iex eval ncat nc webrequest downloadstring tcp"],
  // 2: words beside which a secret may be; nothing but a reason to look for one (class k counts as well)
  [
    "2",
    "password passwd passphrase passcode pwd secret credential bearer basic pin otp pass login verification recovery seed mnemonic " +
      "口令 密匙 私钥 验证码 凭据 授权码 秘钥 暗号 助记词",
  ],
  // K: talking about an attack, not making one
  [
    "K",
    "attack attacks attacker attackers injection injections example examples quote quotes quoted quoting phrase phrases slide " +
      "slides fixture fixtures demo phishing spam payload payloads corpus adversarial hostile jailbreaks malicious test tests " +
      "攻击 注入 示例 例子 测试 引用 钓鱼 样例 恶意",
  ],
];

/** Traditional characters that occur in the lexicon, each followed by its simplified form. */
export const TRADITIONAL =
  "無无視视須须遠远規规則则約约設设紅红線线範范這这條条內内記记錄录筆笔確确認认審审權权許许準准執执運运開开啟启調调動动點点擊击發发傳传給给隱隐環环變变憑凭證证對对話话歷历寫写複复製制貼贴換换試试繞绕過过" +
  "關关閉闭廢废詢询問问請请徵征從从現现後后時时當当為为編编碼码測测釣钓魚鱼註注統统經经絕绝會会總总個个報报聲声張张瞞瞒們们與与種种檔档據据戶户應应該该讓让別别並并禁禁";
