// Which event has an id, among a million of them, in a few bytes each: an open table over 64-bit digests. Two ids with
// one digest would be taken for one (of a million random ids: one chance in ten million); the second is then reported as
// a duplicate, and nothing is lost.

export interface Digest {
  a: number;
  b: number;
}

export function newDigest(): Digest {
  return { a: 0, b: 0 };
}

export function digestBytes(bytes: Uint8Array, start: number, end: number, into: Digest): void {
  let a = 0x811c9dc5;
  let b = 0x9747b28c ^ (end - start);
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x5bd1e995);
    b ^= b >>> 15;
  }
  into.a = mix(a) >>> 0;
  into.b = mix(b) >>> 0;
}

export function digestOf(id: string): Digest {
  const bytes = Buffer.from(id);
  const digest = newDigest();
  digestBytes(bytes, 0, bytes.length, digest);
  return digest;
}

function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

const WORTH_A_TABLE = 64;

/** Digests by the number of their line, and where to find them. */
export class IdTable {
  a: Uint32Array;
  b: Uint32Array;
  #count: number;
  /** Number + 1; 0 is free. Made when enough was asked: for a few questions the numbers are looked through from the end. */
  #slots: Int32Array | null = null;
  #asked = 0;

  constructor(a = new Uint32Array(0), b = new Uint32Array(0), count = 0) {
    this.a = a;
    this.b = b;
    this.#count = count;
  }

  /** The next line's digest; null for a line that does not count. */
  add(digest: Digest | null): void {
    if (this.#count === this.a.length) {
      const room = Math.max(1024, Math.ceil(this.#count * 1.5));
      this.a = grown(this.a, new Uint32Array(room));
      this.b = grown(this.b, new Uint32Array(room));
    }
    const number = this.#count++;
    this.a[number] = digest?.a ?? 0;
    this.b[number] = digest?.b ?? 0;
    if (digest !== null && this.#slots !== null) this.#put(number);
  }

  /** The newest line with this id, -1 where there is none. */
  find(digest: Digest): number {
    if (this.#slots === null && this.#asked++ < WORTH_A_TABLE) return this.#lookThrough(digest);
    const slots = this.#slots ?? this.#build();
    const mask = slots.length - 1;
    for (let at = (digest.a ^ (digest.b >>> 7)) & mask; ; at = (at + 1) & mask) {
      const number = (slots[at] as number) - 1;
      if (number === -1) return -1;
      if (this.isAt(number, digest)) return number;
    }
  }

  #lookThrough(digest: Digest): number {
    for (let at = this.#count - 1; at >= 0; at--) {
      at = this.a.lastIndexOf(digest.a, at);
      if (at === -1 || this.b[at] === digest.b) return at;
    }
    return -1;
  }

  isAt(number: number, digest: Digest): boolean {
    return this.a[number] === digest.a && this.b[number] === digest.b;
  }

  #put(number: number): void {
    const slots = this.#slots as Int32Array;
    if (this.#count * 2 > slots.length) return void this.#build();
    const mask = slots.length - 1;
    const [a, b] = [this.a[number] as number, this.b[number] as number];
    let at = (a ^ (b >>> 7)) & mask;
    for (; slots[at] !== 0; at = (at + 1) & mask) {
      const other = (slots[at] as number) - 1;
      // Only where the older one was struck out: lines with an id that is taken get no digest.
      if (this.a[other] === a && this.b[other] === b) return void (slots[at] = number + 1);
    }
    slots[at] = number + 1;
  }

  #build(): Int32Array {
    let room = 2048;
    while (room < this.#count * 2 + 1024) room *= 2;
    this.#slots = new Int32Array(room);
    for (let number = 0; number < this.#count; number++) if (this.a[number] !== 0 || this.b[number] !== 0) this.#put(number);
    return this.#slots;
  }
}

export function grown<T extends { set(from: T): void }>(from: T, into: T): T {
  into.set(from);
  return into;
}
