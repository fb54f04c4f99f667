// Which IP addresses are out on the public internet. Judged by number, never by text, with the ranges of IANA's
// special-purpose registries; used for literal hosts and, later, for every address that a name resolves to.

export type AddressVerdict = { readonly kind: "public" } | { readonly kind: "reject"; readonly why: string };

/** [first address, prefix length, what it is] */
type Range = readonly [string, number, string];

const V4_RANGES: readonly Range[] = [
  ["0.0.0.0", 8, "this host"],
  ["10.0.0.0", 8, "a private network"],
  ["100.64.0.0", 10, "a carrier's network"],
  ["127.0.0.0", 8, "loopback"],
  ["168.63.129.16", 32, "a cloud's metadata service"],
  ["169.254.0.0", 16, "link-local, where metadata services live"],
  ["172.16.0.0", 12, "a private network"],
  ["192.0.0.0", 24, "reserved for protocols"],
  ["192.0.2.0", 24, "for documentation"],
  ["192.88.99.0", 24, "a 6to4 relay"],
  ["192.168.0.0", 16, "a private network"],
  ["198.18.0.0", 15, "for benchmarks"],
  ["198.51.100.0", 24, "for documentation"],
  ["203.0.113.0", 24, "for documentation"],
  ["224.0.0.0", 4, "multicast"],
  ["240.0.0.0", 4, "reserved or broadcast"],
];

/** Only 2000::/3 is public at all; these lie inside it and are not. */
const V6_RANGES: readonly Range[] = [
  ["2001::", 23, "reserved for protocols (Teredo and others)"],
  ["2001:db8::", 32, "for documentation"],
  ["2002::", 16, "6to4, which hides an IPv4 address"],
  ["3fff::", 20, "for documentation"],
];
const V6_PUBLIC = { first: "2000::", bits: 3 };

/** Prefixes whose last 32 bits are an IPv4 address: it is that address which decides. */
const V4_INSIDE = [
  { first: "::ffff:0:0", bits: 96 },
  { first: "64:ff9b::", bits: 96 },
];

/** `ip` as resolvers write it: dotted decimals or IPv6 groups, no brackets, no zone. */
export function judgeAddress(ip: string): AddressVerdict {
  const four = parseV4(ip);
  if (four !== null) return judgeV4(four);
  const six = parseV6(ip);
  if (six === null) return { kind: "reject", why: "this is not an IP address" };
  return judgeV6(six);
}

/** Every loopback address, also inside IPv6: 127.0.0.0/8 and ::1. */
export function isLoopback(ip: string): boolean {
  const four = parseV4(ip);
  if (four !== null) return four >> 24n === 127n;
  const six = parseV6(ip);
  return six === 1n || (six !== null && six >> 32n === 0xffffn && (six & 0xffffffffn) >> 24n === 127n);
}

function judgeV4(address: bigint): AddressVerdict {
  for (const [first, bits, what] of V4_RANGES) {
    const start = parseV4(first);
    if (start !== null && start >> BigInt(32 - bits) === address >> BigInt(32 - bits)) {
      return { kind: "reject", why: `the address is not public: ${what}` };
    }
  }
  return { kind: "public" };
}

function judgeV6(address: bigint): AddressVerdict {
  if (V4_INSIDE.some(({ first, bits }) => inV6(address, first, bits))) return judgeV4(address & 0xffffffffn);
  if (!inV6(address, V6_PUBLIC.first, V6_PUBLIC.bits)) {
    return { kind: "reject", why: "the address is not public: loopback, local, multicast or reserved IPv6" };
  }
  for (const [first, bits, what] of V6_RANGES) {
    if (inV6(address, first, bits)) return { kind: "reject", why: `the address is not public: ${what}` };
  }
  return { kind: "public" };
}

function inV6(address: bigint, first: string, bits: number): boolean {
  const start = parseV6(first);
  return start !== null && start >> BigInt(128 - bits) === address >> BigInt(128 - bits);
}

/** Four plain decimals only. Octal, hex and short forms mean different addresses to different programs. */
function parseV4(text: string): bigint | null {
  const parts = text.split(".");
  if (parts.length !== 4) return null;
  let value = 0n;
  for (const part of parts) {
    if (!/^(?:0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return null;
    value = (value << 8n) | BigInt(part);
  }
  return value;
}

function parseV6(text: string): bigint | null {
  if (!/^[0-9a-f:.]+$/i.test(text) || !URL.canParse(`https://[${text}]/`)) return null;
  // The URL parser leaves lower-case hex groups and at most one `::`, with no dotted tail.
  const [head = "", tail] = new URL(`https://[${text}]/`).hostname.slice(1, -1).split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array<string>(8 - left.length - right.length).fill("0");
  return [...left, ...zeros, ...right].reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}
