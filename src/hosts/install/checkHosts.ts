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
    message: `${host}, ${path}: ${alive ? "the gate works; " : path === "settings" ? "" : "the gate does NOT work; "}${why}`,
  }));
  const until = records.length === 0 ? null : await unlockedUntil(mind);
  if (until !== null) {
    const passes = `what your rules refuse passes until then; red lines stay refused (codicil unlock 0 locks it)`;
    found.push(warn("gate", mind.where.state, `the gate is unlocked until ${until.toISOString()}: ${passes}`));
  }
  if (records.length > 0) found.push(...builds(mind, records));
  for (const { host, files } of records) found.push(...(await loading(mind, host, files[0]?.path ?? mind.where.state)));
  return found;
}

/** What the hosts run, beside what this program ships. */
function builds({ where }: Mind, records: readonly Installed[]): HostFinding[] {
  const release = releaseNow();
  const [newest] = copiesIn(where.state);
  const running =
    newest === undefined ? "a program outside the state, which can be moved or removed" : `another build of Codicil (${versionOf(newest)})`;
  const isOther = release !== null && !isWhole(copyOf(where.state, release));
  const copies = isOther
    ? [
        warn(
          "gate",
          newest ?? where.state,
          `the hosts run ${running}, and this is ${release.version}: codicil install HOST copies this one`,
        ),
      ]
    : [];
  const plugins = records.flatMap(({ host, files }): HostFinding[] => {
    const plugin = files.find(({ path }) => path.endsWith("codicil.js"));
    if (plugin === undefined || (host !== "opencode" && host !== "pi") || !hasPlugin(host)) return [];
    const ships = sha256(pluginText(host, { hook: `${where.state}/bin/codicil-hook`, home: where.home, state: where.state }));
    const is = `${host} has the plugin of another version of Codicil: codicil install ${host} puts this one's there`;
    return ships === plugin.after ? [] : [warn(host, plugin.path, is)];
  });
  return [...copies, ...plugins];
}

const AGENTS_FILE = /(?:^|\/)AGENTS(?:\.override)?\.md$/;

async function loading(mind: Mind, host: string, file: string): Promise<HostFinding[]> {
  const found: HostFinding[] = [];
  const theirs = loadedByRule(mind, host);
  const all = hostLoads(mind, host);
  const bytes = host === "codex" ? theirs.reduce((sum, path) => sum + statSync(path).size, 0) : 0;
  if (bytes > CODEX_BYTES) {
    const is = `codex loads ${bytes} bytes of AGENTS.md and cuts them at ${CODEX_BYTES} (project_doc_max_bytes)`;
    found.push(warn(host, theirs.at(-1) ?? file, is));
  }
  const [first, ...others] = [...all].filter((path) => AGENTS_FILE.test(path));
  if (first !== undefined) {
    const [what, them] = others.length === 0 ? ["this file", "it"] : [`${others.length + 1} AGENTS.md files`, "them"];
    const message = `${host} loads ${what} itself, so Codicil leaves ${them} out of its block`;
    found.push({ host, severity: "info", file: first, message });
  }
  const imported = hostImports(mind, host);
  // Claude Code sees for itself that it has a file already (measured with 2.1.325); Gemini CLI does not.
  for (const path of host === "gemini" ? theirs.filter((each) => AGENTS_FILE.test(each) && imported.has(each)) : [])
    found.push(warn(host, path, `${host} loads this twice: by itself, and because another of its files imports it`));
  const cap = DIALECTS[host as Host]?.cap;
  if (cap !== undefined) {
    const { snapshot } = await freeze(mind, { host: { name: host, baseline: "", loads: all } });
    const length = hostBlock(snapshot).length;
    if (length > cap)
      found.push(warn(host, file, `${host} takes ${cap} characters of the block and it has ${length}: it is cut, and says so`));
  }
  return found;
}

function warn(host: string, file: string, message: string): HostFinding {
  return { host, severity: "warn", file, message };
}
