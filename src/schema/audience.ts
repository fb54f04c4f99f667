// For whom a section is: one person, everybody of the mind, or the sessions of a project.

export const AUDIENCES = ["me", "team", "project"] as const;
/** Who may see a section. */
export type Audience = (typeof AUDIENCES)[number];
