// A .tar as POSIX has it, written a part after the other: what was given is in the archive when the writing answers, so that the
// same room can be filled again. (tar-stream keeps parts waiting, each of which would need room of its own.)

const BLOCK = 512;
/** From here on, or where it is not ASCII, a name has an entry of its own before the file's. */
const LONGEST_NAME = 100;

export type Write = (part: Uint8Array) => Promise<void>;

export interface TarFile {
  readonly name: string;
  readonly size: number;
  readonly modified: Date;
}

/** One file: `fill` writes exactly as many bytes as it has. */
export async function writeFile(write: Write, file: TarFile, fill: (write: Write) => Promise<void>): Promise<void> {
  if (/^\p{ASCII}*$/u.test(file.name) && file.name.length <= LONGEST_NAME) await write(headOf(file, "0"));
  else {
    const record = recordOf(`path=${file.name}\n`);
    await write(headOf({ ...file, name: "PaxHeader", size: record.length }, "x"));
    await write(Buffer.concat([record, paddingOf(record.length), headOf({ ...file, name: "long" }, "0")]));
  }
  await fill(write);
  const padding = paddingOf(file.size);
  if (padding.length > 0) await write(padding);
}

export async function endTar(write: Write): Promise<void> {
  await write(Buffer.alloc(2 * BLOCK));
}

function headOf({ name, size, modified }: TarFile, kind: "0" | "x"): Buffer {
  const head = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number) => head.write(value.toString(8).padStart(digits, "0"), at);
  head.write(name, 0);
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(Math.floor(modified.getTime() / 1000), 136, 11);
  head.write(" ".repeat(8), 148);
  head.write(kind, 156);
  head.write("ustar\u000000", 257);
  octal(
    head.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  head[154] = 0;
  return head;
}

/** A line that begins with its own length. */
function recordOf(text: string): Buffer {
  const bytes = Buffer.from(` ${text}`);
  let length = bytes.length;
  while (length !== bytes.length + String(length).length) length = bytes.length + String(length).length;
  return Buffer.concat([Buffer.from(String(length)), bytes]);
}

function paddingOf(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}
