// Texts with secrets and texts without, made from a seed at test time. No value was ever issued, and none is
// stored: a scanner that reads this file finds prefixes, cut in two, and nothing behind them.

export interface CorpusRow {
  readonly text: string;
  /** What must not remain; empty for a benign text. */
  readonly secrets: readonly string[];
  readonly family: string;
  readonly label: "secret" | "benign";
}

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";
const ALNUM = LOWER + UPPER + DIGITS;
const HEX = "0123456789abcdef";
const BASE32 = `${UPPER}234567`;
const BASE64 = `${ALNUM}+/`;
const URL_SAFE = `${ALNUM}-_`;
const TYPED = `${ALNUM}!@#%`;
const WORDS =
  "harbor falcon silver winter meadow copper anchor velvet marble timber canyon ember lantern pepper quartz raven saddle thistle umber walnut".split(
    " ",
  );

export interface Draw {
  /** A number from 0 up to `below`. */
  readonly below: (below: number) => number;
  readonly chars: (alphabet: string, length: number) => string;
  readonly pick: <T>(from: readonly T[]) => T;
}

/** A small seeded generator (mulberry32). */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chars: (alphabet, length) => Array.from({ length }, () => alphabet[below(alphabet.length)]).join(""),
    pick: (from) => from[below(from.length)] as (typeof from)[number],
  };
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

type Family = (draw: Draw) => string;

function jwt(draw: Draw): string {
  const claims = {
    sub: draw.chars(DIGITS, 10),
    name: `Test ${draw.chars(LOWER, 5)}`,
    iat: 1_760_000_000 + draw.below(9 ** 6),
    exp: 1_790_000_000,
  };
  return `${base64url({ alg: draw.pick(["HS256", "RS256", "ES256"]), typ: "JWT" })}.${base64url(claims)}.${draw.chars(URL_SAFE, 43)}`;
}

const pem =
  (kind: string, lines: number): Family =>
  (draw) =>
    [
      `-----BEGIN ${kind}-----`,
      ...Array.from({ length: lines }, () => draw.chars(BASE64, 64)),
      `${draw.chars(BASE64, 40)}==`,
      `-----END ${kind}-----`,
    ].join("\n");

const uuid: Family = (draw) => [8, 4, 4, 4, 12].map((length) => draw.chars(HEX, length)).join("-");

/** `prefix` in two halves, so that this file holds no whole one; then a body. */
const marked =
  (half: string, rest: string, alphabet: string, length: number): Family =>
  (draw) =>
    half + rest + draw.chars(alphabet, length);

/** Secrets that are known by themselves. */
export const MARKED: Readonly<Record<string, Family>> = {
  "aws-id": marked("AK", "IA", BASE32, 16),
  "aws-temporary": marked("AS", "IA", BASE32, 16),
  "aws-session": (draw) => `Fwo${"GZXIvYXdzE"}${draw.chars(BASE64, 220)}==`,
  "github-pat": marked("gh", "p_", ALNUM, 36),
  "github-oauth": marked("gh", "o_", ALNUM, 36),
  "github-user": marked("gh", "u_", ALNUM, 36),
  "github-server": marked("gh", "s_", ALNUM, 36),
  "github-refresh": marked("gh", "r_", ALNUM, 36),
  "github-fine": (draw) => `github_${"pat_"}${draw.chars(ALNUM, 22)}_${draw.chars(ALNUM, 59)}`,
  "gitlab-pat": marked("gl", "pat-", URL_SAFE, 20),
  "gitlab-runner": marked("gl", "rt-", URL_SAFE, 20),
  "gitlab-deploy": marked("gl", "dt-", URL_SAFE, 20),
  "gitlab-job": marked("gl", "cbt-", URL_SAFE, 24),
  "openai-project": (draw) => `sk-${"proj-"}${draw.chars(URL_SAFE, 74)}T3Blbk${"FJ"}${draw.chars(URL_SAFE, 74)}`,
  "openai-legacy": (draw) => `sk-${draw.chars(ALNUM, 20)}T3Blbk${"FJ"}${draw.chars(ALNUM, 20)}`,
  "openai-service": marked("sk-", "svcacct-", URL_SAFE, 120),
  anthropic: (draw) => `sk-${"ant-api03-"}${draw.chars(URL_SAFE, 93)}AA`,
  "anthropic-oauth": (draw) => `sk-${"ant-oat01-"}${draw.chars(URL_SAFE, 93)}AA`,
  openrouter: marked("sk-", "or-v1-", HEX, 64),
  deepseek: marked("sk", "-", HEX, 32),
  "google-api": marked("AI", "za", URL_SAFE, 35),
  "google-client": marked("GOC", "SPX-", URL_SAFE, 28),
  "google-access": marked("ya", "29.", URL_SAFE, 120),
  "google-refresh": marked("1/", "/0", URL_SAFE, 90),
  "slack-bot": (draw) => `xo${"xb-"}${draw.chars(DIGITS, 12)}-${draw.chars(DIGITS, 13)}-${draw.chars(ALNUM, 24)}`,
  "slack-user": (draw) => `xo${"xp-"}${draw.chars(DIGITS, 12)}-${draw.chars(DIGITS, 12)}-${draw.chars(DIGITS, 13)}-${draw.chars(HEX, 32)}`,
  "slack-app": (draw) => `xa${"pp-1-A"}${draw.chars(UPPER + DIGITS, 10)}-${draw.chars(DIGITS, 13)}-${draw.chars(HEX, 64)}`,
  "discord-bot": (draw) => `M${draw.chars(ALNUM, 23)}.${draw.chars(URL_SAFE, 6)}.${draw.chars(URL_SAFE, 38)}`,
  telegram: (draw) => `${1 + draw.below(9)}${draw.chars(DIGITS, 9)}:AA${draw.chars(URL_SAFE, 33)}`,
  "stripe-live": marked("sk_", "live_", ALNUM, 24),
  "stripe-long": marked("sk_", "live_51", ALNUM, 96),
  "stripe-test": marked("sk_", "test_", ALNUM, 24),
  "stripe-restricted": marked("rk_", "live_", ALNUM, 24),
  "stripe-webhook": marked("wh", "sec_", ALNUM, 32),
  twilio: marked("S", "K", HEX, 32),
  sendgrid: (draw) => `S${"G."}${draw.chars(URL_SAFE, 22)}.${draw.chars(URL_SAFE, 43)}`,
  mailgun: marked("ke", "y-", HEX, 32),
  mailchimp: (draw) => `${draw.chars(HEX, 32)}-us${1 + draw.below(21)}`,
  brevo: (draw) => `xkey${"sib-"}${draw.chars(HEX, 64)}-${draw.chars(ALNUM, 16)}`,
  resend: (draw) => `re${"_"}${draw.chars(ALNUM, 8)}_${draw.chars(ALNUM, 24)}`,
  npm: marked("np", "m_", ALNUM, 36),
  pypi: marked("py", "pi-AgEIcHlwaS5vcmc", URL_SAFE, 120),
  gem: marked("ruby", "gems_", HEX, 48),
  docker: marked("dck", "r_pat_", URL_SAFE, 27),
  crates: marked("ci", "o", ALNUM, 32),
  nuget: marked("o", "y2", LOWER + DIGITS, 43),
  huggingface: marked("h", "f_", LOWER + UPPER, 34),
  replicate: marked("r", "8_", ALNUM, 37),
  groq: marked("gs", "k_", ALNUM, 52),
  perplexity: marked("pp", "lx-", ALNUM, 48),
  xai: marked("xa", "i-", ALNUM, 80),
  nvidia: marked("nv", "api-", URL_SAFE, 64),
  tavily: marked("tv", "ly-", ALNUM, 32),
  pinecone: (draw) => `pc${"sk_"}${draw.chars(ALNUM, 6)}_${draw.chars(ALNUM, 60)}`,
  langsmith: (draw) => `lsv2${"_pt_"}${draw.chars(HEX, 32)}_${draw.chars(HEX, 10)}`,
  cerebras: marked("cs", "k-", LOWER + DIGITS, 48),
  firecrawl: marked("f", "c-", HEX, 32),
  digitalocean: marked("do", "p_v1_", HEX, 64),
  heroku: marked("HR", "KU-", URL_SAFE, 60),
  fly: marked("fo", "1_", URL_SAFE, 43),
  netlify: marked("nf", "p_", ALNUM, 36),
  supabase: marked("sb", "p_", HEX, 40),
  "supabase-secret": marked("sb_", "secret_", ALNUM, 31),
  planetscale: marked("ps", "cale_tkn_", `${URL_SAFE}.`, 43),
  neon: marked("na", "pi_", LOWER + DIGITS, 64),
  databricks: marked("da", "pi", HEX, 32),
  grafana: (draw) => `gl${"sa_"}${draw.chars(ALNUM, 32)}_${draw.chars(HEX, 8)}`,
  newrelic: marked("NR", "AK-", UPPER + DIGITS, 27),
  sentry: marked("snt", "rys_", ALNUM, 150),
  linear: marked("lin", "_api_", ALNUM, 40),
  notion: (draw) => `nt${"n_"}${draw.chars(DIGITS, 11)}${draw.chars(ALNUM, 35)}`,
  atlassian: marked("AT", "ATT3xFfGF0", `${URL_SAFE}=`, 180),
  shopify: marked("shp", "at_", HEX, 32),
  square: marked("sq0", "atp-", URL_SAFE, 22),
  airtable: (draw) => `pa${"t"}${draw.chars(ALNUM, 14)}.${draw.chars(HEX, 64)}`,
  postman: (draw) => `PM${"AK-"}${draw.chars(HEX, 24)}-${draw.chars(HEX, 34)}`,
  hubspot: (draw) => `pat${"-na1-"}${uuid(draw)}`,
  doppler: marked("dp.", "pt.", ALNUM, 43),
  vault: marked("hv", "s.", URL_SAFE, 95),
  terraform: (draw) => `${draw.chars(ALNUM, 14)}.atlas${"v1."}${draw.chars(URL_SAFE, 64)}`,
  pulumi: marked("pu", "l-", HEX, 40),
  tailscale: (draw) => `ts${"key-auth-"}${draw.chars(ALNUM, 12)}-${draw.chars(ALNUM, 32)}`,
  sonar: marked("sq", "p_", HEX, 40),
  circleci: (draw) => `CCI${"PAT_"}${draw.chars(ALNUM, 22)}_${draw.chars(HEX, 40)}`,
  dynatrace: (draw) => `dt0${"c01."}${draw.chars(UPPER + DIGITS, 24)}.${draw.chars(UPPER + DIGITS, 64)}`,
  age: marked("AGE-SECRET-", "KEY-1", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58),
  onepassword: (draw) => `ops_${"eyJ"}${draw.chars(BASE64, 260)}`,
  figma: marked("fi", "gd_", URL_SAFE, 40),
  dropbox: marked("s", "l.", URL_SAFE, 136),
  "azure-secret": (draw) => `${draw.chars(ALNUM, 3)}8Q${"~"}${draw.chars(`${URL_SAFE}.~`, 34)}`,
  jwt,
  "unknown-maker": marked("ot", "k_", ALNUM, 43),
  "unknown-live": (draw) => `${draw.chars(LOWER, 4)}_live_${draw.chars(ALNUM, 32)}`,
  "unknown-api": (draw) => `${draw.chars(LOWER, 6)}-api-${draw.chars(ALNUM, 40)}`,
  aliyun: marked("LT", "AI5t", ALNUM, 20),
};

/** Where people and programs put a secret that is known by itself. */
export const PLACES = [
  "Here is the key: {s}",
  "export {K}={s}",
  '{K}="{s}"',
  "  {k}: {s}",
  '{"{k}": "{s}"}',
  "$ curl -H 'Authorization: Bearer {s}' https://api.example.com/v1",
  "[2026-11-14T09:12:03Z] DEBUG request headers {k}={s} status=200",
  "Error: invalid credentials ({s})",
  "user: can you use `{s}` for the deploy?",
  "- old: {s}\n+ new: rotated",
  "https://api.example.com/v1/x?{k}={s}&page=2",
  "const {k} = '{s}';",
  "I pasted it twice: {s} {s}",
  "cfg[{k}] => {s}",
  "tool output: echo $X\n{s}\n",
  "set -x\n+ deploy --token {s}",
  "docker login -u ci -p {s} registry.example.com",
  "assistant: saved {s} to memory",
  "> {s}",
  "| {k} | {s} |",
  // siblings that the first set does not have
  "哎，我把 {s} 贴到群里了，怎么办？",
  "{k} 是 {s}。",
  "<{k}>{s}</{k}>",
  "{k}: |\n  {s}\n",
  "* **{k}**: `{s}`",
  'printf "%s" "{s}" | pbcopy',
  "ENV {K} {s}",
  "{K}={s} npm run deploy",
  "--{k}={s}",
  '{"role":"tool","content":"{\\"{k}\\":\\"{s}\\"}"}',
  "line one\\nline two {s}\\nline three",
  "(see {s}, please rotate)",
  "“{s}”",
  "{s}",
  "\t{s}\r\n",
  "{k}\t{s}\tactive",
  "x-api-key: {s}",
  "PRIVATE-TOKEN: {s}",
  "fatal: could not read Password for 'https://{s}@git.example.com': denied",
  "+{s}",
  "1. {s}\n2. done",
  "#{s}",
  "@{s}",
  "key={s};other=1",
  '"{s}","{s}"',
  "<code>{s}</code>",
  "[{s}](https://example.com)",
  "{s}\u3002好的",
] as const;

/** Secrets that only their surroundings betray, each with its surroundings. */
export const PLACED: Readonly<Record<string, readonly [family: Family, places: readonly string[]]>> = {
  "aws-secret": [
    (draw) => draw.chars(BASE64, 40),
    [
      "AWS_SECRET_ACCESS_KEY={s}",
      "aws_secret_access_key = {s}",
      '"SecretAccessKey": "{s}"',
      "aws configure set aws_secret_access_key {s}",
      "secret access key: {s}",
      "secretAccessKey: '{s}',",
    ],
  ],
  vercel: [
    (draw) => draw.chars(ALNUM, 24),
    ["VERCEL_TOKEN={s}", "vercel deploy --token {s}", "vercel --token={s} --prod", "the vercel token is {s}", "VERCEL_TOKEN: {s}"],
  ],
  cloudflare: [
    (draw) => draw.chars(URL_SAFE, 40),
    ["CLOUDFLARE_API_TOKEN={s}", "CF_API_TOKEN: {s}", 'api_token = "{s}"', "cloudflare api token: {s}"],
  ],
  datadog: [(draw) => draw.chars(HEX, 40), ["DD_APP_KEY={s}", "DD-APPLICATION-KEY: {s}", "dd_api_key: {s}", '"datadogApiKey": "{s}"']],
  "twilio-auth": [
    (draw) => draw.chars(HEX, 32),
    ["TWILIO_AUTH_TOKEN={s}", "authToken: '{s}'", "auth_token={s}", "the twilio auth token is {s}"],
  ],
  "heroku-legacy": [uuid, ["HEROKU_API_KEY={s}", "heroku api key: {s}", '"api_key": "{s}"', "x-api-key: {s}", "apiKey={s}"]],
  "azure-storage": [
    (draw) => `${draw.chars(BASE64, 86)}==`,
    [
      "DefaultEndpointsProtocol=https;AccountName=x;AccountKey={s};EndpointSuffix=core.windows.net",
      "AZURE_STORAGE_KEY={s}",
      "Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey={s}",
      'account_key = "{s}"',
    ],
  ],
  "azure-sas": [
    (draw) => `${encodeURIComponent(draw.chars(BASE64, 43))}%3D`,
    [
      "https://x.blob.core.windows.net/c/f.txt?sv=2024-01-01&se=2026-12-01&sr=b&sp=r&sig={s}",
      "?sp=racwdl&st=2026-01-01&spr=https&sv=2022-11-02&sr=c&sig={s}",
    ],
  ],
  wireguard: [(draw) => `${draw.chars(BASE64, 43)}=`, ["[Interface]\nPrivateKey = {s}\nAddress = 10.0.0.2/24", "wg private key: {s}"]],
  password: [
    (draw) => draw.chars(TYPED, 16),
    [
      "DB_PASSWORD={s}",
      'password: "{s}"',
      "my password is {s}",
      "the wifi password: {s}",
      "password for the staging box is {s}",
      "PGPASSWORD={s} psql -h db -U app",
      "mysql -u root -p{s} app",
      "sshpass -p '{s}' ssh host",
      "curl -u admin:{s} https://x.example",
      "machine api.example.com login bob password {s}",
      "redis-cli -a {s} ping",
      "mysqldump -uroot -p'{s}' app > dump.sql",
      "--password {s}",
      "--password={s}",
      "密码是 {s}",
      "口令：{s}",
      "密码：{s}",
      "数据库密码为{s}，别外传",
      "root 的密码改成 {s} 了",
      "Server=db;Database=app;User Id=sa;Password={s};Encrypt=true",
      "jdbc:postgresql://db:5432/app?user=bob&password={s}",
      "<password>{s}</password>",
      "db.example.com:5432:app:bob:{s}",
      'passphrase = "{s}"',
      '{"username":"bob","password":"{s}"}',
      '"name": "DB_PASSWORD", "value": "{s}"',
      "- name: DB_PASSWORD\n  value: {s}",
      "login: bob\npassword: {s}\n",
      "| password | {s} |",
      "use {s} as the password",
      "{s} is my password",
      "spring.datasource.password={s}",
      'password => "{s}"',
      "SECRET_KEY_BASE={s}",
      "client_secret={s}",
      "he set the admin password to {s} yesterday",
      "**Password:** `{s}`",
      "net user bob {s} /add # password: {s}",
      "openssl rsa -passin pass:{s} -in k.pem",
      "echo 'pw: {s}'",
      "creds: bob / password {s}",
      "  password:  {s}",
      "ADMIN_PASS='{s}'",
      "zip -P {s} out.zip a",
      "ldapsearch -x -D cn=admin -w {s} -b dc=x",
    ],
  ],
  "typed-password": [
    (draw) =>
      `${draw.pick(WORDS).replace(/^./, (c) => c.toUpperCase())}${draw.pick(["-", "_", "!", "#", ""])}${draw.pick(WORDS)}${10 + draw.below(90)}${draw.pick(["!", "?", "#", "$"])}`,
    [
      'password: "{s}"',
      "my password is {s}",
      "DB_PASSWORD={s}",
      "密码是 {s}",
      "--password {s}",
      "password = '{s}'",
      "the admin password is {s} btw",
      "curl -u bob:{s} https://x.example",
    ],
  ],
  bearer: [
    (draw) => draw.chars(URL_SAFE, 48),
    [
      "Authorization: Bearer {s}",
      "-H 'authorization: bearer {s}'",
      '"Authorization": "Bearer {s}"',
      "Bearer {s}",
      "headers['Authorization'] = 'Token {s}'",
      "Authorization: {s}",
      "authorization=Bearer%20x; x-auth-token: {s}",
    ],
  ],
  "basic-header": [
    (draw) => base64(`bob:${draw.chars(TYPED, 16)}`),
    [
      "Authorization: Basic {s}",
      '"auths": {"registry.example.com": {"auth": "{s}"}}',
      "//registry.example.com/:_auth={s}",
      "-H 'Authorization: Basic {s}'",
    ],
  ],
  cookie: [
    (draw) => draw.chars(HEX, 64),
    [
      "Cookie: session={s}; theme=dark",
      "Set-Cookie: sid={s}; Path=/; HttpOnly",
      "cookie: theme=dark; connect.sid={s}",
      "curl -b 'x' -H 'Cookie: auth={s}'",
    ],
  ],
  "cookie-mixed": [
    (draw) => draw.chars(ALNUM, 32),
    ["Cookie: PHPSESSID={s}", "set-cookie: JSESSIONID={s}; Secure", '"cookie": "sessionid={s}; lang=de"'],
  ],
  "opaque-token": [
    (draw) => draw.chars(ALNUM, 32),
    [
      "API_KEY={s}",
      "api_key: {s}",
      "the api key is {s}",
      "token 为 {s}",
      "access_token={s}",
      "token: {s}",
      '"accessToken": "{s}"',
      'const apiKey = "{s}";',
      "--api-key {s}",
      "X-Auth-Token: {s}",
      "SECRET_KEY = '{s}'",
      "os.environ['API_TOKEN'] = '{s}'",
      "令牌是 {s}",
      "密钥：{s}",
      "https://x.example/a?access_token={s}&b=1",
      "https://x.example/a?api_key={s}",
      "kubectl create secret generic x --from-literal=token={s}",
      "setx API_KEY {s}",
      '$env:API_KEY = "{s}"',
      "heroku config:set SECRET={s}",
      "MY_SERVICE_TOKEN: '{s}'",
      "    token: {s}\n    user: ci",
      "signing_secret={s}",
      "webhook secret: {s}",
      "//npm.example.com/:_authToken={s}",
      "here's my token {s}",
      "os.getenv('API_KEY', '{s}')",
      'client.setToken("{s}")',
      "encryption_key: {s}",
      "JWT_SECRET={s}",
      'token="{s}" # rotate',
      "app_secret => {s}",
      "my token: `{s}`",
      "Token（测试环境）：{s}",
    ],
  ],
  "url-basic": [
    (draw) => `https://${draw.chars(LOWER, 6)}:${draw.chars(ALNUM, 18)}@git.example.com/x.git`,
    ["DATABASE_URL={s}", "connecting to {s} ...", "git clone {s}", "remote: '{s}'", "({s})"],
  ],
  "url-token": [(draw) => `https://${draw.chars(HEX, 40)}@git.example.com/x.git`, ["git clone {s}", "origin\t{s} (fetch)", "url = {s}"]],
  "url-postgres": [
    (draw) => `postgres://${draw.chars(LOWER, 6)}:${draw.chars(ALNUM, 20)}@db.example.com:5432/app`,
    ["DATABASE_URL={s}", 'url: "{s}"', "psql {s}", "connect to {s}, then migrate"],
  ],
  "url-mongodb": [
    (draw) => `mongodb+srv://${draw.chars(LOWER, 6)}:${draw.chars(ALNUM, 16)}@c0.${draw.chars(LOWER + DIGITS, 5)}.mongodb.net/app`,
    ["MONGO_URI={s}", "connecting to {s} ..."],
  ],
  "url-redis": [(draw) => `redis://:${draw.chars(ALNUM, 24)}@cache.example.com:6379/0`, ["REDIS_URL={s}", "connecting to {s} ..."]],
  "url-amqp": [
    (draw) => `amqps://${draw.chars(LOWER, 6)}:${draw.chars(ALNUM, 20)}@mq.example.com/v`,
    ["AMQP_URL={s}", "broker_url = '{s}'"],
  ],
  "url-mysql": [
    (draw) => `mysql://${draw.chars(LOWER, 6)}:${draw.chars(TYPED.replace(/[#@%]/g, ""), 14)}@10.0.0.5:3306/shop`,
    ["DATABASE_URL={s}", "jdbc:{s}"],
  ],
  "sentry-dsn": [
    (draw) => `https://${draw.chars(HEX, 32)}@o${draw.chars(DIGITS, 6)}.ingest.sentry.io/${draw.chars(DIGITS, 7)}`,
    ["SENTRY_DSN={s}", "dsn: '{s}'"],
  ],
  "slack-webhook": [
    (draw) =>
      `https://hooks.${"slack.com/services/T"}${draw.chars(UPPER + DIGITS, 10)}/B${draw.chars(UPPER + DIGITS, 10)}/${draw.chars(ALNUM, 24)}`,
    ["SLACK_URL={s}", "curl -X POST {s}", 'webhook: "{s}"'],
  ],
  "discord-webhook": [
    (draw) => `https://discord.${"com/api/webhooks/"}${draw.chars(DIGITS, 19)}/${draw.chars(URL_SAFE, 68)}`,
    ["HOOK={s}", "curl {s}"],
  ],
  "feishu-webhook": [(draw) => `https://open.feishu.cn/open-apis/bot/v2/hook/${uuid(draw)}`, ["机器人地址 {s}"]],
  "rsa-key": [pem("RSA PRIVATE KEY", 12), ["cat id_key\n{s}\n", "key: |\n{s}\n", "{s}"]],
  "openssh-key": [pem("OPENSSH PRIVATE KEY", 8), ["cat id_key\n{s}\n", "{s}\nthen run it"]],
  "ec-key": [pem("EC PRIVATE KEY", 3), ["{s}"]],
  "pgp-key": [pem("PGP PRIVATE KEY BLOCK", 6), ["{s}", "gpg --export-secret-keys\n{s}"]],
  "pkcs8-key": [pem("PRIVATE KEY", 10), ["{s}", "tls.key:\n{s}\n"]],
  otp: [
    (draw) => draw.chars("123456789", 6),
    ["Your verification code is {s}", "OTP: {s}", "验证码：{s}，五分钟内有效", "login code: {s}"],
  ],
  "seed-phrase": [
    (draw) => Array.from({ length: 12 }, () => draw.pick(WORDS)).join(" "),
    ["seed phrase: {s}", "my recovery phrase is {s}", "助记词：{s}"],
  ],
};

type Trick = (draw: Draw) => readonly [text: string, ...secrets: string[]];

/** Secrets that are split, wrapped, coloured or encoded. */
export const TRICKS: Readonly<Record<string, Trick>> = {
  "wrapped-line": (draw) => wrap(draw, (head, tail) => `token ${head}\n${tail}`),
  "wrapped-indent": (draw) => wrap(draw, (head, tail) => `token: ${head}\n       ${tail}\nnext: 1`),
  "wrapped-quote": (draw) => wrap(draw, (head, tail) => `> use ${head}\n> ${tail}\n> please`),
  "wrapped-backslash": (draw) => wrap(draw, (head, tail) => `export T=${head}\\\n${tail}`),
  "wrapped-box": (draw) => wrap(draw, (head, tail) => `│ ${head} │\n│ ${tail}   │`),
  "wrapped-concat": (draw) => wrap(draw, (head, tail) => `const t = "${head}" +\n  "${tail}";`),
  "wrapped-escaped": (draw) => wrap(draw, (head, tail) => `{"out":"${head}\\n${tail}"}`),
  "split-spaces": (draw) => {
    const token = (MARKED["github-pat"] as Family)(draw);
    return [(token.match(/.{1,10}/g) as string[]).join(" "), token];
  },
  "streamed-lines": (draw) => wrap(draw, (head, tail) => `{"chunk":"${head}"}\n{"chunk":"${tail}"}`),
  "streamed-events": (draw) =>
    wrap(
      draw,
      (head, tail) =>
        `data: {"choices":[{"delta":{"content":"${head}"},"index":0}]}\n\ndata: {"choices":[{"delta":{"content":"${tail}"},"index":0}]}\n`,
    ),
  "long-wrapped": (draw) => {
    const token = (MARKED.anthropic as Family)(draw);
    return [`key: ${token.slice(0, 60)}\n${token.slice(60)}\n`, token];
  },
  "jwt-wrapped": (draw) => {
    const token = jwt(draw);
    return [`${token.slice(0, 80)}\n${token.slice(80, 160)}\n${token.slice(160)}\n`, token];
  },
  ansi: (draw) => wrap(draw, (head, tail) => `\x1b[32m${head}\x1b[0m${tail}`),
  "ansi-escaped": (draw) => wrap(draw, (head, tail) => `{"out":"\\u001b[32m${head}\\u001b[0m${tail}"}`),
  "zero-width": (draw) => wrap(draw, (head, tail) => `use ${head}\u200b${tail} now`),
  "soft-hyphen": (draw) => wrap(draw, (head, tail) => `use ${head}\u00ad${tail} now`),
  "base64-once": (draw) => {
    const token = (MARKED["github-pat"] as Family)(draw);
    const encoded = base64(`Authorization: token ${token}`);
    return [encoded, encoded, token];
  },
  "base64-twice": (draw) => {
    const encoded = base64(base64(`DB_PASSWORD=${draw.chars(TYPED, 16)}`));
    return [`payload: ${encoded}`, encoded];
  },
  "base64-lines": (draw) => {
    const encoded = base64(`# config\nAPI_URL=https://api.example.com\nAPI_KEY=${draw.chars(ALNUM, 40)}\nMODE=production\n`);
    return [(encoded.match(/.{1,76}/g) as string[]).join("\n"), encoded];
  },
  "percent-url": (draw) => {
    const url = encodeURIComponent(`postgres://${draw.chars(LOWER, 6)}:${draw.chars(ALNUM, 20)}@db.example.com:5432/app`);
    return [`?dsn=${url}`, url];
  },
  "json-in-json": (draw) => {
    const token = (MARKED.anthropic as Family)(draw);
    return [JSON.stringify({ cmd: `export KEY="${token}"` }), token];
  },
  "json-password": (draw) => {
    const password = draw.chars(ALNUM + "!#", 16);
    return [JSON.stringify({ body: JSON.stringify({ user: "bob", password }) }), password];
  },
  "pem-one-line": (draw) => {
    const key = pem("PRIVATE KEY", 8)(draw);
    return [
      JSON.stringify({ type: "service_account", private_key: key }),
      ...key.split("\n").filter((line) => !line.startsWith("-")),
    ] as const;
  },
  "pem-cut-off": (draw) => {
    const lines = pem("RSA PRIVATE KEY", 6)(draw).split("\n").slice(0, 5);
    return [`${lines.join("\n")}\n`, ...lines.slice(1)] as const;
  },
  "pem-quoted": (draw) => {
    const lines = pem("EC PRIVATE KEY", 4)(draw).split("\n");
    return [lines.map((line) => `> ${line}`).join("\n"), ...lines.slice(1, -1)] as const;
  },
  "aws-pair": (draw) => {
    const id = (MARKED["aws-id"] as Family)(draw);
    const secret = draw.chars(BASE64, 40);
    return [`Access key ID,Secret access key\n${id},${secret}\n`, id, secret];
  },
  glued: (draw) => {
    const token = (MARKED["github-pat"] as Family)(draw);
    return [`x${token}`, token];
  },
  "full-stop": (draw) => {
    const token = (MARKED["openai-project"] as Family)(draw);
    return [`sk key; full: ${token}.`, token];
  },
};

function wrap(draw: Draw, put: (head: string, tail: string) => string): readonly [string, string] {
  const family = draw.pick(["github-pat", "npm", "google-api", "groq", "linear"] as const);
  const token = (MARKED[family] as Family)(draw);
  const at = 10 + draw.below(token.length - 20);
  return [put(token.slice(0, at), token.slice(at)), token];
}

/** Texts that look like they hold a secret and do not. */
export const BENIGN: Readonly<Record<string, (draw: Draw) => string>> = {
  commit: (draw) => `commit ${draw.chars(HEX, 40)}\nAuthor: Bob <bob@example.com>`,
  "short-commit": (draw) => `${draw.chars(HEX, 7)} fix: typo in token parser`,
  digest: (draw) => `sha256:${draw.chars(HEX, 64)}  alpine`,
  integrity: (draw) => `      "integrity": "sha512-${draw.chars(BASE64, 86)}==",`,
  "yarn-lock": (draw) => `  resolved "https://registry.example.com/x/-/x-1.0.0.tgz#${draw.chars(HEX, 40)}"`,
  "cargo-lock": (draw) => `checksum = "${draw.chars(HEX, 64)}"`,
  "go-sum": (draw) => `github.com/x/y v1.2.3 h1:${draw.chars(BASE64, 43)}=`,
  "poetry-lock": (draw) => `    {file = "x-1.0.whl", hash = "sha256:${draw.chars(HEX, 64)}"},`,
  uuid: (draw) => `id: ${uuid(draw)}`,
  "session-id": (draw) => `session ${uuid(draw)} resumed`,
  trace: (draw) => `trace_id=${draw.chars(HEX, 32)} span_id=${draw.chars(HEX, 16)}`,
  etag: (draw) => `ETag: "${draw.chars(HEX, 32)}"`,
  sha256sum: (draw) => `${draw.chars(HEX, 64)}  dist/app.js`,
  png: (draw) => `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA${draw.chars(BASE64, 400)}==`,
  font: (draw) => `src: url(data:font/woff2;base64,d09GMgABAAAA${draw.chars(BASE64, 300)})`,
  "source-map": () =>
    `//# sourceMappingURL=data:application/json;base64,${base64('{"version":3,"sources":["a.ts"],"mappings":"AAAA,SAASA"}')}`,
  "public-key": (draw) => `Public key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${draw.chars(BASE64, 43)} me@host`,
  "rsa-public": (draw) => `ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ${draw.chars(BASE64, 340)} me@host`,
  "pem-public": (draw) => `-----BEGIN PUBLIC KEY-----\n${draw.chars(BASE64, 64)}\n-----END PUBLIC KEY-----`,
  certificate: (draw) =>
    `-----BEGIN CERTIFICATE-----\n${Array.from({ length: 5 }, () => draw.chars(BASE64, 64)).join("\n")}\n-----END CERTIFICATE-----`,
  fingerprint: (draw) => `SHA256:${draw.chars(BASE64, 43)} me@host (ED25519)`,
  publishable: (draw) => `pk_${"test_"}${draw.chars(ALNUM, 24)}`,
  "tool-call": (draw) => `{"id":"toolu_01${draw.chars(ALNUM, 22)}","type":"tool_use","name":"read"}`,
  "openai-call": (draw) => `{"id":"call_${draw.chars(ALNUM, 24)}","type":"function"}`,
  completion: (draw) => `{"id":"chatcmpl-${draw.chars(ALNUM, 29)}","object":"chat.completion","model":"gpt-5.1-codex"}`,
  "message-id": (draw) => `msg_01${draw.chars(ALNUM, 22)} stop_reason=end_turn`,
  "stripe-ids": (draw) => `pi_3${draw.chars(ALNUM, 23)} for cus_${draw.chars(ALNUM, 14)} succeeded`,
  "cache-key": (draw) => `cache key: ${draw.chars(LOWER + DIGITS, 32)}`,
  "request-id": (draw) => `request-id: ${draw.chars(ALNUM, 22)}`,
  nanoid: (draw) => `created note ${draw.chars(URL_SAFE, 21)}`,
  ulid: (draw) => `entry 01J${draw.chars("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 23)} applied`,
  contract: (draw) => `0x${draw.chars(HEX, 40)} (contract address)`,
  transaction: (draw) => `tx 0x${draw.chars(HEX, 64)}`,
  bitcoin: (draw) => `Bitcoin address 1${draw.chars(ALNUM, 33)}`,
  nix: (draw) => `/nix/store/${draw.chars(LOWER + DIGITS, 32)}-node-22`,
  chunk: (draw) => `dist/assets/index-${draw.chars(URL_SAFE, 8)}.js  412 kB`,
  next: (draw) => `_next/static/${draw.chars(ALNUM, 21)}/page.js`,
  nonce: (draw) => `Content-Security-Policy: script-src 'nonce-${draw.chars(BASE64, 22)}=='`,
  "client-id": (draw) => `client_id: ${draw.chars(DIGITS, 12)}-${draw.chars(LOWER + DIGITS, 32)}.apps.googleusercontent.com`,
  "google-doc": (draw) => `https://docs.google.com/document/d/${draw.chars(URL_SAFE, 44)}/edit`,
  youtube: (draw) => `https://www.youtube.com/watch?v=${draw.chars(URL_SAFE, 11)}&t=42s`,
  docker: (draw) => `${draw.chars(HEX, 12)}   nginx:1.27   "/docker-entrypoint.…"   Up 3 days`,
  "key-id": (draw) => `kid: ${draw.chars(HEX, 40)}\nkey_id=${draw.chars(ALNUM, 20)}`,
  "arn-role": (draw) => `arn:aws:iam::${draw.chars(DIGITS, 12)}:role/deploy session AROA${draw.chars(BASE32, 17)}`,
  "page-token": (draw) => `nextPageToken: ${draw.chars(ALNUM, 40)}`,
  numbers: (draw) => `tokens used: ${draw.chars("123456789", 2)},${draw.chars(DIGITS, 3)} (prompt 10,000)`,
  "git-index": (draw) => `index ${draw.chars(HEX, 7)}..${draw.chars(HEX, 7)} 100644`,
  swarm: (draw) => `created container ${draw.chars(HEX, 64)}`,
  minified: (draw) =>
    `!function(e,t){var n=e.key,r=t.token||"";return n.password=function(){return r+"${draw.chars(LOWER, 3)}"}}(window,{key:"k",token:o.token})`,
  "svg-path": (draw) => `<path d="M${draw.below(99)}.5 ${draw.below(99)}c0-1.1.9-2 2-2h${draw.below(9)}v120H560v-80z"/>`,
};

/** Sentences, code and placeholders that mention secrets. */
export const MENTIONS: readonly string[] = [
  ...[
    `AKIA${"IOSFODNN7EXAMPLE"}`,
    `wJalrXUtnFEMI/${"K7MDENG/bPxRfiCYEXAMPLEKEY"}`,
    "sk-your-api-key-here",
    "sk-...",
    "sk-xxxxxxxxxxxxxxxxxxxxxxxx",
    `ghp_${"x".repeat(36)}`,
    "ghp_12345678...",
    "<YOUR_API_KEY>",
    "${OPENAI_API_KEY}",
    "$GITHUB_TOKEN",
    "{{ secrets.NPM_TOKEN }}",
    "${{ secrets.GITHUB_TOKEN }}",
    "process.env.STRIPE_SECRET_KEY",
    "os.environ['DB_PASSWORD']",
    "op://Engineering/openai/credential",
    "vault:secret/data/app#password",
    "REPLACE_ME",
    "changeme",
    "********",
    "[REDACTED]",
    "xoxb-***",
    "AIza...",
    "password123",
    "hunter2",
    "sk_test_placeholder",
    "pk_live_is_public_by_design",
    "postgres://user:password@localhost:5432/db",
    "postgres://user:${DB_PASS}@db/app",
    "https://user:pass@example.com",
    "redis://localhost:6379",
    "mongodb://localhost/test",
    "your_api_key",
    "my-secret-token",
    "insert-token-here",
    "dummy",
    "test",
    "%API_KEY%",
    "%s",
    "{api_key}",
    "null",
    "undefined",
    "os.getenv('KEY')",
    "config.get('api.key')",
    "await getToken()",
    "secretsmanager:prod/db",
    "arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db-AbCdEf",
    "!Ref DbPassword",
    "fake-key-for-tests",
    "abc123",
    "1234567890",
    "xxxx-xxxx-xxxx",
    "…",
    "•••••••••",
    "TODO",
    "none",
    "string",
    "z.string().min(8)",
  ].map((value) => `api_key = ${value}`),
  "eyJhbGciOi... (truncated)",
  "Bearer <token>",
  "Authorization: Bearer $TOKEN",
  "Authorization: Bearer ${token}",
  "headers: { Authorization: `Bearer ${apiKey}` }",
  "'Authorization': 'Bearer ' + token",
  "Authorization: Basic dXNlcjpwYXNzd29yZA==",
  "curl -u user:password https://example.com",
  "curl -u $USER:$PASS https://example.com",
  "The token bucket refills every second.",
  "Password must be at least 12 characters.",
  "secret: see 1Password",
  "apiKey is required",
  "tokenizer = AutoTokenizer.from_pretrained('x')",
  "max_tokens: 4096",
  "key: value",
  "primary_key: id",
  "foreign key (user_id) references users(id)",
  "const keyboardShortcut = 'ctrl+shift+p'",
  "monkey_patch=True",
  "passwordless login is enabled",
  "csrf_token field name is _csrf",
  "sk-learn 1.5.0",
  "npm_config_loglevel=silent",
  "hf_hub_download('org/model','file.bin')",
  "ghp_ is the prefix of GitHub tokens",
  "access_token_url=https://auth.example.com/token",
  `-----BEGIN ${"PRIVATE KEY"}----- (header only, quoted in docs)`,
  "Xcode team id: AB12CD34EF",
  "arn:aws:iam::123456789012:role/deploy",
  "AWS account 123456789012",
  "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPBdG",
  "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi",
  "color: #deadbeef",
  "v1.2.3-beta.4+build.20261115",
  "docker run -e API_KEY app",
  "--token-limit 4000",
  "JSESSIONID is the cookie name",
  "uuid5 namespace 6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  "MAC 00:1B:44:11:3A:B7",
  "IPv6 2001:db8:85a3::8a2e:370:7334",
  "phone +43 660 1234567",
  "order no. 4242424242424242",
  "invoice 2026-000123",
  "isbn 9783161484100",
  "base64 of hello: aGVsbG8gd29ybGQ=",
  "lorem ipsum dolor sit amet ".repeat(3),
  "a".repeat(64),
  "0".repeat(40),
  "1234567890".repeat(4),
  LOWER + UPPER + DIGITS,
  "the password field is required",
  "reset your password at https://example.com/reset",
  "password = getpass()",
  "password: string",
  "password?: string | undefined;",
  "function setPassword(password: string): void {",
  "if (!password) throw new Error('password is required');",
  "const { password, token } = req.body;",
  "user.password = await bcrypt.hash(password, 10);",
  "password: $2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy",
  'type="password" name="password" autocomplete="current-password"',
  "Enter password:",
  "Password: ********",
  "password is incorrect",
  "the token expired after 3600 seconds",
  "token is a JWT signed with HS256",
  "the key is base64-encoded",
  "secret is AES-256-GCM encrypted",
  "密码不能为空",
  "密码长度为 8 到 20 位",
  "请输入密码",
  "忘记密码？",
  "口令已过期",
  "令牌桶算法每秒补充一次",
  "验证码错误，请重试",
  "password: 密码",
  "token: 令牌",
  "What is the API key for?",
  "Set the OPENAI_API_KEY environment variable.",
  "export OPENAI_API_KEY=sk-...",
  "OPENAI_API_KEY=",
  "GITHUB_TOKEN=${{ secrets.GITHUB_TOKEN }}",
  "secretKeyRef:\n  name: db-credentials\n  key: password",
  "secretName: my-app-tls",
  "--from-literal=password=$PASSWORD",
  "cookie: theme=dark; lang=en-US",
  "Set-Cookie: theme=light; Path=/; Max-Age=31536000",
  "tokenType: Bearer",
  "keyPrefix: 'user:settings:'",
  "mkdir -p src/content/secrets",
  "ssh -p 2222 bob@host",
  "docker run -p 8080:80 nginx",
  "git log -p abc1234",
  "nmap -p 1-1000 host",
  "git push -u origin main",
  "docker run -u 1000:1000 app",
  "https://medium.com/@user/post-1a2b3c4d5e6f",
  "https://unpkg.com/react@18.3.1/umd/react.production.min.js",
  "npm install @scope/pkg@1.2.3",
  "mailto:bob@example.com",
  "git@github.com:owner/repo.git",
  "ssh://git@host.example/repo.git",
  "http://localhost:3000/@vite/client",
  "pass to `lintFileImpl` the second argument",
  "tests: 42 passed, 0 failed",
  "PASS src/a.test.ts (5.2 s)",
  "api/keys/route.ts",
  "src/auth/token-store.ts:42",
  "The secret of good code is small functions.",
  "claude-opus-4-5-20251101",
  "model: anthropic/claude-sonnet-4.5",
  "gpt-4o-mini-2024-07-18",
  "meta-llama/Llama-3.3-70B-Instruct-Turbo",
  "text-embedding-3-large",
  "2026-11-15T03:14:07.123Z",
  "Nov 15 03:14:07 host sshd[1234]: Failed password for root from 10.0.0.1 port 22 ssh2",
  "const TOKEN_RE = /[A-Za-z0-9_]{36}/;",
  "key: ArrowDown",
  "event.key === 'Enter'",
  "Object.keys(tokens).length",
  "{ key: 'createdAt', order: 'desc' }",
  "keyof typeof PASSWORD_RULES",
  "i18n key: settings.security.password.label",
  "ENV NODE_ENV=production",
  "jwt.verify(token, publicKey)",
  "auth: { type: 'oauth2' }",
  "credentials: 'include'",
  "Access-Control-Allow-Credentials: true",
  "verification code is sent by e-mail",
  "pin: 13",
  "PIN 4 is the clock",
];

const fill = (place: string, secret: string, name: string): string =>
  place
    .replaceAll("{s}", () => secret)
    .replaceAll("{K}", name.toUpperCase().replaceAll("-", "_"))
    .replaceAll("{k}", name.replaceAll("-", "_"));

/** One set: every family in two places, every trick, every benign kind. */
export function makeCorpus(seed: number): readonly CorpusRow[] {
  const draw = drawFrom(seed);
  const rows: CorpusRow[] = [];
  for (const [family, make] of Object.entries(MARKED)) {
    for (let time = 0; time < 2; time++) {
      const secret = make(draw);
      rows.push({ text: fill(draw.pick(PLACES), secret, family), secrets: [secret], family, label: "secret" });
    }
  }
  for (const [family, [make, places]] of Object.entries(PLACED)) {
    for (let time = 0; time < Math.min(places.length, 6); time++) {
      const secret = make(draw);
      rows.push({
        text: fill(draw.pick(places), secret, family),
        secrets: secret.startsWith("-----BEGIN") ? secret.split("\n") : [secret],
        family,
        label: "secret",
      });
    }
  }
  for (const [family, trick] of Object.entries(TRICKS)) {
    const [text, ...secrets] = trick(draw);
    rows.push({ text, secrets, family, label: "secret" });
  }
  for (const [family, make] of Object.entries(BENIGN))
    for (let time = 0; time < 2; time++) rows.push({ text: make(draw), secrets: [], family, label: "benign" });
  for (const text of MENTIONS) rows.push({ text, secrets: [], family: "mention", label: "benign" });
  return rows;
}
