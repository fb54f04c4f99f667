// One heartbeat for a mind, whatever the number of its machines: a job runs once, on one of them; whoever dies with it is
// followed by another; what fails three times is shown as failed.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { AppError, type Mind } from "codicil";
import { serve } from "../../src/daemon/index.ts";
import { queueJob, readJobs, workOff } from "../../src/runtime/index.ts";
import { bundledChild } from "../bundledChild.ts";
import { makeWorld, type World } from "../kit.ts";
import { freshMind, noPostgres, withPostgres } from "../postgres.ts";
import { makeMachines } from "./rig.ts";

const CHILD = new URL("children/worker.ts", import.meta.url);
const DAY = "distil 2026-11-14";
const done = async () => ({ cost: 0.25, result: "done" });
const states = async (mind: Mind) => (await readJobs(mind)).map(({ key, state, tries }) => ({ key, state, tries }));

/** Starts the job of that key on a machine, and kills the machine while it runs. */
async function dieInJob(machine: World, key: string): Promise<void> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", bundledChild(CHILD), machine.home, machine.state, machine.project, key],
    { env: machine.env, stdio: ["ignore", "pipe", "inherit"] },
  );
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.once("close", (code) => reject(new Error(`it ended with ${String(code)}`)));
  });
  const dead = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  await dead;
}

/** The dead machine's connection goes a moment after it. */
async function workPatiently(mind: Mind, run: Parameters<typeof workOff>[1]): ReturnType<typeof workOff> {
  for (let tries = 0; tries < 100; tries++) {
    const worked = await workOff(mind, run);
    if (worked !== "busy") return worked;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return "busy";
}

describe.skipIf(noPostgres !== null)(`jobs of a mind in common${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const server = withPostgres();
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  const machines = async (count: number) => {
    const mind = freshMind();
    const worlds = makeMachines(server(), mind, count);
    const minds = await Promise.all(worlds.map((world) => world.open()));
    return {
      mind,
      worlds,
      minds,
      a: minds[0] as Mind,
      b: minds[1] as Mind,
      rows: () => server().sql.unsafe(`select key, attempts, locked_by from jobs_of_codicil_${mind}.jobs`),
    };
  };

  it("OR-52 X26 three daemons on three homes: one beat a day", async () => {
    const { minds, a, rows } = await machines(3);
    const daemons = await Promise.all(
      minds.map((mind) => serve(mind, { port: 0, page: new Map(), workAfter: 10, env: {}, log: () => undefined })),
    );
    closing.push(...daemons.map((daemon) => () => daemon.stop()));
    await expect.poll(async () => (await readJobs(a)).map(({ state }) => state), { timeout: 30_000 }).toEqual(["done"]);
    await Promise.all(closing.splice(0).map((stop) => stop()));
    // Each of them beat, or found another at it; and a fourth who comes later finds nothing to do.
    expect((await states(a)).map(({ tries }) => tries)).toEqual([1]);
    expect(await workOff(a, done)).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it("a job runs once on one of two machines that begin at once, and its account is the same on both", async () => {
    const { a, b, minds } = await machines(2);
    expect([await queueJob(a, DAY), await queueJob(b, DAY)]).toEqual([true, false]);
    let runs = 0;
    const run = async () => {
      runs++;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return done();
    };
    const outcomes = await Promise.all(minds.map((mind) => workOff(mind, run)));
    expect(runs).toBe(1);
    expect(outcomes.filter((outcome) => outcome === "busy" || outcome.length === 0)).toHaveLength(1);
    for (const mind of minds)
      expect(await readJobs(mind)).toMatchObject([{ key: DAY, state: "done", tries: 1, cost: 0.25, result: "done" }]);
  });

  it("a machine that is killed in the middle of a job: another one finishes it, once", async () => {
    const { worlds, b, rows } = await machines(2);
    await dieInJob(worlds[0] as World, DAY);
    expect(await rows()).toMatchObject([{ key: DAY, attempts: 1, locked_by: expect.any(String) as string }]);
    expect(await workPatiently(b, done)).toEqual([{ key: DAY, outcome: { kind: "done", result: "done" } }]);
    expect(await states(b)).toEqual([{ key: DAY, state: "done", tries: 2 }]);
    expect(await rows()).toEqual([]);
    expect(await workOff(b, done)).toEqual([]);
  });

  it("a job that three machines died of is given up, and shown as failed", async () => {
    const { worlds, b } = await machines(2);
    for (let count = 0; count < 3; count++) {
      await dieInJob(worlds[count % 2] as World, DAY);
      await expect
        .poll(() => server().sql`select count(*)::int as n from pg_locks where locktype = 'advisory'`.then(([row]) => row?.["n"] as number))
        .toBe(0);
    }
    expect(await workOff(b, done)).toEqual([{ key: DAY, outcome: { kind: "failed", why: "it was begun 3 times and never finished" } }]);
    expect(await states(b)).toEqual([{ key: DAY, state: "failed", tries: 3 }]);
    expect(await workOff(b, done)).toEqual([]);
  });

  it("a job that fails is tried three times in all, and holds up no other", async () => {
    const { a, b, rows } = await machines(2);
    const run = async (key: string) => {
      if (key === DAY) throw new AppError("IO", "the model is away");
      return done();
    };
    await queueJob(a, DAY);
    await queueJob(a, "other");
    const failed = { key: DAY, outcome: { kind: "failed", why: "IO: the model is away" } };
    expect(await workOff(a, run)).toEqual([failed, { key: "other", outcome: { kind: "done", result: "done" } }]);
    expect(await workOff(b, run)).toEqual([failed]);
    expect((await states(b)).map(({ state }) => state)).toEqual(["queued", "done"]);
    expect(await workOff(a, run)).toEqual([failed]);
    expect((await states(b)).map(({ state }) => state)).toEqual(["failed", "done"]);
    expect(await workOff(a, done)).toEqual([]);
    expect(await rows()).toMatchObject([{ key: DAY, attempts: 3, locked_by: null }]);
  });

  it("a connection that is lost in the middle of a job: the job is not done twice", async () => {
    const { a, b } = await machines(2);
    await queueJob(a, DAY);
    const cut = workOff(a, async () => {
      await server().sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`;
      return done();
    });
    await expect(cut).rejects.toMatchObject({ code: "STORE_DOWN" });
    expect(await workPatiently(b, done)).toEqual([{ key: DAY, outcome: { kind: "done", result: "done" } }]);
    expect((await states(a)).map(({ state }) => state)).toEqual(["done"]);
  });

  it("a reader's and a contributor's machine do not work jobs and say so; a maintainer's does", async () => {
    const { mind } = await machines(1);
    for (const role of ["reader", "contributor", "maintainer"]) {
      const user = `${role}_${mind}`;
      await server().sql.unsafe(`create role ${user} login password 'word'; grant codicil_${mind}_${role} to ${user}`);
      const machine = makeWorld();
      expect(machine.run(["move", "--to", server().address(mind, { user, password: "word" })]).code).toBe(0);
      const beat = machine.run(["heartbeat", "--json"]);
      if (role === "maintainer")
        expect(beat.json<{ worked: { outcome: { kind: string } }[] }>().worked.map(({ outcome }) => outcome.kind)).toEqual(["done"]);
      else
        expect(beat.json<{ error: { code: string; message: string } }>().error).toMatchObject({
          code: "STORE_DENIED",
          message: "this login may not work the jobs of this mind",
        });
      // Nor by hand.
      const sql = server().address(undefined, { user, password: "word" });
      const { default: postgres } = await import("postgres");
      const login = postgres(sql, { max: 1, onnotice: () => undefined });
      const tried = await login.unsafe(`select count(*) from jobs_of_codicil_${mind}.jobs`).then(
        () => "seen",
        (error: { code: string }) => error.code,
      );
      expect(tried).toBe(role === "maintainer" ? "seen" : "42501");
      await login.end({ timeout: 0 });
    }
  });

  it("the queue's schema is the one of the library that is installed: a newer one needs a further step in MIGRATIONS", async () => {
    const mind = freshMind();
    makeMachines(server(), mind, 1);
    const [row] = await server().sql.unsafe(`select max(id) as newest from jobs_of_codicil_${mind}.migrations`);
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.resolve("graphile-worker")), "utf8")) as {
      version: string;
    };
    expect({ version, newest: row?.["newest"] as number }).toEqual({ version: "0.18.0", newest: 20 });
  });

  it("a repository with settings for the queue's library runs nothing of its own here", async () => {
    const [machine] = makeMachines(server(), freshMind(), 1) as [World];
    const trap = 'require("node:fs").writeFileSync(require("node:path").join(__dirname, "sprung"), ""); module.exports = {};';
    machine.write("project/.graphile-workerrc.cjs", trap);
    machine.write("project/.graphile-workerrc.js", trap);
    expect(machine.run(["heartbeat", "--json"]).code).toBe(0);
    expect(existsSync(join(machine.project, "sprung"))).toBe(false);
    // Negative control: the library by itself steps into it.
    spawnSync(process.execPath, ["--input-type=module", "-e", `await import(${JSON.stringify(import.meta.resolve("graphile-worker"))})`], {
      cwd: machine.project,
    });
    expect(existsSync(join(machine.project, "sprung"))).toBe(true);
  });
});
