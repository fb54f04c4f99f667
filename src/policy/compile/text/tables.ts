// A row of a table as a sentence: the header says what its cells mean.

import { ASK_ZH } from "../../lexicon/chinese.ts";
import { ASK, UNLESS_ASKED } from "../../lexicon/english.ts";
import type { Clause } from "./clauses.ts";
import { headingLead, type Lead } from "./leads.ts";
import { prepared } from "./scan.ts";

const USE = /^(?:use|do|prefer(?:red)?|instead|use instead|replacement|alternative|correct|right|good|替代|改用|使用|推荐|应使用|正确|请用)\b|^(?:替代|改用|使用|推荐|应使用|正确|请用)/i;
const INSTEAD_OF = /^(?:instead of|rather than|not|don't use|do not use|avoid|wrong|bad|old|不要用|不用|禁用|错误|旧)/i;

/** "ask every time", "forbidden", 需确认 as the whole of a cell. */
function cellLead(cell: string): Lead | null {
  const lead = headingLead(cell);
  if (lead !== null) return lead;
  const lower = cell.toLowerCase();
  if (/^(?:✅|✔|☑|👍|🟢)\ufe0f?$|^(?:free|yes|allowed|ok|okay|fine|always ok|可以|允许|随意|是|可)$/u.test(lower)) return { kind: "permit" };
  if (prepared(ASK).test(lower) || prepared(UNLESS_ASKED).test(lower) || prepared(ASK_ZH).test(lower)) return { kind: "prefix", polarity: "ask", text: "ask before: " };
  if (/^(?:read[- ]only|frozen|immutable|do not edit|no edits|只读|冻结)$/.test(lower)) return { kind: "prefix", polarity: "never", text: "never edit: " };
  if (/^(?:❌|🚫|⛔|✖|❎|🛑|✗|🔴)\ufe0f?(?:\s*(?:no|never|forbidden|禁止|不可))?$|^(?:否|不可|不行)$/u.test(lower)) return { kind: "prefix", polarity: "never", text: "never: " };
  return /^(?:no|never|forbidden|banned|prohibited|not allowed|off[- ]limits|禁止|不允许|严禁)\b/.test(lower) ? { kind: "prefix", polarity: "never", text: "never: " } : null;
}

export function tableText(clause: Clause): string {
  const cells = clause.cells.filter((cell) => cell !== "");
  if (cells.length === 0) return "";
  const header = clause.header.map((each) => each.replace(/[*_`]/g, "").trim());
  const not = header.findIndex((each) => INSTEAD_OF.test(each));
  const use = header.findIndex((each, at) => at !== not && USE.test(each));
  if (use !== -1 && not !== -1 && use !== not) return `use ${clause.cells[use] ?? ""} instead of ${clause.cells[not] ?? ""}.`;
  for (const [at, title] of header.entries()) {
    const lead = headingLead(title);
    const cell = clause.cells[at];
    if (lead?.kind === "prefix" && cell !== undefined && cell !== "") return `${lead.text}${cell}. ${clause.cells.filter((_, other) => other !== at).join(". ")}`;
  }
  const label = clause.cells.findIndex((cell) => cell.length < 40 && !cell.includes("`") && cellLead(cell) !== null);
  if (label !== -1) {
    const lead = cellLead(clause.cells[label] as string);
    const rest = clause.cells.filter((_, at) => at !== label);
    if (lead?.kind === "prefix") return `${lead.text}${rest.join(". ")}`;
    if (lead?.kind === "permit") return "";
  }
  return cells.map((cell) => (/[.。!！?？]$/.test(cell) ? cell : `${cell}.`)).join(" ");
}
