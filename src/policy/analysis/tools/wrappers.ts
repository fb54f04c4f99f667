// Programs that run the program which follows them. Each has its own options and its own operands before the command;
// a table line is `options | number of operands | hazard`.

import { has, readOptions, table, valueOf, valuesOf } from "../options.ts";
import { addHazard, addOpaque, type Command, settled, touch, type Tool } from "../record.ts";
import { fork } from "../shell/state.ts";
import { type Field, field, isDynamic, type Output, SILENT, unknownOutput } from "../shell/values.ts";
import { noteAssignment, noteUnset } from "./environment.ts";

interface Wrapper {
  readonly options: string;
  /** Operands of its own before the command. */
  readonly operands?: number;
  readonly escalates?: string;
  /** Options whose value is a command text. */
  readonly texts?: readonly string[];
  /** Options whose value is a file that is written. */
  readonly writes?: readonly string[];
  /** Without a command it starts a shell, which is opaque. */
  readonly shell?: boolean;
}

const AS_ROOT = "it runs with another user's rights";

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  nice: { options: "n,adjustment:" },
  ionice: { options: "c,class: n,classdata: p,pid: P,pgid: u,uid: t,ignore" },
  nohup: { options: "" },
  timeout: { options: "k,kill-after: s,signal: preserve-status foreground v,verbose", operands: 1 },
  time: { options: "o,output: a,append f,format: p,portability q,quiet v,verbose", writes: ["output"] },
  stdbuf: { options: "i,input: o,output: e,error:" },
  setsid: { options: "c,ctty f,fork w,wait" },
  chrt: { options: "a b f i m o r d R T: P: D: p v", operands: 1 },
  taskset: { options: "a,all-tasks p,pid c,cpu-list", operands: 1 },
  strace: { options: "f F q qq c C d h i k r t T v V x xx y yy w z Z D a: b: e: E: I: o,output: O: p,attach: P: s: S: u: X: trace: follow-forks seccomp-bpf", writes: ["output"] },
  ltrace: { options: "f c C d h i L n: o,output: p: r S t T u: V x: e: s: a: A: l: F:", writes: ["output"] },
  valgrind: { options: "q,quiet v,verbose tool: leak-check: log-file: track-origins: error-exitcode: suppressions: xml: xml-file:", writes: ["log-file", "xml-file"] },
  catchsegv: { options: "" },
  faketime: { options: "f m p: exclude-monotonic", operands: 1 },
  chronic: { options: "v e" },
  ifne: { options: "n" },
  ts: { options: "r s i m" },
  unbuffer: { options: "p" },
  rlwrap: { options: "a:? b: c C: D: f: H: i I l: m:? n N o p:? P: q: r R s: S: t: z:" },
  fakeroot: { options: "l,lib: faked: s: i: u,unknown-is-real b: v h", shell: true },
  "fakeroot-ng": { options: "l: p: d" },
  proot: { options: "r,rootfs: b,bind: m,mount: q: w,pwd,cwd: v: k: 0 i: R: S:", shell: true },
  chroot: { options: "userspec: groups: skip-chdir", operands: 1, escalates: "it changes the root folder", shell: true },
  unshare: { options: "m,mount:? u,uts:? i,ipc:? n,net:? p,pid:? U,user:? C,cgroup:? T,time:? f,fork r,map-root-user c,map-current-user mount-proc:? propagation: setgroups: R,root: w,wd: S,setuid: G,setgid: kill-child:?", shell: true },
  nsenter: { options: "a,all t,target: m,mount:? u,uts:? i,ipc:? n,net:? p,pid:? C,cgroup:? U,user:? T,time:? S,setuid: G,setgid: preserve-credentials r,root:? w,wd:? F,no-fork Z,follow-context", escalates: "it enters another process's view of the machine", shell: true },
  setpriv: { options: "dump clear-groups groups: inh-caps: ambient-caps: bounding-set: init-groups keep-groups list-caps no-new-privs rgid: ruid: egid: euid: regid: reuid: securebits: pdeathsig: selinux-label: apparmor-profile: reset-env" },
  setarch: { options: "v,verbose R,addr-no-randomize 3,3gb B,32bit F,fdpic-funcptrs I,short-inode L,addr-compat-layout S,whole-seconds T,sticky-timeouts X,read-implies-exec Z,mmap-page-zero" },
  linux64: { options: "R,addr-no-randomize" }, linux32: { options: "R" }, i386: { options: "" }, x86_64: { options: "" },
  prlimit: { options: "p,pid: o,output: noheadings raw verbose c,core:? d,data:? e,nice:? f,fsize:? n,nofile:? u,nproc:? v,as:? t,cpu:?" },
  numactl: { options: "i,interleave: N,cpunodebind: C,physcpubind: m,membind: p,preferred: l,localalloc a,all H,hardware s,show" },
  cpulimit: { options: "l,limit: p,pid: e,exe: P,path: b,background f,foreground z,lazy k,kill r,restore i,include-children c,cpu: m,monitor-forks q,quiet v,verbose" },
  "systemd-run": { options: "user system scope u,unit: p,property: description: slice: slice-inherit r,remain-after-exit send-sighup service-type: uid: gid: nice: working-directory: d,same-dir E,setenv: t,pty P,pipe q,quiet S,shell on-active: on-boot: on-calendar: G,collect wait H,host: M,machine: no-block no-ask-password" },
  "systemd-inhibit": { options: "what: who: why: mode: list no-pager" },
  "systemd-cat": { options: "t,identifier: p,priority: level-prefix:" },
  "dbus-run-session": { options: "config-file: dbus-daemon:" },
  "dbus-launch": { options: "sh-syntax csh-syntax auto-syntax exit-with-session autolaunch:" },
  "xvfb-run": { options: "a,auto-servernum e,error-file: f,auth-file: l,listen-tcp n,server-num: p,xauth-protocol: s,server-args: w,wait:" },
  "ssh-agent": { options: "c s d D k E: a: t: P:" },
  caffeinate: { options: "d i m s u t: w:" },
  xcrun: { options: "sdk: f,find r,run l,log n,no-cache k,kill-cache toolchain: v,verbose" },
  arch: { options: "arm64 x86_64 i386 e: d: h c" },
  sudo: { options: "A,askpass b,background B,bell C,close-from: D,chdir: E,preserve-env:? g,group: h,host: H,set-home i,login k,reset-timestamp K,remove-timestamp l,list:? n,non-interactive P,preserve-groups p,prompt: R,chroot: r,role: S,stdin s,shell t,type: T,command-timeout: U,other-user: u,user: v,validate e,edit", escalates: AS_ROOT },
  doas: { options: "a: C: L n s u:", escalates: AS_ROOT },
  pkexec: { options: "user: disable-internal-agent keep-cwd", escalates: AS_ROOT },
  gosu: { options: "", operands: 1, escalates: AS_ROOT },
  "su-exec": { options: "", operands: 1, escalates: AS_ROOT },
  run0: { options: "u,user: g,group: D,chdir: E,setenv: nice: unit: property: description: slice: background:", escalates: AS_ROOT },
  runuser: { options: "u,user: c,command: f,fast g,group: G,supp-group: l,login m,preserve-environment P,pty s,shell: w,whitelist-environment:", escalates: AS_ROOT, texts: ["command"] },
  sg: { options: "c:", operands: 1, escalates: "it runs with another group's rights", texts: ["c"] },
  setuidgid: { options: "", operands: 1, escalates: AS_ROOT },
  capsh: { options: "", escalates: AS_ROOT },
  firejail: { options: "quiet noprofile profile: private:? net: whitelist:" },
  bwrap: { options: "ro-bind: bind: dev: proc: tmpfs: unshare-all unshare-net die-with-parent chdir: setenv:" },
  dotenv: { options: "f,file: e,export: v: c:? o,override p: q" },
  "dotenv-cli": { options: "e: v: c:? o p:" },
  "env-cmd": { options: "f,file: e,environments: r,rc-file: x,expand-envs no-override silent use-shell verbose fallback" },
  "cross-env-shell": { options: "" },
  chpst: { options: "u: U: e: b: /: n: l: L: m: d: o: p: f: c: r: t: P v 0 1 2" },
  envdir: { options: "", operands: 1 },
  softlimit: { options: "a: c: d: f: l: m: o: p: r: s: t:" },
  aoss: { options: "" }, padsp: { options: "" }, proxychains: { options: "q f:" }, proxychains4: { options: "q f:" }, torsocks: { options: "" }, torify: { options: "" }, tsocks: { options: "" },
  ccache: { options: "" }, sccache: { options: "" }, distcc: { options: "" }, icecc: { options: "" }, bear: { options: "output: append verbose" }, "scan-build": { options: "o: v k enable-checker: disable-checker: use-analyzer: use-cc: use-c++: status-bugs" },
  eatmydata: { options: "" }, logsave: { options: "a s v", operands: 1 }, lckdo: { options: "w e E x W: q" }, choom: { options: "n,adjust: p,pid:" }, uclampset: { options: "m: M: a p: s R" }, cgexec: { options: "g: sticky" }, runcon: { options: "c,compute t,type: u,user: r,role: l,range:", operands: 1 }, "aa-exec": { options: "p,profile: n,namespace: d i v" }, rr: { options: "", operands: 1 }, heaptrack: { options: "r,raw o,output: d" }, uftrace: { options: "d: F: N: D:", operands: 1 }, dtach: { options: "E r: z e: w:", operands: 2 }, abduco: { options: "f e: r", operands: 2 }, daemonize: { options: "a c: e: E: l: o: p: u: v" }, daemon: { options: "n,name: u,user: r,respawn f,foreground o,output:" }, envuidgid: { options: "", operands: 1, escalates: AS_ROOT }, sem: { options: "j: id: fg bg wait" }, pexec: { options: "n: o: e: r: p:" }, shx: { options: "" }, execlineb: { options: "c: P S: s:", texts: ["c"] },
  rtk: { options: "v,verbose ultra-compact u" }, noti: { options: "t: m: b" },
  reptyr: { options: "T: s l L v" }, tini: { options: "p: s w g v e:" }, "dumb-init": { options: "c,single-child r,rewrite: v,verbose" }, catatonit: { options: "g P" },
 primusrun: { options: "" }, optirun: { options: "b: d" }, gamemoderun: { options: "" }, mangohud: { options: "dlsym" },
};

function unwrap(command: Command, wrapper: Wrapper): Output {
  const { run, shell, args, index, name } = command;
  const parsed = readOptions(args, table(wrapper.options), { stopAtOperand: true });
  for (const option of wrapper.writes ?? []) {
    for (const value of valuesOf(parsed, option)) {
      // strace -o '|command' hands its trace to a command.
      if (/^[|!]/.test(value.text)) runCarried(command, value.text.slice(1), name);
      else touch(command, has(parsed, "append") ? "append" : "write", value);
    }
  }
  if (has(parsed, "attach") || (name === "strace" && has(parsed, "p"))) addHazard(run, "tampering", "it reaches into a running program", index);
  if (parsed.options.has("on-calendar") || parsed.options.has("on-active") || parsed.options.has("on-boot")) addHazard(run, "persistence", "it makes a program run later", index);
  if (wrapper.escalates !== undefined && !(args.length === 1 && /^(?:-V|--version|-h|--help|-l|--list|-K|-k)$/.test(args[0]?.text ?? ""))) addHazard(run, "escalation", wrapper.escalates, index);
  let ran = false;
  for (const option of wrapper.texts ?? []) {
    for (const value of valuesOf(parsed, option)) {
      ran = true;
      runCarried(command, value.text, name);
    }
  }
  let rest = parsed.operands.slice(wrapper.operands ?? 0);
  if (rest[0]?.text === "--") rest = rest.slice(1);
  if (rest.length === 0) {
    if (wrapper.shell === true && !ran && !has(parsed, "version", "help")) addOpaque(run, "it starts a shell with nothing to see of what it will run", index);
    return SILENT;
  }
  const folder = valueOf(parsed, "chdir") ?? valueOf(parsed, "working-directory");
  const inner = folder === undefined ? shell : { ...fork(shell), cwd: null };
  // `sudo A=1 rm` sets a variable first, as env does.
  return runAssigned(command, rest, inner, name);
}

/** Assignments in front of the command belong to its environment. */
function runAssigned(command: Command, words: readonly Field[], inner: Command["shell"], label: string): Output {
  const { run, how, index } = command;
  const env: Record<string, string> = { ...how.env };
  let at = 0;
  for (; at < words.length; at++) {
    const match = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(words[at]?.text ?? "");
    if (match === null) break;
    noteAssignment(run, inner, match[1] ?? "", { text: match[2] ?? "", from: words[at]?.from ?? [] }, { exported: true, program: index });
    if (!isDynamic(match[2] ?? "")) env[match[1] ?? ""] = match[2] ?? "";
  }
  const rest = words.slice(at);
  return rest.length === 0 ? unknownOutput("cmd:env") : run.runWords(run, inner, rest, { ...how, env, via: [...how.via, label], external: true });
}

/** A text that a wrapper hands to a shell. */
export function runCarried(command: Command, text: string, label: string): Output {
  const { run, shell, how, index } = command;
  const known = settled(run, text);
  if (known === null) {
    addOpaque(run, "it runs a text that is only known when it runs", index);
    return unknownOutput("cmd:sh");
  }
  return run.runText(run, fork(shell), known, { ...how, via: [...how.via, label], span: null });
}

const ENV = "i,ignore-environment 0,null u,unset: C,chdir: S,split-string: v,debug block-signal:? default-signal:? ignore-signal:? list-signal-handling P: argv0:";

const env: Tool = (command) => {
  const { run, shell, args, index } = command;
  const parsed = readOptions(args, table(ENV), { stopAtOperand: true });
  for (const name of valuesOf(parsed, "unset")) noteUnset(run, name.text, index);
  // A lone dash is the old spelling of -i.
  const operands = parsed.operands[0]?.text === "-" ? parsed.operands.slice(1) : parsed.operands;
  let inner = shell;
  const folder = valueOf(parsed, "chdir");
  if (folder !== undefined) {
    inner = fork(shell);
    run.runWords(run, inner, [field("cd"), folder], { via: [], env: {}, span: null, stdin: null });
    run.programs.pop();
  }
  const split = valueOf(parsed, "split-string");
  if (split !== undefined) {
    if (isDynamic(split.text)) addOpaque(run, "it runs a text that is only known when it runs", index);
    const rest = parsed.operands.map((each) => quote(each.text)).join(" ");
    return run.runText(run, fork(inner), `${split.text} ${rest}`, { via: [...command.how.via, "env -S"], env: {}, span: null, stdin: command.how.stdin });
  }
  return runAssigned(command, operands, inner, "env");
};

export function quote(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`;
}

export const XARGS = "0,null a,arg-file: d,delimiter: E: e,eof:? I: i,replace:? L: l,max-lines:? n,max-args: o,open-tty p,interactive P,max-procs: process-slot-var: r,no-run-if-empty s,max-chars: show-limits t,verbose x,exit R: S: J:";

/** `sudo -i`, `su`, `sudo -s`: a shell with another user's rights. */
const su: Tool = (command) => {
  const { run, index } = command;
  addHazard(run, "escalation", AS_ROOT, index);
  const parsed = readOptions(command.args, table("c,command: session-command: f,fast g,group: G,supp-group: l,login m,p,preserve-environment P,pty s,shell: w,whitelist-environment:"));
  for (const option of ["command", "session-command"]) for (const value of valuesOf(parsed, option)) runCarried(command, value.text, "su -c");
  return SILENT;
};

const flock: Tool = (command) => {
  const { run, shell, args, how } = command;
  const parsed = readOptions(args, table("s,shared x,exclusive u,unlock n,nb,nonblock w,timeout: o,close E,conflict-exit-code: c,command: F,no-fork verbose fcntl"), { stopAtOperand: true });
  const rest = parsed.operands.slice(1);
  if (rest[0]?.text === "-c" || rest[0]?.text === "--command") return runCarried(command, rest[1]?.text ?? "", "flock -c");
  return rest.length === 0 ? SILENT : run.runWords(run, shell, rest, { ...how, via: [...how.via, "flock"], external: true });
};

const script: Tool = (command) => {
  const parsed = readOptions(command.args, table("a,append c,command: E,echo: e,return f,flush force I,log-in: O,log-out: B,log-io: T,log-timing: m,logging-format: o,output-limit: q,quiet t,timing:?"));
  const text = valueOf(parsed, "command");
  const file = parsed.operands[0];
  if (file !== undefined) touch(command, has(parsed, "append") ? "append" : "write", file);
  for (const option of ["log-in", "log-out", "log-io", "log-timing"]) for (const value of valuesOf(parsed, option)) touch(command, "write", value);
  if (text !== undefined) return runCarried(command, text.text, "script -c");
  if (parsed.operands.length > 1) return command.run.runWords(command.run, command.shell, parsed.operands.slice(1), { ...command.how, via: [...command.how.via, "script"], external: true });
  return SILENT;
};

/** The words after it are joined and given to a shell: watch, entr -s, nodemon -x. */
const watch: Tool = (command) => {
  const parsed = readOptions(command.args, table("b,beep c,color d,differences:? e,errexit g,chgexit n,interval: p,precise q,equexit: t,no-title w,no-wrap x,exec"), { stopAtOperand: true });
  return parsed.operands.length === 0 ? SILENT : runCarried(command, parsed.operands.map((each) => each.text).join(" "), "watch");
};

const busybox: Tool = (command) => {
  const [first, ...rest] = command.args;
  if (first === undefined || first.text.startsWith("--")) return SILENT;
  return command.run.runWords(command.run, command.shell, [first, ...rest], { ...command.how, via: [...command.how.via, "busybox"], external: true });
};

/** The subcommand that runs a program: `direnv exec . rm`, `mise exec -- rm`, `perf record rm`. */
function carrier(subcommands: RegExp, options: string, operands = 0): Tool {
  return (command) => {
    const { run, shell, args, how, name } = command;
    const at = args.findIndex((each) => !each.text.startsWith("-"));
    if (at < 0 || !subcommands.test(args[at]?.text ?? "")) return undefined;
    const parsed = readOptions(args.slice(at + 1), table(options), { stopAtOperand: true });
    let rest = parsed.operands.slice(operands);
    const marker = rest.findIndex((each) => each.text === "--");
    if (marker >= 0) rest = rest.slice(marker + 1);
    for (const value of [...valuesOf(parsed, "command"), ...valuesOf(parsed, "c")]) runCarried(command, value.text, `${name} -c`);
    return rest.length === 0 ? SILENT : run.runWords(run, shell, rest, { ...how, via: [...how.via, `${name} ${args[at]?.text ?? ""}`], external: true });
  };
}

const sudo: Tool = (command) => {
  const { args, run, index } = command;
  const parsed = readOptions(args, table(WRAPPERS["sudo"]?.options ?? ""), { stopAtOperand: true });
  if (has(parsed, "edit") || command.name === "sudoedit") for (const file of parsed.operands) touch(command, "write", file);
  if ((has(parsed, "shell", "login") || parsed.operands[0]?.text === "su") && parsed.operands.length === 0) addOpaque(run, "it starts a shell with another user's rights", index);
  return unwrap(command, WRAPPERS["sudo"] as Wrapper);
};

const perf = carrier(/^(?:record|stat|trace|mem|c2c|kmem|lock)$/, "a,all-cpus e,event: o,output: g p,pid: t,tid: F,freq: c,count: r,repeat: d,detailed v,verbose q,quiet call-graph: append no-big-num x,field-separator: I,interval-print: D,delay: timeout: s");

export const WRAPPING: Readonly<Record<string, Tool>> = {
  ...Object.fromEntries(Object.entries(WRAPPERS).map(([name, wrapper]): [string, Tool] => [name, (command) => unwrap(command, wrapper)])),
  env, sudo, sudoedit: sudo, su, flock, script, watch, busybox,
  direnv: (command) => {
    if (/^(?:allow|permit|grant|edit)$/.test(command.args[0]?.text ?? "")) addHazard(command.run, "persistence", "it lets a file run whenever the folder is entered", command.index);
    return carrier(/^exec$/, "", 1)(command);
  },
  mise: carrier(/^(?:exec|x|en)$/, "j,jobs: c,command: C,cd: raw"),
  rtx: carrier(/^(?:exec|x)$/, "j,jobs: c,command:"),
  asdf: carrier(/^exec$/, ""),
  devbox: carrier(/^run$/, "c,config: e,env: q,quiet"),
  "nix-shell": (command) => {
    const parsed = readOptions(command.args, table("p,packages: run: command: pure A,attr: I: keep:"));
    for (const option of ["run", "command"]) for (const value of valuesOf(parsed, option)) runCarried(command, value.text, "nix-shell");
    return SILENT;
  },
  nix: (command) => {
    const at = command.args.findIndex((each) => /^(?:-c|--command)$/.test(each.text));
    return at < 0 ? undefined : command.run.runWords(command.run, command.shell, command.args.slice(at + 1), { ...command.how, via: [...command.how.via, "nix"], external: true });
  },
  perf: (command) => {
    for (const [at, each] of command.args.entries()) if (/^(?:-o|--output)$/.test(each.text) && command.args[at + 1] !== undefined) touch(command, "write", command.args[at + 1] as Field);
    return perf(command);
  },
  op: carrier(/^run$/, "env-file: no-masking account: session:"),
  doppler: carrier(/^run$/, "p,project: c,config: command: preserve-env:? token: mount: fallback:"),
  infisical: carrier(/^run$/, "env: path: projectId: token: command: silent"),
  "aws-vault": carrier(/^exec$/, "d,duration: n,no-session s,server region: j,json", 1),
  chamber: carrier(/^exec$/, "pristine strict"),
  teller: carrier(/^run$/, "c,config: reset shell"),
  guix: carrier(/^(?:shell|environment)$/, "C,container D,development m,manifest: pure"), flox: carrier(/^activate$/, "d,dir: r,remote: t,trust c,command:"), rye: carrier(/^run$/, ""),
  rbenv: carrier(/^exec$/, ""), pyenv: carrier(/^exec$/, ""), nodenv: carrier(/^exec$/, ""), goenv: carrier(/^exec$/, ""), jenv: carrier(/^exec$/, ""), fnm: carrier(/^exec$/, "using: fnm-dir:"), volta: carrier(/^run$/, "node: npm: yarn: pnpm: bundled-npm no-yarn env:"), nvm: carrier(/^(?:exec|run)$/, "silent", 1),
  mamba: carrier(/^run$/, "n,name: p,prefix:"), micromamba: carrier(/^run$/, "n,name: p,prefix:"), pixi: carrier(/^run$/, "manifest-path: e,environment: frozen locked"),
};
