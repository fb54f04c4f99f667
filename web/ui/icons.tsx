// One set of icons: 16 by 16, drawn with one stroke. Those of other programs are marks of our own, never their logos.

import { hostFacts, HOSTS } from "../../src/base/hosts.ts";

/** Path data; "o x y r" is a circle, a leading "~" draws it dashed. */
const SHAPES = {
  // Pages
  home: ["M2.5 7 8 2.5 13.5 7v6.5h-11z", "M6.5 13.5v-4h3v4"],
  inbox: ["M2.5 9 4.5 3h7l2 6v4.5h-11z", "M2.5 9.5h3L6.5 11h3l1-1.5h3"],
  activity: ["M1.5 8h3L6.5 3l3 10 2-5h3"],
  memory: ["M3 2.5h10v11H4.5A1.5 1.5 0 0 1 3 12z", "M3 12a1.5 1.5 0 0 1 1.5-1.5H13"],
  rules: ["M8 1.8 13 3.5v4c0 3.2-2 5.5-5 6.7-3-1.2-5-3.5-5-6.7v-4z", "M5.8 7.8 7.4 9.4 10.4 6.2"],
  sessions: ["M2 4h12M2 8h12M2 12h8"],
  chat: ["M2.5 3h11v8H7l-3 2.5V11H2.5z"],
  costs: ["M3 13.5V9M6.5 13.5V5M10 13.5V7.5M13.5 13.5v-11"],
  search: ["o 7 7 4.2", "M10.2 10.2 14 14"],
  settings: ["M2 5h7M13 5h1M2 11h1M7 11h7", "o 11 5 1.8", "o 5 11 1.8"],
  // Verdicts, each with an outline of its own
  allow: ["o 8 8 6", "M5.4 8.2 7.2 10 10.6 6.2"],
  ask: ["M8 1.5 14.5 8 8 14.5 1.5 8z", "M6.6 6.7a1.4 1.4 0 1 1 1.9 1.4c-.4.2-.5.4-.5.8M8 10.7v.1"],
  deny: ["M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5z", "M5 8h6"],
  rewrite: ["M2 5.5h11M10.5 3 13 5.5 10.5 8", "M14 10.5H3M5.5 8 3 10.5 5.5 13"],
  // Rules
  requires: ["M2.5 2.8 3.5 2.3v3M2.3 9.5h1.5L2.3 12h1.6", "M7 4h7M7 8h7M7 12h7"],
  limits: ["M2.2 11.5a6 6 0 1 1 11.6 0", "M8 10.5 10.8 7"],
  proposed: ["~M8 1.8 13 3.5v4c0 3.2-2 5.5-5 6.7-3-1.2-5-3.5-5-6.7v-4z", "M6.7 6.2A1.3 1.3 0 1 1 8.4 7.5C8 7.7 8 7.9 8 8.3M8 10.2v.1"],
  advice: ["o 8 8 2"],
  enforced: ["M8 1.8 13 3.5v4c0 3.2-2 5.5-5 6.7-3-1.2-5-3.5-5-6.7v-4z"],
  // Things
  write: ["M3 13l.7-3L11 2.7l2.3 2.3L6 12.3z", "M9.5 4.2 11.8 6.5"],
  merge: ["M3 2.5c0 4 5 3 5 7M13 2.5c0 4-5 3-5 7V14", "M5.8 11.8 8 14l2.2-2.2"],
  file: ["M3.5 1.8h6l3 3v9.4h-9z", "M6 8h4M6 11h4"],
  folder: ["M1.8 3.5h4.4l1.4 1.7h6.6v7.3H1.8z"],
  terminal: ["M1.8 2.5h12.4v11H1.8z", "M4.5 6 6.5 8l-2 2M8.5 10.5h3"],
  branch: ["o 4.5 3.5 1.7", "o 4.5 12.5 1.7", "o 11.5 5 1.7", "M4.5 5.2v5.6M11.5 6.7c0 2.6-7 1.6-7 4"],
  clock: ["o 8 8 6", "M8 4.5V8l2.3 1.6"],
  user: ["o 8 5 2.7", "M2.8 14c.5-3 2.5-4.4 5.2-4.4s4.7 1.4 5.2 4.4"],
  agent: ["M3 6h10v7.5H3z", "M8 6V3.2M6.2 9v1M9.8 9v1", "o 8 2.4 .8"],
  web: ["o 8 8 6", "M2 8h12M8 2c-4 4-4 8 0 12M8 2c4 4 4 8 0 12"],
  link: ["M6.7 9.3 9.3 6.7M7 4.5 8.6 2.9a3 3 0 0 1 4.3 4.3L11.3 9M9 11.5l-1.6 1.6a3 3 0 0 1-4.3-4.3L4.7 7"],
  clip: ["M13 7.5 7.8 12.7a3 3 0 0 1-4.3-4.3l5.6-5.5a2 2 0 0 1 2.9 2.9L6.5 11.2a1 1 0 0 1-1.4-1.4L9.8 5"],
  trash: ["M2.5 4.5h11M6 4.5V2.5h4v2M4 4.5l.6 9h6.8l.6-9M6.7 7v4M9.3 7v4"],
  plug: ["M5.5 1.8v3.4M10.5 1.8v3.4M3.5 5.2h9v2.6a4 4 0 0 1-4 4h-1a4 4 0 0 1-4-4zM8 11.8v2.7"],
  // Acts
  plus: ["M8 3v10M3 8h10"],
  minus: ["M3 8h10"],
  x: ["M3.5 3.5l9 9M12.5 3.5l-9 9"],
  check: ["M3 8.5 6.5 12 13 4.5"],
  undo: ["M5.5 3 2.5 6l3 3", "M2.5 6H10a3.5 3.5 0 0 1 0 7H6"],
  arrow: ["M2.5 8h11M9.5 4l4 4-4 4"],
  up: ["M3.5 10.5 8 6l4.5 4.5"],
  down: ["M3.5 5.5 8 10l4.5-4.5"],
  right: ["M6 3.5 10.5 8 6 12.5"],
  left: ["M10 3.5 5.5 8l4.5 4.5"],
  more: ["o 3 8 .4", "o 8 8 .4", "o 13 8 .4"],
  play: ["M4.5 2.8 12.5 8l-8 5.2z"],
  stop: ["M4 4h8v8H4z"],
  share: ["M8 10V2M5 4.5 8 1.8l3 2.7M2.5 8.5v5h11v-5"],
  download: ["M8 2v8M5 7.2 8 10l3-2.8M2.5 9v4.5h11V9"],
  filter: ["M2 4h12M4.5 8h7M6.5 12h3"],
  eye: ["M1.5 8C3 5 5.2 3.6 8 3.6S13 5 14.5 8c-1.5 3-3.7 4.4-6.5 4.4S3 11 1.5 8z", "o 8 8 1.9"],
  lock: ["M3.5 7h9v6.5h-9z", "M5.5 7V5a2.5 2.5 0 0 1 5 0v2"],
  unlock: ["M3.5 7h9v6.5h-9z", "M5.5 7V4.5a2.5 2.5 0 0 1 4.9-.7"],
  alert: ["M8 2 14.5 13.5h-13z", "M8 6.2v3.3M8 11.5v.1"],
  info: ["o 8 8 6", "M8 7.4v3.4M8 5.2v.1"],
  bell: ["M3.5 11.5c1-1 1.2-2 1.2-4.3a3.3 3.3 0 0 1 6.6 0c0 2.3.2 3.3 1.2 4.3z", "M6.8 13.6h2.4"],
  sun: ["o 8 8 2.8", "M8 1.5v1.4M8 13.1v1.4M1.5 8h1.4M13.1 8h1.4M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1"],
  moon: ["M13.2 9.8A5.6 5.6 0 0 1 6.2 2.8a5.6 5.6 0 1 0 7 7z"],
  // Hosts and Codicil
  claude: ["M8 2v12M2 8h12M3.8 3.8l8.4 8.4M12.2 3.8l-8.4 8.4"],
  codex: ["M8 1.8 13.4 4.9v6.2L8 14.2l-5.4-3.1V4.9z", "M6 6.3 7.8 8 6 9.7M8.8 10h1.7"],
  gemini: ["M8 1.8c.4 4 2.2 5.8 6.2 6.2-4 .4-5.8 2.2-6.2 6.2-.4-4-2.2-5.8-6.2-6.2 4-.4 5.8-2.2 6.2-6.2z"],
  codicil: ["M3.5 1.8h9v12.4h-9z", "M6 5h4M6 8h4M6 11h4"],
  cursor: ["M3.5 2.5 13 7 9 8.8 7.2 13z"],
  logo: ["M5 1.8h8.2v12.4H5V9.5M5 6.5V1.8", "M1.8 8h6.4M6 5.6 8.4 8 6 10.4M8 4.6h2.6M8 11.4h2.6"],
} as const satisfies Record<string, readonly string[]>;

export type IconName = keyof typeof SHAPES;

export function Icon({ name, label }: { readonly name: IconName; readonly label?: string | undefined }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 16 16"
      {...(label === undefined ? { "aria-hidden": "true" as const } : { role: "img", "aria-label": label })}
    >
      {label === undefined ? null : <title>{label}</title>}
      {SHAPES[name].map((shape) => drawn(shape))}
    </svg>
  );
}

function drawn(shape: string) {
  if (shape.startsWith("o ")) {
    const [cx, cy, r] = shape.slice(2).split(" ");
    return <circle key={shape} cx={cx} cy={cy} r={r} />;
  }
  return shape.startsWith("~") ? <path key={shape} d={shape.slice(1)} stroke-dasharray="2 2.2" /> : <path key={shape} d={shape} />;
}

/** Programs that have a mark of their own; the others have a plug. */
const MARKS: Readonly<Record<string, IconName>> = {
  claude: "claude",
  codex: "codex",
  gemini: "gemini",
  cursor: "cursor",
  codicil: "codicil",
};

/** A program as people name it, with its mark. */
export function hostOf(id: string): { readonly name: string; readonly icon: IconName } {
  if (id === "codicil") return { name: "Codicil", icon: "codicil" };
  const host = HOSTS.find((each) => each === id || each === id.replace(/-?(code|cli)$/, ""));
  return { name: host === undefined ? id : hostFacts(host).name, icon: MARKS[host ?? id] ?? "plug" };
}

/** A host's mark with its name, as text or as a tooltip. */
export function HostMark({ id, bare = false }: { readonly id: string; readonly bare?: boolean }) {
  const { name, icon } = hostOf(id);
  return bare ? (
    <span class="host" title={name}>
      <Icon name={icon} label={name} />
    </span>
  ) : (
    <span class="host">
      <Icon name={icon} />
      <span>{name}</span>
    </span>
  );
}
