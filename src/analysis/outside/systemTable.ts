// Programs that change the machine itself, one line each: accounts, services, firewalls, kernel, clock, timers.

import { anyWord, byName, sameRow } from "../../base/index.ts";
import { addHazard, type Tool } from "../run/record.ts";
import { isDynamic } from "../run/values.ts";
import { hazard, lineOf, when } from "./stakes.ts";

const DISK = "it changes disks or file systems";
const SERVICES = "it changes the machine's services";
const STARTS = "it makes programs start by themselves";
const FIREWALL = "it changes the firewall";
const NETWORK = "it changes the network";
export const ACCOUNTS = "it changes accounts";
const UNPROTECTS = "it switches protection off";
const PROTECTION = "it changes protection";
const FILES = "it deletes files";
const STOPS = "it stops the machine";
const KERNEL = "it loads code into the kernel";
const BOOT = "it changes how the machine starts";
const TYPES = "it types and clicks in the person's place";
const SETTINGS = "it changes settings";
const CLOCK = "it sets the machine's clock";
const FLASHES = "it overwrites the memory of a device";
const MOUNTS = "it changes which file or device a path refers to";

/** Groups that rights hang on, and the number of the first account. */
const WITH_RIGHTS = new Set("root sudo wheel admin adm docker disk shadow lxd 0".split(" "));
const SPECIAL_OPTION = String.raw`(?:^|\s)(?:-[a-z]{0,4}[opRPU]|--(?:non|password|root|prefix|users))`;
const SPECIAL = new RegExp(String.raw`(?:${SPECIAL_OPTION}|\/(?:ba|z|da|k|fi)?sh)\b`);

/** A group without members, or an account to run a service with: nobody can log in to it, and it may do nothing. */
const accounts =
  (harmless: RegExp): Tool =>
  (command) => {
    const line = lineOf(command);
    const plain =
      harmless.test(line) && !isDynamic(line) && !line.split(/[\s,=]+/).some((word) => WITH_RIGHTS.has(word)) && !SPECIAL.test(line);
    if (!plain) addHazard(command.run, "escalation", ACCOUNTS, command.index);
    return undefined;
  };

export const SYSTEM_TABLE: Readonly<Record<string, Tool>> = byName({
  renice: when(/(?:^|\s)-n?\s?-\d|^-\d/, "escalation", "it changes which programs come first"),
  ldconfig: hazard("escalation", "it changes which libraries programs load", /^(?:-p|--print-cache|-N|-v)$/),
  snmpset: hazard("remote", "it changes a device on the network"),
  kadmin: hazard("escalation", ACCOUNTS, /^--help$/),
  ...sameRow("kadmin.local usermod groupmod gpasswd vipw dseditgroup sysadminctl", hazard("escalation", ACCOUNTS)),
  realm: when(/^(?:join|leave|permit|deny)\b/, "escalation", ACCOUNTS),
  ...sameRow("stress stress-ng", hazard("destructive", "it takes the whole machine")),
  ccrypt: when(/(?:^|\s)-[eKdxu]|--(?:encrypt|decrypt|keychange)/, "destructive", "it encrypts files in their place"),
  mcrypt: when(/(?:^|\s)(?:-u|--unlink)/, "destructive", "it encrypts files in their place"),
  wg: when(/^(?:set|setconf|addconf|syncconf)\s/, "escalation", NETWORK),
  ipcrm: hazard("destructive", "it deletes memory that other programs share"),
  ...sameRow("sfill sswap", hazard("destructive", DISK)),
  scrub: hazard("destructive", FILES, /^-[vh]$/),
  flashrom: when(/(?:^|\s)(?:-[wE]|--(?:write|erase))(?:\s|=|$)/, "destructive", FLASHES),
  avrdude: when(/(?:^|\s)-e(?:\s|$)|(?:^|\s)-U\s*\w+:w:/, "destructive", FLASHES),
  openocd: when(/\b(?:erase\w*|mass_erase|program|flash\s+write\w*|write_image)\b/, "destructive", FLASHES),
  "dfu-util": when(/(?:^|\s)(?:-D|--download|-s\s\S*mass-erase)/, "destructive", FLASHES),
  "st-flash": when(/\b(?:erase|write)\b/, "destructive", FLASHES),
  stm32flash: when(/(?:^|\s)-[wou](?:\s|$)/, "destructive", FLASHES),
  nrfjprog: when(/--(?:erase\w*|program|recover|chiperase|sectorerase)/, "destructive", FLASHES),
  fastboot: when(/\b(?:erase|format|flash|flashall|update|oem|flashing)\b|(?:^|\s)-w\b/, "destructive", FLASHES),
  e2image: when(/(?:^|\s)-I/, "destructive", DISK),
  fixfiles: when(/(?:^|\s)-[fFB]|relabel|restore/, "destructive", "it changes labels or deletes temporary files"),
  nginx: when(/(?:^|\s)-s\s+(?:stop|quit)/, "destructive", SERVICES),
  haproxy: when(/(?:^|\s)-s[ft](?:\s|$)/, "destructive", SERVICES),
  apachectl: when(/\b(?:stop|graceful-stop|restart)\b/, "destructive", SERVICES),
  "tuned-adm": when(/\b(?:off|profile)\b/, "escalation", SETTINGS),
  rfkill: when(/\b(?:block|unblock|toggle)\b/, "escalation", NETWORK),
  "bitcoin-cli": when(/^(?:stop|send\w*|dumpprivkey|encryptwallet|importprivkey)\b/, "remote", "it moves money or stops a node"),
  zfs: when(/\b(?:destroy|rollback|rename|promote|receive)\b/, "destructive", DISK),
  zpool: when(/\b(?:destroy|remove|labelclear|offline|detach|export|create)\b/, "destructive", DISK),
  btrfs: when(/\b(?:delete|del|remove|device|balance|rescue|check|replace|resize)\b/, "destructive", DISK),
  tmutil: when(/delete|disable|removeexclusion|addexclusion/, "destructive", "it changes backups"),
  fuser: when(/(?:^|\s)-\w*k/, "destructive", "it ends programs"),
  reboot: hazard("destructive", "it restarts the machine", /^--help$/),
  shutdown: hazard("destructive", STOPS, /^-c$/),
  ...sameRow("halt poweroff telinit", hazard("destructive", STOPS)),
  init: when(/^[0-6sSqQ]$/, "destructive", STOPS),
  kexec: hazard("escalation", "it starts another kernel"),
  pmset: when(/now|-a|-b|-c/, "destructive", "it changes how the machine sleeps"),
  rtcwake: hazard("destructive", "it puts the machine to sleep"),
  service: when(/\b(?:stop|start|restart|reload|force-reload)\b/, "escalation", SERVICES),
  "rc-service": when(/\b(?:stop|start|restart)\b/, "escalation", SERVICES),
  ...sameRow("rc-update update-rc.d", hazard("persistence", STARTS)),
  chkconfig: hazard("persistence", STARTS, /^--list/),
  launchctl: when(
    anyWord`load, bootstrap, enable, submit, kickstart, unload, bootout, remove, disable, setenv, kill, stop, start, reboot`,
    "persistence",
    STARTS,
  ),
  sv: when(/\b(?:down|up|kill|exit|restart)\b/, "escalation", SERVICES),
  supervisorctl: when(/\b(?:stop|start|restart|shutdown|remove)\b/, "destructive", "it changes services"),
  loginctl: when(/\b(?:terminate|kill|enable-linger|poweroff|reboot)/, "destructive", "it ends sessions"),
  atrm: hazard("destructive", "it deletes timers"),
  anacron: hazard("persistence", "it runs timers"),
  iptables: when(/(?:^|\s)(?:-[FXDPAIRNZE]|--(?:flush|delete|policy|append|insert|replace))/, "escalation", FIREWALL),
  ip6tables: when(/(?:^|\s)(?:-[FXDPAIRNZE]|--(?:flush|delete|policy|append|insert))/, "escalation", FIREWALL),
  nft: when(/\b(?:flush|delete|add|insert|replace)\b|(?:^|\s)-f/, "escalation", FIREWALL),
  ufw: when(/\b(?:disable|enable|reset|allow|deny|delete|reject|limit|insert)\b/, "escalation", FIREWALL),
  "firewall-cmd": when(/--(?:add|remove|set|panic|reload|complete|zone=[^\s=]+ --)/, "escalation", FIREWALL),
  ipmitool: when(/\b(?:power\s+(?:off|cycle|reset|soft)|(?:user|lan)\s+set|sel\s+clear|raw)\b/, "escalation", STOPS),
  pfctl: when(/(?:^|\s)-[dFfe]/, "escalation", FIREWALL),
  ip: when(/\b(?:add|del|delete|set|flush|change|replace|exec)\b/, "escalation", NETWORK),
  ifconfig: when(/\b(?:up|down|inet|netmask|ether|add|del)\b/, "escalation", NETWORK),
  route: when(/\b(?:add|del|delete|flush|change)\b/, "escalation", NETWORK),
  nmcli: when(/\b(?:add|modify|delete|up|down|off|on|(?:dis)?connect|export|show-secrets)\b/, "escalation", NETWORK),
  arp: when(/(?:^|\s)-[ds](?:\s|$)/, "escalation", NETWORK),
  tc: when(/\b(?:add|del|change|replace)\b/, "escalation", NETWORK),
  networksetup: when(/-set|-create|-remove|-delete/, "escalation", NETWORK),
  scutil: when(/--set|--proxy/, "escalation", NETWORK),
  useradd: accounts(/(?:^|\s)(?:-[a-z]{0,4}r|--system)(?:\s|$)/),
  adduser: accounts(/(?:^|\s)(?:-[A-Za-z]{0,4}S|--system)(?:\s|$)/),
  ...sameRow("userdel deluser", hazard("destructive", "it deletes an account")),
  groupadd: accounts(/./),
  groupdel: hazard("destructive", ACCOUNTS),
  passwd: hazard("escalation", "it changes a password", /^-S/),
  chpasswd: hazard("escalation", "it changes passwords"),
  chage: hazard("escalation", ACCOUNTS, /^-l/),
  visudo: hazard("escalation", "it changes who may do what", /-c/),
  chsh: hazard("persistence", "it changes the login shell", /^-l/),
  newgrp: hazard("escalation", "it changes the group"),
  dscl: when(/-(?:create|delete|append|passwd|change|merge)/, "escalation", ACCOUNTS),
  setcap: hazard("escalation", "it gives a program more rights"),
  ...sameRow("setenforce aa-disable aa-complain aa-teardown", hazard("escalation", UNPROTECTS)),
  ...sameRow("setsebool chcon semanage restorecon", hazard("escalation", PROTECTION)),
  auditctl: hazard("tampering", "it changes auditing", /^-[ls]/),
  csrutil: when(/disable|clear/, "escalation", UNPROTECTS),
  spctl: when(/disable|add|--master/, "escalation", UNPROTECTS),
  "update-alternatives": hazard("escalation", "it puts another program in the place of one", /--(?:list|display|query|get)/),
  ...sameRow("insmod kextload", hazard("escalation", KERNEL)),
  modprobe: hazard("escalation", KERNEL, /^(?:-n|--show|-c|-D|-l)/),
  rmmod: hazard("escalation", "it takes code out of the kernel"),
  bpftool: when(/load|attach|pin/, "escalation", KERNEL),
  ...sameRow("bpftrace dtrace", hazard("escalation", "it looks into every program")),
  ...sameRow("umount fusermount", hazard("escalation", MOUNTS)),
  pivot_root: hazard("escalation", "it changes the root folder"),
  efibootmgr: hazard("escalation", BOOT, /^-?v?$/),
  bootctl: when(/install|remove|set-default|update/, "escalation", BOOT),
  nvram: hazard("escalation", BOOT, /^(?:-x ?)?-?p$|^\w+$/),
  bless: hazard("escalation", BOOT),
  timedatectl: when(/\bset-/, "destructive", CLOCK),
  hwclock: when(/--(?:set|systohc|hctosys|adjust)|-[ws]/, "destructive", CLOCK),
  hostnamectl: when(/\bset-|\bhostname\s+\S/, "escalation", "it renames the machine"),
  localectl: when(/\bset-/, "escalation", "it changes the machine's language"),
  hdiutil: when(/attach|detach|eject|erase|create|burn|convert|resize/, "escalation", "it changes disks"),
  flatpak: when(/\b(?:install|uninstall|remote-add|update|override)\b/, "escalation", "it installs a program"),
  softwareupdate: when(/-i|--install/, "escalation", "it changes the machine's programs"),
  logrotate: hazard("destructive", "it rotates logs and runs the commands of its settings", /^(?:-d|--debug|--version)/),
  zellij: when(/\brun\b|action\s+write/, "tampering", "it types into another terminal"),
  "add-apt-repository": hazard("escalation", "it adds a stranger's collection"),
  "apt-key": hazard("escalation", "it trusts a stranger's key"),
  nmap: when(
    /--script(?:=|\s+)[^\s/]{0,255}\/|--interactive|^(?=[^]*-iL\s)[^]*\.env/,
    "tampering",
    "it runs scripts of the caller's choice",
  ),
  fdupes: when(/(?:^|\s)-\w*[dN]|--delete/, "destructive", FILES),
  jdupes: when(/(?:^|\s)-\w*[dN]|--delete|-L/, "destructive", FILES),
  rdfind: when(/-deleteduplicates\s+true/, "destructive", FILES),
  rmlint: hazard("destructive", "it prepares to delete files"),
  ...sameRow("tmpreaper tmpwatch", hazard("destructive", FILES)),
  bleachbit: hazard("destructive", FILES, /-l|--list|-p|--preview/),
  "systemd-tmpfiles": when(/--(?:remove|clean|create)/, "destructive", FILES),
  msgfilter: hazard("tampering", "it runs a command of the caller's choice"),
  "run-mailcap": hazard("tampering", "it runs a command of the settings"),
  sqlmap: hazard("escalation", "it attacks a database"),
  gimp: when(/(?:^|\s)-b|--batch/, "tampering", "it runs a script"),
  ...sameRow("xdotool ydotool writevt conspy", hazard("tampering", TYPES)),
  wtype: hazard("tampering", "it types in the person's place"),
  cliclick: hazard("tampering", "it clicks in the person's place"),
  busctl: when(/(?:^|\s)(?:call|set-property)\s/, "escalation", SERVICES),
  gdbus: when(/^call\s/, "escalation", SERVICES),
  fdesetup: when(/^(?:disable|enable|remove|sync|changerecovery)/, "escalation", DISK),
  automator: hazard("tampering", "it runs a workflow that cannot be read"),
  shortcuts: when(/^run\s/, "tampering", "it runs a workflow that cannot be read"),
  reptyr: hazard("tampering", "it takes over a running program"),
  systemsetup: when(/-set/, "escalation", SETTINGS),
  xhost: hazard("escalation", "it opens the screen to others", /^$/),
  defaults: when(/\b(?:write|delete|import)\b/, "persistence", "it changes a program's settings"),
  dconf: when(/\b(?:write|reset|load)\b/, "persistence", SETTINGS),
  gsettings: when(/\b(?:set|reset)\b/, "persistence", SETTINGS),
  "xdg-mime": when(/\bdefault\b/, "persistence", "it changes which program opens files"),
});
