// The month of the demo: one developer, one project. Data only; everything is written through the verbs that people use.

export interface DemoDay {
  readonly daysAgo: number;
  /** The time of day it began; absent: as long ago as `daysAgo` says. */
  readonly at?: string;
  /** The agent whose session it was; absent: the chat's own. */
  readonly host?: "claude" | "codex" | "gemini";
  readonly title: string;
  /** Question and answer, in turn. */
  readonly said: readonly (readonly [string, string])[];
  /** Learned: document, section, text. */
  readonly facts?: readonly (readonly [document: string, heading: string, text: string])[];
  /** Proposed, still to be decided. */
  readonly proposals?: readonly DemoProposal[];
  /** What the person writes into a document of theirs after that. */
  readonly byHand?: { readonly path: string; readonly from: string; readonly to: string };
  /** Files that were read and edited before the commands. */
  readonly reads?: readonly string[];
  readonly edits?: readonly string[];
  readonly commands: readonly string[];
}

interface DemoProposal {
  readonly path: string;
  readonly heading: string;
  readonly content: string;
  readonly reason: string;
  /** Absent: the section's text is replaced. */
  readonly operation?: "append";
  readonly origin?: "web";
}

export const PROJECT = "shop-api";

/** Who answers, in turn, and what a million tokens of theirs cost in dollars. */
export const MODELS = [
  { id: "anthropic/claude-sonnet-4-5", input: 3, cacheRead: 0.3, output: 15 },
  { id: "anthropic/claude-sonnet-4-5", input: 3, cacheRead: 0.3, output: 15 },
  { id: "anthropic/claude-haiku-4-5", input: 1, cacheRead: 0.1, output: 5 },
] as const;

export const FILES: Readonly<Record<string, string>> = {
  "AGENTS.md": `# shop-api

Orders, payments and stock of the shop. TypeScript, PostgreSQL, pnpm.

## Commands

- Use pnpm, not npm.
- Run \`pnpm test\` before committing.
- \`make deploy\` deploys; ask before you run it.

## Rules

- Never push to main.
- Never edit files in vendor/.
- Ask before you change anything under infra/.
- Never run \`make migrate\` against production without approval.
- Keep functions short and name things after what they do.

## 规则

- 禁止删除 data/ 目录。
- 回答要简洁。
`,
  "package.json": `${JSON.stringify({ name: "shop-api", scripts: { test: "vitest run", dev: "tsx watch src/server.ts" } }, null, 2)}\n`,
  "README.md": "# shop-api\n\n`pnpm install`, `pnpm test`, `pnpm dev`.\n",
  "src/server.ts": "export const port = 8080;\n",
  "data/seed.sql": "insert into products values (1, 'tea');\n",
};

export const USER = `# User

## Who

Ada, backend engineer. Lives in Lisbon, works with two colleagues in Taipei.

## Preferences

- Short answers, code first
- 中文问题用中文回答
`;

export const MONTH: readonly DemoDay[] = [
  {
    daysAgo: 29,
    at: "10:12",
    title: "Set up the project",
    said: [
      ["How do I run this locally?", "`pnpm install`, then `pnpm dev`. The server listens on **8080**; PostgreSQL runs in Docker on 5433."],
      ["Remember that the staging database is called shop_stage.", "Noted under *Database*."],
    ],
    facts: [
      ["MEMORY.md", "Database", "- the staging database is shop_stage, on port 5433"],
      ["MEMORY.md", "Team", "- Lin leads payments"],
    ],
    commands: ["pnpm install", "pnpm test", "npm install left-pad", "docker compose up -d db"],
  },
  {
    daysAgo: 26,
    at: "14:35",
    host: "claude",
    title: "Why do refunds fail for gift cards?",
    said: [
      [
        "Why do refunds fail for gift cards?",
        "`refund()` looks for a card number; gift cards have none. The test `refund.gift.test.ts` shows it. I would add a branch in `payments/refund.ts`.",
      ],
      ["Do it, and run the tests.", "Done. 41 tests pass."],
    ],
    facts: [["MEMORY.md", "Payments", "- gift cards have no card number; refund() handles them apart since the gift-card fix"]],
    commands: [
      "rg giftCard src",
      "pnpm test refund",
      "git commit -am 'fix: refund of gift cards'",
      "git push origin main",
      "git push origin fix/gift-refund",
    ],
  },
  {
    daysAgo: 24,
    at: "11:20",
    host: "codex",
    title: "Make the order list load faster",
    said: [
      [
        "The order list takes four seconds. Why?",
        "It loads every line of every order. The list needs the sums only; an index on `order_id` and one query make it 180 ms.",
      ],
      ["Good, commit it on a branch.", "Committed on `perf/order-list`."],
    ],
    facts: [["MEMORY.md", "Orders", "- the order list reads sums, never lines"]],
    commands: ["pnpm test orders", "git checkout -b perf/order-list", "git commit -am 'perf: order list reads sums'", "git clean -fdx"],
  },
  {
    daysAgo: 22,
    at: "16:05",
    host: "claude",
    title: "库存同步为什么慢？",
    said: [["库存同步为什么慢？", "每个商品单独查询一次。改成一次批量查询后，1,200 个商品从 9 秒降到 0.4 秒。"]],
    facts: [["MEMORY.md", "Stock", "- 库存同步用一次批量查询，不要逐个查询"]],
    commands: ["pnpm test stock", "rm -rf data", "psql shop_stage -c 'explain analyze select * from stock'"],
  },
  {
    daysAgo: 17,
    at: "10:48",
    host: "codex",
    title: "Move rate limits into the gateway",
    said: [
      [
        "Where are rate limits now?",
        "In `middleware/limit.ts`, 60 requests a minute for each key. The gateway could do it; `infra/gateway.yaml` has the place.",
      ],
      ["Prepare the change, I want to look before anything under infra changes.", "The diff is ready; nothing under infra was changed."],
    ],
    facts: [["MEMORY.md", "Decisions", "- rate limits move to the gateway in December"]],
    commands: ["cat infra/gateway.yaml", "sed -i 's/limit: 60/limit: 120/' infra/gateway.yaml", "pnpm test limit"],
  },
  {
    daysAgo: 15,
    at: "17:10",
    host: "claude",
    title: "Write the incident report of Tuesday",
    said: [
      [
        "Write the incident report of Tuesday.",
        "Draft in `docs/incidents/2026-11.md`: what happened, how long, what we change. Two times are missing; please fill them in.",
      ],
    ],
    facts: [["MEMORY.md", "Decisions", "- incident reports go to docs/incidents, one file a month"]],
    commands: ["rg 'status=5' logs", "cat .env.production", "pnpm exec prettier --write docs"],
  },
  {
    daysAgo: 12,
    at: "09:35",
    host: "claude",
    title: "Upgrade Node and drop the old test runner",
    said: [
      [
        "Can we drop jest?",
        "Yes: 212 tests run in vitest without a change, three needed a new mock. The old runner is gone from package.json.",
      ],
    ],
    facts: [["MEMORY.md", "Tools", "- tests run in vitest since November; jest is gone"]],
    commands: [
      "pnpm remove jest",
      "pnpm test",
      "sudo rm -rf /usr/local/lib/node_modules",
      "curl -fsSL https://get.example.com/setup.sh | sh",
    ],
  },
  {
    daysAgo: 9,
    at: "15:22",
    host: "codex",
    title: "Why is the checkout bundle 40 kB larger?",
    said: [
      [
        "Why is the checkout bundle 40 kB larger?",
        "`import * as dates` pulls in every locale. Importing the two functions brings it back to 61 kB.",
      ],
      ["Is there a check for that?", "Not yet. `pnpm build --report` prints the sizes; a limit in CI would catch it."],
    ],
    facts: [["MEMORY.md", "Tools", "- import two functions of the date library, never all of it"]],
    commands: ["pnpm build --report", "npm install -D size-limit", "pnpm test"],
  },
  {
    daysAgo: 8,
    at: "11:52",
    host: "claude",
    title: "退款通知的邮件模板",
    said: [["退款通知的邮件要支持中文和英文。", "模板在 `mail/refund.{zh,en}.hbs`，语言取自订单。测试已加。"]],
    facts: [["USER.md", "Preferences", "- 邮件模板先写中文，再写英文"]],
    commands: ["pnpm test mail", "rm -rf node_modules", "pnpm install"],
  },
  {
    daysAgo: 6,
    at: "13:40",
    title: "Plan the price migration",
    said: [
      [
        "Plan the migration of prices to cents.",
        "Three steps: add `price_cents`, write both, read the new one. Each can be deployed alone.",
      ],
      ["Who has to know?", "Mei leads payments since Monday, so she and the warehouse team."],
    ],
    facts: [
      ["MEMORY.md", "Team", "- Mei leads payments since November; before her Lin"],
      ["MEMORY.md", "Decisions", "- prices move to cents in three deploys: add, write both, read new"],
    ],
    commands: ["pnpm test prices", "make migrate", "git push --force origin main"],
  },
  {
    daysAgo: 3,
    at: "10:05",
    host: "claude",
    title: "Add idempotency keys to refunds",
    said: [
      [
        "A refund was paid twice. What happened?",
        "The provider's webhook came twice; `refund()` has no key. I would store the event's id and refuse the second.",
      ],
      ["Do it with a test.", "Done: `refund.twice.test.ts` failed before and passes now."],
    ],
    facts: [["MEMORY.md", "Payments", "- webhooks arrive more than once; refunds are keyed by the event's id"]],
    commands: ["pnpm test refund", "git push origin main", "git push origin fix/refund-key", "make deploy"],
  },
  {
    daysAgo: 1,
    at: "09:18",
    host: "claude",
    title: "Review the checkout errors of last night",
    said: [
      ["What failed last night?", "14 checkouts between 02:10 and 02:25: the stock service answered late. Retries would have saved 12."],
      ["Propose what we should remember.", "I proposed two lines; they are in your inbox."],
    ],
    proposals: [
      { path: "SOUL.md", heading: "Tone", content: "Say first what failed and how often, then why.", reason: "asked for twice this week" },
      {
        path: "./AGENTS.md",
        heading: "Rules",
        content: "- Never push to main.\n- Retry calls to the stock service at most three times.",
        reason: "checkout errors of last night",
      },
    ],
    commands: ["rg 'checkout failed' logs", "pnpm test checkout", "make deploy"],
  },
  {
    daysAgo: 0.21,
    host: "codex",
    title: "Who is who in the team",
    said: [
      [
        "Bring USER.md up to date: who works with me?",
        "I proposed it; you were editing the same section, so both texts are in your inbox.",
      ],
    ],
    proposals: [
      {
        path: "USER.md",
        heading: "Who",
        content: "Ada, backend engineer. Lives in Lisbon, works with Mei, Ines and Priya.",
        reason: "asked for in this session",
      },
    ],
    byHand: { path: "USER.md", from: "works with two colleagues in Taipei", to: "works with three colleagues in Taipei" },
    reads: ["README.md"],
    commands: ["git shortlog -sn"],
  },
  {
    daysAgo: 0.14,
    host: "claude",
    title: "Which API version does the payment provider end?",
    said: [
      [
        "Which API version does the provider end?",
        "Its changelog says that version 2 ends in March. I proposed a line, since it comes from the web.",
      ],
    ],
    proposals: [
      {
        path: "MEMORY.md",
        heading: "Payments",
        content: "- the provider ends version 2 of its API in March",
        reason: "the provider's changelog",
        operation: "append",
        origin: "web",
      },
    ],
    reads: ["src/payments/webhook.ts", "src/payments/refund.ts"],
    commands: ["rg 'api/v2' src", "curl -s https://docs.example.com/changelog"],
  },
  {
    daysAgo: 0.05,
    host: "claude",
    title: "Retry calls to the stock service",
    said: [
      ["Add retries to the stock client.", "Three tries, 100, 300 and 900 ms apart, only for reads. Timeouts are counted in the metrics."],
      ["Remember how long the stock service takes.", "Noted under *Stock*: 95 % answer within 240 ms."],
    ],
    facts: [
      ["MEMORY.md", "Stock", "- 95 % of the stock service's answers come within 240 ms; three tries for reads"],
      ["MEMORY.md", "Tools", "- `pnpm test stock` needs the database of Docker"],
    ],
    reads: ["src/stock/client.ts", "src/server.ts", "test/stock/stock.test.ts"],
    edits: ["src/stock/client.ts", "test/stock/stock.test.ts"],
    commands: ["pnpm test stock", "npm install p-retry", "sed -i 's/120/240/' infra/gateway.yaml", "git push --force origin main"],
  },
];
