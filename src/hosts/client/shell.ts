// The launcher's client: a few lines of bash that ask the gate that stays (hook/gateServer.ts) about a call, because bash starts
// in a tenth of the time of Node. It decides nothing. Whatever is malformed, late or missing ends in `back`: the hook in Node,
// with the same input. What it says and hears is in hook/gateTalk.ts; the lines of the file in hook/gateFile.ts.
//
// Bash reads a pipe byte by byte, so a long event costs more here than in Node. It cannot keep a NUL, and must not: an event with
// one is no JSON, and Node shall say so.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { ANSWER_SIZES } from "../hook/gateTalk.ts";

export const CLIENT_FILE = "codicil-gate";

/** Longer events go to Node. */
const LONGEST = 8192;

/** A gate whose file is gone ends within seconds. */
export function endGate(state: string): void {
  rmSync(join(state, "resident"), { recursive: true, force: true });
}

export function clientScript(): string {
  return `#!/usr/bin/env bash
# Codicil: asks the gate that stays, for codicil-hook. Written by codicil install; codicil uninstall removes it.
trap '' PIPE
program=$1
shift
gate=$CODICIL_STATE/resident/gate
[ -n "\${LC_ALL+set}" ] && locale=$LC_ALL
LC_ALL=C
rest=
back() {
  if [ -n "\${locale+set}" ]; then LC_ALL=$locale; else unset LC_ALL; fi
  unset CODICIL_NONCE
  { exec 3>&-; } 2>/dev/null
  trap - PIPE
  { printf '%s' "$event"; [ "$rest" = nul ] && printf '\\0'; [ -z "$rest" ] || cat; } | "\${0%/*}/codicil-hook" "$@"
  exit
}
# It does not answer as it should: the next calls need not try. Not where another one has taken its place.
wrong() {
  { read -r format && read -r now && read -r who; } 2>/dev/null <"$gate" && [ "$now $who" = "$port $pid" ] && rm -f "$gate"
  back "$@"
}
# One that is only late stays: without it each call would start a Node, and a busy machine would be busier. One that hangs ends itself.
late() { [ "$1" -gt 128 ] || { shift; wrong "$@"; }; shift; back "$@"; }

# In its own mode a failed connection would end this shell.
[ -z "\${POSIXLY_CORRECT+set}" ] || { rest=more; back "$@"; }
# Bytes, not characters. 1: all of it was read. 0: it is longer, or there is a NUL. Else it did not come.
# That mode has one clock for all bytes; otherwise bash sets one for each.
set -o posix
IFS= read -r -d '' -n ${LONGEST} -t 2 event
case $? in 1) ;; 0) rest=more; [ \${#event} -lt ${LONGEST} ] && rest=nul ;; *) rest=more ;; esac
set +o posix
[ -z "$rest" ] && [ "\${BASH_VERSINFO[0]}" -ge 4 ] && [ -O "$gate" ] && [ ! -L "$gate" ] || back "$@"
{ read -r format && read -r port && read -r pid && read -r started && read -r hello && read -r seal && read -r made; } \
2>/dev/null <"$gate" || back "$@"
[ "$format" = 2 ] && [ "$made" = "$program" ] && [ -n "$hello" ] && [ -n "$seal" ] || back "$@"
case "$port$pid" in ''|*[!0-9]*) back "$@" ;; esac
{ exec 3<>"/dev/tcp/127.0.0.1/$port"; } 2>/dev/null || back "$@"
# The very process that wrote the file is there now and not stopped, in this network: so it had the port when the connection was
# made, because it has it as long as it lives.
[ -O "/proc/$pid" ] && [ "/proc/$pid/ns/net" -ef "/proc/$$/ns/net" ] && read -r stat 2>/dev/null <"/proc/$pid/stat" || back "$@"
stat=(\${stat##*) })
[ "\${stat[19]}" = "$started" ] || back "$@"
case "\${stat[0]}" in T|t|Z|X) back "$@" ;; esac

printf '%s %s %s %s %s %s;%s' "$hello" "$CODICIL_NONCE" "$$" "$1" "$2" "\${#event}" "$event" 2>/dev/null >&3 || wrong "$@"
# Of known length: bash reads that in one go, and a line byte by byte.
bound="$seal $CODICIL_NONCE "
IFS= read -r -t 2 -N $((\${#bound} + ${ANSWER_SIZES})) head 2>/dev/null <&3 || late $? "$@"
[ "\${head:0:\${#bound}}" = "$bound" ] || wrong "$@"
head=\${head:\${#bound}}
case "$head" in node*) back "$@" ;; [02]' '??????' '??????) ;; *) wrong "$@" ;; esac
code=\${head:0:1} outs=\${head:2:6} errs=\${head:9:6}
case "$outs$errs" in *[!0-9]*) wrong "$@" ;; esac
outs=$((10#$outs)) errs=$((10#$errs)) out= err=
[ "$outs" = 0 ] || IFS= read -r -t 2 -N "$outs" out 2>/dev/null <&3 || late $? "$@"
[ "$errs" = 0 ] || IFS= read -r -t 2 -N "$errs" err 2>/dev/null <&3 || late $? "$@"
[ \${#out} = "$outs" ] && [ \${#err} = "$errs" ] || wrong "$@"
[ "$errs" = 0 ] || printf '%s' "$err" >&2
[ "$outs" = 0 ] || printf '%s' "$out"
exit "$code"
`;
}
