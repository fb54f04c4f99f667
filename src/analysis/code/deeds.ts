// What functions of other languages do. A chain is a call's full name with constant arguments of calls inside it kept:
// `os.remove`, `require(fs).rmSync`, `Path(x).unlink`. The first line that fits decides.

import { either, whole } from "../../base/index.ts";
import type { Language } from "./codeTokens.ts";

export type Deed =
  | "run" // a command text, or a list of words
  | "delete"
  | "write"
  | "append"
  | "open"
  | "copy"
  | "move"
  | "link"
  | "make"
  | "mode"
  | "deleteSelf"
  | "writeSelf"
  | "moveSelf"
  | "makeSelf" // a method of a path object
  | "eval" // code in a string
  | "script" // code in a file
  | "later" // code in a string, or a function
  | "dynamic" // code that nobody can read
  | "send"
  | "fetch" // over the network
  | "environment"
  | "readFile" // where data comes from
  | "fine"; // looks like one of the above and is not

type Line = readonly [RegExp, Deed];

/** The last part of a chain is one of these: `remove` of `x.remove`. */
function lastIs(list: TemplateStringsArray, ...parts: readonly string[]): RegExp {
  return new RegExp(String.raw`(?:^|\.)(?:${either(list, ...parts)})$`);
}

/** The same for languages with other signs between names, in any case: `File.rm_rf!`. */
function lastWord(list: TemplateStringsArray, ...parts: readonly string[]): RegExp {
  return new RegExp(String.raw`(?:^|[.:])(?:${either(list, ...parts)})[!?]?$`, "i");
}

const PYTHON_LOOPS = either`asyncio, uvicorn, app, loop, trio, anyio, curses, cProfile, timeit, unittest, pytest`;
const PYTHON_STARTERS = lastIs`Popen, check_output, check_call, getoutput, getstatusoutput, create_subprocess_(?:shell|exec),
  startfile`;
const PYTHON_OPENERS = whole`open, io\.open, codecs\.open, builtins\.open, __builtins__\.open, gzip\.open, bz2\.open, lzma\.open,
  fileinput\.input, __import__\((?:io|codecs)\)\.open`;
const PYTHON_HIDERS = whole`getattr, globals, vars, locals, setattr, __builtins__, ctypes\.\w+, cffi\.\w+, marshal\.\w+,
  pickle\.loads?, dill\.loads?, types\.FunctionType, types\.CodeType`;
const PYTHON_SENDERS = either`smtplib, ftplib, telnetlib, paramiko, socket, http\.client, xmlrpc\.client, websockets?, aiohttp,
  imaplib, poplib, nntplib, asyncio\.open_connection`;
/** A module that is loaded where it is used. */
const loaded = (modules: string) => String.raw`(?:(?:importlib\.)?import_module|__import__)\((?:${modules})\)`;
const PYTHON: readonly Line[] = [
  [/__(?:dict|getattribute|subclasses|globals|builtins|class|bases|mro|loader)__/, "dynamic"],
  [/^sys\.modules/, "dynamic"],
  [new RegExp(`^(?:${PYTHON_LOOPS})\\.(?:run|main|call)$`), "fine"],
  [whole`(?:subprocess|sp|commands|sh|${loaded("subprocess")})\.\w+`, "run"],
  [PYTHON_STARTERS, "run"],
  [whole`(?:os|posix|nt|pty|${loaded("os|posix|pty")}|sys\.modules\[os\])\.(?:system|popen\d?|exec\w*|spawn\w*|posix_spawn\w*)`, "run"],
  [whole`(?:os|posix|${loaded("os|posix")}|sys\.modules\[os\])\.(?:remove|unlink|rmdir|removedirs)`, "delete"],
  [/(?:^|\.)rmtree$/, "delete"],
  [/\.(?:unlink|rmdir)$/, "deleteSelf"],
  [/(?:^|\.)send2trash$/, "delete"],
  [/\.(?:write_text|write_bytes)$/, "writeSelf"],
  [/\.(?:touch|mkdir)$/, "makeSelf"],
  [/^(?:os|posix|__import__\(os\))\.(?:rename|renames|replace)$/, "move"],
  [/(?:^|\.)(?:shutil|__import__\(shutil\))\.move$/, "move"],
  [/\.rename$/, "moveSelf"],
  [/^(?:os|posix)\.(?:link|symlink)$/, "link"],
  [/\.(?:symlink_to|hardlink_to|link_to)$/, "link"],
  [/^(?:os|posix)\.truncate$/, "write"],
  [/^(?:os|posix)\.(?:chmod|chown|lchown|fchmod)$/, "mode"],
  [/^(?:os|posix)\.(?:mkdir|makedirs|mkfifo|mknod)$/, "make"],
  [/^(?:shutil|__import__\(shutil\))\.(?:copy|copy2|copyfile|copytree)$/, "copy"],
  [/^(?:shutil)\.(?:unpack_archive|make_archive|chown)$/, "dynamic"],
  [/^(?=[^]*(?:ZipFile|TarFile))[^]*\.extract$|\.extractall$/, "dynamic"],
  [/^(?:os)\.open$/, "open"],
  [PYTHON_OPENERS, "open"],
  [/^(?:_?io\.)?(?:FileIO|open_code)$/, "open"],
  [/^Path\([^)]*\)\.open$|^pathlib\.Path\([^)]*\)\.open$/, "open"],
  [/^(?:os)\.(?:kill|killpg|setuid|setgid|chroot|putenv|unsetenv|fork|forkpty)$/, "dynamic"],
  [/(?:^|\.)(?:methodcaller|attrgetter)$/, "dynamic"],
  [whole`eval, exec, compile, builtins\.(?:eval|exec), __builtins__\.(?:eval|exec), timeit\.\w+`, "eval"],
  [/^(?:code|runpy|pdb|bdb)\.\w+$/, "dynamic"],
  [/^(?:__import__|importlib\.import_module|import_module)$/, "dynamic"],
  [PYTHON_HIDERS, "dynamic"],
  [/(?:^|\.)(?:requests|httpx|session|client)\.(?:post|put|patch|delete|request)$/, "send"],
  [lastIs`(?:requests|httpx)\.(?:get|head|options), urlopen, urlretrieve, Request`, "fetch"],
  [lastIs`socket\.(?:gethostname|getfqdn|gethostbyname|AF_\w+|SOCK_\w+|timeout|error)`, "fine"],
  [new RegExp(`(?:^|\\.)(?:${PYTHON_SENDERS})(?:\\.|$)`), "send"],
  [/^(?:os|__import__\(os\))\.(?:environ|getenv|environb)/, "environment"],
  [/\.(?:read_text|read_bytes)$/, "readFile"],
];

const NODE_STARTERS = lastIs`execSync, execFile, execFileSync, spawnSync, spawn, fork, execa\w*, \$, Bun\.spawn\w*, Bun\.\$,
  Deno\.run, Deno\.Command, shelljs\.exec, shell\.exec`;
const NODE_DELETERS = lastIs`rm, rmSync, unlink, unlinkSync, rmdir, rmdirSync, removeSync, emptyDir, emptyDirSync, Deno\.remove,
  Deno\.removeSync, del, deleteSync, rimraf, rimrafSync, rimraf\.sync`;
const NODE_WRITERS = lastIs`writeFile, writeFileSync, createWriteStream, truncate, truncateSync, outputFile, outputFileSync,
  writeJson, writeJsonSync, writeJSON, Bun\.write, Deno\.writeTextFile, Deno\.writeTextFileSync, Deno\.writeFile,
  Deno\.writeFileSync`;
const NODE_OWN = either`require\([^)]*\), fs, fsp, child_process, process, globalThis, global, window, module, Reflect`;
const NODE_FS = String.raw`require\((?:node:)?fs(?:\/promises)?\)`;
const NODE_HIDERS = whole`(?:globalThis\.)?Function, new Function, Reflect\.\w+, WebAssembly\.\w+, module\.constructor\.\w+,
  globalThis\[\?\], constructor\.constructor`;
const JAVASCRIPT: readonly Line[] = [
  [new RegExp(String.raw`^(?:${NODE_OWN})(?:\.promises)?\[\?\]`), "dynamic"],
  [/^(?:setTimeout|setInterval|setImmediate)$/, "later"],
  [lastIs`(?:require\((?:node:)?child_process\)|child_process|cp|childProcess)\.\w+`, "run"],
  [NODE_STARTERS, "run"],
  [NODE_DELETERS, "delete"],
  [whole`(?:fs|fse|${NODE_FS}|require\(fs-extra\))(?:\.promises)?\.remove`, "delete"],
  [NODE_WRITERS, "write"],
  [/(?:^|\.)(?:appendFile|appendFileSync)$/, "append"],
  [/(?:^|\.)(?:copyFile|copyFileSync|cp|cpSync|copySync|Deno\.copyFile\w*)$/, "copy"],
  [/(?:^|\.)(?:rename|renameSync|moveSync|Deno\.rename\w*)$/, "move"],
  [/(?:^|\.)(?:symlink|symlinkSync|link|linkSync)$/, "link"],
  [/(?:^|\.)(?:chmod|chmodSync|chown|chownSync|utimesSync|lchown)$/, "mode"],
  [/(?:^|\.)(?:mkdir|mkdirSync|mkdtempSync|mkdtemp|ensureDirSync)$/, "make"],
  [lastIs`(?:fs|fsp|promises|${NODE_FS}(?:\.promises)?)\.(?:open|openSync)`, "open"],
  [whole`eval, globalThis\.eval, window\.eval, vm\.\w+, require\((?:node:)?vm\)\.\w+, setTimeout\(string\)`, "eval"],
  [NODE_HIDERS, "dynamic"],
  [/^process\.(?:binding|dlopen|_linkedBinding|mainModule\.\w+)$/, "dynamic"],
  [/\.constructor\.constructor$/, "dynamic"],
  [/^(?:process\.(?:kill|setuid|chdir|abort))$/, "dynamic"],
  [lastIs`fetch, axios(?:\.\w+)?, got(?:\.\w+)?, undici\.\w+, superagent\.\w+, ky(?:\.\w+)?`, "fetch"],
  [/(?:^|\.)(?:https?|require\((?:node:)?https?\))\.(?:request|get)$/, "fetch"],
  [/(?:^|\.)(?:net|tls|dgram|require\((?:node:)?(?:net|tls|dgram)\))\.\w+$/, "send"],
  [/^(?:new )?(?:WebSocket|XMLHttpRequest)$/, "send"],
  [/^process\.env/, "environment"],
  [/(?:^|\.)(?:readFile|readFileSync|createReadStream)$/, "readFile"],
];

const PERL: readonly Line[] = [
  [/^(?:system|exec|CORE::system|CORE::exec|IPC::\S+|open2|open3|capture|run3|qx)$/, "run"],
  [whole`unlink, rmdir, rmtree, remove_tree, File::Path::\w+, CORE::unlink, \S*->remove(?:_tree)?`, "delete"],
  [/^(?:rename|move|File::Copy::move)$/, "move"],
  [/^(?:copy|cp|File::Copy::copy)$/, "copy"],
  [/^(?:link|symlink)$/, "link"],
  [/^(?:truncate)$/, "write"],
  [/^(?:write_file|spew|spurt|\S*->spew\w*|\S*->append\w*)$/, "write"],
  [/^(?:chmod|chown|utime)$/, "mode"],
  [/^(?:mkdir|make_path|mkpath)$/, "make"],
  [/^(?:open|sysopen|IO::File->new)$/, "open"],
  [/^(?:do|require)$/, "script"],
  [/^eval$/, "eval"],
  [/^(?:syscall|kill|fork|dbmopen|chroot|require_module|can|Inline)$/, "dynamic"],
  [/(?:^|::)(?:LWP|HTTP|IO::Socket|Socket|Net)(?:::|->|$)/, "send"],
  [/^(?:socket|connect|send|getstore|get)$/, "send"],
  [/^[$%]ENV/, "environment"],
];

const RUBY_DELETERS = either`delete, unlink, rmdir, rm, rm_r, rm_f, rm_rf, rmtree, remove, remove_dir, remove_entry, remove_entry_secure,
  remove_file, safe_unlink`;
const RUBY_SENDERS = either`Net::HTTP, TCPSocket, UDPSocket, Socket, HTTParty, Faraday, RestClient, Net::\w+, OpenURI, OpenSSL::SSL`;
const RUBY: readonly Line[] = [
  [whole`system, exec, spawn, Kernel\.(?:system|exec|spawn), Process\.spawn, IO\.popen, Open3\.\w+, PTY\.spawn, popen, syscall, sh`, "run"],
  [new RegExp(String.raw`^(?:File|Dir|FileUtils|Pathname(?:\.new)?\([^)]*\))\.(?:${RUBY_DELETERS})$`), "delete"],
  [/^(?:rm|rm_r|rm_f|rm_rf|rmtree|remove_dir)$/, "delete"],
  [/^(?:File|IO|FileUtils|Pathname\([^)]*\))\.(?:write|binwrite|truncate|install)$/, "write"],
  [/^(?:FileUtils)\.(?:cp|cp_r|copy|copy_file)$/, "copy"],
  [/^(?:File\.rename|FileUtils\.(?:mv|move))$/, "move"],
  [/^(?:File\.(?:symlink|link)|FileUtils\.(?:ln|ln_s|ln_sf|link|symlink))$/, "link"],
  [/^(?:FileUtils\.(?:chmod|chmod_R|chown|chown_R)|File\.(?:chmod|chown))$/, "mode"],
  [/^(?:FileUtils\.(?:mkdir|mkdir_p|touch)|Dir\.mkdir)$/, "make"],
  [/^(?:File\.(?:open|new)|open|IO\.open|Kernel\.open|URI\.open)$/, "open"],
  [/^load$/, "script"],
  [lastIs`instance_eval, class_eval, module_eval, eval`, "eval"],
  [/^instance_exec$/, "eval"],
  [lastIs`send, public_send, __send__, const_get, method`, "dynamic"],
  [/^(?:define_method|Fiddle|DL|Process\.kill|fork|trap)$/, "dynamic"],
  [new RegExp(`^(?:${RUBY_SENDERS})`), "send"],
  [/^ENV/, "environment"],
  [/^(?:File\.(?:read|binread|readlines)|IO\.read)$/, "readFile"],
];

const PHP: readonly Line[] = [
  [/^(?:system|exec|shell_exec|passthru|popen|proc_open|pcntl_exec)$/, "run"],
  [/^(?:unlink|rmdir)$/, "delete"],
  [/^(?:file_put_contents|ftruncate|touch|tempnam)$/, "write"],
  [/^(?:copy)$/, "copy"],
  [/^(?:rename|move_uploaded_file)$/, "move"],
  [/^(?:symlink|link)$/, "link"],
  [/^(?:chmod|chown|chgrp)$/, "mode"],
  [/^mkdir$/, "make"],
  [/^(?:fopen|SplFileObject)$/, "open"],
  [/^(?:eval|assert|create_function)$/, "eval"],
  [/^(?:include|include_once|require|require_once)$/, "script"],
  [
    whole`call_user_func\w*, preg_replace_callback_array, ReflectionFunction, dl, FFI::\w+, unserialize, extract, putenv, mb_ereg_replace`,
    "dynamic",
  ],
  [/^(?:curl_\w+|fsockopen|pfsockopen|stream_socket_client|mail|ftp_\w+|socket_\w+)$/, "send"],
  [/^(?:file_get_contents|readfile|file)$/, "readFile"],
  [/^(?:getenv|\$_ENV|\$_SERVER)$/, "environment"],
];

const LUA: readonly Line[] = [
  [/^(?:os\.execute|io\.popen)$/, "run"],
  [/^os\.remove$/, "delete"],
  [/^os\.rename$/, "move"],
  [/^io\.(?:open|output|lines)$/, "open"],
  [/^(?:dofile|loadfile|require)$/, "script"],
  [/^(?:load|loadstring)$/, "eval"],
  [/^(?:package\.loadlib|debug\.\w+|ffi\.\w+|_G|getfenv|setfenv)$/, "dynamic"],
  [/^os\.getenv$/, "environment"],
];

const GO: readonly Line[] = [
  [/^exec\.Command$/, "run"],
  [/^os\.(?:Remove|RemoveAll)$/, "delete"],
  [/^(?:os|ioutil)\.(?:WriteFile|Create|Truncate)$/, "write"],
  [/^os\.Rename$/, "move"],
  [/^os\.(?:Symlink|Link)$/, "link"],
  [/^os\.(?:Chmod|Chown)$/, "mode"],
  [/^(?:os\.ReadFile|ioutil\.ReadFile)$/, "readFile"],
  [/^http\.(?:Post|PostForm)$/, "send"],
  [/^http\.Get$/, "fetch"],
  [/^os\.(?:Getenv|Environ|LookupEnv)$/, "environment"],
];

const SUSPECT = either`system\d?, shell, cmd, execute, exec, popen, spawn\w*, run_?command, qx, proc, ProcessBuilder, getRuntime,
  unlink, remove\w*, del(?:ete|_)?\w*, erase\w*, wipe\w*, trash\w*, rmdir, rm, rm_\w+, rmtree, rename\w*, move\w*, copy\w*, write\w*,
  append\w*, open\w*, save\w*, output\w*, truncate, symlink, chmod, eval, apply, call\w*, compile, load\w*, source, socket, connect,
  http\w*, url\w*, download\w*, fetch, curl, request\w*, post, put, send\w*, getenv, environ\w*, shell-command, kill\w*`;
const OF_FILES = either`file, dir(?:ectory)?, folder, path, item, tree`;
/** Functions of languages that are not read closely that run their constant words, and that delete the paths among them. */
export const RUNS_WORDS = lastWord`system2?, shell, sh, cmd, exec, execute, popen, spawn\w*, (?:run_?)?command, commandLine,
  call(?:Command|Process), (?:create|read)Process, Process\.(?:run|start), !{1,2}`;
export const DELETES_PATHS = lastWord`unlink, rm, rm_r?f?, rmdir, rmtree, deleteRecursively, deleteDir, del_dir\w*,
  (?:${OF_FILES})s?_(?:delete|remove), (?:remove|delete|erase)_?(?:${OF_FILES})\w*, (?:${OF_FILES})s?[.:]+(?:delete|remove|rm)\w*`;
/** Words of languages that are not read closely: any of them makes the code opaque. */
const OTHER: readonly Line[] = [
  [RUNS_WORDS, "dynamic"],
  [DELETES_PATHS, "dynamic"],
  [new RegExp(`(?:^|[.:])(?:${SUSPECT})[!?]?$`, "i"), "dynamic"],
  [/process\w{0,200}[!?]?$/i, "dynamic"],
];

const DEEDS: Readonly<Record<Language, readonly Line[]>> = {
  python: PYTHON,
  javascript: JAVASCRIPT,
  perl: PERL,
  ruby: RUBY,
  php: PHP,
  lua: LUA,
  go: GO,
  tcl: OTHER,
  other: OTHER,
};

const MOST_KEPT = 4_000;
const LONGEST_KEPT = 200;
const kept = new Map<Language, Map<string, Deed | null>>();

/** A program calls the same few things over and over, and each costs some thirty patterns. */
export function deedOf(language: Language, chain: string): Deed | null {
  let known = kept.get(language);
  if (known === undefined || known.size > MOST_KEPT) kept.set(language, (known = new Map()));
  let deed = known.get(chain);
  if (deed === undefined) {
    deed = readDeed(language, chain);
    if (chain.length <= LONGEST_KEPT) known.set(chain, deed);
  }
  return deed;
}

function readDeed(language: Language, chain: string): Deed | null {
  for (const [pattern, deed] of DEEDS[language]) if (pattern.test(chain)) return deed === "fine" ? null : deed;
  return null;
}
