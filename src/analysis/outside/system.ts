// The machine itself: disks, services, accounts, timers, firewalls, running programs.

import { anyWord, byName, either } from "../../base/index.ts";
import { addHazard, touch, type Tool } from "../run/record.ts";
import { SILENT, unknownOutput } from "../run/values.ts";
import { eachSign } from "../run/signs.ts";
import { hazard, lineOf } from "./stakes.ts";
import { SYSTEM_TABLE } from "./systemTable.ts";
import { runCarried } from "../carriers/wrappers.ts";

const DISK = "it changes disks or file systems";
const changes = hazard("destructive", DISK, /^(?:-l|--list|-V|--version|--help|-h|list|print)?$|^-l(?:\s|$)/);
/** Their forms that only show something: `cryptsetup status x`, `blockdev --report`, `mdadm --detail`. */
const SHOWS_DISKS = /^(?:--report|(?:-v )?status|luksDump|info|--get\w+|--detail|--examine)(?: |$)/;
const disk: Tool = (command) => (SHOWS_DISKS.test(lineOf(command)) ? undefined : changes(command));

const DISKS =
  "mkfs mkswap swapoff swapon wipefs fdisk sfdisk cfdisk gdisk sgdisk parted partprobe blkdiscard hdparm sdparm nvme badblocks tune2fs resize2fs e2fsck fsck debugfs xfs_admin xfs_repair mdadm cryptsetup dmsetup lvremove lvcreate lvresize lvreduce vgremove vgcreate vgreduce pvremove pvcreate pvmove losetup diskutil newfs format dislocker testdisk fsfreeze fstrim blockdev mke2fs mkdosfs mkntfs".split(
    " ",
  );

/** pkill and killall hit every program of a name; kill hits a number. */
const killByName: Tool = (command) => {
  const { run, index } = command;
  const text = lineOf(command);
  // `taskkill /F /PID 3544` is `kill 3544`.
  if (/^(?:-l|-L|--list|--version|-V|--help)$/.test(text) || /^(?:\/{1,2}(?:[ft]|pid \d+)\s*)+$/i.test(text)) return undefined;
  const own = /codicil/i.test(text);
  run.hazards.push({
    kind: own ? "tampering" : "destructive",
    why: own ? "it ends Codicil's own programs" : "it ends every program that fits a name",
    program: index,
    ...(own ? { grave: true } : {}),
  });
  return undefined;
};

const kill: Tool = (command) => {
  const { run, args, index } = command;
  const words = args.filter((each, at) => !/^-(?:[sn]|[A-Z0-9]+|-?signal)/i.test(each.text) || (each.text === "-1" && at > 0));
  if (args.some((each) => /^-[lL]$/.test(each.text))) return undefined;
  for (const word of words) {
    if (word.text === "-1" || word.text === "0" || word.text === "1") addHazard(run, "destructive", "it ends every program", index);
    else if (word.from.some((each) => /^cmd:(?:pgrep|pidof|ps)$/.test(each)))
      addHazard(run, "destructive", "it ends every program that fits a name", index);
  }
  if (run.programs.some((each) => /^(?:pgrep|pidof|ps|grep|cat)$/.test(each.name) && each.args.some((word) => /codicil/i.test(word.text))))
    run.hazards.push({ kind: "tampering", why: "it ends Codicil's own programs", program: index, grave: true });
  return undefined;
};

const crontab: Tool = (command) => {
  const { run, index } = command;
  const text = lineOf(command);
  if (/(?:^|\s)-l(?:\s|$)/.test(text) && !/(?:^|\s)-(?:r|e)/.test(text)) return unknownOutput("cmd:crontab");
  if (/(?:^|\s)-\w*r/.test(text)) addHazard(run, "destructive", "it deletes all timers", index);
  else addHazard(run, "persistence", "it makes programs start by themselves", index);
  return SILENT;
};

/** A service of the person's own runs again; whoever made it was asked then. */
const STARTS_OWN = /^--user (?:start|restart|try-restart|reload) [\w@.-]+$/;

const systemctl: Tool = (command) => {
  const { run, index } = command;
  const text = lineOf(command);
  if (/\bcodicil/i.test(text) && /\b(?:stop|kill|disable|mask|restart|edit)\b/.test(text))
    run.hazards.push({ kind: "tampering", why: "it stops Codicil itself", program: index, grave: true });
  else if (
    anyWord`enable, link, edit, set-property, set-default, import-environment, set-environment, preset, revert, daemon-reexec`.test(text)
  )
    addHazard(run, "persistence", "it makes programs start by themselves", index);
  else if (STARTS_OWN.test(text)) return unknownOutput("cmd:systemctl");
  else if (
    anyWord`stop, kill, disable, mask, isolate, poweroff, reboot, halt, suspend, hibernate, kexec, rescue, emergency, restart, reload,
      start, try-restart, reset-failed, clean`.test(text)
  )
    addHazard(run, /--user/.test(text) ? "destructive" : "escalation", "it changes the machine's services", index);
  return unknownOutput("cmd:systemctl");
};

/** A command that runs later: at, batch. */
const later: Tool = (command) => {
  const { run, how, index } = command;
  if (/^-[lcV]|^-q/.test(lineOf(command)) || command.name === "atq") return undefined;
  addHazard(run, "persistence", "it makes a program run later", index);
  if (how.stdin !== null) runCarried(command, how.stdin.text, "at");
  return SILENT;
};

const mount: Tool = (command) => {
  if (lineOf(command) === "" || /^-(?:l|V|h)/.test(lineOf(command))) return undefined;
  addHazard(command.run, "escalation", "it changes which file or device a path refers to", command.index);
  for (const word of command.args) if (/^[./\w]/.test(word.text)) touch(command, "write", word, { attributes: true });
  return undefined;
};

const LISTING_OPTIONS = either`-l, -L, -s, -S, -p, -q\S*, --list\S*, --status, --search, --print-\S+, --get-selections,
  --compare-versions, --verify, -V, --version, --info, -qa, -c, --contents, -I`;
/** Installs a program for the whole machine from a file. */
const installer = hazard("escalation", "it installs a program for the whole machine", new RegExp(`^(?:${LISTING_OPTIONS})\\b`));

const sysctl = eachSign([/(?:^|\s)-w|=|(?:^|\s)-p|--system/, "escalation", "it changes the kernel's settings"]);

export const SYSTEM: Readonly<Record<string, Tool>> = byName({
  ...SYSTEM_TABLE,
  ...Object.fromEntries(DISKS.map((name): [string, Tool] => [name, disk])),
  diskutil: hazard("destructive", DISK, /^(?:info|list|(?:apfs|cs|ar)\s+list\w*)?(?:\s|$)/),
  ...Object.fromEntries(["pkill", "killall", "killall5", "skill", "xkill", "taskkill"].map((name): [string, Tool] => [name, killByName])),
  kill,
  systemctl,
  crontab,
  at: later,
  batch: later,
  atq: later,
  sysctl,
  mount,
  "grub-install": disk,
  "update-grub": disk,
  ...Object.fromEntries(
    ["dpkg", "rpm", "installer", "msiexec", "dpkg-reconfigure", "alien"].map((name): [string, Tool] => [name, installer]),
  ),
});

/** Names such as mkfs.ext4 belong to their family. */
export function systemFamily(name: string): Tool | undefined {
  if (/^mkfs\.|^fsck\.|^mkfs_|^newfs_/.test(name)) return disk;
  return undefined;
}
