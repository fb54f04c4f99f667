// Variables that make other programs load or run something, or that lead Codicil itself astray.

import { either, hostFacts, HOSTS, whole, wordSet } from "../../base/index.ts";
import { isBelow } from "../run/disk.ts";
import { addHazard, addOpaque, type Run } from "../run/record.ts";
import { holdsCommand as holdsDeleting } from "../run/commandTexts.ts";
import { hostOfUrl, isLoopback } from "../run/addresses.ts";
import { fork, type Shell, type Value } from "../run/state.ts";
import { isDynamic, TEMP, withoutHoles } from "../run/values.ts";

/** Loads code into every program, whatever the value. */
const LOADERS = wordSet(
  "LD_PRELOAD LD_AUDIT LD_LIBRARY_PATH LD_DEBUG_OUTPUT BASH_ENV ENV ZDOTDIR SHELLOPTS BASHOPTS PROMPT_COMMAND PERL5LIB",
  "PERL5OPT PERL5DB PERLLIB RUBYOPT RUBYLIB PYTHONSTARTUP PYTHONHOME PYTHONINSPECT PYTHONBREAKPOINT JAVA_TOOL_OPTIONS",
  "_JAVA_OPTIONS JDK_JAVA_OPTIONS GCONV_PATH NODE_REPL_EXTERNAL_MODULE GIT_EXEC_PATH GIT_TEMPLATE_DIR GIT_CONFIG",
  "GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS GIT_DIR GIT_WORK_TREE GIT_OBJECT_DIRECTORY",
  "RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTC npm_config_script_shell npm_config_node_options npm_config_registry",
  "npm_config_prefix npm_config_globalconfig npm_config_userconfig NPM_CONFIG_SCRIPT_SHELL NPM_CONFIG_NODE_OPTIONS",
  "NPM_CONFIG_REGISTRY NPM_CONFIG_USERCONFIG PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_CONFIG_FILE UV_INDEX_URL MAKEFLAGS",
  "MAKEFILES GOFLAGS GOPROXY HTTP_PROXY HTTPS_PROXY http_proxy https_proxy ALL_PROXY SSL_CERT_FILE NODE_EXTRA_CA_CERTS",
  "NODE_TLS_REJECT_UNAUTHORIZED GIT_SSL_NO_VERIFY PYTHONHTTPSVERIFY PYTHONWARNINGS SUDO_ASKPASS SSH_ASKPASS GIT_ASKPASS",
  "TAR_OPTIONS RIPGREP_CONFIG_PATH FPATH fpath HISTFILE HISTSIZE HISTFILESIZE GLIBC_TUNABLES VIMINIT EXINIT MYVIMRC",
  "EMACSLOADPATH SCREENRC INPUTRC LESSKEY WGETRC CURL_HOME NETRC GNUPGHOME KRB5_CONFIG OPENSSL_CONF OPENSSL_ENGINES",
  "PSQLRC PGSERVICEFILE R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER PHPRC PHP_INI_SCAN_DIR GTK_MODULES",
  "QT_PLUGIN_PATH DOCKER_HOST TERMINFO JULIA_LOAD_PATH ERL_FLAGS ELIXIR_ERL_OPTIONS RUSTFLAGS_WRAPPER GCC_EXEC_PREFIX",
  "COMPILER_PATH COR_ENABLE_PROFILING COR_PROFILER COR_PROFILER_PATH CORECLR_ENABLE_PROFILING CORECLR_PROFILER",
  "CORECLR_PROFILER_PATH DOTNET_STARTUP_HOOKS",
);
const LOADERS_TOO = whole`DYLD_\w+, LUA_(?:INIT|C?PATH)\w*, GIT_CONFIG_(?:KEY|VALUE)_\d+, CARGO_BUILD_RUSTC\w*`;

/** The value is a command that some program runs. */
const COMMANDS = wordSet(
  "EDITOR VISUAL FCEDIT PAGER MANPAGER GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_SSH GIT_SSH_COMMAND GIT_EXTERNAL_DIFF",
  "GIT_PROXY_COMMAND LESSOPEN LESSCLOSE BROWSER SHELL PSQL_EDITOR PSQL_PAGER SYSTEMD_EDITOR SYSTEMD_PAGER DELTA_PAGER",
  "BAT_PAGER AWS_PAGER GH_PAGER GH_EDITOR GH_BROWSER KUBE_EDITOR SVN_EDITOR HGEDITOR CC CXX LD AR FC",
  "CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER RSYNC_RSH CVS_RSH CVS_EDITOR MAKE TAPE TERMINAL RUSTC_WRAPPER",
);
const COMMANDS_TOO = /^(?:PRE_COMMIT_\w+|CARGO_TARGET_\w+_(?:RUNNER|LINKER)|CARGO_BUILD_RUSTC\w*)$/;

const HARMLESS_COMMANDS = wordSet(
  "true false : cat less more most bat delta vi vim nvim nano emacs emacsclient micro hx ed code subl open xdg-open",
  "firefox gcc g++ cc c++ ld lld ar ccache sccache ssh /bin/bash /bin/zsh /bin/dash /bin/sh /usr/bin/env /usr/bin/less",
  "/usr/bin/vim /usr/bin/nano /usr/bin/true bash zsh fish sh none echo sed head tail",
).add("");
/** `clang++-17`, `gcc-12`. */
const COMPILERS = /^(?:clang(?:\+\+)?(?:-\d+)?|gcc-\d+)$/;

/** Compilers and linkers, for other machines too: `aarch64-linux-gnu-gcc`. */
const BUILD_TOOLS = new Set("gcc g++ cc c++ clang clang++ ld lld mold ar".split(" "));
const isBuildTool = (name: string) =>
  /^[\w+-]+$/.test(name) &&
  BUILD_TOOLS.has(
    name
      .replace(/-\d{1,2}$/, "")
      .split("-")
      .at(-1) ?? "",
  );

/** Prompts are expanded, and what is in `$(…)` runs. */
const PROMPTS = /^PS[0-4]$/;

export interface AssignmentContext {
  readonly exported: boolean;
  readonly program?: number;
}

/** Folders and files that programs load code or settings from. */
const LIBRARIES: ReadonlySet<string> = wordSet(
  "PYTHONPATH NODE_PATH CLASSPATH GOPATH GEM_PATH GEM_HOME BUNDLE_GEMFILE KUBECONFIG CARGO_HOME AWS_CONFIG_FILE",
  "AWS_SHARED_CREDENTIALS_FILE PYTHONUSERBASE",
);
const MINDS: ReadonlySet<string> = new Set(["XDG_CONFIG_HOME", "XDG_STATE_HOME"]);
/** They move an agent program's settings, the hooks among them. */
const AGENT_SETTINGS: ReadonlySet<string> = new Set([
  ...HOSTS.flatMap((host) => hostFacts(host).movedBy ?? []),
  ...wordSet(
    "CLAUDE_CODE_SAFE_MODE CLAUDE_CODE_SIMPLE CLAUDE_CODE_PERSONAL_HOOKS_OFF CLAUDE_CODE_MANAGED_SETTINGS_PATH CLAUDE_CODE_PLUGIN_DIRS",
    "GEMINI_CLI_HOME GEMINI_CLI_SYSTEM_SETTINGS_PATH GEMINI_CLI_SYSTEM_DEFAULTS_PATH GEMINI_CLI_TRUSTED_FOLDERS_PATH",
    "OPENCODE_PURE OPENCODE_CONFIG OPENCODE_CONFIG_CONTENT OPENCODE_PERMISSION PI_PACKAGE_DIR",
  ),
]);
/** Services that requests go to with their keys; what a page is built with is no such service. */
const SERVICE = /(?:_BASE_URL|_API_BASE|_ENDPOINT_URL|_API_URL|_PROXY_URL)$/;
const OF_A_PAGE = /^(?:NEXT_PUBLIC|VITE|REACT_APP|NUXT_PUBLIC|PUBLIC|EXPO_PUBLIC)_/;
const NODE_LOADS = /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader|--inspect\S*)/;
/** `--import tsx`: loaders that projects use by their names. */
const LOADER_PACKAGES =
  "tsx(?:\\/esm|\\/cjs)?|ts-node\\/(?:register|esm)|source-map-support\\/register|dotenv\\/config|tsconfig-paths\\/register";
const OWN_LOADER = new RegExp(`(?:^|\\s)(?:-r|--require|--import|--loader)[ =](?:${LOADER_PACKAGES})(?=\\s|$)`, "g");

const COMPILER_LOADS = /(?:^|\s)(?:-fplugin=|-fpass-plugin=|-specs=|-wrapper[\s,]|-C\s?linker=|-load\s)/;

interface Assigned {
  readonly run: Run;
  readonly shell: Shell;
  readonly name: string;
  readonly value: Value;
  readonly at: number | null;
}

export function noteAssignment(run: Run, shell: Shell, name: string, value: Value, { exported, program }: AssignmentContext): void {
  const assigned: Assigned = { run, shell, name, value, at: program ?? null };
  const tampers = (why: string, when = true) => {
    if (when) addHazard(run, "tampering", why, assigned.at);
  };
  const ofCodicil = name.startsWith("CODICIL_");
  if (ofCodicil || MINDS.has(name)) tampers(`it changes \`${name}\`, which says where Codicil finds the mind`, ofCodicil || exported);
  else if (AGENT_SETTINGS.has(name)) tampers(`\`${name}\` makes an agent program read other settings`, exported);
  else if (PROMPTS.test(name)) notePrompt(assigned);
  else if (LOADERS.has(name) || LOADERS_TOO.test(name))
    tampers(`\`${name}\` makes other programs load or run something`, !isHarmlessLoader(name, value.text));
  else if (isService(name)) noteService(assigned, exported);
  else if (isCommand(name) || (exported && program === undefined && holdsDeleting(value.text)))
    noteCommand(run, shell, name, value, assigned.at);
  else noteSearched(assigned, exported, program !== undefined);
}

const isService = (name: string) => SERVICE.test(name) && !OF_A_PAGE.test(name);
const isCommand = (name: string) => COMMANDS.has(name) || COMMANDS_TOO.test(name);

function notePrompt({ run, shell, name, value, at }: Assigned): void {
  if (!/\$\(|`/.test(value.text)) return;
  addHazard(run, "tampering", `\`${name}\` runs a command whenever it is shown`, at);
  run.runText(run, fork(shell), `: "${value.text.replace(/"/g, '\\"')}"`, { via: [name], env: {}, span: null, stdin: null });
}

function noteService({ run, name, value, at }: Assigned, exported: boolean): void {
  if (exported && /^\w+:\/\//.test(value.text) && !isLoopback(hostOfUrl(value.text)))
    addHazard(run, "exfiltration", `\`${name}\` sends requests with their keys elsewhere`, at);
}

/** Where programs, libraries and settings are looked for. */
function noteSearched({ run, shell, name, value, at }: Assigned, exported: boolean, byBuiltin: boolean): void {
  if (name.endsWith("FLAGS") && COMPILER_LOADS.test(value.text))
    addHazard(run, "tampering", `\`${name}\` makes the compiler load or run something`, at);
  if (name === "PATH") noteSearchPath(run, shell, value, at);
  else if (LIBRARIES.has(name)) noteLibraries(run, shell, name, value, at);
  else if (name === "NODE_OPTIONS") {
    if (NODE_LOADS.test(value.text.replaceAll(OWN_LOADER, "")) || value.text.startsWith("\uE000"))
      addHazard(run, "tampering", "`NODE_OPTIONS` makes every Node program load something", at);
  } else if (name === "HOME" && exported) addHazard(run, "tampering", "it moves the home folder, where settings are found", at);
  else if (name === "IFS" && exported && byBuiltin) addHazard(run, "tampering", "it changes how every later shell parts its words", at);
}

function isHarmlessLoader(name: string, value: string): boolean {
  if (name === "GOPROXY") return /^(?:direct|off|https:\/\/proxy\.golang\.org(?:,direct)?)$/.test(value);
  if (/proxy/i.test(name)) return value === "" || /^(?:localhost|127\.0\.0\.1)(?::|\/|$)/.test(value.replace(/^\w+:\/\//, ""));
  if (name === "GNUPGHOME") return value.startsWith(TEMP);
  if (name === "GOFLAGS") return !/-(?:toolexec|exec|overlay)/.test(value) && !isDynamic(value);
  if (name === "MAKEFLAGS") return /^[-\sj\d\w=]*$/.test(value) && !/--eval|-f/.test(value);
  if (name === "PYTHONWARNINGS") return /^(?:ignore|default|error|always|once|module|all)(?:::\w+)?$/.test(value);
  if (/^(?:PYTHONBREAKPOINT|PYTHONINSPECT)$/.test(name)) return /^[01]?$/.test(value);
  // Shells read the file that ENV names. `ENV=production` names a stage, and no file.
  if (name === "ENV") return /^[A-Za-z][\w-]{0,30}$/.test(value) || value === "";
  return value === "";
}

/** Folders of the project's own tools may come first; folders that anyone may write to may not. */
function noteSearchPath(run: Run, shell: Shell, value: Value, program: number | null): void {
  for (const folder of value.text.split(":")) {
    if (folder === "" && value.text !== "") noteFolder(run, shell, ".", program);
    if (folder === "" || folder === "\uE000" || isDynamic(folder)) {
      if (folder !== "\uE000" && folder.startsWith("\uE000") === false && folder !== "")
        noteFolder(run, shell, withoutHoles(folder), program);
      continue;
    }
    noteFolder(run, shell, folder, program);
  }
}

const SYSTEM_ROOTS = either`\/usr\/local(?:\/(?:opt\/)?[\w@+-][\w.@+-]*)?, \/usr, \/usr\/lib\/[\w.\/-]+,
  \/opt(?:\/[\w@+-][\w.@+-]*){1,5}, \/snap, \/nix, \/home\/linuxbrew\/\.linuxbrew`;
const SYSTEM_FOLDERS = new RegExp(`^(?:${SYSTEM_ROOTS})?\\/s?bin$`);

function noteFolder(run: Run, shell: Shell, folder: string, program: number | null): void {
  if (folder === "." || folder === "..") {
    addHazard(run, "tampering", "programs would be looked for in whatever folder the call runs in", program);
    return;
  }
  if (SYSTEM_FOLDERS.test(folder)) return;
  const path = folder.startsWith("/") ? folder : `${shell.cwd ?? ""}/${folder}`;
  const own =
    isBelow(path, run.world.project) || (isBelow(path, run.world.userHome) && /\/(?:bin|sbin|shims|\.cargo\/bin|go\/bin)\/?$/.test(path));
  const temporary = run.world.temporary.some((each) => isBelow(path, each)) && !isBelow(path, run.world.project);
  if (temporary || !own) addHazard(run, "tampering", `programs would be looked for in \`${folder}\` first`, program);
}

function noteLibraries(run: Run, shell: Shell, name: string, value: Value, program: number | null): void {
  for (const folder of value.text.split(":")) {
    if (folder === "" || isDynamic(folder)) continue;
    const path = folder.startsWith("/") ? folder : `${shell.cwd ?? run.world.project}/${folder}`;
    if (!isBelow(path, run.world.project) && !isBelow(path, run.world.userHome))
      addHazard(run, "tampering", `\`${name}\` makes programs load code from \`${folder}\``, program);
  }
}

function noteCommand(run: Run, shell: Shell, name: string, value: Value, program: number | null): void {
  if (isDynamic(value.text)) {
    if (!/^\uE000/.test(value.text)) addOpaque(run, `\`${name}\` names a command that is only known when it runs`, program);
    return;
  }
  const text = value.text.replace(/^\|\|?-?/, "");
  // A number is a setting: `PRE_COMMIT_PARALLEL=8`.
  if (/^\d+$/.test(text)) return;
  const first = (/^\s*(\S*)/.exec(text)?.[1] ?? "").replace(/^\/usr\/bin\//, "");
  if (/[;&|`$<>]|\s-c\b/.test(text) || !(HARMLESS_COMMANDS.has(first) || COMPILERS.test(first) || isBuildTool(first)))
    addHazard(run, "tampering", `\`${name}\` makes other programs run \`${text.slice(0, 60)}\``, program);
  if (/\s/.test(text)) run.runText(run, fork(shell), text, { via: [name], env: {}, span: null, stdin: null });
}

export function noteUnset(run: Run, name: string, program: number): void {
  if (name.startsWith("CODICIL_")) addHazard(run, "tampering", `it removes \`${name}\`, which says where Codicil finds the mind`, program);
}
