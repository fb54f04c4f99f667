// Queues, backups, databases and the tools that migrate them.

import { anyWord, byName, either, sameRow } from "../../base/index.ts";
import { changes, CHANGES, DELETES, deletes, empties, rule, type RuleTable, said } from "./rules.ts";

const RAKE = empties(anyWord`db:(?:drop|reset|migrate:reset|rollback|schema:load|setup|truncate_all|purge)`);

const HDFS_DELETES = either`rm, rmr, rmdir, expunge, format, delete, mv, moveFromLocal, truncate, setrep`;
export const STORE_RULES: RuleTable = byName({
  hdfs: [deletes(new RegExp(String.raw`(?:^|\s)-(?:${HDFS_DELETES})(?:\s|$)`))],
  hadoop: [deletes(new RegExp(String.raw`(?:^|\s)-(?:${HDFS_DELETES})(?:\s|$)`))],
  ...sameRow("kafka-topics kafka-topics.sh", [rule(/--(?:delete|alter|create)/, "destructive", CHANGES)]),
  "kafka-consumer-groups.sh": [rule(/--(?:delete|reset-offsets)/, "destructive", CHANGES)],
  "kafka-delete-records.sh": [deletes(/./)],
  rabbitmqctl: [
    rule(
      anyWord`delete_\w+, purge_queue, reset, force_reset, stop, stop_app, forget_cluster_node, close_\w+, clear_\w+`,
      "destructive",
      DELETES,
    ),
  ],
  rabbitmqadmin: [deletes(/\b(?:delete|purge)\b/)],
  nats: [
    deletes(/\b(?:rm|purge|del|delete)\b/),
    rule(/^(?:pub|publish|request|req)\s/, "exfiltration", "it sends messages to other programs"),
  ],
  etcdctl: [rule(/\b(?:del|put|snapshot\s+restore|member\s+remove|defrag|user|role|auth)\b/, "destructive", CHANGES)],
  restic: [
    rule(/\b(?:forget|prune|rewrite|key\s+remove|unlock|repair)\b/, "destructive", "it deletes backups"),
    rule(/\brestore\b/, "destructive", "it overwrites files from a backup"),
  ],
  borg: [
    rule(/\b(?:delete|prune|compact|recreate|break-lock|key)\b/, "destructive", "it deletes backups"),
    rule(/\bextract\b/, "destructive", "it overwrites files from a backup"),
  ],
  duplicity: [rule(/remove|cleanup|--force|restore/, "destructive", "it deletes or restores backups")],
  velero: [rule(/\bdelete\b|\brestore\b/, "destructive", "it deletes or restores backups")],
  tarsnap: [rule(/(?:^|\s)(?:-d|--nuke)/, "destructive", "it deletes backups")],
  rails: [RAKE, empties(/\bdb:(?:seed:replant|migrate:down)\b|\bdestroy\s/), empties(said`runner, r, dbconsole`)],
  rake: [RAKE],
  artisan: [
    empties(anyWord`migrate:(?:fresh|reset|refresh|rollback), db:wipe, tinker, schema:dump, queue:(?:clear|flush)`),
    empties(/^(?=[^]*--force)[^]*db:seed/),
  ],
  prisma: [empties(/migrate\s+(?:reset|resolve)|db\s+execute/), empties(/^(?=[^]*db\s+push\s)[^]*--(?:force-reset|accept-data-loss)/)],
  "drizzle-kit": [empties(/\b(?:drop|push)\b/)],
  ...sameRow("sequelize sequelize-cli", [empties(/db:(?:drop|migrate:undo\S*|seed:undo\S*)/)]),
  typeorm: [empties(/schema:drop|migration:revert|schema:sync|query/)],
  knex: [empties(/migrate:(?:rollback|down)|seed:run/)],
  alembic: [empties(/\bdowngrade\b|\bstamp\b/)],
  "django-admin": [empties(/\b(?:flush|sqlflush|reset_db|dbshell|shell\s+-c)\b/)],
  "manage.py": [empties(/\b(?:flush|reset_db|dbshell|migrate\s+\S+\s+zero|shell\s+-c)\b/)],
  flyway: [empties(/\b(?:clean|undo|repair)\b/)],
  liquibase: [empties(/drop-?all|rollback/i)],
  dbmate: [empties(/\b(?:drop|down|rollback)\b/)],
  goose: [empties(/\b(?:down|reset|down-to)\b/)],
  migrate: [empties(/\b(?:drop|down|force|goto)\b/)],
  ecto: [empties(/\bdrop\b|\breset\b|--down\b/)],
  mix: [empties(/\becto\.(?:drop|reset|rollback)\b|\bhex\.publish\b/)],
  diesel: [empties(/database\s+(?:reset|drop)|migration\s+(?:revert|redo)/)],
  sqlx: [empties(/database\s+(?:drop|reset)|migrate\s+revert/)],
  dropdb: [rule(/./, "destructive", "it deletes a database")],
  dropuser: [rule(/./, "destructive", "it deletes a database's user")],
  mysqladmin: [rule(/\b(?:drop|shutdown|kill|password)\b|\bflush-\S/, "destructive", "it deletes a database")],
  pg_resetwal: [rule(/./, "destructive", "it changes a database's files")],
  pg_ctl: [rule(/\b(?:stop|kill|restart|promote)\b/, "destructive", "it stops a database")],
  pg_restore: [rule(/(?:^|\s)(?:-c|--clean|-C|--create|-d|--dbname)/, "destructive", "it overwrites a database")],
  ...sameRow("mongorestore impdp sqlldr", [rule(/./, "destructive", "it overwrites a database")]),
  mongoimport: [rule(/--drop/, "destructive", "it overwrites a database")],
  initdb: [rule(/./, "destructive", "it makes a database's files")],
  gpstop: [rule(/./, "destructive", "it stops a database")],
  sqlpackage: [empties(/\/a(?:ction)?:(?:publish|import)/i)],
  ...sameRow("ldapmodify ldapmodrdn ldapadd ldappasswd", [changes(/./)]),
  rman: [rule(/./, "destructive", "it deletes or restores backups")],
  mongod: [rule(/--repair/, "destructive", "it changes a database's files")],
  influx: [rule(/\bdelete\b|\brestore\b|-execute\s/, "destructive", "it deletes from a database")],
});
