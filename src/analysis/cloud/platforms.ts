// Command lines of platforms, clusters, registries and virtual machines. One line per family: the programs, and the verbs that
// end or change something there beside those that do so everywhere (delete, destroy, purge, terminate …: hostTools/verbs.ts).

import { addHazard, type Command } from "../run/record.ts";
import { ACT_OF } from "../hostTools/verbs.ts";
import { wordsOf } from "../hostTools/toolNames.ts";
import { isDynamic, textAt } from "../run/values.ts";
import { onlyTells } from "./cloud.ts";
import { CHANGES, DELETES } from "./rules.ts";

interface Family {
  readonly programs: string;
  /** Verbs that change something there. */
  readonly verbs: string;
}

const FAMILIES: readonly Family[] = [
  // Clouds and hosting.
  { programs: "neonctl neon pscale turso xata fauna convex edgedb gel upstash", verbs: "reset restore promote wipe demote import" },
  { programs: "vultr-cli civo exo aliyun tccli openstack ovhcloud upctl linode-cli", verbs: "stop reset rebuild reinstall poweroff halt" },
  { programs: "hcloud scw oci ibmcloud doctl yc selectel gridscale", verbs: "stop reset rebuild poweroff halt" },
  { programs: "cf eb amplify copilot chalice zappa arc begin koyeb northflank qovery", verbs: "deploy terminate restart stop swap clone" },
  { programs: "platform upsun okteto garden devspace werf kapp porter", verbs: "deploy dismiss restart stop down" },
  { programs: "akamai fastly surge shopify sf sfdx auth0 okta kcadm tctl", verbs: "deploy publish import activate deactivate" },
  { programs: "boundary waypoint cloudflared contentful sanity", verbs: "deploy publish import activate deactivate" },
  {
    programs: "heroku netlify vercel firebase flyctl fly railway render wrangler dokku",
    verbs: "cancel stop distribute import detach rename clone",
  },
  { programs: "supabase", verbs: "cancel import detach rename clone" },
  // Clusters.
  {
    programs: "talosctl microk8s kubeadm k3sup k0sctl clusterctl rancher tanzu crossplane skaffold",
    verbs: "reset down deploy apply stop",
  },
  { programs: "tilt helmfile argo tkn kn faas-cli fission ko cdktf spacectl", verbs: "down deploy apply sync stop" },
  // Databases and queues that have a service.
  { programs: "mongocli atlas confluent rpk vtctlclient vtctldclient pulsar-admin kafkactl", verbs: "flush failover" },
  { programs: "nodetool couchbase-cli databricks snow lakectl nsc", verbs: "flush removenode assassinate clearsnapshot failover" },
  { programs: "airflow prefect dagster mlflow dvc hf huggingface-cli wandb", verbs: "reset clear upload" },
  // Registries and releases.
  { programs: "buildah crane gcrane skopeo oras regctl nerdctl crictl ctr", verbs: "push rmi" },
  {
    programs: "expo eas fastlane appcenter vsce ovsx twine flit goreleaser nuget",
    verbs: "publish submit upload update release deliver supply pilot cancel push",
  },
  { programs: "release-it semantic-release lerna changeset np", verbs: "publish submit upload release deliver supply pilot" },
  { programs: "sentry-cli datadog-ci newrelic", verbs: "resolve mute upload" },
  { programs: "pagerduty pd opsgenie-lamp", verbs: "resolve ack close snooze mute" },
  { programs: "colmena nixops morph deploy-rs maas", verbs: "apply deploy release reboot" },
  // Virtual machines and disks.
  { programs: "orbctl tart utmctl prlctl vmrun govc qm pct pveum esxcli lando ddev colima", verbs: "stop reset rollback" },
  // Backups of databases.
  { programs: "pgbackrest barman wal-g etcdutl neo4j-admin", verbs: "restore expire recover load" },
];

const VERBS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  FAMILIES.flatMap(({ programs, verbs }) => {
    const own = new Set(verbs.split(" ").filter((verb) => verb !== ""));
    return programs.split(" ").map((name): [string, ReadonlySet<string>] => [name, own]);
  }),
);

/** They publish without being told to. */
const RELEASES = /^(?:semantic-release|release-it|np)$/;

/** A release that stays on this machine. */
const TRIES = /^goreleaser --(?:snapshot|skip=(?:\w+,)*publish)$/;

/** Verbs are among the first words; what follows are names that people chose. */
const MOST_WORDS = 5;

export const PLATFORM_NAMES: readonly string[] = [...VERBS.keys()];

/** Notes what a platform's command ends or changes. */
export function notePlatform(command: Command): void {
  const own = VERBS.get(command.name);
  if (own === undefined || onlyTells(command.args)) return;
  const { run, index } = command;
  if (command.args.some(({ text }) => TRIES.test(`${command.name} ${text}`))) return;
  if (
    RELEASES.test(command.name) &&
    !command.args.some(({ text }) => /^(?:-d|-h|--(?:dry-?run|no-publish|release-version|changelog))/.test(text))
  )
    return addHazard(run, "exfiltration", "it publishes a release", index);
  const words = command.args.filter(({ text }) => !text.startsWith("-") && !/\s/.test(text) && !isDynamic(text)).slice(0, MOST_WORDS);
  for (const [at, word] of words.entries()) {
    const { text } = word;
    const parts = wordsOf(text);
    if (parts.some((part) => ACT_OF.get(part) === "ends")) return addHazard(run, "destructive", DELETES, index);
    // `run:android --variant release`: a word of the option.
    if (at > 0 && /^--\w/.test(textAt(command.args, command.args.indexOf(word) - 1))) continue;
    if (own.has(text) || (parts.length > 1 && parts.some((part) => own.has(part)))) return addHazard(run, "remote", CHANGES, index);
  }
}
