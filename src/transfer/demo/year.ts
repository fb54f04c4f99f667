// What the demo's developer learned in the months before the last one: section and text, oldest month first. Some of it a later
// line replaces, and some leaves MEMORY.md for the archive when it is full. Data only.

type Fact = readonly [heading: string, text: string];

export const EARLIER: readonly (readonly Fact[])[] = [
  [
    ["Database", "- PostgreSQL 15 runs in Docker, on port 5432"],
    ["Build", "- the build needs Node 20"],
    ["Team", "- Jonas leads the search service"],
    ["Deploy", "- releases go out on Thursdays, from main"],
  ],
  [
    ["Build", "- CI runs on two cores; `pnpm test --pool=forks` is faster there"],
    ["Payments", "- amounts are integers in cents, `bigint` in the database"],
    ["Orders", "- an order has at most 200 lines; more are split by the importer"],
  ],
  [
    ["Deploy", "- rollback is `make rollback TAG=v…`, five minutes with warm caches"],
    ["Decisions", "- no ORM: queries are SQL files, typed by a generator"],
    ["Stock", "- the warehouse sends its counts at 02:00 UTC, as CSV"],
    ["Tools", "- `rg` over `grep` in scripts; CI has both"],
  ],
  [
    ["Database", "- migrations run in one transaction, except `create index concurrently`"],
    ["Team", "- Ines reviews everything that touches invoices"],
    ["Payments", "- refund webhooks arrive up to three days late"],
  ],
  [
    ["Build", "- the build needs Node 22 since April; Node 20 is gone"],
    ["Orders", "- exports are made in Lisbon time, stored in UTC"],
    ["Decisions", "- feature flags live in the database, one row each, no service"],
    ["Mail", "- 邮件队列每分钟最多发送 600 封"],
  ],
  [
    ["Deploy", "- releases go out on Tuesdays since May; Thursdays are for fixes"],
    ["Stock", "- a negative count is a late return, not an error"],
    ["Tools", "- the flaky job is `e2e-safari`: run it again once, then report it"],
  ],
  [
    ["Payments", "- chargebacks go to a queue of their own, read by hand on Mondays"],
    ["Database", "- the reporting replica is up to 90 s behind"],
    ["Team", "- Tomás is on call in odd weeks, Ada in even ones"],
  ],
  [
    ["Deploy", "- rollback is `just rollback TAG` since July; `make rollback` is gone"],
    ["Orders", "- guest orders have no user id; join them by email hash"],
    ["Mail", "- templates are checked against the oldest Outlook before a release"],
    ["Decisions", "- logs keep 30 days, without names or addresses"],
  ],
  [
    ["Database", "- PostgreSQL 17 runs in Docker since August, on port 5433"],
    ["Build", "- `tsc` is only a check; esbuild makes the bundle"],
    ["Stock", "- 盘点期间库存接口只读"],
  ],
  [
    ["Payments", "- a card is stored by the provider only; we keep its token and last digits"],
    ["Tools", "- screenshots of the mail templates are made by `pnpm mail:shots`"],
    ["Team", "- Priya leads the search service since September; Jonas moved to data"],
    ["Orders", "- returns within 14 days need no reason"],
  ],
  [
    ["Deploy", "- the canary gets 5 % for ten minutes; errors above 0.2 % stop it"],
    ["Decisions", "- the old admin pages go in January; nothing new is built there"],
    ["Mail", "- bounces are read from the webhook, never from the mailbox"],
  ],
];
