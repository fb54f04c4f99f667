// The daemon, as the page sees it: requests with the login's two halves, and one stream of what happens.

const TOKEN_HEADER = "x-codicil-token";
const PROJECT_HEADER = "x-codicil-project";
const PROJECT_KEY = "codicil-project";
const KEY = "codicil-token";
const LOGIN = "/api/login";

export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly hint: string | undefined;

  constructor(status: number, body: { code?: string; message?: string; hint?: string }) {
    super(body.message ?? `Codicil answered ${status}.`);
    this.name = "ApiError";
    this.status = status;
    this.code = body.code ?? "UNKNOWN";
    this.hint = body.hint;
  }
}

/** The cookie is the browser's; this half lives as long as the tab. */
let token: string | null = sessionStorage.getItem(KEY);

/** The one-time code is behind the #. It is used, and gone from the address, before anything else happens. */
export async function logIn(place = "#/"): Promise<void> {
  const code = /[#&]code=([0-9a-f]+)/.exec(location.hash)?.[1];
  if (code === undefined) return;
  history.replaceState(null, "", place);
  const answer = await send("POST", LOGIN, { body: { code } });
  token = ((await answer.json()) as { token: string }).token;
  sessionStorage.setItem(KEY, token);
}

/** The project that this tab looks into; "": the daemon's own. */
let project = sessionStorage.getItem(PROJECT_KEY) ?? "";

export function lookInto(folder: string): void {
  project = folder;
  sessionStorage.setItem(PROJECT_KEY, folder);
}

export interface Answer<T> {
  readonly value: T;
  header(name: string): string | null;
}

interface Sending {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Each browser has its own words for it, in its own language. */
const NO_ANSWER = { message: "Codicil does not answer.", hint: "Is codicil serve still running?" };

/** Whoever listens is told as soon as any request is refused: an open stream outlives its login. */
let refused = () => {};

async function send(method: string, path: string, { body, headers = {}, signal }: Sending = {}): Promise<Response> {
  const response = await fetch(path, {
    method,
    headers: {
      ...(token === null ? {} : { [TOKEN_HEADER]: token }),
      ...(project === "" ? {} : { [PROJECT_HEADER]: encodeURIComponent(project) }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    credentials: "same-origin",
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    throw error instanceof TypeError ? new ApiError(0, NO_ANSWER) : error;
  });
  if (response.ok) return response;
  if (response.status === 401 && path !== LOGIN) refused();
  const said = (await response.json().catch(() => ({}))) as { error?: { code?: string; message?: string; hint?: string } };
  throw new ApiError(response.status, said.error ?? {});
}

export async function ask<T>(method: string, path: string, sending: Sending = {}): Promise<Answer<T>> {
  const response = await send(method, path, sending);
  return { value: (await response.json()) as T, header: (name) => response.headers.get(name) };
}

export const get = async <T>(path: string): Promise<T> => (await ask<T>("GET", path)).value;
export const post = async <T>(path: string, body: unknown): Promise<T> => (await ask<T>("POST", path, { body })).value;

export interface Happening {
  readonly type: string;
  readonly data: any;
}

/** connected: events arrive. away: the daemon does not answer and is tried again. out: it answers and does not know us. */
export type LinkState = "connecting" | "connected" | "away" | "out";

const RETRY_MS = [300, 700, 1500, 3000, 5000];
/** The daemon says something every 15 s. After this much silence (a laptop that slept, a tunnel that hangs) it is asked anew. */
const SILENT_MS = 40_000;
const LOOK_MS = 5000;

/** Does not wait for the next time. */
export let tryNow = (): void => {};

/** Reads the event stream with fetch, which can carry the token, and comes back after every break. */
export function listen(tell: { happening(each: Happening): void; state(state: LinkState): void }): () => void {
  const stop = new AbortController();
  let since = "";
  let failures = 0;
  /** The page asks for nothing before the first answer: it has missed nothing yet. */
  let isFirst = true;
  refused = () => {
    stop.abort();
    tell.state("out");
  };
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const silence = silenceAfter(SILENT_MS);
      const signal = AbortSignal.any([stop.signal, silence.signal]);
      try {
        const response = await send("GET", "/api/events", { headers: since === "" ? {} : { "Last-Event-ID": since }, signal });
        failures = 0;
        tell.state("connected");
        await readEvents(response, silence.heard, ({ id, type, data }) => {
          since = id;
          // Nothing is known of what happened meanwhile: everything is looked at again.
          if (type === "hello") {
            const missed = !isFirst && !(data as { complete: boolean }).complete;
            isFirst = false;
            return missed ? tell.happening({ type: "everything", data: {} }) : undefined;
          }
          return tell.happening({ type, data });
        });
      } catch {
        // Refused, silent or gone: the first has told, the others are tried again.
        if (stop.signal.aborted) return;
        isFirst = false;
        tell.state("away");
      } finally {
        silence.end();
      }
      await new Promise<void>((resolve) => {
        tryNow = resolve;
        setTimeout(resolve, RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]);
      });
    }
  };
  void run();
  return () => stop.abort();
}

/** Ends its signal when nothing was heard for so long, by the clock on the wall: timers stand still while a machine sleeps. */
function silenceAfter(limit: number): { readonly signal: AbortSignal; heard(): void; end(): void } {
  const over = new AbortController();
  let last = Date.now();
  const timer = setInterval(() => Date.now() - last > limit && over.abort(), LOOK_MS);
  return { signal: over.signal, heard: () => (last = Date.now()), end: () => clearInterval(timer) };
}

async function readEvents(
  response: Response,
  heard: () => void,
  tell: (event: { id: string; type: string; data: unknown }) => void,
): Promise<void> {
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heard();
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split("\n")
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2);
      const type = field("event");
      if (type !== undefined) tell({ id: field("id") ?? "", type, data: JSON.parse(field("data") ?? "null") });
    }
  }
}
