// Plugins live in other programs (one of them runs on Bun): one file each, no imports but Node's own.

import { build } from "esbuild";
import { BUILD_ID, SHARED } from "./options.ts";

export async function writePlugins(out: string): Promise<string[]> {
  const inputs: string[] = [];
  for (const host of ["opencode", "pi"]) {
    const { metafile } = await build({
      ...SHARED,
      format: "esm",
      entryPoints: [`src/hosts/plugins/${host}.ts`],
      outfile: `${out}/${host}-plugin.js`,
      define: { ...BUILD_ID, "import.meta.url": '"file:///"', CODICIL_INSTALLATION: "__CODICIL_INSTALLATION__" },
    });
    inputs.push(...Object.keys(metafile.inputs));
  }
  return inputs;
}
