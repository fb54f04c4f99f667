// The package managers of whole machines. Adding packages of the distribution by their plain names is ordinary: the
// manager checks their signatures and can take them away again. Other sources, upgrades and removals are asked about.
// With `sudo` in front, sudo itself is asked about.

import { either, whole, wordSet } from "../../base/index.ts";
import type { PackageEffect } from "../call/effects.ts";
import type { Command } from "../run/record.ts";
import { type Field, textAt } from "../run/values.ts";

/** A package's name, perhaps with a version, an architecture, a wildcard or a variable behind its beginning: no path or address. */
const NAME = /^[a-z0-9@.][\w.+:=~@<>*\uE000-\uE002-]*$/i;
const FILE = /\.(?:deb|rpm|apk|pkg|txz|snap)$/i;

/** Options that change neither where packages come from nor what else runs. */
const HARMLESS = whole`-[yqVvfduU]+, -qq, -y\S?, -t,
  --(?:yes|assume-yes|quiet|verbose|no-cache|no-progress|no-install-recommends|no-install-suggests|install-recommends|no-recommends|fix-missing|fix-broken|update|update-cache|refresh|best|nodocs|allowerasing|latest|needed|noconfirm|no-confirm|non-interactive|download-only|reinstall|no-upgrade|only-upgrade|show-progress|virtual|virtual=\S+|setopt=(?:install_weak_deps|tsflags|keepcache)=\S+|option=\S+|quiet=\d|purge),
  -o\S*`;
const PLAIN_SETTINGS = either`Acquire::(?:Retries|http::Timeout|https::Timeout|ForceIPv4|Languages|Check-Valid-Until),
  Dpkg::Options::=["']?--force-conf(?:def|old|new|miss), Dpkg::Use-Pty, DPkg::Lock::Timeout, APT::Install-(?:Recommends|Suggests),
  Debug::`;
const OPTION = new RegExp(`^(?:-o|--option=)?(?:${PLAIN_SETTINGS})`, "i");

/** `update` fetches lists for these, and upgrades everything for the others. */
const LISTS = /^(?:apt|apt-get|aptitude|apk)$/;
const BY_NAME = wordSet("apt apt-get aptitude apk dnf yum microdnf zypper pacman choco winget scoop port");
const SIMULATES = /^(?:-s|--simulate|--dry-run|--just-print|--print-uris|--assumeno)$/;

export function isOrdinaryInstall(command: Command, action: PackageEffect["action"], operands: readonly Field[]): boolean {
  const { args, name } = command;
  if (args.some(({ text }) => SIMULATES.test(text))) return true;
  if (!BY_NAME.has(name)) return false;
  const plain = args.every(({ text }, at) => {
    if (args[at - 1]?.text === "-o") return OPTION.test(text);
    if (args[at - 1]?.text === "--virtual" || args[at - 1]?.text === "-t") return NAME.test(text);
    if (/^-o./.test(text) || text.startsWith("--option=")) return OPTION.test(text);
    return text.startsWith("-") ? HARMLESS.test(text) || /^-Sy?$/.test(text) : NAME.test(text) && !FILE.test(text);
  });
  if (!plain) return false;
  if (action === "add") return true;
  if (action === "update") return LISTS.test(name) && args.some(({ text }) => text === "update") && operands.length === 0;
  return action === "remove" && isAddedHere(command, operands);
}

/** Taken away again in the call that added it; `autoremove` alone takes what nothing needs any more. */
function isAddedHere({ run, name, index, args }: Command, operands: readonly Field[]): boolean {
  const added = run.packages.filter((each) => each.action === "add" && each.program !== index && each.manager === name);
  if (added.length === 0) return false;
  const virtual = run.programs.flatMap((each) =>
    each.args.filter((_, at) => /^(?:--virtual|-t)$/.test(textAt(each.args, at - 1))).map(({ text }) => text),
  );
  const names = new Set([...added.flatMap(({ packages }) => packages), ...virtual]);
  return operands.length > 0 ? operands.every(({ text }) => names.has(text)) : args.some(({ text }) => /^auto(?:remove|purge)$/.test(text));
}
