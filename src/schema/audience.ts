// For whom a section is: one person, everybody of the mind, or the sessions of a project.

export const AUDIENCES = ["me", "team", "project"] as const;
export type Audience = (typeof AUDIENCES)[number];
