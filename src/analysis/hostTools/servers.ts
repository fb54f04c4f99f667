// Servers and services by their names: what is at stake there.

import { wordSet } from "../../base/index.ts";

/** Servers by what is at stake there: whatever changes something asks. */
export const MONEY_SERVERS = wordSet(
  "paypal wise ramp plaid coinbase binance kraken uniswap hyperliquid polymarket alpaca ibkr robinhood solana evm wallet bank brex",
  "mercury revolut amazon uber doordash instacart metamask phantom bybit okx aave jupiter kalshi etrade tradier zerodha kite",
);

export const KEY_SERVERS = wordSet(
  "1password onepassword bitwarden vault keychain keepass lastpass doppler infisical secretsmanager keyvault pass",
);

export const IDENTITY_SERVERS = wordSet(
  "okta entra auth0 keycloak iam cognito clerk workos onelogin jumpcloud ldap openfga permify permitio aserto spicedb cerbos",
  "fusionauth descope propelauth stytch duo",
);

export const MACHINE_SERVERS = wordSet(
  "opnsense pfsense unifi proxmox synology vsphere esxi router mikrotik truenas kafka zscaler fortinet fortigate paloalto",
  "maas crowdstrike netskope sophos meraki unraid pihole adguard openwrt qnap omada hmc akamai vcenter idrac redfish nutanix",
);

/** Clouds: what their command lines ask about (`aws … create-…`), their tools ask about too. */
export const CLOUD_SERVERS = wordSet(
  "aws awslabs gcp gcloud azure digitalocean hetzner hcloud linode vultr scaleway ovh ec2 rds dynamodb s3 gcs cloudrun bigquery",
  "oci ibmcloud alibaba alibabacloud aliyun tencentcloud huaweicloud atlas",
);

/** Whoever serves the program to people, and what it is served with. */
export const HOSTING = wordSet(
  "neon planetscale turso convex aiven railway render vercel netlify heroku fly koyeb amplify cloudflare coolify dokku supabase firebase appwrite actions",
);

/** Their pipelines are served with variables too. */
export const FORGES = wordSet("github gitlab bitbucket gitea circleci");

/** Stores of single keys: whatever ends or renames one loses what was there. */
export const KEY_STORES = wordSet("redis valkey etcd consul memcached");

/** Servers whose builds may release something. */
export const BUILDERS = wordSet(
  "jenkins teamcity codebuild cloudbuild bamboo buildkite devops codepipeline appveyor codemagic drone woodpecker travis",
);

/** They show videos: what people see there is put there, and lists of one's own are not. */
export const VIDEO_SERVERS = wordSet("youtube vimeo twitch bilibili dailymotion peertube");

export const SOCIAL_SERVERS = wordSet(
  "twitter x mastodon bluesky linkedin instagram facebook reddit threads tiktok medium devto hashnode tumblr pinterest discourse lemmy",
);

/** Servers that only reach the session or this machine's screen; a server's name is often an ordinary word. */
export const LOCAL_SERVERS = wordSet(
  "browser shell terminal notebook simulator emulator console kernel lsp bash dev language devtools playwright puppeteer selenium",
);

/** Programs in which one thing is drawn, built or composed. */
export const EDITORS = wordSet(
  "figma blender unity unreal godot sketchup freecad photoshop ableton illustrator gimp inkscape krita affinity aseprite premiere davinci revit",
  "solidworks autocad rhino onshape houdini maya cinema4d lightroom audacity reaper musescore kicad fusion360",
);

/** What describes machines, and the verbs that make it so. */
export const INFRASTRUCTURE = wordSet(
  "terraform tofu opentofu pulumi kubernetes k8s kubectl helm argocd argo fluxcd crossplane cloudformation ansible nomad cdk",
  "eks gke aks rancher openshift kube k3s gitops",
);
