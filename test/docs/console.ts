// Documents whose commands are run: a ```console block is what a person sees in a terminal, and these functions read
// the commands out of it, run them in a world of their own, and compare what comes out with what the document says.
//
//   $ codicil apply              # exits 4          another exit code than 0
//   $ codicil accept ID          # at a terminal    the command wants a person's terminal
//   $ codicil serve              # until Ctrl+C     runs until it is stopped; then its exit code counts
//   > a line that continues the command
//   everything else is output (stdout and stderr together, as in a terminal)
//
// A ```sh setup block is before every command. Ids, times, hashes, ports and the person's folder differ from run to
// run: ids must differ in the same way everywhere, the others are not compared.

import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { PROGRAM, type World } from "../kit.ts";

export interface Step {
  readonly command: string;
  readonly exit: number;
  readonly where: "anywhere" | "terminal" | "until stopped";
  readonly output: string;
  /** Line in the document. */
  readonly line: number;
}

export interface Outcome {
  readonly step: Step;
  /** The command as it was run, with this run's ids. */
  readonly command: string;
  readonly exit: number;
  readonly output: string;
}

const PERSON = "/home/ada";

export function readSteps(markdown: string): { readonly setup: string; readonly steps: readonly Step[] } {
  const setup: string[] = [];
  const steps: Step[] = [];
  let block: string | null = null;
  for (const [index, line] of markdown.split("\n").entries()) {
    if (block === null) {
      block = /^```(.*)$/.exec(line)?.[1] ?? null;
      continue;
    }
    if (line === "```") block = null;
    else if (block === "sh setup") setup.push(line);
    else if (block === "console") addLine(steps, line, index + 1);
  }
  return { setup: setup.join("\n"), steps };
}

function addLine(steps: Step[], line: string, number: number): void {
  const last = steps.at(-1);
  if (line.startsWith("$ ")) steps.push({ ...readMarks(line.slice(2)), output: "", line: number });
  else if (last === undefined) throw new Error(`line ${number}: output before the first command`);
  else if (line.startsWith("> ") && last.output === "") steps[steps.length - 1] = { ...last, ...readMarks(`${last.command}\n${line.slice(2)}`) };
  else steps[steps.length - 1] = { ...last, output: `${last.output}${line}\n` };
}

function readMarks(text: string): Pick<Step, "command" | "exit" | "where"> {
  const found = / +# (exits \d|at a terminal|until Ctrl\+C)$/.exec(text);
  const mark = found?.[1] ?? "";
  return {
    command: found === null ? text : text.slice(0, found.index),
    exit: mark.startsWith("exits ") ? Number(mark.slice(6)) : 0,
    where: mark === "at a terminal" ? "terminal" : mark === "until Ctrl+C" ? "until stopped" : "anywhere",
  };
}

/** Runs every step; what an id of the document is called in this run is learnt from the outputs on the way. */
export async function runSteps(world: World, markdown: string): Promise<Outcome[]> {
  const { setup, steps } = readSteps(markdown);
  const shell = openShell(world, setup);
  const names = new Map<string, string>();
  const outcomes: Outcome[] = [];
  for (const step of steps) {
    const command = rename(step.command, names);
    const { exit, output } = await shell(command, step.where);
    learn(names, step.output, output);
    outcomes.push({ step, command, exit, output });
  }
  return outcomes;
}

/** What an outcome breaks of what the document says; null where nothing. */
export function judge({ step, command, exit, output }: Outcome, names: Map<string, string>): string | null {
  const where = `line ${step.line}, ${command}`;
  if (exit !== step.exit) return `${where}: exit ${exit} instead of ${step.exit}\n${output}`;
  learn(names, step.output, output);
  const [wanted, got] = [blur(rename(step.output, names)), blur(output)];
  return wanted === got ? null : `${where}: the document says\n${wanted}\nthe program says\n${got}`;
}

/** The document with this run's outputs in it. */
export function rewrite(markdown: string, outcomes: readonly Outcome[]): string {
  const lines = markdown.split("\n");
  for (const { step, command, output } of outcomes.toReversed()) {
    const count = 1 + (step.command.split("\n").length - 1) + (step.output.split("\n").length - 1);
    const mark = / +# [^#]*$/.exec(lines[step.line - 1] ?? "")?.[0] ?? "";
    const shown = command.split("\n").map((line, index) => (index === 0 ? `$ ${line}${mark}` : `> ${line}`));
    lines.splice(step.line - 1, count, ...shown, ...output.split("\n").slice(0, -1));
  }
  return lines.join("\n");
}

type Shell = (command: string, where: Step["where"]) => Promise<{ exit: number; output: string }>;

function openShell(world: World, setup: string): Shell {
  const person = join(world.root, "person");
  const bin = join(world.root, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "codicil"), `#!/bin/sh\nexec '${process.execPath}' ${PROGRAM.map((word) => `'${word}'`).join(" ")} "$@"\n`);
  chmodSync(join(bin, "codicil"), 0o755);
  const { CODICIL_HOME: _, CODICIL_STATE: __, ...rest } = world.env;
  const options = { cwd: world.project, env: { ...rest, PATH: `${bin}:${rest["PATH"] ?? ""}`, SHELL: "/bin/sh" } };
  const show = (text: string) => text.replaceAll("\r\n", "\n").replaceAll(person, PERSON);
  return async (command, where) => {
    const script = `${setup}\n${where === "until stopped" ? `exec ${command}` : command}`;
    if (where === "until stopped") {
      const served = await serveUntilReady(script, options);
      return { exit: served.exit, output: show(served.output) };
    }
    const [program, args] = where === "terminal" ? ["script", ["-qec", script, "/dev/null"]] : ["sh", ["-c", `exec 2>&1\n${script}`]];
    const done = spawnSync(program as string, args as string[], { ...options, input: "", encoding: "utf8" });
    return { exit: done.status ?? -1, output: show(done.stdout) };
  };
}

/** Starts it, waits for its address, fetches the page once, and stops it as Ctrl+C would. */
function serveUntilReady(script: string, options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<{ exit: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn("sh", ["-c", `exec 2>&1\n${script}`], { ...options, stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    let asked = false;
    child.stdout.on("data", (chunk: Buffer) => {
      output += String(chunk);
      const address = /ready (http:\S+)\n/.exec(output)?.[1];
      if (address === undefined || asked) return;
      asked = true;
      const sent = request(address, (response) => {
        response.resume();
        if (response.statusCode !== 200) output += `the page answered ${String(response.statusCode)}\n`;
        response.on("end", () => child.kill("SIGINT"));
      });
      sent.on("error", reject);
      sent.end();
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ exit: code ?? -1, output }));
  });
}

const NAME = /\b[ec]_[0-9a-f]{6}\b|\br_[0-9a-f]{12}\b|\bsession_\d{8}-\d{6}-[0-9a-f]{8}\b|\b\d{8}-\d{6}-[0-9a-f]{4}\.yaml\b/g;

/** A terminal prints the short form of an id and a pipe the whole one: a document may show either. */
function shortened(text: string): string {
  return text.replace(/\b([ec])_\d{14}_[0-9a-f]{6}([0-9a-f]{6})\b/g, "$1_$2");
}

/** One name for another, never two for one: that a document says the same id twice is part of what it says. */
function learn(names: Map<string, string>, said: string, ran: string): void {
  const [from, to] = [shortened(said).match(NAME) ?? [], shortened(ran).match(NAME) ?? []];
  for (const [index, name] of from.entries()) {
    const own = to[index];
    if (own !== undefined && !names.has(name) && ![...names.values()].includes(own)) names.set(name, own);
  }
}

function rename(text: string, names: ReadonlyMap<string, string>): string {
  return shortened(text).replace(NAME, (name) => names.get(name) ?? name);
}

function blur(text: string): string {
  return shortened(text)
    .replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?Z?)?/g, "TIME")
    .replace(/\b[0-9a-f]{64}\b/g, "HASH")
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
    .replace(/[ \t]+$/gm, "");
}
