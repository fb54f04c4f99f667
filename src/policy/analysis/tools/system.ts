// The machine itself: disks, services, accounts, timers, firewalls, running programs.

import { addHazard, addOpaque, type Command, touch, type Tool } from "../record.ts";
import { absolute } from "../disk.ts";
import type { Hazard } from "../../effects.ts";
import { type Field, field, isDynamic, SILENT, unknownOutput } from "../shell/values.ts";
import { readScript } from "./shells.ts";
import { runCarried } from "./wrappers.ts";

const line = (command: Command) => command.args.map((each) => each.text).join(" ");

function hazard(kind: Hazard["kind"], why: string, harmless: RegExp | null = null): Tool {
  return (command) => {
    if (harmless !== null && harmless.test(line(command))) return undefined;
    addHazard(command.run, kind, why, command.index);
    return undefined;
  };
}

/** Only some of its subcommands do harm. */
function when(pattern: RegExp, kind: Hazard["kind"], why: string): Tool {
  return (command) => {
    if (pattern.test(line(command)) || command.args.some((each) => isDynamic(each.text) && each.text.startsWith("\uE000") && command.args.indexOf(each) === 0)) addHazard(command.run, kind, why, command.index);
    return undefined;
  };
}

const DISK = "it changes disks or file systems";
const disk = hazard("destructive", DISK, /^(?:-l|--list|-V|--version|--help|-h|list|print)?$|^-l(?:\s|$)/);

const DISKS = "mkfs mkswap swapoff swapon wipefs fdisk sfdisk cfdisk gdisk sgdisk parted partprobe blkdiscard hdparm sdparm nvme badblocks tune2fs resize2fs e2fsck fsck debugfs xfs_admin xfs_repair mdadm cryptsetup dmsetup lvremove lvcreate lvresize lvreduce vgremove vgcreate vgreduce pvremove pvcreate pvmove losetup diskutil newfs format dislocker testdisk fsfreeze fstrim blockdev mke2fs mkdosfs mkntfs".split(" ");

/** pkill and killall hit every program of a name; kill hits a number. */
const killByName: Tool = (command) => {
  const { run, index } = command;
  const text = line(command);
  if (/^(?:-l|-L|--list|--version|-V|--help)$/.test(text)) return undefined;
  const own = /codicil/i.test(text);
  run.hazards.push({ kind: own ? "tampering" : "destructive", why: own ? "it ends Codicil's own programs" : "it ends every program that fits a name", program: index, ...(own ? { grave: true } : {}) });
  return undefined;
};

const kill: Tool = (command) => {
  const { run, args, index } = command;
  const words = args.filter((each, at) => !/^-(?:[sn]|[A-Z0-9]+|-?signal)/i.test(each.text) || (each.text === "-1" && at > 0));
  if (args.some((each) => /^-[lL]$/.test(each.text))) return undefined;
  for (const word of words) {
    if (word.text === "-1" || word.text === "0" || word.text === "1") addHazard(run, "destructive", "it ends every program", index);
    else if (word.from.some((each) => /^cmd:(?:pgrep|pidof|ps)$/.test(each))) addHazard(run, "destructive", "it ends every program that fits a name", index);
  }
  if (run.programs.some((each) => /^(?:pgrep|pidof|ps|grep|cat)$/.test(each.name) && each.args.some((word) => /codicil/i.test(word.text)))) run.hazards.push({ kind: "tampering", why: "it ends Codicil's own programs", program: index, grave: true });
  return undefined;
};

const crontab: Tool = (command) => {
  const { run, index } = command;
  const text = line(command);
  if (/(?:^|\s)-l(?:\s|$)/.test(text) && !/(?:^|\s)-(?:r|e)/.test(text)) return unknownOutput("cmd:crontab");
  if (/(?:^|\s)-\w*r/.test(text)) addHazard(run, "destructive", "it deletes all timers", index);
  else addHazard(run, "persistence", "it makes programs start by themselves", index);
  return SILENT;
};

const systemctl: Tool = (command) => {
  const { run, index } = command;
  const text = line(command);
  if (/\bcodicil/i.test(text) && /\b(?:stop|kill|disable|mask|restart|edit)\b/.test(text)) run.hazards.push({ kind: "tampering", why: "it stops Codicil itself", program: index, grave: true });
  else if (/\b(?:enable|link|edit|set-property|set-default|import-environment|set-environment|preset|revert|daemon-reexec)\b/.test(text)) addHazard(run, "persistence", "it makes programs start by themselves", index);
  else if (/\b(?:stop|kill|disable|mask|isolate|poweroff|reboot|halt|suspend|hibernate|kexec|rescue|emergency|restart|reload|start|try-restart|reset-failed|clean)\b/.test(text)) addHazard(run, /--user/.test(text) ? "destructive" : "escalation", "it changes the machine's services", index);
  return unknownOutput("cmd:systemctl");
};

/** A command that runs later: at, batch. */
const later: Tool = (command) => {
  const { run, how, index } = command;
  if (/^-[lcV]|^-q/.test(line(command)) || command.name === "atq") return undefined;
  addHazard(run, "persistence", "it makes a program run later", index);
  if (how.stdin !== null) runCarried(command, how.stdin.text, "at");
  return SILENT;
};

const screen: Tool = (command) => {
  const { run, shell, args, how } = command;
  let at = 0;
  for (; at < args.length; at++) {
    const text = args[at]?.text ?? "";
    if (!text.startsWith("-")) break;
    if (text === "-X") {
      const rest = args.slice(at + 1);
      if (/^(?:stuff|exec|eval)$/.test(rest[0]?.text ?? "")) runCarried(command, rest.slice(1).map((each) => each.text.replace(/\\n$|\^M$|\n$/, "")).join(" "), "screen -X");
      return SILENT;
    }
    if (/^-\w*[SscetThp]$/.test(text)) at++;
  }
  const rest = args.slice(at);
  return rest.length === 0 ? SILENT : run.runWords(run, shell, rest, { ...how, via: [...how.via, "screen"], external: true });
};

/** tmux hands its last words to a shell; send-keys types them into one. */
const tmux: Tool = (command) => {
  const { args, run, index } = command;
  const at = args.findIndex((each, place) => !each.text.startsWith("-") && !/^-[LSfcT]$/.test(args[place - 1]?.text ?? ""));
  const verb = args[at]?.text ?? "";
  const rest = args.slice(at + 1);
  if (/^(?:kill-(?:server|session))$/.test(verb)) addHazard(run, "destructive", "it ends every program of a session", index);
  if (/^(?:new|new-session|neww|new-window|splitw|split-window|respawn-pane|respawnp|respawn-window|run|run-shell|popup|display-popup|if|if-shell|pipe-pane)$/.test(verb)) {
    const words = positional(rest, /^-[censtxyFlpbTwhS]$/);
    if (words.length > 0) return runCarried(command, words.map((each) => each.text).join(" "), `tmux ${verb}`);
  }
  if (/^(?:send|send-keys)$/.test(verb)) {
    const words = positional(rest, /^-[tN]$/).filter((each) => !/^(?:Enter|C-m|C-j|Space|Escape|C-[a-z]|Tab|BSpace)$/.test(each.text));
    if (words.length > 0) return runCarried(command, words.map((each) => each.text).join(" "), "tmux send-keys");
  }
  return undefined;
};

function positional(args: readonly Field[], takes: RegExp): readonly Field[] {
  const out: Field[] = [];
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.text ?? "";
    if (takes.test(text)) at++;
    else if (!/^-\w+$/.test(text) || out.length > 0) out.push(args[at] as Field);
  }
  return out;
}

const make: Tool = (command) => {
  const { run, index, args, shell } = command;
  for (const [at, word] of args.entries()) {
    const { text } = word;
    if (/^(?:SHELL|MAKE|CC|CXX|RM)=/.test(text) && !/^(?:SHELL=(?:\/usr)?\/?(?:bin\/)?(?:ba)?sh|(?:CC|CXX)=(?:gcc|g\+\+|clang\+?\+?|cc|c\+\+)(?:-\d+)?)$/.test(text)) addHazard(run, "tampering", "make would run another program", index);
    const evaluated = /^--eval=([\s\S]*)$/.exec(text)?.[1] ?? (text === "--eval" ? args[at + 1]?.text : undefined);
    if (evaluated !== undefined) {
      addOpaque(run, "make is given rules on the command line", index);
      const shellText = /\$\(shell\s+([^)]*)\)/.exec(evaluated)?.[1];
      if (shellText !== undefined) runCarried(command, shellText, "make --eval");
    }
    if (/^(?:-f|--file|--makefile)$/.test(text) || /^(?:-f.+|--(?:make)?file=)/.test(text)) {
      const name = /^--(?:make)?file=(.*)$/s.exec(text)?.[1] ?? (/^-f(.+)$/s.exec(text)?.[1] ?? args[at + 1]?.text ?? "");
      if (name === "-" || name === "/dev/stdin") addOpaque(run, "make's rules come from a pipe", index);
      else {
        const script = readScript(command, field(name));
        if (script.kind === "opaque") addOpaque(run, script.why, index);
        if (script.kind === "text") addOpaque(run, "make's rules come from outside the project", index);
      }
    }
  }
  const at = args.findIndex((each) => /^(?:-C|--directory)$/.test(each.text));
  noteForeignFolder(command, at < 0 ? shell.cwd : (absolute(run.disk, shell.cwd, args[at + 1]?.text ?? ".")?.path ?? null));
  return undefined;
};

const BUILD_FILE = /\/(?:GNUmakefile|[Mm]akefile|justfile|Justfile|package\.json|Rakefile|pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|noxfile\.py|conftest\.py|build\.gradle(?:\.kts)?|pom\.xml|CMakeLists\.txt|Cargo\.toml|build\.rs|deno\.jsonc?|docker-compose\.ya?ml|compose\.ya?ml|Dockerfile|Taskfile\.ya?ml|\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.cjs|vitest\.config\.\w+|jest\.config\.\w+|webpack\.config\.\w+|\.eslintrc\S*|eslint\.config\.\w+|\.pre-commit-config\.yaml)$/;

/** Building what this same call fetched runs a stranger's code. */
export function noteForeignFolder(command: Command, cwd: string | null): void {
  const { run, index } = command;
  if (cwd === null) return;
  for (const [path, made] of run.disk.made) if (made.kind === "file" && path.startsWith(`${cwd}/`) && BUILD_FILE.test(path)) addOpaque(run, "it runs what this same call wrote into a build file", index);
  for (const [path, made] of run.disk.made) {
    if ((made.by === "clone" || made.by === "extract") && (cwd === path || cwd.startsWith(`${path}/`)) && path !== run.world.project) addOpaque(run, "it builds or runs what this same call fetched", index);
  }
}

const cmake: Tool = (command) => {
  const { run, shell, args, how } = command;
  if (args[0]?.text !== "-E") return undefined;
  const [verb, ...rest] = args.slice(1);
  const as = (...words: readonly string[]) => run.runWords(run, shell, [...words.map((each) => field(each)), ...rest], { ...how, via: [...how.via, "cmake -E"], external: true });
  switch (verb?.text) {
    case "rm":
      return as("rm");
    case "remove":
      return as("rm");
    case "remove_directory":
      return as("rm", "-r");
    case "copy":
    case "copy_if_different":
      return as("cp");
    case "copy_directory":
    case "copy_directory_if_different":
      return as("cp", "-r");
    case "rename":
      return as("mv");
    case "create_symlink":
      return as("ln", "-s");
    case "create_hardlink":
      return as("ln");
    case "tar":
      return as("tar");
    case "touch":
      return as("touch");
    case "make_directory":
      return as("mkdir", "-p");
    case "env":
    case "time":
      return as(verb.text);
    case "chdir":
      return run.runWords(run, { ...shell, cwd: null }, rest.slice(1), { ...how, via: [...how.via, "cmake -E"], external: true });
    default:
      return undefined;
  }
};

const mount: Tool = (command) => {
  if (line(command) === "" || /^-(?:l|V|h)/.test(line(command))) return undefined;
  addHazard(command.run, "escalation", "it changes what stands at a path", command.index);
  for (const word of command.args) if (/^[./\w]/.test(word.text)) touch(command, "write", word, { attributes: true });
  return undefined;
};

/** Installs a program for the whole machine from a file. */
const installer = hazard("escalation", "it installs a program for the whole machine", /^(?:-l|-L|-s|-S|-p|-q\S*|--list\S*|--status|--search|-V|--version|--info|-qa|-c|--contents|-I)\b/);

const sysctl: Tool = (command) => {
  if (/(?:^|\s)-w|=|(?:^|\s)-p|--system/.test(line(command))) addHazard(command.run, "escalation", "it changes the kernel's settings", command.index);
  return undefined;
};

export const SYSTEM: Readonly<Record<string, Tool>> = {
  ...Object.fromEntries(DISKS.map((name): [string, Tool] => [name, disk])),
  zfs: when(/\b(?:destroy|rollback|rename|promote|receive)\b/, "destructive", DISK), zpool: when(/\b(?:destroy|remove|labelclear|offline|detach|export|create)\b/, "destructive", DISK), btrfs: when(/\b(?:delete|del|remove|device|balance|rescue|check|replace|resize)\b/, "destructive", DISK), tmutil: when(/delete|disable|removeexclusion|addexclusion/, "destructive", "it changes backups"), vssadmin: when(/delete|resize/i, "destructive", "it deletes backups"), wbadmin: when(/delete/i, "destructive", "it deletes backups"),
  pkill: killByName, killall: killByName, killall5: killByName, skill: killByName, xkill: killByName, taskkill: killByName, kill, fuser: when(/(?:^|\s)-\w*k/, "destructive", "it ends programs"),
  reboot: hazard("destructive", "it restarts the machine", /^--help$/), shutdown: hazard("destructive", "it stops the machine", /^-c$/), halt: hazard("destructive", "it stops the machine"), poweroff: hazard("destructive", "it stops the machine"), init: when(/^[0-6sSqQ]$/, "destructive", "it stops the machine"), telinit: hazard("destructive", "it stops the machine"), kexec: hazard("escalation", "it starts another kernel"), pmset: when(/now|-a|-b|-c/, "destructive", "it changes how the machine sleeps"), rtcwake: hazard("destructive", "it puts the machine to sleep"),
  systemctl, service: when(/\b(?:stop|start|restart|reload|force-reload)\b/, "escalation", "it changes the machine's services"), "rc-service": when(/\b(?:stop|start|restart)\b/, "escalation", "it changes the machine's services"), "rc-update": hazard("persistence", "it makes programs start by themselves"), "update-rc.d": hazard("persistence", "it makes programs start by themselves"), chkconfig: hazard("persistence", "it makes programs start by themselves", /^--list/), launchctl: when(/\b(?:load|bootstrap|enable|submit|kickstart|unload|bootout|remove|disable|setenv|kill|stop|start)\b/, "persistence", "it makes programs start by themselves"), sv: when(/\b(?:down|up|kill|exit|restart)\b/, "escalation", "it changes the machine's services"), supervisorctl: when(/\b(?:stop|start|restart|shutdown|remove)\b/, "destructive", "it changes services"), schtasks: when(/\/(?:create|change|delete|run)/i, "persistence", "it makes programs start by themselves"), loginctl: when(/\b(?:terminate|kill|enable-linger|poweroff|reboot)/, "destructive", "it ends sessions"),
  crontab, at: later, batch: later, atq: later, atrm: hazard("destructive", "it deletes timers"), anacron: hazard("persistence", "it runs timers"),
  iptables: when(/(?:^|\s)(?:-[FXDPAIRNZE]|--(?:flush|delete|policy|append|insert|replace))/, "escalation", "it changes the firewall"), ip6tables: when(/(?:^|\s)(?:-[FXDPAIRNZE]|--(?:flush|delete|policy|append|insert))/, "escalation", "it changes the firewall"), nft: when(/\b(?:flush|delete|add|insert|replace)\b|(?:^|\s)-f/, "escalation", "it changes the firewall"), ufw: when(/\b(?:disable|enable|reset|allow|deny|delete|reject|limit|insert)\b/, "escalation", "it changes the firewall"), "firewall-cmd": when(/--(?:add|remove|set|panic|reload|complete|zone=\S+ --)/, "escalation", "it changes the firewall"), pfctl: when(/(?:^|\s)-[dFfe]/, "escalation", "it changes the firewall"), ip: when(/\b(?:add|del|delete|set|flush|change|replace|exec)\b/, "escalation", "it changes the network"), ifconfig: when(/\b(?:up|down|inet|netmask|ether|add|del)\b/, "escalation", "it changes the network"), route: when(/\b(?:add|del|delete|flush|change)\b/, "escalation", "it changes the network"), nmcli: when(/\b(?:add|modify|delete|up|down|off|on|connect|disconnect)\b/, "escalation", "it changes the network"), tc: when(/\b(?:add|del|change|replace)\b/, "escalation", "it changes the network"), networksetup: when(/-set|-create|-remove|-delete/, "escalation", "it changes the network"), scutil: when(/--set|--proxy/, "escalation", "it changes the network"),
  useradd: hazard("escalation", "it changes accounts"), adduser: hazard("escalation", "it changes accounts"), userdel: hazard("destructive", "it deletes an account"), deluser: hazard("destructive", "it deletes an account"), usermod: hazard("escalation", "it changes accounts"), groupadd: hazard("escalation", "it changes accounts"), groupdel: hazard("destructive", "it changes accounts"), groupmod: hazard("escalation", "it changes accounts"), gpasswd: hazard("escalation", "it changes accounts"), passwd: hazard("escalation", "it changes a password", /^-S/), chpasswd: hazard("escalation", "it changes passwords"), chage: hazard("escalation", "it changes accounts", /^-l/), visudo: hazard("escalation", "it changes who may do what", /-c/), vipw: hazard("escalation", "it changes accounts"), chsh: hazard("persistence", "it changes the login shell", /^-l/), newgrp: hazard("escalation", "it changes the group"), dseditgroup: hazard("escalation", "it changes accounts"), dscl: when(/-(?:create|delete|append|passwd|change|merge)/, "escalation", "it changes accounts"), sysadminctl: hazard("escalation", "it changes accounts"), setcap: hazard("escalation", "it gives a program more rights"), setenforce: hazard("escalation", "it switches protection off"), setsebool: hazard("escalation", "it changes protection"), chcon: hazard("escalation", "it changes protection"), semanage: hazard("escalation", "it changes protection"), restorecon: hazard("escalation", "it changes protection"), "aa-disable": hazard("escalation", "it switches protection off"), "aa-complain": hazard("escalation", "it switches protection off"), "aa-teardown": hazard("escalation", "it switches protection off"), auditctl: hazard("tampering", "it changes auditing", /^-[ls]/), csrutil: when(/disable|clear/, "escalation", "it switches protection off"), spctl: when(/disable|add|--master/, "escalation", "it switches protection off"), "update-alternatives": hazard("escalation", "it puts another program in the place of one", /--(?:list|display|query|get)/),
  insmod: hazard("escalation", "it loads code into the kernel"), modprobe: hazard("escalation", "it loads code into the kernel", /^(?:-n|--show|-c|-D|-l)/), rmmod: hazard("escalation", "it takes code out of the kernel"), kextload: hazard("escalation", "it loads code into the kernel"), bpftool: when(/load|attach|pin/, "escalation", "it loads code into the kernel"), bpftrace: hazard("escalation", "it looks into every program"), sysctl, dtrace: hazard("escalation", "it looks into every program"), mount, umount: hazard("escalation", "it changes what stands at a path"), fusermount: hazard("escalation", "it changes what stands at a path"), pivot_root: hazard("escalation", "it changes the root folder"), swapoff: disk, "grub-install": disk, "update-grub": disk, efibootmgr: hazard("escalation", "it changes how the machine starts", /^-?v?$/), bootctl: when(/install|remove|set-default|update/, "escalation", "it changes how the machine starts"), nvram: hazard("escalation", "it changes how the machine starts", /^-p$/), bless: hazard("escalation", "it changes how the machine starts"),
  timedatectl: when(/\bset-/, "destructive", "it sets the machine's clock"), hwclock: when(/--(?:set|systohc|hctosys|adjust)|-[ws]/, "destructive", "it sets the machine's clock"), hostnamectl: when(/\bset-|\bhostname\s+\S/, "escalation", "it renames the machine"), localectl: when(/\bset-/, "escalation", "it changes the machine's language"),
  dpkg: installer, rpm: installer, installer, hdiutil: when(/attach|create|burn|convert/, "escalation", "it changes disks"), msiexec: installer, "dpkg-reconfigure": installer, alien: installer, flatpak: when(/\b(?:install|uninstall|remote-add|update|override)\b/, "escalation", "it installs a program"), softwareupdate: when(/-i|--install/, "escalation", "it changes the machine's programs"),
  logrotate: hazard("destructive", "it rotates logs and runs the commands of its settings", /^(?:-d|--debug|--version)/), screen, tmux, zellij: when(/\brun\b|action\s+write/, "tampering", "it types into another terminal"), make, cmake, ninja: () => undefined, just: (command) => (noteForeignFolder(command, command.shell.cwd), undefined), task: (command) => (noteForeignFolder(command, command.shell.cwd), undefined), "add-apt-repository": hazard("escalation", "it adds a stranger's collection"), "apt-key": hazard("escalation", "it trusts a stranger's key"), "pre-commit": () => undefined, nmap: when(/--script(?:=|\s+)\S*\/|--interactive|-iL\s+\S*\.env/, "tampering", "it runs scripts of the caller's choice"), fdupes: when(/(?:^|\s)-\w*[dN]|--delete/, "destructive", "it deletes files"), jdupes: when(/(?:^|\s)-\w*[dN]|--delete|-L/, "destructive", "it deletes files"), rdfind: when(/-deleteduplicates\s+true/, "destructive", "it deletes files"), rmlint: hazard("destructive", "it prepares to delete files"), tmpreaper: hazard("destructive", "it deletes files"), tmpwatch: hazard("destructive", "it deletes files"), bleachbit: hazard("destructive", "it deletes files", /-l|--list|-p|--preview/), "systemd-tmpfiles": when(/--(?:remove|clean|create)/, "destructive", "it deletes files"), msgfilter: hazard("tampering", "it runs a command of the caller's choice"), "run-mailcap": hazard("tampering", "it runs a command of the settings"), sqlmap: hazard("escalation", "it attacks a database"), gimp: when(/(?:^|\s)-b|--batch/, "tampering", "it runs a script"), xdotool: hazard("tampering", "it types and clicks in the person's place"), ydotool: hazard("tampering", "it types and clicks in the person's place"), wtype: hazard("tampering", "it types in the person's place"), cliclick: hazard("tampering", "it clicks in the person's place"), xhost: hazard("escalation", "it opens the screen to others", /^$/), reg: when(/\b(?:add|delete|import|restore|load)\b/i, "persistence", "it changes the registry"), bcdedit: hazard("destructive", "it changes how the machine starts"), cipher: when(/\/w/i, "destructive", "it overwrites free space"), defaults: when(/\b(?:write|delete|import)\b/, "persistence", "it changes a program's settings"), dconf: when(/\b(?:write|reset|load)\b/, "persistence", "it changes settings"), gsettings: when(/\b(?:set|reset)\b/, "persistence", "it changes settings"), "xdg-mime": when(/\bdefault\b/, "persistence", "it changes which program opens files"), "update-desktop-database": () => undefined,
};

/** Names such as mkfs.ext4 belong to their family. */
export function systemFamily(name: string): Tool | undefined {
  if (/^mkfs\.|^fsck\.|^mkfs_|^newfs_/.test(name)) return disk;
  return undefined;
}
