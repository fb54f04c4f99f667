// The canary: a call that must be refused and one that must pass, sent through the very command that is in the host's
// settings now. So a moved Node, an edited line or a host that was told to trust something else is seen before it matters. What
// must be refused is a red line, which no key opens: a gate that is unlocked is not taken for a dead one.

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { type Host, sha256 } from "../../base/index.ts";
import { beginCanaries } from "../../gate/index.ts";
import type { Whereabouts } from "../../mind/whereabouts.ts";
import { DIALECTS } from "../dialects/dialects.ts";
import { trustedHooks } from "./codexTrust.ts";
import { type Installed, readRecords } from "./record.ts";
import { readSettings, textOf } from "./settingsFiles.ts";
import { readToml } from "./tomlText.ts";
import { switchedOff, switchedOffText } from "./switchedOff.ts";
import { hookCommandsIn } from "./wiring.ts";

export interface Canary {
  readonly host: string;
  readonly project: string | null;
  /** Which way a call takes: shell, edit, sub-agent. */
  readonly path: string;
  readonly alive: boolean;
  readonly why: string;
}

const TIME_MS = 20_000;

/** Of one host, or of all. The programs run beside this thread: the daemon answers meanwhile. */
export async function fireCanaries(where: Whereabouts, host?: Host): Promise<Canary[]> {
  const records = readRecords(where.state).filter((record) => host === undefined || record.host === host);
  if (records.length === 0) return [];
  const run = beginCanaries(where.state, randomBytes(16).toString("hex"));
  try {
    const found: Canary[] = [];
    for (const record of records) found.push(...(await canariesOf(record, { where, session: run.session })));
    return found;
  } finally {
    run.end();
  }
}

interface Ground {
  readonly where: Whereabouts;
  /** Marks the calls as canaries. */
  readonly session: string;
}

async function canariesOf(record: Installed, ground: Ground): Promise<Canary[]> {
  const { where } = ground;
  const { host, project } = record;
  const row = (path: string, alive: boolean, why: string): Canary => ({ host, project, path, alive, why });
  const gone = record.files.filter(({ path }) => !existsSync(path));
  if (gone.length > 0)
    return [
      row(
        "settings",
        false,
        `${gone.map(({ path }) => path).join(", ")} is gone; run codicil install ${host}${project === null ? "" : " --project"} again`,
      ),
    ];
  if (host === "opencode" || host === "pi") return pluginCanary(record, row);
  const dialect = DIALECTS[host as Host];
  const settings = record.files.map(({ path }) => ({ path, text: textOf(readSettings(path) ?? Buffer.alloc(0), path) }));
  const commands = settings.flatMap(({ path, text }) =>
    mayHoldHooks(path) ? hookCommandsIn(text, path, { hookProgram: `${where.state}/bin/codicil-hook` }) : [],
  );
  const off = switchedOff({ where }, [host as Host]);
  if (off.length > 0) return off.map((each) => row("settings", false, switchedOffText(each)));
  const gate = commands.find(({ event }) => dialect.events[event] === "before-call");
  if (gate === undefined)
    return [row("shell", false, `its settings no longer run Codicil before a call; run codicil install ${host} again`)];
  const untrusted = host === "codex" ? untrustedIn(settings, where) : null;
  if (untrusted !== null) return [row("shell", false, untrusted)];
  return [
    row("shell", ...(await fires(gate.command, host, gate.event, { tool: "shell", value: "rm -rf /" }, ground))),
    row("edit", ...(await fires(gate.command, host, gate.event, { tool: "write", value: `${where.home}/MEMORY.md` }, ground))),
    row("sub-agent", ...(await fires(gate.command, host, gate.event, { tool: "shell", value: "rm -rf /", agent: "canary" }, ground))),
    row("allowed", ...(await passes(gate.command, host, gate.event, ground))),
    ...(await loaderCanary(record, row)),
  ];
}

/** Hosts that can be asked what they read from their settings, without a session. */
const LOADERS: Readonly<Record<string, readonly string[]>> = {
  codex: ["codex", "mcp", "list", "--json"],
  claude: ["claude", "mcp", "get", "codicil"],
};

/** The host's own word on the settings: a file that it cannot read leaves it without the gate, or without a start. */
async function loaderCanary({ host, project }: Installed, row: (path: string, alive: boolean, why: string) => Canary): Promise<Canary[]> {
  const [program, ...words] = LOADERS[host] ?? [];
  // A project's server is the person's to approve first.
  if (program === undefined || project !== null) return [];
  const { status, stdout, stderr, error } = await run(program, words);
  if (error !== undefined)
    return error.code === "ENOENT"
      ? []
      : [row("settings", false, `${program} does not answer when asked for its settings (${error.message})`)];
  if (status !== 0)
    return [row("settings", false, `${program} cannot read its settings: ${(stderr || stdout).trim().split("\n").slice(0, 3).join(" ")}`)];
  const isNamed = stdout.includes("codicil");
  const asked = [program, ...words].join(" ");
  return [row("settings", isNamed, `its settings ${isNamed ? "name" : "do not name"} our server (${asked})`)];
}

/** Not a skill and not a plugin. Settings that are a link have the name of the file that it leads to. */
function mayHoldHooks(path: string): boolean {
  return !/\.(?:md|js)$/.test(path);
}

/** A plugin runs inside its host: what can be seen from here is that it is there, whole. */
function pluginCanary({ files }: Installed, row: (path: string, alive: boolean, why: string) => Canary): Canary[] {
  const plugin = files.find(({ path }) => path.endsWith("codicil.js"));
  const text = plugin === undefined ? null : textOf(readSettings(plugin.path) ?? Buffer.alloc(0), plugin.path);
  const isWhole = plugin !== undefined && text !== null && sha256(text) === plugin.after;
  return [
    row(
      "plugin",
      isWhole,
      isWhole ? "the plugin is as it was installed" : "the plugin was changed since it was installed; run codicil install again",
    ),
  ];
}

function untrustedIn(settings: readonly { readonly path: string; readonly text: string }[], where: Whereabouts): string | null {
  const hooks = settings.find(({ path }) => path.endsWith("hooks.json"));
  const config = settings.find(({ path }) => path.endsWith("config.toml"))?.text ?? "";
  if (hooks === undefined) return "hooks.json is gone";
  const ours = trustedHooks(hooks.path, hooks.text, (value) => JSON.stringify(value).includes(`${where.state}/bin/codicil-hook`));
  const { hooks: known } = readToml(config, "config.toml") as { hooks?: { state?: Readonly<Record<string, { trusted_hash?: string }>> } };
  const missing = ours.filter(({ key, hash }) => known?.state?.[key]?.trusted_hash !== hash);
  return missing.length === 0
    ? null
    : `Codex does not trust ${missing.length} of ${ours.length} hooks and skips ` +
        "them silently; run codicil install codex again, or /hooks in Codex";
}

interface Sample {
  readonly tool: "shell" | "write";
  readonly value: string;
  readonly agent?: string;
}

function messageFor(host: string, event: string, { tool, value, agent }: Sample, { where, session }: Ground): string {
  const input = tool === "shell" ? { command: value } : { file_path: value, content: "canary" };
  const name = tool === "shell" ? "Bash" : "Write";
  const common = { cwd: where.cwd, ...(agent === undefined ? {} : { agent_id: agent }) };
  if (host === "copilot") return JSON.stringify({ ...common, sessionId: session, toolName: name.toLowerCase(), toolArgs: input });
  return JSON.stringify({
    ...common,
    session_id: session,
    conversation_id: session,
    hook_event_name: event,
    tool_name: name,
    tool_input: input,
  });
}

interface Ran {
  /** null: it did not end by itself. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** It could not be started, or took too long. */
  readonly error?: NodeJS.ErrnoException;
}

function run(program: string, words: readonly string[], input = ""): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(program, words, { encoding: "utf8", timeout: TIME_MS }, (failed, stdout, stderr) => {
      const status = failed === null ? 0 : typeof failed.code === "number" ? failed.code : null;
      resolve({ status, stdout, stderr, ...(failed === null || status !== null ? {} : { error: failed as NodeJS.ErrnoException }) });
    });
    // One that ends without reading is judged by what it said.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

async function fires(command: string, host: string, event: string, sample: Sample, ground: Ground): Promise<[boolean, string]> {
  const { status, stdout, stderr } = await run("/bin/sh", ["-c", command], messageFor(host, event, sample, ground));
  const refused = status === 0 && /"deny"/.test(stdout);
  if (refused) return [true, `refused: ${sample.value}`];
  return [
    false,
    status === 2
      ? `every call is refused: ${stderr.trim()}`
      : `${sample.value} was not refused (exit ${String(status)}${stderr.trim() === "" ? "" : `, ${stderr.trim()}`})`,
  ];
}

async function passes(command: string, host: string, event: string, ground: Ground): Promise<[boolean, string]> {
  const message = messageFor(host, event, { tool: "shell", value: "git status" }, ground);
  const { status, stdout, stderr } = await run("/bin/sh", ["-c", command], message);
  return status === 0 && !/"(?:deny|ask)"/.test(stdout)
    ? [true, "passed: git status"]
    : [false, `git status does not pass: ${(stdout + stderr).trim()}`];
}
