// The built-in rules: what each stops, in words. Those of a family ("red:protected-document") have one row.

import type { Language } from "../../src/base/locale.ts";

export type BuiltIn = {
  readonly verdict: "deny" | "ask" | "rewrite";
  readonly name: string;
  readonly stops: string;
  readonly example?: string;
};

const row = (verdict: BuiltIn["verdict"], name: string, stops: string, example?: string): BuiltIn => ({
  verdict,
  name,
  stops,
  ...(example === undefined ? {} : { example }),
});

export const builtInWords: Readonly<Record<Language, Readonly<Record<string, BuiltIn>>>> = {
  en: {
    "red:delete-whole": row("deny", "Whole folders", "deleting or moving away a root, home or project folder as a whole", "rm -rf ~"),
    "red:delete-repository": row("deny", "The repository's data", "deleting a repository's own data", "rm -rf .git"),
    "red:device": row("deny", "Devices", "writing to a disk or another device directly", "dd if=x of=/dev/sda"),
    "red:token": row(
      "deny",
      "Codicil's keys",
      "reading the keys by which a person approves",
      "cat ~/.local/state/codicil/daemon/user.token",
    ),
    "red:protected-document": row("deny", "Documents of the mind", "changing a document of the mind past Codicil", "echo x >> MEMORY.md"),
    "red:protected-state": row("deny", "Codicil's own files", "changing what Codicil keeps about itself"),
    "red:protected-host": row(
      "deny",
      "Hooks and agent settings",
      "changing hooks or settings of agent programs",
      "echo x > .claude/settings.json",
    ),
    "red:protected-start": row(
      "deny",
      "Files that start programs",
      "changing files that start programs by themselves",
      "echo x >> ~/.bashrc",
    ),
    "red:own-program": row("ask", "Codicil's program", "copying or replacing Codicil's own program"),
    "red:approval": row("ask", "Approvals", "saying a person's approval in their name"),
    "red:daemon": row("ask", "Codicil's daemon", "talking to the daemon behind this page"),
    "red:keys": row("ask", "Keys and passwords", "reading or sending files that contain keys or passwords", "cat ~/.ssh/id_ed25519"),
    "red:destructive": row("ask", "Destroying data", "discarding changes, history, databases, containers or backups", "git reset --hard"),
    "red:exfiltration": row("ask", "Sending data away", "sending data of this machine to another one", "scp notes.txt web:"),
    "red:escalation": row("ask", "More rights", "running with another user's rights", "sudo make install"),
    "red:persistence": row("ask", "Programs that stay", "making programs start later or by themselves", "crontab new.txt"),
    "red:tampering": row("ask", "Other programs' behaviour", "changing what other programs load, trust or run", "export LD_PRELOAD=x.so"),
    "red:remote": row("ask", "Other machines", "changing or deleting things on other machines", "ssh web rm notes.txt"),
    "red:outside": row("ask", "Outside the project", "changing files outside the project", "echo x > /usr/share/x"),
    "red:delete-outside": row("ask", "Deleting outside the project", "deleting files outside the project", "rm ~/notes.txt"),
    "red:repository": row("ask", "Inside .git", "changing a repository's own data", "echo x > .git/HEAD"),
    "red:instructs": row("ask", "Instructions for agents", "writing files that instruct agents in later sessions"),
    "red:opaque": row("ask", "What cannot be seen", "running something that is only known when it runs", 'eval "$X"'),
    "open-input": row("ask", "Programs that wait for input", "starting a program that takes commands past the gate", "python"),
    "malformed-call": row("ask", "Calls that cannot be read", "a call whose fields cannot be understood"),
    "red:delete": row("rewrite", "Deleting in the project", "deleting files of the project: they go to Codicil's trash", "rm notes.txt"),
    "red:overwrite": row(
      "rewrite",
      "Overwriting",
      "overwriting files that no commit has: a copy is kept in the trash",
      "cp new.txt notes.txt",
    ),
    "session-kind": row("deny", "Shared sessions", "reading private documents in a session that others see"),
    "unread-rules": row("deny", "Rules that cannot be read", "any call while an instruction file cannot be read in time"),
    "memory-bank-context": row("deny", "The memory bank", "writing before the project's decisions were read, where that is switched on"),
  },
  zh: {
    "red:delete-whole": row("deny", "整个目录", "整个删除或移走根目录、主目录或项目目录", "rm -rf ~"),
    "red:delete-repository": row("deny", "仓库数据", "删除仓库自身的数据", "rm -rf .git"),
    "red:device": row("deny", "设备", "直接写入磁盘或其他设备", "dd if=x of=/dev/sda"),
    "red:token": row("deny", "Codicil 的密钥", "读取用于批准的密钥", "cat ~/.local/state/codicil/daemon/user.token"),
    "red:protected-document": row("deny", "心智中的文档", "绕过 Codicil 修改心智中的文档", "echo x >> MEMORY.md"),
    "red:protected-state": row("deny", "Codicil 自己的文件", "修改 Codicil 保存的自身数据"),
    "red:protected-host": row("deny", "钩子与代理设置", "修改代理程序的钩子或设置", "echo x > .claude/settings.json"),
    "red:protected-start": row("deny", "启动文件", "修改会自行启动程序的文件", "echo x >> ~/.bashrc"),
    "red:own-program": row("ask", "Codicil 的程序", "复制或替换 Codicil 自己的程序"),
    "red:approval": row("ask", "批准", "冒用人的名义批准"),
    "red:daemon": row("ask", "Codicil 的守护进程", "与本页面背后的守护进程通信"),
    "red:keys": row("ask", "密钥与密码", "读取或发送含有密钥或密码的文件", "cat ~/.ssh/id_ed25519"),
    "red:destructive": row("ask", "破坏数据", "丢弃修改、历史、数据库、容器或备份", "git reset --hard"),
    "red:exfiltration": row("ask", "外发数据", "把这台机器的数据发送到别处", "scp notes.txt web:"),
    "red:escalation": row("ask", "更高权限", "以另一个用户的权限运行", "sudo make install"),
    "red:persistence": row("ask", "常驻程序", "让程序稍后或自行启动", "crontab new.txt"),
    "red:tampering": row("ask", "其他程序的行为", "改变其他程序加载、信任或运行的内容", "export LD_PRELOAD=x.so"),
    "red:remote": row("ask", "其他机器", "修改或删除其他机器上的东西", "ssh web rm notes.txt"),
    "red:outside": row("ask", "项目之外", "修改项目之外的文件", "echo x > /usr/share/x"),
    "red:delete-outside": row("ask", "删除项目之外的文件", "删除项目之外的文件", "rm ~/notes.txt"),
    "red:repository": row("ask", ".git 之内", "修改仓库自身的数据", "echo x > .git/HEAD"),
    "red:instructs": row("ask", "给代理的指示", "写入会指示以后会话中代理的文件"),
    "red:opaque": row("ask", "看不出的内容", "运行要到运行时才知道的内容", 'eval "$X"'),
    "open-input": row("ask", "等待输入的程序", "启动会绕过检查接收命令的程序", "python"),
    "malformed-call": row("ask", "读不懂的调用", "字段无法理解的调用"),
    "red:delete": row("rewrite", "在项目中删除", "删除项目文件：改为移入 Codicil 的回收站", "rm notes.txt"),
    "red:overwrite": row("rewrite", "覆盖", "覆盖未提交的文件：先在回收站留副本", "cp new.txt notes.txt"),
    "session-kind": row("deny", "共享会话", "在他人可见的会话中读取私人文档"),
    "unread-rules": row("deny", "读不了的规则", "指令文件无法及时读取时的任何调用"),
    "memory-bank-context": row("deny", "记忆库", "启用时，在读过项目的决定之前写入"),
  },
};

/** null: it is no rule that is built in. */
export function builtInOf(id: string, language: Language): BuiltIn | null {
  return builtInWords[language][id.replace(/^builtin:/, "")] ?? null;
}
