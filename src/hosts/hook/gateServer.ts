// `codicil hook --gate`: the hook as a process that stays, for the launcher's client (client/shell.ts). It answers calls
// before they happen with the same function as the hook, on a loopback port that `resident/gate` in the state names. What it
// cannot know or do in a short time it leaves to a hook of its own; and it ends when nobody asks, when its file is another's, when
// the program or config.yaml changes, and when it grows. Why this is safe: docs/decisions/0055-a-gate-that-stays.md.

import { hashWith, HOSTS } from "../../base/index.ts";
import { hash, randomBytes } from "node:crypto";
import { lstatSync, readdirSync, stat, statSync, watch } from "node:fs";
import { flushCompileCache } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { getHeapStatistics } from "node:v8";
import { type LateSync, lateSync, loadJudging } from "../../gate/index.ts";
import { mindAt } from "../../mind/whereabouts.ts";
import { readConfig } from "../../schema/index.ts";
import { beforeCall } from "./beforeCall.ts";
import { DIALECTS } from "../dialects/dialects.ts";
import { callerOf, standIn } from "../resident/gateCaller.ts";
import {
  asItWas,
  gateFileOf,
  isGateFile,
  isSameFile,
  readGateFile,
  removeGateFile,
  startOf,
  textAt,
  textOfGate,
  waitWithNext,
  writeGateFile,
} from "../resident/gateFile.ts";
import { type Asked, speak } from "./gateTalk.ts";
import { spawnGate } from "../resident/startGate.ts";
import { answer, type HookAnswer } from "./program.ts";
import { readInput } from "../dialects/readInput.ts";
import { sessionIdFor } from "../dialects/session.ts";

const IDLE_MS = 10 * 60_000;
const WATCH_MS = 5000;
/** For those who asked just before it ended: they are told to ask Node. It keeps the port meanwhile, as a client believes. */
const LAST_WORDS_MS = 500;
/** Less than the client waits; a hook of its own has more. */
const SHORT_MS = 1500;
/** A call that takes longer hangs in something that no limit of ours ends. */
const HUNG_MS = 6000;
const MOST_BYTES = 80 * 1024 * 1024;
/** From here on all that is not needed is given back, which V8 would put off: 18 ms, where a successor takes seven hundred. */
const TIDIED_BYTES = 72 * 1024 * 1024;
const GIVEN_BACK_MS = 2500;
/** To compile the program takes V8 more than this, to load it compiled less. */
const COMPILING_BYTES = 4 * 1024 * 1024;
/** Said in config.yaml: nobody tries again for so long. */
const OFF_MS = 10 * 60_000;

/** `isAgain`: another process compiled the program just now. */
export async function serveGate(isAgain: boolean): Promise<void> {
  // An exception costs ten times as much with its stack, and nobody sees one here.
  Error.stackTraceLimit = 0;
  hashWith((text) => hash("sha256", text, "hex"));
  const { state, home } = mindAt();
  const config = join(home, "last-word/config.yaml");
  const isSameProgram = programFiles();
  // As it was started: calls are judged in their callers' environments.
  const own = { ...process.env };
  // The threads that sync are made at the first need of one, and the environment says how many: later that is a caller's.
  stat(state, () => undefined);
  const wish = textAt(config);
  if (!(await isWanted(wish, config))) return waitWithNext(state, OFF_MS);
  await loadAll();
  // What compiling took stays as holes of five megabytes, which a process that finds the program compiled does not have.
  if (!isAgain && getHeapStatistics().peak_malloced_memory > COMPILING_BYTES) return spawnNext(state, own);
  const secrets = { hello: secret(), seal: secret() };
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const file = textOfGate({ port, pid: process.pid, started: startOf(process.pid) ?? "", program: process.argv[1] ?? "", ...secrets });
  writeGateFile(state, file);
  await new Promise<void>((resolve) => {
    const end = () => {
      removeGateFile(state, file);
      setTimeout(resolve, LAST_WORDS_MS);
    };
    const place = gateFileOf(state);
    const isSameGate = asItWas(
      () => lstatSync(place, { throwIfNoEntry: false }),
      () => isGateFile(state, file),
    );
    const isSameWish = asItWas(
      () => statSync(config, { throwIfNoEntry: false }),
      () => textAt(config) === wish,
    );
    let isOver = false;
    /** Asked before each call. Who asks as its successor takes its place is answered too. */
    const mayAnswer = (isThorough = false) => {
      const isInPlace = isSameGate();
      const hasPlace = isInPlace || (isFollowed && readGateFile(state)?.program === process.argv[1]);
      isOver ||= !(hasPlace && isSameWish() && isSameProgram(isThorough));
      if (isOver || !isInPlace) end();
      return !isOver;
    };
    const idle = setTimeout(end, Number(process.env["CODICIL_RESIDENT_IDLE"]) || IDLE_MS);
    // One that grew is followed by another, which takes its place when it is ready: until then nobody has to start a Node.
    let isFollowed = false;
    const follow = () => {
      if (isFollowed) return;
      isFollowed = true;
      spawnNext(state, own);
    };
    setInterval(() => {
      if (!mayAnswer(true) || process.memoryUsage.rss() < TIDIED_BYTES) return;
      globalThis.gc?.();
      // The kernel gets its pages back when V8 has a moment: at once there are as many as before.
      setTimeout(() => process.memoryUsage.rss() < MOST_BYTES || follow(), GIVEN_BACK_MS);
    }, WATCH_MS);
    let last: Promise<unknown> = Promise.resolve();
    const syncs = lateSync();
    server.on("connection", (socket) =>
      speak(socket, secrets, (asked) => {
        idle.refresh();
        // One after the other: each call is judged with its caller's environment and directory.
        const next = last.then(() => (socket.destroyed || !mayAnswer() ? LEFT : judge(asked, state, syncs)));
        last = next;
        // What it wrote is synced while the next one is judged. Where that fails, Node meets the same trouble and says so.
        return next.then(({ given, synced }) => (synced === undefined ? given : synced.then(() => given).catch(() => null)));
      }),
    );
  });
}

/** It finds compiled what this process compiled. */
function spawnNext(state: string, env: NodeJS.ProcessEnv): void {
  flushCompileCache();
  spawnGate(state, process.argv[1] ?? "", env, "again");
}

interface Answered {
  /** null: a hook of its own shall answer. */
  readonly given: HookAnswer | null;
  /** When its line of the verdict log is durable. */
  readonly synced?: Promise<void> | undefined;
}

const LEFT: Answered = { given: null };

async function judge(asked: Asked, state: string, syncs: LateSync): Promise<Answered> {
  const host = HOSTS.find((each) => each === asked.host);
  const caller = host === undefined ? null : callerOf(asked.pid, asked.nonce);
  if (host === undefined || caller === null) return LEFT;
  const hung = setTimeout(() => process.exit(1), HUNG_MS);
  try {
    standIn(caller);
    if (mindAt({ env: caller.env }).state !== state) return LEFT;
    const dialect = DIALECTS[host];
    const reading = readInput(dialect, asked.text, asked.event);
    if (reading.kind === "unreadable" || reading.input.kind !== "before-call") return LEFT;
    const { input } = reading;
    let synced: Promise<void> | undefined;
    const verdict = await beforeCall({
      host,
      dialect,
      input,
      session: sessionIdFor(host, input.session),
      limitMs: SHORT_MS,
      parent: caller.pid,
      shared: true,
      later: (file) => {
        synced = syncs(file);
        synced.catch(() => undefined);
      },
    });
    return { given: answer(dialect.answerCall(verdict, input.event)), synced };
  } catch {
    // The hook meets the same trouble, or none; what it says about it is what the host hears.
    return LEFT;
  } finally {
    clearTimeout(hung);
    process.chdir("/");
  }
}

async function isWanted(text: string | null, file: string): Promise<boolean> {
  if (text === null) return true;
  try {
    return (await readConfig(text, file)).gate.resident === "on";
  } catch {
    // A config.yaml that cannot be read refuses calls, and the hook says why.
    return false;
  }
}

/** Before the first call comes, and before an upgrade could mix two builds. */
async function loadAll(): Promise<void> {
  await Promise.all([
    loadJudging(),
    import("../../hostSessions/settleInHost.ts"),
    import("../person/firstUse.ts"),
    import("./ownTools.ts"),
    import("../../hostSessions/keepOverwritten.ts"),
  ]);
}

/**
 * Whether what this program was loaded from lies on disk as it did: its folder, looked at for each call, and its files. What happens
 * in the folder the kernel tells before it tells of a call that came later; where it tells nothing, each file is looked at.
 */
function programFiles(): (isThorough?: boolean) => boolean {
  const folder = dirname(process.argv[1] ?? "");
  const paths = readdirSync(folder).flatMap((name) => (name.startsWith("hook") ? [join(folder, name)] : []));
  const factsOf = (path: string) => statSync(path, { throwIfNoEntry: false });
  const [place, files] = [factsOf(folder), paths.map(factsOf)];
  let when: "told" | "now" | "always" = "always";
  try {
    watch(folder, { persistent: false }, () => (when = when === "told" ? "now" : when)).on("error", () => (when = "always"));
    when = "told";
  } catch {
    // No more watches for this person.
  }
  return (isThorough = false) => {
    if (!isSameFile(place, factsOf(folder))) return false;
    if (when === "told" && !isThorough) return true;
    if (when === "now") when = "told";
    return paths.every((path, at) => isSameFile(files[at], factsOf(path)));
  };
}

function secret(): string {
  return randomBytes(24).toString("hex");
}
