/** Where a mind is on this machine, and where its caller works. Found by the hall (mind/whereabouts.ts). */
export interface Whereabouts {
  readonly home: string;
  readonly state: string;
  readonly userHome: string;
  readonly cwd: string;
  /** Git root above cwd, else cwd itself; null where cwd is the person's home or the mind's own. */
  readonly project: string | null;
}
