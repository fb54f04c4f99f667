// A finding as GitHub shows it beside a line of a pull request; other CI systems print it as it is.

import { seenFrom } from "../../base/index.ts";

export interface Annotated {
  readonly file: string;
  readonly line: number;
  readonly title: string;
  readonly message: string;
}

/** Empty where no GitHub workflow runs. */
export function annotation(
  { file, line, title, message }: Annotated,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  if (env["GITHUB_ACTIONS"] !== "true") return "";
  const workspace = env["GITHUB_WORKSPACE"];
  const path = workspace === undefined ? file : seenFrom(workspace, file);
  const escape = (value: string) => value.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const property = (value: string) => escape(value).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::error file=${property(path)},line=${line},title=${property(title)}::${escape(message)}\n`;
}
