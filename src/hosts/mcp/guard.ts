// Who may speak to the MCP server over HTTP: programs on this machine that know the token. Judged before anything else
// looks at the request, by the same rules as the daemon's guard; what it lets through is an agent, never a person.

import { AppError, type Clock, wordSet } from "../../base/index.ts";

export interface Asked {
  readonly method: string;
  /** As it came, undecoded. */
  readonly target: string;
  /** Names in lower case, with every value that came under them. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>;
}

export type Passage =
  | { readonly kind: "pass" }
  | { readonly kind: "refuse"; readonly status: number; readonly error: AppError; readonly headers?: Readonly<Record<string, string>> };

export const MCP_PATH = "/mcp";
const METHODS = ["POST", "GET", "DELETE"];
/** Two of one of these would let two readers of a request see two different requests. */
const AT_MOST_ONCE = [
  ...wordSet(
    "host origin authorization content-type content-length content-encoding transfer-encoding sec-fetch-site mcp-session-id",
    "mcp-protocol-version",
  ),
];
const WINDOW = 60_000;
const MOST_WRONG = 20;

export function createGuard(options: {
  readonly port: () => number;
  readonly isToken: (given: string) => boolean;
  readonly clock: Clock;
}): (asked: Asked) => Passage {
  let wrong: number[] = [];
  const refuseWrong = (): Passage => {
    const now = options.clock.now().getTime();
    // Only wrong tokens count, and a right one is never limited: no page can lock the owner's agent out.
    wrong = [...wrong, now].slice(-MOST_WRONG).filter((time) => now - time < WINDOW);
    if (wrong.length < MOST_WRONG)
      return refuse(
        401,
        new AppError("NOT_LOGGED_IN", "a token is needed, and this is not it", {
          hint: "Send Authorization: Bearer with the token that codicil mcp --http names at its start.",
        }),
        { "WWW-Authenticate": "Bearer" },
      );
    return refuse(429, new AppError("TOO_MANY_TRIES", "too many wrong tokens within a minute"), { "Retry-After": "60" });
  };
  return (asked) => {
    const refused = foreignRequest(asked.headers, options.port()) ?? wrongRequest(asked);
    if (refused !== null) return refused;
    const token = /^Bearer ([^\s]{1,256})$/i.exec(asked.headers["authorization"]?.[0] ?? "")?.[1];
    return token !== undefined && options.isToken(token) ? { kind: "pass" } : refuseWrong();
  };
}

/** Step 1: it comes from this machine, and from no page of another site. */
function foreignRequest(headers: Asked["headers"], port: number): Passage | null {
  const twice = AT_MOST_ONCE.find((name) => (headers[name]?.length ?? 0) > 1);
  if (twice !== undefined) return refuse(400, new AppError("BAD_INPUT", `the header ${twice} came twice`));
  const host = headers["host"]?.[0];
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`)
    return refuse(403, new AppError("FOREIGN_REQUEST", "this host name is not served"));
  const [origin = `http://${host}`, site = "none"] = [headers["origin"]?.[0], headers["sec-fetch-site"]?.[0]];
  return origin === `http://${host}` && (site === "same-origin" || site === "none")
    ? null
    : refuse(403, new AppError("FOREIGN_REQUEST", "requests from other sites are refused"));
}

/** Step 2: it asks for what there is, in the way it is served. */
function wrongRequest({ method, target, headers }: Asked): Passage | null {
  if (target.split("?", 1)[0] !== MCP_PATH) return refuse(404, new AppError("NOT_FOUND", `there is only ${MCP_PATH} here`));
  if (!METHODS.includes(method))
    return refuse(405, new AppError("BAD_INPUT", `${method.slice(0, 20)} is not served`), { Allow: METHODS.join(", ") });
  return headers["upgrade"] === undefined && headers["content-encoding"] === undefined
    ? null
    : refuse(400, new AppError("BAD_INPUT", "nothing is upgraded or compressed here"));
}

function refuse(status: number, error: AppError, headers?: Readonly<Record<string, string>>): Passage {
  return { kind: "refuse", status, error, ...(headers === undefined ? {} : { headers }) };
}
