// Small parts that every page uses.

import type { Words } from "../words.ts";
import { useWords } from "./context.ts";
import { visible } from "./visible.ts";

/** Text in which `such` parts are shown as code; `marks` keeps the marks, as in a file. */
export function Coded({ text, marks = false }: { readonly text: string; readonly marks?: boolean }) {
  const mark = marks ? "`" : "";
  const parts = text.split("`");
  const isCode = (at: number) => at % 2 === 1 && at < parts.length - 1;
  return (
    <>
      {parts.map((part, at) =>
        isCode(at) ? (
          <code key={at}>
            {mark}
            {part}
            {mark}
          </code>
        ) : at % 2 === 1 ? (
          `\`${part}`
        ) : (
          part
        ),
      )}
    </>
  );
}

/** A share of a budget, as a bar and in words. */
export function Budget({ chars, budget }: { readonly chars: number; readonly budget: number | null }) {
  const words = useWords();
  if (budget === null)
    return (
      <span class="quiet">
        {chars.toLocaleString("en")} {words.chars}
      </span>
    );
  const share = chars / budget;
  return (
    <span class="budget" title={share > 1 ? words.budgetOver : ""}>
      <meter
        min={0}
        max={budget}
        high={budget * 0.9}
        optimum={0}
        value={Math.min(chars, budget)}
        aria-label={`${chars} / ${budget} ${words.chars}`}
        class={share > 1 ? "over" : ""}
      />
      <span class="quiet">
        {chars.toLocaleString("en")} / {budget.toLocaleString("en")}
      </span>
    </span>
  );
}

/** The end of a path, which tells files apart; the whole of it on hover. */
export function Path({ path, line }: { readonly path: string; readonly line?: number | undefined }) {
  const parts = path.split("/");
  const short = parts.length > 4 ? `…/${parts.slice(-2).join("/")}` : path;
  return (
    <span class="path" title={path}>
      {line === undefined || line === 0 ? short : `${short}:${line}`}
    </span>
  );
}

/** A call as a person reads it. */
export function callText(call: unknown): string {
  return visible(plainCall(call));
}

function plainCall(call: unknown): string {
  if (typeof call !== "object" || call === null) return String(call);
  const each = call as { tool?: string; command?: string; path?: string; url?: string; document?: string; input?: unknown };
  if (each.command !== undefined) return each.command;
  const object = each.path ?? each.url ?? each.document;
  if (object !== undefined) return `${each.tool ?? ""} ${object}`;
  const fields =
    typeof each.input === "object" && each.input !== null
      ? Object.entries(each.input).map(([name, value]) => `${name}: ${typeof value === "string" ? value : typeof value}`)
      : [];
  return [each.tool ?? "", ...fields].join(" ");
}

/** A part of a prompt by its name: a document's, or a word for what is none. */
export const sourceName = (source: string, { sources }: Words, parts = 1): string =>
  sources[/^\((\w+)\)$/.exec(source)?.[1] ?? ""] ?? source.split("/").slice(-parts).join("/");
