// The licences of the packages that are bundled: dist/THIRD-PARTY-NOTICES.txt. A package without a licence text stops the build.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly repository?: string | { readonly url: string };
}

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

export function writeNotices(out: string, inputs: readonly string[]): void {
  const folders = new Set(inputs.flatMap((file) => PACKAGE.exec(file.replace(/^[^:]*:(?=.*node_modules)/, ""))?.[1] ?? []));
  const parts = [...folders].map(noticeOf).sort((a, b) => (a.name < b.name ? -1 : 1));
  const head = `Codicil's release contains code of these ${parts.length} packages. Their licences:\n`;
  writeFileSync(`${out}/THIRD-PARTY-NOTICES.txt`, [head, ...parts.map(({ text }) => text)].join(`\n${"-".repeat(80)}\n\n`));
}

function noticeOf(folder: string): { readonly name: string; readonly text: string } {
  const { name, version, license, repository } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as Manifest;
  const file = readdirSync(folder).find((each) => /^(?:licen[cs]e|copying)(?:[.-]|$)/i.test(each));
  const url = typeof repository === "string" ? repository : repository?.url;
  const terms =
    file === undefined
      ? `Licence: ${license}. The package has no licence file${url === undefined ? "" : `; see ${url}`}.`
      : readFileSync(`${folder}/${file}`, "utf8").trim();
  if (file === undefined && license === undefined) throw new Error(`${name} has no licence`);
  const notice = existsSync(`${folder}/NOTICE`) ? `\n\n${readFileSync(`${folder}/NOTICE`, "utf8").trim()}` : "";
  return { name: `${name} ${version}`, text: `${name} ${version} (${license})\n\n${terms}${notice}\n` };
}
