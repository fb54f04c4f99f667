// The small work between the sessions that the month is about: one question each, mostly reading, some edits, few commands. Data only.

import type { DemoDay } from "./month.ts";

/** Where it is in the month is worked out: on working days, in this order. */
export type DemoChore = Omit<DemoDay, "daysAgo" | "at">;

export const CHORES: readonly DemoChore[] = [
  {
    host: "claude",
    title: "Explain the cart totals",
    said: [["How are cart totals rounded?", "Each line to a cent, half up, then the sum. `cart/total.ts` has both steps."]],
    reads: ["src/cart/total.ts", "src/cart/line.ts", "test/cart/total.test.ts"],
    commands: ["rg round src/cart", "pnpm test cart"],
  },
  {
    host: "claude",
    title: "Rename customerRef to customerId",
    said: [["Rename `customerRef` to `customerId` everywhere.", "Done in 9 files; the column keeps its name until the next migration."]],
    reads: ["src/orders/order.ts", "src/orders/list.ts", "src/server.ts"],
    edits: ["src/orders/order.ts", "src/orders/list.ts"],
    commands: ["rg -l customerRef src", "pnpm exec tsc --noEmit", "pnpm test orders"],
  },
  {
    host: "codex",
    title: "Review comments on the cart pull request",
    said: [["Answer the review comments on the cart PR.", "Four answered, two changed in code: the discount is a type of its own now."]],
    reads: ["src/cart/discount.ts", "src/cart/total.ts"],
    edits: ["src/cart/discount.ts"],
    commands: ["git diff main --stat", "pnpm test cart", "git push origin feat/discounts"],
  },
  {
    host: "gemini",
    title: "Translate the checkout strings to Portuguese",
    said: [["Translate `checkout.en.json` to Portuguese.", "64 strings, two left open: they are names of products."]],
    reads: ["src/mail/checkout.en.json"],
    edits: ["src/mail/checkout.pt.json"],
    commands: ["ls src/mail"],
  },
  {
    host: "claude",
    title: "Find the slow query in the orders report",
    said: [
      ["The orders report times out on Mondays. Why?", "It sorts 1.2 million rows in memory. An index on `created_at` does it in 90 ms."],
    ],
    reads: ["src/orders/report.ts", "src/orders/list.ts"],
    edits: ["src/orders/report.ts"],
    commands: ["psql shop_stage -c 'explain analyze select 1'", "npm install pg-query-stream", "pnpm test report"],
  },
  {
    title: "What did we decide about queue retries?",
    said: [["What did we decide about queue retries?", "Three tries, then a queue of its own that is read by hand (October 21)."]],
    commands: [],
  },
  {
    host: "claude",
    title: "Fix the flaky stock test",
    said: [["`stock.test.ts` fails one run in ten.", "It compared times of two clocks. Both come from the fake clock now; 200 runs pass."]],
    reads: ["test/stock/stock.test.ts", "src/stock/client.ts"],
    edits: ["test/stock/stock.test.ts"],
    commands: ["pnpm test stock", "pnpm test stock --repeat 20", "git commit -am 'test: one clock in the stock test'"],
  },
  {
    host: "codex",
    title: "Upgrade vitest and fix the fork pool",
    said: [["Upgrade vitest.", "Done; the pool option moved, and two mocks needed a name."]],
    reads: ["package.json", "vitest.config.ts"],
    edits: ["vitest.config.ts"],
    commands: ["npm install -D vitest@latest", "pnpm test"],
  },
  {
    host: "claude",
    title: "Release v3.2: changelog, tag, rollback plan",
    said: [["Prepare release v3.2.", "Changelog and tag are ready. The rollback plan names the two migrations that stay."]],
    reads: ["CHANGELOG.md", "package.json", "Makefile"],
    edits: ["CHANGELOG.md"],
    commands: ["git log --oneline v3.1..HEAD", "git tag v3.2.0", "git push origin main", "git push origin v3.2.0"],
  },
  {
    host: "claude",
    title: "订单导出加上货币字段",
    said: [["订单导出要有货币字段。", "已加在 `export/orders.ts`，旧文件不受影响，测试通过。"]],
    reads: ["src/export/orders.ts"],
    edits: ["src/export/orders.ts"],
    commands: ["pnpm test export"],
  },
  {
    host: "gemini",
    title: "Explain the webhook signature",
    said: [["How is the webhook's signature checked?", "HMAC over the raw body; `webhook.ts` compares in constant time."]],
    reads: ["src/payments/webhook.ts", "src/payments/refund.ts"],
    commands: [],
  },
  {
    host: "claude",
    title: "Remove the legacy refund path",
    said: [["Nobody calls the old refund path. Remove it.", "Gone with its tests: 212 lines. The route answers 410 until January."]],
    reads: ["src/payments/refund.ts", "src/payments/legacy.ts", "src/server.ts"],
    edits: ["src/server.ts"],
    commands: ["rg legacyRefund src", "git rm src/payments/legacy.ts", "pnpm test payments", "npm run lint"],
  },
];
