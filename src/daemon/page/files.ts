// The page's files by their exact path. Strings and not files: a bundle carries them, and no path leads out of a map.

import type { Reply } from "../answers.ts";
import { MARKUP } from "./markup.ts";
import { SCRIPT } from "./script.ts";
import { SHOW } from "./show.ts";
import { STYLE } from "./style.ts";

export interface PageFile {
  readonly type: Reply["type"];
  readonly text: string;
}

export const PAGE: ReadonlyMap<string, PageFile> = new Map([
  ["/", { type: "text/html; charset=utf-8", text: MARKUP }],
  ["/page.css", { type: "text/css; charset=utf-8", text: STYLE }],
  ["/page.js", { type: "text/javascript; charset=utf-8", text: SCRIPT }],
  ["/show.js", { type: "text/javascript; charset=utf-8", text: SHOW }],
]);
