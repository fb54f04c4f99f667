// hosts: translates between other agents' programs and the hall's verbs. Decides nothing.
//
//   H1 only the gate lets a host's call pass: if anything before a call cannot be read, fails or takes too long, the call
//      is refused, in the one way that every host understands (exit 2 and a reason)
//   H2 an answer has exactly the fields that the host knows, and stdout is written once
//   H3 a session's block is frozen by the host's session id: the same bytes whenever it is given again
//   H4 uninstall removes exactly what install wrote
//   H5 the MCP server is for agents: what it plans has the origin agent, and it accepts nothing

import type { Mind } from "../mind/open.ts";
import type { FoundTranscripts } from "./transcripts/sources.ts";
import type { ImportOptions, ImportReport } from "./transcripts/importing.ts";

export { sessionKind } from "./dialects/session.ts";
export { hookMain } from "./hook/entry.ts";
export { mcpOverHttp, mcpOverStdio, type McpOptions } from "./mcp/front.ts";
export type { ImportOptions, ImportReport } from "./transcripts/importing.ts";
export { TRANSCRIPT_HOSTS } from "./transcripts/transcriptHosts.ts";

export { connectedHosts } from "./install/connected.ts";
export { fireCanaries } from "./install/canary.ts";
export {
  type FileChange,
  hostNamed,
  type InstallPlan,
  type InstallRequest,
  planInstall,
  planUninstall,
  refreshInstalled,
} from "./install/install.ts";
export { programsNow } from "./install/launcher.ts";
export { releaseNow } from "./install/programCopy.ts";
export { pluginText } from "./install/pluginText.ts";
export { carryOutShims, planShims } from "./shims/shims.ts";
export { checkHosts } from "./install/checkHosts.ts";
export { switchedOff, type SwitchedOff, switchedOffText } from "./install/switchedOff.ts";

/** What could be imported. Loaded late, like the import. */
export async function foundTranscripts(env: NodeJS.ProcessEnv, now: number): Promise<FoundTranscripts[]> {
  return (await import("./transcripts/sources.ts")).countTranscripts(env, now);
}

/** Loaded late: a hook pays for no transcripts. */
export async function importTranscripts(mind: Mind, host: string, options: ImportOptions): Promise<ImportReport[]> {
  return (await import("./transcripts/importing.ts")).importTranscripts(mind, host, options);
}
