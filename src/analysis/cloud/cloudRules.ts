// Clouds, clusters, infrastructure, buckets, code forges, deployments.

import { byName, sameRow, either } from "../../base/index.ts";
import { CHANGES, DELETES, rule, type RuleTable, said } from "./rules.ts";

const RUNS_THERE = "it runs things on other machines";
const MERGES = "it merges on the server";
const OPENS = "it opens a way to other machines";
const PUBLISHES = "it publishes something";
/** Of a forge's own HTTP interface. */
const CHANGING_API = rule(/^(?=[^]*(?:^|\s)api\s)[^]*(?:-X|--method)[= ]?(?:POST|PUT|PATCH|DELETE)/i, "remote", CHANGES);
const GH_THINGS = either`repo, release, issue, gist, run, cache, label, secret, variable, ssh-key, gpg-key, codespace, project,
  ruleset, alias, extension`;

/** Verbs that end something, in any cloud's command line. */
const ENDS = said`delete, del, destroy, remove, rm, rb, terminate, purge, drop, wipe, deprovision, deregister, revoke,
  disable, uninstall, teardown, nuke, prune, empty, reset, detach, kill, cancel, undeploy, decommission, deallocate, stop, scale-down,
  delete-\S+, terminate-\S+, remove-\S+, deregister-\S+, destroy-\S+, purge-\S+, batch-delete\S*, batch-write-\S+, admin-delete-\S+,
  leave-\S+, \S+:(?:delete|destroy|drop|reset|purge|rollback|remove), \S+-delete, schedule-key-deletion, put-bucket-policy,
  put-public-access-block, modify-\S+, revoke-\S+, reboot-\S+, stop-\S+, disassociate-\S+, reset-\S+`;
const ENDING = rule(ENDS, "destructive", DELETES);

const GCLOUD_CHANGES = either`create(?:-\S+)?, update(?:-\S+)?, set-\S+, add-\S+, deploy(?!\s\S+\s(?:list|describe)), ssh, scp,
  import, apply, run(?=\s(?:deploy|jobs\s(?:execute|deploy|update)|services\s(?:update|replace))(?:\s|$)), submit, set, enable, reset,
  start, resize, patch, restore, login, activate-service-account`;
const AZURE_CHANGES = said`create(?:-\S+)?, update, deploy, upload, upload-batch, set, assign, invoke, run-command, start, restart,
  import, up, regenerate, sync`;
const HEROKU_ENDS = said`apps:destroy, pg:reset, config:unset, addons:destroy, ps:scale,
  \S+:(?:destroy|remove|delete|reset|rollback|transfer|restart|stop|kill|rotate|promote|set|push|update)`;
const SUPABASE_ENDS = said`db\s+(?:reset|push), projects\s+delete, functions\s+delete, secrets\s+(?:set|unset), branches\s+delete,
  migration\s+(?:repair|squash)`;
const VAULT_CHANGES = said`delete, destroy, kv\s+(?:delete|destroy|put|metadata\s+delete), write, policy\s+(?:write|delete),
  secrets\s+(?:disable|enable|move), auth\s+disable, token\s+revoke, lease\s+revoke, operator`;
const NOMAD_ENDS = said`job\s+(?:stop|run|revert|purge), stop, run, system\s+gc, node\s+(?:drain|eligibility), namespace\s+delete,
  var\s+(?:put|purge)`;
export const CLOUD_RULES: RuleTable = byName({
  kubectl: [
    rule(said`delete, drain, cordon, uncordon, replace, evict, taint`, "destructive", DELETES),
    rule(/config\s+(?:delete|unset)|(?:^|\s)rollout\s+(?!status|history)\w+/, "destructive", DELETES),
    rule(/^(?=[^]*(?:^|\s)scale\s)(?=[^]*--replicas[= ]0)/, "destructive", DELETES),
    rule(/^(?=[^]*(?:^|\s)apply\s)(?=[^]*--(?:prune|force))/, "destructive", DELETES),
    rule(said`apply, create, edit, patch, set, label, annotate, expose, autoscale, scale, certificate, run`, "remote", CHANGES),
    rule(/(?:^|\s)proxy(?:\s|$)(?!.{0,2000}--help)/, "remote", OPENS),
    rule(/^(?=[^]*(?:^|\s)port-forward\s)[^]*--address[= ](?!localhost(?:\s|$)|127\.)/, "remote", OPENS),
    rule(/(?:^|\s)auth\s+reconcile(?:\s|$)/, "escalation", "it changes who has access"),
  ],
  helm: [
    rule(/(?:^|\s)(?:uninstall|delete|del|un|rollback)(?:\s|$)/, "destructive", DELETES),
    rule(/(?:^|\s)(?:install|upgrade|push)(?:\s|$)/, "remote", CHANGES),
  ],
  terraform: [
    rule(said`-?destroy, taint, force-unlock`, "destructive", DELETES),
    rule(/state\s+(?:rm|push|mv|replace-provider)|workspace\s+delete/, "destructive", DELETES),
    rule(/(?:^|\s)(?:apply|import|login)(?:\s|$)/, "remote", CHANGES),
  ],
  pulumi: [
    rule(/(?:^|\s)(?:destroy|cancel|down|dn)(?:\s|$)|stack\s+rm|state\s+(?:delete|edit)/, "destructive", DELETES),
    rule(/(?:^|\s)(?:up|update|refresh|import)(?:\s|$)/, "remote", CHANGES),
  ],
  istioctl: [rule(/^(?:install|upgrade|uninstall|operator)(?:\s|$)/, "remote", CHANGES)],
  cdk: [rule(/(?:^|\s)destroy(?:\s|$)/, "destructive", DELETES), rule(/(?:^|\s)(?:deploy|bootstrap|rollback)(?:\s|$)/, "remote", CHANGES)],
  aws: [
    ENDING,
    rule(/^configure(?:$|\s(?:set|import|sso)(?:\s|$))/, "persistence", "it changes a login"),
    rule(/(?:^|\s)s3\s+(?:cp|mv|sync)\s/, "exfiltration", "it copies files to or from a bucket"),
    rule(/--delete(?:\s|$)/, "destructive", DELETES),
    rule(/(?:^|\s)s3\s+(?:mb|presign|website)(?:\s|$)/, "remote", CHANGES),
  ],
  gcloud: [
    ENDING,
    rule(/(?:^|\s)storage\s+(?:cp|mv|rsync)\s/, "exfiltration", "it copies files to or from a bucket"),
    rule(new RegExp(`(?:^|\\s)(?:${GCLOUD_CHANGES})(?:\\s|$)(?!.{0,2000}config)`), "remote", CHANGES),
  ],
  az: [ENDING, rule(AZURE_CHANGES, "remote", CHANGES)],
  gsutil: [
    rule(/(?:^|\s)(?:rm|rb|-d|mv)(?:\s|$)/, "destructive", DELETES),
    rule(/(?:^|\s)(?:cp|rsync|acl|iam|setmeta|web|mb|signurl|lifecycle)(?:\s|$)/, "exfiltration", "it copies files to or from a bucket"),
  ],
  rclone: [
    rule(said`sync, move, moveto, delete, deletefile, purge, rmdir, rmdirs, cleanup, bisync, dedupe`, "destructive", DELETES),
    rule(/(?:^|\s)(?:copy|copyto|copyurl|rcat|serve|mount|link)(?:\s|$)/, "exfiltration", "it copies files to another machine"),
  ],
  mc: [
    rule(said`rm, rb, mv, undo`, "destructive", DELETES),
    rule(/^(?=[^]*(?:^|\s)mirror\s)(?=[^]*--remove(?:\s|$))/, "destructive", DELETES),
    rule(/(?:^|\s)(?:cp|put|mirror|pipe|share|policy|anonymous)(?:\s|$)/, "exfiltration", "it copies files to a bucket"),
  ],
  s3cmd: [
    rule(/(?:^|\s)(?:del|rm|rb|--delete-removed|mv|expire)(?:\s|$)/, "destructive", DELETES),
    rule(/(?:^|\s)(?:put|sync|cp|setacl)(?:\s|$)/, "exfiltration", "it copies files to a bucket"),
  ],
  s5cmd: [
    rule(/(?:^|\s)(?:rm|rb|mv|sync)(?:\s|$)/, "destructive", DELETES),
    rule(/(?:^|\s)(?:cp|pipe)(?:\s|$)/, "exfiltration", "it copies files to a bucket"),
  ],
  azcopy: [
    rule(/(?:^|\s)(?:remove|rm|sync)(?:\s|$)/, "destructive", DELETES),
    rule(/(?:^|\s)(?:copy|cp|c)(?:\s|$)/, "exfiltration", "it copies files to a bucket"),
  ],
  gh: [
    rule(new RegExp(`(?:^|\\s)(?:(?:${GH_THINGS})\\s+(?:delete|remove|rm)|release\\s+delete-asset)(?:\\s|$)`), "destructive", DELETES),
    rule(/(?:^|\s)repo\s+(?:archive|rename|edit|transfer)(?:\s|$)/, "destructive", CHANGES),
    rule(/(?:^|\s)(?:pr\s+close|run\s+cancel|workflow\s+disable|auth\s+logout)(?:\s|$)/, "destructive", CHANGES),
    rule(/(?:^|\s)pr\s+merge(?:\s|$)/, "destructive", MERGES),
    rule(/(?:^|\s)gist\s+(?:create|edit)(?:\s|$)|(?:^|\s)(?:secret|variable)\s+set/, "exfiltration", PUBLISHES),
    rule(/(?:^|\s)(?:release\s+(?:create|upload)|repo\s+(?:create|fork|sync))/, "exfiltration", PUBLISHES),
    rule(/(?:^|\s)(?:ssh-key|gpg-key)\s+add/, "exfiltration", PUBLISHES),
    CHANGING_API,
    rule(/^(?=[^]*(?:^|\s)api\s)[^]*\s(?:-f|--field|--raw-field|--input)/i, "remote", CHANGES),
    rule(/(?:^|\s)auth\s+(?:token|login|refresh|setup-git)|--show-token/, "exfiltration", "it shows or changes a login"),
    rule(
      /(?:^|\s)(?:extension\s+(?:install|exec)|alias\s+(?:set|import)|codespace\s+ssh)/,
      "escalation",
      "it installs or runs a stranger's code",
    ),
    rule(/(?:^|\s)workflow\s+run(?:\s|$)/, "remote", "it starts a workflow"),
  ],
  glab: [
    rule(/(?:^|\s)\w+\s+(?:delete|remove|rm)(?:\s|$)/, "destructive", DELETES),
    rule(/(?:^|\s)(?:\w+\s+close|repo\s+(?:transfer|archive))(?:\s|$)/, "destructive", CHANGES),
    rule(/(?:^|\s)mr\s+merge(?:\s|$)/, "destructive", MERGES),
    rule(/(?:^|\s)(?:snippet\s+create|variable\s+set|release\s+(?:create|upload))/, "exfiltration", PUBLISHES),
    rule(/(?:^|\s)ci\s+(?:run|trigger)/, "exfiltration", PUBLISHES),
    CHANGING_API,
  ],
  heroku: [
    rule(HEROKU_ENDS, "destructive", CHANGES),
    rule(/(?:^|\s)(?:run|ps:exec|pg:psql|pg:copy|maintenance:(?:on|off))(?:\s|$)/, "remote", CHANGES),
  ],
  flyctl: [ENDING, rule(said`deploy, launch, ssh, proxy, scale, secrets\s(?:set|unset|import|deploy)`, "remote", CHANGES)],
  vercel: [
    rule(
      said`rm, remove, env\s+(?:rm|add|pull), rollback, promote, domains\s+rm, alias\s+(?:set|rm), certs, dns\s+(?:rm|add)`,
      "destructive",
      CHANGES,
    ),
    rule(/^(?!build(?:\s|$))[^]*(?<!\S)(?:deploy|--prod|-p)(?:\s|$)/, "remote", CHANGES),
  ],
  netlify: [
    rule(/(?:^|\s)(?:sites:delete|env:(?:unset|set|import)|\S+:delete)(?:\s|$)/, "destructive", CHANGES),
    rule(/(?:^|\s)deploy(?:\s|$)/, "remote", CHANGES),
  ],
  wrangler: [
    rule(said`delete, rollback, d1\s+execute, \S+\s+delete, kv:\S+\s+(?:delete|put), secret\s+(?:put|delete)`, "destructive", CHANGES),
    rule(/(?:^|\s)(?:deploy|publish|versions\s+upload)(?:\s|$)/, "remote", CHANGES),
  ],
  firebase: [
    rule(said`\S+:(?:delete|disable|unset|destroy|set), database:remove, firestore:delete`, "destructive", CHANGES),
    rule(/(?:^|\s)deploy(?:\s|$)/, "remote", CHANGES),
  ],
  supabase: [rule(SUPABASE_ENDS, "destructive", CHANGES), rule(/(?:^|\s)functions\s+deploy/, "remote", CHANGES)],
  doctl: [ENDING, rule(/(?:^|\s)(?:create|ssh|update|resize)(?:\s|$)/, "remote", CHANGES)],
  ...sameRow("linode linode-cli oci ibmcloud scw vultr kops", [ENDING]),
  hcloud: [ENDING, rule(/(?:^|\s)(?:create|ssh|rebuild|poweroff|reboot)(?:\s|$)/, "remote", CHANGES)],
  eksctl: [ENDING, rule(/(?:^|\s)(?:create|scale|upgrade|update|drain|associate|set)(?:\s|$)/, "remote", CHANGES)],
  ...sameRow("kind minikube k3d", [rule(/(?:^|\s)delete(?:\s|$)/, "destructive", "it deletes a cluster")]),
  oc: [ENDING, rule(/(?:^|\s)(?:apply|create|rsh|exec|adm|patch|replace|policy)(?:\s|$)/, "remote", CHANGES)],
  argocd: [rule(/(?:^|\s)(?:delete|sync|rollback|set|patch|terminate-op)(?:\s|$)/, "remote", CHANGES)],
  flux: [rule(/(?:^|\s)(?:delete|uninstall|suspend|bootstrap|reconcile)(?:\s|$)/, "remote", CHANGES)],
  vault: [
    rule(VAULT_CHANGES, "destructive", CHANGES),
    rule(/(?:^|\s)(?:read|kv\s+get|token\s+(?:create|lookup)|print\s+token)(?:\s|$)/, "exfiltration", "it shows secrets"),
  ],
  consul: [rule(said`kv\s+(?:delete|put|import), leave, force-leave, snapshot\s+restore, operator`, "destructive", CHANGES)],
  nomad: [rule(NOMAD_ENDS, "destructive", CHANGES)],
  ...sameRow("ansible salt salt-ssh", [rule(/./, "remote", RUNS_THERE)]),
  "ansible-playbook": [rule(/^(?!.*(?:--check|--syntax-check|--list|-C\b))/, "remote", RUNS_THERE)],
  "ansible-galaxy": [rule(/\binstall\b/, "escalation", "it installs a stranger's code")],
  "salt-call": [rule(/\bstate\.|\bcmd\.|\bpkg\.|\bfile\./, "escalation", "it changes the machine")],
  knife: [rule(/delete|ssh|bootstrap|upload/, "remote", "it changes other machines")],
  puppet: [rule(/\b(?:apply|agent|resource|device)\b/, "escalation", "it changes the machine")],
  "chef-client": [rule(/^/, "escalation", "it changes the machine")],
  fab: [rule(/(?:-H|--hosts)/, "remote", RUNS_THERE)],
  // Capacitor has the same name, and works on the project alone.
  cap: [rule(/^(?!(?:sync|copy|update|add|open|run|build|ls|init|doctor)(?:\s|$))./, "remote", "it deploys")],
  kamal: [rule(/\b(?:deploy|remove|rollback|app\s+(?:exec|remove|stop)|redeploy|setup|prune)\b/, "remote", "it deploys")],
  ...sameRow("serverless sls", [rule(/\b(?:remove|rollback)\b/, "destructive", DELETES), rule(/\bdeploy\b/, "remote", CHANGES)]),
  sst: [rule(/\b(?:remove|unlock)\b/, "destructive", DELETES), rule(/\bdeploy\b/, "remote", CHANGES)],
  sam: [rule(/\bdelete\b/, "destructive", DELETES), rule(/\b(?:deploy|sync)\b/, "remote", CHANGES)],
  railway: [rule(/\b(?:down|delete|remove|up|redeploy|run|ssh|unlink)\b/, "remote", CHANGES)],
  render: [rule(/\b(?:delete|deploys?\s+create|ssh)\b/, "remote", CHANGES)],
  temporal: [rule(/\b(?:terminate|delete|cancel|reset)\b/, "destructive", DELETES)],
  stripe: [rule(/\b(?:delete|cancel|create|update|post|refunds?|payouts?|trigger)\b/i, "remote", CHANGES)],
  twilio: [rule(/\b(?:create|remove|update)\b/, "remote", CHANGES)],
});
