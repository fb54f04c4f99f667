/** One number about the code; lower is better. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** null: there is none, the number is only shown. */
  readonly goal: number | null;
  /** A held figure must not become worse than the one in figures.json. Sizes grow with every feature and are only shown. */
  readonly held: boolean;
}

export const held = (name: string, value: number, goal: number | null): Figure => ({ name, value, goal, held: true });
export const shown = (name: string, value: number, goal: number | null): Figure => ({ name, value, goal, held: false });
