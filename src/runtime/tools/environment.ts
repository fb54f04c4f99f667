// The environment of a command: what it needs to work, and nothing that makes other programs load something, that leads
// Git or a pager elsewhere, or that is a key of ours. What was analysed is what runs.

import { either } from "../../base/index.ts";

const DROPPED = new RegExp(
  String.raw`^(?:${either`
  BASH_ENV, ENV, ZDOTDIR, SHELLOPTS, BASHOPTS, PROMPT_COMMAND, PS[0-4], BASH_FUNC_.*, LD_.*, DYLD_.*,
  NODE_OPTIONS, NODE_PATH, NODE_EXTRA_CA_CERTS, NODE_REPL_EXTERNAL_MODULE, NODE_V8_COVERAGE, NODE_CHANNEL_.*,
  NODE_UNIQUE_ID, PERL5.*, PERLLIB, RUBYOPT, RUBYLIB, PYTHONSTARTUP, PYTHONHOME, PYTHONINSPECT, PYTHONBREAKPOINT,
  PYTHONPATH, JAVA_TOOL_OPTIONS, _JAVA_OPTIONS, JDK_JAVA_OPTIONS, GCONV_PATH, GLIBC_TUNABLES, LUA_INIT.*, GIT_.*,
  .*PAGER, PAGER, LESS.*, EDITOR, VISUAL, .*_EDITOR, .*ASKPASS, RIPGREP_CONFIG_PATH, TAR_OPTIONS, MAKEFLAGS,
  MAKEFILES, MFLAGS, IFS, CDPATH, GLOBIGNORE, CODICIL_.*, VITEST.*
`})$`,
);

/** Keys of the models that a chat itself uses, and what is plainly a secret: a command has no business with them. */
const SECRET = new RegExp(
  String.raw`(?:^|_)(?:${either`
  API_?KEY, SECRET, TOKEN, PASSWORD, PASSWD, CREDENTIALS?, PRIVATE_KEY, ACCESS_KEY, SECRET_KEY
`})(?:_|$)`,
  "i",
);

export function commandEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  ours: Readonly<Record<string, string>>,
): Record<string, string> {
  const kept = Object.entries(env).filter(
    (each): each is [string, string] => each[1] !== undefined && !DROPPED.test(each[0]) && !SECRET.test(each[0]),
  );
  return {
    ...Object.fromEntries(kept),
    PAGER: "cat",
    GIT_PAGER: "cat",
    GIT_TERMINAL_PROMPT: "0",
    EDITOR: "true",
    TERM: "dumb",
    NO_COLOR: "1",
    ...ours,
  };
}
