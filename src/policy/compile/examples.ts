// Two calls for each rule, made from its matcher: one that it must stop and a similar one that it must let through.

import { blockExample } from "../explain/blockShown.ts";
import type { CommandPattern, Example, GitMatcher, Matcher, PackageMatcher, PathMatcher, Rule } from "../match/rule.ts";
import { samplePath, shell, word } from "../explain/sampling.ts";
import type { Draft } from "../forms/around.ts";

/** Alone they say nothing: people know them by what they install. */
const MANAGERS = /^(?:npm|yarn|pnpm|bun)$/;

function sampleCommand(pattern: CommandPattern): string {
  const args = pattern.args.map((each) => (each === "*" ? "example" : each.replaceAll("*", "x")));
  const flags = pattern.flags.map(([first]) => first ?? "");
  const program =
    pattern.program === "*"
      ? pattern.words.length > 0
        ? "npm run"
        : flags.some((flag) => flag.startsWith("--"))
          ? "make"
          : "make"
      : pattern.program;
  const inside = pattern.inside.map((each) => samplePath(each)).slice(0, 1);
  // `git tag` alone only lists.
  const made =
    program === "git" && flags.length === 0 && args.length === 0 && /^(?:tag|branch|config)$/.test(pattern.words.join(" "))
      ? [pattern.words[0] === "config" ? "user.name" : "example"]
      : [];
  const usual = pattern.words.length === 0 && flags.length === 0 && args.length === 0 && MANAGERS.test(program) ? ["install"] : [];
  const words = [
    program,
    ...pattern.words.map((each) => each.replaceAll("*", "x")),
    ...made,
    ...usual,
    ...flags,
    ...args.slice(0, 1),
    ...inside,
  ];
  return words.map((each, at) => (at === 0 ? each : word(each))).join(" ");
}

function stoppedBy(matcher: Matcher): Example {
  switch (matcher.kind) {
    case "any":
      return stoppedBy(matcher.of[0] as Matcher);
    case "command":
      return matcher.pattern.elsewhere === undefined
        ? shell(sampleCommand(matcher.pattern))
        : { ...shell(sampleCommand(matcher.pattern)), cwd: "some/other/folder" };
    case "path":
      return pathExample(matcher);
    case "git":
      return gitExample(matcher);
    case "package":
      return shell(packageExample(matcher));
    case "statement":
      return shell(
        `psql -c "${
          matcher.pattern
            .replace(/\\b|\(\?:|[()]/g, "")
            .replace(/\\s\+/g, " ")
            .split("|")[0] ?? ""
        } x"`,
      );
    case "document":
      return { call: { tool: "load", document: matcher.names[0] ?? "" } };
    case "tool":
      return { call: { tool: matcher.names[0] ?? "", input: {} } };
    case "network":
      return shell(`curl https://${matcher.outside === true ? "example.org" : (matcher.hosts[0] ?? "").replaceAll("*", "x")}/`);
    case "downloaded":
      return shell("curl https://example.org/install.sh | sh");
    case "message":
      return shell('git commit -m "x"');
    case "text":
      return { call: { tool: "write", path: "src/example.ts", content: matcher.tokens[0] ?? "" } };
    case "reply":
      return { call: { tool: "reply", content: "👍".repeat(matcher.emojiOver + 1) } };
    default:
      return blockExample(matcher, stoppedBy);
  }
}

/** The nearest call that a ban on Git leaves alone. */
function harmless({ actions: [action], force, flags, branches, paths }: GitMatcher): string {
  if (paths !== undefined) return "git add src/unrelated.txt";
  if (action === "push" && branches !== undefined) return "git push origin some/other-branch";
  if (action === "push" && (force === true || flags !== undefined)) return "git push";
  if (action === "commit" && flags !== undefined) return 'git commit -m "x"';
  return "git status";
}

function pathExample(matcher: PathMatcher): Example {
  const path =
    matcher.everywhere === true
      ? "/elsewhere/place.txt"
      : matcher.outside === true
        ? "some/other/place.txt"
        : samplePath(matcher.globs[0] ?? "");
  if (matcher.access.includes("change")) return { call: { tool: "edit", path } };
  if (matcher.access.includes("create")) return { call: { tool: "write", path, content: "x" } };
  if (matcher.access.includes("delete")) return { call: { tool: "delete", path } };
  if (matcher.access.includes("read")) return { call: { tool: "read", path } };
  if (matcher.access.includes("list")) return shell(`ls ${word(path)}`);
  return shell(path.startsWith("/") || path.startsWith(".") ? path : `./${path}`);
}

function gitExample(matcher: GitMatcher): Example {
  const [action = "commit"] = matcher.actions;
  const flags = matcher.flags?.map(([first]) => first ?? "").join(" ") ?? "";
  const branch = matcher.branches?.[0]?.replaceAll("*", "x");
  if (matcher.paths !== undefined) return shell(`git add ${word(samplePath(matcher.paths[0] ?? ""))}`);
  if (action === "push")
    return shell(
      ["git push", matcher.force === true ? "--force" : "", flags, branch === undefined ? "" : `origin ${word(branch)}`]
        .filter((each) => each !== "")
        .join(" "),
    );
  if (action === "switch") return shell(`git switch ${branch ?? ""}`);
  const command = ["git", action, flags, action === "commit" ? '-m "x"' : ""].filter((each) => each !== "").join(" ");
  return branch === undefined ? shell(command) : { ...shell(command), history: [{ tool: "shell", command: `git switch ${word(branch)}` }] };
}

function packageExample(matcher: PackageMatcher): string {
  const [action = "add"] = matcher.actions;
  const name = matcher.packages?.[0]?.replaceAll("*", "x") ?? "left-pad";
  const [manager] = matcher.managers;
  if (manager !== undefined) return `${manager} install ${manager === "apt" || manager === "apt-get" ? "-y " : ""}${name}`;
  if (action === "publish") return "npm publish";
  if (action === "update") return "npm update";
  return `npm install ${matcher.global === true ? "-g " : ""}${name}`;
}

const UNRELATED: Example = { call: { tool: "read", path: "README.unrelated.txt" } };

function isRead(matcher: Matcher): boolean {
  return matcher.kind === "path" && (matcher.access.includes("read") || matcher.access.includes("list"));
}

/** Something alike that is no violation. */
function passedBy(matcher: Matcher, draft: Draft): Example {
  if (draft.effect === "rewrite" && draft.instead !== undefined && draft.replacement?.kind !== "flag")
    return shell(`${draft.instead}${MANAGERS.test(draft.instead) ? " install" : ""}`);
  switch (matcher.kind) {
    case "any":
      // Another part of it may mean what the first one leaves alone.
      if (matcher.of[0]?.kind === "path" && matcher.of.some(isRead)) return UNRELATED;
      return matcher.of[0]?.kind === "git" ? shell("git status") : passedBy(matcher.of[0] as Matcher, draft);
    case "command": {
      if (matcher.pattern.elsewhere !== undefined)
        return { ...shell(sampleCommand(matcher.pattern)), cwd: matcher.pattern.elsewhere[0] ?? "" };
      return shell(`grep -rn "${sampleCommand(matcher.pattern).replace(/["$`\\]/g, "")}" docs`);
    }
    case "path": {
      const path = matcher.outside === true ? samplePath(matcher.globs[0] ?? "") : samplePath(matcher.globs[0] ?? "");
      if (matcher.outside === true) return { call: { tool: "edit", path } };
      return isRead(matcher) ? UNRELATED : { call: { tool: "read", path } };
    }
    case "git":
      return shell(harmless(matcher));
    case "package":
      return shell("npm run build");
    case "statement":
      return shell('psql -c "select 1"');
    case "document":
      return { call: { tool: "load", document: "unrelated.txt" } };
    case "tool":
      return { call: { tool: "read", path: "README.md" } };
    case "network":
      return shell(`curl http://${matcher.outside === true ? (matcher.hosts[0] ?? "localhost") : "localhost"}/`);
    case "downloaded":
      return shell("curl https://example.org/data.json");
    case "message":
      return shell("git log");
    case "text":
      return { call: { tool: "write", path: "src/example.ts", content: "" } };
    case "reply":
      return { call: { tool: "reply", content: "ok" } };
    default:
      return UNRELATED;
  }
}

export function examplesFor(draft: Draft): Rule["examples"] {
  const stopped = draft.stopped ?? stoppedBy(draft.matcher);
  if (draft.order !== undefined) {
    const changed = draft.order.changed === undefined ? [] : [stoppedBy(draft.order.changed).call];
    const done = draft.order.needs.map((need) => {
      if (need.kind === "ran") return stoppedBy(need.matcher).call;
      if (need.kind === "changed") return { tool: "edit" as const, path: samplePath(need.globs[0] ?? "") };
      const path =
        need.kind === "read" ? samplePath(need.globs[0] ?? "") : "path" in stopped.call ? (stopped.call.path as string) : "README.md";
      return { tool: "read" as const, path };
    });
    const before = stopped.history ?? [];
    return { stopped: { ...stopped, history: [...before, ...changed] }, passes: { ...stopped, history: [...before, ...changed, ...done] } };
  }
  if (draft.atMost !== undefined) {
    const runs = (count: number) => Array.from({ length: count }, () => stopped.call);
    return { stopped: { ...stopped, history: runs(draft.atMost) }, passes: { ...stopped, history: runs(Math.max(0, draft.atMost - 1)) } };
  }
  return {
    stopped: draft.session === undefined ? stopped : { ...stopped, session: draft.session },
    passes: draft.passes ?? passedBy(draft.matcher, draft),
  };
}
