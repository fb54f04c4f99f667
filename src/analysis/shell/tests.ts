// Conditions: the words of `[[ … ]]` are expanded, numbers in it evaluated as arithmetic; and loops whose condition always holds.

import type { CompoundList, TestExpression, While, Word } from "unbash";
import { addHazard, type Run } from "../run/record.ts";
import { checkEvaluated } from "../expansion/arithmetic.ts";
import type { Shell } from "../run/state.ts";
import { type Expander, expandText } from "../expansion/expandWords.ts";

const ARITHMETIC_TESTS = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

export function walkTest(run: Run, shell: Shell, node: TestExpression, expander: Expander): void {
  const text = (word: Word) => expandText(run, shell, word, expander).text;
  switch (node.type) {
    case "TestUnary": {
      const operand = text(node.operand);
      if (node.operator === "-v" || node.operator === "-R") checkEvaluated(run, shell, operand);
      return;
    }
    case "TestBinary": {
      const sides = [text(node.left), text(node.right)];
      if (ARITHMETIC_TESTS.has(node.operator)) for (const side of sides) checkEvaluated(run, shell, side);
      return;
    }
    case "TestLogical":
      for (const operand of node.operands) walkTest(run, shell, operand, expander);
      return;
    case "TestNot":
      walkTest(run, shell, node.operand, expander);
      return;
    case "TestGroup":
      walkTest(run, shell, node.expression, expander);
      return;
    default:
      throw new Error(`unknown kind of test: ${(node as { type: string }).type}`);
  }
}

/** `while true`, `until false`, `while [[ 1 ]]`. */
export function isEndless({ kind, clause }: While): boolean {
  const only = clause.commands.length === 1 ? clause.commands[0]?.command : undefined;
  if (only?.type === "TestCommand") return kind === "while" && only.expression.type === "TestUnary" && only.expression.operator === "-n";
  if (only?.type === "ArithmeticCommand") return kind === "while" && /^\s*[1-9]\d*\s*$/.test(only.body);
  const name = only?.type === "Command" ? (only.name?.value ?? "") : "";
  return kind === "while" ? /^(?:\S*\/)?true$|^:$/.test(name) : /^(?:\S*\/)?false$/.test(name);
}

/** Each turn starts a program and nothing waits for it. */
export function noteStarting(run: Run, { commands }: CompoundList): void {
  const last = commands.at(-1)?.command;
  const waits = commands.at(-1)?.background !== true && last?.type === "Command" && /^(?:wait|sleep|read)$/.test(last.name?.value ?? "");
  if (!waits && commands.some(({ background }) => background === true))
    addHazard(run, "destructive", "it starts programs without end", null);
}
