// Two weeks of work in a mind, for the pages that show what happened: calls and their verdicts, changes of documents,
// sessions with what they cost. It ends now.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../src/base/index.ts";
import { decide } from "../../src/mind/session/decide.ts";
import type { Mind } from "../../src/mind/open.ts";
import { apply, flush, plan } from "../../src/mind/documents/remember.ts";
import { append, startSession } from "../../src/activity/sessions.ts";
import { trashPut } from "../../src/calls/trash.ts";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

export interface MovedClock extends Clock {
  /** So long before now. */
  back(ms: number): void;
}

export function movedClock(): MovedClock {
  let at = Date.now();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { now: () => new Date(at), timeZone, back: (ms) => void (at = Date.now() - ms) };
}

const RULES = `# shop-api

## Commands

- Use pnpm, never npm.
- Always run \`pnpm test\` before \`git commit\`.
- Never push to main.

## Files

- Never edit \`.env.production\`.
- Ask before running \`terraform apply\`.

## Style

- Prefer small functions.
- Write clear commit messages.

## API

The public API is described in \`openapi.yaml\`; the mobile apps depend on it.
- No new dependency without asking.
`;

const MEMORY = `## Build

- Run \`pnpm test\` before a commit
- Node 22 is required for the build

## Deploy

- Staging deploys from \`develop\`, production from tags
- Rollback is \`make rollback\`
- Rollback is now \`just rollback\`, no longer make
`;

export async function fortnight(mind: Mind, clock: MovedClock): Promise<{ readonly session: string }> {
  const project = mind.where.project ?? mind.where.cwd;
  writeFileSync(join(project, "AGENTS.md"), RULES);
  clock.back(13 * DAY);
  writeFileSync(join(mind.where.home, "MEMORY.md"), MEMORY);
  for (let day = 13; day > 0; day -= 2) {
    clock.back(day * DAY);
    await calls(mind, clock, day * DAY, `host_${day % 3 === 0 ? "codex" : "claude"}_day${day}`);
    await conversation(mind, `Day ${day}: upgrade the test runner`, "openai/gpt-5.1", day * 9000);
    if (day % 4 === 1) await note(mind, "Tests", `The flaky job number ${day} is \`e2e-safari\``, `s${day}`);
  }
  clock.back(60 * MINUTE);
  const session = await conversation(mind, "Add idempotency keys to the refund endpoint", "anthropic/claude-sonnet-4-5", 120_000);
  await calls(mind, clock, 55 * MINUTE, "host_claude_now");
  clock.back(20 * MINUTE);
  await note(mind, "Refunds", "Refund webhooks arrive up to 3 days late", "s_now");
  writeFileSync(join(project, "legacy.ts"), "old();\n");
  await trashPut(mind, [join(project, "legacy.ts")]);
  await conversation(mind, "What did we decide about queue retries?", "somebody/own-model", 4000);
  clock.back(0);
  return { session };
}

async function calls(mind: Mind, clock: MovedClock, before: number, sessionId: string): Promise<void> {
  const commands = [
    "ls",
    "cat README.md",
    "npm install zod",
    "git push --force origin main",
    "pnpm test",
    "terraform apply",
    "ls src",
    "git status",
  ];
  for (const [at, command] of commands.entries()) {
    clock.back(before - at * MINUTE);
    await decide(mind, { call: { tool: "shell", command }, sessionId });
  }
  await decide(mind, { call: { tool: "read", path: "src/refunds.ts" }, sessionId });
}

async function note(mind: Mind, heading: string, content: string, session: string): Promise<void> {
  await plan(mind, {
    path: "MEMORY.md",
    heading,
    operation: "append",
    content: `- ${content}`,
    session,
    reason: "the build failed without it",
  });
  await flush(mind, session);
  await apply(mind);
}

const ANSWER = `Charges store the key in \`charge_requests\`. For refunds I would do the **same** with one difference:

| | Charges | Refunds |
|---|---|---|
| Kept for | 24 h | 7 days |

1. Add \`idempotency_key\` and a unique index.
2. Return the stored response on a repeat. See [the notes](https://example.com/notes).

<script>document.title = "owned"</script>![seen](https://example.com/pixel.png)`;

async function conversation(mind: Mind, title: string, model: string, tokens: number): Promise<string> {
  const { header } = await startSession(mind);
  const usage = {
    inputTokens: tokens,
    outputTokens: Math.round(tokens / 20),
    cacheReadTokens: Math.round(tokens * 0.8),
    cacheWriteTokens: 0,
  };
  const cost = model.startsWith("somebody") ? {} : { cost: tokens / 100_000 };
  await append(mind, header.sessionId, [
    { type: "user_message", message: { role: "user", content: [{ type: "text", text: title }] } },
    {
      type: "assistant_message",
      message: {
        role: "assistant",
        content: [
          { type: "text", text: "I look at the code first." },
          { type: "tool_call", toolCallId: "c1", toolName: "read", args: { path: "src/refunds.ts" } },
          { type: "tool_call", toolCallId: "c2", toolName: "shell", args: { command: "pnpm prisma migrate status" } },
        ],
      },
      meta: { model, usage, ...cost },
    },
    {
      type: "tool_result",
      message: {
        role: "tool_result",
        content: [
          { type: "tool_result", toolCallId: "c1", toolName: "read", result: { content: [{ type: "text", text: "export {}" }] } },
          {
            type: "tool_result",
            toolCallId: "c2",
            toolName: "shell",
            result: { content: [{ type: "text", text: "no database" }] },
            isError: true,
          },
        ],
      },
    },
    {
      type: "assistant_message",
      message: { role: "assistant", content: [{ type: "text", text: ANSWER }] },
      meta: { model, usage, ...cost },
    },
  ]);
  return header.sessionId;
}
