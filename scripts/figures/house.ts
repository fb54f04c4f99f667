// The picture of the house in ARCHITECTURE.md: the floors by hand, the number of files in each room counted.

/** From the doors down to the words that every room shares; rooms of one floor are side by side. */
const FLOORS: readonly { readonly rooms: readonly string[]; readonly about: string }[] = [
  { rooms: ["cli", "daemon", "hosts"], about: "doors: take a request, call one verb, answer" },
  { rooms: ["runtime"], about: "our own agent" },
  { rooms: ["transfer", "hostSessions", "bank", "doctor", "rules"], about: "verbs of one subject each" },
  { rooms: ["sharing", "finding", "activity", "calls"], about: "verbs of other machines, recall, sessions and tool calls" },
  { rooms: ["mind"], about: "the hall: one file per verb" },
  { rooms: ["gate", "recall", "session", "snapshot"], about: "calls judged, things found, events logged, prompts frozen" },
  { rooms: ["policy", "deltas"], about: "rules and verdicts; the one writer of documents" },
  { rooms: ["analysis"], about: "what a call does: programs, paths, branches, network" },
  { rooms: ["knowledge", "store"], about: "which documents there are; disk, database, Git" },
  { rooms: ["content", "markdown", "schema", "base"], about: "text and nouns, pure" },
];

export const BEGIN = "<!-- house: npm run figures -- --write -->";
export const END = "<!-- end of house -->";

export function housePicture(files: Iterable<string>): string {
  const count = filesByRoom(files);
  const floors = FLOORS.map(({ rooms }) => rooms.map((room) => `${room} ${count.get(room) ?? 0}`).join(" · "));
  const width = Math.max(...floors.map((floor) => floor.length));
  const rows = FLOORS.map(({ about }, at) => `  ${(floors[at] ?? "").padEnd(width)}   ${about}`);
  return ["```", "  ▲ reading climbs", ...rows, "  ▼ writing descends, and reaches the disk through deltas and session only", "```"].join(
    "\n",
  );
}

/** The text with the picture as it would be drawn now. */
export function withPicture(text: string, files: Iterable<string>): string {
  const [head = "", rest = ""] = text.split(BEGIN);
  return `${head}${BEGIN}\n${housePicture(files)}\n${END}${rest.split(END)[1] ?? ""}`;
}

/** Rooms whose number is further from the truth than a fifth, or that are missing. */
export function wrongIn(text: string, files: Iterable<string>): string[] {
  const drawn = (text.split(BEGIN)[1] ?? "").split(END)[0] ?? "";
  const stated = new Map(
    [...drawn.matchAll(/(?<=^|[·\s])(\w+) (\d+)(?= ·|\s)/gm)].map(([, room = "", number = "0"]) => [room, Number(number)]),
  );
  return [...filesByRoom(files)].filter(([room, number]) => Math.abs((stated.get(room) ?? 0) - number) > number / 5).map(([room]) => room);
}

/** What the package exports (index.ts, library/) is no room. */
function filesByRoom(files: Iterable<string>): Map<string, number> {
  const count = new Map<string, number>();
  for (const file of files) {
    const [room = "", below] = file.split("/");
    if (below !== undefined && room !== "library") count.set(room, (count.get(room) ?? 0) + 1);
  }
  return count;
}
