// Roles: what a document is for, how large its injected view may be, and what becomes of an entry for it.

import type { CommitPolicy, Config, Origin, Role } from "../schema/index.ts";
import { isOwnDocument } from "./audience.ts";
import type { DocumentRef } from "./documents.ts";

interface RoleFacts {
  /** Characters (code points) of the injected view; null: no limit of its own. AK-07, X8. */
  readonly budget: number | null;
  readonly commit: CommitPolicy;
  /** Private documents are neither loaded nor recalled nor writable in a shared session (X14). */
  readonly private: boolean;
}

const FACTS: Record<Role, RoleFacts> = {
  soul: { budget: 2000, commit: "proposal", private: false },
  user: { budget: 1400, commit: "deferred", private: true },
  memory: { budget: 2200, commit: "direct", private: true },
  daily: { budget: 1000, commit: "direct", private: true },
  agents: { budget: null, commit: "proposal", private: false },
  "project-memory": { budget: 12_000, commit: "proposal", private: false },
};

export function budgetOf(role: Role | null, config: Config): number | null {
  return role === null ? null : (config.budgets[role] ?? FACTS[role].budget);
}

export function isPrivate(role: Role | null, root: "home" | "project"): boolean {
  return role === null ? root === "home" : FACTS[role].private;
}

/**
 * What becomes of an entry (design.md, "The write path"):
 * the person's own entries need nobody's approval, what descends from web pages, tools or foreign files always waits for
 * one, and an agent's entry follows the role. No configuration lets an entry that is not the person's into a rule
 * file without their word.
 */
export function commitPolicyFor(role: Role | null, origin: Origin, config: Config): CommitPolicy {
  const configured: CommitPolicy = role === null ? "deferred" : (config.commit[role] ?? FACTS[role].commit);
  if (configured === "off") return "off";
  if (origin === "user") return configured === "proposal" ? "deferred" : configured;
  if (origin !== "agent" || role === "agents") return "proposal";
  return configured;
}

export type SessionType = "main" | "shared";

/** Which documents a session may see. Filtered before anything is assembled; a violation is an error (X14). */
export function isVisible(document: DocumentRef, session: SessionType): boolean {
  return session === "main" || !(isOwnDocument(document) || isPrivate(document.role, document.root));
}
