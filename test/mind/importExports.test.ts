// Exports of other memory programs: each becomes proposals, nothing is applied, and the file stays as it was.

import { expect, it } from "vitest";
import { makeWarmWorld as makeWorld } from "../kit.ts";

const EXPORTS: readonly [
  from: string,
  file: string,
  text: string,
  wanted: readonly (readonly [document: string, heading: string, content: string])[],
][] = [
  [
    "mem0",
    "mem0.json",
    JSON.stringify({
      results: [
        { id: "1", memory: "Likes tea", categories: ["food"] },
        { id: "2", memory: "Eats late", categories: ["food"] },
        { id: "3", memory: "Works on parsers" },
      ],
    }),
    [
      ["MEMORY.md", "food", "- Likes tea\n- Eats late"],
      ["MEMORY.md", "mem0", "Works on parsers"],
    ],
  ],
  [
    "letta",
    "agent.af",
    JSON.stringify({
      agents: [{ name: "a" }],
      blocks: [
        { label: "human", value: "Her name is Ada." },
        { label: "persona", value: "Calm." },
        { label: "project", value: "Codicil." },
      ],
    }),
    [
      ["SOUL.md", "Persona", "Calm."],
      ["USER.md", "Human", "Her name is Ada."],
      ["MEMORY.md", "project", "Codicil."],
    ],
  ],
  [
    "chatgpt",
    "conversations.json",
    JSON.stringify([
      {
        title: "t",
        mapping: {
          a: { message: { author: { role: "assistant" }, recipient: "bio", content: { content_type: "code", text: "Has two cats." } } },
          b: {
            message: {
              author: { role: "user" },
              recipient: "all",
              content: { content_type: "user_editable_context", user_profile: "An engineer.", user_instructions: "Be short." },
            },
          },
          c: { message: null },
          d: { message: { recipient: "all", content: { content_type: "text", parts: ["chatter"] } } },
        },
      },
    ]),
    [
      ["MEMORY.md", "Saved by ChatGPT", "Has two cats."],
      ["USER.md", "About me (ChatGPT)", "An engineer."],
      ["USER.md", "How to answer (ChatGPT)", "Be short."],
    ],
  ],
  [
    "claude-mem",
    "export.json",
    JSON.stringify({
      observations: [{ type: "decision", title: "Lock", narrative: "flock it is" }],
      summaries: [{ learned: "NFS lies." }],
    }),
    [
      ["MEMORY.md", "claude-mem: decision", "Lock: flock it is"],
      ["MEMORY.md", "claude-mem: learned", "NFS lies."],
    ],
  ],
  [
    "basic-memory",
    "notes/coffee.md",
    "---\ntitle: Coffee\ntype: note\npermalink: coffee\n---\n# Coffee\n\n## Observations\n- [method] Pour over #brewing\n",
    [["MEMORY.md", "Coffee", "**Observations**\n- [method] Pour over #brewing"]],
  ],
];

it.each(EXPORTS)("%s: %s", (from, file, text, wanted) => {
  const world = makeWorld();
  world.write(`export/${file}`, text);
  const given = `${world.root}/export/${from === "basic-memory" ? "notes" : file}`;
  const imported = world
    .run(["import", from, given, "--json"])
    .json<{ receipts: { status: string; document: string; heading: string }[]; left: unknown[] }>();
  expect(imported.left).toEqual([]);
  const shown = world
    .run(["review", "--json"])
    .json<{ document: string; heading: string; content: string }[]>()
    .map(({ document, heading, content }) => [document, heading, content.trim()]);
  expect(shown.sort()).toEqual(wanted.map((each) => [...each]).sort());
  expect([
    world.has("home/MEMORY.md") && world.read("home/MEMORY.md").includes(wanted[0]?.[2] ?? ""),
    world.read(`export/${file}`),
  ]).toEqual([false, text]);
  // Again: nothing twice.
  expect(world.run(["import", from, given, "--json"]).json<{ receipts: unknown[]; known: number }>()).toMatchObject({
    receipts: [],
    known: wanted.length,
  });
});

it("what is no export is refused with its name", () => {
  const world = makeWorld();
  world.write("x.json", "{ nothing");
  expect(world.run(["import", "mem0", `${world.root}/x.json`, "--json"]).json()).toMatchObject({ error: { code: "BAD_JSON" } });
  expect(world.run(["import", "mem0", "--json"]).json()).toMatchObject({ error: { code: "BAD_USAGE" } });
  expect(world.run(["import", "letta", `${world.root}/gone.af`, "--json"]).json()).toMatchObject({ error: { code: "NOT_FOUND" } });
});
