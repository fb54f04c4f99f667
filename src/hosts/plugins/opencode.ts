// What install writes into OpenCode's folder of plugins.

import type { Installation } from "../install/pluginText.ts";
import { openCodePlugin } from "./openCodePlugin.ts";

/** install puts the place of the launcher and of the mind here. */
declare const CODICIL_INSTALLATION: Installation;

export default openCodePlugin(CODICIL_INSTALLATION);
