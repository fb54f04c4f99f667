// Clouds, clusters, infrastructure, buckets, code forges, deployments.

import { byName, sameRow, either } from "../../base/index.ts";
import { changes, CHANGES, deletes, rule, type RuleTable, said } from "./rules.ts";

const RUNS_THERE = "it runs things on other machines";
const MERGES = "it merges on the server";
const OPENS = "it opens a way to other machines";
const PUBLISHES = "it publishes something";
/** Of a forge's own HTTP interface. */
const CHANGING_API = changes(/^(?=[^]*(?:^|\s)api\s)[^]*(?:-X|--method)[= ]?(?:POST|PUT|PATCH|DELETE)/i);
const GH_THINGS = either`repo, release, issue, gist, run, cache, label, secret, variable, ssh-key, gpg-key, codespace, project,
  ruleset, alias, extension`;

/** Verbs that end something, in any cloud's command line. */
const ENDS = said`delete, del, destroy, remove, rm, rb, terminate, purge, drop, wipe, deprovision, deregister, revoke,
  disable, uninstall, teardown, nuke, prune, empty, reset, detach, kill, cancel, undeploy, decommission, deallocate, stop, scale-down,
  delete-\S+, terminate-\S+, remove-\S+, deregister-\S+, destroy-\S+, purge-\S+, batch-delete\S*, batch-write-\S+, admin-delete-\S+,
  leave-\S+, \S+:(?:delete|destroy|drop|reset|purge|rollback|remove), \S+-delete, schedule-key-deletion, put-bucket-policy,
  put-public-access-block, modify-\S+, revoke-\S+, reboot-\S+, stop-\S+, disassociate-\S+, reset-\S+`;
const ENDING = deletes(ENDS);

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
    deletes(said`delete, drain, cordon, uncordon, replace, evict, taint`),
    deletes(/config\s+(?:delete|unset)|(?:^|\s)rollout\s+(?!status|history)\w+/),
    deletes(/^(?=[^]*(?:^|\s)scale\s)(?=[^]*--replicas[= ]0)/),
    deletes(/^(?=[^]*(?:^|\s)apply\s)(?=[^]*--(?:prune|force))/),
    changes(said`apply, create, edit, patch, set, label, annotate, expose, autoscale, scale, certificate, run`),
    rule(/(?:^|\s)proxy(?:\s|$)(?!.{0,2000}--help)/, "remote", OPENS),
    rule(/^(?=[^]*(?:^|\s)port-forward\s)[^]*--address[= ](?!localhost(?:\s|$)|127\.)/, "remote", OPENS),
    rule(/(?:^|\s)auth\s+reconcile(?:\s|$)/, "escalation", "it changes who has access"),
  ],
  helm: [deletes(said`uninstall, delete, del, un, rollback`), changes(said`install, upgrade, push`)],
  terraform: [
    // `plan -destroy` only shows.
    deletes(/^(?![^]*(?:^|\s)plan\s)[^]*(?:^|\s)-{0,2}destroy(?:\s|$)/),
    deletes(said`taint, force-unlock`),
    deletes(/state\s+(?:rm|push|mv|replace-provider)|workspace\s+delete/),
    changes(said`apply, import, login`),
  ],
  pulumi: [
    deletes(/(?:^|\s)(?:destroy|cancel|down|dn)(?:\s|$)|stack\s+rm|state\s+(?:delete|edit)/),
    changes(said`up, update, refresh, import`),
  ],
  istioctl: [changes(/^(?:install|upgrade|uninstall|operator)(?:\s|$)/)],
  cdk: [deletes(/(?:^|\s)destroy(?:\s|$)/), changes(said`deploy, bootstrap, rollback`)],
  aws: [
    ENDING,
    rule(/^configure(?:$|\s(?:set|import|sso)(?:\s|$))/, "persistence", "it changes a login"),
    rule(/(?:^|\s)s3\s+(?:cp|mv|sync)\s/, "exfiltration", "it copies files to or from a bucket"),
    deletes(/--delete(?:\s|$)/),
    changes(/(?:^|\s)s3\s+(?:mb|presign|website)(?:\s|$)/),
  ],
  gcloud: [
    ENDING,
    rule(/(?:^|\s)storage\s+(?:cp|mv|rsync)\s/, "exfiltration", "it copies files to or from a bucket"),
    changes(new RegExp(`(?:^|\\s)(?:${GCLOUD_CHANGES})(?:\\s|$)(?!.{0,2000}config)`)),
  ],
  az: [ENDING, changes(AZURE_CHANGES)],
  gsutil: [
    deletes(said`rm, rb, -d, mv`),
    rule(said`cp, rsync, acl, iam, setmeta, web, mb, signurl, lifecycle`, "exfiltration", "it copies files to or from a bucket"),
  ],
  rclone: [
    deletes(said`sync, move, moveto, delete, deletefile, purge, rmdir, rmdirs, cleanup, bisync, dedupe`),
    rule(said`copy, copyto, copyurl, rcat, serve, mount, link`, "exfiltration", "it copies files to another machine"),
  ],
  mc: [
    deletes(said`rm, rb, mv, undo`),
    deletes(/^(?=[^]*(?:^|\s)mirror\s)(?=[^]*--remove(?:\s|$))/),
    rule(said`cp, put, mirror, pipe, share, policy, anonymous`, "exfiltration", "it copies files to a bucket"),
  ],
  s3cmd: [
    deletes(said`del, rm, rb, --delete-removed, mv, expire`),
    rule(said`put, sync, cp, setacl`, "exfiltration", "it copies files to a bucket"),
  ],
  s5cmd: [deletes(said`rm, rb, mv, sync`), rule(said`cp, pipe`, "exfiltration", "it copies files to a bucket")],
  azcopy: [deletes(said`remove, rm, sync`), rule(said`copy, cp, c`, "exfiltration", "it copies files to a bucket")],
  gh: [
    deletes(new RegExp(`(?:^|\\s)(?:(?:${GH_THINGS})\\s+(?:delete|remove|rm)|release\\s+delete-asset)(?:\\s|$)`)),
    rule(/(?:^|\s)repo\s+(?:archive|rename|edit|transfer)(?:\s|$)/, "destructive", CHANGES),
    rule(said`pr\s+close, run\s+cancel, workflow\s+disable, auth\s+logout`, "destructive", CHANGES),
    rule(/(?:^|\s)pr\s+merge(?:\s|$)/, "destructive", MERGES),
    rule(/(?:^|\s)gist\s+(?:create|edit)(?:\s|$)|(?:^|\s)(?:secret|variable)\s+set/, "exfiltration", PUBLISHES),
    rule(/(?:^|\s)(?:release\s+(?:create|upload)|repo\s+(?:create|fork|sync))/, "exfiltration", PUBLISHES),
    rule(/(?:^|\s)(?:ssh-key|gpg-key)\s+add/, "exfiltration", PUBLISHES),
    CHANGING_API,
    changes(/^(?=[^]*(?:^|\s)api\s)[^]*\s(?:-f|--field|--raw-field|--input)/i),
    rule(/(?:^|\s)auth\s+(?:token|login|refresh|setup-git)|--show-token/, "exfiltration", "it shows or changes a login"),
    rule(
      /(?:^|\s)(?:extension\s+(?:install|exec)|alias\s+(?:set|import)|codespace\s+ssh)/,
      "escalation",
      "it installs or runs a stranger's code",
    ),
    rule(/(?:^|\s)workflow\s+run(?:\s|$)/, "remote", "it starts a workflow"),
  ],
  glab: [
    deletes(/(?:^|\s)\w+\s+(?:delete|remove|rm)(?:\s|$)/),
    rule(said`\w+\s+close, repo\s+(?:transfer|archive)`, "destructive", CHANGES),
    rule(/(?:^|\s)mr\s+merge(?:\s|$)/, "destructive", MERGES),
    rule(/(?:^|\s)(?:snippet\s+create|variable\s+set|release\s+(?:create|upload))/, "exfiltration", PUBLISHES),
    rule(/(?:^|\s)ci\s+(?:run|trigger)/, "exfiltration", PUBLISHES),
    CHANGING_API,
  ],
  heroku: [rule(HEROKU_ENDS, "destructive", CHANGES), changes(said`run, ps:exec, pg:psql, pg:copy, maintenance:(?:on|off)`)],
  flyctl: [ENDING, changes(said`deploy, launch, ssh, proxy, scale, secrets\s(?:set|unset|import|deploy)`)],
  vercel: [
    rule(
      said`rm, remove, env\s+(?:rm|add|pull), rollback, promote, domains\s+rm, alias\s+(?:set|rm), certs, dns\s+(?:rm|add)`,
      "destructive",
      CHANGES,
    ),
    changes(/^(?!build(?:\s|$))[^]*(?<!\S)(?:deploy|--prod|-p)(?:\s|$)/),
  ],
  netlify: [rule(said`sites:delete, env:(?:unset|set|import), \S+:delete`, "destructive", CHANGES), changes(/(?:^|\s)deploy(?:\s|$)/)],
  wrangler: [
    rule(said`delete, rollback, d1\s+execute, \S+\s+delete, kv:\S+\s+(?:delete|put), secret\s+(?:put|delete)`, "destructive", CHANGES),
    changes(said`deploy, publish, versions\s+upload`),
  ],
  firebase: [
    rule(said`\S+:(?:delete|disable|unset|destroy|set), database:remove, firestore:delete`, "destructive", CHANGES),
    changes(/(?:^|\s)deploy(?:\s|$)/),
  ],
  supabase: [rule(SUPABASE_ENDS, "destructive", CHANGES), changes(/(?:^|\s)functions\s+deploy/)],
  doctl: [ENDING, changes(said`create, ssh, update, resize`)],
  ...sameRow("linode linode-cli oci ibmcloud scw vultr kops", [ENDING]),
  hcloud: [ENDING, changes(said`create, ssh, rebuild, poweroff, reboot`)],
  eksctl: [ENDING, changes(said`create, scale, upgrade, update, drain, associate, set`)],
  ...sameRow("kind minikube k3d", [rule(/(?:^|\s)delete(?:\s|$)/, "destructive", "it deletes a cluster")]),
  oc: [ENDING, changes(said`apply, create, rsh, exec, adm, patch, replace, policy`)],
  argocd: [changes(said`delete, sync, rollback, set, patch, terminate-op`)],
  flux: [changes(said`delete, uninstall, suspend, bootstrap, reconcile`)],
  vault: [
    rule(VAULT_CHANGES, "destructive", CHANGES),
    rule(said`read, kv\s+get, token\s+(?:create|lookup), print\s+token`, "exfiltration", "it shows secrets"),
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
  ...sameRow("serverless sls", [deletes(/\b(?:remove|rollback)\b/), changes(/\bdeploy\b/)]),
  sst: [deletes(/\b(?:remove|unlock)\b/), changes(/\bdeploy\b/)],
  sam: [deletes(/\bdelete\b/), changes(/\b(?:deploy|sync)\b/)],
  railway: [changes(/\b(?:down|delete|remove|up|redeploy|run|ssh|unlink)\b/)],
  render: [changes(/\b(?:delete|deploys?\s+create|ssh)\b/)],
  temporal: [deletes(/\b(?:terminate|delete|cancel|reset)\b/)],
  stripe: [changes(/\b(?:delete|cancel|create|update|post|refunds?|payouts?|trigger)\b/i)],
  twilio: [changes(/\b(?:create|remove|update)\b/)],
});
