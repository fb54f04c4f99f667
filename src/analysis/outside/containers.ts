// Containers: docker, podman, compose. What runs inside touches this machine only through what is mounted or opened.

import { byName } from "../../base/index.ts";
import { noteToldTo } from "../carriers/toldTo.ts";
import { isBelow } from "../run/disk.ts";
import { has, readOptions, table, valuesOf } from "../run/options.ts";
import { addHazard, below, type Command, isFolder, touch, type Tool } from "../run/record.ts";
import { fork } from "../run/state.ts";
import { type Field, field, isDynamic, unknownOutput } from "../run/values.ts";
import { isUnseenImage } from "./images.ts";
import { runElsewhere } from "./remote.ts";

const GLOBAL =
  "H,host: c,context: config: l,log-level: D,debug tls tlscacert: tlscert: tlskey: tlsverify v,version url: connection: identity: r,remote f,file: p,project-name: profile: env-file: project-directory: ansi: progress: parallel:";
const RUN =
  "a,attach: add-host: annotation: blkio-weight: cap-add: cap-drop: cgroup-parent: cgroupns: cidfile: c,cpu-shares: cpus: cpuset-cpus: d,detach detach-keys: device: device-cgroup-rule: disable-content-trust dns: dns-option: dns-search: domainname: entrypoint: e,env: env-file: expose: gpus: group-add: health-cmd: health-interval: health-retries: health-timeout: h,hostname: init i,interactive ip: ip6: ipc: isolation: kernel-memory: l,label: label-file: link: log-driver: log-opt: mac-address: m,memory: memory-reservation: memory-swap: mount: name: network,net: network-alias: no-healthcheck oom-kill-disable oom-score-adj: pid: pids-limit: platform: privileged p,publish: P,publish-all pull: q,quiet read-only restart: rm runtime: security-opt: shm-size: sig-proxy: stop-signal: stop-timeout: storage-opt: sysctl: tmpfs: t,tty ulimit: u,user: userns: uts: v,volume: volume-driver: volumes-from: w,workdir: index: privileged T,no-TTY no-deps use-aliases service-ports build replace systemd: pod:";

const OPENS_MACHINE = /^(?:host|container:.*)$/;

const MACHINE = /^\/(?:$|etc|root|var\/?$|proc|sys|dev|boot|usr|bin|lib)/;
/** All homes, or somebody's. */
const HOMES = /^\/(?:home|Users)(?:\/[^/]*)?\/?$/;

function noteMounts(command: Command, parsed: ReturnType<typeof readOptions>): readonly Field[] {
  const { run, index } = command;
  const hosts: Field[] = [];
  for (const value of valuesOf(parsed, "volume")) {
    const host = value.text.split(":")[0] ?? "";
    if (/[/.~\uE000]/.test(host) && !/:ro(?:,|$)/.test(value.text)) hosts.push({ ...value, text: host });
    else if (host.startsWith("/")) hosts.push({ ...value, text: `${host}` });
  }
  for (const value of valuesOf(parsed, "mount")) {
    const source = /(?:^|,)(?:source|src)=([^,]+)/.exec(value.text)?.[1];
    if (/type=bind/.test(value.text) && source !== undefined && !/(?:^|,)(?:ro|readonly)(?:[,=]|$)/.test(value.text))
      hosts.push({ ...value, text: source });
  }
  const sockets = /docker\.sock|containerd\.sock|podman\.sock|\/var\/run(?:\/|$)|\/run\/docker/;
  for (const host of hosts)
    if (
      (MACHINE.test(host.text) && !isBelow(host.text, run.world.project)) ||
      HOMES.test(host.text) ||
      sockets.test(host.text) ||
      host.text === run.world.userHome ||
      /^~\/?$/.test(host.text)
    )
      addHazard(run, "escalation", "a container gets this machine's own folders", index);
  const values = (name: string) => valuesOf(parsed, name).map((each) => each.text);
  if (
    has(parsed, "privileged") ||
    values("pid").some((each) => OPENS_MACHINE.test(each)) ||
    values("ipc").some((each) => each === "host") ||
    values("userns").some((each) => each === "host") ||
    values("uts").some((each) => each === "host") ||
    values("cap-add").some((each) => /ALL|SYS_|NET_ADMIN|DAC_|SETUID/i.test(each)) ||
    values("security-opt").some((each) => /unconfined|disable/.test(each)) ||
    has(parsed, "device", "device-cgroup-rule")
  )
    addHazard(run, "escalation", "a container gets rights over this machine", index);
  for (const value of valuesOf(parsed, "cidfile")) touch(command, "write", value);
  return hosts;
}

const docker: Tool = (command) => {
  const { run, index, args } = command;
  const top = readOptions(args, table(GLOBAL), { stopAtOperand: true });
  let [verb, ...rest] = top.operands;
  if (has(top, "host") && valuesOf(top, "host").some((each) => !/^unix:/.test(each.text)))
    addHazard(run, "remote", "it works on another machine", index);
  if (verb === undefined) return undefined;
  let group = command.name === "docker-compose" ? "compose" : "";
  if (
    /^(?:container|image|volume|network|system|compose|builder|buildx|context|swarm|stack|service|node|secret|config|plugin|manifest|machine|pod|checkpoint|trust)$/.test(
      verb.text,
    )
  ) {
    group = verb.text;
    const inner = readOptions(rest, table(GLOBAL), { stopAtOperand: true });
    [verb, ...rest] = inner.operands;
  }
  const name = verb?.text ?? "";
  if (rest.some((each) => each.text === "--help") || name === "help") return unknownOutput();
  if (isDynamic(name)) run.opaque.push({ why: "the docker command is only known when it runs", program: index });
  const words = rest.map((each) => each.text).join(" ");
  // A volume, a network or a manifest that is made runs nothing.
  if (name === "run" || (name === "create" && /^(?:container|compose|service)?$/.test(group)))
    return runContainer(command, rest, group === "compose");
  if (name === "exec") return enter(command, rest);
  if (group === "compose") {
    if (name === "down" && /(?:^|\s)(?:-v|--volumes|--rmi)/.test(words))
      addHazard(run, "destructive", "it deletes volumes with their data", index);
    if (name === "rm" && /(?:^|\s)-\w*v|--volumes/.test(words)) addHazard(run, "destructive", "it deletes volumes with their data", index);
    if (name === "kill") addHazard(run, "destructive", "it ends programs", index);
    if (name === "push" || name === "publish") addHazard(run, "exfiltration", "it publishes an image", index);
    return undefined;
  }
  if (
    /^(?:rm|rmi|prune|remove|delete)$/.test(name) &&
    group !== "image" &&
    group !== "builder" &&
    group !== "buildx" &&
    name !== "rmi" &&
    !(name === "rm" && group === "" && !/(?:^|\s)(?:-\w*[fv]|--force|--volumes)/.test(words))
  )
    addHazard(run, "destructive", "it deletes containers, volumes or networks with their data", index);
  else if (
    (name === "rmi" || group === "image") &&
    /^(?:rmi|rm|prune|remove)$/.test(name) &&
    !(name === "prune" && !/(?:^|\s)(?:-\w*a|--all)/.test(words))
  )
    addHazard(run, "destructive", "it deletes images", index);
  else if (/^(?:kill|leave|drain|demote|reset|rollback|checkpoint)$/.test(name)) addHazard(run, "destructive", "it ends containers", index);
  else if (name === "push" || (name === "publish" && group !== "")) addHazard(run, "exfiltration", "it publishes an image", index);
  else if (name === "cp") copy(command, rest);
  else if (name === "save" || name === "export")
    for (const [at, each] of rest.entries()) if (/^(?:-o|--output)$/.test(each.text)) touch(command, "write", rest[at + 1] ?? field(""));
  if (name === "build" && /--push(?:\s|$)/.test(words)) addHazard(run, "exfiltration", "it publishes an image", index);
  if (
    name === "login" ||
    (group === "swarm" && name === "init") ||
    (group === "plugin" && name === "install") ||
    (group === "context" && /^(?:use|rm|import)$/.test(name))
  )
    addHazard(run, "escalation", "it changes whom docker trusts or obeys", index);
  if (/^(?:deploy|update|scale)$/.test(name) && /^(?:stack|service)$/.test(group))
    addHazard(run, "remote", "it changes other machines", index);
  return unknownOutput(`cmd:docker`);
};

function runContainer(command: Command, rest: readonly Field[], compose: boolean): ReturnType<Tool> {
  const parsed = readOptions(rest, table(RUN), { stopAtOperand: true });
  const hosts = noteMounts(command, parsed);
  const [image, ...inner] = parsed.operands;
  if (image !== undefined && !compose && isUnseenImage(command.run.world, image.text)) {
    addHazard(command.run, "escalation", "it runs unknown code: an image of no usual publisher", command.index);
  }
  const entry = valuesOf(parsed, "entrypoint")[0];
  const words = entry === undefined || entry.text === "" ? inner : [entry, ...inner];
  // Without a mount nothing of this machine is in reach; compose files mount what they say.
  if (words.length > 0) runElsewhere(command, words, { label: "docker run", matters: hosts.length > 0 || compose });
  return unknownOutput("cmd:docker");
}

function enter(command: Command, rest: readonly Field[]): ReturnType<Tool> {
  const parsed = readOptions(rest, table(RUN), { stopAtOperand: true });
  if (has(parsed, "privileged")) addHazard(command.run, "escalation", "a container gets rights over this machine", command.index);
  runElsewhere(command, parsed.operands.slice(1), { label: "docker exec", matters: true });
  return unknownOutput("cmd:docker");
}

function copy(command: Command, rest: readonly Field[]): void {
  const words = rest.filter((each) => !each.text.startsWith("-") || each.text === "-");
  const [from, to] = words;
  if (from === undefined || to === undefined) return;
  if (/^[\w.-]+:/.test(to.text)) touch(command, "read", from, { recursive: true });
  else if (to.text !== "-") {
    // Into a folder it comes under its own name; `c:/x/.` means everything in x.
    const name = from.text.replace(/(?<!\/)\/+$/, "").replace(/^.*[/:]/s, "");
    const target = isFolder(command, to) && /^[^.]/.test(name) && !isDynamic(name) ? below(to, name) : to;
    touch(command, "write", target, { recursive: true });
  }
}

/** A devcontainer or a virtual Linux: the same machine by another door. */
const throughDoor =
  (label: string, options: string, skip: number): Tool =>
  (command) => {
    const parsed = readOptions(command.args, table(options), { stopAtOperand: true });
    const words = parsed.operands.slice(skip);
    noteToldTo(command);
    if (words.length === 0) return undefined;
    runElsewhere({ ...command, shell: fork(command.shell) }, words, { label, matters: true });
    return undefined;
  };

export const CONTAINERS: Readonly<Record<string, Tool>> = byName({
  docker,
  "docker-compose": docker,
  wsl: throughDoor("wsl", "d,distribution: u,user: e,exec cd: system shell-type:", 0),
  "docker-machine": throughDoor("docker-machine", "", 2),
  devcontainer: throughDoor("devcontainer", "workspace-folder: id-label: remote-env:", 1),
  distrobox: throughDoor("distrobox", "n,name: r,root", 1),
  toolbox: throughDoor("toolbox", "c,container: d,distro: r,release:", 1),
  "systemd-nspawn": throughDoor("systemd-nspawn", "D,directory: b,boot M,machine: bind: bind-ro: u,user: q", 0),
  buildah: (command) => docker(command),
  "podman-compose": (command) => docker({ ...command, name: "docker-compose" }),
  incus: throughDoor("incus", "", 2),
  crictl: throughDoor("crictl", "i t r:", 2),
  ctr: throughDoor("ctr", "n,namespace: a,address:", 3),
  orb: throughDoor("orb", "m: u:", 0),
  colima: () => undefined,
});
