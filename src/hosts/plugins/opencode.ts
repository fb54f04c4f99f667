// What install writes into OpenCode's folder of plugins.

import type { Installation } from "../install/pluginText.ts";
import { openCodePlugin, type OpenCodePlugin } from "./openCodePlugin.ts";

/** install puts the place of the launcher and of the mind here. */
declare const CODICIL_INSTALLATION: Installation;

const plugin: OpenCodePlugin = {
  id: "codicil",
  server: (input) => openCodePlugin(CODICIL_INSTALLATION).server(input),
  setup: (context) => openCodePlugin(CODICIL_INSTALLATION).setup(context),
};

export default plugin;
