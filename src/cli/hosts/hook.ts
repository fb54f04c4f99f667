import { type Call, text } from "../terminal/command.ts";

/** Reached only with options before the word `hook`; entry.ts goes straight to the hook otherwise. */
export async function run(call: Call): Promise<number> {
  const home = text(call, "home");
  if (home !== undefined) process.env["CODICIL_HOME"] = home;
  const { hookMain } = await import("../../hosts/index.ts");
  await hookMain(call.args);
  return 0;
}
