// AgentKit's own folder, ~/.agentkit (AK-06, AK-19, X7): found, and copied into this mind. Documents are copied whole where this
// mind has none of its own yet; where it has, the notes become proposals like any other tool's. The folder is only read.

import { AppError, seenFrom } from "../../base/index.ts";
import { writeWhole } from "../../deltas/index.ts";
import { documentAt, documentOfRole, isDefaultText } from "../../knowledge/index.ts";
import { readSmallText } from "../../store/index.ts";
import type { Sheet } from "../../doctor/documentReader.ts";
import { readOne } from "../../mind/documents/load.ts";
import type { Mind } from "../../mind/open.ts";

export const AGENTKIT = "agentkit";
const SETTINGS = "agentkit.yaml";

export interface FoundFolder {
  readonly id: typeof AGENTKIT;
  readonly folder: string;
  /** Relative to it. */
  readonly files: readonly string[];
}

/** null: there is none, or it is this mind's own home. */
export function findAgentKit({ where, environment }: Mind): FoundFolder | null {
  const folder = environment.disk.realpath(`${where.userHome}/.${AGENTKIT}`);
  if (folder === null || folder === (environment.disk.realpath(where.home) ?? where.home)) return null;
  const isThere = (path: string) => environment.disk.lstat(`${folder}/${path}`) !== null;
  const days = isThere("memories/daily")
    ? environment.disk
        .list(`${folder}/memories/daily`)
        .filter((name) => DAY.test(name))
        .sort()
        .map((name) => `memories/daily/${name}`)
    : [];
  const files = [...["SOUL.md", "memories/USER.md", "memories/MEMORY.md", SETTINGS].filter(isThere), ...days];
  return files.some((path) => path !== SETTINGS) ? { id: AGENTKIT, folder, files } : null;
}

const DAY = /^(\d{4}-\d{2}-\d{2})\.md$/;
const ROLES = { "SOUL.md": "soul", "memories/USER.md": "user", "memories/MEMORY.md": "memory" } as const;

export interface CopiedFile {
  readonly from: string;
  readonly document: string;
}

interface Copied {
  readonly copied: readonly CopiedFile[];
  /** What this mind has something of its own for. */
  readonly rest: readonly Sheet[];
  readonly left: readonly { readonly file: string; readonly why: string }[];
}

export async function copyAgentKit(mind: Mind, folder: string, sheets: readonly Sheet[]): Promise<Copied> {
  const root = mind.environment.disk.realpath(folder) ?? folder;
  if (root === (mind.environment.disk.realpath(mind.where.home) ?? mind.where.home))
    throw new AppError("BAD_INPUT", "that folder is the home of this mind already", {
      file: root,
      hint: "It is read in place; there is nothing to import.",
    });
  const copied: CopiedFile[] = [];
  const rest: Sheet[] = [];
  const left: { file: string; why: string }[] = [];
  for (const sheet of sheets) {
    const path = seenFrom(root, sheet.file);
    const document = targetOf(mind, path);
    if (document === null) {
      rest.push(sheet);
      continue;
    }
    const before = await readOne(mind, document);
    const isFree = before === null || isDefaultText(before.text);
    if (before?.text === sheet.text) left.push({ file: sheet.file, why: `${document.key} says the same already` });
    else if (isFree) {
      await writeWhole(mind.deps, document, sheet.text, { reason: `copied from ${sheet.file}`, expect: before?.version ?? null });
      copied.push({ from: sheet.file, document: document.key });
    } else if (document.role === "daily") left.push({ file: sheet.file, why: `${document.key} is there already` });
    else rest.push(sheet);
  }
  return { copied, rest, left: [...left, ...settingsOf(root)] };
}

function targetOf(mind: Mind, path: string) {
  if (Object.hasOwn(ROLES, path)) return documentOfRole(mind.environment, ROLES[path as keyof typeof ROLES], "");
  const [, day] = path.startsWith("memories/daily/") ? (DAY.exec(path.slice("memories/daily/".length)) ?? []) : [];
  return day === undefined ? null : documentAt(mind.environment, "home", mind.environment.layout.path("daily", day));
}

/** Its settings are another program's: named, so that nobody looks for them here, and not taken. */
function settingsOf(folder: string): { file: string; why: string }[] {
  const file = `${folder}/${SETTINGS}`;
  const text = readSmallText(file);
  if (text === null) return [];
  const keys = [...text.matchAll(/^([A-Za-z_][\w-]{0,60}):/gm)].map(([, key]) => key).slice(0, 20);
  return [
    {
      file,
      why:
        `AgentKit's settings${keys.length === 0 ? "" : ` (${keys.join(", ")})`} are not ` +
        `taken over; the model of a chat is \`model\` in last-word/config.yaml`,
    },
  ];
}
