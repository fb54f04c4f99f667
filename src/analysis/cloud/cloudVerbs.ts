// Command lines of the large clouds, by the verb of the operation: what does not read there changes something.

import { wordSet } from "../../base/index.ts";
import type { Command } from "../run/record.ts";
import { textAt } from "../run/values.ts";

/** `aws SERVICE VERB-THING`: every operation begins with its verb. */
const AWS_READS = wordSet(
  "describe list get head lookup search filter tail test validate estimate preview simulate select scan query check wait detect",
  "download receive decode view verify login logout help ls evaluate discover summarize",
);
/** Its own rules know these. */
const AWS_OWN = wordSet("s3 configure help");

/** Elsewhere names that people chose are among the words. */
const CLOUDS = wordSet("gcloud az oci ibmcloud aliyun tccli hcloud scw doctl linode-cli vultr-cli openstack yc huaweicloud");
const READS = wordSet("list show describe get read tail logs wait help config");
const CHANGES = wordSet(
  "restore promote failover rollback migrate move rotate suspend upgrade switchover recreate rolling seek swap renew import abandon drain",
  "rename replace write rebuild resize reimage regenerate clone reboot evict invoke pause publish sign trigger bind unbind approve reject",
  "undelete deprecate configure detach attach acquire break lease snapshot call resume ack simulate activate add scale open grant decrypt",
);
/** Also the names of groups: `build list`, `deploy releases list`. */
const ALSO_GROUPS = wordSet("build deploy run");
const MOST_WORDS = 5;

/** The words that are neither options nor their values. */
function plainWords({ args }: Command): readonly string[] {
  const words: string[] = [];
  for (let at = 0; at < args.length && words.length < MOST_WORDS; at++) {
    const text = textAt(args, at);
    if (!text.startsWith("-")) words.push(text);
    else if (/^--?[a-z]/.test(text) && !text.includes("=") && !/^--(?:no-|debug|quiet|verbose)/.test(text)) at++;
  }
  return words;
}

/** `batch-get-item`, `restore-backup`, `RebootInstance`. */
const verbOf = (word: string) =>
  word
    .replace(/^(?:batch|admin)-/, "")
    .replace(/(?<=[a-z])[A-Z].*$/s, "")
    .split("-", 1)[0]
    ?.toLowerCase() ?? "";

export function changesInCloud(command: Command): boolean {
  const words = plainWords(command);
  if (command.name === "aws") {
    const [service = "", operation = ""] = words;
    return operation !== "" && !AWS_OWN.has(service) && /^[a-z]/.test(operation) && !AWS_READS.has(verbOf(operation));
  }
  if (!CLOUDS.has(command.name)) return false;
  // The first names a group: `restore-point collection list`.
  for (const word of words.slice(1)) {
    const verb = verbOf(word);
    if (READS.has(verb)) return false;
    if (CHANGES.has(verb)) return true;
  }
  return words.slice(1).some((word) => ALSO_GROUPS.has(word));
}
