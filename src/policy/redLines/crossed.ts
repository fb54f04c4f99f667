// Which refusals are red lines, told by the rules that a verdict names: no key, button or unlock opens them.

/** A call that could not be judged in time counts as one: it may cross one. */
const RED = /^builtin:(?:red:.+|deadline)$/;

/** Whether a red line is among these rules. */
export function crossesRedLine(rules: readonly { readonly id: string; readonly effect: string }[]): boolean {
  return rules.some(({ id, effect }) => effect === "deny" && RED.test(id));
}
