// The calls of a session, in one pass over its file: what was said around them is known by the heads of its lines and is not parsed, and
// only the calls are held, however long the session is.

import { isUnknown, type KnownEvent, type SessionHeader, type TreeType } from "../../schema/index.ts";
import type { Store } from "../../store/index.ts";
import { placeOf } from "../kept/shelf.ts";
import { knownEnd, type Line, openSession, readPart } from "../log/logLines.ts";
import { beginCatalogue, checkName, survey } from "../log/survey.ts";
import { type Turn, turnReader } from "./turns.ts";

const CALL = "tool_call";

/** All turns of this machine's session in the order of the file, without their texts. */
export async function callTurns(store: Store, id: string): Promise<{ readonly header: SessionHeader; readonly turns: readonly Turn[] }> {
  const place = placeOf(id);
  const file = store.describe(place);
  const log = await openSession(store, place, id);
  try {
    const near = knownEnd(log, 0);
    const catalogue = beginCatalogue(near, file);
    checkName(catalogue, id, file);
    if (near !== log && !readPart(near, 0, near.size).includes(CALL)) return { header: catalogue.header, turns: [] };
    const reader = turnReader({ callsOnly: true });
    let isCalling = false;
    const hasCall = ({ bytes, start, end }: Line) => bytes.subarray(start, end).includes(CALL);
    survey(near, catalogue, {
      thorough: true,
      keep: (event) => void (isUnknown(event) || reader.take(event)),
      heads: {
        isEnough(type, line) {
          if (type === "tool_result") return !isCalling;
          if (type !== "assistant_message" || !hasCall(line)) return true;
          isCalling = true;
          return false;
        },
        take: (type) => reader.take(withoutText(type)),
      },
    });
    return { header: catalogue.header, turns: reader.end() };
  } finally {
    log.close();
  }
}

function withoutText(type: TreeType): KnownEvent {
  return { type, message: { content: [] } } as unknown as KnownEvent;
}
