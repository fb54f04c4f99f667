// The same client as shell.ts in C, where there is a compiler: a start of bash costs a millisecond and more. Nothing needs it. It is
// compiled from the text below when a hook is installed, asks and refuses as the one in bash does, and where it does not
// start the launcher takes that one.

import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ANSWER_SIZES } from "../hook/gateTalk.ts";

/** Beside the launcher; its name is the other client's, which all who look at names know. */
export const NATIVE_FILE = "native/codicil-gate";

/** What starts programs of this machine's kind: where it is missing, the state came from another machine. */
const LOADERS: Readonly<Record<string, string>> = { x64: "/lib64/ld-linux-x86-64.so.2", arm64: "/lib/ld-linux-aarch64.so.1" };
/** The system's own, in an environment of their own: `npx` puts folders of a project on the PATH, and its `cc` would make our client. */
const COMPILERS = ["/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"];
/** With its library inside where that can be had: it starts in four fifths of the time. */
const LINKED = [["-static"], []];
const COMPILER_ENV = { PATH: "/usr/bin:/bin" };
const LIMIT_MS = 20_000;
/** The gate takes no more with what is before it. */
const LONGEST = 60_000;

/** For the launcher: whether it can be started here. */
export function nativeLoader(): string | null {
  const loader = process.platform === "linux" ? LOADERS[process.arch] : undefined;
  return loader !== undefined && existsSync(loader) ? loader : null;
}

/** Whatever goes wrong leaves the client in bash. `CODICIL_RESIDENT=off` wants neither. */
export function buildNativeClient(bin: string): void {
  if (nativeLoader() === null || process.env["CODICIL_RESIDENT"] === "off") return;
  const place = join(bin, NATIVE_FILE);
  let made: string | undefined;
  try {
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    made = mkdtempSync(join(dirname(place), "made-"));
    const [source, program] = [join(made, "client.c"), join(made, "client")];
    writeFileSync(source, nativeSource(), { mode: 0o600 });
    const options = { cwd: made, env: COMPILER_ENV, stdio: "ignore", timeout: LIMIT_MS } as const;
    const makes = (compiler: string, more: readonly string[]) =>
      spawnSync(compiler, ["-O1", "-s", ...more, "-o", program, source], options).status === 0;
    if (!COMPILERS.some((compiler) => existsSync(compiler) && LINKED.some((more) => makes(compiler, more)))) return;
    chmodSync(program, 0o700);
    renameSync(program, place);
  } catch {
    // No room, or nobody may write there: the launcher itself would have said so.
  } finally {
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
  }
}

function nativeSource(): string {
  return String.raw`#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST = ${LONGEST}, PATIENCE = 2000, SIZES = ${ANSWER_SIZES}, LINES = 7, MOST = 1 << 20 };
static char event[LONGEST + 1], gate[4096], named[8192], **words;
static size_t length;
static int more;

static long now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

static int put(int to, const char *text, size_t size) {
  for (ssize_t done; size > 0; text += done, size -= done)
    if ((done = write(to, text, size)) <= 0) return 0;
  return 1;
}

/* The hook in Node, with what was read and what is still to come. */
static void back(void) {
  char hook[4096];
  int pipes[2];
  char *end = words[0];
  for (int up = 0; up < 2 && end != NULL; up++) {
    end = strrchr(words[0], '/');
    if (end != NULL) *end = 0;
  }
  unsetenv("CODICIL_NONCE");
  signal(SIGPIPE, SIG_DFL);
  snprintf(hook, sizeof hook, "%s/codicil-hook", words[0]);
  if (end != NULL && pipe(pipes) == 0) {
    pid_t child = fork();
    if (child == 0) {
      char part[65536];
      ssize_t got;
      close(pipes[0]);
      if (put(pipes[1], event, length) && more)
        while ((got = read(0, part, sizeof part)) > 0 && put(pipes[1], part, got));
      _exit(0);
    }
    close(pipes[1]);
    if (child > 0 && dup2(pipes[0], 0) == 0) {
      close(pipes[0]);
      words[1] = hook;
      execv(hook, words + 1);
    }
  }
  fputs("Codicil could not judge this call, so it is refused: its hook could not be started.\n", stderr);
  exit(2);
}

static int fileOf(const char *path, char *text, size_t size) {
  int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  ssize_t got = file < 0 ? -1 : read(file, text, size - 1);
  struct stat facts;
  int mine = file >= 0 && fstat(file, &facts) == 0 && facts.st_uid == geteuid();
  if (file >= 0) close(file);
  if (got < 0 || !mine) return 0;
  text[got] = 0;
  return 1;
}

/* It does not answer as it should: the next calls need not try. Not where another one has taken its place. One that is only late stays. */
static void wrong(void) {
  char now[sizeof named];
  if (fileOf(gate, now, sizeof now) && strcmp(now, named) == 0) unlink(gate);
  back();
}

/* Whether there is something to read before the end of that time. */
static int comes(int from, long until) {
  struct pollfd one = { from, POLLIN, 0 };
  long left = until - now();
  return poll(&one, 1, left > 0 ? left : 0) > 0;
}

static void take(int from, char *to, size_t size) {
  long until = now() + PATIENCE;
  for (ssize_t got; size > 0; to += got, size -= got) {
    if (!comes(from, until)) back();
    if ((got = read(from, to, size)) <= 0) wrong();
  }
}

static int isNumber(const char *text) {
  return *text != 0 && text[strspn(text, "0123456789")] == 0;
}

/* The very process that wrote the file is there now and not stopped, in this network. */
static int isThere(const char *pid, const char *started) {
  char path[64], other[64], text[4096];
  struct stat one, two;
  snprintf(path, sizeof path, "/proc/%.20s/ns/net", pid);
  snprintf(other, sizeof other, "/proc/%.20s/stat", pid);
  if (stat(path, &one) != 0 || stat("/proc/self/ns/net", &two) != 0 || one.st_ino != two.st_ino || one.st_dev != two.st_dev) return 0;
  if (!fileOf(other, text, sizeof text)) return 0;
  char *field = strrchr(text, ')');
  if (field == NULL || field[1] != ' ' || strchr("TtZX", field[2]) != NULL) return 0;
  field += 2;
  for (int at = 0; at < 19 && field != NULL; at++) {
    field = strchr(field, ' ');
    if (field != NULL) field++;
  }
  size_t size = strlen(started);
  return field != NULL && size > 0 && strncmp(field, started, size) == 0 && field[size] == ' ';
}

int main(int count, char **given) {
  static char text[8192], head[1024], answer[MOST];
  char *lines[LINES], *rest = text, *nonce = getenv("CODICIL_NONCE"), *state = getenv("CODICIL_STATE");
  words = given;
  signal(SIGPIPE, SIG_IGN);
  if (count != 4) return 3;
  more = 1;
  for (long until = now() + PATIENCE; length < LONGEST;) {
    if (!comes(0, until)) back();
    ssize_t got = read(0, event + length, LONGEST - length);
    if (got < 0) back();
    if (got == 0) {
      more = 0;
      break;
    }
    length += got;
  }
  if (more || memchr(event, 0, length) != NULL || nonce == NULL || strlen(nonce) != 36 || state == NULL) back();
  if (snprintf(gate, sizeof gate, "%s/resident/gate", state) >= (int)sizeof gate || !fileOf(gate, text, sizeof text)) back();
  memcpy(named, text, sizeof text);
  for (int at = 0; at < LINES; at++)
    if ((lines[at] = strsep(&rest, "\n")) == NULL || rest == NULL) back();
  char *port = lines[1], *pid = lines[2], *hello = lines[4], *seal = lines[5];
  if (strcmp(lines[0], "2") != 0 || strcmp(lines[6], given[1]) != 0 || !isNumber(port) || !isNumber(pid)) back();
  if (*hello == 0 || *seal == 0 || strlen(hello) > 200 || strlen(seal) > 200 || strlen(given[2]) > 100 || strlen(given[3]) > 100) back();

  int line = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in place = { .sin_family = AF_INET, .sin_port = htons(atoi(port)), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  struct timeval patience = { PATIENCE / 1000, 0 };
  if (line < 0 || setsockopt(line, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) != 0) back();
  if (connect(line, (struct sockaddr *)&place, sizeof place) != 0 || !isThere(pid, lines[3])) back();
  static char asked[sizeof head + LONGEST];
  int size = snprintf(asked, sizeof head, "%s %s %d %s %s %zu;", hello, nonce, (int)getpid(), given[2], given[3], length);
  memcpy(asked + size, event, length);
  if (!put(line, asked, size + length)) wrong();

  int bound = snprintf(head, sizeof head, "%s %s ", seal, nonce);
  take(line, answer, bound + SIZES);
  if (memcmp(answer, head, bound) != 0) wrong();
  char *said = answer + bound;
  said[SIZES] = 0;
  if (strncmp(said, "node", 4) == 0) back();
  char code = said[0];
  if ((code != '0' && code != '2') || said[1] != ' ' || said[8] != ' ') wrong();
  said[8] = 0;
  if (!isNumber(said + 2) || !isNumber(said + 9)) wrong();
  size_t outs = atoi(said + 2), errs = atoi(said + 9);
  if (outs + errs > MOST) wrong();
  take(line, answer, outs + errs);
  put(2, answer + outs, errs);
  put(1, answer, outs);
  return code - '0';
}
`;
}
