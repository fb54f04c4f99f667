import { describe, expect, test } from "vitest";
import { AppError } from "../../src/base/index.ts";
import { diskError } from "../../src/store/index.ts";

const errno = (code: string, number: number) =>
  Object.assign(new Error(`${code}: it did not work`), { code, errno: number, syscall: "write" });

describe("an error of the operating system", () => {
  const cases: readonly [string, number, "read" | "write", string][] = [
    ["ENOSPC", -28, "write", "DISK_FULL"],
    ["Unknown system error -122", -122, "write", "DISK_FULL"],
    ["EFBIG", -27, "write", "DISK_FULL"],
    ["EROFS", -30, "write", "READ_ONLY"],
    ["EACCES", -13, "write", "READ_ONLY"],
    ["EPERM", -1, "write", "READ_ONLY"],
    ["EACCES", -13, "read", "IO"],
    ["ELOOP", -40, "read", "BAD_PATH"],
    ["ENOTDIR", -20, "read", "BAD_PATH"],
    ["ENAMETOOLONG", -36, "write", "BAD_PATH"],
    ["EISDIR", -21, "read", "NOT_A_FILE"],
    ["ENXIO", -6, "read", "NOT_A_FILE"],
    ["EMFILE", -24, "read", "IO"],
    ["EIO", -5, "write", "IO"],
    ["ESOMETHING", -999, "write", "IO"],
  ];
  for (const [code, number, doing, expected] of cases)
    test(`${code} while one means to ${doing} is ${expected}, with the file and what to do`, () => {
      const error = diskError(errno(code, number), { doing, file: "/mind/USER.md" });
      expect(error).toMatchObject({ code: expected, file: "/mind/USER.md", hint: expect.stringMatching(/./) as unknown });
    });

  test("is translated once, and anything else passes as it came", () => {
    const own = new AppError("STALE", "changed");
    const bug = new TypeError("a defect");
    expect(diskError(own, { doing: "read", file: "x" })).toBe(own);
    expect(diskError(bug, { doing: "read", file: "x" })).toBe(bug);
  });
});
