// Package managers as data: which of their words add, remove, run or publish something.

import { byName } from "../../base/index.ts";
import type { PackageEffect } from "../call/effects.ts";

export type Action = PackageEffect["action"];

export interface PackageManager {
  /** `add=install,i remove=rm`: which subcommands do what; read on first use, because every start pays for this table. */
  readonly verbs: string;
  /** Options that take a value. */
  readonly options: string;
  /** No subcommand means this. */
  readonly bare?: Action;
  /** Any other subcommand is a script. */
  readonly scripts?: boolean;
}

const readVerbs = new Map<string, ReadonlyMap<string, Action>>();

export function verbsOf({ verbs }: PackageManager): ReadonlyMap<string, Action> {
  let found = readVerbs.get(verbs);
  if (found === undefined) {
    found = new Map(
      verbs
        .trim()
        .split(/\s+/)
        .flatMap((group) => {
          const [action = "other", names = ""] = group.split("=");
          return names.split(",").map((name): [string, Action] => [name, action as Action]);
        }),
    );
    readVerbs.set(verbs, found);
  }
  return found;
}

const NODE_OPTIONS = `
    prefix: C,dir,cwd: w,workspace: F,filter: registry: tag: cache: userconfig: loglevel: omit: include: otp: access: c,call: p,package:
    reporter: config: store-dir: modules-dir: D,save-dev,dev g,global,location:? P,save-prod O,save-optional E,save-exact,exact y,yes
    ignore-scripts script-shell: r,recursive,ws,workspaces W if-present silent s dry-run`;

export const MANAGERS: Readonly<Record<string, PackageManager>> = byName({
  npm: {
    options: NODE_OPTIONS,
    verbs: `
        add=add install=i,install,in,ins,inst,isntall,ci,clean-install,install-test,it,cit remove=uninstall,un,unlink,remove,rm,r
        update=update,up,upgrade run=run,run-script,rum,urn,test,t,tst,start,stop,restart exec=exec,x
        publish=publish,pub,unpublish,deprecate,dist-tag,access,owner,token,adduser,login,logout,star other=link`,
  },
  pnpm: {
    options: NODE_OPTIONS,
    verbs: `
        add=add install=install,i,ci,fetch remove=remove,rm,uninstall,un update=update,up,upgrade run=run,test,t,start exec=exec,dlx,x
        publish=publish,unpublish,deprecate,dist-tag,owner,login,logout`,
    scripts: true,
  },
  yarn: {
    options: NODE_OPTIONS,
    bare: "install",
    verbs: `
        add=add install=install,ci remove=remove update=up,upgrade,upgrade-interactive run=run,test,start exec=exec,dlx
        publish=publish,npm
        other=global,workspace,workspaces,set,config,why,info,list,cache,version,versions,plugin,node,pack,audit,outdated,dedupe,patch,link,unlink,init,create`,
    scripts: true,
  },
  bun: {
    options: `${NODE_OPTIONS} e,eval: print: preload: port:`,
    verbs: "add=add,a install=install,i,ci remove=remove,rm update=update,upgrade run=run,test exec=x publish=publish",
    scripts: true,
  },
  pip: {
    options: `r,requirement: c,constraint: e,editable: t,target: i,index-url: extra-index-url: f,find-links: no-index U,upgrade user prefix:
        root: src: pre proxy: trusted-host: cache-dir: python:`,
    verbs: "add=install remove=uninstall other=download,wheel,list,show,freeze,check,config,cache,index,inspect,hash,debug",
  },
  uv: {
    options: `r,requirement: c,constraint: e,editable: i,index-url,index,default-index: extra-index-url: f,find-links: p,python: with:
        with-editable: with-requirements: from: group: extra: directory: project: env-file: package: dev optional: m,module`,
    verbs: `
        add=add,install remove=remove,uninstall update=upgrade install=sync,lock run=run exec=tool publish=publish
        other=pip,venv,python,cache,init,build,export,tree,version,self`,
  },
  poetry: {
    options: "G,group: E,extras: source: C,directory,project: D,dev python: with: without: only:",
    verbs: "add=add remove=remove install=install,sync,lock update=update run=run publish=publish",
  },
  pdm: {
    options: "G,group: p,project: d,dev",
    verbs: "add=add remove=remove install=install,sync,lock update=update run=run publish=publish",
  },
  pipenv: {
    options: "i,index: r,requirements: d,dev categories: python:",
    verbs: "add=install remove=uninstall install=sync,lock update=update,upgrade run=run exec=shell",
  },
  hatch: { options: "e,env: p,project:", verbs: "run=run,test publish=publish" },
  pipx: {
    options: "spec: index-url: python: pip-args: i:",
    verbs: "add=install,inject remove=uninstall,uninstall-all update=upgrade,upgrade-all exec=run",
  },
  cargo: {
    options: `git: branch: tag: rev: path: registry: index: features: F,features: p,package: manifest-path: target: target-dir: j,jobs:
        profile: bin: example: test: bench: color: config: Z: dev D build B,build rename: version,vers: root: message-format:`,
    verbs: `
        add=add,install remove=remove,rm install=fetch,vendor update=update run=run,r,test,t,bench publish=publish,yank,owner,login
        other=build,b,check,c,clippy,fmt,doc,clean,metadata,tree,search,init,new,fix,nextest,audit,deny,expand,uninstall,package,generate-lockfile,locate-project,pkgid,report,logout,verify-project,watch,make,xtask`,
  },
  go: {
    options: `C: o: tags: mod: modfile: overlay: p: run: exec: toolexec: count: timeout: coverprofile: ldflags: gcflags: asmflags: covermode:
        coverpkg: bench: cpu: parallel: pkgdir: buildmode: compiler: json`,
    verbs: "add=get install=mod run=run,test,generate other=build,vet,fmt,install,list,env,version,doc,clean,tool,work,bug,fix,telemetry",
  },
  gem: {
    options: "v,version: s,source: i,install-dir: n,bindir: P,trust-policy: g,file: key: host:",
    verbs: "add=install remove=uninstall update=update publish=push,yank,owner,signin",
  },
  bundle: {
    options: "gemfile: path: jobs: j,jobs: without: with: group: source: version: git:",
    bare: "install",
    verbs: "add=add remove=remove install=install,package,lock update=update exec=exec",
  },
  composer: {
    options: "d,working-dir: dev prefer-dist W",
    verbs: "add=require,req remove=remove install=install,i update=update,u,upgrade run=run-script,run exec=exec",
  },
  brew: {
    options: "cask formula HEAD",
    verbs: `
        add=install,reinstall remove=uninstall,remove,rm,autoremove update=update,upgrade
        other=tap,untap,list,info,search,services,doctor,cleanup,bundle,link,unlink,pin,outdated,deps,config`,
  },
  "apt-get": {
    options: "o,option: t,target-release: c,config-file: y,yes,assume-yes q,quiet",
    verbs: `
        add=install,build-dep,source,in remove=remove,purge,autoremove,autopurge,rm,erase,del
        update=update,upgrade,dist-upgrade,full-upgrade other=clean,autoclean,check,download`,
  },
  conda: {
    options: "n,name: p,prefix: c,channel: f,file: y,yes override-channels",
    verbs: `
        add=install,create remove=remove,uninstall update=update,upgrade run=run
        other=list,info,search,env,config,activate,deactivate,clean,init`,
  },
  deno: {
    options: "c,config: cwd: import-map: allow-read:? allow-net:? L,log-level: lock: cert: A,allow-all",
    verbs: `
        add=add,install,i remove=remove,uninstall update=outdated run=run,test,task,bench,serve
        other=fmt,lint,check,cache,compile,doc,info,repl,eval,init,types,upgrade,publish,jsr,clean,completions,coverage,bundle,vendor`,
  },
});
export const AUR: PackageManager = { options: "", verbs: "add=-S,-U,-Sy,-Syu remove=-R,-Rs,-Rns" };
export const SYSTEM_MANAGERS: Readonly<Record<string, PackageManager>> = byName(
  Object.fromEntries(
    ["apt", "aptitude", "dnf", "yum", "zypper", "microdnf"]
      .map((name): [string, PackageManager] => [name, MANAGERS["apt-get"] as PackageManager])
      .concat([
        ["apk", { options: "X,repository: t,virtual: p,root:", verbs: "add=add remove=del update=update,upgrade" }],
        ["pacman", { options: "", verbs: "add=-S,-U,-Sy,-Syu remove=-R,-Rs,-Rns update=-Syy" }],
        ["yay", AUR],
        ["paru", AUR],
        ["pikaur", AUR],
        ["snap", { options: "channel: classic", verbs: "add=install remove=remove,purge update=refresh" }],
        ["port", { options: "", verbs: "add=install remove=uninstall update=selfupdate,upgrade" }],
        ["nix-env", { options: "i: iA: f: e:", verbs: "" }],
        ["choco", { options: "", verbs: "add=install remove=uninstall update=upgrade" }],
        ["winget", { options: "", verbs: "add=install remove=uninstall update=upgrade" }],
        ["scoop", { options: "", verbs: "add=install remove=uninstall update=update" }],
      ]),
  ),
);
