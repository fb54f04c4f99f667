// The table of routes. Each calls one verb of the hall (or one of the runtime); who may call what is the guard's business.

import { status } from "../../mind/overview/status.ts";
import { get, type Route } from "../access/route.ts";
import { PROPOSAL_ROUTES } from "../review/proposals.ts";
import { READING_ROUTES } from "../review/readings.ts";
import { DOCUMENT_ROUTES } from "./documents.ts";
import { ENTRY_ROUTES } from "./entries.ts";
import { OVERVIEW_ROUTES } from "./overview.ts";
import { POLICY_ROUTES } from "./policy.ts";
import { SESSION_ROUTES } from "./sessions.ts";
import { showText, takeText } from "./text.ts";

export const ROUTES: readonly Route[] = [
  get("/api/status", ({ mind }) => status(mind)),
  { method: "GET", path: "/api/text/REST", run: showText },
  { method: "PUT", path: "/api/text/REST", takes: "text", run: takeText },
  ...DOCUMENT_ROUTES,
  ...ENTRY_ROUTES,
  ...PROPOSAL_ROUTES,
  ...POLICY_ROUTES,
  ...READING_ROUTES,
  ...SESSION_ROUTES,
  ...OVERVIEW_ROUTES,
];

export type Routed =
  | { readonly kind: "found"; readonly route: Route; readonly id: string }
  | { readonly kind: "unknown" }
  | { readonly kind: "wrong-method"; readonly allow: string };

export function findRoute(routes: readonly Route[], method: string, path: string): Routed {
  const fitting = routes.flatMap((route) => {
    const id = idIn(route.path, path);
    return id === null ? [] : [{ kind: "found" as const, route, id }];
  });
  if (fitting.length === 0) return { kind: "unknown" };
  return (
    fitting.find(({ route }) => route.method === method) ?? {
      kind: "wrong-method",
      allow: fitting.map(({ route }) => route.method).join(", "),
    }
  );
}

/** Segments are told apart before they are decoded, so an encoded slash is part of an id and never a way up. */
function idIn(pattern: string, path: string): string | null {
  if (pattern.endsWith("/REST")) return restIn(pattern.slice(0, -"REST".length), path);
  const expected = pattern.split("/");
  const given = path.split("/");
  if (expected.length !== given.length || !expected.every((part, at) => (part === "ID" ? given[at] !== "" : part === given[at])))
    return null;
  return decoded(given[expected.indexOf("ID")] ?? "");
}

/** A path of a document: each segment by itself, so that none can bring a slash along. */
function restIn(start: string, path: string): string | null {
  if (!path.startsWith(start)) return null;
  const segments = path.slice(start.length).split("/").map(decoded);
  return segments.every((each) => each !== null && each !== "" && !each.includes("/")) ? segments.join("/") : null;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not percent-encoding: no id that we ever gave out.
    return null;
  }
}
