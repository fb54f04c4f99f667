// Data stores that are spoken to over HTTP, also on this machine: their ports, and what in an address deletes.

import { either, wordSet } from "../../base/index.ts";

/** Elasticsearch, CouchDB, Consul, etcd, Qdrant, InfluxDB, ClickHouse, Neo4j, Solr, RabbitMQ, Meilisearch, Weaviate, Typesense, Vault, ArangoDB, Milvus,
 * the engine of Docker, Nomad, Caddy, Envoy, and a node of Kubernetes. */
const PORTS = wordSet(
  "9200 9201 5984 6984 8500 2379 6333 8086 8123 7474 8983 15672 7700 8108 8200 28015 8529 19530 2375 4646 2019 9901 10250",
);
const DELETING = either`\/(?:_delete_by_query|_purge|_close|_?flush|truncate|drop|delete(?:[-_]\w+)?)(?:[/?]|$), \/_cluster\/settings,
  [?&](?:query|sql)=(?:drop|truncate|alter|delete)`;
const DELETES = new RegExp(DELETING, "i");

/** Kong, and the proxy of kubectl: a plain program may listen there too, so the path has to be one of theirs. */
const ADMIN = new Set(["8001", "8444"]);
const ADMIN_PATH = /\/(?:services|routes|consumers|plugins|upstreams|certificates|apis?\/[\w.]+)\//;

/** Does the request delete from a store? A plain program on another port is the project's own business. */
export function emptiesStore(url: string, method: string, sent = ""): boolean {
  // httpie takes `:9200/i` for this machine.
  const port = /^(?:[a-z]+:\/\/)?(?:[^@/?]*@)?[^:/?@]*:(\d+)/i.exec(url)?.[1] ?? "";
  if (port === "9090") return /\/admin\/tsdb\/(?:delete|clean)/.test(url);
  if (ADMIN.has(port)) return method === "DELETE" && ADMIN_PATH.test(url);
  if (/\/actuator\/shutdown(?:[?]|$)|\/quitquitquit/.test(url)) return method === "POST";
  if (!PORTS.has(port) || /^(?:GET|HEAD)$/.test(method)) return false;
  return method === "DELETE" || DELETES.test(url) || STOPS.test(url) || STATEMENT.test(sent);
}

/** What a node or a container is told: Consul, Docker. */
const STOPS = /\/(?:agent\/(?:force-)?leave|containers\/[^/?]+\/(?:stop|kill|restart|pause))/;

/** Statements in a request's body: `curl localhost:8123 -d 'drop table t'`. */
const STATEMENT = /^\s*(?:drop|truncate|alter|delete)\s/i;
