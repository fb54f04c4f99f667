// Verbs that decide, switch or start something for other people, whatever the thing is called: `approve_leave`,
// `enable_auto_renewal`, `mark_as_shipped`, `add_contact_to_sequence`. What is meant here is what it is not done to.

import { wordSet } from "../../base/index.ts";
import { CHANGED, DECIDED, type Named, OPENED, PAID, SENT, type ToolDeed } from "./deedKinds.ts";
import { names } from "./nameWords.ts";
import { EVERYDAY, LOCAL, OVERWRITES, STOPS, WORK } from "./verbs.ts";

const DECIDES = wordSet("approve reject decline deny accept");
/** Parts of a text or of the session. */
const PROPOSED = wordSet("suggestion change edit diff hunk dialog cookie completion plan draft popup file revision prompt alert tos terms");
const SWITCHES = wordSet("enable activate reactivate resume unpause pause");
/** What a call itself started, or what only the session sees. */
const OWN = wordSet(
  "recording session conversation task thread execution tool toolset mode cache run job playback simulation plan chat test download",
  "upload prediction training crawl project context skill window app",
);
const MARKED_AS = wordSet("shipped paid unpaid delivered refunded fulfilled sent spam returned void");
const AGAIN = wordSet("retry replay redrive redeliver requeue");
const DELIVERED = wordSet("webhook delivery dlq message payment charge event invoice notification email sms");
const ADDED = wordSet("add enroll subscribe assign move put");
const PEOPLE = wordSet("contact lead subscriber prospect person people user recipient customer member profile email phone");
const CAMPAIGNS = wordSet("sequence journey cadence drip automation campaign workflow newsletter");
const HANDED_IN = wordSet("form complaint claim rating application petition offer tender ballot vote testimonial tax expense timesheet");
const FILED = wordSet("claim complaint return tax dispute lawsuit");
const ON_AIR = wordSet("live livestream livestreaming stream");
const DEVICES = wordSet("device node vehicle car drone robot machine endpoint host");
const JOINED_TO = wordSet("volume disk ip address interface license seat ownership");
/** Who is added as one of them may see or do more. */
const ROLES = wordSet("student teacher moderator editor viewer contributor guest speaker instructor tutor");
const JOINS = wordSet("attach assign associate");
/** Whoever is behind these sees at once that they are off. */
const STATE_OF = wordSet(
  "campaign workflow order subscription payment listing product deployment service instance shipment store ad adset experiment",
  "promotion booking",
);
/** What people keep for themselves and what they make, beside WORK: to overwrite it is no question. */
const KEPT = wordSet(
  "event meeting appointment template episode voice course conversation tracking thing preference character transcription guide",
  "response dataset submission datapoint attachment chapter shelf appearance search session rating infographic shot extraction idea",
  "screen trip menu habit design album presence segment pin memo feed translation presentation movie query transcript series format",
  "assistant quest phase payee history subscriber client prospect donor attendee case thermostat setpoint cart quote qrcode",
  "assignment spreadsheet changeset casing budget interview athlete report model run test game character watch language filter",
  "parameter param input output pin script source code flag function method class import comment door room route menu",
);
const BUYS = wordSet("purchase buy rent hire");
const COMPARED = wordSet("vs or signal recommendation estimate calculator zone roll");

/** Words that say something only here. */
export const ACTS: ReadonlySet<string> = new Set([
  ...DECIDES,
  ...SWITCHES,
  ...AGAIN,
  ...ADDED,
  ...BUYS,
  ...JOINS,
  ...wordSet("mark go file callout exec ssh"),
]);

type Rule = readonly [(name: Named) => boolean, ToolDeed];

/** In front of what is harmless by its thing: who buys a label pays. */
export const BUYING: Rule = [
  ({ server, own }) => server.length > 0 && own.length > 1 && BUYS.has(own[0] ?? "") && !names(own, COMPARED),
  PAID,
];

const first = ({ verb, things }: Named, verbs: ReadonlySet<string>) => things.length > 0 && verbs.has(verb);
const OF_A_SERVER: readonly Rule[] = [
  [(name) => first(name, DECIDES) && !names(name.own, PROPOSED), DECIDED],
  [(name) => first(name, SWITCHES) && !names(name.own, OWN) && !names(name.own, LOCAL), CHANGED],
  [({ own: [verb = "", ...things] }) => /^(?:add|assign|make)$/.test(verb) && names(things.slice(-1), ROLES), OPENED],
  [({ own }) => own.includes("mark") && names(own, MARKED_AS), CHANGED],
  [({ own }) => own.some((word) => AGAIN.has(word)) && names(own, DELIVERED), SENT],
  [({ own }) => own[0] === "enroll" && own.length > 1, OPENED],
  [(name) => first(name, ADDED) && names(name.own, CAMPAIGNS) && (names(name.own, PEOPLE) || name.own[1] === "to"), SENT],
  [({ own: [verb, ...things] }) => (verb === "submit" && names(things, HANDED_IN)) || (verb === "file" && names(things, FILED)), SENT],
  [({ own: [verb = "", ...things] }) => /^(?:start|go|begin|toggle)$/.test(verb) && names(things.slice(0, 1), ON_AIR), SENT],
  [({ own }) => own[0] === "send" && own.some((word) => /^commands?$/.test(word)) && names(own, DEVICES), CHANGED],
  [(name) => first(name, JOINS) && names(name.own, JOINED_TO), OPENED],
  [
    ({ own }) =>
      own.some((word) => OVERWRITES.has(word)) && /^(?:status|state)$/.test(own.at(-1) ?? "") && names(own.slice(-2, -1), STATE_OF),
    CHANGED,
  ],
];

const onServers = ([fits, deed]: Rule): Rule => [(name) => name.server.length > 0 && fits(name), deed];
export const ACT_RULES: readonly Rule[] = OF_A_SERVER.map(onServers);

/** They are also what a document, a picture or a game is worked on with. */
const WORKED_ON = wordSet("merge import block scale resize accept dismiss end land mutate rename overwrite rotate");
const WITHDRAWS: ReadonlySet<string> = new Set(
  [...STOPS, ...wordSet("close cleanup reprocess disconnect unload")].filter((verb) => !WORKED_ON.has(verb)),
);
const EVERY_DAY = [WORK, KEPT, LOCAL, EVERYDAY] as const;

/** Behind all others, for what nobody here knows: the verb says what is done, on a server, where nothing keeps a copy. */
const BY_VERB: readonly (readonly [verbs: ReadonlySet<string>, harmless: readonly ReadonlySet<string>[], deed: ToolDeed])[] = [
  [OVERWRITES, EVERY_DAY, CHANGED],
  [WITHDRAWS, [...EVERY_DAY, OWN], CHANGED],
];

export const UNKNOWN: readonly Rule[] = BY_VERB.map(([verbs, harmless, deed]) =>
  onServers([({ verb, things }) => verbs.has(verb) && things.length > 0 && !harmless.some((table) => names(things, table)), deed]),
);

/** Run there, and no text that a reader of its own judges: `execute_process {environment_id}`. */
const RUNS = wordSet("run execute trigger start invoke launch");
const ENTERS = wordSet("exec ssh");
const THERE = wordSet("environment runtime cluster instance machine vm server device tenant");
const READ_BY_ITSELF = wordSet(
  "sql query code js javascript python script statement command cell shell test check scan report search exam benchmark",
);
export const RUN_THERE: readonly Rule[] = [
  onServers([
    ({ verb, things, fields }) => RUNS.has(verb) && names(fields, THERE) && ![READ_BY_ITSELF, LOCAL].some((table) => names(things, table)),
    CHANGED,
  ]),
  // What it runs there is told later or nowhere.
  onServers([({ own: [verb = "", ...things] }) => ENTERS.has(verb) && names(things, THERE), CHANGED]),
];
