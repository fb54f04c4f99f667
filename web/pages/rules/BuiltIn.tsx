// The rules that hold without any file: what each stops, an example, and how often it did lately.

import type { Rules } from "../../../src/rules/ruleFiles.ts";
import { useApp, useTexts } from "../../ui/context.ts";
import { Badge } from "../../ui/marks.tsx";
import { builtInWords } from "../../../words/reasons/builtIn.ts";
import { rulesWords } from "../../words/rules.ts";

const ORDER = ["deny", "ask", "rewrite"] as const;
const VERBS = { deny: "gated", ask: "asked", rewrite: "rewritten" } as const;

export function BuiltInRules({ others, days }: Pick<Rules, "others" | "days">) {
  const words = useTexts(rulesWords);
  const { colon } = useApp().words;
  const rules = Object.entries(useTexts(builtInWords));
  const stopped = new Map(others.map(({ rule, deny, ask, rewrite }) => [rule.replace(/^builtin:/, ""), deny + ask + rewrite]));
  return (
    <div class="pane built-in" tabIndex={0} aria-label={words.builtInTab}>
      <p class="second">{words.builtInHint}</p>
      <table class="models">
        <thead>
          <tr>
            <th scope="col">{words.verdict}</th>
            <th scope="col">{words.rule}</th>
            <th scope="col" class="number">
              {words.stopped(days)}
            </th>
          </tr>
        </thead>
        <tbody>
          {ORDER.flatMap((verdict) =>
            rules
              .filter(([, rule]) => rule.verdict === verdict)
              .map(([id, { name, stops, example }]) => (
                <tr key={id} id={`rule-${id}`}>
                  <td>
                    <Badge tone={verdict} icon={verdict} bare>
                      {words.verbs[VERBS[verdict]]}
                    </Badge>
                  </td>
                  <td>
                    <b>{name}</b>
                    <div class="second">
                      {stops}
                      {example === undefined ? null : (
                        <>
                          {colon}
                          <code>{example}</code>
                        </>
                      )}
                    </div>
                  </td>
                  <td class="number">
                    <Count id={id} count={stopped.get(id) ?? 0} />
                  </td>
                </tr>
              )),
          )}
        </tbody>
      </table>
    </div>
  );
}

function Count({ id, count }: { readonly id: string; readonly count: number }) {
  const { language } = useApp();
  if (count === 0) return <span class="quiet">0</span>;
  return <a href={`#/activity?kinds=deny,ask,rewrite&q=${encodeURIComponent(`builtin:${id}"`)}`}>{count.toLocaleString(language)}</a>;
}
