// Issue 20: the gate that stays answers what the hook in Node answers, or leaves the call to it. Whatever happens to the gate, to
// its file or to its port, a call that Node refuses is refused.

import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  chmodSync,
  mkdirSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { VERDICT_LOG } from "../../src/gate/settling.ts";
import { systemRandom } from "../../src/mind/machine.ts";
import { openFiles } from "../../src/store/index.ts";
import { NATIVE_FILE } from "../../src/hosts/client/native.ts";
import { textOfGate, startOf, waitWithNext } from "../../src/hosts/resident/gateFile.ts";
import { hasTerminal } from "../kit.ts";
import { callAtTerminal } from "./atTerminal.ts";
import { type Answer, type GateRig, isGate, NODE, openGateRig, until } from "./gateRig.ts";
import { CALLS } from "./hookKit.ts";

const isPossible = process.platform === "linux" && process.env["CODICIL_FROM_SOURCE"] !== "1" && existsSync("/bin/bash");
const FORCED = "git push --force origin main";
/** Six calls in the words of each host; `npm run test:fault` asks 510. */
const ROWS =
  process.env["CODICIL_FAULT"] === "full" ? { "gate.jsonl": 300, "gate-own.jsonl": 210 } : { "gate.jsonl": 25, "gate-own.jsonl": 17 };

const HAS_STRACE = spawnSync("strace", ["-e", "inject=none:signal=KILL:when=1", "true"], { stdio: "ignore" }).status === 0;
const STRIDE = process.env["CODICIL_FAULT"] === "full" ? 1 : 60;

/** Has begun when this returns. */
async function trace(pid: number, options: readonly string[]): Promise<{ end(): Promise<unknown> }> {
  const tracer = spawn("strace", ["-p", String(pid), ...options], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((resolve) => tracer.once("close", resolve));
  await new Promise((resolve) => tracer.stderr.once("data", resolve));
  return { end: () => (tracer.kill("SIGINT"), ended) };
}

/** Each system call of a log, as what ends the process there: its name and its how-manieth it is. */
function placesIn(log: string): string[] {
  const counts = new Map<string, number>();
  return [...log.matchAll(/^(\w+)\(/gm)].map(([, name = ""]) => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return `${name}:signal=KILL:when=${counts.get(name)}`;
  });
}

function rowsOf(name: string, count: number): string[] {
  const rows = readFileSync(new URL(`../corpora/${name}`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { cmd: string }).cmd);
  return Array.from({ length: count }, (_, index) => rows[Math.floor((index * rows.length) / count)] ?? "");
}

/** Two at a time, each in its place. */
async function each<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const hand = async () => {
    for (let at = next++; at < items.length; at = next++) await work(items[at] as T, at);
  };
  await Promise.all([hand(), hand(), hand()]);
}

/** On a busy machine it may have been late, and gone since. */
async function askGate(
  rig: GateRig,
  command: string,
  way: { readonly host: string; readonly session: string; readonly client: string },
): Promise<Answer> {
  const answer = await rig.alone(command, way);
  if (answer.out !== NODE.out) return answer;
  await rig.ready();
  return rig.alone(command, { ...way, session: `${way.session}-again` });
}

/** The hook is ended after nine seconds of the clock, which a starved machine can take for its start: that is no verdict to compare. */
async function askNode(rig: GateRig, command: string, way: { readonly host: string; readonly session: string }): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await rig.warm(command, { ...way, session: `${way.session}-${tries}` });
    if (tries === 5 || !/did not (?:reach a|come to a) verdict in time/.test(answer.err)) return answer;
  }
}

const residentKb = (pid: number) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);

const isRefusal = ({ code, out }: Answer) => code === 2 || out.includes('"deny"');

describe.skipIf(!isPossible)("the gate that stays", () => {
  it(
    "answers calls of the corpora, in the words of seven hosts, as the hook in Node does, in less than 80 MB",
    { timeout: 900_000 },
    async () => {
      const rig = openGateRig();
      await rig.ready();
      const commands = Object.entries(ROWS).flatMap(([name, count]) => rowsOf(name, count));
      const differing: string[] = [];
      let [answered, denied] = [0, 0];
      const hosts = Object.keys(CALLS);
      await each(commands, async (command, index) => {
        const host = hosts[index % hosts.length] ?? "claude";
        // A call that passed before is asked about by both ways round.
        const both = [
          () => askNode(rig, command, { host, session: `n${index}` }),
          () => askGate(rig, command, { host, session: `r${index}`, client: rig.clients[index % rig.clients.length] as string }),
        ];
        const answers: Answer[] = [];
        for (const ask of index % 2 === 0 ? both : both.toReversed()) answers.push(await ask());
        const [node, gate] = index % 2 === 0 ? answers : answers.toReversed();
        if (gate?.out !== NODE.out) answered++;
        if (gate !== undefined && isRefusal(gate) && gate.out !== NODE.out) denied++;
        if (gate?.out !== NODE.out && JSON.stringify(node) !== JSON.stringify(gate))
          differing.push(`${host} ${command}\n  ${JSON.stringify(node)}\n  ${JSON.stringify(gate)}`);
      });
      expect(differing).toEqual([]);
      expect(answered).toBeGreaterThan(commands.length * 0.96);
      expect(denied).toBeGreaterThan(commands.length * 0.2);
      const pid = await rig.ready();
      expect(residentKb(pid)).toBeLessThan(80_000);
      expect(isGate(pid)).toBe(true);
    },
  );

  it("does not grow with what it denies: one process, less than 80 MB after 80 denials", { timeout: 300_000 }, async () => {
    const rig = openGateRig();
    const pid = await rig.ready();
    const branches = Array.from({ length: 80 }, (_, at) => `${FORCED}${at}`);
    await each(branches, async (command, at) => {
      expect((await askGate(rig, command, { host: "claude", session: `d${at}`, client: rig.clients.at(-1) as string })).out).toContain(
        '"deny"',
      );
    });
    expect(await rig.ready()).toBe(pid);
    expect(residentKb(pid)).toBeLessThan(80_000);
  });

  it(
    "#20 starts again when it had to compile the program, and once only: what compiling took would stay",
    { timeout: 180_000 },
    async () => {
      const rig = openGateRig();
      const isAgain = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, "utf8").endsWith("\0--gate\0again\0");
      const endOf = async (pid: number) => {
        process.kill(pid, "SIGKILL");
        rmSync(rig.file);
        await until(() => !isGate(pid));
      };
      const compiled = await rig.ready();
      expect(isAgain(compiled)).toBe(true);
      // 68 MB where the process that compiled stayed.
      expect(residentKb(compiled)).toBeLessThan(65_000);
      await endOf(compiled);
      const found = await rig.ready();
      expect(isAgain(found)).toBe(false);
      await endOf(found);
      // Nothing can be kept: it compiles each time, and stays all the same.
      expect(isAgain(await rig.ready({ NODE_DISABLE_COMPILE_CACHE: "1" }))).toBe(true);
    },
  );

  it(
    "#20 may use the processor as long as whoever started the launcher, not only as long as a hook may",
    { timeout: 180_000 },
    async () => {
      const timeOf = (pid: number | "self") => /^Max cpu time +(\S+) +(\S+)/m.exec(readFileSync(`/proc/${pid}/limits`, "utf8"))?.slice(1);
      const rig = openGateRig();
      expect(timeOf(await rig.ready())).toEqual(timeOf("self"));
      // The hook itself: what it starts with nothing of its own has nine seconds.
      const look = rig.world.write(
        "look.cjs",
        `const fs = require("node:fs"); fs.writeFileSync(${JSON.stringify(join(rig.world.root, "limits"))}, fs.readFileSync("/proc/self/limits"));\n`,
      );
      await rig.node("git status", { env: { NODE_OPTIONS: `--require ${look}` } });
      expect(rig.world.read("limits")).toMatch(/^Max cpu time +9 /m);
    },
  );

  it("#20 is followed by another when it grew, and no call is left to Node meanwhile", { timeout: 180_000 }, async () => {
    const rig = openGateRig();
    const large = rig.world.write("large.cjs", 'if (process.argv.includes("--gate")) globalThis.large = Buffer.alloc(60_000_000, 1);\n');
    const pid = await rig.ready({ NODE_OPTIONS: `--require ${large}` });
    expect(residentKb(pid)).toBeGreaterThan(80_000);
    const client = rig.clients.at(-1) as string;
    const leftToNode: number[] = [];
    const ask = async (session: string) => {
      for (let number = 0; isGate(pid); number++)
        if ((await rig.alone("git status", { client, session })).out === NODE.out) leftToNode.push(number);
    };
    await Promise.all(["one", "two", "three"].map(ask));
    expect(leftToNode).toEqual([]);
    expect((await rig.alone(FORCED, { client })).out).toContain('"deny"');
  });

  it("is killed at any moment of a call: the verdict is Node's, or a refusal", { timeout: 600_000 }, async () => {
    const rig = openGateRig();
    const wanted = await rig.node(FORCED, { session: "once" });
    for (let round = 0; round < 6; round++) {
      const pid = await rig.ready();
      const asked = rig.ask(FORCED, { session: `k${round}` });
      await wait(round * 6);
      if (isGate(pid)) process.kill(pid, "SIGKILL");
      const answer = await asked;
      expect(answer.code === 2 || answer.out === wanted.out, JSON.stringify(answer)).toBe(true);
      rmSync(rig.file, { force: true });
    }
  });

  // strace ends it at a system call that it was seen to make: a few of them here, each one with `npm run test:fault`.
  it.skipIf(!HAS_STRACE)(
    "is killed at a system call of a call that is denied: a refusal, or nothing before the answer",
    { timeout: 7_200_000 },
    async () => {
      const rig = openGateRig();
      const log = join(rig.world.root, "strace.txt");
      const traced = async (session: string, options: readonly string[]) => {
        const pid = await rig.ready();
        // What only a first denial does is done before.
        await rig.alone(FORCED, { session: `${session}-before` });
        const tracer = await trace(pid, ["-o", log, ...options]);
        const answer = await rig.alone(FORCED, { session });
        const isAlive = isGate(pid);
        await tracer.end();
        if (isGate(pid)) process.kill(pid, "SIGKILL");
        rmSync(rig.file, { force: true });
        return { ...answer, isAlive };
      };
      // A client that finds it stopped by its tracer does not ask: that is no try.
      const tried = async (session: string, options: readonly string[]) => {
        for (let tries = 0; ; tries++) {
          const answer = await traced(`${session}-${tries}`, options);
          if (!answer.isAlive || answer.out !== NODE.out || tries === 20) return answer;
        }
      };
      const seen = await tried("seen", []);
      expect(seen.isAlive && isRefusal(seen)).toBe(true);
      const places = placesIn(readFileSync(log, "utf8"));
      expect(places.length).toBeGreaterThan(100);
      let deaths = 0;
      for (let at = 0; at < places.length; at += STRIDE) {
        const place = places[at] as string;
        const answer = await tried(`at-${at}`, ["-e", `inject=${place}`]);
        expect(isRefusal(answer), `${place}: ${JSON.stringify(answer)}`).toBe(true);
        if (!answer.isAlive) deaths++;
      }
      expect(deaths).toBeGreaterThan(places.length / STRIDE / 3);
    },
  );

  it("is stopped: the call is judged by Node, before and in the middle of it", { timeout: 180_000 }, async () => {
    const rig = openGateRig();
    const pid = await rig.ready();
    process.kill(pid, "SIGSTOP");
    expect(await rig.alone("git status")).toEqual(NODE);
    expect((await rig.ask(FORCED)).out).toContain('"deny"');
    expect(await rig.ask("git status")).toEqual({ code: 0, out: "", err: "" });
    process.kill(pid, "SIGCONT");
  });

  it("never answers by a policy that is not the one on disk", { timeout: 180_000 }, async () => {
    const rig = openGateRig();
    await rig.ready();
    expect((await rig.alone("terraform destroy")).out).not.toContain("Never run");
    rig.world.write("project/AGENTS.md", "# Rules\n\n- Never run `terraform destroy`.\n");
    expect(await rig.alone("terraform destroy")).toEqual(NODE);
    expect((await rig.ask("terraform destroy")).out).toContain("Never run");
    expect((await rig.alone("terraform destroy")).out).toContain("Never run");
    expect((await rig.alone(FORCED)).out).not.toContain("AGENTS.md");
  });

  it("#20 sees at the next call that a file of rules is there, is gone, or is another one", { timeout: 180_000 }, async () => {
    const rig = openGateRig();
    await rig.ready();
    const { world } = rig;
    const bans = "- Never run `terraform destroy`.\n";
    const changes: readonly (() => void)[] = [
      () => world.write("project/CLAUDE.md", bans),
      () => rmSync(join(world.project, "CLAUDE.md")),
      () => world.write("project/.claude/rules/one,two.md", bans),
      () => renameSync(join(world.project, ".claude"), join(world.project, ".kept")),
      () => symlinkSync(".kept", join(world.project, ".claude")),
      () => rmSync(join(world.project, ".claude")),
      () => world.write("home/AGENTS.md", bans),
    ];
    let session = 0;
    const answers: string[] = [];
    const asked = (how: "alone" | "node") => rig[how]("terraform destroy", { session: `c${session++}` });
    for (const change of changes) {
      for (let times = 0; times < 3; times++) await asked("alone");
      change();
      const [first, right] = [await asked("alone"), await asked("node")];
      expect([NODE, right]).toContainEqual(first);
      expect(await asked("alone")).toEqual(right);
      answers.push(/Never run/.test(right.out) ? "banned" : "not");
    }
    expect(answers).toEqual(["banned", "not", "banned", "not", "banned", "not", "banned"]);
  });

  it(
    "#20 remembers a call that passed, keeps it on disk the second time, and judges it again when the disk changes",
    { timeout: 180_000 },
    async () => {
      const rig = openGateRig();
      await rig.ready();
      const command = "echo x >> notes/log.txt";
      const kept = () => rig.world.names("state/cache/passed").length;
      const before = kept();
      for (const more of [0, 1, 1]) {
        expect(await rig.alone(command)).toEqual({ code: 0, out: "", err: "" });
        expect(kept() - before).toBe(more);
      }
      mkdirSync(join(rig.world.project, "notes"));
      symlinkSync(join(rig.world.project, "AGENTS.md"), join(rig.world.project, "notes/log.txt"));
      expect((await rig.alone(command)).out).toContain('"deny"');
      rmSync(join(rig.world.project, "notes"), { recursive: true });
      expect((await rig.alone(command)).out).toBe("");
    },
  );

  it("leaves to Node what it cannot read as Node would: a NUL, a long event, nothing, another event", { timeout: 180_000 }, async () => {
    const rig = openGateRig();
    await rig.ready();
    const call = JSON.stringify({ session_id: "s", cwd: rig.world.project, tool_name: "Bash", tool_input: { command: "git status" } });
    const inputs: readonly (string | Buffer)[] = [
      `${call}\0`,
      call.replace("git", "g\0it"),
      call.replace("git status", `echo ${"x".repeat(20_000)}`),
      call.replace("git status", `git push --force ${"x".repeat(20_000)}`),
      call.replace("git status", `git push --force ${"x".repeat(90_000)}`),
      "",
      "{",
      Buffer.from([0xff, 0xfe, 0x7b]),
    ];
    for (const input of inputs) {
      // The client in C reads longer events than bash, and the gate answers them.
      const isLong = String(input).length > 8192 && String(input).length < 60_000;
      for (const [index, client] of rig.clients.entries())
        if (index === 0 || !isLong) expect(await rig.alone("", { input, client })).toEqual(NODE);
      expect(await rig.ask("", { input })).toEqual(await rig.node("", { input }));
    }
  });

  it("leaves a call to Node while the verdict log is locked, and Node waits for it a second and more", { timeout: 180_000 }, async () => {
    const rig = openGateRig();
    await rig.ready();
    const { home, state, project } = rig.world;
    const store = openFiles({ home, state, project, random: systemRandom });
    let asked: Promise<Answer> | undefined;
    await store.lock(`log ${VERDICT_LOG}`, async () => {
      expect(await rig.alone(FORCED)).toEqual(NODE);
      asked = rig.ask(FORCED, { session: "locked" });
      await wait(1500);
    });
    expect((await asked)?.out).toContain("Never run");
    expect(readFileSync(join(state, "decisions", "verdicts.jsonl"), "utf8").match(/host_claude_locked/g)).toHaveLength(1);
  });

  it("judges with its caller's environment and directory, and keeps none of it", { timeout: 180_000 }, async () => {
    const rig = openGateRig();
    const pid = await rig.ready();
    const secret = "hunter2-9f8e7d6c5b4a";
    const denied = await rig.alone(`git push --force https://me:${secret}@example.org/x`, { env: { DEPLOY_PASSWORD: secret } });
    expect(denied.out).toContain('"deny"');
    const log = readdirSync(join(rig.world.state, "decisions"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.includes("verdicts"))
      .map((name) => join(rig.world.state, "decisions", name))
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path, "utf8"))
      .join("");
    expect(log).toContain("git push --force");
    expect(log).not.toContain(secret);
    // How many threads sync for it is no caller's to say.
    await rig.alone(FORCED, { env: { UV_THREADPOOL_SIZE: "64" } });
    expect(Number(/Threads:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])).toBeLessThan(20);
    // Another mind: it protects its own home, and rules of its own are not compiled yet.
    const elsewhere = { env: { CODICIL_HOME: join(rig.world.root, "elsewhere") } };
    const cut = `cat /dev/null > ${join(rig.world.root, "elsewhere/SOUL.md")}`;
    for (let again = 0; again < 2; again++) await rig.alone(cut);
    expect((await rig.alone(cut, elsewhere)).out).toContain('"deny"');
    rig.world.write("elsewhere/AGENTS.md", "- Never run `terraform`.\n");
    expect(await rig.alone("git status", elsewhere)).toEqual(NODE);
  });

  it.skipIf(!hasTerminal)(
    "sees who sits before the host as the hook does: a person, nobody, an agent's own call",
    { timeout: 180_000 },
    async () => {
      const rig = openGateRig();
      rig.world.write("project/AGENTS.md", "# Rules\n\nNever run `make deploy`.\n\n## Release\n\n```sh\nmake deploy\n```\n");
      await rig.ready();
      const hook = `CODICIL_NONCE=$(cat /proc/sys/kernel/random/uuid) bash ${join(rig.world.root, "apart/codicil-gate")} ${rig.program()}`;
      const ways = [{}, { oneAnswer: true }, { byAgent: true }, { mode: "dontAsk" }];
      const answers = ways.map((way, index) => {
        const call = { command: "make deploy", ...way };
        const gate = callAtTerminal(rig.world, "claude", { ...call, session: `g${index}`, hook });
        expect(gate).toEqual(callAtTerminal(rig.world, "claude", { ...call, session: `h${index}` }));
        return gate.decision;
      });
      expect(answers).toEqual(["ask", null, null, null]);
    },
  );

  const NOTHING = "000000";
  const hostile: readonly (readonly [
    how: string,
    answer: (socket: Socket, line: string, secrets: { seal: string; nonce: string }) => void,
  ])[] = [
    ["says nothing", () => undefined],
    ["hangs up", (socket) => socket.destroy()],
    ["repeats what it hears", (socket, line) => socket.write(line)],
    ["does not know the seal", (socket, _line, { nonce }) => socket.write(`${"0".repeat(48)} ${nonce} 0 ${NOTHING} ${NOTHING}`)],
    [
      "seals another call",
      (socket, _line, { seal }) => socket.write(`${seal} 00000000-0000-0000-0000-000000000000 0 ${NOTHING} ${NOTHING}`),
    ],
    ["promises more than it sends", (socket, _line, { seal, nonce }) => socket.end(`${seal} ${nonce} 0 000900 ${NOTHING}{}`)],
    ["sends half an answer", (socket, _line, { seal, nonce }) => socket.end(`${seal} ${nonce} 0 0`)],
    ["sends a code that is none", (socket, _line, { seal, nonce }) => socket.write(`${seal} ${nonce} 1 ${NOTHING} ${NOTHING}`)],
    ["sends a length that is none", (socket, _line, { seal, nonce }) => socket.write(`${seal} ${nonce} 0 0x0000 ${NOTHING}`)],
  ];

  it("whoever has its port and says nothing, repeats, forges or breaks off decides nothing", { timeout: 600_000 }, async () => {
    const rig = openGateRig();
    // The rules are compiled once, and no gate is started between two of them.
    await rig.node(FORCED);
    waitWithNext(rig.world.state, 600_000);
    for (const [how, answerTo] of hostile) {
      const heard: string[] = [];
      const { close, put } = await impostor(rig, heard, answerTo);
      for (const client of rig.clients) {
        put();
        expect(await rig.alone(FORCED, { client }), how).toEqual(NODE);
        // Who answers wrongly is not asked again; who is only late is.
        expect(existsSync(rig.file), how).toBe(how === "says nothing");
      }
      put();
      expect((await rig.ask(FORCED)).out, how).toContain('"deny"');
      expect(heard.join(""), how).toContain("push");
      close();
    }
  });

  it(
    "a client in C that cannot be started leaves the call to the one in bash, and one that dies refuses it",
    { timeout: 180_000 },
    async () => {
      const rig = openGateRig();
      await rig.ready();
      const native = join(rig.world.state, "bin", NATIVE_FILE);
      mkdirSync(dirname(native), { recursive: true });
      for (const [text, denial] of [
        ["#!/nowhere/at/all\n", '"deny"'],
        ["#!/bin/sh\nkill -9 $$\n", "its client ended with 137"],
      ] as const) {
        rmSync(native, { force: true });
        writeFileSync(native, text, { mode: 0o700 });
        const { out, err, code } = await rig.ask(FORCED);
        expect(`${out}${err}`).toContain(denial);
        expect(code === 2 || out.includes('"deny"')).toBe(true);
      }
    },
  );

  it("whoever got its port when it was gone is told nothing", { timeout: 180_000 }, async () => {
    const rig = openGateRig();
    const pid = await rig.ready();
    const heard: string[] = [];
    const { close, put } = await impostor(rig, heard, () => undefined);
    const gone = { pid, started: startOf(pid) ?? "" };
    process.kill(pid, "SIGKILL");
    await until(() => !isGate(pid));
    // Its number and its start; another start of a process that is there; one that is there and stopped.
    const stopped = spawn("sleep", ["600"]);
    process.kill(stopped.pid ?? 0, "SIGSTOP");
    const others = [gone, { pid: process.pid, started: "1" }, { pid: stopped.pid ?? 0, started: startOf(stopped.pid ?? 0) ?? "" }];
    for (const other of others) {
      put(other);
      for (const client of rig.clients) expect(await rig.alone(FORCED, { client })).toEqual(NODE);
    }
    expect(heard).toEqual([]);
    stopped.kill("SIGKILL");
    close();
  });

  it("a client that did not look at the seal would be fooled", { timeout: 180_000 }, async () => {
    const rig = openGateRig();
    const { close, put } = await impostor(rig, [], (socket) => socket.write(`${"x".repeat(48)} ${"y".repeat(36)} 0 ${NOTHING} ${NOTHING}`));
    put();
    const client = join(rig.world.root, "apart/careless");
    const whole = readFileSync(join(rig.world.root, "apart/codicil-gate"), "utf8");
    writeFileSync(client, whole.replace('[ "${head:0:${#bound}}" = "$bound" ]', "true"));
    expect(await rig.alone(FORCED, { client })).toEqual({ code: 0, out: "", err: "" });
    close();
  });

  it(
    "ends and leaves the call to Node when its file is another's or open to others, or its program or config.yaml changed",
    { timeout: 300_000 },
    async () => {
      const rig = openGateRig();
      const changes: readonly (() => void)[] = [
        () => chmodSync(rig.file, 0o644),
        () => utimesSync(join(dirname(rig.program()), "hookCore.cjs"), new Date(0), new Date(0)),
        () => rig.world.write("home/last-word/config.yaml", "guard_mode: block\n"),
      ];
      for (const change of changes) {
        const pid = await rig.ready();
        change();
        expect(await rig.alone("git status")).toEqual(NODE);
        await until(() => !isGate(pid));
        // Another one may be started at once.
        expect(existsSync(join(dirname(rig.file), "next"))).toBe(false);
      }
      const pid = await rig.ready();
      // Another version's launcher does not speak to it.
      writeFileSync(rig.file, readFileSync(rig.file, "utf8").replace("/hook.cjs", "/other/hook.cjs"));
      expect(await rig.alone("git status")).toEqual(NODE);
      await until(() => !isGate(pid));
    },
  );

  it(
    "is not started where its folder cannot be made, and a state that cannot be written refuses as with Node",
    { timeout: 180_000 },
    async () => {
      const rig = openGateRig();
      rig.world.write("state/resident", "");
      expect(await rig.ask("git status")).toEqual({ code: 0, out: "", err: "" });
      expect((await rig.ask(FORCED)).out).toContain('"deny"');
      rmSync(join(rig.world.state, "resident"));
      await rig.ready();
      rmSync(join(rig.world.state, "decisions"), { recursive: true, force: true });
      rig.world.write("state/decisions", "");
      expect(await rig.alone(FORCED)).toEqual(NODE);
      const [one, other] = [await rig.ask(FORCED), await rig.node(FORCED)];
      expect(one).toEqual(other);
      expect(isRefusal(one)).toBe(true);
      rmSync(join(rig.world.state, "decisions"));
      mkdirSync(join(rig.world.state, "decisions"), { mode: 0o700 });
    },
  );

  it("ends by itself when nobody asks, and is not started where the person does not want it", { timeout: 180_000 }, async () => {
    const rig = openGateRig();
    const pid = await rig.ready({ CODICIL_RESIDENT_IDLE: "400" }).catch(() => 0);
    await until(() => !isGate(pid) && !existsSync(rig.file));
    rmSync(join(rig.world.state, "resident"), { recursive: true });
    await rig.node("git status");
    expect(existsSync(join(rig.world.state, "resident"))).toBe(false);
    rig.world.write("home/last-word/config.yaml", "gate: { resident: off }\n");
    await rig.ask("git status");
    // It looks at config.yaml, says when to look again, and ends.
    const next = join(rig.world.state, "resident/next");
    await until(() => Number(readFileSync(next, "utf8")) > Date.now() + 60_000);
    expect(existsSync(rig.file)).toBe(false);
  });
});

/** A program of the same person that got the port, and even the file; this very process, which is alive, or one that `put` names. */
async function impostor(
  rig: GateRig,
  heard: string[],
  answerTo: (socket: Socket, line: string, secrets: { seal: string; nonce: string }) => void,
) {
  const secrets = { hello: "1".repeat(48), seal: "3".repeat(48) };
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      heard.push(String(chunk));
      answerTo(socket, String(chunk), { seal: secrets.seal, nonce: String(chunk).split(" ")[1] ?? "" });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const put = ({ pid, started } = { pid: process.pid, started: startOf(process.pid) ?? "" }) => {
    mkdirSync(dirname(rig.file), { recursive: true, mode: 0o700 });
    writeFileSync(rig.file, textOfGate({ port, pid, started, program: rig.program(), ...secrets }), { mode: 0o600 });
  };
  return { put, close: () => server.close() };
}
