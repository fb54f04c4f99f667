// What each host needs in its settings, as edits of text. Pure: files in, files out. A host's row says where its settings
// lie, which events it fires and how it writes a hook down; all else is the same for all.

import { isDeepStrictEqual } from "node:util";
import { type Host, hostFacts } from "../../base/index.ts";
import { mcpSessionOf } from "../dialects/session.ts";
import { putItem, putMember, readAt, takeOut } from "./jsonText.ts";
import type { Launcher } from "./launcher.ts";
import { type IsOurs, putToml, readToml, takeToml, type Wanted } from "./tomlText.ts";
import { trustedHooks } from "./codexTrust.ts";

export interface Scope {
  readonly userHome: string;
  /** Set: the project's own settings instead of the person's. */
  readonly project: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Wired {
  /** What the settings file shall hold, given what it holds now. */
  put(text: string | null, files: ReadonlyMap<string, string>): string;
  /** Without anything of ours; null: nothing else is left, and the file was only ours. */
  take(text: string): string | null;
}

export interface SettingsFile extends Wired {
  readonly path: string;
  /** Nothing but ours is in it. */
  readonly own?: true;
}

export interface Wiring {
  readonly files: readonly SettingsFile[];
  /** What the person has to know or do themselves. */
  readonly notes: readonly string[];
}

export interface WiringRequest {
  readonly host: Host;
  readonly scope: Scope;
  readonly launcher: Launcher;
  /** The text of the in-process plugin, for hosts that load one. */
  readonly plugin: (host: "opencode" | "pi") => string;
  /** Agent Skills, for the host's own folder of them: paths relative to it. */
  readonly skills: readonly { readonly path: string; readonly text: string }[];
  readonly shared: boolean;
  /** Codex runs no hook whose hash it was not told to trust. */
  readonly trust: boolean;
  /** Where a path leads. Codex names its hooks by the real one. */
  readonly real: (path: string) => string;
}

/** Seconds. Far above what the hook takes, and above the eight after which it refuses by itself. */
const PATIENCE = 30;
const SERVER = "codicil";

export function wiringFor(request: WiringRequest): Wiring {
  const base = folderOf(request.host, request.scope);
  const { files, notes } = SETTINGS[request.host](base, request);
  return { files: [...files, ...request.skills.map(({ path, text }) => skillFile(`${base}/skills/${path}`, text))], notes };
}

type Settings = (base: string, request: WiringRequest) => Wiring;

const geminiLike: Settings = (base, request) => ({ files: [settingsWithMcp(`${base}/settings.json`, request)], notes: [] });

const SETTINGS: Readonly<Record<Host, Settings>> = {
  claude: (base, request) => ({
    files: [
      claudeSettings(`${base}/settings.json`, request),
      mcpFile(request.scope.project === null ? claudeJson(request.scope) : `${request.scope.project}/.mcp.json`, request),
    ],
    notes: [],
  }),
  gemini: (base, request) => ({
    ...geminiLike(base, request),
    notes: request.scope.project === null ? [] : ["Gemini CLI loads a project's settings in trusted folders only."],
  }),
  qwen: geminiLike,
  codex: codexWiring,
  copilot: (base, request) => {
    const { project } = request.scope;
    if (project === null)
      return {
        files: [
          ownFile(`${base}/hooks/codicil.json`, copilotHooks(request)),
          mcpFile(`${base}/mcp-config.json`, request, { type: "local", tools: ["*"] }),
        ],
        notes: [],
      };
    return {
      files: [ownFile(`${project}/.github/hooks/codicil.json`, copilotHooks(request))],
      notes: ["Copilot CLI ignores a repository's hooks in folders that it does not trust."],
    };
  },
  cursor: (base, request) => ({
    files: [cursorHooks(`${base}/hooks.json`, request), mcpFile(`${base}/mcp.json`, request)],
    notes: ["Cursor was not run by us: its lines follow its documentation."],
  }),
  kimi: (base, request) => ({
    files: [kimiHooks(`${base}/config.toml`, request), mcpFile(`${base}/mcp.json`, request)],
    notes: ["Kimi lets a call pass when a hook fails; Codicil's launcher answers with exit 2 then, which it takes as a refusal."],
  }),
  opencode: (base, request) => ({
    files: [ownFile(`${base}/plugins/codicil.js`, request.plugin("opencode")), opencodeMcp(openCodeConfig(base, request.scope), request)],
    notes: [],
  }),
  pi: (base, request) => ({
    files: [ownFile(`${base}/extensions/codicil.js`, request.plugin("pi")), mcpFile(`${base}/mcp.json`, request, { exposure: "direct" })],
    notes: [],
  }),
};

/** Where the settings of a host lie. */
export function folderOf(host: Host, { userHome, project, env }: Scope): string {
  const { projectFolder, userFolder, movedBy } = hostFacts(host);
  if (project !== null) return `${project}/${projectFolder}`;
  const given = (name: string | null) => (name === null || env[name] === "" ? undefined : env[name]);
  const config = given("XDG_CONFIG_HOME") ?? `${userHome}/.config`;
  return (
    given(movedBy) ?? (userFolder.startsWith(".config/") ? `${config}${userFolder.slice(".config".length)}` : `${userHome}/${userFolder}`)
  );
}

function claudeJson({ userHome, env }: Scope): string {
  const folder = env["CLAUDE_CONFIG_DIR"];
  return folder === undefined || folder === "" ? `${userHome}/.claude.json` : `${folder}/.claude.json`;
}

function openCodeConfig(base: string, { project }: Scope): string {
  return project === null ? `${base}/opencode.json` : `${project}/opencode.json`;
}

const EVENTS: Readonly<Record<Exclude<Host, "copilot" | "cursor" | "opencode" | "pi">, readonly string[]>> = {
  claude: ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "PreCompact", "Stop", "SessionEnd"],
  codex: ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PreCompact", "Stop", "SessionEnd"],
  gemini: ["SessionStart", "BeforeAgent", "BeforeTool", "AfterTool", "PreCompress", "AfterAgent", "SessionEnd"],
  kimi: ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PreCompact", "Stop", "SessionEnd"],
  qwen: ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PreCompact", "Stop", "SessionEnd"],
};

const AROUND_CALLS = /Tool/;

/** Groups of hooks by event, as Claude began it. `seconds`: what one second is in the host's unit of time. */
function hookGroups(
  request: WiringRequest,
  { seconds }: { readonly seconds: number },
): [event: string, group: Readonly<Record<string, unknown>>][] {
  const host = request.host as keyof typeof EVENTS;
  return EVENTS[host].map((event) => {
    // Codex gives the end of a session three seconds at most.
    const timeout = (host === "codex" && event === "SessionEnd" ? 3 : PATIENCE) * seconds;
    const hook = {
      type: "command",
      ...(host === "gemini" ? { name: SERVER } : {}),
      command: request.launcher.hook(host, event),
      timeout,
      ...(host === "codex" && TAKES_CONTEXT.test(event) ? { additionalContextLimit: 0 } : {}),
    };
    return [event, { ...(AROUND_CALLS.test(event) ? { matcher: host === "gemini" ? ".*" : "*" } : {}), hooks: [hook] }];
  });
}

const TAKES_CONTEXT = /^(?:PreToolUse|PostToolUse|SessionStart|UserPromptSubmit)$/;

function isOursIn(launcher: Launcher): (value: unknown) => boolean {
  return (value) => JSON.stringify(value).includes(JSON.stringify(launcher.hookProgram).slice(1, -1));
}

function putGroups(text: string | null, request: WiringRequest, file: string, unit: { readonly seconds: number }): string {
  return hookGroups(request, unit).reduce((now, [event, group]) => putItem(now, ["hooks", event], group, file), text ?? "");
}

function takeGroups(text: string, request: WiringRequest, file: string): string {
  const host = request.host as keyof typeof EVENTS;
  return EVENTS[host].reduce((now, event) => takeOut(now, ["hooks", event], isOursIn(request.launcher), file), text);
}

function hooksFile(path: string, request: WiringRequest, unit: { readonly seconds: number }): SettingsFile {
  return { path, put: (text) => putGroups(text, request, path, unit), take: (text) => unlessEmpty(takeGroups(text, request, path)) };
}

/** The person's status line is theirs where they have one, and so is the one they would see in every project that has its own. */
function claudeSettings(path: string, request: WiringRequest): SettingsFile {
  const hooks = hooksFile(path, request, { seconds: 1 });
  if (request.scope.project !== null) return hooks;
  const line = { type: "command", command: request.launcher.statusLine };
  return {
    path,
    put: (text, files) => putMember(hooks.put(text, files), ["statusLine"], line, path),
    take: (text) =>
      chain(hooks.take(text), (left) =>
        unlessEmpty(takeOut(left, [], (value, key) => key === "statusLine" && isDeepStrictEqual(value, line), path)),
      ),
  };
}

function settingsWithMcp(path: string, request: WiringRequest): SettingsFile {
  const mcp = mcpFile(path, request);
  const hooks = hooksFile(path, request, { seconds: 1000 });
  return { path, put: (text, files) => mcp.put(hooks.put(text, files), files), take: (text) => chain(hooks.take(text), mcp.take) };
}

function chain(text: string | null, next: (text: string) => string | null): string | null {
  return text === null ? null : next(text);
}

/** Hosts name our server alike and start it alike. */
function mcpFile(path: string, request: WiringRequest, more: Readonly<Record<string, unknown>> = {}): SettingsFile {
  const { launcher } = request;
  return {
    path,
    put: (text) => putMember(text ?? "", ["mcpServers", SERVER], { ...more, command: launcher.program, args: mcpArgs(request) }, path),
    take: (text) =>
      unlessEmpty(
        takeOut(
          text,
          ["mcpServers"],
          (value, key) => key === SERVER && JSON.stringify(value).includes(JSON.stringify(launcher.program)),
          path,
        ),
      ),
  };
}

/**
 * The hook tells the session how memory is used; the server need not tell it again. Its session is one that the host's own
 * end can flush: some hosts kill their servers without a word.
 */
function mcpArgs({ host, shared }: WiringRequest): string[] {
  return ["mcp", "--hooked", "--session", mcpSessionOf(host), ...(shared ? ["--session-type", "shared"] : [])];
}

function opencodeMcp(path: string, request: WiringRequest): SettingsFile {
  const { launcher } = request;
  return {
    path,
    put: (text) =>
      putMember(text ?? "", ["mcp", SERVER], { type: "local", command: [launcher.program, ...mcpArgs(request)], enabled: true }, path),
    take: (text) =>
      unlessEmpty(
        takeOut(text, ["mcp"], (value, key) => key === SERVER && JSON.stringify(value).includes(JSON.stringify(launcher.program)), path),
      ),
  };
}

function ownFile(path: string, content: string): SettingsFile {
  return { path, own: true, put: () => content, take: () => null };
}

/** What somebody made of it stays. */
function skillFile(path: string, content: string): SettingsFile {
  return { path, own: true, put: () => content, take: (text) => (text === content ? null : text) };
}

function tomlFile(path: string, wanted: (files: ReadonlyMap<string, string>) => readonly Wanted[], isOurs: IsOurs): SettingsFile {
  return {
    path,
    put: (text, files) => putToml(text ?? "", wanted(files), path),
    take: (text) => {
      const without = takeToml(text, isOurs, path);
      return without.trim() === "" ? null : without;
    },
  };
}

function unlessEmpty(text: string): string | null {
  return /^\s*\{\s*\}\s*$/.test(text) ? null : text;
}

function kimiHooks(path: string, { launcher }: WiringRequest): SettingsFile {
  const ours = isOursIn(launcher);
  const hooks = EVENTS.kimi.map((event): Wanted => ({
    path: ["hooks"],
    fields: { event, command: launcher.hook("kimi", event), timeout: PATIENCE },
    as: "item",
  }));
  return tomlFile(
    path,
    () => hooks,
    ([first, ...rest], value) => first === "hooks" && rest.length === 0 && ours(value ?? null),
  );
}

function copilotHooks({ launcher }: WiringRequest): string {
  const hook = (event: string) => [{ type: "command", bash: launcher.hook("copilot", event), timeoutSec: PATIENCE }];
  const hooks = Object.fromEntries(
    ["sessionStart", "userPromptSubmitted", "preToolUse", "postToolUse", "agentStop", "sessionEnd"].map((event) => [event, hook(event)]),
  );
  return `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`;
}

const CURSOR_EVENTS = ["sessionStart", "preToolUse", "postToolUse", "preCompact", "stop", "sessionEnd"];

function cursorHooks(path: string, { launcher }: WiringRequest): SettingsFile {
  const ours = isOursIn(launcher);
  return {
    path,
    put: (text) =>
      CURSOR_EVENTS.reduce(
        (now, event) =>
          putItem(
            now,
            ["hooks", event],
            { command: launcher.hook("cursor", event), timeout: PATIENCE, ...(event === "preToolUse" ? { failClosed: true } : {}) },
            path,
          ),
        putMember(text ?? "", ["version"], 1, path),
      ),
    take: (text) => {
      const without = CURSOR_EVENTS.reduce((now, event) => takeOut(now, ["hooks", event], ours, path), text);
      return /^\s*\{\s*"version":\s*1\s*\}\s*$/.test(without) ? null : unlessEmpty(without);
    },
  };
}

function codexWiring(base: string, request: WiringRequest): Wiring {
  const { launcher, scope, trust } = request;
  const hooks = hooksFile(`${base}/hooks.json`, request, { seconds: 1 });
  const config = `${folderOf("codex", { ...scope, project: null })}/config.toml`;
  const server: Wanted = { path: ["mcp_servers", SERVER], fields: { command: launcher.program, args: mcpArgs(request) }, as: "keep" };
  const trusted = (files: ReadonlyMap<string, string>) =>
    trust ? trustedHooks(request.real(hooks.path), files.get(request.real(hooks.path)) ?? "", isOursIn(launcher)) : [];
  const settings = tomlFile(
    config,
    (files) => [
      server,
      ...trusted(files).map(({ key, hash }): Wanted => ({ path: ["hooks", "state", key], fields: { trusted_hash: hash }, as: "replace" })),
    ],
    ([first, second, ...rest], value, inBlock) =>
      (first === "mcp_servers" &&
        second === SERVER &&
        rest.length === 0 &&
        (value as { command?: unknown } | undefined)?.command === launcher.program) ||
      (inBlock && first === "hooks" && second === "state" && rest.length === 1),
  );
  const notes = [
    trust
      ? "Codex runs a hook only when its hash is trusted. The hashes in config.toml say that you trust the commands shown here; " +
        "without them (--no-trust) you approve them in Codex with /hooks."
      : "Codex will not run these hooks until you approve them in Codex with /hooks, and codex exec does not say so.",
    ...(scope.project === null
      ? []
      : [`Codex loads a project's hooks only where config.toml says [projects.${JSON.stringify(scope.project)}] trust_level = "trusted".`]),
  ];
  return { files: [hooks, settings], notes };
}

/** The commands of ours that a host's settings hold now, by event: what a canary runs. */
export function hookCommandsIn(
  text: string,
  file: string,
  launcher: Pick<Launcher, "hookProgram">,
): { readonly event: string; readonly command: string }[] {
  if (file.endsWith(".toml")) {
    const { hooks } = readToml(text, file);
    return (Array.isArray(hooks) ? (hooks as { event?: string; command?: string }[]) : []).flatMap(({ event = "", command = "" }) =>
      command.includes(launcher.hookProgram) ? [{ event, command }] : [],
    );
  }
  const hooks = readAt(text, ["hooks"], file) as Readonly<Record<string, readonly unknown[]>> | undefined;
  return Object.entries(hooks ?? {}).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : []).flatMap((group) => {
      const inner = (group as { hooks?: readonly unknown[] }).hooks ?? [group];
      return inner.flatMap((each) => {
        const { command, bash } = each as { command?: string; bash?: string };
        const line = command ?? bash ?? "";
        return line.includes(launcher.hookProgram) ? [{ event, command: line }] : [];
      });
    }),
  );
}
