// Where you stand, on one screen: the mind, the hosts, the rules, what is pending, and the next steps.

import { connectedHosts, foundTranscripts, type SwitchedOff, switchedOff, switchedOffText } from "../../hosts/index.ts";
import { listEverywhere } from "../../activity/sessions.ts";
import { load } from "../../mind/documents/load.ts";
import type { Mind } from "../../mind/open.ts";
import { policyReport } from "../../rules/index.ts";
import { status } from "../../mind/overview/status.ts";
import { printJson } from "../terminal/answer.ts";
import { underHome } from "../terminal/columns.ts";
import type { Call } from "../terminal/command.ts";
import { padTo } from "../terminal/width.ts";
import type { Words } from "../terminal/translated.ts";
import { PURPOSE } from "../table/commandTable.ts";
import { openKeys } from "../review/keys.ts";

export async function run(call: Call): Promise<number> {
  const mind = await call.mind();
  const found = await look(mind);
  if (call.json) {
    printJson(call, found);
    return 0;
  }
  const { print, colour, safe, words } = call.terminal;
  const home = underHome(found.home, mind.where.userHome);
  const row = (name: string, said: string) => call.terminal.tell(`  ${colour.bold(padTo(words.of(name), 8))} ${safe(said)}\n`, 11);
  call.terminal.tell(`${words.of(PURPOSE)}\n\n`);
  row("mind", found.isBegun ? home : words`none yet; its memory, identity and rules will be in ${home}`);
  row(
    "hosts",
    found.hosts.length === 0
      ? words`no agent program found`
      : found.hosts.map(({ host, connected }) => (connected ? words`${host} (connected)` : words`${host} (not connected)`)).join(words`, `),
  );
  for (const { host, found: files, leaving } of found.transcripts)
    row(
      "sessions",
      words`${words.counted(files, "transcript")} of ${host} to bring in` +
        (leaving > 0 ? words`; ${host} may delete ${leaving} within a week` : ""),
    );
  for (const off of found.switchedOff) row("warning", words.reason(switchedOffText(off)));
  row("rules", rulesText(found, words));
  row(
    "pending",
    words`${found.pending.proposals + found.rules.proposed} to review, ${words.counted(found.pending.conflicts, "conflict")}, ${found.pending.entries} to apply`,
  );
  print(`\n${words`Next`}\n`);
  const asks = call.terminal.isForeground && call.terminal.isScreen;
  for (const [index, { command, why }] of found.next.entries())
    call.terminal.tell(
      `  ${asks ? `${colour.bold(String(index + 1))}  ` : ""}${colour.green(command.padEnd(24))} ${words.of(why)}\n`,
      asks ? 30 : 27,
    );
  if (asks) await choose(call, found.next);
  return 0;
}

/** Nothing is enforced while no agent program asks. */
function rulesText({ hosts, rules: { enforced, proposed, advice, files } }: Found, words: Words): string {
  if (files === 0) return words`no instruction file here, such as AGENTS.md`;
  const lines = words.counted(enforced, "line");
  const held = hosts.some(({ connected }) => connected) ? words`${lines} enforced` : words`${lines} that a connected host enforces`;
  return words`${held}, ${proposed} proposed, ${advice} advice, from ${words.counted(files, "instruction file")}`;
}

/** A number runs its step; any other key leaves. There are never more than nine. */
async function choose(call: Call, steps: readonly Step[]): Promise<void> {
  call.terminal.print(`\n${call.terminal.words`Press 1-${steps.length} to run it, any other key to leave.`} `);
  const keys = openKeys(call);
  const key = await keys.next();
  keys.close();
  const step = steps[Number(key) - 1];
  call.terminal.tell(step === undefined ? "\n" : `\n\n$ ${step.command}\n`);
  if (step !== undefined) call.follow(step.command.split(" ").slice(1));
}

async function look(mind: Mind): Promise<Found & { readonly next: readonly Step[] }> {
  const { pending, staged } = await status(mind);
  const { files, totals, proposed } = policyReport(mind, []);
  const { proposed: _, advice = 0, prose: __, ...enforced } = totals;
  const hosts = connectedHosts(mind.where.state, process.env["PATH"]);
  const connected = hosts.filter((each) => each.connected).map(({ host }) => host);
  const isNew = (await listEverywhere(mind, { limit: 1 })).total === 0;
  const found: Found = {
    home: mind.where.home,
    isBegun: (await load(mind)).some(({ document }) => document.role === "soul" || document.role === "memory"),
    hosts,
    transcripts: isNew ? await foundTranscripts(process.env, mind.deps.clock.now().getTime()) : [],
    switchedOff: switchedOff(mind, connected),
    rules: { files: files.length, enforced: Object.values(enforced).reduce((sum, each) => sum + each, 0), proposed, advice },
    pending: {
      proposals: pending.filter(({ state }) => state === "proposed").length,
      conflicts: staged.length,
      entries: pending.filter(({ state }) => state === "pending").length,
    },
  };
  return { ...found, next: nextSteps(found) };
}

interface Found {
  readonly home: string;
  readonly isBegun: boolean;
  readonly hosts: ReturnType<typeof connectedHosts>;
  /** Of other programs; counted until there is a first session here. */
  readonly transcripts: Awaited<ReturnType<typeof foundTranscripts>>;
  readonly switchedOff: readonly SwitchedOff[];
  readonly rules: { readonly files: number; readonly enforced: number; readonly proposed: number; readonly advice: number };
  readonly pending: { readonly proposals: number; readonly conflicts: number; readonly entries: number };
}

interface Step {
  readonly command: string;
  readonly why: string;
}

/** Each step with when it is one; the last two always are. */
function nextSteps({ isBegun, hosts, rules, pending, transcripts }: Found): Step[] {
  const [past] = transcripts;
  const open = hosts.find(({ connected }) => !connected);
  const isConnected = hosts.some(({ connected }) => connected);
  const steps: ReadonlyArray<readonly [boolean, string, string]> = [
    [!isBegun, "codicil init", "create your mind: a name and empty documents"],
    [pending.conflicts > 0, "codicil status", "resolve the conflicts"],
    [pending.proposals + rules.proposed > 0, "codicil review", "decide what is proposed"],
    [pending.entries > 0, "codicil apply", "write what is pending"],
    [!isConnected, `codicil install ${open?.host ?? "claude"}`, "connect an agent to your memory and rules"],
    [past !== undefined, `codicil session import ${past?.host}`, "make its past sessions searchable; they are copied"],
    [rules.files > 0, "codicil policy report", "see which lines of AGENTS.md are enforced"],
    [true, "codicil serve", "open the page"],
    [true, "codicil help", "the everyday commands"],
  ];
  return steps.filter(([isDue]) => isDue).map(([, command, why]) => ({ command, why }));
}
