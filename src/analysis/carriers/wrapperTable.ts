// Programs that run the program which follows them, one line each: their options, and the operands of their own.

import { byName, sameRow } from "../../base/index.ts";

export interface Wrapper {
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

export const AS_ROOT = "it runs with another user's rights";

export const WRAPPERS: Readonly<Record<string, Wrapper>> = byName({
  nice: { options: "n,adjustment:" },
  ionice: { options: "c,class: n,classdata: p,pid: P,pgid: u,uid: t,ignore" },
  ...sameRow(
    `
      nohup catchsegv i386 x86_64 cross-env-shell aoss padsp torsocks torify tsocks ccache sccache distcc icecc eatmydata shx primusrun
      gamemoderun`,
    { options: "" },
  ),
  timeout: { options: "k,kill-after: s,signal: preserve-status foreground v,verbose", operands: 1 },
  time: { options: "o,output: a,append f,format: p,portability q,quiet v,verbose", writes: ["output"] },
  stdbuf: { options: "i,input: o,output: e,error:" },
  setsid: { options: "c,ctty f,fork w,wait" },
  chrt: { options: "a b f i m o r d R T: P: D: p v", operands: 1 },
  taskset: { options: "a,all-tasks p,pid c,cpu-list", operands: 1 },
  strace: {
    options: `f F q qq c C d h i k r t T v V x xx y yy w z Z D a: b: e: E: I: o,output: O: p,attach: P: s: S: u: X: trace: follow-forks
        seccomp-bpf`,
    writes: ["output"],
  },
  ltrace: { options: "f c C d h i L n: o,output: p: r S t T u: V x: e: s: a: A: l: F:", writes: ["output"] },
  valgrind: {
    options: "q,quiet v,verbose tool: leak-check: log-file: track-origins: error-exitcode: suppressions: xml: xml-file:",
    writes: ["log-file", "xml-file"],
  },
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
  unshare: {
    options: `m,mount:? u,uts:? i,ipc:? n,net:? p,pid:? U,user:? C,cgroup:? T,time:? f,fork r,map-root-user c,map-current-user mount-proc:?
        propagation: setgroups: R,root: w,wd: S,setuid: G,setgid: kill-child:?`,
    shell: true,
  },
  nsenter: {
    options: `a,all t,target: m,mount:? u,uts:? i,ipc:? n,net:? p,pid:? C,cgroup:? U,user:? T,time:? S,setuid: G,setgid: preserve-credentials
        r,root:? w,wd:? F,no-fork Z,follow-context`,
    escalates: "it enters another process's view of the machine",
    shell: true,
  },
  setpriv: {
    options: `dump clear-groups groups: inh-caps: ambient-caps: bounding-set: init-groups keep-groups list-caps no-new-privs rgid: ruid:
        egid: euid: regid: reuid: securebits: pdeathsig: selinux-label: apparmor-profile: reset-env`,
  },
  setarch: {
    options: `v,verbose R,addr-no-randomize 3,3gb B,32bit F,fdpic-funcptrs I,short-inode L,addr-compat-layout S,whole-seconds
        T,sticky-timeouts X,read-implies-exec Z,mmap-page-zero`,
  },
  linux64: { options: "R,addr-no-randomize" },
  linux32: { options: "R" },
  prlimit: { options: "p,pid: o,output: noheadings raw verbose c,core:? d,data:? e,nice:? f,fsize:? n,nofile:? u,nproc:? v,as:? t,cpu:?" },
  numactl: { options: "i,interleave: N,cpunodebind: C,physcpubind: m,membind: p,preferred: l,localalloc a,all H,hardware s,show" },
  cpulimit: {
    options: `l,limit: p,pid: e,exe: P,path: b,background f,foreground z,lazy k,kill r,restore i,include-children c,cpu: m,monitor-forks
        q,quiet v,verbose`,
  },
  "systemd-run": {
    options: `user system scope u,unit: p,property: description: slice: slice-inherit r,remain-after-exit send-sighup service-type: uid: gid:
        nice: working-directory: d,same-dir E,setenv: t,pty P,pipe q,quiet S,shell on-active: on-boot: on-calendar: on-startup:
        on-unit-active: on-unit-inactive: on-clock-change on-timezone-change timer-property: G,collect wait H,host: M,machine:
        no-block no-ask-password`,
  },
  "systemd-inhibit": { options: "what: who: why: mode: list no-pager" },
  "systemd-cat": { options: "t,identifier: p,priority: level-prefix:" },
  "dbus-run-session": { options: "config-file: dbus-daemon:" },
  "dbus-launch": { options: "sh-syntax csh-syntax auto-syntax exit-with-session autolaunch:" },
  "xvfb-run": {
    options: "a,auto-servernum e,error-file: f,auth-file: l,listen-tcp n,server-num: p,xauth-protocol: s,server-args: w,wait:",
  },
  "ssh-agent": { options: "c s d D k E: a: t: P:" },
  caffeinate: { options: "d i m s u t: w:" },
  xcrun: { options: "sdk: f,find r,run l,log n,no-cache k,kill-cache toolchain: v,verbose" },
  arch: { options: "arm64 x86_64 i386 e: d: h c" },
  sudo: {
    options: `A,askpass b,background B,bell C,close-from: D,chdir: E,preserve-env:? g,group: h,host: H,set-home i,login k,reset-timestamp
        K,remove-timestamp l,list:? n,non-interactive P,preserve-groups p,prompt: R,chroot: r,role: S,stdin s,shell t,type:
        T,command-timeout: U,other-user: u,user: v,validate e,edit`,
    escalates: AS_ROOT,
  },
  doas: { options: "a: C: L n s u:", escalates: AS_ROOT },
  pkexec: { options: "user: disable-internal-agent keep-cwd", escalates: AS_ROOT },
  ...sameRow("gosu su-exec setuidgid envuidgid", { options: "", operands: 1, escalates: AS_ROOT }),
  run0: { options: "u,user: g,group: D,chdir: E,setenv: nice: unit: property: description: slice: background:", escalates: AS_ROOT },
  runuser: {
    options: "u,user: c,command: f,fast g,group: G,supp-group: l,login m,preserve-environment P,pty s,shell: w,whitelist-environment:",
    escalates: AS_ROOT,
    texts: ["command"],
  },
  sg: { options: "c:", operands: 1, escalates: "it runs with another group's rights", texts: ["c"] },
  capsh: { options: "", escalates: AS_ROOT },
  firejail: { options: "quiet noprofile profile: private:? net: whitelist:" },
  bwrap: { options: "ro-bind: bind: dev: proc: tmpfs: unshare-all unshare-net die-with-parent chdir: setenv:" },
  dotenv: { options: "f,file: e,export: v: c:? o,override p: q" },
  "dotenv-cli": { options: "e: v: c:? o p:" },
  "env-cmd": { options: "f,file: e,environments: r,rc-file: x,expand-envs no-override silent use-shell verbose fallback" },
  chpst: { options: "u: U: e: b: /: n: l: L: m: d: o: p: f: c: r: t: P v 0 1 2" },
  envdir: { options: "", operands: 1 },
  softlimit: { options: "a: c: d: f: l: m: o: p: r: s: t:" },
  proxychains: { options: "q f:" },
  proxychains4: { options: "q f:" },
  bear: { options: "output: append verbose" },
  "scan-build": { options: "o: v k enable-checker: disable-checker: use-analyzer: use-cc: use-c++: status-bugs" },
  logsave: { options: "a s v", operands: 1 },
  lckdo: { options: "w e E x W: q" },
  choom: { options: "n,adjust: p,pid:" },
  uclampset: { options: "m: M: a p: s R" },
  cgexec: { options: "g: sticky" },
  runcon: { options: "c,compute t,type: u,user: r,role: l,range:", operands: 1 },
  "aa-exec": { options: "p,profile: n,namespace: d i v" },
  rr: { options: "", operands: 1 },
  heaptrack: { options: "r,raw o,output: d" },
  uftrace: { options: "d: F: N: D:", operands: 1 },
  dtach: { options: "A c n N E r: z e: w:", operands: 1 },
  abduco: { options: "n c A f e: r", operands: 1 },
  daemonize: { options: "a c: e: E: l: o: p: u: v" },
  daemon: { options: "n,name: u,user: r,respawn f,foreground o,output:" },
  sem: { options: "j: id: fg bg wait" },
  pexec: { options: "n: o: e: r: p:" },
  execlineb: { options: "c: P S: s:", texts: ["c"] },
  rtk: { options: "v,verbose ultra-compact u" },
  noti: { options: "t: m: b" },
  reptyr: { options: "T: s l L v" },
  tini: { options: "p: s w g v e:" },
  "dumb-init": { options: "c,single-child r,rewrite: v,verbose" },
  catatonit: { options: "g P" },
  optirun: { options: "b: d" },
  mangohud: { options: "dlsym" },
});
