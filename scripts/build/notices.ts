// The licences of the packages that are bundled: dist/THIRD-PARTY-NOTICES.txt. A package without a licence text stops the build.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly repository?: string | { readonly url: string };
}

const LONG = 5000;

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

export function writeNotices(out: string, inputs: readonly string[]): void {
  const folders = new Set(inputs.flatMap((file) => PACKAGE.exec(file.replace(/^[^:]*:(?=.*node_modules)/, ""))?.[1] ?? []));
  const parts = [...folders].map(noticeOf).sort((a, b) => (a.name < b.name ? -1 : 1));
  const head = `Codicil's release contains code of these ${parts.length} packages. Their licences:\n`;
  const first = new Map<string, string>();
  const texts = parts.map(({ name, title, terms, notice }) => {
    // Long licences are many packages' own, word for word: each is in the file once.
    const key = terms.replace(/\s+/g, " ");
    const same = terms.length > LONG ? first.get(key) : undefined;
    if (same === undefined) first.set(key, name);
    return `${title}\n\n${same === undefined ? terms : `The licence is, word for word, that of ${same} above.`}${notice}\n`;
  });
  writeFileSync(`${out}/THIRD-PARTY-NOTICES.txt`, [head, ...texts].join(`\n${"-".repeat(80)}\n\n`));
}

interface Notice {
  readonly name: string;
  readonly title: string;
  readonly terms: string;
  readonly notice: string;
}

function noticeOf(folder: string): Notice {
  const { name, version, license, repository } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as Manifest;
  const file = readdirSync(folder).find((each) => /^(?:licen[cs]e|copying)(?:[.-]|$)/i.test(each));
  const url = typeof repository === "string" ? repository : repository?.url;
  const terms =
    file === undefined
      ? `Licence: ${license}. The package has no licence file${url === undefined ? "" : `; see ${url}`}.`
      : readFileSync(`${folder}/${file}`, "utf8").trim();
  if (file === undefined && license === undefined) throw new Error(`${name} has no licence`);
  const notice = existsSync(`${folder}/NOTICE`) ? `\n\n${readFileSync(`${folder}/NOTICE`, "utf8").trim()}` : "";
  return { name: `${name} ${version}`, title: `${name} ${version} (${license})`, terms, notice };
}
