// The parts that read a log: heads without parsing, lines in parts, ids in a table, what is at hand. Bytes in, values
// out; a part that gives up is only slower for whoever reads the session, so what each of them answers is compared here.

import { describe, expect, it } from "vitest";
import type { OpenBytes } from "../../src/store/index.ts";
import { newHead, readHead } from "../../src/session/log/head.ts";
import { digestOf, IdTable } from "../../src/session/log/ids.ts";
import { bytesOf, eachLine, knownEnd, LONGEST_LINE, wholeEnd } from "../../src/session/log/logLines.ts";
import { TREE_TYPES } from "../../src/schema/index.ts";
import { eventOf as event, user } from "./rig.ts";

describe("the head of an event", () => {
  const session = Buffer.from("s");
  const read = (line: string) => {
    const bytes = Buffer.from(`xx${line}yy`);
    const head = newHead();
    if (!readHead(bytes, 2, bytes.length - 2, session, head)) return null;
    const { id, parent, hasParent, seq, type, idStart, idEnd, parentStart, parentEnd } = head;
    return {
      id: bytes.toString("utf8", idStart, idEnd),
      parentId: hasParent ? bytes.toString("utf8", parentStart, parentEnd) : null,
      seq,
      type: TREE_TYPES[type],
      digests: [id, hasParent ? parent : null],
    };
  };
  const line = (more: object = {}, body: object = user("hello there")) =>
    JSON.stringify({ ...event("e1", null, {}), ...more, ...body, padding: "x".repeat(40) });

  it("is read as parsing the line would", () => {
    for (const [index, type] of TREE_TYPES.entries())
      for (const parentId of [null, "e0", `A.z:9_-${"b".repeat(121)}`])
        for (const seq of [0, 7, 10 ** index, 999_999_999_999_999])
          expect(read(line({ parentId, seq }, { type }))).toEqual({
            id: "e1",
            parentId,
            seq,
            type,
            digests: [digestOf("e1"), parentId === null ? null : digestOf(parentId)],
          });
  });

  it("may have a client with a space in its name", () => {
    expect(read(line({ clientId: "my laptop" }))?.id).toBe("e1");
  });

  it("with any other sign at any place is left to the parser, or read as parsing would", () => {
    const whole = line({ parentId: "e0", ts: 12 });
    for (let at = 0; at < whole.indexOf("message"); at++)
      for (const sign of ["~", "x", "0", '"', "{", "}", ","]) {
        const text = `${whole.slice(0, at)}${sign}${whole.slice(at + 1)}`;
        const got = read(text);
        if (got === null) continue;
        const { id, parentId, seq, type, sessionId } = JSON.parse(text) as Record<string, unknown>;
        expect([text, { ...got, digests: undefined }, sessionId]).toEqual([text, { id, parentId, seq, type, digests: undefined }, "s"]);
      }
  });

  it.each([
    ["another session's", line({ sessionId: "t" })],
    ["a longer session id", line({ sessionId: "st" })],
    ["a control event", line({}, { type: "queue_update" })],
    ["a type that begins like one", line({}, { type: "compacted" })],
    ["an empty id", line({ id: "" })],
    ["an id with another sign", line({ id: "e/1" })],
    ["an id with a sign before the letters", line({ id: "e`1" })],
    ["an id with a sign behind the letters", line({ id: "e{1" })],
    ["an id with a sign before the capitals", line({ id: "e@1" })],
    ["an id with a sign behind the capitals", line({ id: "e[1" })],
    ["an id with a sign behind the digits", line({ id: "e;1" })],
    ["an id that is too long", line({ id: "e".repeat(129) })],
    ["a parent with another sign", line({ parentId: "e/1" })],
    ["a parent that is a number", line({ parentId: 7 })],
    ["a sequence with a fraction", line({ seq: 1.5 })],
    ["a sequence below zero", line({ seq: -1 })],
    ["a sequence in another notation", line().replace('"seq":1', '"seq":1e5')],
    ["a sequence with a leading zero", line().replace('"seq":1', '"seq":01')],
    ["a sequence that is too long", line({ seq: 1 }).replace('"seq":1', '"seq":1234567890123456')],
    ["an escaped client", line({ clientId: 'a"b' })],
    ["a client with a control character", line({ clientId: "a" }).replace('"clientId":"a"', '"clientId":"\t"')],
    ["a time that is a text", line({ ts: "now" })],
    [
      "fields in another order",
      JSON.stringify({
        ...Object.fromEntries(Object.entries(event("e1", null, {})).reverse()),
        ...user("hello there, and more of it, and more"),
      }),
    ],
    ["a line that was cut off", line().slice(0, -1)],
    ["a line that is too short", '{"id":"e1","parentId":null}'],
  ])("is left to the parser where it is %s", (_, text) => {
    expect(read(text)).toBeNull();
  });
});

describe("lines", () => {
  const taken = (log: OpenBytes, range: { from?: number; to?: number; enough?: number } = {}) => {
    const lines: [string, number, number][] = [];
    const stop = eachLine(
      log,
      { from: range.from ?? 0, to: range.to ?? log.size, enough: range.enough },
      ({ bytes, start, end, position, length }) =>
        lines.push([end - start > 20 ? `${end - start} bytes` : bytes.toString("utf8", start, end), position, length]),
    );
    return { lines, stop };
  };

  it("come with their places, in a part of the log too", () => {
    const log = bytesOf(Buffer.from("a\n\nbcd\ne\n"));
    expect(taken(log)).toEqual({
      lines: [
        ["a", 0, 1],
        ["", 2, 0],
        ["bcd", 3, 3],
        ["e", 7, 1],
      ],
      stop: 9,
    });
    expect(taken(log, { from: 3, to: 7 })).toEqual({ lines: [["bcd", 3, 3]], stop: 7 });
    expect(taken(log, { from: 9 })).toEqual({ lines: [], stop: 9 });
  });

  it("are read in chunks: a line over several of them is whole, and what comes behind it has its right place", () => {
    const MB = 1024 * 1024;
    const log = bytesOf(
      Buffer.concat([Buffer.from("a\n"), Buffer.alloc(9 * MB, "x"), Buffer.from("\nb\n"), Buffer.alloc(5 * MB, "y"), Buffer.from("\nc\n")]),
    );
    expect(taken(log).lines).toEqual([
      ["a", 0, 1],
      [`${9 * MB} bytes`, 2, 9 * MB],
      ["b", 9 * MB + 3, 1],
      [`${5 * MB} bytes`, 9 * MB + 5, 5 * MB],
      ["c", 14 * MB + 6, 1],
    ]);
    const many = bytesOf(Buffer.from(`${"z".repeat(MB - 1)}\n`.repeat(12)));
    const first = taken(many, { enough: 1 });
    expect([first.lines.length, first.stop]).toEqual([4, 4 * MB]);
    expect(taken(many, { from: first.stop }).lines.map(([, position]) => position / MB)).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it("that are too long, of more than 64 MB, are given as empty, with their length; the next one is found", () => {
    expect(LONGEST_LINE).toBe(64 * 1024 ** 2);
    const size = LONGEST_LINE + 10;
    const log: OpenBytes = {
      ...bytesOf(Buffer.alloc(0)),
      size: size + 3,
      read: (target, position) => {
        const count = Math.min(target.length, size + 3 - position);
        target.fill(120, 0, count);
        for (const [at, byte] of [
          [1, 10],
          [size, 10],
          [size + 1, 98],
          [size + 2, 10],
        ] as const)
          if (at >= position && at < position + count) target[at - position] = byte;
        return count;
      },
    };
    expect(taken(log)).toEqual({
      lines: [
        ["x", 0, 1],
        ["", 2, size - 2],
        ["b", size + 1, 1],
      ],
      stop: size + 3,
    });
  });

  it("end with the last line that is whole: not in an unfinished one, nor in zeros that a power loss left", () => {
    const end = (text: string, from = 0) => wholeEnd(bytesOf(Buffer.from(text)), from);
    expect([end("a\nb\n"), end("a\nb"), end("ab"), end(""), end("a\nb\n", 4), end("a\nb", 2)]).toEqual([4, 2, 0, 0, 4, 2]);
    expect([end("a\n\0\0\n"), end("a\n\0\n\0\n"), end("a\0\nb\n"), end("a\n\0\nb", 2)]).toEqual([2, 2, 5, 2]);
    expect(end(`a\n${"x".repeat(200_000)}`)).toBe(2);
  });

  it("at the end are at hand, and the same from there", () => {
    const log = bytesOf(Buffer.from("0123456789"));
    const near = knownEnd(log, 4);
    const part = (from: number, count: number) => {
      const target = Buffer.alloc(count);
      return target.toString("utf8", 0, near.read(target, from));
    };
    expect([part(0, 3), part(4, 2), part(9, 5), part(2, 4), near.size]).toEqual(["012", "45", "9", "2345", 10]);
    expect([knownEnd(log, 11), knownEnd(bytesOf(Buffer.alloc(70_000)), 4).size]).toEqual([log, 70_000]);
  });
});

describe("ids", () => {
  it("are found by the number of their line, the newest first, in a few or many", () => {
    const table = new IdTable();
    const name = (number: number) => digestOf(`id${number}`);
    for (let number = 0; number < 5000; number++) table.add(number % 7 === 0 ? null : name(number));
    const wrong = () =>
      Array.from({ length: 5000 }, (_, number) => number).filter((number) => table.find(name(number)) !== (number % 7 === 0 ? -1 : number));
    expect(wrong()).toEqual([]);
    for (let number = 5000; number < 9000; number++) table.add(name(number));
    expect([wrong(), table.find(name(8999)), table.find(name(9000))]).toEqual([[], 8999, -1]);
    table.add(name(1));
    expect(table.find(name(1))).toBe(9000);
  });

  it("are the same only where both halves are", () => {
    const [one, other] = [digestOf("one"), digestOf("other")];
    const table = new IdTable();
    table.add(one);
    expect([table.isAt(0, one), table.isAt(0, { a: one.a, b: other.b }), table.isAt(0, { a: other.a, b: one.b })]).toEqual([
      true,
      false,
      false,
    ]);
    expect([table.find({ a: one.a, b: other.b }), table.find(one), new IdTable().find(one)]).toEqual([-1, 0, -1]);
    const ids = Array.from({ length: 20_000 }, (_, number) => digestOf(`e${number}`));
    expect([new Set(ids.map(({ a }) => a)).size > 19_990, new Set(ids.map(({ b }) => b)).size > 19_990]).toEqual([true, true]);
  });

  it("have digests that never change: an index on disk holds them", () => {
    expect(["", "e1", "ev_0123456789abcdef"].map(digestOf)).toEqual([
      { a: 2872998923, b: 3954623016 },
      { a: 2132947933, b: 613561590 },
      { a: 1575397226, b: 4224404708 },
    ]);
  });
});
