// The driver for PostgreSQL: the suite of every driver, and what only a database can do to a mind.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AppError, sha256 } from "../../src/base/index.ts";
import { type ChangeNotice, openShared, readAddress, type SentPen, type SharedStore } from "../../src/store/index.ts";
import { writerOf } from "../../src/store/write.ts";
import { freshMind, noPostgres, startPostgres, withPostgres } from "../postgres.ts";
import { describeStore } from "./conformance.ts";
import { AT_ONCE, bytes, home, random, state, text } from "./rig.ts";
import { SENT_CHECKS } from "./sentLogs.ts";

const DOC = home("MEMORY.md");
const LOG = state("ledger/memory.jsonl");

describe.skipIf(noPostgres !== null)(`PostgreSQL${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const server = withPostgres();
  const open = (mind: string, options: { mayMigrate?: boolean; machine?: string } = {}): Promise<SharedStore> =>
    openShared({ address: server().address(mind), random, machine: options.machine ?? "test", mayMigrate: options.mayMigrate ?? true });

  /** Runs `work` with stores that are closed afterwards whatever happens. */
  async function withStores<T>(stores: readonly SharedStore[], work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      for (const store of stores) await store.close();
    }
  }

  /** Ends every connection of a machine, as a network cut would. */
  const cut = (machine: string) =>
    server().sql`select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = ${`codicil ${machine}`}`;

  describeStore("PostgreSQL", async () => {
    const mind = freshMind();
    const [store, other] = [await open(mind), await open(mind, { machine: "other" })];
    return { store, other, cleanup: async () => void (await Promise.all([store.close(), other.close()])) };
  });

  describe("PostgreSQL keeps logs that are sent", () => {
    const sentOf = (store: SharedStore): SentPen => {
      const { sent } = writerOf(store);
      if (sent === undefined) throw new Error("no pen");
      return sent;
    };
    it.each(SENT_CHECKS)("$title", async ({ run }) => {
      const store = await open(freshMind());
      await withStores([store], () => run(store.sent, sentOf(store)));
    });

    // Negative control: each of these breaks one promise, and the checks must notice.
    const BROKEN: Readonly<
      Record<string, (sent: SharedStore["sent"], pen: SentPen) => { sent?: Partial<SharedStore["sent"]>; pen?: Partial<SentPen> }>
    > = {
      "a part goes behind whatever is there": (sent, pen) => ({
        pen: {
          send: async (key, part) => pen.send(key, { ...part, seen: (await sent.marks(key.kind, key.device)).get(key.name) ?? part.seen }),
        },
      }),
      "a part is read to the end of the log": (sent) => ({
        sent: { read: (log, part) => sent.read(log, { ...part, through: log.count }) },
      }),
      "an amended log keeps its hash": (sent) => ({
        sent: { named: async (kind, name) => (await sent.named(kind, name)).map((log) => ({ ...log, chain: "" })) },
      }),
      "the machines' logs are mixed": (sent) => ({
        sent: {
          list: (kind, options = {}) => sent.list(kind, options.limit === undefined ? {} : { limit: options.limit }),
          count: (kind) => sent.count(kind, { notOf: "" }),
        },
      }),
    };
    it.each(Object.entries(BROKEN))("negative control: the checks see that %s", async (_, breakIt) => {
      const failed: string[] = [];
      const passed: string[] = [];
      for (const { title, run } of SENT_CHECKS.toReversed()) {
        if (failed.length > 0 && passed.length > 0) break;
        const store = await open(freshMind());
        const broken = breakIt(store.sent, sentOf(store));
        await withStores([store], () => run({ ...store.sent, ...broken.sent }, { ...sentOf(store), ...broken.pen })).then(
          () => passed.push(title),
          () => failed.push(title),
        );
      }
      expect([failed.length > 0, passed.length > 0]).toEqual([true, true]);
    });
  });

  it("X26 a lock of one machine keeps another out, and is free when its holder's connection dies", async () => {
    const mind = freshMind();
    const [here, there] = [await open(mind, { machine: "here" }), await open(mind, { machine: "there" })];
    await withStores([here, there], async () => {
      const held = here.lock("USER.md", async () => {
        expect(await there.lock("user.MD", async () => "stolen", AT_ONCE)).toEqual({ kind: "busy" });
        expect(await there.lock("USER.md", async () => "stolen", { retries: 1, base: 20, cap: 20 })).toEqual({ kind: "busy" });
        await cut("here");
        return there.lock("USER.md", async () => "after", { retries: 3, base: 300, cap: 300 });
      });
      expect(await held).toEqual({ kind: "done", value: { kind: "done", value: "after" } });
    });
  });

  it("P3 whoever lost the lock with its connection writes and reads nothing more under it", async () => {
    const mind = freshMind();
    const [here, there] = [await open(mind, { machine: "fenced" }), await open(mind, { machine: "other" })];
    await withStores([here, there], async () => {
      await writerOf(here).write(DOC, bytes("one"), null);
      // At once, when nobody here knows of it yet; and later, when the library would have dialled again.
      for (const pause of [0, 200]) {
        const refused = await here.lock("MEMORY.md", async () => {
          await cut("fenced");
          await new Promise((resolve) => setTimeout(resolve, pause));
          const attempts = [
            () => here.lock("another, within the lost one", () => writerOf(here).append(LOG, ["late"])),
            () => writerOf(here).append(LOG, ["late"]),
            () => writerOf(here).commit({ place: DOC, expect: sha256("one"), bytes: bytes("late"), log: LOG, lines: ["late"] }),
            () => here.read(DOC),
          ];
          const codes: string[] = [];
          for (const attempt of attempts)
            codes.push(
              await attempt().then(
                () => "went through",
                (error: AppError) => error.code,
              ),
            );
          return codes;
        });
        expect(refused).toEqual({ kind: "done", value: Array(4).fill("STORE_DOWN") });
      }
      expect(text(await there.read(DOC))).toBe("one");
      expect((await there.readLog(LOG)).lines).toEqual([]);
      // Outside the lock the same store continues with another connection.
      await writerOf(here).append(LOG, ["next"]);
      expect((await there.readLog(LOG)).lines).toEqual(["next"]);
    });
  });

  it("P3 a write whose answer was lost is found out about: once if it happened, never later if it did not", async () => {
    const mind = freshMind();
    const store = await open(mind, { machine: "answerless" });
    await withStores([store], async () => {
      await writerOf(store).append(LOG, ["first"]);
      // The write waits for a row that somebody holds; then its connection dies, and only then the row is free.
      const held = server().sql.begin(async (sql) => {
        await sql.unsafe(`select * from codicil_${mind}.places for update`);
        const writing = writerOf(store).append(LOG, ["second"]);
        await new Promise((resolve) => setTimeout(resolve, 150));
        await cut("answerless");
        await new Promise((resolve) => setTimeout(resolve, 150));
        return { writing };
      });
      await (
        await held
      ).writing;
      expect((await store.readLog(LOG)).lines).toEqual(["first", "second"]);
      // And the other way: it happened, and the token says so to whoever asks.
      const [kept] = await server().sql.unsafe(`select token, outcome from codicil_${mind}.writes where outcome is not null limit 1`);
      const [asked] = await server().sql.unsafe(`select codicil_${mind}.outcome_of('${String(kept?.["token"])}') as done`);
      expect(asked?.["done"]).toEqual(kept?.["outcome"]);
      const never = "00000000-0000-4000-8000-000000000001";
      await server().sql.unsafe(`select codicil_${mind}.outcome_of('${never}')`);
      await expect(server().sql.unsafe(`select codicil_${mind}.append('${never}', null, 'state', 'x', '["late"]')`)).rejects.toThrow(
        /duplicate key/,
      );
    });
  });

  it("a change is told to every machine, also after its connection was lost", async () => {
    const mind = freshMind();
    const [here, there] = [await open(mind, { machine: "teller" }), await open(mind, { machine: "hearer" })];
    await withStores([here, there], async () => {
      await writerOf(here).write(DOC, bytes("zero"), null);
      const heard: ChangeNotice[] = [];
      const listening = await there.listen((notice) => heard.push(notice));
      const until = async (isThere: () => boolean) => {
        for (let tries = 0; !isThere() && tries < 200; tries++) await new Promise((resolve) => setTimeout(resolve, 20));
      };
      await writerOf(here).write(DOC, bytes("one"), sha256("zero"));
      await until(() => heard.some(({ version }) => version === sha256("one")));
      expect(heard.at(-1)).toEqual({ place: DOC, version: sha256("one"), by: "codicil teller" });
      heard.length = 0;
      await server().sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'codicil hearer listening'`;
      await until(() => heard.some(({ place }) => place === null));
      expect(heard).toContainEqual({ place: null, version: null, by: null });
      await writerOf(here).write(DOC, bytes("two"), sha256("one"));
      await until(() => heard.some(({ version }) => version === sha256("two")));
      expect(heard.some(({ version }) => version === sha256("two"))).toBe(true);
      await listening.close();
    });
  });

  describe("bad days", () => {
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => "no error",
        (error: AppError) => ({ code: error.code, hint: typeof error.hint, file: error.file?.includes("only-for-tests") }),
      );
    const coded = (code: string) => ({ code, hint: "string", file: false });

    it("no mind there, an older schema, a newer one: STORE_SCHEMA, and nothing is touched", async () => {
      const mind = freshMind();
      const stranger = await open(mind, { mayMigrate: false });
      expect(await codeOf(stranger.read(DOC))).toEqual(coded("STORE_SCHEMA"));
      const owner = await open(mind);
      await owner.read(DOC);
      expect(await stranger.read(DOC)).toBe(null);
      await server().sql.unsafe(`insert into codicil_${mind}.migrations (version) values (999)`);
      const [late, later] = [await open(mind, { mayMigrate: false }), await open(mind)];
      expect(await codeOf(late.read(DOC))).toEqual(coded("STORE_SCHEMA"));
      expect(await codeOf(later.read(DOC))).toEqual(coded("STORE_SCHEMA"));
      await server().sql.unsafe(`delete from codicil_${mind}.migrations; insert into codicil_${mind}.migrations (version) values (0)`);
      const old = await open(mind, { mayMigrate: false });
      expect(await codeOf(old.read(DOC))).toEqual(coded("STORE_SCHEMA"));
      for (const store of [stranger, owner, late, later, old]) await store.close();
    });

    it("two machines that make the same mind at once make one", async () => {
      const mind = freshMind();
      const stores = await Promise.all(Array.from({ length: 4 }, () => open(mind)));
      await withStores(stores, async () => {
        expect(await Promise.all(stores.map((store) => store.read(DOC)))).toEqual([null, null, null, null]);
      });
    });

    it("a database that takes no writes: READ_ONLY; one that is full: DISK_FULL; one that hangs: STORE_SLOW; nothing changes", async () => {
      const mind = freshMind();
      const store = await open(mind);
      await withStores([store], async () => {
        await writerOf(store).write(DOC, bytes("one"), null);
        const schema = `codicil_${mind}`;
        const tries = async (sqlBefore: string, sqlAfter: string) => {
          await server().sql.unsafe(sqlBefore);
          const fresh = await open(mind, { mayMigrate: false });
          const found = await codeOf(
            writerOf(fresh).commit({ place: DOC, expect: sha256("one"), bytes: bytes("two"), log: LOG, lines: ["two"] }),
          );
          await fresh.close();
          await server().sql.unsafe(sqlAfter);
          return found;
        };
        expect(
          await tries(
            "alter role owner set default_transaction_read_only = on",
            "set default_transaction_read_only = off; alter role owner reset default_transaction_read_only",
          ),
        ).toEqual(coded("READ_ONLY"));
        const failing = (code: string) =>
          `create function ${schema}.fail() returns trigger language plpgsql as $$ begin raise exception 'no space left on device' using errcode = '${code}'; end $$; create trigger fail before insert on ${schema}.lines execute function ${schema}.fail()`;
        const mended = `drop trigger fail on ${schema}.lines; drop function ${schema}.fail()`;
        expect(await tries(failing("53100"), mended)).toEqual(coded("DISK_FULL"));
        expect(await tries(failing("57014"), mended)).toEqual(coded("STORE_SLOW"));
        expect(text(await store.read(DOC))).toBe("one");
        expect((await store.readLog(LOG)).lines).toEqual([]);
      });
    });

    it("a wrong password: STORE_DENIED, without the password in the message", async () => {
      const store = await openShared({
        address: server().address("x", { user: "owner", password: "wrong-word" }),
        random,
        machine: "test",
      });
      const error = await store.read(DOC).then(
        () => null,
        (found: AppError) => found,
      );
      expect(error?.code).toBe("STORE_DENIED");
      expect(JSON.stringify(error)).not.toContain("wrong-word");
      await store.close();
    });

    it("down at the start, gone in the middle, back again: STORE_DOWN meanwhile, and nothing is lost", async () => {
      const own = await startPostgres();
      const store = await openShared({ address: own.address("m"), random, machine: "test", mayMigrate: true });
      try {
        await writerOf(store).append(LOG, ["kept"]);
        await own.stop();
        const starter = await openShared({ address: own.address("m"), random, machine: "test" });
        // Each tries for some seconds.
        const asked = [store.readLog(LOG), writerOf(store).append(LOG, ["lost"]), store.lock("x", async () => 1), starter.read(DOC)];
        expect(await Promise.all(asked.map(codeOf))).toEqual(asked.map(() => coded("STORE_DOWN")));
        await own.start();
        expect((await starter.readLog(LOG)).lines).toEqual(["kept"]);
        await writerOf(store).append(LOG, ["after"]);
        expect((await store.readLog(LOG)).lines).toEqual(["kept", "after"]);
        await starter.close();
      } finally {
        await store.close();
        await own.remove();
      }
    });
  });
});

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
const noTls = noPostgres ?? (hasOpenssl ? null : "openssl makes the certificate and is not there");

describe.skipIf(noTls !== null)(`TLS${noTls === null ? "" : ` (skipped: ${noTls})`}`, () => {
  it("a certificate that nobody trusts is refused, one of a named authority is not, and require asks no questions", async () => {
    const folder = mkdtempSync(join(tmpdir(), "codicil-tls-"));
    const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
    spawnSync("openssl", [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-days",
      "2",
      "-subj",
      "/CN=localhost",
      "-addext",
      "subjectAltName=DNS:localhost",
      "-keyout",
      key,
      "-out",
      cert,
    ]);
    // The server runs as another user where the tests are root's, and wants its key to itself.
    if (process.getuid?.() === 0) spawnSync("chown", ["-R", "postgres", folder]);
    const own = await startPostgres(["-c", "ssl=on", "-c", `ssl_cert_file=${cert}`, "-c", `ssl_key_file=${key}`]);
    const ask = async (options: string) => {
      const store = await openShared({
        address: `${own.address("tls").replace("127.0.0.1", "localhost")}&${options}`,
        random,
        machine: "tls",
        mayMigrate: true,
      });
      try {
        return await store.read(DOC).then(
          () => "read",
          (error: AppError) => error.code,
        );
      } finally {
        await store.close();
      }
    };
    try {
      expect(await ask("sslmode=verify-full")).toBe("STORE_DENIED");
      expect(await ask(`sslrootcert=${cert}`)).toBe("read");
      expect(await ask("sslmode=require")).toBe("read");
      const store = await openShared({
        address: `${own.address("tls").replace("127.0.0.1", "localhost")}&sslmode=require`,
        random,
        machine: "encrypted",
      });
      await store.read(DOC);
      const [row] =
        await own.sql`select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'codicil encrypted'`;
      expect(row?.["ssl"]).toBe(true);
      await store.close();
    } finally {
      await own.remove();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("the address of a mind in a database", () => {
  it("names host, database, mind and TLS; beyond this machine the certificate is checked unless a person says less", () => {
    expect(readAddress("postgres://ada:pw@db.example/agents?mind=team")).toEqual({
      host: "db.example",
      port: 5432,
      database: "agents",
      user: "ada",
      password: "pw",
      schema: "codicil_team",
      tls: { kind: "verified", root: null },
      pool: 6,
      shown: "postgres://ada@db.example/agents?mind=team",
    });
    expect(readAddress("postgres://db.example:6000/a?sslmode=require").tls).toEqual({ kind: "encrypted" });
    expect(readAddress("postgres://127.0.0.1/a").tls).toEqual({ kind: "off" });
    expect(readAddress("postgres://127.0.0.1/a?sslrootcert=/x/ca.pem").tls).toEqual({ kind: "verified", root: "/x/ca.pem" });
  });

  it.each([
    "mysql://x/y",
    "postgres://",
    "postgres://host",
    "postgres://host/a/b",
    "postgres://host/a?mind=A;drop",
    "postgres://host/a?options=-c%20x",
    "postgres://db.example/a?sslmode=disable",
    "postgres://host/a?pool=0",
    "postgres://host/a?sslmode=maybe",
  ])("%s is refused", (address) => {
    expect(() => readAddress(address)).toThrow(AppError);
  });
});
