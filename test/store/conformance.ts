// What every driver must do. The checks are plain functions, so that a broken driver can be shown to fail them. A driver that
// lacks an ability says why; the checks that need it are skipped with that reason in their title.

import assert from "node:assert/strict";
import { describe, test } from "vitest";
import { AppError, sha256 } from "../../src/base/index.ts";
import type { Store } from "../../src/store/index.ts";
import { type Writer, writerOf } from "../../src/store/write.ts";
import { AT_ONCE, bytes, home, inProject, type OpenStore, state, text } from "./rig.ts";

export type Ability = "log" | "commit" | "lock" | "list" | "remove" | "any bytes" | "any size";

/** Why a driver has not got an ability. */
export type Lacks = Readonly<Partial<Record<Ability, string>>>;

export interface Check {
  readonly title: string;
  readonly needs?: readonly Ability[];
  /** `other` is a second store over the same ground, or the same one where there cannot be a second. */
  readonly run: (store: Store, writer: Writer, other: Store) => Promise<void>;
}

const DOC = home("MEMORY.md");
const LOG = state("ledger/memory.jsonl");

export const CHECKS: readonly Check[] = [
  { title: "a file that was never written reads as null", run: async (store) => assert.equal(await store.read(DOC), null) },
  {
    title: "a folder that nothing was written to lists as empty",
    needs: ["list"],
    run: async (store) => {
      assert.deepEqual(await store.list("home", ""), []);
      assert.deepEqual(await store.list("home", "daily"), []);
    },
  },
  {
    title: "a log that was never written has no lines",
    needs: ["log"],
    run: async (store) => assert.deepEqual(await store.readLog(LOG), { lines: [], torn: null }),
  },
  {
    title: "what was written is read back byte for byte, with the SHA-256 of its bytes as version",
    run: async (store, writer) => {
      for (const content of ["", "plain\n", "CRLF\r\n\r\nand more\r\n", "漢字 é\n\n## 標題\n\n- eins\n", "- zwei\n".repeat(40)]) {
        const before = await store.read(DOC);
        const outcome = await writer.write(DOC, bytes(content), before?.version ?? null);
        assert.deepEqual(outcome, { kind: "written", version: sha256(bytes(content)) });
        const after = await store.read(DOC);
        assert.equal(text(after), content);
        assert.equal(after?.version, sha256(bytes(content)));
        assert.ok(after?.modified instanceof Date);
      }
    },
  },
  {
    title: "a large document is read back byte for byte",
    needs: ["any size"],
    run: async (store, writer) => {
      await writer.write(DOC, bytes("x".repeat(300_000)), null);
      assert.equal(text(await store.read(DOC)), "x".repeat(300_000));
    },
  },
  {
    title: "bytes that are no UTF-8, a BOM, separators and NUL survive untouched",
    needs: ["any bytes"],
    run: async (store, writer) => {
      const odd = [Uint8Array.from({ length: 256 }, (_, index) => index), bytes("\uFEFFBOM\r\nCRLF"), bytes("漢字 \u2028 é\0end")];
      for (const raw of odd) {
        await writer.write(DOC, raw, (await store.read(DOC))?.version ?? null);
        assert.deepEqual([...((await store.read(DOC))?.bytes ?? [])], [...raw]);
      }
    },
  },
  {
    title: "X26 of two who read the same version one writes, and the other is told what is there now",
    run: async (store, writer, other) => {
      await writer.write(DOC, bytes("one"), null);
      const [seen, seenToo] = [await store.read(DOC), await other.read(DOC)];
      assert.equal(seen?.version, seenToo?.version);
      assert.deepEqual(await writer.write(DOC, bytes("two"), seen?.version ?? null), { kind: "written", version: sha256("two") });
      assert.deepEqual(await writerOf(other).write(DOC, bytes("three"), seenToo?.version ?? null), {
        kind: "stale",
        actual: sha256("two"),
      });
      assert.equal(text(await store.read(DOC)), "two");
      assert.equal(text(await other.read(DOC)), "two");
    },
  },
  {
    title: "X26 of two who found nothing one creates, and the other is told what is there now",
    run: async (store, writer, other) => {
      assert.deepEqual([await store.read(DOC), await other.read(DOC)], [null, null]);
      await writer.write(DOC, bytes("one"), null);
      assert.deepEqual(await writerOf(other).write(DOC, bytes("other"), null), { kind: "stale", actual: sha256("one") });
      assert.equal(text(await store.read(DOC)), "one");
    },
  },
  {
    title: "X26 a write that expected another version is stale and changes nothing",
    run: async (store, writer) => {
      await writer.write(DOC, bytes("one"), null);
      assert.deepEqual(await writer.write(DOC, bytes("two"), null), { kind: "stale", actual: sha256("one") });
      assert.deepEqual(await writer.write(DOC, bytes("two"), sha256("other")), { kind: "stale", actual: sha256("one") });
      assert.equal(text(await store.read(DOC)), "one");
      assert.deepEqual(await writer.write(home("new.md"), bytes("two"), sha256("one")), { kind: "stale", actual: null });
      assert.equal(await store.read(home("new.md")), null);
    },
  },
  {
    title: "a removed file is gone; a stale removal changes nothing; removing twice is no error",
    needs: ["remove"],
    run: async (store, writer) => {
      await writer.write(DOC, bytes("one"), null);
      assert.deepEqual(await writer.remove(DOC, sha256("other")), { kind: "stale", actual: sha256("one") });
      assert.equal(text(await store.read(DOC)), "one");
      assert.deepEqual(await writer.remove(DOC, sha256("one")), { kind: "removed" });
      assert.equal(await store.read(DOC), null);
      assert.deepEqual(await writer.remove(DOC, sha256("one")), { kind: "removed" });
      assert.deepEqual(await writer.remove(home("no/such/folder.md"), sha256("one")), { kind: "removed" });
    },
  },
  {
    title: "list shows the files directly below a folder, sorted, and nothing else",
    needs: ["list"],
    run: async (store, writer) => {
      for (const path of ["b.md", "a.md", "Z.md", "daily/2026-11-15.md", "daily/archive/2026-01-01.md"])
        await writer.write(home(path), bytes(path), null);
      await writer.write(inProject("a.md"), bytes("another root"), null);
      assert.deepEqual(await store.list("home", ""), ["Z.md", "a.md", "b.md"]);
      assert.deepEqual(await store.list("home", "daily"), ["2026-11-15.md"]);
      assert.deepEqual(await store.list("home", "dai"), []);
      assert.deepEqual(await store.list("project", ""), ["a.md"]);
    },
  },
  {
    title: "P5 appended lines come back whole and in order, however odd they are",
    needs: ["log"],
    run: async (store, writer) => {
      const lines = ['{"a":1}', "", " spaced ", "carriage\r", "line\u2028separator", "漢字 🎉", "y".repeat(200_000)];
      await writer.append(LOG, lines.slice(0, 2));
      await writer.append(LOG, []);
      for (const line of lines.slice(2)) await writer.append(LOG, [line]);
      assert.deepEqual(await store.readLog(LOG), { lines, torn: null });
    },
  },
  {
    title: "P5 a line that could not come back as it was is refused, and nothing of its append is written",
    needs: ["log", "commit"],
    run: async (store, writer) => {
      await writer.append(LOG, ["first"]);
      for (const bad of ["two\nlines", "nul\0", "lone \ud800", '{"codicil":"done","batch":"x"}']) {
        await rejectsWith("BAD_INPUT", writer.append(LOG, ["good", bad]));
        await rejectsWith("BAD_INPUT", writer.commit({ place: DOC, expect: null, bytes: bytes("x"), log: LOG, lines: [bad] }));
        await rejectsWith("BAD_INPUT", writer.rewriteLog(LOG, [bad]));
      }
      assert.deepEqual((await store.readLog(LOG)).lines, ["first"]);
      assert.equal(await store.read(DOC), null);
    },
  },
  {
    title: "P3 a commit changes the document and the log together",
    needs: ["log", "commit"],
    run: async (store, writer) => {
      await writer.append(LOG, ["before"]);
      const made = await writer.commit({ place: DOC, expect: null, bytes: bytes("one"), log: LOG, lines: ["created", "second"] });
      assert.deepEqual(made, { kind: "committed", version: sha256("one") });
      await writer.append(LOG, ["between"]);
      const changed = await writer.commit({ place: DOC, expect: sha256("one"), bytes: bytes("two"), log: LOG, lines: ["changed"] });
      assert.deepEqual(changed, { kind: "committed", version: sha256("two") });
      assert.equal(text(await store.read(DOC)), "two");
      assert.deepEqual(await store.readLog(LOG), { lines: ["before", "created", "second", "between", "changed"], torn: null });
    },
  },
  {
    title: "P3 a stale commit changes neither document nor log",
    needs: ["log", "commit", "list"],
    run: async (store, writer) => {
      await writer.write(DOC, bytes("one"), null);
      await writer.append(LOG, ["before"]);
      for (const expect of [null, sha256("other")])
        assert.deepEqual(await writer.commit({ place: DOC, expect, bytes: bytes("two"), log: LOG, lines: ["no"] }), {
          kind: "stale",
          version: sha256("one"),
        });
      assert.equal(text(await store.read(DOC)), "one");
      assert.deepEqual((await store.readLog(LOG)).lines, ["before"]);
      assert.deepEqual(await store.list("home", ""), ["MEMORY.md"]);
    },
  },
  {
    title: "P3 a commit can remove the document, and create it again",
    needs: ["log", "commit", "list"],
    run: async (store, writer) => {
      await writer.commit({ place: DOC, expect: null, bytes: bytes("one"), log: LOG, lines: ["created"] });
      const gone = await writer.commit({ place: DOC, expect: sha256("one"), bytes: null, log: LOG, lines: ["removed"] });
      assert.deepEqual(gone, { kind: "committed", version: null });
      assert.equal(await store.read(DOC), null);
      assert.deepEqual(await store.list("home", ""), []);
      await writer.commit({ place: DOC, expect: null, bytes: bytes("one"), log: LOG, lines: ["again"] });
      const none = await writer.commit({ place: home("none.md"), expect: null, bytes: null, log: LOG, lines: ["nothing there"] });
      assert.deepEqual(none, { kind: "committed", version: null });
      assert.deepEqual((await store.readLog(LOG)).lines, ["created", "removed", "again", "nothing there"]);
    },
  },
  {
    title: "recover changes nothing where nothing went wrong",
    needs: ["log", "commit", "list"],
    run: async (store, writer) => {
      await writer.recover(LOG);
      await writer.recover(LOG, DOC);
      assert.deepEqual(await store.list("state", "ledger"), []);
      await writer.commit({ place: DOC, expect: null, bytes: bytes("one"), log: LOG, lines: ["created"] });
      await writer.append(LOG, ["more"]);
      await writer.recover(LOG);
      await writer.recover(LOG, DOC);
      assert.equal(text(await store.read(DOC)), "one");
      assert.deepEqual(await store.readLog(LOG), { lines: ["created", "more"], torn: null });
    },
  },
  {
    title: "a rewritten log has exactly the new lines and can grow again",
    needs: ["log", "commit"],
    run: async (store, writer) => {
      await writer.commit({ place: DOC, expect: null, bytes: bytes("one"), log: LOG, lines: ["secret", "kept"] });
      await writer.rewriteLog(LOG, ["kept"]);
      assert.deepEqual((await store.readLog(LOG)).lines, ["kept"]);
      assert.ok(!text(await store.read(LOG))?.includes("secret"));
      await writer.append(LOG, ["next"]);
      await writer.commit({ place: DOC, expect: sha256("one"), bytes: bytes("two"), log: LOG, lines: ["last"] });
      assert.deepEqual((await store.readLog(LOG)).lines, ["kept", "next", "last"]);
    },
  },
  {
    title: "the end of a log is its last lines, however they were written, and says whether they are all",
    needs: ["log", "commit"],
    run: async (store, writer) => {
      assert.deepEqual(await store.readLogEnd(LOG, 3), { lines: [], isWhole: true });
      const lines: string[] = [];
      let version: string | null = null;
      for (let number = 0; number < 40; number++) {
        // Long enough that a driver which reads parts needs several.
        const added = [`${number} ${"漢字🎉".repeat(300)}`, `${number} second`];
        if (number % 3 === 0) await writer.append(LOG, added);
        else
          version = (await writer.commit({ place: DOC, expect: version, bytes: bytes(`version ${number}`), log: LOG, lines: added }))
            .version;
        await writer.commit({ place: DOC, expect: sha256("never"), bytes: bytes("x"), log: LOG, lines: ["stale"] });
        lines.push(...added);
      }
      for (const count of [1, 2, 3, 33, 79, 80, 81, 500]) {
        assert.deepEqual(await store.readLogEnd(LOG, count), { lines: lines.slice(-count), isWhole: count >= 80 });
      }
      await writer.rewriteLog(LOG, lines.slice(0, 5));
      assert.deepEqual(await store.readLogEnd(LOG, 4), { lines: lines.slice(1, 5), isWhole: false });
      await writer.write(state("ledger/whole.jsonl"), bytes("a\nb\nc\n"), null);
      assert.deepEqual(await store.readLogEnd(state("ledger/whole.jsonl"), 2), { lines: ["b", "c"], isWhole: false });
    },
  },
  {
    title: "L3 a ledger knows the entries that its changes tell of, and no others",
    needs: ["log", "commit"],
    run: async (store, writer) => {
      const change = (kind: string, entry: string) =>
        JSON.stringify({ v: 1, id: `c_${entry}`, kind, at: "2026-11-15T00:00:00.000Z", by: "agent", entry, splices: [] });
      const asked = ["e_applied", "e_considered", "e_hand", "e_quoted", "e_stale", "e_app", "e_applied2", "e_other", "e_none"];
      assert.deepEqual(await store.entriesIn(LOG, asked), new Set());
      await writer.append(LOG, [change("entry", "e_applied"), change("considered", "e_considered"), change("hand", "e_hand")]);
      await writer.append(LOG, [
        JSON.stringify({ v: 1, id: "c_1", kind: "entry", at: "", by: "agent", reason: '"entry":"e_quoted"', entry: "e_2" }),
        ' {"entry":"e_quoted"}',
        "",
      ]);
      await writer.commit({ place: DOC, expect: sha256("never"), bytes: bytes("x"), log: LOG, lines: [change("entry", "e_stale")] });
      await writer.append(state("ledger/other.jsonl"), [change("entry", "e_other")]);
      assert.deepEqual(await store.entriesIn(LOG, asked), new Set(["e_applied", "e_considered"]));
      assert.deepEqual(await store.entriesIn(LOG, []), new Set());
      await writer.commit({ place: DOC, expect: null, bytes: bytes("one"), log: LOG, lines: [change("entry", "e_none")] });
      assert.deepEqual(await store.entriesIn(LOG, ["e_none", "e_none", "e_hand"]), new Set(["e_none"]));
      await writer.rewriteLog(LOG, [change("entry", "e_applied")]);
      assert.deepEqual(await store.entriesIn(LOG, asked), new Set(["e_applied"]));
      await writer.write(state("ledger/whole.jsonl"), bytes(`${change("entry", "e_brought")}\n`), null);
      assert.deepEqual(await store.entriesIn(state("ledger/whole.jsonl"), ["e_brought", "e_none"]), new Set(["e_brought"]));
    },
  },
  {
    title: "P6 a path that is not plainly below its root is refused, for reading and for writing",
    run: async (store, writer) => {
      for (const path of [
        "",
        "../x.md",
        "a/../b.md",
        "./a.md",
        "/etc/passwd",
        "a//b.md",
        "a/",
        "nul\0.md",
        ".codicil-0123456789abcdef.tmp",
      ]) {
        await rejectsWith("BAD_PATH", store.read(home(path)));
        await rejectsWith("BAD_PATH", store.canonical(home(path)));
        await rejectsWith("BAD_PATH", writer.write(home(path), bytes("x"), null));
      }
    },
  },
  {
    title: "P6 the same for logs",
    needs: ["log"],
    run: async (_, writer) => {
      for (const path of ["", "../x.jsonl", "a//b.jsonl", "nul\0.jsonl"]) await rejectsWith("BAD_PATH", writer.append(home(path), ["x"]));
    },
  },
  {
    title: "LW-72 a lock runs one holder at a time, in the order they came, and gives back its value",
    needs: ["lock"],
    run: async (store) => {
      const order: string[] = [];
      let inside = 0;
      const turn = (name: string) =>
        store.lock("MEMORY.md", async () => {
          assert.equal(++inside, 1);
          order.push(name);
          await new Promise((resolve) => setTimeout(resolve, 2));
          inside--;
          return name;
        });
      const outcomes = await Promise.all(["a", "b", "c", "d"].map(turn));
      assert.deepEqual(order, ["a", "b", "c", "d"]);
      assert.deepEqual(
        outcomes,
        ["a", "b", "c", "d"].map((value) => ({ kind: "done", value })),
      );
    },
  },
  {
    title: "LW-71 a lock that stays taken is answered with busy, whatever the case of its name; others are free",
    needs: ["lock"],
    run: async (store) => {
      await store.lock("USER.md", async () => {
        assert.deepEqual(await store.lock("USER.md", async () => "stolen", AT_ONCE), { kind: "busy" });
        assert.deepEqual(await store.lock("user.MD", async () => "stolen", { retries: 2, base: 2, cap: 3 }), { kind: "busy" });
        assert.deepEqual(await store.lock("MEMORY.md", async () => "free", AT_ONCE), { kind: "done", value: "free" });
      });
      assert.deepEqual(await store.lock("USER.md", async () => "after", AT_ONCE), { kind: "done", value: "after" });
    },
  },
  {
    title: "a lock is free again after its work has failed, and the failure reaches the caller",
    needs: ["lock"],
    run: async (store) => {
      await assert.rejects(
        store.lock("USER.md", () => Promise.reject(new Error("work failed"))),
        /work failed/,
      );
      assert.deepEqual(await store.lock("USER.md", async () => 1, AT_ONCE), { kind: "done", value: 1 });
    },
  },
  {
    title: "the same file has the same lock name each time, another file another",
    run: async (store) => {
      assert.equal(await store.lockName(DOC), await store.lockName(await store.canonical(DOC)));
      assert.notEqual(await store.lockName(DOC), await store.lockName(home("USER.md")));
      assert.notEqual(await store.lockName(DOC), await store.lockName(inProject("MEMORY.md")));
    },
  },
];

export function describeStore(name: string, open: () => Promise<OpenStore>, lacks: Lacks = {}): void {
  describe(`the store on ${name}`, () => {
    for (const check of CHECKS) {
      const why = whyNot(check, lacks);
      if (why === null) test(check.title, () => runCheck(check, open));
      else test.skip(`${check.title} (skipped: ${why})`, () => undefined);
    }
  });
}

/** null: the driver has what the check needs. */
export function whyNot(check: Check, lacks: Lacks): string | null {
  return (check.needs ?? []).flatMap((ability) => lacks[ability] ?? [])[0] ?? null;
}

export async function runCheck(check: Check, open: () => Promise<OpenStore>): Promise<void> {
  const { store, other = store, cleanup } = await open();
  try {
    await check.run(store, writerOf(store), other);
  } finally {
    await cleanup();
  }
}

async function rejectsWith(code: string, promise: Promise<unknown>): Promise<void> {
  await assert.rejects(promise, (error) => error instanceof AppError && error.code === code && error.hint !== undefined);
}
