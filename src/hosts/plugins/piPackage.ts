// The package for pi. Unlike the file that install writes, it also registers the MCP server; pi finds the skills by package.json.

import { packagedFor } from "./packaged.ts";
import { type Api, piExtension } from "./piExtension.ts";

interface PackageApi extends Api {
  registerMcpServer?(name: string, config: object): void;
}

export default function codicil(pi: PackageApi): void {
  const packaged = packagedFor("pi", import.meta.url);
  if (packaged === null) return;
  piExtension(pi, packaged.installation);
  pi.registerMcpServer?.("codicil", { ...packaged.server, exposure: "direct" });
}
