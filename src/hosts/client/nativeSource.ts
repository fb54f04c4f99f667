// The text of the client in C: what it does with the call, as the one in bash does (shell.ts).

import { ANSWER_SIZES } from "../hook/gateTalk.ts";
import { NATIVE_KERNEL } from "./nativeKernel.ts";

/** The gate takes no more with what is before it. */
const LONGEST = 60_000;

const ASKING = String.raw`
enum { LONGEST = ${LONGEST}, HEAD = 1024, SECONDS = 2, SIZES = ${ANSWER_SIZES}, LINES = 7, MOST = 1 << 20 };
static char asked[HEAD + LONGEST + 1], *event = asked + HEAD, gate[4096], named[8192], **words, **variables;
static size length;
static int more;

static void end(int code) {
  for (;;) CALL(exit_group, code, 0, 0, 0, 0);
}

static int put(int to, const char *text, size left) {
  for (long done; left > 0; text += done, left -= (size)done)
    if ((done = CALL(write, to, text, left, 0, 0)) <= 0) return 0;
  return 1;
}

static int isVariable(const char *variable, const char *name) {
  size named = lengthOf(name);
  return begins(variable, name, named) && variable[named] == '=';
}

static const char *valueOf(const char *name) {
  for (char **each = variables; *each != 0; each++)
    if (isVariable(*each, name)) return *each + lengthOf(name) + 1;
  return 0;
}

static void forget(const char *name) {
  char **to = variables;
  for (char **each = variables; *each != 0; each++)
    if (!isVariable(*each, name)) *to++ = *each;
  *to = 0;
}

/* The folder above; 0: there is none. */
static int goUp(char *path) {
  size at = lengthOf(path);
  while (at > 0 && path[at] != '/') at--;
  if (path[at] != '/') return 0;
  path[at] = 0;
  return 1;
}

/* The hook in Node, with what was read and what is still to come. */
static void back(void) {
  static char hook[4096];
  int pipes[2];
  char *program = words[0];
  forget("CODICIL_NONCE");
  if (goUp(program) && goUp(program) && add(add(hook, hook + sizeof hook, program), hook + sizeof hook, "/codicil-hook") != 0 &&
      CALL(pipe2, pipes, 0, 0, 0, 0) == 0) {
    long child = CALL(clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
      static char part[65536];
      long got;
      CALL(close, pipes[0], 0, 0, 0, 0);
      if (put(pipes[1], event, length) && more)
        while ((got = CALL(read, 0, part, sizeof part, 0, 0)) > 0 && put(pipes[1], part, (size)got));
      end(0);
    }
    CALL(close, pipes[1], 0, 0, 0, 0);
    if (child > 0 && CALL(dup3, pipes[0], 0, 0, 0, 0) == 0) {
      CALL(close, pipes[0], 0, 0, 0, 0);
      words[1] = hook;
      CALL(execve, hook, words + 1, variables, 0, 0);
    }
  }
  static const char why[] = "Codicil could not judge this call, so it is refused: its hook could not be started.\n";
  put(2, why, sizeof why - 1);
  end(2);
}

static int fileOf(const char *path, char *text, size room) {
  long file = CALL(openat, AT_FDCWD, path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC, 0, 0);
  struct stat facts;
  if (file < 0) return 0;
  long got = CALL(read, file, text, room - 1, 0, 0);
  int isMine = CALL(fstat, file, &facts, 0, 0, 0) == 0 && facts.st_uid == (uid_t)CALL(geteuid, 0, 0, 0, 0, 0);
  CALL(close, file, 0, 0, 0, 0);
  if (got < 0 || !isMine) return 0;
  text[got] = 0;
  return 1;
}

/* It does not answer as it should: the next calls need not try. Not where another one has taken its place. One that is only late stays. */
static void wrong(void) {
  static char now[sizeof named];
  if (fileOf(gate, now, sizeof now) && isSame(now, named)) CALL(unlinkat, AT_FDCWD, gate, 0, 0, 0);
  back();
}

/* Whether there is something to read; the kernel takes the time that it waited off what is left. */
static int comes(int from, struct timespec *left) {
  struct pollfd one = { from, POLLIN, 0 };
  return CALL(ppoll, &one, 1, left, 0, 0) > 0;
}

static void take(int from, char *to, size left) {
  struct timespec patience = { SECONDS, 0 };
  for (long got; left > 0; to += got, left -= (size)got) {
    if (!comes(from, &patience)) back();
    if ((got = CALL(read, from, to, left, 0, 0)) <= 0) wrong();
  }
}

static int factsOf(const char *path, struct stat *facts) {
  return CALL(newfstatat, AT_FDCWD, path, facts, 0, 0) == 0;
}

/* The very process that wrote the file is there now and not stopped, in this network. */
static int isThere(const char *pid, const char *started) {
  char path[64], text[1024], *end = path + sizeof path;
  struct stat one, two;
  char *folder = add(add(path, end, "/proc/"), end, pid);
  if (add(folder, end, "/ns/net") == 0 || !factsOf(path, &one) || !factsOf("/proc/self/ns/net", &two)) return 0;
  if (one.st_ino != two.st_ino || one.st_dev != two.st_dev) return 0;
  if (add(folder, end, "/stat") == 0 || !fileOf(path, text, sizeof text)) return 0;
  const char *field = text;
  for (const char *next = field; (next = find(next, ')')) != 0; next++) field = next;
  if (begins(field, ") ", 2) == 0 || find("TtZX", field[2]) != 0) return 0;
  field += 2;
  for (int at = 0; at < 19; at++) {
    if ((field = find(field, ' ')) == 0) return 0;
    field++;
  }
  size whole = lengthOf(started);
  return whole > 0 && begins(field, started, whole) && field[whole] == ' ';
}
`;

const MAIN = String.raw`
static int answer(int count) {
  static char text[sizeof named], heard[MOST];
  char *lines[LINES], *rest = text, head[HEAD], *last = head + sizeof head;
  const char *nonce = valueOf("CODICIL_NONCE"), *state = valueOf("CODICIL_STATE");
  if (count != 4) return 3;
  more = 1;
  for (struct timespec patience = { SECONDS, 0 }; length < LONGEST;) {
    if (!comes(0, &patience)) back();
    long got = CALL(read, 0, event + length, LONGEST - length, 0, 0);
    if (got < 0) back();
    if (got == 0) {
      more = 0;
      break;
    }
    length += (size)got;
  }
  if (more || lengthOf(event) != length || nonce == 0 || lengthOf(nonce) != 36 || state == 0) back();
  if (add(add(gate, gate + sizeof gate, state), gate + sizeof gate, "/resident/gate") == 0 || !fileOf(gate, text, sizeof text)) back();
  add(named, named + sizeof named, text);
  for (int at = 0; at < LINES; at++) {
    char *over = (char *)find(lines[at] = rest, '\n');
    if (over == 0) back();
    *over = 0;
    rest = over + 1;
  }
  char *port = lines[1], *pid = lines[2], *hello = lines[4], *seal = lines[5];
  if (!isSame(lines[0], "2") || !isSame(lines[6], words[1]) || !isNumber(port) || !isNumber(pid)) back();
  if (*hello == 0 || *seal == 0 || lengthOf(hello) > 200 || lengthOf(seal) > 200) back();
  if (lengthOf(words[2]) > 100 || lengthOf(words[3]) > 100) back();

  int line = (int)CALL(socket, AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0, 0, 0);
  size number = numberOf(port);
  struct sockaddr_in place;
  memset(&place, 0, sizeof place);
  place.sin_family = AF_INET;
  place.sin_port = (in_port_t)((number >> 8 & 255) | (number & 255) << 8);
  memcpy(&place.sin_addr, "\177\0\0\1", 4);
  struct timeval patience = { SECONDS, 0 };
  if (line < 0 || CALL(setsockopt, line, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) != 0) back();
  if (CALL(connect, line, &place, sizeof place, 0, 0) != 0 || !isThere(pid, lines[3])) back();

  const char *const parts[] = { hello, " ", nonce, " ", 0, " ", words[2], " ", words[3], " " };
  char *to = head;
  for (size at = 0; at < sizeof parts / sizeof *parts; at++)
    to = parts[at] == 0 ? addNumber(to, last, (size)CALL(getpid, 0, 0, 0, 0, 0)) : add(to, last, parts[at]);
  to = add(addNumber(to, last, length), last, ";");
  if (to == 0) back();
  /* In one piece: what is said first stands before the event. */
  size before = (size)(to - head);
  char *whole = event - before;
  memcpy(whole, head, before);
  for (size left = before + length; left > 0;) {
    long done = ask(SYS_sendto, line, (long)whole, (long)left, MSG_NOSIGNAL, 0, 0);
    if (done <= 0) wrong();
    whole += done;
    left -= (size)done;
  }

  char *bound = add(add(add(add(head, last, seal), last, " "), last, nonce), last, " ");
  if (bound == 0) back();
  size sealed = (size)(bound - head);
  take(line, heard, sealed + SIZES);
  if (!begins(heard, head, sealed)) wrong();
  char *said = heard + sealed;
  said[SIZES] = 0;
  if (begins(said, "node", 4)) back();
  char code = said[0];
  if ((code != '0' && code != '2') || said[1] != ' ' || said[8] != ' ') wrong();
  said[8] = 0;
  if (!isNumber(said + 2) || !isNumber(said + 9)) wrong();
  size outs = numberOf(said + 2), errs = numberOf(said + 9);
  if (outs + errs > MOST) wrong();
  take(line, heard, outs + errs);
  put(2, heard + outs, errs);
  put(1, heard, outs);
  return code - '0';
}

__attribute__((used)) void begin(long *stack) {
  words = (char **)(stack + 1);
  variables = words + stack[0] + 1;
  end(answer((int)stack[0]));
}
`;

export const NATIVE_SOURCE = `${NATIVE_KERNEL}${ASKING}${MAIN}`;
