// Small numbers in few bytes: seven bits a byte, the highest bit says that more follow.

export function pushNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

/** Reads one number after the other. */
export class NumberReader {
  readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  next(): number {
    const { bytes } = this;
    let byte = bytes[this.at++] as number;
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let scale = 128; byte >= 128 && this.at < bytes.length; scale *= 128) {
      byte = bytes[this.at++] as number;
      value += (byte & 127) * scale;
    }
    return value;
  }
}
