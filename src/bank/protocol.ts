// bankProtocol: what a host is told about the memory bank: the protocol block, hints where to read, the optional trigger for
// orchestrators. Texts and pure functions, for the doors.

import { BANK_INDEX, documentAt, protocolBlock } from "../knowledge/index.ts";
import { readBankPage } from "./pages.ts";
import { routesIn } from "./routes.ts";
import { beginsWithProject } from "../mind/documents/bootstrap.ts";
import { loadOne } from "../mind/documents/load.ts";
import type { Mind } from "../mind/open.ts";

export { keyTriggerConfig, protocolBlock } from "../knowledge/index.ts";

/** One line for each route of the index whose document is there (MB-23). Empty without a bank, or before it is trusted. */
export async function readHints(mind: Mind): Promise<string[]> {
  if (mind.where.project === null || !beginsWithProject(mind.config)) return [];
  const index = await readBankPage(mind, BANK_INDEX);
  if (index === null) return [];
  const routes = routesIn(index).filter(({ path }) => mind.environment.disk.lstat(`${mind.where.project}/${path}`) === "file");
  return routes.map(({ says, path }) => `- ${says}: read ${path}`);
}

/** What a host without our frozen block injects: the protocol, the index as far as a model may see it, the hints (MB-20, MB-23). */
export async function bankInjection(mind: Mind): Promise<string | null> {
  if (mind.where.project === null || !beginsWithProject(mind.config)) return null;
  const index = await loadOne(mind, documentAt(mind.environment, "project", BANK_INDEX));
  if (index === null) return null;
  const hints = await readHints(mind);
  const block = `${protocolBlock()}\n<memory-bank file="${BANK_INDEX}">\n${index.view.trimEnd()}\n</memory-bank>\n`;
  return hints.length === 0 ? block : `${block}\nRead hints:\n${hints.join("\n")}\n`;
}
