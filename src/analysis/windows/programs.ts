// Programs of Windows that delete, start, fetch or run something, by what their words say.

import { byName, either, sameRow } from "../../base/index.ts";
import type { Tool } from "../run/record.ts";
import { hazard, when } from "../outside/stakes.ts";

const STARTS = "it makes programs start by themselves";
const BACKUPS = "it deletes backups";
const RUNS = "it runs unknown code";
const FETCHES = "it fetches a file past the usual programs";
const ACCOUNTS = "it changes accounts";
const RIGHTS = "it changes who may read or write files";
const DISK = "it erases or changes a disk";
const BOOT = "it changes how the machine starts";

const OF_ACCOUNTS = String.raw`\b(?:user|localgroup|group|accounts)\b.{0,400}(?:\/(?:add|delete|active|domain)|\s\S+\s+\S+)`;
const REGISTRY_CHANGES = either`add, delete, import, restore, load, unload, copy, save,
  export\s+hk(?:lm|ey_local_machine)[\\/](?:sam|security|system)`;
const SETUP = "it changes the programs or drivers of the machine";

/** Programs of Windows that run, load or install what they are given, past what looks at programs (named by lolbas-project.github.io). */
const LOADERS = [
  "rundll32 regsvr32 mshta cscript wscript installutil odbcconf pcalua conhost addinutil atbroker cmstp customshellhost extexport",
  "gpscript ie4uinit iediagcmd ieexec infdefaultinstall mavinject microsoft.workflow.compiler mofcomp msdt offlinescannershell",
  "pcwrun presentationhost provlaunch rasautou regasm register-cimprovider regsvcs runexehelper runonce runscripthelper scriptrunner",
  "setres settingsynchost stordiag syncappvpublishingserver ttdinject unregmp2 verclsid wab wlrmdr workfolders xwizard setupugc",
  "visualuiaverifynative acccheckconsole agentexecutor applauncher appcert appvlp bginfo coregen dxcap mftrace msdeploy rcsi remote",
  "sqltoolsps vsjitdebugger wfmformat xbootmgr xbootmgrsleep msxsl eudcedit computerdefaults wsreset desktopimgdownldr",
];
const DUMPS = ["procdump procdump64 rdrleakdiag tttracer dsdbutil ntdsutil dump64 sqldumper esentutl gsecdump pwdump mimikatz lazagne"];

const rows = (names: readonly string[], tool: Tool): Readonly<Record<string, Tool>> => sameRow(names.join(" "), tool);

/** Switches of these begin with `/`, and capitals are no matter. */
export const WINDOWS_PROGRAMS: Readonly<Record<string, Tool>> = byName({
  wmic: when(/\b(?:delete|call|create|set|terminate)\b/i, "destructive", "it changes the machine or deletes backups"),
  vssadmin: when(/delete|resize|create/i, "destructive", "it deletes backups, or copies files that are locked"),
  wbadmin: when(/delete|disable|stop/i, "destructive", BACKUPS),
  diskshadow: hazard("destructive", BACKUPS, /^\/\?$/),
  diskpart: hazard("destructive", DISK, /^\/\?$/),
  format: when(/(?:^|\s)\/?[a-z]:/i, "destructive", DISK),
  cipher: when(/\/(?:w|e|d|k|r|x)\b/i, "destructive", "it overwrites or encrypts files"),
  fsutil: when(/\b(?:setzerodata|deletejournal|delete|createnew|set|dismount)\b/i, "destructive", DISK),
  takeown: hazard("escalation", RIGHTS, /^\/\?$/),
  icacls: when(/\/(?:grant|deny|remove|reset|setowner|inheritance|restore|setintegritylevel)/i, "escalation", RIGHTS),
  cacls: when(/\/[egrpd]\b/i, "escalation", RIGHTS),
  net: when(new RegExp(either`${OF_ACCOUNTS}, \b(?:stop|start|use|share)\s+\S`, "i"), "escalation", ACCOUNTS),
  ...sameRow("net1 netdom dsmod dsadd dsmove", hazard("escalation", ACCOUNTS)),
  sc: when(/\b(?:delete|create|config|stop|start|failure|sdset)\b/i, "persistence", "it changes services"),
  reg: when(new RegExp(String.raw`^\s*(?:${REGISTRY_CHANGES})\b`, "i"), "persistence", "it changes the registry"),
  regedit: hazard("persistence", "it changes the registry"),
  regini: hazard("persistence", "it changes the registry"),
  bcdedit: when(/\/(?:set|delete|create|import|default|timeout|copy)/i, "destructive", BOOT),
  bootrec: hazard("destructive", BOOT),
  reagentc: when(/\/disable/i, "destructive", BOOT),
  schtasks: when(/\/(?:create|change|delete|run)/i, "persistence", STARTS),
  bitsadmin: when(/\/(?:transfer|create|addfile|setnotifycmdline|resume)/i, "escalation", FETCHES),
  certutil: when(/[-/](?:urlcache|decode|decodehex|addstore|delstore|verifyctl|f)\b/i, "escalation", FETCHES),
  ...rows(LOADERS, hazard("tampering", RUNS, /^\/\?$/)),
  ...rows(DUMPS, hazard("exfiltration", "it copies a program's memory or the machine's passwords", /^\/\?$/)),
  ...rows(
    ["pnputil sdbinst appcmd fltmc dnscmd devcon"],
    when(/[-/ ](?:a|add\w*|install|delete\w*|unload|set|i|q|d|u)\b|\.sdb/i, "persistence", SETUP),
  ),
  ...rows(["certreq configsecuritypolicy datasvcutil"], when(/https?:|-post/i, "exfiltration", "it sends data to another machine")),
  ...rows(["plink winrm evil-winrm psexec psexec64 winrs"], hazard("remote", "it runs something on another machine")),
  ...rows(["pktmon nmcap windump"], when(/\b(?:start|filter|capture)\b|-w/i, "exfiltration", "it records what goes over the network")),
  ...rows(["psr"], when(/\/start/i, "exfiltration", "it records the screen")),
  ...rows(["subinacl"], when(/\/(?:grant|deny|setowner|replace|perm)/i, "escalation", RIGHTS)),
  bcp: when(/\sin\s|\squeryout\s|\sout\s/i, "destructive", "it changes a database or copies it out"),
  msbuild: when(/https?:|\\\\/i, "tampering", RUNS),
  forfiles: when(/\/c\b/i, "destructive", "it runs a command for every file that it finds"),
  runas: hazard("escalation", "it runs with another user's rights"),
  netsh: when(/\b(?:add|set|delete|reset|import|disable)\b/i, "escalation", "it changes the network or the firewall"),
  wevtutil: when(/\b(?:cl|clear-log|sl|set-log)\b/i, "destructive", "it deletes logs"),
  auditpol: when(/\/(?:set|clear|remove|restore)/i, "tampering", "it changes what is logged"),
  attrib: when(/\+[shr]\b/i, "tampering", "it hides files or makes them read-only"),
  ...rows(["sdelete sdelete64"], hazard("destructive", "it deletes files beyond recovery")),
  mountvol: when(/\/[dnpr]\b/i, "destructive", DISK),
  dism: when(/\/(?:apply|capture|disable|enable|remove|add|cleanup)/i, "escalation", "it changes the programs of the whole machine"),
  setx: when(/^\s*(?:path|comspec|pathext)\b|\/m\b/i, "persistence", "it changes the environment of later programs"),
  logoff: hazard("destructive", "it ends every program of a session"),
  robocopy: when(/\/(?:mir|purge|mov|move)\b/i, "destructive", "it deletes what the source does not have"),
  secedit: when(/\/(?:configure|import)\b/i, "persistence", "it changes settings of the machine"),
  gpupdate: when(/\/force/i, "escalation", "it changes settings of the machine"),
  dsrm: hazard("destructive", ACCOUNTS),
  powercfg: when(/[-/](?:restoredefaultschemes|delete|import|setactive|change)\b/i, "persistence", "it changes settings of the machine"),
  dsquery: hazard("exfiltration", "it lists accounts of a network"),
  cmdkey: when(/\/(?:add|delete|list)/i, "exfiltration", "it shows or changes stored passwords"),
  vaultcmd: hazard("exfiltration", "it shows or changes stored passwords"),
  "manage-bde": when(/-(?:off|on|lock|forcerecovery|protectors)/i, "destructive", DISK),
});
