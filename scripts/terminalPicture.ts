// The README's pictures: real sessions in a real terminal (tmux), drawn as SVG.
//   node --disable-warning=ExperimentalWarning scripts/terminalPicture.ts [NAME…]
// Nothing in the picture is typed by hand: the commands are run in a mind in a temp folder, and what is on the
// screen afterwards, colours included, is what is drawn. test/docs/picture.test.ts runs the same commands again.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FIRST_RUN, type Recording, recordTerminal, SHELL, type Step } from "./recordTerminal.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const atShell = (types: Step["types"]): Step => ({ types, until: SHELL });

const PICTURES: readonly (Recording & { readonly label: string })[] = [
  {
    name: "session",
    label: "A session with Codicil in a terminal",
    columns: 96,
    rows: 60,
    prepare: [["init", "--yes"]],
    steps: [
      'codicil memory add --section Notes --content "- releases are on Fridays" --session s7',
      'codicil plan --path ./memory-bank/MEMORY.md --heading CI --content "- npm test" --session s7',
      "codicil flush --session s7",
      (screen: string) => `codicil accept ${/proposed .* (e_\S+)/.exec(screen)?.[1] ?? ""}`,
      "codicil blame MEMORY.md",
      (screen: string) => `codicil undo ${/codicil undo (c_\S+)/.exec(screen)?.[1] ?? ""}`,
    ].map(atShell),
  },
  { name: "firstRun", label: "A first run of codicil chat in a terminal, without any key", ...FIRST_RUN },
];

interface Run {
  readonly text: string;
  readonly column: number;
  readonly style: string;
}

const ESCAPE = String.fromCharCode(27);
const STYLE_CHANGE = new RegExp(`(${ESCAPE}\\[[0-9;]*m)`);
const STYLES: Readonly<Record<number, string>> = { 1: "bold", 2: "dim", 31: "red", 32: "green", 33: "yellow" };

/** A line of the screen as runs of one style each. Only what the program uses is understood; anything else throws. */
function readLine(line: string, state: Set<string>): Run[] {
  const runs: Run[] = [];
  let column = 0;
  for (const part of line.split(STYLE_CHANGE)) {
    if (!part.startsWith(ESCAPE)) {
      if (part !== "") runs.push({ text: part, column, style: [...state].join(" ") });
      column += part.length;
      continue;
    }
    for (const code of part.slice(2, -1).split(";").map(Number)) {
      if (code === 0) state.clear();
      else if (code === 39) for (const colour of ["red", "green", "yellow"]) state.delete(colour);
      else if (code === 49) continue; // the terminal's own background
      else if (STYLES[code] !== undefined) state.add(STYLES[code]);
      else throw new Error(`the screen uses style ${code}, which this picture does not know`);
    }
  }
  return runs;
}

const CELL = { width: 8.4, height: 20, size: 14 };
const EDGE = 20;

export function draw(screen: string, { columns, label }: { readonly columns: number; readonly label: string }): string {
  const lines = screen.split("\n");
  const state = new Set<string>();
  const width = columns * CELL.width + 2 * EDGE;
  const height = lines.length * CELL.height + 2 * EDGE;
  const rows = lines.map((line, row) => {
    const y = EDGE + row * CELL.height + CELL.size;
    // A length for each run keeps the columns in line whatever font the reader has.
    const runs = readLine(line, state);
    const spans = runs.map(({ text, column, style }) => {
      const place = `x="${(EDGE + column * CELL.width).toFixed(1)}" textLength="${(text.length * CELL.width).toFixed(1)}"`;
      return `<tspan ${place}${style === "" ? "" : ` class="${style}"`}>${escape(text)}</tspan>`;
    });
    const isCommand = /^[$›] /.test(runs[0]?.text ?? "");
    return `  <text y="${y}"${isCommand ? ' class="command"' : ""}>${spans.join("")}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width.toFixed(0)}" height="${height}" viewBox="0 0 ${width.toFixed(0)} ${height}" role="img" aria-label="${label}">
<style>
  text { font: ${CELL.size}px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #d6d8dd; white-space: pre; }
  .command { fill: #ffffff; font-weight: 600; }
  .bold { font-weight: 700; fill: #ffffff; } .dim { fill: #8b909c; }
  .red { fill: #ff8a80; } .green { fill: #8fd694; } .yellow { fill: #f2cc60; }
</style>
<rect width="100%" height="100%" rx="10" fill="#1d2027"/>
${rows.join("\n")}
</svg>
`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

async function record(wanted: readonly string[]): Promise<void> {
  for (const picture of PICTURES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const target = join(ROOT, `docs/pictures/${picture.name}.svg`);
    writeFileSync(target, draw((await recordTerminal(picture)).coloured, picture));
    console.log(`wrote ${target.slice(ROOT.length)}`);
  }
}

if (import.meta.main) await record(process.argv.slice(2));
