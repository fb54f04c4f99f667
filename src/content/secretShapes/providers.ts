// Secrets that carry their maker's mark: a fixed prefix and a body of a known alphabet.
// Facts about formats only; `least` is below the issued length, so that a truncated or lengthened sibling is
// found too, and `exact` is the issued body length where it is fixed (it tells when a wrapped token is whole).

import { byName, sameRow, wordSet } from "../../base/index.ts";
import { ALNUM, BASE64_ANY, BASE64_PADDED, DOTTED, HEX, HEX_ANY, OPAQUE, UPPER_ALNUM, URL_SAFE, WORD } from "./chars.ts";

export interface Format {
  readonly prefix: string;
  readonly type: string;
  readonly set: number;
  readonly least: number;
  readonly exact: number;
  /** The prefix is so short or so wordy that nothing alphanumeric may be before it. */
  readonly bound: boolean;
}

type Row = readonly [prefixes: string, type: string, set: number, least: number, exact?: number];

// Prefixes that are theirs alone: found also where something is glued to the front.
const ANYWHERE: readonly Row[] = [
  ["AKIA ASIA", "aws", UPPER_ALNUM, 16, 16],
  ["FwoGZXIvYXdzE IQoJb3JpZ2luX2Vj FQoGZXIvYXdzE", "aws", BASE64_PADDED, 40],
  ["ABSKQmVkcm9ja0FQSUtleS", "aws", BASE64_PADDED, 24],
  ["ghp_ gho_ ghu_ ghs_ ghr_", "github", WORD, 20, 36],
  ["github_pat_", "github", WORD, 24, 82],
  ["glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- glwt-", "gitlab", DOTTED, 12, 20],
  ["GR1348941", "gitlab", URL_SAFE, 16, 20],
  ["sk-ant-", "anthropic", URL_SAFE, 20],
  ["sk-or-v1-", "openrouter", ALNUM, 24, 64],
  ["sk-proj- sk-svcacct- sk-admin- sk-None-", "openai", URL_SAFE, 20],
  ["sk-lf- pk-lf-secret-", "langfuse", URL_SAFE, 20],
  ["AIza", "google", URL_SAFE, 28, 35],
  ["GOCSPX-", "google", URL_SAFE, 18, 28],
  ["ya29.", "google", DOTTED, 20],
  ["xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxc- xoxd- xoxe- xoxe. xapp- xwfp-", "slack", OPAQUE, 20],
  ["sk_live_ rk_live_ sk_test_ rk_test_ sk_prod_ sk_sandbox_", "stripe", WORD, 14],
  ["whsec_", "stripe", BASE64_PADDED, 20],
  ["xkeysib- xsmtpsib-", "brevo", URL_SAFE, 30],
  ["npm_", "npm", ALNUM, 24, 36],
  ["pypi-AgE", "pypi", URL_SAFE, 40],
  ["rubygems_", "gem", HEX, 24, 48],
  ["dckr_pat_ dckr_oat_", "docker", URL_SAFE, 16, 27],
  ["hf_ api_org_", "huggingface", ALNUM, 24, 34],
  ["gsk_", "groq", ALNUM, 30, 52],
  ["pplx-", "perplexity", ALNUM, 30, 48],
  ["nvapi-", "nvidia", URL_SAFE, 30],
  ["tvly-", "tavily", URL_SAFE, 20],
  ["pcsk_", "pinecone", WORD, 24],
  ["lsv2_pt_ lsv2_sk_", "langsmith", WORD, 24],
  ["dop_v1_ doo_v1_ dor_v1_", "digitalocean", HEX, 32, 64],
  ["HRKU-", "heroku", URL_SAFE, 24],
  ["fo1_ fm1_ fm1a_ fm1r_ fm2_", "fly", BASE64_ANY, 24],
  ["vercel_blob_rw_ vcp_ vci_ vca_ vcr_ vck_", "vercel", WORD, 20],
  ["nfp_ nfc_ nfo_ nfu_ nfb_", "netlify", ALNUM, 24, 36],
  ["sbp_", "supabase", WORD, 20, 40],
  ["sb_secret_", "supabase", WORD, 20, 31],
  ["pscale_tkn_ pscale_pw_ pscale_oauth_", "planetscale", DOTTED, 24, 43],
  ["napi_ npg_", "neon", ALNUM, 12],
  ["glsa_ glc_", "grafana", BASE64_ANY, 24, 41],
  ["NRAK- NRJS- NRII- NRRA- NRSP- NRAL-", "newrelic", URL_SAFE, 16, 27],
  ["sntrys_ sntryu_", "sentry", BASE64_ANY, 40],
  ["lin_api_ lin_oauth_", "linear", ALNUM, 24, 40],
  ["ntn_", "notion", ALNUM, 32, 46],
  ["ATATT3x ATCTT3x", "atlassian", URL_SAFE | BASE64_PADDED, 24],
  ["shpat_ shpss_ shpca_ shppa_ shptka_", "shopify", HEX_ANY, 20, 32],
  ["sq0atp- sq0csp- sq0idp-", "square", URL_SAFE, 16, 22],
  ["PMAK-", "postman", URL_SAFE, 40, 59],
  ["dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit. dp.said.", "doppler", DOTTED, 30],
  ["hvs. hvb. hvr.", "vault", URL_SAFE, 20],
  ["pul-", "pulumi", HEX, 32, 40],
  ["AGE-SECRET-KEY-1 AGE-SECRET-KEY-PQ-1", "age", UPPER_ALNUM, 40, 58],
  ["AGE-PLUGIN-", "age", UPPER_ALNUM | URL_SAFE, 40],
  ["ops_eyJ", "1password", BASE64_ANY, 40],
  ["figd_ figo_ figu_", "figma", URL_SAFE, 24, 40],
  ["dapi", "databricks", HEX, 32, 32],
  ["dkea", "databricks", HEX, 32, 32],
  ["CCIPAT_ CCIPRJ_", "circleci", WORD, 24],
  ["bkua_ bkaa_ bkct_", "buildkite", ALNUM, 24],
  ["sqp_ squ_ sqa_ sqb_", "sonarqube", HEX, 32, 40],
  ["dt0c01. dt0s01. dt0s02. dt0s08. dt0s16.", "dynatrace", DOTTED, 40],
  ["hcaik_ hcxik_ hcamk_ hcalk_", "honeycomb", ALNUM, 20],
  ["tskey-", "tailscale", URL_SAFE, 20],
  ["rnd_", "render", ALNUM, 24],
  ["CFPAT-", "contentful", URL_SAFE, 30, 43],
  ["duffel_live_ duffel_test_ shippo_live_ shippo_test_", "shipping", WORD, 24],
  ["FLWSECK- FLWSECK_TEST- FLWSECK_LIVE-", "flutterwave", URL_SAFE, 24],
  ["APP_USR-", "mercadopago", URL_SAFE, 40],
  ["rzp_live_ rzp_test_", "razorpay", ALNUM, 12, 14],
  ["access_token$production$ access_token$sandbox$", "paypal", ALNUM | URL_SAFE, 24],
  ["access-production- access-sandbox- access-development-", "plaid", URL_SAFE, 36, 36],
  ["pat-na1- pat-na2- pat-eu1-", "hubspot", URL_SAFE, 36, 36],
  ["CLOJARS_", "clojars", HEX, 40, 60],
  ["sgp_", "sourcegraph", WORD, 32],
  ["pnu_ pnb_", "prefect", ALNUM, 30, 36],
  ["ory_at_ ory_rt_ ory_ac_ ory_pat_", "ory", DOTTED, 30],
  ["phx_", "posthog", ALNUM, 30],
  ["rdme_", "readme", ALNUM, 40],
  ["tfp_", "typeform", URL_SAFE, 40],
  ["fio-u-", "frameio", URL_SAFE, 40],
  ["perm:", "jetbrains", OPAQUE, 30],
  ["sha256~", "openshift", URL_SAFE, 40, 43],
  ["bce-v3/ALTAK-", "baidu", OPAQUE, 40],
  ["akab-", "akamai", URL_SAFE, 30],
  ["nsec1", "nostr", ALNUM, 50, 58],
  ["xprv9s21ZrQH143K xprvA tprv8", "bitcoin", ALNUM, 80],
  ["glet_ gitea_", "gitea", HEX, 32, 40],
  ["vk1.a.", "vk", URL_SAFE, 40],
  ["y0_Ag y0__", "yandex", URL_SAFE, 40],
  ["wandb_v1_", "wandb", WORD, 24],
  ["rpa_", "runpod", ALNUM, 30],
  ["jina_", "jina", URL_SAFE, 40],
  ["tgp_v1_", "together", URL_SAFE, 30],
  ["csk-", "cerebras", ALNUM, 30],
  ["PMAT-", "postman", URL_SAFE, 20],
  ["ddp_ ddo_", "deno", ALNUM, 30],
  ["vtwn_", "valtown", ALNUM, 20],
  ["alcht_", "alchemy", ALNUM, 24],
];

// Prefixes that occur inside words, or are too short to stand for themselves.
const AT_THE_START_OF_A_WORD: readonly Row[] = [
  ["ABIA ACCA", "aws", UPPER_ALNUM, 16, 16],
  ["sk-", "openai", URL_SAFE, 20],
  ["sk_", "elevenlabs", ALNUM, 24],
  ["pypi-", "pypi", URL_SAFE, 40],
  ["secret_", "notion", ALNUM, 32, 43],
  ["key-", "mailgun", HEX_ANY, 32, 32],
  ["cio", "crates", ALNUM, 32, 32],
  ["r8_", "replicate", ALNUM, 24, 37],
  ["xai-", "xai", ALNUM, 40, 80],
  ["SG.", "sendgrid", DOTTED, 40, 66],
  ["sl. sl.u. sl.B.", "dropbox", URL_SAFE, 60],
  ["re_", "resend", WORD, 26],
  ["fc-", "firecrawl", HEX, 32, 32],
  ["fw_", "fireworks", ALNUM, 20],
  ["pa-", "voyage", URL_SAFE, 40, 43],
  ["ak- as-", "modal", ALNUM, 22],
  ["st.", "infisical", DOTTED, 60],
  ["s.", "vault", ALNUM, 24, 24],
  ["1//0", "google", URL_SAFE, 40],
  ["4/0A", "google", URL_SAFE, 40],
  ["oy2", "nuget", ALNUM, 43, 43],
  ["A3-", "1password", UPPER_ALNUM | URL_SAFE, 30],
  ["sdk- mob- api-", "launchdarkly", URL_SAFE, 36, 36],
  ["secret-live- secret-test-", "stytch", URL_SAFE, 30],
  ["v1.0-", "cloudflare", URL_SAFE, 100],
  ["LTAI", "aliyun", ALNUM, 16],
  ["AKID", "tencent", ALNUM, 28, 32],
  ["AKLT", "volcengine", ALNUM, 24],
  ["AKCp", "jfrog", ALNUM, 50],
  ["EAACEdEose0cBA EAAG EAAC EAAB EAAD EAAF EAAJ EAAM", "facebook", ALNUM, 60],
  ["EAAAE EAAAF EAAAl", "square", URL_SAFE, 50],
  ["AQVN", "yandex", URL_SAFE, 34],
  ["EZAK EZTK", "easypost", ALNUM, 40],
  ["ATBB ATTA", "atlassian", URL_SAFE, 24],
  ["eyJrIjoi", "grafana", BASE64_ANY, 40],
];

function* expand(rows: readonly Row[], bound: boolean): Generator<Format> {
  for (const [prefixes, type, set, least, exact] of rows) {
    for (const prefix of prefixes.split(" ")) yield { prefix, type, set, least, exact: exact ?? 0, bound };
  }
}

let all: readonly Format[] | undefined;

/** Every format, longest prefix first, so that `sk-ant-` is asked before `sk-`. */
export function formats(): readonly Format[] {
  all ??= [...expand(ANYWHERE, false), ...expand(AT_THE_START_OF_A_WORD, true)].sort((a, b) => b.prefix.length - a.prefix.length);
  return all;
}

/** Providers that the names of their keys speak of, and what else those call them. */
const IN_NAMES = wordSet(
  "aws azure google github gitlab slack stripe openai anthropic vercel netlify cloudflare heroku datadog newrelic sentry twilio sendgrid",
  "mailgun mailchimp npm docker discord telegram digitalocean supabase databricks shopify linear notion huggingface replicate mistral",
  "cohere deepseek algolia okta fastly hetzner linode pagerduty snyk codecov wandb",
);
const OTHER_NAMES = byName({
  amazon: "aws",
  az: "azure",
  ...sameRow("gcp gemini", "google"),
  gh: "github",
  claude: "anthropic",
  cf: "cloudflare",
  dd: "datadog",
  dockerhub: "docker",
  hf: "huggingface",
  ...sameRow("jira confluence", "atlassian"),
});

/** The provider that a key's name speaks of: `VERCEL_TOKEN`, `dd_app_key`. */
export function providerOf(words: readonly string[]): string | undefined {
  for (const word of words) {
    const type = IN_NAMES.has(word) ? word : OTHER_NAMES[word];
    if (type !== undefined) return type;
  }
  return undefined;
}
