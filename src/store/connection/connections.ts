// Lines: the connections of one process. Each has one session of the database behind it, so that a lock and what is
// written under it share a fate. A line that was lost is thrown away and another one dialled, each time after a longer pause.

import { readFileSync } from "node:fs";
import type { Random } from "../../base/index.ts";
import type { Contact } from "../common/contact.ts";
import type { Address } from "./address.ts";
import { asAppError, isLost } from "./faults.ts";

/** Above this a statement is stopped by the database. Waiting for a lock is not counted. */
export const STATEMENT_MS = 20_000;
const CONNECT_SECONDS = 5;
/** Pauses between tries to reach a database that does not answer: about three seconds in all. */
const PAUSES = [30, 80, 200, 500, 1000, 1500] as const;
/** An idle line is given back after this. */
const IDLE_SECONDS = 30;

export type Row = Readonly<Record<string, unknown>>;
export type Parameter = string | number | null | Uint8Array;

/** What every session begins with. A pooler takes none of it as it is dialled, so it is the first question instead. */
function settingsOf({ schema }: Address): string {
  const settings = {
    search_path: schema,
    statement_timeout: String(STATEMENT_MS),
    // A machine that lost its power keeps its locks for half a minute at most.
    tcp_keepalives_idle: "10",
    tcp_keepalives_interval: "5",
    tcp_keepalives_count: "3",
  };
  return `select ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', false)`)
    .join(", ")}`;
}

type Sql = ReturnType<(typeof import("./wire.ts"))["postgres"]>;

export class Line {
  /** Loaded when it is dialled: a process that finds the database away never needs it. */
  readonly #sql: Promise<Sql>;
  readonly #settings: string;
  readonly #broke: () => void;
  #begun: Promise<unknown> | undefined;
  #isBroken = false;

  /** `broke` hears once that the connection is gone. */
  constructor(address: Address, name: string, broke: () => void = () => undefined) {
    this.#broke = broke;
    this.#settings = settingsOf(address);
    this.#sql = this.#dial(address, name);
    // Whoever asks first hears of it.
    this.#sql.catch(() => (this.isBroken = true));
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  set isBroken(now: true) {
    if (this.#isBroken) return;
    this.#isBroken = now;
    this.#broke();
  }

  async #dial(address: Address, name: string): Promise<Sql> {
    const { tls } = address;
    const { postgres } = await import("./wire.ts");
    return postgres({
      host: address.host,
      port: address.port,
      database: address.database,
      ...(address.user === undefined ? {} : { user: address.user }),
      ...(address.password === undefined ? {} : { password: address.password }),
      ssl:
        tls.kind === "off"
          ? false
          : tls.kind === "encrypted"
            ? "require"
            : { rejectUnauthorized: true, ...(tls.root === null ? {} : { ca: readFileSync(tls.root, "utf8") }) },
      max: 1,
      // This class and `Lines` decide when a connection ends; nothing else may, while it holds a lock.
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: CONNECT_SECONDS,
      backoff: () => 0,
      fetch_types: false,
      onnotice: () => undefined,
      // The library would dial again for the next question; but that is another session, which holds none of our locks.
      onclose: () => (this.isBroken = true),
      connection: { application_name: name },
    });
  }

  /** Before the settings: the number of the session, and the one that was told when it was dialled. A pooler tells its own. */
  async sessions(): Promise<{ readonly pid: number; readonly told: number }> {
    const rows = await this.#noticing(this.#sql.then((sql) => sql.unsafe("select pg_backend_pid() as pid").simple()));
    return { pid: Number(rows[0]?.["pid"]), told: (rows as unknown as { state: { pid: number } }).state.pid };
  }

  /** Without the settings: they would stay with a session that others get next. */
  async bare(text: string): Promise<void> {
    await this.#noticing(this.#sql.then((sql) => sql.unsafe(text).simple()));
  }

  async #noticing<T>(asked: PromiseLike<T>): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      if (isLost(error)) this.isBroken = true;
      throw error;
    }
  }

  /** Sent behind the settings, without waiting for their answer. A session without them is of no use. */
  async #behindSettings(asked: (sql: Sql) => PromiseLike<unknown>): Promise<readonly Row[]> {
    const sql = await this.#sql;
    this.#begun ??= sql
      .unsafe(this.#settings)
      .simple()
      .catch((error: unknown) => {
        this.isBroken = true;
        throw error;
      });
    const [, rows] = await this.#noticing(Promise.all([this.#begun, asked(sql)]));
    return rows as readonly Row[];
  }

  async ask(text: string, parameters: readonly Parameter[] = []): Promise<readonly Row[]> {
    return this.#behindSettings((sql) => sql.unsafe(text, parameters as never[], { prepare: true }));
  }

  /** Without parameters: the rows of one statement, or nothing that means anything of several, of which all happen or none. */
  async plainly(text: string): Promise<readonly Row[]> {
    return this.#behindSettings((sql) => sql.unsafe(text).simple());
  }

  async listen(channel: string, heard: (payload: string) => void, dialled: () => void): Promise<void> {
    await (await this.#sql).listen(channel, heard, dialled);
  }

  async end(): Promise<void> {
    await (await this.#sql).end({ timeout: this.isBroken ? 0 : 2 });
  }
}

/** At most so many lines at a time; who finds none free waits in order. */
export class Lines {
  readonly #address: Address;
  readonly #options: { readonly name: string; readonly random: Random; readonly contact: Contact | undefined };
  readonly #free: { line: Line; since: number }[] = [];
  readonly #waiting: ((line: Line) => void)[] = [];
  readonly #open = new Set<Line>();
  #sweeper: NodeJS.Timeout | undefined;
  readonly #ending = new Set<Promise<void>>();

  constructor(address: Address, options: { readonly name: string; readonly random: Random; readonly contact: Contact | undefined }) {
    this.#address = address;
    this.#options = options;
  }

  /** Throws where the database is known to be away. */
  async take(): Promise<Line> {
    this.#options.contact?.check();
    for (let free = this.#free.pop(); free !== undefined; free = this.#free.pop()) {
      if (!free.line.isBroken) return free.line;
      this.#drop(free.line);
    }
    if (this.#hasRoom()) return this.#dial();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  give(line: Line): void {
    if (line.isBroken) {
      this.#drop(line);
      this.#serveWaiting();
      return;
    }
    const next = this.#waiting.shift();
    if (next) next(line);
    else {
      this.#free.push({ line, since: performance.now() });
      this.#sweeper ??= setInterval(() => this.#sweep(), IDLE_SECONDS * 500).unref();
    }
  }

  /** Runs `work`, and again on another line while the database cannot be reached: only for what may be done twice. */
  async steadily<T>(work: (line: Line) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      const line = await this.take();
      try {
        return await work(line);
      } catch (error) {
        const pause = PAUSES[attempt];
        if (!isLost(error) || pause === undefined) throw asAppError(error, this.#address);
        await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + this.#options.random.unit())));
      } finally {
        this.give(line);
      }
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
    for (const { line } of this.#free.splice(0)) this.#drop(line);
    await Promise.all(this.#ending);
  }

  /**
   * A broken line is no connection, though somebody still holds it: whoever lost a lock's line asks on another one what became
   * of its write. If those counted, as many writers as there are lines would wait for each other forever.
   */
  #hasRoom(): boolean {
    let whole = 0;
    for (const { isBroken } of this.#open) if (!isBroken) whole++;
    return whole < this.#address.pool;
  }

  #serveWaiting(): void {
    while (this.#waiting.length > 0 && this.#hasRoom()) this.#waiting.shift()?.(this.#dial());
  }

  #dial(): Line {
    const line = new Line(this.#address, this.#options.name, () => this.#serveWaiting());
    this.#open.add(line);
    return line;
  }

  #drop(line: Line): void {
    this.#open.delete(line);
    // A line that cannot even be ended is gone already.
    const ended = line.end().catch(() => undefined);
    this.#ending.add(ended);
    void ended.then(() => this.#ending.delete(ended));
  }

  #sweep(): void {
    const before = performance.now() - IDLE_SECONDS * 1000;
    while (this.#free[0] !== undefined && this.#free[0].since < before) {
      const old = this.#free.shift();
      if (old) this.#drop(old.line);
    }
  }
}
