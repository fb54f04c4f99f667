// Cmdlets of PowerShell as data: which program of the other shells does the same, which parameters name paths, and what
// is at stake by itself. Names are in small letters.

import { byName, either, sameRow, whole, wordSet } from "../../base/index.ts";
import type { Hazard } from "../call/effects.ts";

export interface Cmdlet {
  /** The program that does the same, with its fixed options. */
  readonly as: string;
  /** Switches and what they are in that program; "" where they change nothing. */
  readonly switches?: Readonly<Record<string, string>>;
  /** Parameters that name what is touched, in the order of the words without a name. */
  readonly paths: readonly string[];
  /** Other parameters that take a value. */
  readonly values?: readonly string[];
  /** How many words without a name are paths; the rest is content. All, where it is not given. */
  readonly most?: number;
}

const PATH = ["path", "literalpath"];
const FILTERS = ["filter", "include", "exclude", "stream", "credential", "encoding", "depth"];
const WRITES: Cmdlet = {
  as: "tee",
  paths: [...PATH, "filepath"],
  values: ["value", "inputobject", "encoding", "width", "delimiter", "filter", "include", "exclude"],
  switches: { append: "-a", force: "", nonewline: "", noclobber: "", notypeinformation: "", asbytestream: "" },
  most: 1,
};

export const CMDLETS: Readonly<Record<string, Cmdlet>> = byName({
  "remove-item": { as: "rm", paths: PATH, values: FILTERS, switches: { recurse: "-r", force: "-f" } },
  "move-item": { as: "mv", paths: [...PATH, "destination"], values: FILTERS, switches: { force: "-f" } },
  "rename-item": { as: "mv", paths: [...PATH, "newname"], values: FILTERS, switches: { force: "-f" } },
  "copy-item": {
    as: "cp",
    paths: [...PATH, "destination"],
    values: [...FILTERS, "tosession", "fromsession"],
    switches: { recurse: "-r", force: "-f", container: "" },
  },
  ...sameRow("set-content out-file tee-object export-csv export-clixml", WRITES),
  "add-content": { ...WRITES, as: "tee -a" },
  "clear-content": { as: "truncate -s 0", paths: PATH, values: FILTERS },
  "new-item": { as: "touch", paths: [...PATH, "name"], values: ["itemtype", "type", "value", "target"], switches: { force: "" }, most: 1 },
  md: { as: "mkdir -p", paths: PATH, switches: { force: "", p: "" } },
  "get-content": {
    as: "cat",
    paths: PATH,
    values: [...FILTERS, "totalcount", "head", "first", "tail", "last", "readcount", "delimiter"],
    switches: { raw: "", wait: "" },
  },
  "select-string": {
    as: "cat",
    paths: PATH,
    values: ["pattern", "context", ...FILTERS],
    switches: { simplematch: "", casesensitive: "", quiet: "", allmatches: "", list: "" },
    most: 0,
  },
  "import-csv": { as: "cat", paths: PATH, values: ["delimiter", "header", "encoding"] },
  "import-clixml": { as: "cat", paths: PATH },
  "set-location": { as: "cd", paths: PATH },
  "push-location": { as: "pushd", paths: PATH },
  "pop-location": { as: "popd", paths: [] },
  "expand-archive": { as: "unzip", paths: [...PATH, "destinationpath"], switches: { force: "-o" } },
  "compress-archive": { as: "cat", paths: [...PATH, "destinationpath"], values: ["compressionlevel"], switches: { update: "", force: "" } },
});

const list = (target: string, names: string): [string, string][] => names.split(" ").map((name) => [name, target]);

/** The short names of PowerShell, and those that it borrows from other shells. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ...list("remove-item", "ri rm rmdir del erase rd"),
  ...list("move-item", "mi mv move"),
  ...list("rename-item", "rni ren"),
  ...list("copy-item", "cpi cp copy"),
  ...list("clear-content", "clc"),
  ...list("add-content", "ac"),
  ...list("new-item", "ni"),
  ...list("md", "mkdir md"),
  ...list("get-content", "gc cat type"),
  ...list("get-childitem", "gci ls dir"),
  ...list("set-location", "sl cd chdir"),
  ...list("push-location", "pushd"),
  ...list("pop-location", "popd"),
  ...list("select-string", "sls"),
  ...list("invoke-expression", "iex"),
  ...list("invoke-webrequest", "iwr"),
  ...list("invoke-restmethod", "irm"),
  ...list("invoke-command", "icm"),
  ...list("start-process", "saps start"),
  ...list("stop-process", "spps kill"),
  ...list("start-job", "sajb"),
  ...list("foreach-object", "foreach %"),
  ...list("where-object", "where ?"),
  ...list("tee-object", "tee"),
  ...list("set-item", "si"),
  ...list("set-itemproperty", "sp"),
  ...list("remove-itemproperty", "rp"),
  ...list("export-csv", "epcsv"),
  ...list("import-module", "ipmo"),
  ...list("write-output", "echo write"),
  ...list("get-command", "gcm"),
  ...list("get-process", "gps ps"),
  ...list("select-object", "select"),
  ...list("sort-object", "sort"),
  ...list("measure-object", "measure"),
  ...list("format-table", "ft"),
  ...list("format-list", "fl"),
]);

export interface Stake {
  readonly kind: Hazard["kind"];
  readonly why: string;
}

const stakes = (kind: Hazard["kind"], why: string, names: string): [string, Stake][] =>
  names.split(" ").map((name) => [name, { kind, why }]);

/** Cmdlets that are asked about by themselves. */
export const STAKES: ReadonlyMap<string, Stake> = new Map([
  ...stakes("destructive", "it ends programs", "stop-process stop-service restart-service suspend-service remove-service"),
  ...stakes("destructive", "it stops the machine", "stop-computer restart-computer"),
  ...stakes("destructive", "it erases a disk", "format-volume clear-disk initialize-disk remove-partition reset-physicaldisk"),
  ...stakes(
    "destructive",
    "it deletes logs or backups",
    "clear-eventlog remove-eventlog wevtutil clear-recyclebin disable-computerrestore",
  ),
  ...stakes("escalation", "it loosens which scripts may run", "set-executionpolicy unblock-file"),
  ...stakes(
    "escalation",
    "it changes who may do what",
    "set-acl add-localgroupmember new-localuser set-localuser enable-localuser remove-localuser",
  ),
  ...stakes(
    "tampering",
    "it changes the machine's protection",
    "set-mppreference add-mppreference set-netfirewallprofile new-netfirewallrule",
  ),
  ...stakes(
    "persistence",
    "it makes programs start by themselves",
    "register-scheduledtask register-scheduledjob new-service set-service start-service new-scheduledtask",
  ),
  ...stakes(
    "persistence",
    "it changes the registry or settings of the machine",
    "set-itemproperty new-itemproperty remove-itemproperty set-item clear-item rename-itemproperty",
  ),
  ...stakes("exfiltration", "it sends data to another machine", "send-mailmessage"),
  ...stakes("remote", "it runs something on another machine", "enter-pssession new-pssession"),
  ...stakes("exfiltration", "it copies a private key out", "export-pfxcertificate"),
  ...stakes(
    "escalation",
    "it installs programs or modules",
    "install-module install-package install-script install-psresource register-psrepository update-module",
  ),
]);

const QUIET_WORDS = either`get, write, test, select, sort, measure, where, format(?!-volume), convertto, convertfrom, convert,
  compare, group, join, split, resolve, show, read, find, wait, trace, search, receive, debug, assert, import, out, use, confirm,
  edit, lock, limit, step, watch, export-modulemember`;
/** They look, count, print or convert. */
export const QUIET_VERBS = new RegExp(`^(?:${QUIET_WORDS})-?`);

/** Cmdlets whose verb sounds like more than they do. */
export const QUIET = wordSet(
  "new-object new-timespan new-guid new-variable set-variable clear-host clear-variable remove-variable set-strictmode",
  "set-psdebug set-alias invoke-pester invoke-scriptanalyzer start-sleep add-type add-member update-typedata remove-module",
  "start-transcript stop-transcript remove-job stop-job foreach-object new-temporaryfile push-location pop-location",
  "set-psreadlineoption invoke-formatter update-help",
);

/** Static methods of .NET by `type.method`: the program that does the same with the first arguments. */
export const METHODS: Readonly<Record<string, { readonly as: string; readonly paths: number }>> = byName({
  "io.file.delete": { as: "rm", paths: 1 },
  "io.directory.delete": { as: "rm -r", paths: 1 },
  "io.file.move": { as: "mv", paths: 2 },
  "io.directory.move": { as: "mv", paths: 2 },
  "io.file.copy": { as: "cp", paths: 2 },
  ...sameRow("io.file.writealltext io.file.writealllines io.file.writeallbytes io.file.create io.file.createtext io.file.openwrite", {
    as: "tee",
    paths: 1,
  }),
  "io.file.replace": { as: "mv", paths: 2 },
  "io.file.appendalltext": { as: "tee -a", paths: 1 },
  "io.file.appendalllines": { as: "tee -a", paths: 1 },
  "io.file.readalltext": { as: "cat", paths: 1 },
  "io.file.readalllines": { as: "cat", paths: 1 },
  "io.file.readallbytes": { as: "cat", paths: 1 },
});

export const QUIET_TYPES = whole`math, string, int, int32, int64, double, char, bool, byte, datetime, timespan, guid, version, regex,
  text\.\w+(?:\.\w+)?, io\.path, environment, convert, array, console, uri, globalization\.\w+, collections\.[\w.]+, linq\.\w+,
  stopwatch, diagnostics\.stopwatch, net\.ipaddress, bitconverter, pscustomobject, psobject, xml, enum, void, ref,
  runtime\.interopservices\.runtimeinformation, security\.cryptography\.\w+`;
/** Types of .NET that only compute or look. */
export const QUIET_METHODS = whole`exists, getfiles, getdirectories, enumeratefiles, getlastwritetime, getcurrentdirectory, getattributes,
  createdirectory, getprocesses, getcurrentprocess`;

export const LOUD_METHODS = whole`delete, deletefile, kill, invoke, invokescript, invokecommand, invokereturnasis, downloadstring,
  downloadfile, downloaddata, uploadstring, uploadfile, uploaddata, shellexecute, run, exec, moveto, copyto, promptforcredential,
  createshortcut, setvalue, deletevalue, deletesubkey, deletesubkeytree, openwrite, create, createtext, start, addscript, addcommand,
  terminate, win32shutdown, setaccesscontrol`;
/** Methods of objects that delete, fetch or run something. */
