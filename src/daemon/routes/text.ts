// Routes for other machines: a document's plain text, by GET with its ETag and by PUT over the version that was read. What is
// sent is received like an agent's word: it is written, or it needs a person's approval (202), or it is refused (422) with its code.

import { AppError } from "../../base/index.ts";
import { documentBelow, documentBytes, documentStanding, receive, type Received } from "../../sharing/sync.ts";
import { type Origin, ORIGINS } from "../../schema/index.ts";
import { errorReply, jsonReply, needsVersion, type Reply } from "../requests/answers.ts";
import type { Caller } from "../access/daemonTokens.ts";
import type { Call } from "../access/route.ts";

type DocumentRef = ReturnType<typeof documentBelow>;

/** The refusals of a text, told apart from those of the token (401, 403): the sender must know which one to look at. */
const ABOUT_THE_TEXT = new Set(["SECRET", "CONTENT", "POLICY_OFF", "USER_BLOCK_PROTECTED", "VALIDATOR", "NEEDS_PERSON", "STRUCTURE"]);

export async function showText(call: Call): Promise<Reply> {
  const document = meant(call);
  const found = await documentBytes(call.mind, document);
  if (found === null) throw new AppError("NOT_FOUND", "there is no such document");
  const { mind, knows } = await documentStanding(call.mind, document, call.header("codicil-knows") ?? "");
  const standing = { ...(mind === null ? {} : { "Codicil-Mind": mind }), "Codicil-Knows": knows ? "yes" : "no" };
  return {
    status: 200,
    type: "text/markdown; charset=utf-8",
    headers: { ETag: `"${found.version}"`, ...standing },
    body: textOf(found.bytes),
  };
}

export async function takeText(call: Call): Promise<Reply> {
  const document = meant(call);
  const expect = expected(call);
  if (expect === undefined) return needsVersion();
  try {
    return replyTo(
      await receive(call.mind, document, { text: textOf(call.body), expect, from: nameOf(call.caller), origin: originOf(call) }),
      expect,
    );
  } catch (error) {
    if (error instanceof AppError && error.data?.["later"] === true) return errorReply(error, { status: 429 });
    if (error instanceof AppError && ABOUT_THE_TEXT.has(error.code)) return errorReply(error, { status: 422 });
    throw error;
  }
}

function replyTo(received: Received, expect: string | null): Reply {
  switch (received.kind) {
    case "written":
    case "kept":
      return jsonReply(received, {
        status: expect === null && received.kind === "written" ? 201 : 200,
        headers: { ETag: `"${received.version}"` },
      });
    case "proposed":
      return jsonReply(received, { status: 202 });
    case "stale":
      return errorReply(new AppError("STALE", "the document is not what you read", { hint: "Read it again and repeat the change." }), {
        status: 412,
      });
  }
}

/** A machine learns nothing about documents that it was not given, not even whether they exist. */
function meant({ mind, caller, id }: Call): DocumentRef {
  const slash = id.indexOf("/");
  const refused =
    typeof caller === "object"
      ? new AppError("NEEDS_PERSON", "this machine was not given such a document", {
          hint: "codicil token --machine NAME --documents … on the other side.",
        })
      : null;
  try {
    const document = documentBelow(mind, id.slice(0, slash), id.slice(slash + 1));
    if (refused === null || mayReach(caller, document)) return document;
  } catch (error) {
    if (refused === null || !(error instanceof AppError)) throw error;
  }
  throw refused;
}

function mayReach(caller: Caller, document: DocumentRef): boolean {
  return typeof caller !== "object" || caller.documents === "all" || caller.documents.some(({ id }) => id === document.id);
}

/** undefined: the request does not say; null: it found none. A tag that is none of ours matches nothing. */
function expected({ header }: Call): string | null | undefined {
  const match = header("if-match");
  if (match !== undefined) return /^"([0-9a-f]{64})"$/.exec(match)?.[1] ?? "";
  return header("if-none-match") === "*" ? null : undefined;
}

function originOf({ header }: Call): Origin | undefined {
  const said = header("codicil-origin");
  if (said === undefined) return undefined;
  // What it cannot name is trusted least.
  return ORIGINS.find((origin) => origin === said) ?? "web";
}

function nameOf(caller: Caller): string {
  return typeof caller === "object" ? `the machine ${caller.name}` : "another machine";
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("NOT_UTF8", "the text is not UTF-8", { cause, hint: "Nothing was changed." });
  }
}
