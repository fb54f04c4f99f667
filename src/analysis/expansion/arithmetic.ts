// Arithmetic: its value hardly ever matters to the gate, but commands may be in it, and a variable whose text holds
// an index such as `a[$(command)]` runs that command when it is evaluated.

import type { ArithmeticExpression, CommandExpansionPart, ParsedScript } from "unbash";
import { addHidden, type Run } from "../run/record.ts";
import { readVariable } from "./lookup.ts";
import type { Shell } from "../run/state.ts";

type Substitute = (part: { readonly script: ParsedScript | undefined }) => unknown;

export function walkArithmetic(run: Run, shell: Shell, node: ArithmeticExpression | undefined, substitute: Substitute): void {
  if (node === undefined) return;
  switch (node.type) {
    case "ArithmeticBinary":
      walkArithmetic(run, shell, node.left, substitute);
      walkArithmetic(run, shell, node.right, substitute);
      return;
    case "ArithmeticUnary":
      walkArithmetic(run, shell, node.operand, substitute);
      return;
    case "ArithmeticTernary":
      walkArithmetic(run, shell, node.test, substitute);
      walkArithmetic(run, shell, node.consequent, substitute);
      walkArithmetic(run, shell, node.alternate, substitute);
      return;
    case "ArithmeticGroup":
      walkArithmetic(run, shell, node.expression, substitute);
      return;
    case "ArithmeticCommandExpansion":
      substitute(node);
      return;
    case "ArithmeticWord":
      for (const part of node.parts ?? []) walkPart(run, shell, part, substitute);
      checkEvaluated(run, shell, node.value);
      return;
    default:
      throw new Error(`unknown part of an arithmetic expression: ${(node as { type: string }).type}`);
  }
}

function walkPart(run: Run, shell: Shell, part: { readonly type: string }, substitute: Substitute): void {
  if (part.type === "CommandExpansion") substitute(part as CommandExpansionPart);
  else if (part.type === "DoubleQuoted")
    for (const child of (part as unknown as { parts: readonly { type: string }[] }).parts) walkPart(run, shell, child, substitute);
}

/** A text that bash evaluates as arithmetic: a name in it is replaced by its value, which is evaluated again. */
export function checkEvaluated(run: Run, shell: Shell, text: string): void {
  if (holdsCommand(text)) {
    addHidden(run, "an arithmetic expression contains a command");
    return;
  }
  for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) {
    const variable = shell.vars.get(name);
    if (variable === undefined) continue;
    if (holdsCommand(readVariable(run, shell, name).text))
      addHidden(run, `the value of ${name} holds a command and is evaluated as arithmetic`);
  }
}

export function holdsCommand(text: string): boolean {
  return text.includes("$(") || text.includes("`");
}
