// Commands that print a login, a token or a secret: as good as reading the file in which it lies.

import { byName, sameRow } from "../../base/index.ts";
import { rule, type RuleTable, said } from "./rules.ts";

const SHOWS = "it prints a token or a secret";
const shows = (pattern: RegExp) => [rule(pattern, "exfiltration", SHOWS)];

export const TOKEN_RULES: RuleTable = byName({
  gcloud: [
    ...shows(/(?:^|\s)auth\s+(?:\S+\s+)?print-(?:access|identity|refresh)-token|config-helper/),
    ...shows(said`secrets\s+versions\s+access, kms\s+(?:asymmetric-)?decrypt`),
  ],
  aws: [
    ...shows(said`get-(?:session|federation|authorization)-token, get-secret-value, get-login(?:-password)?, get-role-credentials`),
    ...shows(/(?:^|\s)(?:eks\s+get-token|get-instance-access-details|get-\S*credentials)/),
    ...shows(/--include-value/),
    ...shows(said`assume-role\S*, batch-get-secret-value, export-credentials, create-access-key, generate-db-auth-token`),
    ...shows(/^(?=[^]*--with-decryption)[^]*(?:^|\s)get-parameter/),
    ...shows(/(?:^|\s)kms\s+decrypt(?:\s|$)/),
    ...shows(/(?:^|\s)configure\s+get\s+\S*(?:secret|token|key)/),
  ],
  az: [
    ...shows(said`get-access-token, keyvault\s+secret\s+(?:show|download), list-keys, get-credentials`),
    ...shows(/(?:^|\s)(?:keys|appsettings|connection-string)\s+list(?:\s|$)|--expose-token/),
    ...shows(said`show-connection-string, credential\s+(?:show|reset|list)`),
  ],
  docker: shows(/^(?:container\s)?inspect\s[^]*\.Config\.Env/),
  doctl: shows(/(?:^|\s)auth\s+token|(?:^|\s)registry\s+docker-config|kubeconfig\s+(?:show|save)/),
  rails: shows(/(?:^|\s)(?:credentials|secrets|encrypted):(?:show|edit|diff|fetch)(?:\s|$)/),
  artisan: shows(/(?:^|\s)env:decrypt(?:\s|$)/),
  console: shows(/(?:^|\s)secrets:(?:reveal|decrypt-to-local|list[^]{0,80}--reveal)/),
  heroku: shows(/(?:^|\s)auth:token|(?:^|\s)config(?::get)?(?:\s|$)|pg:credentials:url/),
  ...sameRow("fly flyctl", shows(/(?:^|\s)(?:auth|tokens)\s+(?:token|create|attenuate)/)),
  vercel: shows(/(?:^|\s)env\s+pull|(?:^|\s)whoami\s+--token/),
  netlify: shows(/(?:^|\s)env:(?:get|list)\S*[^]{0,200}--plain|(?:^|\s)env:get(?:\s|$)/),
  railway: shows(/(?:^|\s)variables?(?:\s|$)/),
  supabase: shows(/(?:^|\s)projects\s+api-keys|(?:^|\s)status\s+-o\s+env/),
  kubectl: [
    ...shows(/^(?=[^]*(?:^|\s)get\s+secrets?[\s/])[^]*(?:-o|--output|--template)/i),
    ...shows(/(?:^|\s)create\s+token(?:\s|$)|(?:^|\s)config\s+view[^]{0,200}--raw/),
  ],
  oc: shows(/(?:^|\s)whoami\s+(?:-t|--show-token)|(?:^|\s)extract\s+secret/),
  sops: shows(said`-d, --decrypt, decrypt, exec-env, exec-file, edit`),
  age: shows(said`-d, --decrypt`),
  ...sameRow("gpg gpg2", shows(/--(?:export-secret-(?:sub)?keys|export-ssh-key)/)),
  "ansible-vault": [...shows(said`view, decrypt, edit`), rule(said`encrypt, rekey`, "destructive", "it encrypts files in their place")],
  op: shows(said`read, item\s+get, document\s+get, signin, inject`),
  gopass: shows(/^(?!(?:ls|list|find|search|version|help|sync)(?:\s|$))./),
  lpass: shows(said`show, export`),
  keyring: shows(/(?:^|\s)get(?:\s|$)/),
  ...sameRow("keepassxc docker-credential-helper git-credential", shows(/./)),
  "keepassxc-cli": shows(said`show, export, clip, totp, attachment-export, analyze`),
  keyctl: shows(/^(?:read|print|pipe|instantiate|setperm)\s/),
  coredumpctl: shows(said`dump, debug, gdb`),
  rbw: shows(said`get, code`),
  bws: shows(said`secret\s+(?:get|list), run`),
  doppler: [...shows(/(?:^|\s)secrets(?:\s+(?:get|download)|$)/), ...shows(/(?:^|\s)(?:configs\s+tokens|configure\s+get\s+\S*token)/)],
  infisical: shows(said`secrets, export`),
  chamber: shows(said`read, export, env`),
  teller: shows(said`show, env, sh, export`),
  berglas: shows(/(?:^|\s)access(?:\s|$)/),
  pulumi: shows(/--show-secrets|(?:^|\s)config\s+get(?:\s|$)/),
  terraform: [
    ...shows(/(?:^|\s)output\s[^]{0,200}-json|(?:^|\s)state\s+pull(?:\s|$)/),
    ...shows(/-raw\s+\S*(?:key|secret|token|pass|cred|conn|conf|cert|auth|private|ur[il])/),
  ],
  glab: shows(/(?:^|\s)(?:auth\s+(?:status\s+(?:-t|--show-token)|token)|config\s+get\s+token)/),
  npm: [
    rule(/^(?:team|hook|org|owner|access|profile|trust)\s+(?!ls\b|list\b|get\b)\w/, "remote", "it changes an account or who may publish"),
    ...shows(/(?:^|\s)token\s+(?:list|create)|(?:^|\s)config\s+get\s+\S*(?:_auth|token)/),
  ],
  cargo: shows(/(?:^|\s)login(?:\s|$)/),
  stripe: shows(/(?:^|\s)config\s+--list/),
  wrangler: shows(/(?:^|\s)auth\s+token/),
  ...sameRow("docker-credential-osxkeychain docker-credential-secretservice git-credential-store", shows(/(?:^|\s)get/)),
  cloudflared: shows(said`access\s+token, tunnel\s+token`),
  tailscale: shows(/(?:^|\s)cert(?:\s|$)/),
  kubelogin: shows(/(?:^|\s)get-token(?:\s|$)/),
  "aws-iam-authenticator": shows(/(?:^|\s)token(?:\s|$)/),
  "aws-vault": shows(said`export, login`),
  saml2aws: shows(said`script, exec, login`),
  ...sameRow("consul nomad", shows(/(?:^|\s)acl\s+token/)),
});
