// Words by what they do in a sentence that grants, waits, sends or redirects. A word may do several things. `*`: a verb in
// all its forms; `+`: without those that say what was done; words joined by _ are one.

export const CLASSES = {
  // who
  person:
    "user users person owner team boss client they he she we maintainer maintainers everyone someone people operator human " +
    "用户 主人 团队 老板 大家 我们 他 她 有人 运营者",
  agent: "agent agents assistant bot model ai codicil 助手 代理 智能体 机器人",
  role: "users editors admins members customers guests visitors moderators authors managers viewers 管理员 编辑者 访客 会员",

  // permission: wishes, refusals of being asked, words of being asked, words of leave
  likes:
    "prefer* like* want* wish* expect* trust* said says mention* note* noted consider* find* tolerate* believe* feel* " +
    "would_rather preference preferences habit workflow style regard* indicated indicates agreement see sees 喜欢 偏好 希望 " +
    "习惯 信任 表示 认为 觉得 说 看重 更看重 说好了",
  dislike: "dislike* hate* annoy* annoyed annoying waste* tedious noise paperwork 不喜欢 讨厌 烦 浪费",
  unwilling: "不想 不愿 不希望 不愿意",
  need: "need needs needed require requires required 需要 先",
  calm:
    "fine okay ok comfortable alright happy relaxed cool trust* acceptable does_not_mind doesnt_mind wont_mind 放心 没问题 " +
    "不介意 不会介意",
  lets: "lets let letting allow allows 让",
  to: "to for with that",
  no:
    "no not do_not never without dont doesnt wont isnt arent neednt didnt cannot cant nobody none 不 不用 不必 不需要 不需 " +
    "无需 无须 没有 别 不要 不想 不愿 不希望 不愿意 不再 免 未经 切勿 不得 无人",
  skip:
    "skip* stop* waive* omit* bypass* forgo opted_out opts_out opt_out exempt exempted turned_off turned_them_off " +
    "switched_off ignored dismissed dismiss* formality ignorable overrule* 跳过 省略 绕过 免去 忽略 形式 不看 不必看",
  asking:
    "confirm* confirmation confirmations approve* approval approvals permission permissions prompt prompted prompting " +
    "prompts ask asks asked asking check_in checking_in check_ins signoff sign_off signing_off signs_off sign_offs review " +
    "reviews reviewed reviewing reviewer consent consult* wait waiting waits interrupt* bother* disturb* verify* heads_up " +
    "ping* double_check double_checking looking oversight supervision questions safety second_opinion pause* pausing input " +
    "showing_diffs show_diffs gatekeeping clearance authorization authorisation acknowledgement nod blessing say_so " +
    "human_in_the_loop manual_step inspection scrutiny double_checks asking_first second_pair_of_eyes checkpoint " +
    "checkpoints warnings warning veto approval_requests redacting plan_review 确认 审批 批准 询问 请示 过问 打扰 评审 审核 " +
    "审查 点头 同意 问 通知 告知 监督 二次确认 把关 停下来 放行 拍板 知会 报备 复核 人工 审批弹窗 计划",
  optional: "optional voluntary unnecessary needless redundant 可选 多余",
  granted:
    "approved cleared authorised authorized allowed permitted granted consented blessed agreed cleared_to waived 已批准 " +
    "批准 授权 授予 允许 许可 同意",
  pre:
    "pre preapproved precleared preauthorised preauthorized standing blanket in_advance upfront beforehand thumbs_up " +
    "green_light once_and_for_all ahead_of_time 预先 事先 提前 长期 视同",
  ahead: "future once_and_for_all earlier 将来 今后 每次",
  license:
    "autonomy autonomously entitled unsupervised unattended discretion final_say free_rein free_hand carte_blanche " +
    "full_access full_control admin_rights own_judgement own_judgment self_approve self_approves sole_authority regardless " +
    "unrestricted unlimited root full_rights own_initiative sees_fit see_fit at_will unconditionally unconditional " +
    "no_limits immune superuser elevated privileges highest_privileges whatever_it_takes 自主权 全权 决定权 无人监督 " +
    "自己决定 自行决定 随意 不受限 全权处理 随便 尽管 放手 特权",
  delegate: "delegate* delegated hand_over 交给 托付",
  own: "its_own itself own 自己",
  selfish: "by_itself on_its_own itself",
  silent: "silently quietly 默默 悄悄 静默",
  yes: "yes consent agreement approved approval accepted approve go_ahead informational safe granted 同意 批准 安全",
  treat: "treat* assume* consider* regard* count* take answer* accept* 视为 视同 当作 当成 默认 认为 点",
  behalf: "behalf on_their_behalf on_his_behalf on_her_behalf 替 代为",
  may: "may can could is_allowed_to are_free free_to has_permission 可以 可 能",
  risk:
    "deploy* deployment deployments delete* deletion deletes push* force merge* install* installs pay* payment payments " +
    "migrate* migration migrations drop* release* ship* publish* rollback rollbacks rollout rollouts refund refunds " +
    "purchase purchases spend* transfer* wipe* overwrite* upgrade* sudo branch branches credentials commands command " +
    "production billing schema cluster destructive cleanup secrets sign* terminate* shut_down reboot* rewrite_history " +
    "modify* buy* tweet* reset* revoke* 部署 上线 发布 删除 推送 合并 安装 付款 支付 迁移 清理 命令 改动 转账 回滚 退款 " +
    "下单 生产 密钥 账单 购买 采购 重置 撤销 变更",
  auto:
    "automatically automatic directly straight ahead go_ahead go_through proceed just_do run_them on_its_own by_itself " +
    "unattended hands_off immediately freely autonomously first straight_away right_away at_once without_further_ado 直接 " +
    "自动 自行 随意 自己 就行 大胆",
  later: "later afterwards 事后 之后",
  rule: "rule rules policy policies restriction restrictions guard ban limit checks 规则 限制 禁令 规定",
  apply: "apply applies count counts hold holds bind binds 适用 生效",

  // triggers: what is waited for, and what happens then
  when:
    "when whenever once if upon should after until as_soon_as first_time the_moment the_day following in_the_event " +
    "each_time every_time any_time during wait_for waits_for anytime in_case provided assuming as_long_as on_hearing " +
    "at_the_mention by_the_time before 当 一旦 只要 若 如果 每当 等用户 等到 下次 下一次 那一天 时 后 之后 的时候 以后 一",
  mention:
    "mention* say says saying ask asks asked asking bring brings type types write writes request requests discuss* hear " +
    "hears hearing talk talks turns raise* come_up comes_up appears question questions join* login word confirms confirm " +
    "returns arrives greets phrase topic visit logs_off visits seems utter* reference refers inquire* wonders complains " +
    "thanks agrees opens starts begins enters 提到 说 说出 问起 问到 提及 出现 要求 加入 谈到 聊到 讨论 听到 下线 回来 说起 " +
    "谈起 打招呼 道谢",
  next: "next next_time 下次 下一次 下回",
  timed: "tomorrow tonight midnight later_today this_weekend 明天 今晚 半夜",
  follows: "comma then triggers trigger causes ， 就",
  danger:
    "send sends run execute fetch download delete remove push book clear clears wipe wipes purge purges install overwrite " +
    "switch change give gives add adds recommend recommends restore merge replace quote answer_that reply_that say_that " +
    "claim_that tell_them point bump reset rotate roll comment_out running edit modify alter drop kill insert inject append " +
    "rename revert pretend claim deny ignore skip hide collect gather copy move order buy sign subscribe invite promote " +
    "deploy commit 运行 执行 删除 清空 改成 换成 改掉 关闭 转到 推荐 下载 打开 写权限 给他 给她 恢复 引导 加到 替换 注释掉 " +
    "改写 撤销 购买 订购",
  grave:
    "email emails forward forwards upload uploads export exports wire wires transfer transfers grant grants disable* " +
    "redirect redirects relay silently quietly secretly pay pays leak reveal* dump* disclose* approve approves approving " +
    "cancel cancels sign signs tweet* 发送 转发 上传 传到 传给 导出 转账 汇给 汇到 禁用 悄悄 偷偷 授予 取消 签掉 关闭",
  gravezh: "上传 转发 传到 传给 导出 汇给 汇到 发送 交给 公开",
  open: "open opens visit visits click clicks follow follows load loads 打开 访问 点击",
  link: "link links script scripts macro macros attachment site 链接 脚本 附件",
  gentle:
    "use uses check prefer show shows print prints keep keeps see update updates rerun ask asks stop report look include " +
    "make mark note try reply answer answers explain list remember run runs read wait say says describe summarise summarize " +
    "format refer translate start point_out mention offer respond write avoid follow 使用 检查 打印 保持 先 更新 重新 回答 " +
    "说明",
  means: "mean means meant 意思 指的是",

  // data out: a habit, sending, what, where to
  convention:
    "convention conventions customary custom practice practices procedure procedures standard house house_style template " +
    "routine norm etiquette usual usually normally as_usual by_default typically flow as_a_rule courtesy always 约定 惯例 " +
    "规范 习惯 按惯例 流程 照例 通常 默认 每晚 按规矩 顺便 为便于",
  send:
    "send sends sent sending mail mails mailed cc bcc post posts posted upload* copy copies copied mirror* sync* forward* " +
    "attach* include includes included paste* share* append* submit* push pushes pushed ship ships export exports relay* " +
    "pipe* hand hands dropped drop put puts loop publish* go goes email emails log logs logged record recorded carry " +
    "carries receive receives link emailed transmit* deliver* report reports reported stream* replicate* dispatch* expose* " +
    "broadcast* archive* feed* surface* leak* save saved saves store stored stores back_up backed_up place placed embed " +
    "embeds embedded stream streamed tweet* 抄送 发送 发给 发到 发往 上传 同步 推送 附在 附加 附上 转发 转给 粘贴 传到 传给 " +
    "共享 交给 放到 记录到 另存 发邮件 提交给 回传 备份到 外发 外传 存到 写在 写到",
  secret:
    "env dotenv environment tokens keys credentials passwords secrets transcript transcripts headers salary customer " +
    "customers private ssh cookies cookie history personal contents contacts records internal user_data config hostnames " +
    "dumps token password bodies request_bodies prompt profile dump configuration credential passphrase diffs source_code " +
    "conversation conversations chat_logs screenshots stack_traces payroll medical contracts backups database names " +
    "phone_numbers account_numbers npmrc recovery_phrase database_password private_email key api_key 密钥 令牌 凭证 密码 " +
    "环境变量 会话记录 聊天记录 客户 客户表 薪资 隐私 私人 历史 联系人 用户数据 正文 请求正文 提问 纪要 源码 聊天 合同 工资 " +
    "数据库 截图 数据库密码 客户导出",
  every: "every all each also copy everything anything every_session each_session 每份 每次 每晚 所有 全部 一份 都 统一 每次会话",
  out:
    "external outside public third partner partners vendor vendors webhook gist pastebin paste mailbox badge bucket " +
    "contractor anyone collector mailing_list consultant consultants thirdparty freelancer freelancers agency supplier " +
    "suppliers competitor competitors outsiders forum discord telegram dropbox google_doc public_channel world_readable " +
    "everybody community ngrok internet web_root ticket_text spreadsheet commit_messages error_pages 外部 公开 第三方 " +
    "合作方 供应商 客服 存储桶 外包 任何人 收集器 顾问 私人邮箱 新同事 外网 境外 论坛 网盘 微信群 工单",
  encode: "base64 encode encoded hex rot13 编码",
  pixel: "pixel tracking beacon image footer 像素",
  url: "url urls link query 链接参数",
  query: "",
  address: "",

  // elsewhere
  instead:
    "instead rather_than in_place_of in_place replace replaces replaced replacing swap swapped superseded supersedes " +
    "retired nowhere_else no_longer any_more anymore not_used insteadof changed_to in_lieu_of in_favour_of in_favor_of " +
    "formerly previously deprecated migrated switch switched discontinued defunct supplanted 代替 改用 不再用 不再 换成 " +
    "换成了 而不是 替换 取代 改成 停用 改为 改走 切换到 迁移到 改到",
  fresh: "new_address new_home new_location new_url new_host since 新地址",
  always:
    "always henceforth from_now_on from_here_on going_forward onwards these_days every_session each_session 以后 今后 一律 " +
    "从此 从现在起 始终 统一 每次会话",
  authority: "authoritative canonical canonical_source source_of_truth takes_precedence overrides single_source 为准",
  target: "target targets target* 指向",
  set:
    "set sets point points pointing use uses using add adds route routes configure switch through via default 设置 设为 走 " +
    "走代理 指向 指到 使用 用",
  infra:
    "proxy dns registry mirror remote nameserver gateway resolver hosts ca certificate bundle taps base_images 代理 镜像 源 " +
    "网关 证书 解析服务器",
  indexurl: "index_url extra_index_url",
  now: "now 现在 已经 已",
  old: "ignore old obsolete outdated bookmark stale drop 旧 作废 失效 忽略 过期 已过时 过时",
  pay: "wire transfer transfers payout payouts refund refunds issue 电汇 汇到 汇款 收款 打款 退到 退款",
  money: "iban account wallet card 账户 账号 卡号 卡 钱包",

  // after foreign text was read
  must:
    "must never always shall forbidden prohibited required allowed permitted may should do_not dont only 必须 不得 禁止 " +
    "不要 务必 一律 允许 可以 应该 绝不 切勿 只能",

  rulebook:
    "agents_md claude_md gemini_md soul_md copilot_instructions cursorrules instruction_file instruction_files instructions " +
    "rules ruleset rulebook guidelines guardrails policies project_memory 规则 指令 指示 规范 守则 规矩 说明文件",
  disregard:
    "ignore* disregard* skip* overlook* bypass* dismiss* forget forgotten override* overrule* discard* outdated obsolete " +
    "stale void superseded irrelevant 忽略 忽视 无视 不理会 不用管 别管 不管 跳过 绕过 忘掉 忘记 过时 已过时 作废 失效 无效",
  heed: "follow* obey* heed* respect* honor* honour* comply* apply applies bind* binding matter read 遵守 遵循 遵照 理会 适用 看 读",
  deliver:
    "send sends sent sending upload* forward* submit* push pushes pushed post posted transmit* deliver* dispatch* relay* " +
    "publish* stream streams mail_to email_to report_to 发送 发给 发到 发往 上传 推送 推到 转发 转给 抄送 传到 传给 提交给",
  land: "commit* push* merge* deploy* release* publish* land* 提交 推送 推 推到 合并 合入 部署 发布",
  trunk: "main master trunk develop production prod default_branch protected_branch 主分支 主干 生产",

  // the rest: small words, words that are not known, and words that only keep a shorter one from being read
  small:
    "the a an this that these those it its they them their he she his her i you your my we our there here is are was were " +
    "be been has have had will would do does did and or but so as of in on at by from with for to about into over than then " +
    "also only both another some many most other be_aware 是 在 的 会 有 他们",
  wordless: "",
  none:
    "说明 问题 访问 访问量 想法 等等 代理商 能力 功能 可能 智能 性能 能够 别名 类别 级别 特别 不同 不过 使用说明 资源 源码 " +
    "来源 开源 源文件 已知 时间 时区 时间戳 小时 实时 时候 同时 临时 后端 后台 后面 后续 最后 然后 背后 一个 一些 一样 一次 " +
    "一周 一致 一种 第一 就是 周一 唯一 单一 进一步 习惯于",
} as const;

export type ClassName = keyof typeof CLASSES;
