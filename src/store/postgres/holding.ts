// Locks that the database keeps: advisory locks of a session, so that they go when the connection dies. Whoever holds one
// reads and writes on the line that took it, and takes further locks on the same line; a line that is lost takes the lock
// with it, and then nothing more is read or written under it (`fence` in schema.ts).

import { AsyncLocalStorage } from "node:async_hooks";
import { type Random, sha256 } from "../../base/index.ts";
import type { Locked, LockOptions } from "../port/port.ts";
import { patience, Turns } from "../port/turns.ts";
import type { Address } from "../connection/address.ts";
import { asAppError, isBusy, lockLost } from "../connection/faults.ts";
import { type Line, type Lines, STATEMENT_MS } from "../connection/connections.ts";

export interface Holding {
  readonly line: Line;
  /** The name by which the database knows this session as the holder. */
  readonly token: string;
  isOver: boolean;
}

export class Locks {
  readonly #lines: Lines;
  readonly #address: Address;
  readonly #random: Random;
  readonly #turns = new Turns();
  readonly #within = new AsyncLocalStorage<Holding>();

  constructor(lines: Lines, address: Address, random: Random) {
    this.#lines = lines;
    this.#address = address;
    this.#random = random;
  }

  /** The lock under which the caller runs; null outside. Work that outlives its lock is outside. */
  current(): Holding | null {
    const holding = this.#within.getStore();
    return holding === undefined || holding.isOver ? null : holding;
  }

  async run<T>(name: string, run: () => Promise<T>, options: LockOptions): Promise<Locked<T>> {
    const folded = name.normalize("NFC").toLowerCase();
    const end = performance.now() + patience(options, this.#random);
    if (!(await this.#turns.enter(folded, () => end - performance.now()))) return { kind: "busy" };
    try {
      const within = this.current();
      if (within !== null) return await this.#hold(within, folded, end, run);
      const holding: Holding = { line: await this.#lines.take(), token: this.#random.hex(16), isOver: false };
      try {
        return await this.#within.run(holding, () => this.#hold(holding, folded, end, run));
      } finally {
        holding.isOver = true;
        this.#lines.give(holding.line);
      }
    } finally {
      this.#turns.leave(folded);
    }
  }

  async #hold<T>(holding: Holding, name: string, end: number, run: () => Promise<T>): Promise<Locked<T>> {
    if (holding.line.isBroken) throw lockLost(this.#address);
    const key = lockKey(this.#address.schema, name);
    try {
      if (!(await takeLock(holding, key, end - performance.now()))) return { kind: "busy" };
    } catch (error) {
      throw asAppError(error, this.#address);
    }
    try {
      return { kind: "done", value: await run() };
    } finally {
      // A line that was lost has let go already; what `run` came to is what counts.
      if (!holding.line.isBroken)
        await holding.line.ask("select pg_advisory_unlock($1::bigint)", [key]).catch(() => (holding.line.isBroken = true));
    }
  }
}

/** The database queues those who wait, and wakes the first one at once. */
async function takeLock(holding: Holding, key: string, ms: number): Promise<boolean> {
  const { line, token } = holding;
  if (ms < 1) {
    const [tried] = await line.ask("select set_config('codicil.holder', $1, false), pg_try_advisory_lock($2::bigint) as got", [token, key]);
    return tried?.["got"] === true;
  }
  // Sent together: no statement waits for the answer of the one before.
  const setUp = line.ask(
    "select set_config('codicil.holder', $1, false), set_config('lock_timeout', $2, false), set_config('statement_timeout', '0', false)",
    [token, String(Math.ceil(ms))],
  );
  const locked = line.ask("select pg_advisory_lock($1::bigint)", [key]).then(
    () => true,
    (error: unknown) => {
      if (isBusy(error)) return false;
      throw error;
    },
  );
  const setBack = line.ask("select set_config('lock_timeout', '0', false), set_config('statement_timeout', $1, false)", [
    String(STATEMENT_MS),
  ]);
  const [, got] = await Promise.all([setUp, locked, setBack]);
  return got;
}

function lockKey(schema: string, name: string): string {
  return BigInt.asIntN(64, BigInt(`0x${sha256(`${schema}\0${name}`).slice(0, 16)}`)).toString();
}
