// A release: a person's statement that a line may reach the model, or that a project's own memory is to be trusted.

import { AppError } from "../base/index.ts";

export type Release =
  | { readonly v: 1; readonly kind: "line"; readonly document: string; readonly hash: string; readonly at: string }
  | { readonly v: 1; readonly kind: "project"; readonly project: string; readonly trusted: boolean; readonly at: string };

export function readRelease(line: string, file: string, number: number): Release {
  try {
    const value = JSON.parse(line) as Release;
    if (value.v === 1) return value;
  } catch (cause) {
    throw new AppError("DAMAGED", "a line of the releases is not JSON", { file, line: number, cause });
  }
  throw new AppError("UNKNOWN_VERSION", "these releases were written by a newer Codicil", { file, line: number });
}
