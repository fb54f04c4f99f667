// Containers: docker, podman, compose. What runs inside touches this machine only through what is mounted or opened.

import { byName, wordSet } from "../../base/index.ts";
import type { World } from "../call/call.ts";
import { noteToldTo } from "../carriers/toldTo.ts";
import { isBelow } from "../run/disk.ts";
import { has, type Parsed, readOptions, table, valuesOf } from "../run/options.ts";
import { addHazard, addHidden, below, type Command, isFolder, touch, type Tool } from "../run/record.ts";
import { noteSigns, type Sign } from "../run/signs.ts";
import { fork } from "../run/state.ts";
import { type Field, field, isDynamic, textAt, unknownOutput } from "../run/values.ts";
import { UPGRADES } from "../carriers/packageSources.ts";
import { isUnseenImage } from "./images.ts";
import { runElsewhere } from "./remote.ts";
import { ACCOUNTS } from "./systemTable.ts";

const GLOBAL = `
  H,host: c,context: config: l,log-level: D,debug tls tlscacert: tlscert: tlskey: tlsverify v,version url: connection: identity:
  r,remote f,file: p,project-name: profile: env-file: project-directory: ansi: progress: parallel:`;
const RUN = `
  a,attach: add-host: annotation: blkio-weight: cap-add: cap-drop: cgroup-parent: cgroupns: cidfile: c,cpu-shares: cpus: cpuset-cpus:
  d,detach detach-keys: device: device-cgroup-rule: disable-content-trust dns: dns-option: dns-search: domainname: entrypoint: e,env:
  env-file: expose: gpus: group-add: health-cmd: health-interval: health-retries: health-timeout: h,hostname: init i,interactive ip:
  ip6: ipc: isolation: kernel-memory: l,label: label-file: link: log-driver: log-opt: mac-address: m,memory: memory-reservation:
  memory-swap: mount: name: network,net: network-alias: no-healthcheck oom-kill-disable oom-score-adj: pid: pids-limit: platform:
  privileged p,publish: P,publish-all pull: q,quiet read-only restart: rm runtime: security-opt: shm-size: sig-proxy: stop-signal:
  stop-timeout: storage-opt: sysctl: tmpfs: t,tty ulimit: u,user: userns: uts: v,volume: volume-driver: volumes-from: w,workdir:
  index: privileged T,no-TTY no-deps use-aliases service-ports build replace systemd: pod:`;

const MACHINE = /^\/(?:$|etc|root|var\/?$|proc|sys|dev|boot|usr|bin|lib)/;
/** All homes, or somebody's. */
const HOMES = /^\/(?:home|Users)(?:\/[^/]*)?\/?$/;
/** Who holds one of these commands the machine. */
const SOCKETS = /docker\.sock|containerd\.sock|podman\.sock|\/var\/run(?:\/|$)|\/run\/docker/;

/** Options whose value gives a container rights over this machine. */
const RIGHTS: readonly (readonly [option: string, given: RegExp])[] = [
  ["pid", /^(?:host|container:.*)$/],
  ["ipc", /^host$/],
  ["userns", /^host$/],
  ["uts", /^host$/],
  ["cap-add", /ALL|SYS_|NET_ADMIN|DAC_|SETUID/i],
  ["security-opt", /unconfined|disable/],
];

function noteMounts(command: Command, parsed: Parsed): readonly Field[] {
  const { run, index } = command;
  const hosts = [...volumesOf(parsed), ...bindsOf(parsed)];
  for (const host of hosts)
    if (isOfMachine(run.world, host.text)) addHazard(run, "escalation", "a container gets this machine's own folders", index);
  if (getsRights(parsed)) addHazard(run, "escalation", "a container gets rights over this machine", index);
  for (const value of valuesOf(parsed, "cidfile")) touch(command, "write", value);
  return hosts;
}

/** The folders of `-v FOLDER:PLACE` that a container may write to, and all that are named by a path. */
function volumesOf(parsed: Parsed): readonly Field[] {
  return valuesOf(parsed, "volume").flatMap((value) => {
    const host = value.text.split(":")[0] ?? "";
    const mayWrite = /[/.~\uE000]/.test(host) && !/:ro(?:,|$)/.test(value.text);
    return mayWrite || host.startsWith("/") ? [{ ...value, text: host }] : [];
  });
}

/** The folders of `--mount type=bind,source=…` that a container may write to. */
function bindsOf(parsed: Parsed): readonly Field[] {
  return valuesOf(parsed, "mount").flatMap((value) => {
    const source = /(?:^|,)(?:source|src)=([^,]+)/.exec(value.text)?.[1];
    const isReadOnly = /(?:^|,)(?:ro|readonly)(?:[,=]|$)/.test(value.text);
    return source !== undefined && /type=bind/.test(value.text) && !isReadOnly ? [{ ...value, text: source }] : [];
  });
}

function isOfMachine(world: World, folder: string): boolean {
  if (MACHINE.test(folder) && !isBelow(folder, world.project)) return true;
  return HOMES.test(folder) || SOCKETS.test(folder) || folder === world.userHome || /^~\/?$/.test(folder);
}

function getsRights(parsed: Parsed): boolean {
  if (has(parsed, "privileged", "device", "device-cgroup-rule")) return true;
  return RIGHTS.some(([option, given]) => valuesOf(parsed, option).some((each) => given.test(each.text)));
}

/** `docker GROUP NAME REST`; the group is empty where none is named. */
interface Asked {
  readonly group: string;
  readonly name: string;
  readonly rest: readonly Field[];
  /** The rest as one text. */
  readonly words: string;
}

const GROUPS = wordSet(
  "container image volume network system compose builder buildx context swarm stack service node secret config plugin manifest",
  "machine pod checkpoint trust",
);

const DELETES_VOLUMES = "it deletes volumes with their data";
const PUBLISHES = "it publishes an image";

const COMPOSE: readonly Sign<Asked>[] = [
  ["destructive", DELETES_VOLUMES, ({ name, words }) => name === "down" && /(?:^|\s)(?:-v|--volumes|--rmi)/.test(words)],
  ["destructive", DELETES_VOLUMES, ({ name, words }) => name === "rm" && /(?:^|\s)-\w*v|--volumes/.test(words)],
  ["destructive", "it ends programs", ({ name }) => name === "kill"],
  ["exfiltration", PUBLISHES, ({ name }) => name === "push" || name === "publish"],
];

const DOCKER: readonly Sign<Asked>[] = [
  ["destructive", "it deletes containers, volumes or networks with their data", deletesData],
  ["destructive", "it deletes images", deletesImages],
  ["destructive", "it ends containers", ({ name }) => /^(?:kill|leave|drain|demote|reset|rollback|checkpoint)$/.test(name)],
  ["exfiltration", PUBLISHES, ({ name, group }) => name === "push" || (name === "publish" && group !== "")],
  ["exfiltration", PUBLISHES, ({ name, words }) => name === "build" && /--push(?:\s|$)/.test(words)],
  [
    "escalation",
    "it changes whom docker trusts or obeys",
    ({ name, group }) => name === "login" || /^(?:swarm init|plugin install|context (?:use|rm|import))$/.test(`${group} ${name}`),
  ],
  ["remote", "it changes other machines", ({ name, group }) => /^(?:deploy|update|scale)$/.test(name) && /^(?:stack|service)$/.test(group)],
];

/** Images and what was built can be made again; a stopped container is deleted only by force with what it holds. */
function deletesData({ name, group, words }: Asked): boolean {
  if (!/^(?:rm|prune|remove|delete)$/.test(name) || /^(?:image|builder|buildx)$/.test(group)) return false;
  return name !== "rm" || group !== "" || /(?:^|\s)(?:-\w*[fv]|--force|--volumes)/.test(words);
}

function deletesImages({ name, group, words }: Asked): boolean {
  if (name !== "rmi" && !(group === "image" && /^(?:rm|prune|remove)$/.test(name))) return false;
  return name !== "prune" || /(?:^|\s)(?:-\w*a|--all)/.test(words);
}

function readAsked(program: string, operands: readonly Field[]): Asked {
  const isGrouped = GROUPS.has(textAt(operands, 0));
  const group = isGrouped ? textAt(operands, 0) : program === "docker-compose" ? "compose" : "";
  const own = isGrouped ? readOptions(operands.slice(1), table(GLOBAL), { stopAtOperand: true }).operands : operands;
  const rest = own.slice(1);
  return { group, name: textAt(own, 0), rest, words: rest.map((each) => each.text).join(" ") };
}

const docker: Tool = (command) => {
  const { run, index } = command;
  const top = readOptions(command.args, table(GLOBAL), { stopAtOperand: true });
  if (valuesOf(top, "host").some((each) => !/^unix:/.test(each.text))) addHazard(run, "remote", "it works on another machine", index);
  if (top.operands.length === 0) return undefined;
  const asked = readAsked(command.name, top.operands);
  const { name, group, rest } = asked;
  if (rest.some((each) => each.text === "--help") || name === "help") return unknownOutput();
  if (isDynamic(name)) addHidden(run, "the docker command is only known when it runs", index);
  // A volume, a network or a manifest that is made runs nothing.
  if (name === "run" || (name === "create" && /^(?:container|compose|service)?$/.test(group)))
    return runContainer(command, rest, group === "compose");
  if (name === "exec") return enter(command, rest);
  noteSigns(command, group === "compose" ? COMPOSE : DOCKER, asked);
  if (group === "compose") return undefined;
  if (name === "cp") copy(command, rest);
  if (name === "save" || name === "export") saveArchive(command, rest);
  return unknownOutput(`cmd:docker`);
};

function saveArchive(command: Command, rest: readonly Field[]): void {
  for (const [at, each] of rest.entries()) if (/^(?:-o|--output)$/.test(each.text)) touch(command, "write", rest[at + 1] ?? field(""));
}

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
  if (words.length > 0 && !isBareShell(command, words))
    runElsewhere(command, words, { label: "docker run", matters: hosts.length > 0 || compose });
  return unknownOutput("cmd:docker");
}

function enter(command: Command, rest: readonly Field[]): ReturnType<Tool> {
  const parsed = readOptions(rest, table(RUN), { stopAtOperand: true });
  if (has(parsed, "privileged")) addHazard(command.run, "escalation", "a container gets rights over this machine", command.index);
  const words = parsed.operands.slice(1);
  const { hazards } = command.run;
  const before = hazards.length;
  if (!isBareShell(command, words)) runElsewhere(command, words, { label: "docker exec", matters: true });
  // Accounts and programs of a container are gone with it.
  hazards.push(...hazards.splice(before).filter(({ why }) => why !== ACCOUNTS && why !== UPGRADES));
  return unknownOutput("cmd:docker");
}

/** A prompt in a container: what is typed there later comes as calls of their own. */
function isBareShell({ how }: Command, words: readonly Field[]): boolean {
  return how.stdin === null && /^(?:\/bin\/)?(?:ba|da|z|k|a)?sh(?: -[il]+| --login)?$/.test(words.map(({ text }) => text).join(" "));
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
