// Words without which a family of patterns cannot match. They are looked up while a sentence is read, so that the long
// patterns run only where they can find something. A test holds that no rule is lost by them.

export const CUE = { no: 1, ask: 2, may: 4, order: 8, swap: 16, frozen: 32, hands: 64, only: 128, limit: 256, message: 512, session: 1024 } as const;
export const ALL_CUES = 2047;

const WORDS: Readonly<Record<keyof typeof CUE, string>> = {
  no: `exclude omit frown frowns frowned pretend resist shun outlaw veto business concern eyes mind mistake cheating crime violation offence offense remit scope toolbox tolerated nowhere rules leaves ruling deny denies disallow disallows block reject unused uncalled unexecuted never not don dont doesn didn mustn shouldn cannot can avoid refrain abstain stop resist no nobody none nothing neither agent forbid forbids prohibit prohibits
    forbidden prohibited banned barred ban bans say lay forget ditch skip so isn aren off off-limits offlimits disallowed taboo out verboten unacceptable no-go no-no hard
    blacklisted outlawed vetoed blocked closed invisible against red reserved left restricted limited only job business task work territory domain belongs belong place
    human-only humans-only people-only maintainer-only maintainers-only ci-only pipeline-only owner-only owners-only untracked tracked versioned keep stays stay leave kept git
    strictly purely retired abolished discontinued phased decommissioned unsupported supported unwanted undesired wanted denied refused rejected available alone exclusively solely`,
  ask: `touch reach loop contact matter question ask asking asked asks check checking confirm confirming confirmation confirmed confirms consult consulted consulting discuss discussed discussing discussion clear cleared clearing
    agree agreed agrees agreement align aligning speak talk talking coordinate coordinating coordinated approval permission sign sign-off signoff signed signs consent go-ahead goahead green
    green-lit authorization authorisation authorized authorised authorizes authorises blessing clearance thumbs thumbs-up say-so okay ok okays okayed okd yes nod word instruction instructions
    instructed request requests requested order orders ordered decision call choice human humans person people maintainer maintainers owner owners reviewer eyes opinion decide decides approve
    approves approved waits apply applies double-check propose raise wait hold pause halt ping tell tells told warn alert notify inform informed let involved allow allowed permit permits direct directed invited explicit want
    wants give gives gave given said say says all-clear run pass second user users team lead leads reviewers admins goes go through past me us`,
  may: `feel free need needed needn necessary unnecessary hesitate afraid shy worry bother mind scared have require may can might fine ok okay allowed permitted welcome acceptable optional harmless
    safe encouraged good up freely objection wrong problem like will ahead forbidden prohibited banned matter works discretion`,
  order: `soon needed required necessary part last final forget precondition prerequisite requirement gate order sequence precede precedes preceded long provided providing assuming condition conditional presupposes hinges depends waits before prior ahead without unless until only after once when whenever if then afterwards next first beforehand whoever require requires need needs gated depends blocked each every any touching changing editing
    modifying changes change changed edits edit edited modify modified modifications modification updates update updated touch touches touched alter adding added add writing creating removing deleting renaming moving bumping`,
  swap: `prefer prefers preferred time written spelled spelt typed called invoked started executed becomes took taken docs tutorial instead rather place lieu opposed preference over not never replace replaces replaced supersede supersedes superseded supplant supplants takes stands replacement wrapped swap trade exchange
    dropped drop ditch ditched retired abandon abandoned discard prefix prefixes prefixed prepend prepends wrap wraps precede precedes only always where wherever whenever when anywhere everywhere use
    gone dead deprecated obsolete outdated broken too wrong missing unavailable slow slower plain bare raw naked vanilla switched moved migrated should substitute our goes everything anything stick opt choice tool command standardised standardized call forget goodbye it if type latter replacement about misses picks ignores bypasses lacks directly`,
  frozen: `way same consider think sacred sacrosanct holy protected read read-only frozen immutable sealed write-protected write untouchable untouched unchanged as stone lock set carved`,
  hands: `out away stay stays keep hands steer leave leaves no not pretend consider think`,
  only: `only leave alone exclusively solely except but apart other besides else rest elsewhere nowhere everything nothing outside beyond save exception`,
  limit: `emoji emojis smiley most more maximum max limit limited limits only exceed once twice thrice confine confined restrict restricted contain keep stay stays outside except beyond elsewhere from root inside within must always single`,
  message: `commit commits message messages subject subjects title titles co-authored-by signed-off-by trailer trailers generated assisted-by made-with`,
  session: `session sessions chat chats channel channels context contexts conversation conversations people`,
};

function table(): ReadonlyMap<string, number> {
  const cues = new Map<string, number>();
  for (const [name, words] of Object.entries(WORDS) as [keyof typeof CUE, string][]) {
    for (const word of words.trim().split(/\s+/)) cues.set(word, (cues.get(word) ?? 0) | CUE[name]);
  }
  return cues;
}

export const CUES = table();
const WORD = /[a-z]+(?:-[a-z]+)*/g;

/** Could any reader find something in this text? Chinese has no words to look up: always. */
export function cuesOf(text: string): number {
  if (/[\u4e00-\u9fff]/.test(text)) return ALL_CUES;
  const lower = text.toLowerCase();
  let cues = /->|→|=>|⇒|[❌🚫⛔✖❎🛑✗]/u.test(text) ? ALL_CUES : 0;
  WORD.lastIndex = 0;
  for (let match = WORD.exec(lower); match !== null; match = WORD.exec(lower)) cues |= CUES.get(match[0]) ?? 0;
  return cues;
}
