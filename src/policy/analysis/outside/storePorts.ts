// Data stores that are spoken to over HTTP, also on this machine: their ports, and what in an address deletes.

/** Elasticsearch, CouchDB, Consul, etcd, Qdrant, InfluxDB, ClickHouse, Neo4j, Solr, RabbitMQ, Meilisearch, Weaviate, Typesense, Vault. */
const PORTS: ReadonlySet<string> = new Set(
  "9200 9201 5984 6984 8500 2379 6333 8086 8123 7474 8983 15672 7700 8108 8200 28015 8529 19530".split(" "),
);
const DELETES = /\/(?:_delete_by_query|_purge|flush|truncate|drop|delete)(?:[/?]|$)|[?&](?:query|sql)=(?:drop|truncate|alter|delete)/i;

/** Does the request delete from a store? A plain program on another port is the project's own business. */
export function emptiesStore(url: string, method: string): boolean {
  const port = /^(?:[a-z]+:\/\/)?(?:[^@/?]*@)?[^:/?@]+:(\d+)/i.exec(url)?.[1] ?? "";
  return PORTS.has(port) && (method === "DELETE" || DELETES.test(url));
}
