import { describe, expect, it } from "vitest";
import { createRedactor, knownSecrets, redact } from "../../src/content/redact.ts";
import { BENIGN, drawFrom, MARKED, MENTIONS } from "./secretsCorpus.ts";

const ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const make = (family: string, seed = 1): string => (MARKED[family] as (typeof MARKED)[string])(drawFrom(seed));
const drawn = (length: number, seed = 1): string => drawFrom(seed).chars(ALNUM, length);

describe("OR-42 sensitive information is filtered: a secret becomes a visible marker", () => {
  it("names the provider and leaves the rest of the text as it is", () => {
    expect(redact(`push with ${make("github-pat")}, then tag`).text).toBe("push with [redacted:github], then tag");
    expect(redact(`id ${make("aws-id")} ok`).text).toBe("id [redacted:aws] ok");
    expect(redact(`key: ${make("anthropic")}\nnext`).text).toBe("key: [redacted:anthropic]\nnext");
  });

  it("tells where in the input each secret stood", () => {
    const token = make("github-pat");
    const text = `a ${token} b`;
    expect(redact(text).found).toEqual([{ type: "github", start: 2, end: 2 + token.length }]);
  });

  it("counts the places in the input also when colours are before and inside", () => {
    const token = make("npm");
    const text = `\x1b[1mx\x1b[0m ${token.slice(0, 12)}\x1b[31m${token.slice(12)} y`;
    const [found] = redact(text).found;
    expect(text.slice(found?.start, found?.end).replace("\x1b[31m", "")).toBe(token);
    expect(redact(text).text).toBe("\x1b[1mx\x1b[0m [redacted:npm]\x1b[31m y");
  });

  it.each([
    ["net user bob {s} /add", "net user bob /add"],
    ["htpasswd -cb .htpasswd bob {s}", "htpasswd -c .htpasswd bob"],
    ["create user bob identified by '{s}';", "a user is identified by the name;"],
    ["db.internal:5432:shop:bob:{s}", "db.internal:5432:shop:bob:*"],
    ["PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n{s}\nPrivate-MAC: 0a1b", "Private-Lines: 1\nPrivate-MAC: 0a1b"],
  ])("takes the secret out of %s, and nothing out of %s", (holding, plain) => {
    const secret = drawn(holding.includes("PuTTY") ? 64 : 12, 7);
    const { text } = redact(holding.replace("{s}", secret));
    expect([text.includes(secret), text.replace(/\[redacted:[a-z-]+\]/, "{s}")]).toEqual([false, holding]);
    expect(redact(plain).found).toEqual([]);
  });

  it.each([
    ["my password is {}", "my password is [redacted:password]"],
    ["the wifi password: {}", "the wifi password: [redacted:password]"],
    ["密码是 {}，别外传", "密码是 [redacted:password]，别外传"],
    ["口令：{}", "口令：[redacted:password]"],
    ["token 为 {}", "token 为 [redacted:token]"],
    ['{"password": "{}"}', '{"password": "[redacted:password]"}'],
    ["DB_PASSWORD={}\nPORT=1", "DB_PASSWORD=[redacted:password]\nPORT=1"],
    ["deploy --token {} --dry-run", "deploy --token [redacted:token] --dry-run"],
    ["curl -u bob:{} https://x.example", "curl -u bob:[redacted:password] https://x.example"],
    ["mysql -u root -p{} app", "mysql -u root -p[redacted:password] app"],
    ["Authorization: Bearer {}", "Authorization: Bearer [redacted:token]"],
    ["Cookie: session={}; theme=dark", "Cookie: session=[redacted:cookie]; theme=dark"],
    ["VERCEL_TOKEN={}", "VERCEL_TOKEN=[redacted:vercel]"],
    ["use {} as the password", "use [redacted:password] as the password"],
  ])("finds what only its surroundings betray: %s", (text, shown) => {
    expect(redact(text.replace("{}", drawn(24))).text).toBe(shown);
  });

  it("takes a whole address with a credential, for host and user tell where the password fits", () => {
    expect(redact(`DATABASE_URL=postgres://bob:${drawn(20)}@db.example.com:5432/app`).text).toBe("DATABASE_URL=[redacted:url]");
    expect(redact("see https://example.com/a?b=c#d").found).toEqual([]);
  });

  it("redacts a private key whole, also on one line with escaped line ends, and leaves a mere header", () => {
    const lines = Array.from({ length: 4 }, (_, at) => drawn(64, at)).join("\n");
    const key = `-----BEGIN ${"PRIVATE KEY"}-----\n${lines}\n-----END ${"PRIVATE KEY"}-----`;
    expect(redact(`a\n${key}\nb`).text).toBe("a\n[redacted:private-key]\nb");
    expect(redact(JSON.stringify({ key })).text).toBe('{"key":"[redacted:private-key]"}');
    expect(redact(`-----BEGIN ${"PRIVATE KEY"}----- is how it starts`).found).toEqual([]);
  });

  it("finds a password again where it is repeated without its context", () => {
    const password = `${drawn(12)}!x`;
    expect(redact(`my password is ${password}\nssh asked and I typed ${password}\n`).text).toBe(
      "my password is [redacted:password]\nssh asked and I typed [redacted:password]\n",
    );
  });

  it("reads over line breaks, hidden characters and streamed chunks", () => {
    const token = make("github-pat");
    const [head, tail] = [token.slice(0, 18), token.slice(18)];
    expect(redact(`> ${head}\n> ${tail} x`).text).toBe("> [redacted:github] x");
    expect(redact(`${head}\u200b${tail}`).text).toBe("[redacted:github]");
    expect(redact(`{"chunk":"${head}"}\n{"chunk":"${tail}"}`).text).toBe('{"chunk":"[redacted:github]"}\n{"chunk":"[redacted:github]"}');
  });

  it("looks into base64 and percent encoding, three deep", () => {
    const encode = (text: string): string => Buffer.from(text).toString("base64");
    const text = `DB_PASSWORD=${drawn(20)}`;
    expect(redact(`x ${encode(text)} y`).text).toBe("x [redacted:password] y");
    expect(redact(encode(encode(text))).text).toBe("[redacted:password]");
    expect(redact(encodeURIComponent(`postgres://bob:${drawn(20)}@db/app`)).text).toBe("[redacted:url]");
    expect(redact(`base64 of hello: ${encode("hello world, how are you")}`).found).toEqual([]);
  });
});

describe("what only looks like a secret stays", () => {
  it.each(MENTIONS.map((text) => [text]))("%s", (text) => {
    expect(redact(text).text).toBe(text);
  });

  it.each(Object.entries(BENIGN))("%s", (_name, make) => {
    for (let seed = 1; seed <= 20; seed++) {
      const text = make(drawFrom(seed));
      expect(redact(text).text).toBe(text);
    }
  });

  it("gives back any text without secrets unit by unit, lone surrogates included", () => {
    const text = "a\ud800b\udc00c 😀 \0 \u202e\ufeff é 好\r\n";
    expect(redact(text)).toEqual({ text, found: [] });
  });
});

describe("values known from the environment", () => {
  const value = `Zk-${drawn(11, 3)}`;
  const known = knownSecrets({ APP_SECRET: value, HOME: "/home/bob", TERM: "xterm", EMPTY: "" }, []);

  it("takes secrets and nothing else from the environment", () => {
    expect(known.values).toEqual([value]);
    expect(knownSecrets({ TOKEN: "changeme", PASSWORD: "secret", API_KEY: "${OTHER}", KEYBOARD: "us-intl-altgr" }, []).values).toEqual([]);
  });

  it("reads .env files: quotes, comments, export, and the password inside an address", () => {
    const password = drawn(16, 4);
    const contents = [
      `# a comment\nexport API_KEY="${value}" # prod\nPORT=3000\nDATABASE_URL=postgres://bob:${password}@db/app\nDEBUG=true\n`,
    ];
    expect(knownSecrets({}, contents).values).toEqual([value, password]);
  });

  it("finds them bare, in base64, percent-encoded, escaped and broken across lines", () => {
    expect(redact(`got ${value}!`, known).text).toBe("got [redacted:known]!");
    expect(redact(`got ${value}!`).found).toEqual([]);
    const base64 = Buffer.from(value).toString("base64");
    expect(redact(`x ${base64} y`, known).text).toBe("x [redacted:known] y");
    const inside = Buffer.from(`user=bob and ${value} it is`).toString("base64");
    expect(redact(inside, known).text).toBe("[redacted:known]");
    expect(redact(`?v=${value.replace("-", "%2D")}&b=1`, known).text).toBe("?v=[redacted:known]&b=1");
    expect(redact(`${value.slice(0, 6)}\n${value.slice(6)}`, known).text).toBe("[redacted:known]");
  });

  it("works on streams as well", () => {
    const redactor = createRedactor(known);
    const shown = [...`a ${value} b`].map((char) => redactor.push(char)).join("") + redactor.flush();
    expect(shown).toBe("a [redacted:known] b");
    expect(redactor.found()).toEqual([{ type: "known" }]);
  });

  it("never takes a value that would hit the markers themselves", () => {
    const text = `x ${make("github-pat")}`;
    expect(redact(redact(text, { values: ["redacted"] }).text, { values: ["redacted"] }).text).toBe("x [redacted:github]");
  });
});
