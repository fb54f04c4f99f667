// Judges one unbroken run of characters when its end is reached: text in disguise (base64, percent escapes),
// tokens known by their shape alone, and tokens of makers we have not heard of.

import { either } from "../../base/index.ts";
import { ALNUM, BASE64, BASE64_ANY, isIn, runEnd, runStart, URL_SAFE } from "../secretShapes/chars.ts";
import { decodeBase64, decodePercent } from "../secretShapes/encoded.ts";
import { gapAt } from "../secretShapes/gaps.ts";
import { isSampleBody } from "../secretShapes/placeholders.ts";
import { looksDrawn, type Shape, shapeOf } from "../secretShapes/shape.ts";
import type { Match, Range, Sight } from "../secretShapes/sight.ts";

/** Runs longer than this are data: an image, a bundle. */
export const LONGEST_RUN = 8192;
/** How far beyond its end a run is judged by: padding, or the next lines of a text in base64. */
export function runReach(size: number): number {
  return isLine(size) ? 1600 : 8;
}

/** `base64` breaks its lines at 76, armour at 64. */
function isLine(size: number): boolean {
  return size === 76 || size === 64;
}

/** Shorter runs are words. */
export const SHORTEST_RUN = 20;

/** The type of the first secret in a decoded text. */
type Inspect = (decoded: string) => string | undefined;

export function runAt(sight: Sight, run: Range, inspect: Inspect): Match | undefined {
  return encodedAt(sight, run, inspect) ?? shapedAt(sight, run) ?? unknownMakerAt(sight, run);
}

function encodedAt(sight: Sight, run: Range, inspect: Inspect): Match | undefined {
  const { text } = sight;
  const written = text.slice(run.start, run.end);
  const plain = decodePercent(written);
  if (plain !== undefined) {
    const type = inspect(plain);
    return type === undefined ? undefined : { type, start: run.start, end: run.end };
  }
  // The encoded text may be the last part of a path or a dotted name; a slash may also be part of it.
  const dot = Math.max(written.lastIndexOf("."), written.lastIndexOf("~"), written.lastIndexOf("%"));
  const slash = written.lastIndexOf("/");
  for (const skipped of dot < 0 && slash < 0 ? [-1] : [-1, dot, slash]) {
    const start = run.start + skipped + 1;
    const end = runEnd(text, start, { set: BASE64_ANY, end: run.end });
    const found = end - start < 20 ? undefined : base64At(sight, { start, end }, inspect);
    if (found !== undefined) return found;
  }
  return undefined;
}

function base64At(sight: Sight, range: Range, inspect: Inspect): Match | undefined {
  const { text } = sight;
  const size = range.end - range.start;
  if (decodeBase64(text.slice(range.start, range.start + Math.min(24, size - (size % 4)))) === undefined) return undefined;
  let joined = text.slice(range.start, range.end);
  let end = range.end;
  // A secret may lie across two lines.
  const most = isLine(size) ? 20 : 0;
  for (let lines = 0; lines < most; lines++) {
    const gap = gapAt(text, end, sight.end);
    if (gap?.kind !== "wrapped") break;
    const stop = runEnd(text, gap.end, { set: BASE64, end: Math.min(sight.end, gap.end + 80) });
    if (stop - gap.end < 4) break;
    joined += text.slice(gap.end, stop);
    end = stop;
    if (stop - gap.end !== size) break;
  }
  const decoded = decodeBase64(joined) ?? decodeBase64(joined.slice(0, joined.length - (joined.length % 4)));
  const type = decoded === undefined ? undefined : inspect(decoded);
  if (type === undefined) return undefined;
  while (end < sight.end && text[end] === "=" && end - range.end < 2) end++;
  return { type, start: range.start, end };
}

const SHAPES: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/^[MNO][A-Za-z0-9]{22,26}\.[\w-]{6}\.[\w-]{25,40}$/, "discord"],
  [/^[0-9a-f]{32}\.[A-Za-z0-9]{16}$/, "zhipu"],
  [/^[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}$/, "mailgun"],
  [/^S[A-Z2-7]{55}$/, "stellar"],
  [/^[A-Za-z0-9]{20}\.[A-Za-z0-9_-]{60,70}$/, "token"],
];

function shapedAt(sight: Sight, run: Range): Match | undefined {
  if (run.end - run.start > 400) return undefined;
  const { text } = sight;
  for (let from = run.start; from < run.end;) {
    const end = segmentEnd(text, from, run.end);
    if (end - from < 48) {
      from = end + 1;
      continue;
    }
    const whole = text.slice(from, end);
    const written = whole.replace(/^[+.~_-]+|(?<![._])[._]+$/g, "");
    const shaped = written.length < 48 || written.length > 130 ? undefined : SHAPES.find(([pattern]) => pattern.test(written));
    if (shaped !== undefined && looksDrawn(written) && !isSampleBody(written)) {
      const start = from + whole.indexOf(written);
      return { type: shaped[1], start, end: start + written.length };
    }
    from = end + 1;
  }
  return undefined;
}

/** Where the part of a path that starts at `from` ends. */
function segmentEnd(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text.charCodeAt(at) !== 0x2f) at++;
  return at;
}

// Ids that look like tokens and are in every transcript and log: calls, messages, requests, customers, builds.
const IDS = new RegExp(
  String.raw`^(?:${either`
  msg, message, toolu, srvtoolu, tool, call, req, request, run, thread, asst, assistant, file, evt, event, cus,
  pi, seti, cs, ch, py, re, price, prod, sub, si, in, ii, acct, resp, rs, fc, ws, user, usr, org, sess, session,
  chatcmpl, cmpl, gen, batch, ftjob, vs, img, step, item, trace, span, chunk, index, main, vendor, assets?,
  sha\d*, md5, h1, pk, pub, public, publishable, phc, ca, txn, po, tr, src, card, ba, pm, mandate, link, job,
  task, node, build, deploy, dpl, id, uid, nonce, hash, key_id, kid, arn, v\d+, webpack, css, module, style,
  styles, svelte, data, ng, sc, jsx, emotion, tw, blob, sb_publishable, snap, vol, ami, eni, subnet, vpc, sg,
  igw, rtb, i, r, s, e, q, ulid, uuid, cuid, nanoid, container, image, layer, commit, branch, ref, tag, hls, seg,
  rev, etag, cache, test, proj, team, workspace, page, block, doc, note, comment, issue, pr, wamid, urn, cid,
  did, x
`})$`,
  "i",
);
const PROMISING = new RegExp(
  String.raw`(?:^|[-_])(?:${either`
  api, key, secret, token, sk, pat, live, auth, access, pw, password, bot, cred
`})(?:[-_]|$)`,
  "i",
);

/** Part of a path, a dotted name, an address: what is there is named, not pasted. */
function isInsideName(sight: Sight, start: number): boolean {
  const before = sight.text[start - 1] as string;
  if ("/.%~".includes(before)) return true;
  return "#@+".includes(before) && start - 1 > sight.floor && isIn(sight.text.charCodeAt(start - 2), ALNUM);
}

/** `maker_` and a long drawn body: a token of a maker that no list names yet. */
function unknownMakerAt(sight: Sight, run: Range): Match | undefined {
  const { text } = sight;
  const stop = segmentEnd(text, run.start, run.end);
  const end = stop - (text[stop - 1] === "_" ? 1 : 0);
  const from = runStart(text, end, { set: URL_SAFE, floor: run.start });
  const start = from + (text[from] === "_" ? 1 : 0);
  if (end - start < 26 || end - start > 400) return undefined;
  if ((start > sight.floor && isInsideName(sight, start)) || text[stop] === ".") return undefined;
  return isMakersToken(text.slice(start, end)) ? { type: "token", start, end } : undefined;
}

function isMakersToken(written: string): boolean {
  const [, maker = "", middle = "", body] = MAKERS_TOKEN.exec(written) ?? [];
  if (body === undefined || IDS.test(maker) || /publishable|public|pub_/.test(middle)) return false;
  const promising = PROMISING.test(`${maker}_${middle}`);
  if (maker.length < 3 && !promising) return false;
  const shape = shapeOf(body);
  return (promising ? isPromisedBody(body, shape) : isStrongBody(body, shape)) && isDrawnBody(body, shape);
}

const MAKERS_TOKEN = new RegExp(
  [
    "^([a-z]{2}[a-z0-9]{0,10}|[A-Z]{2}[A-Z0-9]{0,10})[_-]", // the maker
    "((?:[a-z][a-z0-9]{0,9}[_-]){0,3})", // what it is
    String.raw`([A-Za-z0-9][\w-]{19,})$`, // the body
  ].join(""),
);

/** After a name that promises a token. */
function isPromisedBody(body: string, { digit }: Shape): boolean {
  return body.length >= (digit === 0 ? 32 : 20);
}

function isStrongBody(body: string, { upper, lower, digit }: Shape): boolean {
  return body.length >= 32 && upper >= 3 && lower >= 3 && digit >= 1;
}

function isDrawnBody(body: string, { symbol, hex }: Shape): boolean {
  return symbol <= body.length / 8 && !isSampleBody(body) && looksDrawn(body) && !(hex && body.length < 32);
}
