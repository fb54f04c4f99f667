// Resources: documents by name, as an agent may see them. The list is filtered by the kind of session before it is made.

import type { McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { listForAgent, readForAgent } from "../../mind/documents/forAgent.ts";
import { freeze, renderSystemPrompt } from "../../mind/session/freeze.ts";
import { knownError } from "./answers.ts";
import type { McpSession } from "./session.ts";

const PREFIX = "codicil://document/";
const PROMPT = "codicil://prompt";

export function addResources(server: McpServer, session: McpSession, Template: typeof ResourceTemplate): void {
  const { mind, sessionType, id } = session;
  const list = async () => {
    const documents = await listForAgent(mind, sessionType);
    return {
      resources: documents.map(({ document, role }) => ({
        uri: uriOf(document),
        name: document,
        mimeType: "text/markdown",
        ...(role === null ? {} : { description: `role: ${role}` }),
      })),
    };
  };
  server.registerResource(
    "documents",
    new Template(`${PREFIX}{name}`, { list }),
    {
      title: "Documents",
      description: "Markdown documents of the mind and the project, quarantined lines and secrets left out",
      mimeType: "text/markdown",
    },
    async (uri, { name }) =>
      session.run(async () => {
        try {
          const { text } = await readForAgent(mind, decodeURIComponent(String(name)), { sessionType, session: id });
          return { contents: [{ uri: uri.href, mimeType: "text/markdown", text }] };
        } catch (error) {
          throw protocolError(error, session);
        }
      }),
  );
  server.registerResource(
    "prompt",
    PROMPT,
    {
      title: "The prompt of a session",
      description: "Rules, memory and surroundings as a session would be told them now; for hosts that have no hook of ours",
      mimeType: "text/markdown",
    },
    async (uri) =>
      session.run(async () => ({
        contents: [{ uri: uri.href, mimeType: "text/markdown", text: renderSystemPrompt((await freeze(mind, { sessionType })).snapshot) }],
      })),
  );
}

export function uriOf(document: string): string {
  return `${PREFIX}${encodeURIComponent(document)}`;
}

/** A resource has no answer for "no": it is an error of the protocol, with our words in it. */
function protocolError(error: unknown, session: McpSession): Error {
  const { code, message, hint } = knownError(error, session);
  return new Error(`${code} ${message}${hint === undefined ? "" : ` (${hint})`}`);
}
