// Packages that a bundle evaluates when one of their functions is called, not when it is loaded: most commands never call
// them, and unpacking their tables is a tenth of an empty start. The stand-in has the functions that are named here; a file
// that imports another one stops the build.

import type { Plugin } from "esbuild";

const LATE: readonly { readonly name: string; readonly importer: RegExp; readonly functions: readonly string[] }[] = [
  // Decodes `&amp;` and its like.
  { name: "entities", importer: /\/markdown-it\/dist\/markdown-it\.mjs$/, functions: ["decodeHTMLStrict"] },
  // Reads the `policy` blocks of an AGENTS.md.
  { name: "yaml", importer: /\/policyBlock\.ts$/, functions: ["parseDocument"] },
];

export const latePackages: Plugin = {
  name: "late packages",
  setup: (plugin) => {
    for (const { name, importer, functions } of LATE) {
      plugin.onResolve({ filter: new RegExp(`^${name}$`) }, (asked) =>
        importer.test(asked.importer) && asked.kind === "import-statement"
          ? { path: name, namespace: "late", pluginData: asked.resolveDir }
          : undefined,
      );
      plugin.onLoad({ filter: new RegExp(`^${name}$`), namespace: "late" }, ({ pluginData }) => ({
        contents: functions
          .map((each) => `export const ${each} = (...given) => require(${JSON.stringify(name)}).${each}(...given);`)
          .join("\n"),
        resolveDir: pluginData as string,
      }));
    }
  },
};
