// `[[ … ]]`: its words are expanded, and numbers in it are evaluated as arithmetic.

import type { TestExpression, Word } from "unbash";
import type { Run } from "../record.ts";
import { checkEvaluated } from "./arithmetic.ts";
import type { Shell } from "./state.ts";
import { type Expander, expandText } from "./words.ts";

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
