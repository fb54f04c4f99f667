// Tools of frameworks that hold a database: what empties, drops or turns it back.

import { anyWord, byName, either, sameRow } from "../../base/index.ts";
import { changes, empties, rule, type RuleTable, said } from "./rules.ts";

const CODE = "it runs code inside the application";

/** Doctrine's commands, whichever program runs the console. */
const DOCTRINE = [
  empties(anyWord`doctrine:(?:(?:database|schema|mongodb:schema):drop|fixtures:load|query:sql), dbal:run-sql`),
  empties(/\bdoctrine:migrations:(?:execute\b[^]{0,500}--down|migrate\s+(?:first|prev|0))\b/),
];

const AWS_CHANGES = either`change, restore, replace, cancel, reject, release, rotate, reset, suspend, withdraw, unassign, detach,
  failover`;
export const SCHEMA_RULES: RuleTable = byName({
  wp: [
    empties(said`db\s+(?:reset|drop|clean|import|create), site\s+(?:empty|delete|archive)`),
    empties(said`[\w-]+\s+(?:delete|uninstall|generate|reset), (?:post|comment|user|term)\s+(?:spam|trash)`),
    empties(/^(?![^]*--dry-run)(?:[^]*\s)?search-replace(?:\s|$)/),
    rule(/(?:^|\s)eval(?:-file)?(?:\s|$)/, "tampering", CODE),
  ],
  drush: [
    empties(said`sql[:-](?:drop|create|sanitize|sync), sql-?san, site[:-]install, si, pm[:-]uninstall, pmu`),
    empties(said`entity[:-]delete, edel, user[:-]cancel, ucan, config[:-]delete, cdel, state[:-]delete, sdel`),
    rule(said`php[:-](?:eval|script), ev, scr, core[:-]rsync`, "tampering", CODE),
  ],
  ...sameRow("console symfony", DOCTRINE),
  hasura: [
    empties(/(?:^|\s)metadata\s+(?:clear|reset|drop|ic\s+drop)/),
    empties(/(?:^|\s)migrate\s+(?:delete|squash)(?:\s|$)/),
    empties(/^(?=[^]*(?:^|\s)migrate\s+apply)[^]*(?:--down|--goto|--skip-execution)/),
  ],
  atlas: [empties(said`schema\s+(?:clean|apply), migrate\s+(?:down|rm|set)`)],
  aerich: [empties(/(?:^|\s)downgrade(?:\s|$)/)],
  yoyo: [empties(said`rollback, reapply, break-lock`)],
  sqitch: [empties(said`revert, rebase`)],
  phinx: [empties(said`rollback, seed:run`)],
  "migrate-mongo": [empties(/(?:^|\s)down(?:\s|$)/)],
  "mikro-orm": [empties(said`schema:(?:drop|fresh), migration:(?:fresh|down), database:drop`)],
  "sea-orm-cli": [empties(/(?:^|\s)migrate\s+(?:down|fresh|refresh|reset)(?:\s|$)/)],
  skeema: [empties(/(?:^|\s)push(?:\s|$)/)],
  "pt-archiver": [empties(/./)],
  "gh-ost": [empties(/--execute/)],
  ...sameRow("pgloader arangorestore", [rule(/./, "destructive", "it overwrites a database")]),
  mysqlimport: [rule(said`--delete, -D, --replace, -r`, "destructive", "it overwrites a database")],
  rethinkdb: [rule(/(?:^|\s)(?:restore|import)(?:\s|$)[^]{0,500}--force/, "destructive", "it overwrites a database")],
  surreal: [rule(said`import, restore`, "destructive", "it overwrites a database")],
  hanami: [empties(/(?:^|\s)db\s+(?:drop|rollback|prepare)(?:\s|$)/)],
  lucky: [empties(/(?:^|\s)db\.(?:drop|reset|rollback\S*)(?:\s|$)/)],
  ace: [empties(said`migration:(?:fresh|reset|refresh|rollback), db:(?:wipe|truncate)`)],
  yii: [empties(/(?:^|\s)migrate\/(?:down|fresh|redo|to)(?:\s|$)/)],
  spark: [empties(/(?:^|\s)migrate:(?:rollback|refresh)(?:\s|$)/)],
  cake: [empties(/(?:^|\s)migrations\s+rollback(?:\s|$)/)],
  magento: [empties(said`setup:(?:uninstall|rollback), admin:user:delete, indexer:reset`)],
  flask: [empties(said`db\s+(?:downgrade|stamp), drop[-_]?(?:db|all), reset[-_]?db`)],
  dbt: [
    empties(/(?:^|\s)(?:run|build|seed|snapshot)(?:\s|$)[^]{0,500}--full-refresh/),
    empties(/(?:^|\s)run-operation\s+\S*(?:drop|delete|truncate|clean|purge|wipe|reset)/),
  ],
  ...sameRow("conda mamba", [rule(/^env\s+remove(?:\s|$)|^remove[^]*--all/, "destructive", "it deletes an environment with its packages")]),
  airflow: [empties(said`db\s+(?:reset|clean|downgrade), \w+\s+delete, tasks\s+clear`)],
  kcat: [rule(/(?:^|\s)-P(?:\s|$)/, "remote", "it puts messages into a queue")],
  aws: [changes(new RegExp(String.raw`(?:^|\s)(?:${AWS_CHANGES})-\S`))],
});
