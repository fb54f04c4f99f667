// Addresses at which keys are given to whoever asks: a cloud's own, for the machine that asks, and some of running systems.

import { wordSet } from "../../base/index.ts";
import { isLoopback } from "../run/addresses.ts";

const NAMES = wordSet(
  "metadata metadata.google.internal metadata.goog metadata.tencentyun.com metadata.platformequinix.com metadata.packet.net",
  "instance-data instance-data.ec2.internal rancher-metadata metadata.internal",
);
/** AWS, GCP, Azure and most others; AWS containers and EKS; Alibaba; Oracle; Azure's wire server. */
const NUMBERS = wordSet(
  "169.254.169.254 169.254.170.2 169.254.170.23 169.254.169.253 169.254.42.42 100.100.100.200 192.0.0.192 168.63.129.16",
);
const SIX = /^\[(?:fd00:ec2::(?:254|23)|fd20:ce::254|::ffff:(?:169\.254\.|a9fe:).*)\]$/;

export function isMetadataHost(host: string | null): boolean {
  if (host === null) return false;
  const name = host.replace(/\.$/, "").toLowerCase();
  if (NAMES.has(name) || SIX.test(name)) return true;
  if (NUMBERS.has(dotted(name))) return true;
  // Names that lead to the number they hold: 169.254.169.254.nip.io
  return /(?:^|[.-])169[.-]254[.-]169[.-]254[.-]/.test(name);
}

/** Kubernetes' secrets, and what Spring shows of a running program. */
const SHOWS_KEYS = [/\/api\/v1\/(?:namespaces\/[^/]{1,80}\/)?secrets(?:[/?]|$)/, /\/actuator\/(?:heapdump|env|configprops)(?:[/?]|$)/];

/** An address at which another machine shows its keys. */
export function isKeyAddress(host: string | null, url: string | null): boolean {
  return url !== null && SHOWS_KEYS.some((pattern) => pattern.test(url)) && !isLoopback(host);
}

/** `0xA9FEA9FE`, `2852039166`, `0251.0376.0251.0376`, `169.254.43518`: the same number for a resolver. */
function dotted(name: string): string {
  const parts = name.split(".");
  if (parts.length > 4 || !parts.every((part) => /^(?:0x[0-9a-f]{1,8}|\d{1,11})$/.test(part))) return name;
  const numbers = parts.map((part) => Number.parseInt(part, part.startsWith("0x") ? 16 : /^0[0-7]+$/.test(part) ? 8 : 10));
  const last = numbers.pop() ?? 0;
  const whole = numbers.reduce((sum, each, at) => sum + each * 256 ** (3 - at), last);
  return [24, 16, 8, 0].map((bits) => Math.floor(whole / 2 ** bits) % 256).join(".");
}
