import fs from "node:fs";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { judgeAddress, judgeUrlKey } from "../../src/knowledge/index.ts";

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly input: string;
  readonly expect: string;
}
type Judge = (input: unknown, remotes: readonly string[]) => { readonly kind: string };

const ROWS = fs
  .readFileSync(new URL("../corpora/paths-and-urls.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Row)
  .filter((row) => row.kind === "url");
const JUDGED = ROWS.filter((row) => row.expect !== "behaviour");
const LISTED = ["example.com", ...ROWS.filter((row) => row.expect === "accept").map((row) => new URL(row.input).hostname)];

function measure(judge: Judge) {
  const verdicts = JUDGED.map((row) => ({ row, kind: judge(row.input, LISTED).kind }));
  return {
    wronglyAccepted: verdicts.filter(({ row, kind }) => row.expect === "reject" && kind === "accept").map(({ row }) => row.id),
    wronglyRefused: verdicts.filter(({ row, kind }) => row.expect === "accept" && kind === "reject").map(({ row }) => row.id),
  };
}

describe("the corpus of URLs", () => {
  it("accepts no bad URL and refuses no good one", () => {
    expect(measure(judgeUrlKey)).toEqual({ wronglyAccepted: [], wronglyRefused: [] });
  });

  test.skip.each(ROWS.filter((row) => row.expect === "behaviour"))("$id $input is for a test with a real server", () => {});

  it("catches a judge that compares text (negative control)", () => {
    const naive: Judge = (input, remotes) => ({ kind: remotes.some((host) => String(input).includes(host)) ? "accept" : "reject" });
    expect(measure(naive).wronglyAccepted.length).toBeGreaterThan(8);
  });
});

// Written in the manner of the corpus, for what its gaps may hold. Even if a person listed every one of these hosts.
const EVERYTHING_LISTED = (input: string) => [
  "example.com",
  ...[input, input.replace(/^http:/, "https:")].flatMap((text) => (URL.canParse(text) ? [new URL(text).hostname] : [])),
];
const REFUSED_WHEN_LISTED: readonly string[] = [
  // schemes
  "http://example.com/",
  "HTTP://example.com/",
  "ftp://example.com/",
  "gopher://example.com/",
  "ws://example.com/",
  "wss://example.com/",
  "data:text/markdown,x",
  "javascript:alert(1)",
  "jar:https://example.com!/x",
  "view-source:https://example.com/",
  "blob:https://example.com/x",
  "ldap://example.com/",
  "git://example.com/x",
  "ssh://example.com/x",
  "https:example.com",
  "https:/example.com",
  "https://",
  "https:////example.com",
  "example.com/x",
  "://example.com",
  "",
  " https://example.com/",
  "https://example.com/ ",
  "https://example.com/a b",
  "https://example.com\\@127.0.0.1/",
  "https:\\\\example.com/",
  "https://example.com/a\\b",
  "https://example.com/\u0000",
  "https://example.com/\u202ex",
  "https://exam\u00adple.com/",
  "https://exa\u200bmple.com/",
  "https://example.com/%00",
  "https://example.com/%0d%0aX: 1",
  // loopback
  "https://localhost/",
  "https://LOCALHOST/",
  "https://localhost./",
  "https://a.localhost/",
  "https://localhost.localdomain/",
  "https://127.0.0.1/",
  "https://127.255.255.254/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://0177.0.0.1/",
  "https://0x7f.0.0.1/",
  "https://127.1/",
  "https://127.0.1/",
  "https://017700000001/",
  "https://0/",
  "https://0.0.0.0/",
  "https://127.0.0.1./",
  "https://[::1]/",
  "https://[::]/",
  "https://[0:0:0:0:0:0:0:1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:7f00:1]/",
  "https://[::127.0.0.1]/",
  "https://[64:ff9b::127.0.0.1]/",
  "https://[64:ff9b:1::1]/",
  "https://[2002:7f00:1::1]/",
  "https://[2001:0:7f00:1::]/",
  "https://\uff11\uff12\uff17.0.0.1/",
  "https://127\u30020\u30020\u30021/",
  "https://\u2488\u24ea.0.0.1/",
  "https://127.0.0.1.nip.io/",
  "https://10-0-0-1.sslip.io/",
  "https://lvh.me/",
  "https://app.localtest.me/",
  "https://ip6-loopback/",
  "https://localhost:8443/",
  // private, metadata, reserved
  "https://10.0.0.1/",
  "https://172.20.1.1/",
  "https://192.168.0.1/",
  "https://169.254.169.254/",
  "https://0xa9fea9fe/",
  "https://100.100.100.200/",
  "https://168.63.129.16/",
  "https://192.0.0.192/",
  "https://198.18.0.1/",
  "https://192.0.2.1/",
  "https://239.1.1.1/",
  "https://255.255.255.255/",
  "https://240.0.0.1/",
  "https://[fe80::1]/",
  "https://[fe80::1%25eth0]/",
  "https://[fe80::1%eth0]/",
  "https://[fd12::1]/",
  "https://[fec0::1]/",
  "https://[ff02::1]/",
  "https://[2001:db8::1]/",
  "https://[100::1]/",
  "https://[::ffff:10.0.0.1]/",
  "https://[::ffff:a9fe:a9fe]/",
  "https://[64:ff9b::a00:1]/",
  "https://metadata.google.internal/",
  "https://metadata/",
  "https://instance-data/",
  "https://printer.local/",
  "https://nas.lan/",
  "https://router.home.arpa/",
  "https://db.corp/",
  "https://x.intranet/",
  "https://kubernetes.default.svc/",
  "https://api.default.svc.cluster.local/",
  "https://x.test/",
  "https://x.onion/",
  "https://x.invalid/",
  "https://gateway.docker.internal/",
  "https://1.0.0.127.in-addr.arpa/",
  // authority
  "https://user@example.com/",
  "https://:p@example.com/",
  "https://@example.com/",
  "https://:@example.com/",
  "https://example.com@127.0.0.1/",
  "https://example.com%2f@127.0.0.1/",
  "https://example.com#@127.0.0.1/",
  "https://example.com?@127.0.0.1/",
  "https://example.com/#@127.0.0.1/",
  "https://127.0.0.1%2f.example.com/",
  "https://ex%61mple.com/",
  "https://\uff45xample.com/",
  "https://example\u3002com/",
  "https://example.com./",
  "https://example..com/",
  "https://.example.com/",
  `https://${"a".repeat(64)}.com/`,
  "https://0x08.8.8.8/",
  "https://134744072/",
  // ports and length
  "https://example.com:0/",
  "https://example.com:80/",
  "https://example.com:25/",
  "https://example.com:1023/",
  "https://example.com:6379/",
  "https://example.com:6667/",
  "https://example.com:99999/",
  "https://example.com:-1/",
  "https://example.com:/",
  "https://example.com:0443/",
  "https://example.com:443x/",
  "https://example.com:4\uff143/",
  `https://example.com/${"a".repeat(2048)}`,
];
const NOT_LISTED: readonly string[] = [
  "https://evil.example/",
  "https://www.example.com/",
  "https://example.com.evil.example/",
  "https://example.comevil.org/",
  "https://notexample.com/",
  "https://example.co/",
  "https://example.org/?u=example.com",
  "https://ex\u0430mple.com/",
  "https://xn--exmple-4nf.com/",
  "https://8.8.8.8/",
  "https://[2606:4700:4700::1001]/",
  "https://evil.org/https://example.com/",
];
const TAKEN: readonly (readonly [string, string])[] = [
  ["https://example.com", "https://example.com/"],
  ["HTTPS://EXAMPLE.com/Docs.md", "https://example.com/Docs.md"],
  ["https://example.com:443/x", "https://example.com/x"],
  ["https://example.com:8443/x", "https://example.com:8443/x"],
  ["https://example.com:65535/x", "https://example.com:65535/x"],
  ["https://example.com:1024/x", "https://example.com:1024/x"],
  ["https://example.com/a/../b.md", "https://example.com/b.md"],
  ["https://example.com/@me/x.md?raw=1&b=a@b", "https://example.com/@me/x.md?raw=1&b=a@b"],
  ["https://example.com/x.md#part", "https://example.com/x.md"],
  ["https://example.com/a%20b.md", "https://example.com/a%20b.md"],
  ["https://example.com/日本.md", "https://example.com/%E6%97%A5%E6%9C%AC.md"],
  ["https://bücher.example/x", "https://xn--bcher-kva.example/x"],
  ["https://1.1.1.1/x", "https://1.1.1.1/x"],
  ["https://[2606:4700:4700:0:0:0:0:1111]/x", "https://[2606:4700:4700::1111]/x"],
];

describe("URLs that the corpus does not have", () => {
  it(`refuses each of ${REFUSED_WHEN_LISTED.length} bad URLs although their hosts are listed`, () => {
    expect(REFUSED_WHEN_LISTED.filter((input) => judgeUrlKey(input, EVERYTHING_LISTED(input)).kind === "accept")).toEqual([]);
  });

  it("refuses every host that is not listed exactly", () => {
    expect(NOT_LISTED.filter((input) => judgeUrlKey(input, ["example.com", "*.example.com"]).kind === "accept")).toEqual([]);
  });

  test.each(TAKEN)("accepts %s as %s", (input, url) => {
    expect(judgeUrlKey(input, ["Example.com", "bücher.example", "1.1.1.1", "2606:4700:4700::1111"])).toEqual({ kind: "accept", url });
  });

  it("LW-12 refuses what is not text, without asking it to become text", () => {
    for (const input of [
      null,
      undefined,
      1,
      ["https://example.com/"],
      { toString: () => "https://example.com/" },
      new URL("https://example.com/"),
    ]) {
      expect(judgeUrlKey(input, ["example.com"]).kind).toBe("reject");
    }
  });

  it("opens only the port that a remote names", () => {
    expect(judgeUrlKey("https://example.com:8443/", ["example.com:8443"]).kind).toBe("accept");
    expect(judgeUrlKey("https://example.com/", ["example.com:8443"]).kind).toBe("reject");
    expect(judgeUrlKey("https://example.com/", ["not a host", "https://example.com/docs"]).kind).toBe("accept");
  });

  it("speaks http to loopback only where that is configured and the host is listed", () => {
    const hosts = ["127.0.0.1", "localhost", "[::1]", "example.com"];
    const local = { allowLoopbackHttp: true };
    for (const url of ["http://127.0.0.1:4777/x", "http://localhost:8080/x", "http://[::1]:8080/x"]) {
      expect(judgeUrlKey(url, hosts)).toMatchObject({ kind: "reject" });
      expect(judgeUrlKey(url, hosts, local)).toEqual({ kind: "accept", url });
      expect(judgeUrlKey(url, ["example.com"], local).kind).toBe("reject");
    }
    for (const url of [
      "http://example.com:8080/",
      "http://127.0.0.1/",
      "http://0x7f.1:8080/",
      "http://a.localhost:8080/",
      "http://10.0.0.1:8080/",
    ]) {
      expect(judgeUrlKey(url, [...hosts, "a.localhost", "10.0.0.1"], local).kind, url).toBe("reject");
    }
  });

  it("answers for every input, and what it accepts it accepts again unchanged", () => {
    const piece = fc.constantFrom(
      "https://",
      "http://",
      "example.com",
      "127.0.0.1",
      "@",
      ":",
      "443",
      "/",
      "#",
      "?",
      "%",
      "[",
      "::1",
      "]",
      "\\",
      "\t",
      ".",
      "。",
      "x",
    );
    const text = fc.array(piece, { maxLength: 8 }).map((all) => all.join(""));
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          text.map((tail) => `https://example.com${tail}`),
          fc.anything(),
        ),
        (input) => {
          const verdict = judgeUrlKey(input, ["example.com", "127.0.0.1"]);
          if (verdict.kind === "reject") return;
          expect(new URL(verdict.url)).toMatchObject({ protocol: "https:", hostname: "example.com", username: "", hash: "" });
          expect(judgeUrlKey(verdict.url, ["example.com"])).toEqual(verdict);
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe("addresses that a name resolves to", () => {
  test.each([
    "8.8.8.8",
    "1.1.1.1",
    "172.15.255.255",
    "172.32.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2a00:1450:4001::8a",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
  ])("%s is public", (ip) => {
    expect(judgeAddress(ip)).toEqual({ kind: "public" });
  });

  test.each([
    "127.0.0.1",
    "10.255.255.255",
    "172.16.0.0",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "168.63.129.16",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:0:127.0.0.1",
    "fe80::1",
    "fe80::1%eth0",
    "fd00:ec2::254",
    "fc00::1",
    "ff02::1",
    "2001:db8::1",
    "2001::1",
    "2002:7f00:1::",
    "64:ff9b::7f00:1",
    "64:ff9b:1::808:808",
    "3fff::1",
    "5f00::1",
    "0177.0.0.1",
    "127.1",
    "1.2.3.4.5",
    "256.1.1.1",
    "[::1]",
    "",
    "localhost",
    "1::2::3",
    "::1 ",
  ])("%s is not", (ip) => {
    expect(judgeAddress(ip).kind).toBe("reject");
  });
});
