// What install writes into pi's folder of extensions.

import type { Installation } from "../install/pluginText.ts";
import { type Api, piExtension } from "./piExtension.ts";

/** install puts the place of the launcher and of the mind here. */
declare const CODICIL_INSTALLATION: Installation;

export default function codicil(pi: Api): void {
  piExtension(pi, CODICIL_INSTALLATION);
}
