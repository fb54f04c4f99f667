import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Store } from "../../src/store/index.ts";
import { registerWriter, type Writer, writerOf } from "../../src/store/write.ts";
import { CHECKS, describeStore, runCheck } from "./conformance.ts";
import { openFilesInTemp, openMemoryStore, type OpenStore } from "./rig.ts";

describeStore("files", openFilesInTemp);
describeStore("memory", openMemoryStore);
describe("where the native library cannot be used", () => {
  beforeEach(() => void vi.stubEnv("CODICIL_LOCKS_BY", "sqlite"));
  afterEach(() => vi.unstubAllEnvs());
  describeStore("files with locks by SQLite", openFilesInTemp);
});

// Negative control: each of these drivers breaks one promise, and the suite must notice.
const BROKEN: Readonly<Record<string, (store: Store, writer: Writer) => { store?: Partial<Store>; writer?: Partial<Writer> }>> = {
  "write ignores what was expected": (store, writer) => ({
    writer: { write: async (place, bytes) => writer.write(place, bytes, (await store.read(place))?.version ?? null) },
  }),
  "append splits a line at a carriage return": (_, writer) => ({
    writer: {
      append: (place, lines) =>
        writer.append(
          place,
          lines.flatMap((line) => line.split("\r")),
        ),
    },
  }),
  "commit forgets the log": (_, writer) => ({ writer: { commit: (change) => writer.commit({ ...change, lines: [] }) } }),
  "commit writes the log of a stale change": (_, writer) => ({
    writer: {
      commit: async (change) => {
        await writer.append(change.log, change.lines);
        return writer.commit({ ...change, lines: [] });
      },
    },
  }),
  "remove takes away what it did not expect": (store, writer) => ({
    writer: { remove: async (place, expect) => writer.remove(place, (await store.read(place))?.version ?? expect) },
  }),
  "rewriteLog appends": (_, writer) => ({ writer: { rewriteLog: (place, lines) => writer.append(place, [...lines]) } }),
  "recover loses the last line": (store, writer) => ({
    writer: { recover: async (log) => writer.rewriteLog(log, (await store.readLog(log)).lines.slice(0, -1)) },
  }),
  "readLogEnd gives the first lines": (store) => ({
    store: { readLogEnd: async (place, count) => ({ lines: (await store.readLog(place)).lines.slice(0, count), isWhole: false }) },
  }),
  "readLogEnd says that a part is all": (store) => ({
    store: { readLogEnd: async (place, count) => ({ ...(await store.readLogEnd(place, count)), isWhole: true }) },
  }),
  "entriesIn takes a word for an entry": (store) => ({
    store: {
      entriesIn: async (place, entries) => {
        const { lines } = await store.readLog(place);
        return new Set(entries.filter((entry) => lines.some((line) => line.includes(entry))));
      },
    },
  }),
  "entriesIn forgets": () => ({ store: { entriesIn: async () => new Set() } }),
  "lock lets everybody in": () => ({ store: { lock: async (_, run) => ({ kind: "done", value: await run() }) } }),
  "list shows folders below": (store) => ({
    store: { list: async (root, folder) => [...(await store.list(root, folder)), ...(await store.list(root, "daily/archive"))] },
  }),
  "read normalises line ends": (store) => ({
    store: {
      read: async (place) => {
        const file = await store.read(place);
        return file && { ...file, bytes: new TextEncoder().encode(new TextDecoder().decode(file.bytes).replaceAll("\r\n", "\n")) };
      },
    },
  }),
};

describe("the conformance suite catches a driver", () => {
  for (const [fault, breakIt] of Object.entries(BROKEN))
    test(`whose ${fault}`, async () => {
      const failed: string[] = [];
      const openBroken = async (): Promise<OpenStore> => {
        const { store, cleanup } = await openMemoryStore();
        const broken = breakIt(store, writerOf(store));
        const double = { ...store, ...broken.store };
        registerWriter(double, { ...writerOf(store), ...broken.writer });
        return { store: double, cleanup };
      };
      for (const check of CHECKS) await runCheck(check, openBroken).catch(() => failed.push(check.title));
      expect(failed).not.toEqual([]);
      expect(failed.length).toBeLessThan(CHECKS.length);
    });
});
