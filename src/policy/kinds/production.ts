// What reaches a production system: programs that talk to servers, databases and clouds, with its name among their words.
// `NODE_ENV=production npm run build` and a commit message about it reach nothing.

import type { Matcher } from "../match/rule.ts";

const PROGRAMS = `psql pg_dump pg_restore dropdb mysql mysqldump mysqladmin mongo mongosh mongodump mongorestore redis-cli cqlsh sqlcmd
  clickhouse-client ssh scp sftp rsync mosh kubectl helm kubectx kustomize oc terraform tofu terragrunt pulumi ansible ansible-playbook aws
  gcloud gsutil az bq doctl heroku fly flyctl vercel netlify wrangler railway render eb sam serverless sls cdk cap kamal supabase firebase
  nomad vault consul curl wget http https docker rails rake flyway liquibase dbmate argocd flux`
  .trim()
  .split(/\s+/)
  .join("|");
const VARIABLES = "RAILS_ENV|APP_ENV|FLASK_ENV|DJANGO_ENV|DEPLOY_ENV|ENV|ENVIRONMENT|STAGE";
const OPTIONS = "e|env|environment|stage|target|context|settings|profile|workspace";
const DEEDS = "deploy|migrate|seed|db|console|ssh|release";
const BEFORE = "^(?:\\w+=\\S* )*";
const NAME = "(?:prod|production|PROD|PRODUCTION|live-db)(?:[^A-Za-z]|$)";

export const PRODUCTION: Matcher = {
  kind: "any",
  of: [
    `${BEFORE}(?:${PROGRAMS}) (?:.*[^A-Za-z])?${NAME}`,
    ` --?(?:${OPTIONS})[= ](?:\\S*[^A-Za-z])?${NAME}`,
    `^(?:\\w+=\\S* )*(?:${VARIABLES})=["']?${NAME}`,
    `${BEFORE}(?:npm|pnpm|yarn|bun|make|just|task) .*(?:${DEEDS})\\S*[:_-]${NAME}`,
  ].map((pattern): Matcher => ({ kind: "commandText", pattern, when: "holds" })),
};
