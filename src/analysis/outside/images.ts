// Images of containers: which of them come from somebody whose work everybody runs, or were chosen by this project.

import { either } from "../../base/index.ts";
import type { World } from "../call/call.ts";
import { isNamedHere } from "../carriers/knownPackages.ts";

export function isUnseenImage(world: World, image: string): boolean {
  return isForeignImage(image) && !isNamedHere(world, image);
}

const KNOWN_REGISTRIES = either`docker\.io, ghcr\.io, quay\.io, gcr\.io, [\w-]+\.gcr\.io, [\w-]+-docker\.pkg\.dev,
  mcr\.microsoft\.com, public\.ecr\.aws, registry\.k8s\.io, registry\.gitlab\.com, docker\.elastic\.co, nvcr\.io, cgr\.dev,
  localhost`;
const REGISTRIES = new RegExp(`^(?:${KNOWN_REGISTRIES})(?::\\d+)?$`);

/** Publishers on Docker Hub whose images everybody runs. Images without a publisher are official or built here. */
const PUBLISHERS: ReadonlySet<string> = new Set(
  [
    "library bitnami grafana prom hashicorp jenkins minio confluentinc nginxinc nginx cypress selenium amazon google gitlab sonarsource",
    "localstack mailhog axllent aquasec returntocorp semgrep postgis pgvector timescale dpage portainer traefik hadolint koalaman rhysd",
    "trufflesecurity zricethezav gitleaks redis redislabs mongodb mysql clickhouse yandex elastic opensearchproject apache bitnamilegacy",
    "docker moby alpine curlimages circleci cimg denoland oven rust-lang pandoc texlive plantuml openapitools swaggerapi stoplight mcp",
    "tensorflow pytorch nvidia ollama vllm huggingface jupyter rocker condaforge continuumio mambaorg astral qdrant semitechnologies",
    "chromadb milvusdb getmeili typesense neo4j arangodb dgraph cockroachdb yugabytedb scylladb influxdb victoriametrics jaegertracing",
    "openzipkin envoyproxy istio linkerd kong keycloak ory vaultwarden nextcloud wordpress drupal ghost directus strapi hasura postgrest",
    "supabase prismagraphql atmoz stilliard mockserver wiremock toxiproxy shopify kennethreitz python node golang renovate mstruebing",
    "davidanson markdownlint tmknom cytopia bridgecrew checkmarx snyk anchore goodwithtech wagoodman containrrr nektos browserless zenika",
    "mcr lscr linuxserver eclipse-mosquitto emqx rabbitmq nats natsio temporalio camunda n8nio metabase apache-superset dbtlabs astral-sh",
    "github actions homebrew cloudnative-pg external-secrets prometheus argoproj coreos bufbuild super-linter oxsecurity strimzi",
    "devcontainers open-telemetry berriai open-webui immich-app goauthentik jetstack fluxcd cilium kedacore kubernetes-sigs aquasecurity",
    "dagster prefecthq tabulario starburstdata trinodb prestodb flyway liquibase arigaio migrate amacneil sqitch playwright cross-rs",
    "tonistiigi multiarch rust-cross rustembedded messense goreleaser golangci ko-build bazel gradle maven clamav zaproxy owasp k6",
    "testcontainers kindest rancher k3s tilt dapr dapperlabs otel jaeger tempo mermaid minlag squidfunk sphinxdoc asciidoctor jekyll ruby",
    "php composer kaniko-project buildkite valkey dragonflydb surrealdb gotenberg searxng adguard pihole homeassistant jellyfin syncthing",
    "louislam gitea codercom nodered",
  ].flatMap((line) => line.split(" ")),
);

/** Anybody may publish there. */
const OPEN_REGISTRIES: ReadonlySet<string> = new Set(["docker.io", "ghcr.io", "quay.io"]);

function isForeignImage(image: string): boolean {
  const host = image.includes("/") ? (image.split("/")[0] ?? "") : "";
  if (host !== "" && host !== "localhost" && !/[.:]/.test(host)) return !PUBLISHERS.has(host);
  if (OPEN_REGISTRIES.has(host)) return image.split("/").length > 2 && !PUBLISHERS.has(image.split("/")[1] ?? "");
  return (host.includes(".") || host.includes(":")) && !REGISTRIES.test(host) && !/\.dkr\.ecr\.[\w-]+\.amazonaws\.com$/.test(host);
}
