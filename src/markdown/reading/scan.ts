// Text to pieces: BOM and front matter first, then the block grammar, then which marker lines count.

import { parseBlocks } from "../grammar/grammar.ts";
import { afterLine, lineEnd, lineStarts, toLf } from "./blockLines.ts";
import { type Blocks, type Border, cutPieces, findBorders, type Piece, unclosed } from "./topPieces.ts";

export interface Scan {
  readonly pieces: readonly Piece[];
  /**
   * The document begins with "---" and no line closes it, so that this is a thematic break and not front matter. Any
   * later "---" or "..." would turn all before it into front matter.
   */
  readonly frontMatterOpen: boolean;
  /** A USER_BLOCK is open where the document ends. */
  readonly endProtected: boolean;
}

export const FRONT_MATTER_END = /^(?:---|\.\.\.)[ \t]*$/;

export function scanDocument(text: string): Scan {
  const frontMatter = findFrontMatter(text);
  const body = text.slice(frontMatter.end);
  const lf = toLf(body);
  const starts = lineStarts(body);
  const tokens = parseBlocks(lf);
  const { blocks, inUser, endProtected } = effectiveMarkers(findBorders(body, tokens, starts));
  const opening = {
    kind: "opening",
    head: text.slice(0, frontMatter.end),
    heading: "",
    level: 0,
    setext: false,
    marker: null,
    protected: false,
  } as const;
  const pieces = cutPieces(opening, body, blocks).map((piece, index) => (inUser.has(index) ? { ...piece, protected: true } : piece));
  const open = unclosed(tokens, (line) => body.slice(starts[line], lineEnd(body, starts[line] ?? 0)));
  if (open !== null) pieces.push({ ...(pieces.pop() as Piece), open });
  return { pieces, frontMatterOpen: frontMatter.open, endProtected };
}

/** Behind BOM and front matter; the line end behind the closing line belongs to the body. */
function findFrontMatter(text: string): { end: number; open: boolean } {
  const begin = text.startsWith("\uFEFF") ? 1 : 0;
  if (!/^---[ \t]*$/.test(text.slice(begin, lineEnd(text, begin)))) return { end: begin, open: false };
  for (let start = afterLine(text, begin); start < text.length; start = afterLine(text, start)) {
    const end = lineEnd(text, start);
    if (FRONT_MATTER_END.test(text.slice(start, end))) return { end, open: false };
  }
  return { end: begin, open: true };
}

/**
 * Markers count in turn: a start where no block of its kind is open, an end where one is. In a USER_BLOCK only its own
 * end counts, so user blocks may be in a machine block but not the other way round. Others are comments like any.
 */
function effectiveMarkers(found: Blocks): { blocks: Blocks; inUser: Set<number>; endProtected: boolean } {
  const borders: Border[] = [];
  const lastTypes: (string | null)[] = [];
  const inUser = new Set<number>();
  const open = { user: false, machine: false };
  for (const [index, border] of found.borders.entries()) {
    const { marker } = border;
    const wasInUser = open.user;
    if (marker !== null) {
      const counts =
        marker.edge === "start" ? !open.user && !open[marker.block] : marker.block === "user" ? open.user : !open.user && open.machine;
      if (!counts) continue;
      open[marker.block] = marker.edge === "start";
    }
    borders.push(border);
    lastTypes.push(found.lastTypes[index] ?? null);
    // Piece 0 is the opening, so the border at index i is piece i + 1.
    if (wasInUser || open.user) inUser.add(borders.length);
  }
  return { blocks: { borders, lastTypes: [...lastTypes, found.lastTypes.at(-1) ?? null] }, inUser, endProtected: open.user };
}
