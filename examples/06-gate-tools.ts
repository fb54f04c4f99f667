// Gate the tools of another framework. These tools have the AI SDK's shape: `tools: gateTools({ … }, mind)` is all that
// streamText or generateText needs.
//   node examples/06-gate-tools.ts [FOLDER]

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError, gateTools, openMind } from "codicil";

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "codicil-example-"));
mkdirSync(join(folder, ".git"), { recursive: true });
writeFileSync(join(folder, "AGENTS.md"), "# Rules\n\n- Never run `terraform apply`.\n- Ask before you run `npm publish`.\n");
const mind = await openMind({ home: join(folder, "agents"), state: join(folder, "state"), cwd: folder });

const bash = { description: "run a command", execute: async ({ command }: { command: string }) => `ran ${command}` };
const tools = gateTools({ bash }, mind, { approve: async ({ input }) => !JSON.stringify(input).includes("--force") });

for (const command of ["npm test", "terraform apply", "npm publish", "npm publish --force"]) {
  try {
    console.log(await tools.bash.execute({ command }));
  } catch (error) {
    console.log(`refused ${command}: ${error instanceof AppError ? error.code : String(error)}`);
  }
}
await mind.close();
