// `codicil help --all`, of a group and of one command: groups and what each command does.

export const HELP_COMMANDS: Readonly<Record<string, string>> = {
  "Stores your agents' memory, identity and rules as Markdown, and enforces the rules.":
    "把代理的记忆、身份和规则保存为 Markdown，并强制执行规则。",
  "codicil COMMAND [options]": "codicil 命令 [选项]",
  "codicil {} COMMAND [options]": "codicil {} 命令 [选项]",
  "codicil {} alone is codicil {}. ": "单独的 codicil {} 就是 codicil {}。",
  "codicil {} COMMAND --help says more.": "详细用法：codicil {} 命令 --help",
  'codicil COMMAND --help says more. "last-word" may precede status, apply, resolve and validate.':
    "详细用法：codicil 命令 --help。status、apply、resolve 和 validate 前面可以加 “last-word”。",
  Everywhere: "所有命令都有的选项",
  "For example: codicil {}": "例如：codicil {}",
  // groups
  "Set-up": "安装与设置",
  Chat: "对话",
  "Documents and deltas": "文档与修改",
  "Review and history": "审阅与历史",
  Memory: "记忆",
  "Prompt and sessions": "提示词与会话",
  Recall: "搜索",
  Policy: "规则",
  Trash: "回收站",
  Filters: "过滤器",
  Hosts: "宿主",
  Page: "网页",
  // set-up and chat
  "create a mind: asks for a name and a character at a terminal, takes defaults otherwise; never overwrites":
    "创建心智：在终端里询问名字和性格，否则用默认值；从不覆盖已有文件",
  "talk to your agent, with any model or none; without a terminal, one message per line":
    "与代理对话，用什么模型都行，没有模型也行；不在终端里时，每行一条消息",
  "distil the last seven days into proposals for MEMORY.md, now; on and off: once a day when a chat ends":
    "现在把最近七天提炼成 MEMORY.md 的提议；on 和 off：对话结束时每天自动做一次，或不做",
  "write the whole mind, with its history, into one .tar.gz": "把整个心智连同历史写成一个 .tar.gz",
  "restore a backup: data, never keys or trust; checked first, nothing overwritten unless --over (which backs up what is there)":
    "恢复备份：只恢复数据，不恢复密钥和信任；先检查，不加 --over 不覆盖（加了会先备份现有内容）",
  "move what several machines share to a database, or back to files; compared by hash, can be resumed":
    "把多台机器共用的内容移到数据库，或移回文件；按哈希核对，中断后可继续",
  "sync this machine with the others, by the database or a Git remote: sends local changes, fetches the others'":
    "通过数据库或 Git 远程与其他机器同步：发送本机的修改，取回其他机器的修改",
  "write the whole mind, with its history, into a folder of plain files; of any size": "把整个心智连同历史写成一个普通文件的目录，大小不限",
  "write the documents as a bundle of the Open Knowledge Format 0.2, one file for each section":
    "把文档写成 Open Knowledge Format 0.2 的目录，每个小节一个文件",
  "import a bundle, AgentKit's documents, or another tool's memory, as proposals":
    "导入心智目录、AgentKit 的文档或其他工具的记忆（成为提议）",
  "Git's merge driver for documents and ledgers: by lines, without markers; conflicts go to staging":
    "文档和历史的 Git 合并驱动：按行合并，不留标记；冲突另存待解决",
  "check for problems: places, permissions, secrets, hidden text, duplicates, dead paths, contradictions, budgets; ours and other tools'":
    "检查问题：位置、权限、机密、隐藏文字、重复、失效路径、矛盾、额度；包括其他工具的文档",
  "where you stand: mind, connected hosts, rules, what is pending, next steps (also: codicil alone, at a terminal)":
    "当前状态：心智、已连接的宿主、规则、待处理的内容、下一步（在终端里单独输入 codicil 也一样）",
  "completion for your shell: bash, zsh or fish": "命令行补全：bash、zsh 或 fish",
  // documents
  "the documents of this mind and project, with sizes and budgets": "这个心智和项目的文档、大小和额度",
  "plan one change of one section; nothing is written yet": "计划对一个小节的一处修改；暂不写入",
  "who a section is for: me, team, project; or move one to another audience": "一个小节给谁看：me、team、project；或改给别人看",
  "end a session: what it planned becomes pending, or is staged": "结束会话：它计划的修改变为待写入，有冲突的另存",
  "what is pending: entries to apply, proposals, conflicts, journals, damaged files":
    "待处理的内容：待写入的条目、提议、冲突、未结束的会话、损坏的文件",
  "one short line for a host's status line: pending decisions, enforced rules, the last refusal":
    "给宿主状态栏的一行：待定事项、强制规则数、最近一次拒绝",
  "write what is pending into the documents": "把待写入的内容写进文档",
  "resolve the conflicts of a document, or the only one; without --take it shows them":
    "解决一个文档的冲突，或唯一的冲突；不加 --take 时只显示",
  "check a pending file as apply would": "像 apply 那样检查一个待写入文件",
  "open a document in $EDITOR, locked; the edit is recorded in the ledger": "锁定文档并用 $EDITOR 打开；修改会记入历史",
  "remove a text, or an entry's text, from documents, history, sessions, journals, pending files and the trash; interactive terminal only":
    "把一段文字或一个条目的文字从文档、历史、会话、待写入文件和回收站里彻底删除；只能在终端里由人操作",
  // review and history
  "decide what is pending, one key each: conflicts, proposals, proposed readings of instruction files; without a terminal, a list":
    "逐项决定，每项按一个键：冲突、提议、指令文件里待确认的读法；不在终端里时列出清单",
  "accept a proposal and apply it; interactive terminal only": "接受一个提议并写入；只能在终端里由人操作",
  "reject a proposal": "拒绝一个提议",
  "lines of documents that do not reach the model, with the reason": "不会交给模型的文档行及原因",
  "approve a quarantined line unchanged; interactive terminal only": "原样放行一行被隔离的内容；只能在终端里由人操作",
  "trust this project's own memory bank (a clone's is quarantined until then); interactive terminal only":
    "信任这个项目自带的记忆库（克隆来的在此之前被隔离）；只能在终端里由人操作",
  "the changes of a document, or of all, newest first": "一个或全部文档的修改，最新的在前",
  "who wrote each line": "每一行是谁写的",
  "which entry, session and reason wrote a line": "某一行由哪个条目、哪个会话、为什么写下",
  "a document, now or as it was": "一个文档现在或过去的内容",
  "undo one change, however long ago; or everything from a session or an origin":
    "撤销一处修改，多久以前的都行；或撤销一个会话、一个来源的全部修改",
  // memory
  "remember a fact: append it to a section of a memory document (Notes), creating it if missing":
    "记住一件事：追加到记忆文档的一个小节（默认 Notes），没有就新建",
  "replace a text that occurs exactly once in a section": "替换小节里恰好出现一次的一段文字",
  "remove a section": "删除一个小节",
  "a memory document, with pending changes included": "一个记忆文档，包括待写入的修改",
  // prompt and sessions
  "the prompt that a new session would get (--json: the snapshot), or that a session has":
    "新会话会得到的提示词（--json：快照），或某个会话的提示词",
  "what differs between the prompts of two sessions; B may be now, which is the default":
    "两个会话的提示词有什么不同；B 可以是 now（默认）",
  "which instruction files apply to a path, in which order, for Codicil and for each known host":
    "对 Codicil 和每个宿主，哪些指令文件适用于某个路径、次序如何",
  "start a session: its prompt is frozen and stored first": "开始一个会话：先固定并保存它的提示词",
  "the sessions, newest first": "会话列表，最新的在前",
  "a session's transcript": "一个会话的记录",
  'what the model would get: {"systemPrompt","messages"}': '模型会得到什么：{"systemPrompt","messages"}',
  "what the model got at an event": "模型在某个事件时得到了什么",
  "rebuild prompt and contexts from the session's file and compare them with what was stored": "用会话文件重建提示词和上下文，与保存的比较",
  "a new session with the same prompt and events": "用同样的提示词和事件新建一个会话",
  "continue from an earlier event of the same session": "从同一会话较早的事件继续",
  "hide one of your turns from later contexts; it stays in the transcript": "让您的一轮对话不再进入以后的上下文；记录里仍保留",
  "append the events on stdin, all or none": "追加标准输入里的事件，要么全部，要么都不",
  "guide a running turn: a harness item at the active leaf": "引导正在进行的一轮：在当前末端加一条提示",
  "tell the session what is new: another day, edits that are not in its prompt": "告诉会话有什么变化：日期变了、提示词里没有的修改",
  "import the transcripts of another agent as sessions; the originals are kept unchanged": "把其他代理的会话记录导入为会话；原件保持不变",
  "what another agent needs to continue a session's work, as one short Markdown file without secrets":
    "让另一个代理接着做所需的内容：一份不含机密的简短 Markdown",
  "a session as one document": "把一个会话写成一个文档",
  // recall
  "search documents, daily files and sessions, without a model": "搜索文档、每日文件和会话，不用模型",
  "what the project's memory bank says about a question, as a reader pack (YAML): summary, evidence, open questions, conflicts with the files":
    "项目记忆库对一个问题的回答（YAML）：摘要、依据、未决问题、与文件的冲突",
  "check a reader pack on stdin: its shape, and every quote against the file that it names":
    "检查标准输入里的读取包：格式，以及每处引用与文件是否一致",
  "the Memory Bank Protocol as text for a host's prompt": "给宿主提示词用的记忆库协议文字",
  // policy
  "each line of AGENTS.md: enforced (and how), or advice (and why)": "AGENTS.md 的每一行：强制执行（怎样），或只是建议（为什么）",
  "the verdict on one shell command (after --), or on JSON lines": "对一条命令（写在 -- 之后）或 JSON 行的裁决",
  "rules that can never fire, your own cases, rules lost since a commit; exit 1 where something fails":
    "永远不会触发的规则、您自己的用例、某次提交后丢失的规则；有失败时退出码为 1",
  "decide about a line: enforce it as it was read, ask each time, or treat it as advice; interactive terminal only":
    "决定一行：按读法强制执行、每次询问或只作建议；只能在终端里由人操作",
  "the line does not mean what Codicil read: treat it as advice; interactive terminal only": "这一行读错了：只作建议；只能在终端里由人操作",
  "let a language model read the lines that are not certain; its readings are proposed, never enforced by themselves":
    "让语言模型来读不确定的行；它的读法只是提议，不会自行强制执行",
  "write what you confirmed about this project's files to .agents/policy.lock.yaml, for your team to review":
    "把您对这个项目文件的确认写入 .agents/policy.lock.yaml，供团队审阅",
  "the gate's verdicts, newest first": "关卡的裁决，最新的在前",
  "one rule, or one verdict of the log": "一条规则，或记录中的一次裁决",
  "what the current policy would have said about the calls of past sessions, yours and imported ones":
    "现在的规则会怎样裁决过去会话里的调用（包括导入的会话）",
  "let one exact call pass once; interactive terminal only; without HASH, the newest refused calls that may be allowed":
    "放行一个完全相同的调用一次；只能在终端里由人操作；不写 HASH 时列出最近被拒绝、可以放行的调用",
  "let everything but red lines pass for a while (10m, 2h; 0 locks again); logged; interactive terminal only":
    "在一段时间内放行除红线之外的一切（10m、2h；0 重新锁上）；有记录；只能在终端里由人操作",
  "HOOK.md hooks, yours and this project's, and whether they run": "您的和这个项目的 HOOK.md 钩子，以及是否运行",
  "let a hook of this project or of a backup run, as it is now; interactive terminal only":
    "允许项目或备份里的钩子按现在的内容运行；只能在终端里由人操作",
  // trash
  "rm, but undoable: rm's options and messages, the files go to the trash": "可撤销的 rm：选项和消息与 rm 相同，文件移入回收站",
  "keep a copy of files as they are now": "保留文件现在的副本",
  "what is in the trash with sizes, oldest first": "回收站里的内容和大小，最旧的在前",
  "restore something to where it was": "放回原处",
  "delete what is in the trash for good; interactive terminal only": "永久删除回收站的内容；只能在终端里由人操作",
  // filters
  'stdin lines {"id","content","origin","target"} → {"id","verdict","why","text"?}: how memory would treat them':
    '标准输入的行 {"id","content","origin","target"} → {"id","verdict","why","text"?}：记忆会怎样处理',
  "reads text, prints it without its secrets": "读入文字，去掉机密后输出",
  'stdin lines {"id","kind":"delta-key"|"url","input"} → {"id","verdict","why"}':
    '标准输入的行 {"id","kind":"delta-key"|"url","input"} → {"id","verdict","why"}（检查路径）',
  // hosts and the page
  "connect another agent: shows what would change, asks, writes its settings, and tests the gate":
    "连接另一个代理：显示会改什么，询问后写入它的设置，并测试关卡",
  "disconnect another agent: restores every settings file exactly": "断开另一个代理：把每个设置文件恢复原样",
  "list the Agent Skills that come with Codicil, or print one; install HOST copies them to the host's folder":
    "列出 Codicil 自带的 Agent Skills，或输出其中一个；install HOST 会把它们复制到宿主的目录",
  "CLAUDE.md and GEMINI.md that point to AGENTS.md (one @import, no link), for hosts that read only their own name":
    "为只读自家文件名的宿主写指向 AGENTS.md 的 CLAUDE.md 和 GEMINI.md（一行 @import，不是链接）",
  "run by hosts at their events: the host's JSON on stdin, the answer on stdout (claude, codex, copilot, cursor, gemini, kimi, qwen)":
    "由宿主在事件发生时运行：标准输入是宿主的 JSON，标准输出是回答（claude、codex、copilot、cursor、gemini、kimi、qwen）",
  "an MCP server on stdin and stdout, or over HTTP on this machine: memory, recall, the bank, policy, for any MCP host":
    "标准输入输出上或本机 HTTP 上的 MCP 服务器：记忆、搜索、记忆库、规则，供任何 MCP 宿主使用",
  "the page of a mind with a month of believable content, beside yours; removed when you stop it":
    "演示：打开一个有一个月内容的示例心智的网页，与您的互不影响；停止后删除",
  "start the local web page and its daemon, on this machine only": "启动本地网页及其后台进程，只限本机",
  "print the running daemon's token, for its owner; or make one for another machine":
    "为主人输出后台进程的访问密钥；或为另一台机器生成一个",
};
