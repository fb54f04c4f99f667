// The daemon's door to other agent programs, as the command line opens it: the same plans as `codicil install`.

import { HOSTS } from "../../base/index.ts";
import { createTwoFilesPatch, diffLines } from "diff";
import type { HostChanges, HostFileChange, HostsDoor } from "../../daemon/index.ts";
import {
  connectedHosts,
  type FileChange,
  fireCanaries,
  foundTranscripts,
  hostNamed,
  importTranscripts,
  type InstallPlan,
  type InstallRequest,
  planInstall,
  planUninstall,
  pluginText,
  programsNow,
  releaseNow,
} from "../../hosts/index.ts";
import type { Mind } from "../../mind/open.ts";
import { shippedSkills } from "../../hostSessions/skills.ts";
import { underHome } from "../terminal/columns.ts";

/** What every plan for a host needs, whichever host it is. */
export function shipped({ where, deps }: Mind, env = process.env): Omit<InstallRequest, "host" | "project" | "shared" | "trust"> {
  return { where, env, programs: programsNow(), release: releaseNow(), plugin: pluginText, skills: shippedSkills(), now: deps.clock.now() };
}

export function hostsDoor(mind: Mind, env = process.env): HostsDoor {
  const request = (host: string): InstallRequest => ({
    ...shipped(mind, env),
    host: hostNamed(host),
    project: false,
    shared: false,
    trust: true,
  });
  return {
    list: () => {
      const here = connectedHosts(mind.where.state, env["PATH"]);
      return HOSTS.map((host) => {
        const found = here.find((each) => each.host === host);
        const version = found?.version === undefined ? {} : { version: found.version };
        return { host, found: found !== undefined, connected: found?.connected === true, ...version };
      });
    },
    transcripts: () => foundTranscripts(env, mind.deps.clock.now().getTime()),
    importFrom: async (host, going) => {
      const reports = await importTranscripts(mind, host, { env, ...going });
      const sum = (of: (report: (typeof reports)[number]) => number) => reports.reduce((all, each) => all + of(each), 0);
      return {
        found: sum(({ totals }) => totals.found),
        fresh: sum(({ totals }) => totals.new + totals.grown),
        problems: sum(({ problems }) => problems.length),
      };
    },
    plan: (host) => changesOf(planInstall(request(host)), env["HOME"]),
    connect: async (host) => {
      const plan = planInstall(request(host));
      plan.carryOut();
      const canaries = await fireCanaries(mind.where, plan.host);
      return { ...changesOf(plan, env["HOME"]), alive: canaries.every(({ alive }) => alive) };
    },
    disconnect: (host) => {
      const plan = planUninstall(request(host));
      plan.carryOut();
      return changesOf(plan, env["HOME"]);
    },
  };
}

/** Below the person's home folder a path is told as people write it. */
function changesOf({ host, changes, notes }: InstallPlan, home = ""): HostChanges {
  return { host, notes, changes: changes.map((change) => ({ ...changeOf(change), path: underHome(change.path, home) })) };
}

/** A plugin is a program of ours, thousands of lines long: its name says enough. */
const LONGEST_SHOWN = 60_000;

function changeOf({ path, before, after }: FileChange): HostFileChange {
  const isLong = (after ?? before ?? "").length > LONGEST_SHOWN;
  return {
    path,
    kind: before === null ? "create" : after === null ? "remove" : "change",
    ...lineCounts(before, after),
    ...(isLong
      ? {}
      : { patch: createTwoFilesPatch("", "", before ?? "", after ?? "", "", "", { context: 0 }).replace(/^[^@]*\n(?=@@)/, "") }),
  };
}

export function lineCounts(before: string | null, after: string | null): { readonly added: number; readonly removed: number } {
  const parts = diffLines(before ?? "", after ?? "");
  const count = (kind: "added" | "removed") => parts.filter((part) => part[kind]).reduce((sum, part) => sum + part.count, 0);
  return { added: count("added"), removed: count("removed") };
}
