// Virtual machines and version control beside git.

import { anyWord, byName } from "../../base/index.ts";
import { changes, rule, type RuleTable, said } from "./rules.ts";

const DISCARDS = "it discards changes";
const GENERATIONS = "it deletes or changes the machine's programs";
const OVERWRITES_HOME = "it overwrites files of the person's home";
const VIRTUAL = "it deletes a virtual machine";

export const MACHINE_RULES: RuleTable = byName({
  vagrant: [
    rule(/\b(?:destroy|halt|box\s+remove|snapshot\s+(?:delete|restore))\b/, "destructive", VIRTUAL),
    rule(/^(?=[^]*\bssh\b)[^]*-c/, "remote", "it runs things on another machine"),
  ],
  virsh: [
    rule(anyWord`destroy, undefine, delete, shutdown, vol-delete, pool-delete, snapshot-delete, snapshot-revert`, "destructive", VIRTUAL),
  ],
  VBoxManage: [rule(/unregistervm|closemedium|controlvm|snapshot\s+\S+\s+(?:delete|restore)/i, "destructive", VIRTUAL)],
  multipass: [rule(/\b(?:delete|purge|exec|stop)\b/, "destructive", VIRTUAL)],
  limactl: [rule(/\b(?:delete|factory-reset|stop)\b/, "destructive", VIRTUAL)],
  incus: [rule(/\bsecurity\.(?:privileged|nesting)\b/, "escalation", "it gives a container rights over the machine")],
  lxc: [
    rule(/\bsecurity\.(?:privileged|nesting)\b/, "escalation", "it gives a container rights over the machine"),
    rule(/\b(?:delete|exec|stop|restore)\b/, "destructive", "it deletes a container"),
  ],
  packer: [changes(/\bbuild\b/)],
  datasette: [rule(/(?:^|\s)publish(?:\s|$)/, "exfiltration", "it publishes something")],
  fab: [changes(/\b(?:deploy|release|rollback|restart|stop|migrate|provision)\b/)],
  kamal: [changes(anyWord`deploy, redeploy, rollback, remove, reboot, stop, restart, app\s+exec, setup, prune`)],
  mina: [changes(/\b(?:deploy|rollback|setup|run)\b/)],
  dep: [changes(/\b(?:deploy|rollback)\b/)],
  "nixos-rebuild": [rule(/\b(?:switch|boot|test)\b/, "escalation", "it changes the programs of the whole machine")],
  "nix-collect-garbage": [
    rule(said`-d, --delete-old, --delete-older-than`, "destructive", "it deletes older versions of the machine's programs"),
  ],
  guix: [
    rule(/^gc\s(?:-d|-D|--delete)/, "destructive", GENERATIONS),
    rule(/^(?:system\s(?:reconfigure|delete)|package\s(?:-r|--remove|-d|--delete))/, "destructive", GENERATIONS),
  ],
  chezmoi: [
    rule(/\b(?:purge|destroy|forget)\b/, "destructive", OVERWRITES_HOME),
    rule(/^(?=[^]*\b(?:apply|update|init)\b)[^]*--(?:force|apply)/, "destructive", OVERWRITES_HOME),
  ],
  unison: [rule(/(?:^|\s)-(?:force|batch|prefer)(?:\s|$)/, "destructive", "it makes one folder like another")],
  tern: [rule(/^(?=[^]*\bmigrate\b)[^]*(?:-d|--destination)[= ]\s*(?:0|-)/, "destructive", "it turns a database back")],
  svn: [
    rule(/\b(?:revert|delete|del|rm|remove|switch)\b/, "destructive", DISCARDS),
    rule(/^(?=[^]*\bcleanup\s)[^]*--remove\b|^(?=[^]*\bupdate\s)[^]*--force\b/, "destructive", DISCARDS),
    rule(/\bcommit\b|\bci\b/, "remote", "it changes the shared repository"),
  ],
  hg: [
    rule(/\b(?:revert|strip|purge|clean|rollback|debugrebuild\w*)\b/, "destructive", DISCARDS),
    rule(/^(?=[^]*\bup(?:date)?\s)[^]*(?:-C|--clean)\b/, "destructive", DISCARDS),
    rule(/^(?=[^]*\bpush\s)[^]*(?:-f|--force)\b/, "destructive", DISCARDS),
  ],
  bzr: [rule(/\b(?:revert|uncommit|clean-tree)\b/, "destructive", DISCARDS)],
  fossil: [rule(/\b(?:revert|clean|undo)\b/, "destructive", DISCARDS)],
  p4: [rule(/\b(?:revert|delete|obliterate|clean)\b/, "destructive", DISCARDS)],
  jj: [
    rule(/\b(?:abandon|restore|op\s+(?:restore|undo)|undo)\b/, "destructive", DISCARDS),
    rule(/^(?=[^]*\bgit\s+push\s)[^]*(?:--deleted|--all)\b/, "destructive", DISCARDS),
  ],
  sl: [
    rule(/\b(?:revert|clean|purge|hide|strip)\b/, "destructive", DISCARDS),
    rule(/^(?=[^]*\bgoto\s)[^]*(?:-C|--clean)\b|^(?=[^]*\bpush\s)[^]*--force\b/, "destructive", DISCARDS),
  ],
  repo: [rule(/\b(?:forall|prune|abandon)\b|^(?=[^]*sync\s)[^]*-d/, "destructive", DISCARDS)],
  gt: [rule(/\b(?:delete|fold|squash)\b|^(?=[^]*submit\s)[^]*(?:-f|--force)/, "destructive", "it rewrites branches")],
});
