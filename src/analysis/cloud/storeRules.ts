// Queues, backups, databases and the tools that migrate them.

import { anyWord, byName, either, sameRow } from "../../base/index.ts";
import { CHANGES, DELETES, rule, type RuleTable, said } from "./rules.ts";

const EMPTIES = "it changes or empties a database";
const RAKE = rule(anyWord`db:(?:drop|reset|migrate:reset|rollback|schema:load|setup|truncate_all|purge)`, "destructive", EMPTIES);

const HDFS_DELETES = either`rm, rmr, rmdir, expunge, format, delete, mv, moveFromLocal, truncate, setrep`;
export const STORE_RULES: RuleTable = byName({
  hdfs: [rule(new RegExp(String.raw`(?:^|\s)-(?:${HDFS_DELETES})(?:\s|$)`), "destructive", DELETES)],
  hadoop: [rule(new RegExp(String.raw`(?:^|\s)-(?:${HDFS_DELETES})(?:\s|$)`), "destructive", DELETES)],
  ...sameRow("kafka-topics kafka-topics.sh", [rule(/--(?:delete|alter|create)/, "destructive", CHANGES)]),
  "kafka-consumer-groups.sh": [rule(/--(?:delete|reset-offsets)/, "destructive", CHANGES)],
  "kafka-delete-records.sh": [rule(/./, "destructive", DELETES)],
  rabbitmqctl: [
    rule(
      anyWord`delete_\w+, purge_queue, reset, force_reset, stop, stop_app, forget_cluster_node, close_\w+, clear_\w+`,
      "destructive",
      DELETES,
    ),
  ],
  rabbitmqadmin: [rule(/\b(?:delete|purge)\b/, "destructive", DELETES)],
  nats: [
    rule(/\b(?:rm|purge|del|delete)\b/, "destructive", DELETES),
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
  rails: [
    RAKE,
    rule(/\bdb:(?:seed:replant|migrate:down)\b|\bdestroy\s/, "destructive", EMPTIES),
    rule(said`runner, r, dbconsole`, "destructive", EMPTIES),
  ],
  rake: [RAKE],
  artisan: [
    rule(anyWord`migrate:(?:fresh|reset|refresh|rollback), db:wipe, tinker, schema:dump, queue:(?:clear|flush)`, "destructive", EMPTIES),
    rule(/^(?=[^]*--force)[^]*db:seed/, "destructive", EMPTIES),
  ],
  prisma: [
    rule(/migrate\s+(?:reset|resolve)|db\s+execute/, "destructive", EMPTIES),
    rule(/^(?=[^]*db\s+push\s)[^]*--(?:force-reset|accept-data-loss)/, "destructive", EMPTIES),
  ],
  "drizzle-kit": [rule(/\b(?:drop|push)\b/, "destructive", EMPTIES)],
  ...sameRow("sequelize sequelize-cli", [rule(/db:(?:drop|migrate:undo\S*|seed:undo\S*)/, "destructive", EMPTIES)]),
  typeorm: [rule(/schema:drop|migration:revert|schema:sync|query/, "destructive", EMPTIES)],
  knex: [rule(/migrate:(?:rollback|down)|seed:run/, "destructive", EMPTIES)],
  alembic: [rule(/\bdowngrade\b|\bstamp\b/, "destructive", EMPTIES)],
  "django-admin": [rule(/\b(?:flush|sqlflush|reset_db|dbshell|shell\s+-c)\b/, "destructive", EMPTIES)],
  "manage.py": [rule(/\b(?:flush|reset_db|dbshell|migrate\s+\S+\s+zero|shell\s+-c)\b/, "destructive", EMPTIES)],
  flyway: [rule(/\b(?:clean|undo|repair)\b/, "destructive", EMPTIES)],
  liquibase: [rule(/drop-?all|rollback/i, "destructive", EMPTIES)],
  dbmate: [rule(/\b(?:drop|down|rollback)\b/, "destructive", EMPTIES)],
  goose: [rule(/\b(?:down|reset|down-to)\b/, "destructive", EMPTIES)],
  migrate: [rule(/\b(?:drop|down|force|goto)\b/, "destructive", EMPTIES)],
  ecto: [rule(/\bdrop\b|\breset\b|--down\b/, "destructive", EMPTIES)],
  mix: [rule(/\becto\.(?:drop|reset|rollback)\b|\bhex\.publish\b/, "destructive", EMPTIES)],
  diesel: [rule(/database\s+(?:reset|drop)|migration\s+(?:revert|redo)/, "destructive", EMPTIES)],
  sqlx: [rule(/database\s+(?:drop|reset)|migrate\s+revert/, "destructive", EMPTIES)],
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
  sqlpackage: [rule(/\/a(?:ction)?:(?:publish|import)/i, "destructive", EMPTIES)],
  ...sameRow("ldapmodify ldapmodrdn ldapadd ldappasswd", [rule(/./, "remote", CHANGES)]),
  rman: [rule(/./, "destructive", "it deletes or restores backups")],
  mongod: [rule(/--repair/, "destructive", "it changes a database's files")],
  influx: [rule(/\bdelete\b|\brestore\b|-execute\s/, "destructive", "it deletes from a database")],
});
