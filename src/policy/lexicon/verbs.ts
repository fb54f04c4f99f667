// What people say an agent does, sorted by what it does to the machine. A verb alone is never a rule: it gives a target
// its meaning.

export type VerbClass =
  | "run"
  | "edit"
  | "create"
  | "move"
  | "delete"
  | "read"
  | "commit"
  | "push"
  | "merge"
  | "install"
  | "load"
  | "connect"
  | "send"
  | "publish"
  | "deploy";

export type VerbForm = "base" | "ing" | "past" | "third";

export interface Verb {
  readonly class: VerbClass;
  readonly form: VerbForm;
  /** The word as the lexicon has it: `use` and `run` are of one class but do not weigh the same. */
  readonly word: string;
}

const ENGLISH: Readonly<Record<VerbClass, string>> = {
  run: "run execute type pass supply append enter perform invoke call launch start use issue trigger spawn boot reach utilise utilize employ point aim restart kill stop resort attempt try",
  edit: "edit sed modify change touch alter update write overwrite patch rewrite tweak adjust hand-edit refactor mutate bump hand-modify modification rework tamper fiddle meddle mess reformat regenerate",
  create: "create add introduce place put",
  move: "move mv rename relocate",
  delete: "delete empty clean rm remove erase wipe purge drop discard prune trash destroy clear",
  read: "read open print display show view dump inspect access peek output expose reveal cat consult study skim look see review leak grep list search scan browse copy quote paste",
  commit: "commit stage check-in version",
  push: "push force-push",
  merge: "merge",
  install: "install upgrade",
  load: "load inject",
  connect: "connect log-in login log-into",
  send: "send post upload email",
  publish: "publish release tag",
  deploy: "deploy ship promote",
};

const IRREGULAR: Readonly<Record<string, readonly [past: string, participle: string]>> = {
  run: ["ran", "run"],
  write: ["wrote", "written"],
  overwrite: ["overwrote", "overwritten"],
  rewrite: ["rewrote", "rewritten"],
  put: ["put", "put"],
  read: ["read", "read"],
  show: ["showed", "shown"],
  see: ["saw", "seen"],
  send: ["sent", "sent"],
  "hand-edit": ["hand-edited", "hand-edited"],
};

const DOUBLED = new Set(["reformat", "run", "put", "drop", "commit", "ship", "tag", "stop", "log-in", "grep", "trim"]);

function formsOf(word: string): readonly (readonly [string, VerbForm])[] {
  const stem = word.endsWith("e") && !word.endsWith("ee") ? word.slice(0, -1) : DOUBLED.has(word) && word !== "grep" ? word + word.slice(-1) : word;
  const third = /(?:s|sh|ch|x|z)$/.test(word) ? `${word}es` : /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
  const regular = /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ied` : `${stem}ed`;
  const [past, participle] = IRREGULAR[word] ?? [regular, regular];
  return [
    [word, "base"],
    [third, "third"],
    [`${stem}ing`, "ing"],
    [past, "past"],
    [participle, participle === word ? "base" : "past"],
  ];
}

function table(): ReadonlyMap<string, Verb> {
  const verbs = new Map<string, Verb>();
  for (const [name, words] of Object.entries(ENGLISH) as [VerbClass, string][]) {
    for (const word of words.split(" ")) {
      for (const [form, kind] of formsOf(word)) if (!verbs.has(form)) verbs.set(form, { class: name, form: kind, word });
    }
  }
  return verbs;
}

export const ENGLISH_VERBS = table();

/** Longest first; a single character counts only where no common word of another meaning goes on from it. */
export const CHINESE_VERBS: readonly (readonly [source: string, class_: VerbClass])[] = [
  ["替换|手动修改|手工修改|手动编辑|手工编辑|直接修改|擅自修改|修改|改动|更改|编辑|触碰|写入|覆盖|手改|手动改|变更(?![集日记])|调整|更新|重写|篡改|改写|触及|格式化|重构|操作(?=\\s?[\ue100-\ue1ff])", "edit"],
  ["运行(?![时态])|执行(?![器者力])|调用(?![方者链])|使用(?![者率])|启动(?![器时])|触发(?![器])|敲|裸用|直接用|直接跑", "run"],
  ["删除|移除|清空|清理|抹掉|销毁|清除", "delete"],
  ["读取|查看|打开|打印|输出|展示|显示|泄露|阅读|浏览|通读|翻阅|看过|读过|访问|回显|看一遍|读一遍|列目录|列出", "read"],
  ["提交|入库|签入|(?:加|放|传|塞)(?:进|入|到)\\s?(?:git|代码仓库|仓库|版本库|版本控制)|纳入版本库|加入版本库|加进仓库", "commit"],
  ["强制推送|强推|推送|推到|推上|推向", "push"],
  ["合并|合入|并入", "merge"],
  ["安装|引入|升级", "install"],
  ["加载|载入|注入", "load"],
  ["登录|登陆|连接|连到|连上|远程到", "connect"],
  ["发送|上传|外发", "send"],
  ["发布|发版|打标签|打\\s?tag", "publish"],
  ["部署|上线", "deploy"],
  ["新建|创建|新增|添加|增加|放进|放入", "create"],
  ["移动|重命名|改名|挪动|挪走", "move"],
  ["改(?![进善良观革名用为成回造由变])", "edit"],
  ["动(?![态画作力机不])|碰|写(?![法作手的])", "edit"],
  ["跑|用(?![户法例途于来力心处])|起(?![来见因点])", "run"],
  ["删", "delete"],
  ["读(?![者写])|看(?![板来起到])", "read"],
  ["推(?![荐理断出迟])", "push"],
  ["装(?![饰配])", "install"],
  ["连(?![续接同])", "connect"],
  ["发(?![现生展起出挥])", "send"],
  ["加(?![密速强快])", "create"],
];
