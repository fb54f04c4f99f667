// A release: a person's statement that a line may reach the model, or that a project's own memory is to be trusted.

import { readOwnLine } from "./text/ownLine.ts";

export type Release =
  | { readonly v: 1; readonly kind: "line"; readonly document: string; readonly hash: string; readonly at: string }
  | { readonly v: 1; readonly kind: "project"; readonly project: string; readonly trusted: boolean; readonly at: string };

export function readRelease(line: string, file: string, number: number): Release {
  return readOwnLine<Release>(line, "the releases", { file, line: number });
}
