// doctor's word on hosts: is the gate alive on every way a call can take, is something loaded twice, does a cap cut it.

import { statSync } from "node:fs";
import { type Host, sha256 } from "../../base/index.ts";
import type { Mind } from "../../mind/open.ts";
import { unlockedUntil } from "../../calls/approvalKeys.ts";
import { hostImports, hostLoads, loadedByRule } from "../../hostSessions/hostLoads.ts";
import { freeze } from "../../mind/session/freeze.ts";
import { hostBlock } from "../../hostSessions/hostSession.ts";
import { DIALECTS } from "../dialects/dialects.ts";
import { fireCanaries } from "./canary.ts";
import { hasPlugin, pluginText } from "./pluginText.ts";
import { copiesIn, copyOf, isWhole, releaseNow, versionOf } from "./programCopy.ts";
import { type Installed, readRecords } from "./record.ts";
import { switchedOff, switchedOffText } from "./switchedOff.ts";

export interface HostFinding {
  readonly host: string;
  readonly severity: "error" | "warn" | "info";
  readonly file: string;
  readonly message: string;
}

/** Codex cuts what it loads of AGENTS.md here. */
const CODEX_BYTES = 32 * 1024;

export async function checkHosts(mind: Mind): Promise<HostFinding[]> {
  const records = readRecords(mind.where.state);
  const found: HostFinding[] = (await fireCanaries(mind.where)).map(({ host, project, path, alive, why }) => ({
    host,
    severity: alive ? "info" : "error",
    file: records.find((each) => each.host === host && each.project === project)?.files[0]?.path ?? mind.where.state,
    message: `${host}, ${path}: ${alive ? "the gate is alive; " : path === "settings" ? "" : "the gate is DEAD; "}${why}`,
  }));
  const until = records.length === 0 ? null : await unlockedUntil(mind);
  if (until !== null)
    found.push({
      host: "gate",
      severity: "warn",
      file: mind.where.state,
      message: `the gate is unlocked until ${until.toISOString()}: what your rules refuse passes until then; red lines stay refused (codicil unlock 0 locks it)`,
    });
  if (records.length > 0) found.push(...builds(mind, records));
  for (const off of switchedOff(mind, [...new Set(records.map(({ host }) => host as Host))]))
    found.push({ host: off.host, severity: "error", file: off.file, message: switchedOffText(off) });
  for (const { host, files } of records) found.push(...(await loading(mind, host, files[0]?.path ?? mind.where.state)));
  return found;
}

/** What the hosts run, beside what this program ships. */
function builds({ where }: Mind, records: readonly Installed[]): HostFinding[] {
  const release = releaseNow();
  const [newest] = copiesIn(where.state);
  const copies: HostFinding[] =
    release === null || isWhole(copyOf(where.state, release))
      ? []
      : [
          {
            host: "gate",
            severity: "warn",
            file: newest ?? where.state,
            message: `the hosts run ${newest === undefined ? "a program outside the state, which can be moved or removed" : `another build of Codicil (${versionOf(newest)})`}, and this is ${release.version}: codicil install HOST copies this one`,
          },
        ];
  const plugins = records.flatMap(({ host, files }): HostFinding[] => {
    const plugin = files.find(({ path }) => path.endsWith("codicil.js"));
    if (plugin === undefined || (host !== "opencode" && host !== "pi") || !hasPlugin(host)) return [];
    const ships = sha256(pluginText(host, { hook: `${where.state}/bin/codicil-hook`, home: where.home, state: where.state }));
    return ships === plugin.after
      ? []
      : [
          {
            host,
            severity: "warn",
            file: plugin.path,
            message: `${host} has the plugin of another version of Codicil: codicil install ${host} puts this one's there`,
          },
        ];
  });
  return [...copies, ...plugins];
}

const AGENTS_FILE = /(?:^|\/)AGENTS(?:\.override)?\.md$/;

async function loading(mind: Mind, host: string, file: string): Promise<HostFinding[]> {
  const found: HostFinding[] = [];
  const theirs = loadedByRule(mind, host);
  const all = hostLoads(mind, host);
  if (host === "codex") {
    const bytes = theirs.reduce((sum, path) => sum + statSync(path).size, 0);
    if (bytes > CODEX_BYTES)
      found.push({
        host,
        severity: "warn",
        file: theirs.at(-1) ?? file,
        message: `codex loads ${bytes} bytes of AGENTS.md and cuts them at ${CODEX_BYTES} (project_doc_max_bytes)`,
      });
  }
  const agents = [...all].filter((path) => AGENTS_FILE.test(path));
  if (agents.length > 0)
    found.push({
      host,
      severity: "info",
      file: agents[0] ?? file,
      message: `${host} loads ${agents.length === 1 ? "this file" : `${agents.length} AGENTS.md files`} itself, so Codicil leaves ${agents.length === 1 ? "it" : "them"} out of its block`,
    });
  const imported = hostImports(mind, host);
  // Claude Code sees for itself that it has a file already (measured with 2.1.325); Gemini CLI does not.
  for (const path of host === "gemini" ? theirs.filter((each) => AGENTS_FILE.test(each) && imported.has(each)) : [])
    found.push({
      host,
      severity: "warn",
      file: path,
      message: `${host} loads this twice: by itself, and because another of its files imports it`,
    });
  const cap = DIALECTS[host as Host]?.cap;
  if (cap !== undefined) {
    const { snapshot } = await freeze(mind, { host: { name: host, baseline: "", loads: all } });
    const length = hostBlock(snapshot).length;
    if (length > cap)
      found.push({
        host,
        severity: "warn",
        file,
        message: `${host} takes ${cap} characters of the block and it has ${length}: it is cut, and says so`,
      });
  }
  return found;
}
