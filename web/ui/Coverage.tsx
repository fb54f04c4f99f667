// What became of the lines of instruction files: enforced is solid, to confirm hatched, advice light.

import type { ComponentChildren } from "preact";

const KINDS = ["enforced", "confirm", "advice"] as const;
export type CoverageCounts = Readonly<Record<(typeof KINDS)[number], number>>;

export interface CoverageProps {
  readonly label: string;
  readonly counts: CoverageCounts;
  readonly names: Readonly<Record<keyof CoverageCounts, string>>;
  /** At the end of the words. */
  readonly children?: ComponentChildren;
}

export function Coverage({ label, counts, names, children }: CoverageProps) {
  return (
    <div class="coverage" role="group" aria-label={label}>
      <span class="coverage-bar" aria-hidden="true">
        {KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
          <i key={kind} class={kind} ref={(element) => element?.style.setProperty("flex-grow", String(counts[kind]))} />
        ))}
      </span>
      <span class="coverage-words">
        {KINDS.map((kind) => (
          <span key={kind}>
            <i class={`swatch ${kind}`} /> <b>{counts[kind]}</b> {names[kind]}
          </span>
        ))}
        {children}
      </span>
    </div>
  );
}
