// A replacement is judged by the line that it makes: a piece of a sentence says nothing of the whole.

import type { Target } from "../knowledge/index.ts";
import type { Entry } from "../schema/index.ts";
import { decodeText, type Desk, placeOf } from "./desk.ts";

/** The line or lines as they would be; null where nothing is replaced, or it cannot be said where. */
export async function replacedLine(desk: Desk, target: Target, { operation, old, content }: Entry): Promise<string | null> {
  if (operation !== "replace" || target.kind !== "document" || old === undefined || old === "" || content === null) return null;
  const store = desk.storeFor(target.document.project);
  const file = await store.read(placeOf(target.document));
  if (file === null) return null;
  const text = decodeText(file.bytes, store.describe(placeOf(target.document))).replaceAll("\r\n", "\n");
  const at = text.indexOf(old.replaceAll("\r\n", "\n"));
  if (at < 0) return null;
  const behind = at + old.replaceAll("\r\n", "\n").length;
  const end = text.indexOf("\n", behind);
  return text.slice(text.lastIndexOf("\n", at - 1) + 1, at) + content + text.slice(behind, end < 0 ? text.length : end);
}
