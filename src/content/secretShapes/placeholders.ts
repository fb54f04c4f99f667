// What is where a secret would be and is none: templates, references, documentation examples,
// censored values, and passwords so well known that they only ever serve as examples.

import { either, wordSet } from "../../base/index.ts";

const WEAK = wordSet(
  "password passwd pass passw passwort passphrase pwd pw pswd secret secrets admin administrator root toor user username",
  "usr login test tests testing tester demo guest default changeme changeit changethis letmein qwerty qwertz azerty",
  "welcome hunter token tokens key keys apikey accesskey secretkey privatekey authtoken accesstoken credential",
  "credentials postgres postgresql mysql mariadb redis mongo mongodb rabbitmq minio minioadmin sa foo bar baz qux foobar",
  "foobarbaz abc abcd abcdef hello world helloworld mypassword mypass mypasswd mysecret mykey mytoken myapikey",
  "supersecret superpassword topsecret verysecret secretpassword secretpass secrettoken passwordpassword userpassword",
  "userpass dbpassword dbpass rootpassword rootpass adminpassword adminpass testpassword testpass testsecret testtoken",
  "testkey newpassword oldpassword strongpassword securepassword none null nil undefined true false string value values",
  "sample dummy fake mock dev devel development local localhost stage staging prod production required optional master",
  "monkey dragon iloveyou sunshine trustno abcabc asdf asdfasdf asdfgh zxcvbn xxx xxxx yyy zzz tbd todo placeholder",
  "example secr bearer basic any some something anything nothing empty hidden masked redacted removed censored sanitized",
  "here somepassword apassword thepassword keyboard cat keyboardcat mysecretpassword mysecretkey supersecretpassword",
  "supersecretkey correcthorsebatterystaple",
);

const SAID = new RegExp(
  either`
  example, placeholder, change[-_ ]?(?:me|it|this), replace[-_ ]?(?:me|with|this), redacted, dummy, insert[-_ ],
  your[-_ ], [-_ ]your, _here\b, -here\b, not[-_ ]?(?:a[-_ ]?)?real, lorem, foobar, deadbeef, cafebabe, deadc0de,
  goes[-_ ]here, fake[-_], [-_]fake, dummy, sample[-_], [-_]sample, todo[-_],
  my[-_](?:secret|password|token|key|api|super|access|private|client), <[^>]{0,80}>, \.\.\., …, \*\*\*, •{3},
  ●{3}, x{5}, X{5}, x-x-, 0{10}, qwerty, \bnone\b
`,
  "i",
);

const TEMPLATE = new RegExp(
  String.raw`^(?:${either`
  \$(?:[A-Z_]{2}[A-Z0-9_]*\b|[a-z_][A-Za-z_]*\b|[({!]|env:), %[A-Za-z_]\w{0,60}%$, %[-\w.]{0,4}[sdvq@]$, \{, #\{,
  <, \[, @\{, \\\(, !(?:Ref|Sub|vault|GetAtt|secret)\b, =>, \|
`})|\$\{|\{\{|\}\}|\$\(|<%|%\(|\{[a-z_]\w{0,40}\}`,
  "i",
);

/** Names by which a program speaks of its own values. */
const OWN_VALUES = (
  "process import os config settings self this props state req request res response ctx context " +
  "params args opts options body user event session cookies headers row data result input form event"
)
  .split(" ")
  .join("|");
const REFERENCE = new RegExp(
  String.raw`^(?:${either`
  op, vault, secret, secrets, ssm, sops, env, file, keychain, keyring, arn, projects, azurekeyvault, akv, bws,
  doppler, infisical, aws-sm, gcp-sm, secretsmanager, secretref, valuefrom, ref, kms, enc, encrypted, sealed,
  base64, http, https, data, blob, sha1, sha256, sha384, sha512, md5, urn, did, spiffe, bundle, node, npm, git,
  docker, oci, s3, gs, ipfs, urn, uuid
`}|${OWN_VALUES})(?::(?!\/\/[^/\s]*@)|\[|\.(?=[A-Za-z_]))`,
  "i",
);

const HASHED = /^\$(?:2[abxy]?|argon2|pbkdf2|scrypt|apr1|[1567y])\$/;

/** Whether the value stands for a secret instead of being one. */
export function isPlaceholder(value: string): boolean {
  if (value.length < 3) return true;
  const head = value.length > 256 ? value.slice(0, 256) : value;
  return TEMPLATE.test(head) || REFERENCE.test(head) || HASHED.test(head) || isMonotone(head) || isWeak(head) || SAID.test(head);
}

/** The part of {@link isPlaceholder} that holds for the body of a token whose prefix is already known. */
export function isSampleBody(body: string): boolean {
  const head = body.length > 256 ? body.slice(0, 256) : body;
  // In a long body the short words of SAID turn up by chance.
  if (head.length > 48) return isMonotone(head) || SAID_AT_LENGTH.test(head) || WORDS_ONLY.test(head);
  return isMonotone(head) || SAID.test(head) || isWeak(head) || WORDS_ONLY.test(head);
}

const SAID_AT_LENGTH = /example|placeholder|redacted|changeme|\.\.\.|…|\*\*\*|x{6}|X{6}/i;

const ONE_WORD = "(?:[a-z]{2,12}|[A-Z]{2,12}|[A-Z][a-z]{1,11})";
const WORDS_ONLY = new RegExp(`^${ONE_WORD}(?:[-_.]${ONE_WORD}){0,12}$`);

/** Long rising or repeating stretches: 1234567, abcdefg, aaaaaa, xyzxyzxyz. */
export function isMonotone(value: string): boolean {
  let same = 1;
  let rising = 1;
  let falling = 1;
  let stepped = 0;
  // In a long drawn value six equal hexadecimal digits do occur.
  const many = value.length >= 32 ? 9 : 6;
  for (let i = 1; i < value.length; i++) {
    const step = value.charCodeAt(i) - value.charCodeAt(i - 1);
    same = step === 0 ? same + 1 : 1;
    // 9 is followed by 0, and z by a, in the sequences that people type.
    rising = step === 1 || (step === -9 && value[i] === "0") ? rising + 1 : 1;
    falling = step === -1 ? falling + 1 : 1;
    if (step >= -1 && step <= 1) stepped++;
    if (same >= many || rising >= 7 || falling >= 7) return true;
  }
  if (value.length >= 6 && stepped >= (value.length - 1) * 0.6) return true;
  return isRepeated(value);
}

function isRepeated(value: string): boolean {
  if (value.length < 9) return false;
  for (let period = 1; period <= 4 && period * 3 <= value.length; period++) {
    let at = period;
    while (at < value.length && value.charCodeAt(at) === value.charCodeAt(at - period)) at++;
    if (at === value.length) return true;
  }
  return false;
}

const LEET: Readonly<Record<string, string>> = { "@": "a", "4": "a", "0": "o", "3": "e", "5": "s", $: "s", "1": "i", "!": "i", "7": "t" };

/** Passwords of the first page of every list, and words that only name what should be there. */
export function isWeak(value: string): boolean {
  if (value.length > 40) return false;
  const lower = value.toLowerCase();
  const stem = lower.replace(/[\d!?.]{0,6}$/, "");
  const tail = lower.slice(stem.length);
  // A year or a long number makes it somebody's own.
  if (!/\d{5}/.test(tail) && !/(?:19|20)\d\d/.test(tail)) {
    if (stem === "" || WEAK.has(stem.replace(/[-_. ]/g, ""))) return stem !== "" || isMonotone(value) || value.length < 6;
  }
  if (value.length > 16) return false;
  const plain = lower.replace(/[@403517$!]/g, (c) => LEET[c] ?? c);
  return WEAK.has(plain) || WEAK.has(lower);
}
