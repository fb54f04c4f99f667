// P6, LW-05: why a key is refused. Several rules would refuse most bad keys, so the verdict alone does not show that each rule
// works; the reason does, and it is what a person reads.

import { describe, expect, it } from "vitest";
import { type Environment, judgeAddress, judgePathKey, judgeUrlKey, remoteJudge, remoteOf } from "../../src/knowledge/index.ts";

type KeyWorld = Parameters<typeof judgePathKey>[1];
type Disk = KeyWorld["disk"];
type Kind = ReturnType<Disk["lstat"]>;

const STANDS: Readonly<Record<string, Kind>> = {
  "/": "dir",
  "/me": "dir",
  "/me/mind": "dir",
  "/me/mind/folder.md": "dir",
  "/me/mind/pipe.md": "other",
  "/me/mind/twice.md": "hardlinked",
  "/me/mind/plain.md": "file",
  "/me/mind/lost.md": "link",
  "/me/mind/Upper.md": "file",
  "/work": "dir",
  "/work/app": "dir",
  "/work/app/docs": "dir",
  "/work/app/link": "link",
  "/work/app/away.md": "link",
  "/work/app/odd.md": "link",
  "/work/app/state": "dir",
};
const LINKS: Readonly<Record<string, string>> = {
  "/work/app/link": "/work/app/docs",
  "/work/app/away.md": "/elsewhere/a.md",
  "/work/app/odd.md": "/work/app/con.md",
};

const disk: Disk = {
  lstat: (path) => STANDS[path] ?? null,
  realpath: (path) => LINKS[path] ?? (STANDS[path] === undefined || STANDS[path] === "link" ? null : path),
  list: (folder) =>
    Object.keys(STANDS)
      .filter((path) => path.lastIndexOf("/") === folder.length && path.startsWith(folder))
      .map((path) => path.slice(folder.length + 1)),
};
const world: KeyWorld = {
  home: "/me/mind",
  project: "/work/app",
  cwd: null,
  userHome: "/me",
  layout: (name) => (name === "USER.md" || name === "MEMORY.md" ? name : null),
  disk,
  own: ["/work/app/state"],
};
const why = (key: unknown, more: Partial<KeyWorld> = {}) => {
  const verdict = judgePathKey(key, { ...world, ...more });
  return verdict.kind === "accept" ? [verdict.root, verdict.path] : verdict.why;
};

describe("P6 a path is refused for its own reason", () => {
  it.each([
    [7, "is not text"],
    ["", "is empty"],
    ["a\ud800.md", "is not Unicode text (half of a surrogate pair)"],
    [`${"a/".repeat(511)}b.md`, "is longer than 1024 bytes"],
    ["a\u202e.md", "has a control or invisible character (U+202E)"],
    ["a\u00a0b.md", "has a space that is not the plain one (U+00A0)"],
    ["a\\b.md", "has a backslash; parts are separated by /"],
    ["a\u2215b.md", "has a character that imitates a slash or a dot (U+2215)"],
    ["a\u2024md", "has a character that imitates a slash or a dot (U+2024)"],
    ["a?.md", "has ?, which not every system allows in a name"],
    ["//host/a.md", "begins with //, which names another machine on some systems"],
    ["$HOME/a.md", "looks like a shell expansion; keys are not expanded"],
    ["`pwd`.md", "looks like a shell expansion; keys are not expanded"],
    ["%HOME%/a.md", "looks like a %VARIABLE%; keys are not expanded"],
    ["{a,b}.md", "looks like a brace expansion; a key names one file"],
    ["a%2fb.md", "has the percent code %2f; write the character itself"],
    ["~ada/a.md", "begins with ~name; only ~/ is understood"],
    ["-rf.md", "begins with -, which programs read as an option"],
    ["./-rf.md", "begins with -, which programs read as an option"],
    ["/elsewhere/a.md", "is outside the mind's home and the project"],
    ["~/a.md", "is outside the mind's home and the project"],
    ["user.md", "differs from USER.md only in its case; write USER.md, or ./user.md for the project's file"],
    ["docs/../../a.md", "leaves the folder that it begins in"],
    ["link/../a.md", "has .. behind a link or something else that is not a folder"],
    [`./${"a".repeat(253)}.md`, "has a part longer than 255 bytes"],
    ["a./b.md", "has a part that ends in a dot or a space, which Windows drops"],
    [" a.md", "has a part that begins with a space"],
    ["…/b.md", "has a part that imitates . or .."],
    ["con.md", 'has "con.md", a device name on Windows'],
    ["notes~1.md", 'has "notes~1.md", the short form of another name on Windows'],
    ["constructor/a.md", 'has the reserved name "constructor"'],
    ["__proto__.md", 'has the reserved name "__proto__.md"'],
    ["./", "names the root itself"],
    [`${"a/".repeat(32)}b.md`, "is nested deeper than 32 folders"],
    [".cache/a.md", 'lies in ".cache"; of hidden folders only .agents is open'],
    ["a.txt", "does not name a .md file"],
    ["./docs/.md", "does not name a .md file"],
    [".github.md", 'names ".github.md", a settings file of a program'],
    [".rules.md", 'names ".rules.md", a settings file of a program'],
    [".¥a.md", 'has a sign behind the leading dot of ".¥a.md"'],
    ["last-word/a.md", 'lies in "last-word", a folder of Codicil\'s own'],
    ["~/.config/agents/Staging/a.md", 'lies in "Staging", a folder of Codicil\'s own'],
    ["state/a.md", "lies in a folder of Codicil's own"],
    ["odd.md", 'has "con.md", a device name on Windows'],
    ["away.md", "leads through a link to a place outside the home and the project"],
    ["~/.config/agents/lost.md", 'goes through "lost.md", a link that leads nowhere'],
    ["~/.config/agents/folder.md", "names a folder"],
    ["~/.config/agents/pipe.md", "names something that is not a regular file"],
    ["~/.config/agents/twice.md", "names a file with a second hard link, which a write would part from it"],
    ["~/.config/agents/plain.md/a.md", 'goes through "plain.md", which is not a folder'],
    ["~/.config/agents/upper.md", 'has a twin on disk, "Upper.md", that other systems take for the same file'],
  ])("%.40s", (key, reason) => {
    expect(why(key)).toBe(`the path ${reason}`);
  });

  it("without a project, or from a folder outside of it, a relative key means nothing; a home behind a broken link is none", () => {
    expect(why("a.md", { project: null })).toBe("the path is relative and there is no project here");
    expect(why("a.md", { cwd: "/elsewhere" })).toBe("the working folder is outside the project");
    expect(why("a.md", { cwd: "/me/mind/lost.md" })).toBe("the working folder is outside the project");
    expect(why("USER.md", { home: "/me/mind/lost.md" })).toBe("the mind's home cannot be found");
  });

  it("negative control: what is next to a limit is accepted", () => {
    expect(
      [
        "USER.md",
        "./USER.md",
        "staging/a.md",
        "link/a.md",
        "docs/../a.md",
        ".agents/a.md",
        `${"a/".repeat(31)}b.md`,
        `./${"a".repeat(252)}.md`,
        "a%20b.md",
        "5 $.md",
        "{x}.md",
        "Notes~draft.md",
        "console.md",
        ".notes.md",
        "/me/.config/agents/new.md",
      ].map((key) => why(key)),
    ).toEqual([
      ["home", "USER.md"],
      ["project", "USER.md"],
      ["project", "staging/a.md"],
      ["project", "docs/a.md"],
      ["project", "a.md"],
      ["project", ".agents/a.md"],
      ["project", `${"a/".repeat(31)}b.md`],
      ["project", `${"a".repeat(252)}.md`],
      ["project", "a%20b.md"],
      ["project", "5 $.md"],
      ["project", "{x}.md"],
      ["project", "Notes~draft.md"],
      ["project", "console.md"],
      ["project", ".notes.md"],
      ["home", "new.md"],
    ]);
  });
});

describe("LW-05 a URL is refused for its own reason", () => {
  const remotes = ["example.com", "example.com:8443", "10.0.0.1", "host", "a.internal", "a.nip.io", "127.0.0.1", "[::1]", "localhost"];
  const reasonFor = (input: unknown, options = {}) => {
    const verdict = judgeUrlKey(input, remotes, options);
    return verdict.kind === "accept" ? verdict.url : verdict.why;
  };

  it.each([
    [7, "is not text"],
    [`https://example.com/${"a".repeat(2029)}`, "is longer than 2048 characters"],
    ["https://example.com/\ud800", "is not Unicode text"],
    ["https://example.com/\u200b", "has a control or invisible character (U+200B)"],
    ["https://example.com/a b", "has a space"],
    ["https://example.com\\a", "has a backslash"],
    ["ftp://example.com/", "does not begin with https:// and a host"],
    ["https:///example.com/", "does not begin with https:// and a host"],
    ["https://example.com/%0a", "has an encoded control character"],
    ["https://ada@example.com/", "has a user name or password"],
    ["https://exa%6dple.com/", "has a percent code in its host"],
    ["https://ｅxample.com/", "writes its host in look-alike characters"],
    ["https://example。com/", "writes its host in look-alike characters"],
    ["https://example.com:08443/", "has a port that is not a plain number"],
    ["https://example.com?a", "has no / behind its host"],
    ["https://example.com/#a@b", "has an @ in its fragment, where some parsers end the user name"],
    ["https://example.com:99999/", "cannot be parsed"],
    ["https://127.0.0.1/", "leads to this machine"],
    ["https://localhost/", "leads to this machine"],
    ["https://[::1]/", "leads to this machine"],
    ["http://example.com/", "is not https"],
    ["https://example.com:1023/", "has port 1023; 443 and ports from 1024 on are open"],
    ["https://example.com:6379/", "has port 6379, where no documents are served"],
    ["https://0x0a000001/", "writes an IP address in an unusual form"],
    ["https://10.0.0.1/", "has a host that cannot be used: the address is not public: a private network"],
    [`https://${"a".repeat(64)}.com/`, "has a host with an empty or overlong label"],
    ["https://example.com./", "has a host with an empty or overlong label"],
    ["https://host/", "has a host without a domain"],
    ["https://a.internal/", "has a host of an internal network"],
    ["https://a.nip.io/", "has a host that answers with addresses of anybody's choice"],
    ["https://www.example.com/", "has a host that is not listed under remotes in the configuration"],
  ])("%.50s", (input, reason) => {
    expect(reasonFor(input)).toBe(`the URL ${reason}`);
  });

  it("negative control: a listed host is accepted without its fragment; this machine only where that is allowed", () => {
    expect(reasonFor("https://example.com:1024/a?b#c")).toBe("https://example.com:1024/a?b");
    expect(reasonFor(`https://example.com/${"a".repeat(2028)}`)).toHaveLength(2048);
    const local = ["http://127.0.0.1:8080/a.md", "http://localhost:8080/a.md", "http://[::1]:8080/a.md"];
    expect(local.map((url) => reasonFor(url, { allowLoopbackHttp: true }))).toEqual(local);
    expect(reasonFor("http://example.com/", { allowLoopbackHttp: true })).toBe("the URL is not https");
    expect(reasonFor("http://127.0.0.1/", { allowLoopbackHttp: true })).toBe("the URL has port 80; 443 and ports from 1024 on are open");
  });

  it("databases, container engines, mail and remote desktops are no place for documents", () => {
    for (const port of [2375, 2376, 3306, 3389, 5432, 6379, 6667, 11_211, 27_017])
      expect(reasonFor(`https://example.com:${port}/`)).toBe(`the URL has port ${port}, where no documents are served`);
  });

  it("a remote that names the port comes before one that names none", () => {
    const listed = ["other.com", "example.com", "https://example.com:8443/"].map((host) => ({ host }));
    expect(remoteOf("https://example.com:8443/a.md", listed)).toBe(listed[2]);
    expect(remoteOf("https://example.com/a.md", listed)).toBe(listed[1]);
    expect(remoteOf("https://third.com/a.md", listed)).toBeNull();
  });
});

describe("an address is judged by its range", () => {
  const range = (ip: string) => {
    const verdict = judgeAddress(ip);
    return verdict.kind === "public" ? "public" : verdict.why.replace("the address is not public: ", "");
  };

  it.each([
    ["0.255.255.255", "this host", "1.0.0.0"],
    ["10.255.255.255", "a private network", "11.0.0.0"],
    ["100.127.255.255", "a carrier's network", "100.128.0.0"],
    ["127.255.255.255", "loopback", "128.0.0.0"],
    ["168.63.129.16", "a cloud's metadata service", "168.63.129.17"],
    ["169.254.255.255", "link-local, where metadata services live", "169.255.0.0"],
    ["172.31.255.255", "a private network", "172.32.0.0"],
    ["192.0.0.255", "reserved for protocols", "192.0.1.0"],
    ["192.0.2.255", "for documentation", "192.0.3.0"],
    ["192.88.99.255", "a 6to4 relay", "192.88.100.0"],
    ["192.168.255.255", "a private network", "192.169.0.0"],
    ["198.19.255.255", "for benchmarks", "198.20.0.0"],
    ["198.51.100.255", "for documentation", "198.51.101.0"],
    ["203.0.113.255", "for documentation", "203.0.114.0"],
    ["239.255.255.255", "multicast", "223.255.255.255"],
    ["255.255.255.255", "reserved or broadcast", "223.0.0.0"],
    ["2001:1ff::1", "reserved for protocols (Teredo and others)", "2001:200::1"],
    ["2001:db8:ffff::1", "for documentation", "2001:db9::1"],
    ["2002:ffff::1", "6to4, which hides an IPv4 address", "2003::1"],
    ["3fff:fff::1", "for documentation", "3ffe::1"],
    ["4000::1", "loopback, local, multicast or reserved IPv6", "2000::1"],
    ["::ffff:10.0.0.1", "a private network", "::ffff:11.0.0.1"],
    ["64:ff9b::a00:1", "a private network", "64:ff9b::b00:1"],
    ["256.0.0.1", "this is not an IP address", "25.0.0.1"],
    ["1.2.3", "this is not an IP address", "1.2.3.4"],
    ["fe80::1%eth0", "this is not an IP address", "2600::1"],
  ])("%s: %s; %s is public", (ip, what, other) => {
    expect([range(ip), range(other)]).toEqual([what, "public"]);
  });

  it("this machine's own name leads to 127.0.0.0/8 and ::1, also inside IPv6, and another's name may not", () => {
    const judge = remoteJudge({ config: { remotes: [] as never } } as unknown as Environment);
    const isLoopback = (ip: string) => judge.address(ip, "localhost") === null && judge.address(ip, "example.org") !== null;
    const ips = ["127.0.0.1", "127.255.0.1", "::1", "::ffff:127.0.0.1"];
    expect(ips.filter(isLoopback)).toEqual(ips);
    expect(["126.0.0.1", "128.0.0.1", "::2", "::", "::ffff:126.0.0.1", "1::ffff:127.0.0.1", "x"].filter(isLoopback)).toEqual([]);
  });
});
