// A Git remote that is broken, hostile, gone or rewritten: nothing of it runs, nothing of it is taken that is not plainly a
// file of a mind, and nothing here is lost.

import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, USER, type World } from "../kit.ts";
import { add, bareRepository, git, hashOf, makeCarried, pushTree, type Synced, synced } from "./gitRig.ts";

const homeOf = (machine: World) => machine.names("home").join();

describe("addresses that are refused before Git sees them", () => {
  it.each([
    ["-oProxyCommand=touch pwned", "BAD_INPUT"],
    ["--upload-pack=touch pwned", "BAD_INPUT"],
    ["ssh://-oProxyCommand=touch%20pwned/x", "BAD_INPUT"],
    ["ssh://-F@host/x", "BAD_INPUT"],
    ["-x@host:path", "BAD_INPUT"],
    ["host:-path", "BAD_INPUT"],
    ["ext::sh -c 'touch pwned'", "BAD_INPUT"],
    ["fd::17", "BAD_INPUT"],
    ["ftp://host/mind.git", "BAD_INPUT"],
    ["http://host.example/mind.git", "BAD_INPUT"],
    ["git://host.example/mind.git", "BAD_INPUT"],
    ["https://me:hunter2hunter2@host.example/mind.git", "SECRET"],
    ["file://relative/mind.git", "BAD_INPUT"],
    ["https://host.example", "BAD_INPUT"],
    ["mind", "BAD_INPUT"],
    ["a\nb", "BAD_INPUT"],
    ["", "BAD_INPUT"],
  ])("%j", async (address, code) => {
    const world = makeWorld();
    const { readCarrierAddress } = await import("../../src/store/index.ts");
    expect(() => readCarrierAddress(address)).toThrow(expect.objectContaining({ code }) as Error);
    expect(existsSync(join(world.project, "pwned"))).toBe(false);
  });

  it.each([
    "git@host:me/mind.git",
    "host:mind.git",
    "ssh://git@host:2222/me/mind.git",
    "https://host.example/me/mind.git",
    "http://127.0.0.1:8080/mind.git",
    "/media/stick/my mind.git",
    "file:///media/stick/mind.git",
    "[::1]:mind.git",
  ])("and %j is not", async (address) => {
    const { readCarrierAddress } = await import("../../src/store/index.ts");
    expect(readCarrierAddress(address).url).toBe(address);
  });

  it("by the command line too, and by an edit from outside in config.yaml; nothing is written down", async () => {
    const world = makeWorld();
    expect(world.run(["sync", "--with", "ext::sh -c 'touch pwned'", "--json"]).json()).toMatchObject({ error: { code: "BAD_INPUT" } });
    expect(world.has("home/last-word/config.yaml")).toBe(false);
    world.write("home/last-word/config.yaml", 'carrier: "--upload-pack=touch pwned"\n');
    expect(world.run(["sync", "--json"]).json()).toMatchObject({ error: { code: "BAD_INPUT" } });
    expect([world.has("project/pwned"), world.has("home/pwned")]).toEqual([false, false]);
  });
});

describe("what a hostile remote holds", () => {
  it("links, other repositories, odd names, giants and what is not UTF-8 are named and left alone; the rest is synced", async () => {
    const { machines, bare } = await makeCarried(2);
    const [a, b] = machines as [World, World];
    const own = homeOf(b);
    const other = git(bare, ["rev-parse", "refs/heads/codicil"]).trim();
    pushTree(bare, [
      { mode: "120000", type: "blob", path: "documents/LINK.md", bytes: "/etc/passwd" },
      { mode: "120000", type: "blob", path: "documents/folder", bytes: "/etc" },
      { mode: "160000", type: "commit", path: "documents/SUB.md", oid: other },
      {
        mode: "100644",
        type: "blob",
        path: ".gitmodules",
        bytes: '[submodule "x"]\n\tpath = documents/SUB.md\n\turl = ext::sh -c "touch pwned"\n',
      },
      { mode: "100644", type: "blob", path: "documents/.hidden/x.md", bytes: "x" },
      { mode: "100644", type: "blob", path: "documents/hooks/x/HOOK.md", bytes: "---\nname: x\n---\n" },
      { mode: "100644", type: "blob", path: "documents/last-word/config.yaml", bytes: "commit: { soul: direct }\n" },
      { mode: "100644", type: "blob", path: "documents/last-word/x.md", bytes: "x" },
      { mode: "100644", type: "blob", path: "documents/CON.md", bytes: "x" },
      { mode: "100644", type: "blob", path: "documents/program.sh", bytes: "touch pwned" },
      { mode: "100644", type: "blob", path: "documents/twin.md", bytes: "one" },
      { mode: "100644", type: "blob", path: "documents/Twin.md", bytes: "two" },
      { mode: "100644", type: "blob", path: "documents/latin.md", bytes: new Uint8Array([0x23, 0x20, 0xe9, 0x0a]) },
      { mode: "100644", type: "blob", path: "documents/huge.md", bytes: "x".repeat(65 * 1024 * 1024) },
      { mode: "100644", type: "blob", path: "ledger/x.jsonl", bytes: "not json\n" },
      { mode: "100644", type: "blob", path: "waiting/e_1.yaml", bytes: "broken: [" },
      {
        mode: "100644",
        type: "blob",
        path: "waiting/e_2.yaml",
        bytes:
          'version: "1.0.0"\nsource: x\nentries:\n  - key: { path: /etc/passwd.md, heading: x }\n    operation: update\n    content: x\n    meta: { id: e_2 }\n',
      },
      { mode: "100644", type: "blob", path: "staging/../../x.yaml".replace("../../", ""), bytes: "x" },
      { mode: "100644", type: "blob", path: "decisions/keys.jsonl", bytes: "{}\n" },
      { mode: "100644", type: "blob", path: "README.md", bytes: "not a document\n" },
      { mode: "100644", type: "blob", path: "documents/good.md", bytes: "# Good\n" },
    ]);
    const { problems, received } = await synced(b);
    expect(received).toEqual(["~/.config/agents/good.md"]);
    const codes = new Map(problems.map(({ document, code }) => [document, code]));
    expect(Object.fromEntries(codes)).toMatchObject({
      "documents/LINK.md": "NOT_A_FILE",
      "documents/folder": "NOT_A_FILE",
      "documents/SUB.md": "NOT_A_FILE",
      "documents/.hidden/x.md": "BAD_PATH",
      "documents/hooks/x/HOOK.md": "BAD_PATH",
      "documents/last-word/config.yaml": "BAD_PATH",
      "documents/last-word/x.md": "BAD_PATH",
      "documents/CON.md": "BAD_PATH",
      "documents/program.sh": "BAD_PATH",
      "twin.md": "BAD_PATH",
      "Twin.md": "BAD_PATH",
      "~/.config/agents/latin.md": "NOT_UTF8",
      "documents/huge.md": "TOO_LARGE",
      "waiting/e_1.yaml": expect.stringMatching(/BAD/) as string,
      "waiting/e_2.yaml": "BAD_KEY",
      "decisions/keys.jsonl": "BAD_PATH",
    });
    expect(homeOf(b)).toBe([...own.split(","), "good.md"].sort().join());
    expect([
      b.has("project/pwned"),
      b.has("state/decisions/keys.jsonl"),
      b.read("home/last-word/config.yaml").includes("direct }"),
    ]).toEqual([false, false, false]);
    // What was there stays there, untouched; ours goes beside it.
    await add(b, "still works");
    await synced(b);
    expect(git(bare, ["ls-tree", "-r", "--name-only", "refs/heads/codicil"])).toContain("README.md");
    await synced(a);
    expect(a.read("home/USER.md")).toContain("- still works");
  });

  it("hooks, filters, attributes and commands in the configuration of a repository on this machine's disk do not run", async () => {
    const { machines, bare } = await makeCarried(2);
    const [a, b] = machines as [World, World];
    const mark = join(a.root, "pwned");
    const evil = join(a.root, "evil.sh");
    writeFileSync(evil, `#!/bin/sh\necho "$0" >> ${mark}\n`);
    chmodSync(evil, 0o755);
    mkdirSync(join(bare, "hooks"), { recursive: true });
    for (const hook of [
      "pre-receive",
      "update",
      "post-receive",
      "post-update",
      "reference-transaction",
      "push-to-checkout",
      "proc-receive",
    ]) {
      writeFileSync(join(bare, "hooks", hook), `#!/bin/sh\necho ${hook} >> ${mark}\n`);
      chmodSync(join(bare, "hooks", hook), 0o755);
    }
    for (const [key, value] of [
      ["core.fsmonitor", evil],
      ["uploadpack.packObjectsHook", evil],
      ["core.alternateRefsCommand", evil],
      ["core.sshCommand", evil],
      ["filter.x.smudge", evil],
      ["filter.x.clean", evil],
      ["core.hooksPath", join(bare, "hooks")],
      ["gc.recentObjectsHook", evil],
      ["core.pager", evil],
      ["credential.helper", `!${evil}`],
    ])
      git(bare, ["config", key as string, value as string]);
    mkdirSync(join(bare, "info"), { recursive: true });
    writeFileSync(join(bare, "info/attributes"), "* filter=x\n");
    // An alternate makes receive-pack ask alternateRefsCommand.
    mkdirSync(join(bare, "objects/info"), { recursive: true });
    const other = bareRepository(a, "other.git");
    writeFileSync(join(bare, "objects/info/alternates"), `${other}/objects\n`);
    pushTree(bare, [
      { mode: "100644", type: "blob", path: ".gitattributes", bytes: "* filter=x\n" },
      { mode: "100644", type: "blob", path: "documents/.gitattributes", bytes: "* filter=x\n" },
    ]);
    rmSync(mark, { force: true });
    await add(a, "from a");
    expect((await synced(a)).sent).toEqual(["USER.md"]);
    expect((await synced(b)).received).toEqual(["USER.md"]);
    expect(existsSync(mark)).toBe(false);
    // The control: the same repository does run its hooks for a plain push.
    const clone = join(a.root, "clone");
    git(a.root, ["clone", "-q", "-b", "codicil", bare, clone]);
    git(clone, ["commit", "-q", "--allow-empty", "-m", "x"]);
    git(clone, ["push", "-q", "origin", "HEAD:refs/heads/other"]);
    expect(existsSync(mark)).toBe(true);
  });

  it("a ledger that belongs to another document, is damaged, or of a newer program stops that document alone", async () => {
    const { machines, bare } = await makeCarried(2);
    const [a, b] = machines as [World, World];
    const [name] = a.names("state/ledger").filter((each) => each.startsWith("USER.md"));
    const before = b.read("home/USER.md");
    for (const bytes of [
      '{"v":1,"kind":"ledger","root":"home","project":null,"path":"SOUL.md"}\n',
      '{"v":1,"kind":"ledger","root":"home","project":null,"path":"USER.md"}\nbroken\n',
      '{"v":1,"kind":"ledger","root":"home","project":null,"path":"USER.md"}\n{"v":9}\n',
      '{"v":1,"kind":"ledger","root":"home","project":null,"path":"USER.md"}\n{"v":1,"id":"c","kind":"hand","at":"x","splices":[{"at":"0"}]}\n',
    ]) {
      pushTree(bare, [{ mode: "100644", type: "blob", path: `ledger/${name ?? ""}`, bytes }]);
      expect((await synced(b)).problems).toMatchObject([
        { document: "USER.md", code: expect.stringMatching(/DAMAGED|UNKNOWN_VERSION/) as string },
      ]);
      expect(b.read("home/USER.md")).toBe(before);
    }
    pushTree(bare, [{ mode: "100644", type: "blob", path: "mind.json", bytes: '{"codicil":"mind","v":2}\n' }]);
    expect(b.run(["sync", "--json"]).json()).toMatchObject({ error: { code: "UNKNOWN_VERSION" } });
  });

  it("an edit in the remote itself, as in a host's web page, is an outside edit", async () => {
    const { machines, bare } = await makeCarried(2);
    const [a, b] = machines as [World, World];
    await add(a, "meanwhile");
    pushTree(bare, [{ mode: "100644", type: "blob", path: "documents/USER.md", bytes: USER.replace("soon gone", "edited on the web") }]);
    expect(await synced(a)).toMatchObject({ conflicts: [], problems: [], received: ["USER.md"] });
    await synced(b);
    expect(a.read("home/USER.md")).toContain("edited on the web");
    expect(a.read("home/USER.md")).toContain("- meanwhile");
    expect(hashOf(b)).toBe(hashOf(a));
  });
});

describe("a remote that is away, or has another past", () => {
  it("offline: nothing is changed, it is said plainly, and the next sync brings it", async () => {
    const { machines, bare } = await makeCarried(2);
    const [a, b] = machines as [World, World];
    renameSync(bare, `${bare}.away`);
    await add(a, "offline");
    const before = hashOf(a);
    const failed = a.run(["sync"]);
    expect(failed.code).toBe(1);
    expect(failed.err).toContain("CARRIER");
    expect(failed.err).toContain("Nothing was changed");
    expect(hashOf(a)).toBe(before);
    expect(a.run(["status"]).out).toContain("CARRIER");
    expect(a.run(["doctor", "--own", "--json"]).out).toContain("the last sync with");
    renameSync(`${bare}.away`, bare);
    await synced(a);
    await synced(b);
    expect(b.read("home/USER.md")).toContain("- offline");
    expect(a.run(["status"]).out).toMatch(/^carrier: .*, last synced 20/m);
  });

  it("history rewritten there, to an older state, another one, or none: every machine sends again what is missing", async () => {
    const { machines, bare } = await makeCarried(2);
    const [a, b] = machines as [World, World];
    const old = git(bare, ["rev-parse", "refs/heads/codicil"]).trim();
    await add(a, "one");
    a.run(["plan", "--path", "SOUL.md", "--heading", "Values", "--op", "update", "--content", "Patience.", "--session", "s7"]);
    a.run(["flush", "--session", "s7"]);
    await synced(a);
    await synced(b);
    const proposals = () => machines.map((machine) => machine.run(["review", "--json"]).json<unknown[]>().length);
    expect(proposals()).toEqual([1, 1]);
    git(bare, ["update-ref", "refs/heads/codicil", old]);
    await add(b, "two", "s2");
    for (const machine of [b, a, b]) expect(await synced(machine)).toMatchObject({ conflicts: [], problems: [] });
    git(bare, ["update-ref", "-d", "refs/heads/codicil"]);
    await add(a, "three", "s3");
    for (const machine of [a, b]) expect(await synced(machine)).toMatchObject({ conflicts: [], problems: [] });
    pushTree(bare, [{ mode: "100644", type: "blob", path: "documents/other.md", bytes: "# Other\n" }], { keep: false });
    for (const machine of [a, b, a]) expect(await synced(machine)).toMatchObject({ conflicts: [], problems: [] });
    for (const machine of machines) {
      expect(machine.read("home/USER.md")).toContain("- compilers\n- one\n- two\n- three\n");
      expect(machine.read("home/other.md")).toBe("# Other\n");
    }
    expect(proposals()).toEqual([1, 1]);
    expect(hashOf(b)).toBe(hashOf(a));
  });

  it("another mind's branch in its place is refused by name until a person joins both; nothing was sent or taken", async () => {
    const { machines, bare } = await makeCarried(2);
    const [a, b] = machines as [World, World];
    await add(a, "two years");
    for (const machine of [a, b]) await synced(machine);
    const other = await makeCarried(1);
    other.machines[0]?.write("home/other.md", "# Other\n");
    await synced(other.machines[0] as World);
    git(bare, ["fetch", "-q", other.bare, "+refs/heads/codicil:refs/heads/codicil"]);
    const before = [hashOf(a), git(bare, ["rev-parse", "refs/heads/codicil"])];
    const refused = a.run(["sync", "--json"]);
    expect([refused.code, refused.json()]).toMatchObject([4, { error: { code: "OTHER_MIND" } }]);
    expect([hashOf(a), git(bare, ["rev-parse", "refs/heads/codicil"])]).toEqual(before);
    // Negative control: a person who names it joins, with everything of both sides, and the other machine can do the same.
    for (const machine of [a, b]) expect(machine.run(["sync", "--with", bare]).code).toBe(0);
    await synced(a);
    for (const machine of [a, b]) {
      expect(machine.read("home/USER.md")).toContain("- two years");
      expect(machine.read("home/other.md")).toBe("# Other\n");
    }
  });

  it("what another machine removed is in this machine's trash, and is called removed", async () => {
    const { machines } = await makeCarried(2);
    const [a, b] = machines as [World, World];
    a.write("home/notes/garden.md", "# Garden\n\nRoses.\n");
    for (const machine of [a, b]) await synced(machine);
    rmSync(join(a.home, "notes/garden.md"));
    await synced(a);
    expect(await synced(b)).toMatchObject({ received: [], removed: [expect.stringContaining("notes/garden.md")] });
    expect(b.has("home/notes/garden.md")).toBe(false);
    const [kept] = b.names("state/trash/files");
    expect(b.read(`state/trash/files/${kept ?? ""}`)).toContain("Roses.");
  });

  it("a secret is not sent: by an edit from outside in a document, or in an older version of it; said with file and line, and the rest is synced", async () => {
    const { machines, bare } = await makeCarried(2);
    const [a, b] = machines as [World, World];
    const secret = `ghp_${"k4Jx9QwZ2mN7pR5tV8yB1cD3eF6gH0sLuAaB"}`;
    a.write("home/USER.md", USER.replace("soon gone", `token ${secret}`));
    a.write("home/notes/lake.md", "# Lake\n");
    const first = a.run(["sync", "--json"]);
    expect(first.code).toBe(1);
    expect(first.json<Synced>().problems).toMatchObject([{ document: "USER.md", code: "SECRET", file: join(a.home, "USER.md"), line: 15 }]);
    await synced(b);
    expect(b.has("home/notes/lake.md")).toBe(true);
    // It was in the ledger by the time it was taken out of the text.
    await add(a, "entered");
    a.write("home/USER.md", a.read("home/USER.md").replace(` ${secret}`, ""));
    expect((await synced(a)).problems).toMatchObject([
      { document: "USER.md", code: "SECRET", file: expect.stringContaining("ledger") as string, line: expect.any(Number) as number },
    ]);
    expect(a.onTerminal(["forget", "--everywhere", secret]).code).toBe(0);
    expect((await synced(a)).problems).toEqual([]);
    await synced(b);
    expect(b.read("home/USER.md")).toContain("- entered");
    const everything = git(bare, ["log", "-p", "--all", "--text"]);
    expect(everything).not.toContain(secret);
    expect(everything).toContain("entered");
  });

  it("what is forgotten on one machine is gone from the others' documents and histories, and does not come back", async () => {
    const { machines, bare } = await makeCarried(2);
    const [a, b] = machines as [World, World];
    await add(a, "the leaked name is Rumpelstilz");
    await synced(a);
    await synced(b);
    await add(b, "kept", "s2");
    expect(a.onTerminal(["forget", "--everywhere", "Rumpelstilz"]).code).toBe(0);
    await add(a, "also kept", "s3");
    for (const machine of [a, b, a, b]) expect(await synced(machine)).toMatchObject({ conflicts: [], problems: [] });
    const ledgers = (machine: World) =>
      machine
        .names("state/ledger")
        .map((name) => machine.read(`state/ledger/${name}`))
        .join();
    for (const machine of machines) {
      expect(machine.read("home/USER.md")).not.toContain("Rumpelstilz");
      expect(ledgers(machine)).not.toContain("Rumpelstilz");
      expect(machine.read("home/USER.md")).toContain("- kept");
      expect(machine.read("home/USER.md")).toContain("- also kept");
    }
    // Git keeps old commits: where the branch is begun anew, no machine keeps them either.
    const objects = (folder: string) => git(folder, ["cat-file", "--batch-all-objects", "--batch"]);
    const copies = () =>
      machines.flatMap((machine) =>
        machine
          .names("state/carrier")
          .filter((name) => name.endsWith(".git"))
          .map((name) => join(machine.state, "carrier", name)),
      );
    expect(copies().map(objects).join()).toContain("Rumpelstilz");
    git(bare, ["update-ref", "-d", "refs/heads/codicil"]);
    for (const machine of [a, b, a, b]) await synced(machine);
    expect(copies()).toHaveLength(2);
    expect(copies().map(objects).join()).not.toContain("Rumpelstilz");
    expect(hashOf(b)).toBe(hashOf(a));
  });

  it("a home behind a link, and a person's own repository in it, stay as they are", async () => {
    const world = makeWorld();
    const bare = bareRepository(world);
    const real = join(world.root, "elsewhere");
    mkdirSync(real);
    symlinkSync(real, world.home);
    writeFileSync(join(real, "USER.md"), USER);
    git(real, ["init", "-q"]);
    const before = git(real, ["status", "--porcelain=v2", "--branch"]);
    expect(world.run(["sync", "--with", bare]).code).toBe(0);
    expect(
      git(real, ["status", "--porcelain=v2", "--branch"])
        .split("\n")
        .filter((line) => !line.includes("last-word")),
    ).toEqual(before.split("\n"));
    expect(git(bare, ["show", "codicil:documents/USER.md"])).toBe(USER);
  });
});
