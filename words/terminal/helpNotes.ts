// The help of single commands: what is said behind the options.

export const HELP_NOTES: readonly (readonly [string, string])[] = [
  [
    "Exit 1 where an instruction file cannot be read, since none of its rules is enforced then.",
    "有指令文件读不了时退出码为 1：那时它的规则都没有强制执行。",
  ],
  [
    "At a terminal: /help lists the commands, !COMMAND runs one, Ctrl+C stops an answer or ends the session. Exit 0; 143 after SIGTERM, 129 after SIGHUP, each with the session ended properly. Without a terminal, 1 or 3 where a message has no answer.",
    "在终端里：/help 列出命令，!命令 运行一条命令，Ctrl+C 停止回答或结束会话。退出码 0；SIGTERM 后 143，SIGHUP 后 129，会话都会正常结束。不在终端中，有消息没有得到回答时为 1 或 3。",
  ],
  [
    "Nothing happens in the background unless it is on or the daemon runs. Without a model, only explicit statements are found.",
    "除非已开启或后台进程在运行，否则不会在后台做任何事。没有模型时只找明确说出的内容。",
  ],
  [
    "The config is switched last; nothing is removed from the database. Where a mind is there already, this machine joins it. docs/many-machines.md has the address's options.",
    "最后才切换配置；数据库里的内容不会删除。那里已有心智时，这台机器会加入它。地址的选项见 docs/many-machines.md。",
  ],
  [
    "With a database every command syncs when it starts, and this one says what happened; with a Git remote only this command and codicil serve sync. Exit 4 where there is a conflict to resolve, 1 where the remote cannot be reached.",
    "使用数据库时，每条命令启动时都会同步，这条命令说明同步了什么；使用 Git 远程时，只有这条命令和 codicil serve 会同步。有冲突要解决时退出码为 4，连不上远程时为 1。",
  ],
  [
    "Each file says who wrote its newest line and when. Nothing but text: no history, sessions or rules. codicil import okf DIR reads such a bundle.",
    "每个文件都写明最新一行是谁在什么时候写的。只有文字：没有历史、会话和规则。codicil import okf DIR 可读取这样的目录。",
  ],
  [
    "FROM is codicil (a bundle; checked first, nothing overwritten unless --over), agentkit (its documents are copied where this mind has none of its own; ~/.agentkit is not changed), claude, codex, gemini, hermes or openclaw; or basic-memory, chatgpt, claude-mem, letta, mem0 or okf (Open Knowledge Format), with the file or folder that the program exported. For a tool, DIR is its folder or a folder of memory files; the default is the tool's own folder. Its files are only read; every note becomes a proposal (codicil review) with the file that it came from. Importing again proposes what is new.",
    "FROM 是 codicil（心智目录；先检查，不加 --over 不覆盖）、agentkit（把它的文档复制到这个心智还没有的位置；~/.agentkit 不变）、claude、codex、gemini、hermes 或 openclaw；或 basic-memory、chatgpt、claude-mem、letta、mem0、okf（Open Knowledge Format），后面写该程序导出的文件或目录。对于工具，DIR 是它的目录或一个记忆文件目录，默认为工具自己的目录。只读取它的文件；每条笔记都成为注明来源文件的提议（codicil review）。再次导入只提出新的内容。",
  ],
  [
    "For a mind that is synced by Git instead of a database: git config merge.codicil.driver 'codicil merge-driver %O %A %B %P', and *.md merge=codicil in .gitattributes.",
    "用于通过 Git 而不是数据库同步的心智：git config merge.codicil.driver 'codicil merge-driver %O %A %B %P'，并在 .gitattributes 里写 *.md merge=codicil。",
  ],
  [
    "Exit 1 where there are errors, 0 otherwise. Nothing is changed without --fix or your answer; other tools' files never are.",
    "有错误时退出码为 1，否则为 0。没有 --fix 或您的回答就不做任何修改；其他工具的文件从不修改。",
  ],
  [
    'In ~/.bashrc: eval "$(codicil completion bash)"; in ~/.zshrc the same with zsh; codicil completion fish ' +
      "> ~/.config/fish/completions/codicil.fish.",
    '在 ~/.bashrc 里写：eval "$(codicil completion bash)"；在 ~/.zshrc 里同样写（用 zsh）；fish 用：codicil ' +
      "completion fish > ~/.config/fish/completions/codicil.fish",
  ],
  [
    "ID may be a unique part of an id, a number of the list that codicil log printed last on this terminal, or last. Without ID, a terminal proposes the last change and asks.",
    "ID 可以是编号中唯一的一段、codicil log 上次在这个终端列出的序号，或 last。不写 ID 时，终端会提出最近一次修改并询问。",
  ],
  [
    "HOST is claude, codex, copilot, cursor, gemini, kimi, opencode, pi, qwen, or all. DIR is a folder or a file; the default is the host's own folder. The host's files are only read. Importing again adds what is new.",
    "HOST 是 claude、codex、copilot、cursor、gemini、kimi、opencode、pi、qwen 或 all。DIR 是目录或文件，默认为宿主自己的目录。只读取宿主的文件。再次导入只加入新的内容。",
  ],
  [
    'A query is any text. `"exact words"`, `not:word`, `in:NAME`, `by:SPEAKER`, `day:2026-05-01` (also `2026-05`, ' +
      "`A..B`, `yesterday`), `before:DAY`, `after:DAY` and `session:ID` narrow it.",
    '查询可以是任何文字。`"exact words"`、`not:word`、`in:NAME`、`by:SPEAKER`、`day:2026-05-01`（也可写 `2026-05`、' +
      "`A..B`、`yesterday`）、`before:DAY`、`after:DAY` 和 `session:ID` 可缩小范围。",
  ],
  [
    "Reads one to three documents, more for a stated reason, ten files at most. Uses no model: the same files and question give the same pack.",
    "读一到三个文档，有说明的理由时更多，最多十个文件。不用模型：同样的文件和问题得到同样的结果。",
  ],
  ["Exit 4 where a quote is not at the place that the pack names.", "有引用不在所写的位置时，退出码为 4。"],
  [
    'One command: exit 2 where it is asked about or denied. A call is {"tool":"shell","command":…}, {"tool":"write","path":…} ' +
      'or {"tool":NAME,"input":{…}}. Every line of JSON gets a line; one that cannot be read gets {"id","error"}, ' +
      "and the exit code is 3 at the end.",
    '单条命令：需要询问或被拒绝时退出码为 2。一个调用写作 {"tool":"shell","command":…}、{"tool":"write","path":…} ' +
      '或 {"tool":NAME,"input":{…}}。每行 JSON 得到一行回答；读不懂的行得到 {"id","error"}，最后退出码为 3。',
  ],
  [
    "A case is `- stop: COMMAND`, `- pass: COMMAND`, or deny, ask or rewrite with a command or a call, with history and session. In a GitHub workflow failures are annotations of their lines.",
    "用例写作 `- stop: COMMAND`、`- pass: COMMAND`，或 deny、ask、rewrite 加命令或调用，可带 history 和 session。在 GitHub 工作流里，失败会标注在对应的行上。",
  ],
  [
    "The decision is kept by the line's text and its headings: when they change, you are asked again. codicil undo ID undoes it.",
    "决定按这一行的文字和它上面的标题保存：它们改变后会再次询问您。撤销：codicil undo ID",
  ],
  [
    "Each reading is a policy item with at least 3 calls that it must stop and 5 that must pass; they are run, and a reading that gets one wrong is refused with the reason. Exit 1 where all are refused. codicil review shows the rest.",
    "每种读法都是一个策略项，附有至少 3 个必须拦下和 5 个必须放行的调用；这些调用会实际试过，有一个不对就退回该读法并说明原因。全部退回时退出码为 1。其余的在 codicil review 里。",
  ],
  [
    "The lock file only tightens: it makes Codicil enforce readings that it would otherwise only propose.",
    "锁定文件只会更严：它让 Codicil 强制执行原本只会提议的读法。",
  ],
  [
    "HOST is claude, codex, copilot, cursor, gemini, kimi, opencode, pi or qwen. Existing settings stay; installing twice changes nothing. Exit 1 where the test call passes the gate.",
    "HOST 是 claude、codex、copilot、cursor、gemini、kimi、opencode、pi 或 qwen。已有设置保留；重复安装不会改变什么。测试调用通过了关卡时退出码为 1。",
  ],
  [
    "A file that was edited since then keeps the edits; only Codicil's lines are removed. Without a terminal nobody is asked.",
    "此后编辑过的文件保留那些编辑；只删除 Codicil 的行。不在终端中时不询问。",
  ],
  ["Files that Codicil did not write are never changed.", "不是 Codicil 写的文件从不修改。"],
  [
    "codicil install HOST writes the lines that call it. EVENT is the host's name for the event, for hosts whose JSON does not name it. Before a call, any error ends with exit 2 and a reason, which every host takes as a refusal.",
    "codicil install HOST 会写好调用它的设置。EVENT 是宿主的事件名，用于 JSON 里不写事件名的宿主。在调用之前出任何错误都以退出码 2 和原因结束，每个宿主都把它当作拒绝。",
  ],
  [
    "For agents: it plans, reads and asks; it cannot accept, approve or undo. When it ends, what was planned is flushed and applied, or becomes a proposal for you to approve.",
    "给代理使用：它可以计划、读取和询问，不能接受、批准或撤销。结束时，计划的修改会写入，或成为等您批准的提议。",
  ],
  ["With DIR, an empty folder of yours, it is kept.", "DIR 是您的一个空目录；写了它，内容会保留。"],
];
