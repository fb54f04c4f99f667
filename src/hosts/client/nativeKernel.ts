// What the client in C has instead of a library: it speaks to the kernel itself. A C library takes four times as long to start as
// all of the client's own work, because each page that is touched first costs some microseconds, and this touches eight.

/** Without a library, and without what a compiler calls one for. */
export const NATIVE_OPTIONS: readonly string[] =
  "-O1 -s -static -nostdlib -ffreestanding -fno-builtin -fno-tree-loop-distribute-patterns -fno-stack-protector -fno-pic -no-pie".split(
    " ",
  );

/** Where the program begins, and what calls the kernel: x86-64 and arm64. Of a failed call it says the error's number below zero. */
const CALLS = String.raw`
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>

typedef unsigned long size;

#if defined(__x86_64__)
__asm__(".globl _start\n_start:\n xor %ebp, %ebp\n mov %rsp, %rdi\n and $-16, %rsp\n call begin\n");
static long ask(long what, long a, long b, long c, long d, long e, long f) {
  register long fourth __asm__("r10") = d;
  register long fifth __asm__("r8") = e;
  register long sixth __asm__("r9") = f;
  __asm__ volatile("syscall" : "+a"(what) : "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth) : "rcx", "r11", "memory");
  return what;
}
#elif defined(__aarch64__)
__asm__(".globl _start\n_start:\n mov x29, #0\n mov x30, #0\n mov x0, sp\n bl begin\n");
static long ask(long what, long a, long b, long c, long d, long e, long f) {
  register long number __asm__("x8") = what;
  register long first __asm__("x0") = a;
  register long second __asm__("x1") = b;
  register long third __asm__("x2") = c;
  register long fourth __asm__("x3") = d;
  register long fifth __asm__("x4") = e;
  register long sixth __asm__("x5") = f;
  __asm__ volatile("svc 0" : "+r"(first) : "r"(number), "r"(second), "r"(third), "r"(fourth), "r"(fifth), "r"(sixth) : "memory");
  return first;
}
#else
#error "the client in bash serves here"
#endif

#define CALL(what, a, b, c, d, e) ask(SYS_##what, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), 0)

/* A compiler may call these by itself. */
void *memcpy(void *to, const void *from, size length) {
  for (size at = 0; at < length; at++) ((char *)to)[at] = ((const char *)from)[at];
  return to;
}
void *memset(void *to, int value, size length) {
  for (size at = 0; at < length; at++) ((char *)to)[at] = (char)value;
  return to;
}
`;

const TEXTS = String.raw`
static size lengthOf(const char *text) {
  size at = 0;
  while (text[at] != 0) at++;
  return at;
}

static int begins(const char *text, const char *with, size length) {
  for (size at = 0; at < length; at++)
    if (text[at] != with[at]) return 0;
  return 1;
}

static int isSame(const char *one, const char *other) {
  return begins(one, other, lengthOf(other) + 1);
}

static const char *find(const char *text, char what) {
  while (*text != what && *text != 0) text++;
  return *text == what ? text : 0;
}

static int isNumber(const char *text) {
  for (const char *at = text; *at != 0; at++)
    if (*at < '0' || *at > '9') return 0;
  return *text != 0;
}

static size numberOf(const char *text) {
  size number = 0;
  for (; *text != 0; text++) number = number * 10 + (size)(*text - '0');
  return number;
}

/* Behind what is there already; 0 where it has no room. */
static char *add(char *to, const char *end, const char *text) {
  if (to == 0 || lengthOf(text) >= (size)(end - to)) return 0;
  while ((*to = *text++) != 0) to++;
  return to;
}

static char *addNumber(char *to, const char *end, size number) {
  char digits[24], *at = digits + sizeof digits - 1;
  *at = 0;
  do *--at = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  return add(to, end, at);
}
`;

export const NATIVE_KERNEL = `${CALLS}${TEXTS}`;
