// How English says no, ask, may and must. Patterns run over a sentence in which names stand as one character each.

/** People and machines that are not the agent: what is theirs is not the agent's. */
const OTHERS = "(?:humans?|people|a human|a person|maintainers?|the maintainers?|(?:the )?release (?:managers?|bot|team|engineers?|pipeline)|ops|operations|the ops team|sre|the (?:platform|infra|security|data|release|ops|core|dba) team|dbas?|the team|owners?|the owners?|ci|the ci|the pipeline|the build server|github actions|the bot|a bot|the (?:release|build|deploy|nightly) (?:job|script|pipeline|workflow)|(?:the )?on-?call(?: engineers?| people| person)?|core developers?|staff|operators?|administrators?|sysadmins?|admins?|the (?:[a-z-]+ )?(?:leads?|captain|managers?|admins?|administrators?|operators?|engineers?|crew|guild|department|committee|group|team|owners?|maintainers?)|me|us)";

/** "never …": what follows is forbidden. */
export const NEVER =
  /\b(?:(?:never(?: ever)?|(?:(?:do|does) not|don't|doesn't) have (?:the |any )?(?:permissions?|authority|rights?|access|leave|clearance|mandate) to|(?:have|has) no (?:permissions?|authority|rights?|mandate|clearance|reason|need) to|(?:do|does|did) not(?: get to| ever| even(?: think (?:of|about))?)?|(?:don't|doesn't) get to|don't(?: ever| you dare| even(?: think (?:of|about))?)?|dont|must(?: absolutely| really)? (?:not|never)|mustn't|should(?: really)? (?:not|never)|shouldn't|may (?:not|never)|can ?not|can't|can never|shall (?:not|never)|(?:are|is) (?:not|never) to(?= [a-z]+)|(?:are|is) (?:not|never) (?:allowed|permitted|supposed|authori[sz]ed|meant|expected|entitled) to|(?:is|are|be)n't (?:allowed|permitted|supposed) to|(?:forbidden|prohibited|banned|barred) (?:to|from)|avoid|refrain from|abstain from|stop(?= [a-z]+ing\b)|resist the (?:urge|temptation) to|under no circumstances(?: should you| may you| do you| are you to)?|on no account(?: should you| may you)?|in no case|at no time(?: should you| may you)?|by no means|no longer|(?:has|have) no business|not to(?= [a-z])|(?:nobody|no one)(?: (?:but|except|other than|besides)(?: [a-z-]+){1,5}?)?(?: (?:may|should|is to|gets to|ever|can|is allowed to))?(?= (?:ever )?(?:runs?|executes?|edits?|chang(?:e|es)|touch(?:es)?|push(?:es)?|merges?|deletes?|reads?|uses?|calls?|invokes?|starts?|writes?|commits?|publish(?:es)?|deploys?|modif(?:y|ies)|opens?|restarts?)\b)|nobody|there(?:'s| is) (?:never|no) (?:a |any |good |valid )*(?:reason|excuse) (?:to|for)|no agent (?:may|should|is to|ever)?|forbids?|prohibits?|(?:deny|denies|disallow|disallows|block|reject)(?= (?:any |all )?(?:reading|writing|editing|deleting|running|executing|pushing|committing|modifying|access)\b)|bans?(?= [a-z]+ing\b)|we ban|(?:that|this|which) (?:rules|leaves) out|ruling out|against (?:the |our |house )?(?:rules|policy|law) to|say no to|stop using|lay off)\b|forget (?:about )?(?=[\ue000-\ue8ff])|ditch(?= [\ue000-\ue0ff])|skip(?= [\ue000-\ue0ff] ?[;,.])|so (?:please )?(?:don't|do not)(?=[.!]?$))/g;

/** "keep out of …": touching is forbidden, no verb needed. */
export const HANDS_OFF = /\b(?:keep (?:(?:any|all|your|manual|hand|direct|local|human) )*(?:edits|changes|modifications|hands|fingers|paws) (?:out of|away from|off)|stays? (?:away from|out of|off|clear of|(?:out|away|clear)(?=[.,;!]|$))|keep (?:away from|out of|off|clear of|(?:out|away)(?=[.,;!]|$)|(?:your |its )?(?:hands|fingers) off)|hands off|steer clear of|leaves?(?= .*\b(?:alone|untouched|unchanged|unmodified|as (?:it|they) (?:is|are|was|were)|in peace)\b)|no touching|not for (?:you|agents) to touch|pretend(?= .*\b(?:does not|doesn't|do not) exist\b))(?![a-z])/;

/** "… is forbidden": what stands before it is. */
export const BANNED = new RegExp(
  [
    "(?:\\b(?:is|are|stays?|remains?|be|counts? as|considered|'s|'re)\\b )?(?:\\b(?:strictly|absolutely|completely|always|also|therefore|thus|simply|all|both|explicitly|generally|entirely|now|clearly|currently|permanently|hereby|a|an) )*\\b(?:forbidden|banned|prohibited|off[- ]?limits|off the (?:table|menu)|out of reach|disallowed|taboo|out of bounds|out of the question|verboten|unacceptable|unwanted|undesired|not wanted|not (?:meant |intended |there |made )?for agents|denied to (?:you|agents)|refused|rejected|no-go|no-no|hard no|blacklisted|outlawed|barred|vetoed|blocked for|closed to|invisible to you|(?<=(?:is|are) )off(?=[.,;!]|$)|against (?:the rules|policy|our rules)|red line|never (?:the answer|appropriate|acceptable|right|fine))\\b",
    "\\b(?:is|are)(?: all| both)? denied(?=[.,;!]|$)|\\b(?:is|are|'s|'re)(?: strictly| absolutely| also)? (?:not|never) (?:ever )?(?:an? |the )?(?:allowed|permitted|ok|okay|acceptable|option|answer|solution|way|welcome|tolerated|accepted|for (?:you|agents|us)|yours|your (?:job|task|business|call)|done here|used here|something (?:you|agents|an agent|the agent|we|anyone)|available to (?:you|agents|us)|(?:granted|given|open|offered) to (?:you|agents)|how we)\\b",
    "\\b(?:isn't|aren't) (?:an? )?(?:allowed|permitted|ok|okay|acceptable|option|welcome|tolerated|accepted|your job|for you)\\b",
    "\\b(?:not|never|no longer) (?:allowed|permitted)\\b|\\bno longer (?:ok|okay|acceptable|accepted|welcome|an option)\\b",
    "\\b(?:never|not) (?:by hand|manually|by (?:you|agents|an agent|hand))\\b",
    `\\b(?:reserved (?:for|to)|left to|restricted to|limited to|(?:done|handled|run|called|executed|invoked|triggered|performed|started|made) only by) ${OTHERS}(?: only| alone| exclusively)?(?=[.,;:!)]|$| and| to )`,
    `\\bfor ${OTHERS} (?:only|alone|exclusively)\\b`,
    `\\b(?:strictly|only|exclusively|solely|purely) for ${OTHERS}(?=[.,;:!)]|$| and| to )`,
    "\\b(?:human|humans|people|maintainers?|ci|pipeline|owners?)[- ]only\\b",
    `\\b(?:is|are) (?:${OTHERS}(?:'s|s')|somebody else's|someone else's|none of your) (?:job|business|task|work|territory|domain)\\b`,
    `\\bbelongs? to ${OTHERS}(?: only| alone| exclusively)\\b`,
    "\\b(?:has|have) no place\\b(?! in (?:a |any |the )?(?:commit|repl|message|answer|code))",
    "\\b(?:is|are|has been|have been|was|were) (?:retired|abolished|discontinued|phased out|decommissioned)\\b",
    "\\b(?:is|are) (?:out|not on|not supported|unsupported)\\b(?=[.;,!]|$| here| in this)",
    "(?<=[\ue000-\ue8ff] ?)[:–—-]+ ?(?:a )?(?:no|never|nope|hard no)(?: way| thanks)?[.!]*$",
    "\\bno thanks?\\b",
    "\\b(?:is|are|counts? as|would be|'s)(?: simply| clearly| always| considered| also| still)? (?:a |an |the )?(?:(?:serious|grave|big|terrible|bad|known|clear|security|policy) )*(?:mistake|cheating|bad idea|crime|sin|violation|offen[cs]e|abuse|breach|foul|recipe for disaster|show-?stopper|deal-?breaker|bad manners)\\b",
    "\\b(?:is|are|'s|isn't|aren't)(?: not)? (?:within|inside|in|part of|among|one of) your (?:remit|scope|role|powers?|rights?|competence|authority|toolbox|job|tools|duties|mandate|permissions)\\b",
    "\\b(?:is|are) (?:frowned (?:up)?on|disabled for (?:you|agents)|locked for (?:you|agents)|beyond your (?:remit|scope|role|powers?|authority)|blocked|rejected(?: on sight)?)(?=[.,;!]|$)",
    "\\b(?:won't|will not|cannot|can't|would not) be (?:tolerated|accepted|allowed|permitted|approved)\\b",
    "\\b(?:will|would) (?:get you|be) (?:banned|fired|switched off|thrown out|blocked)\\b",
    "\\b(?:is|are) my (?:job|task|business|department|turf|responsibility|domain)\\b",
    "(?<=\\b(?:fine|ok|okay|allowed|permitted|welcome|free|good)\\b[^.;]*)\\b(?:is|are) not(?=[.;!]|$)",
    "\\bas (?:a |an )?(?:violation|breach|offen[cs]e|bug)\\b",
    "\\b(?:must |should |has to |have to |shall )?(?:stays?|remains?) (?:unused|uncalled|unexecuted|switched off|out of reach)\\b",
  ].join("|"),
  "g",
);

const PARTICIPLES =
  "(?:edited|modified|changed|touched|altered|updated|written|overwritten|hand-edited|patched|rewritten|reformatted|moved|renamed|deleted|removed|erased|emptied|cleared|cleaned|discarded|trashed|truncated|pruned|wiped|purged|dropped|destroyed|read|opened|printed|displayed|shown|viewed|dumped|accessed|exposed|committed|staged|checked in|pushed|merged|run|executed|invoked|called|launched|started|used|issued|typed|installed|added|created|loaded|published|released|deployed|tagged|force-pushed|amended|rebased|squashed|stashed|skipped|bypassed|upgraded|bumped|uploaded|sent|restarted|killed|triggered|tried|attempted|entered|relied on|consulted|copied|formatted|regenerated|rebuilt|linted|tampered with|fiddled with)";

/** "… must not be edited", "none of these may be run": a passive prohibition; the participle follows. */
export const PASSIVE = new RegExp(
  `\\b(?:be|and|but|is|are) (?=${PARTICIPLES} by (?:nobody|no one|no agent)\\b)|\\b(?:(?:must|should|may|can|shall|will|has to|have to|ought to|need to) ?(?:not|never)|cannot|can't|mustn't|shouldn't|(?:is|are|was|were|gets?) (?:not|never)|isn't|aren't|never|not|(?:none|nothing|neither|nobody)\\b[^.;]{0,50}?\\b(?:may|should|must|can|is|are|shall|gets?|is to|are to)) (?:to )?(?:ever )?(?:get )?(?:be )?(?:(?:manually|directly|ever|hand|to be|normally|simply|automatically|casually|silently|actually) ?-?)*(?=${PARTICIPLES}\\b)|\\b(?:is|are|was|were)(?: definitely| certainly| simply)? (?:not|never) (?:meant |intended |there |suitable )?(?:for |yours to |ours to |for you to )(?=(?:read|edit|modify|chang|touch|alter|updat|overwrit|writ|delet|remov|print|open|commit|push|merg|run|execut|call|us|mov|renam)(?:e|ing|ting|ning)?\\b)`,
  "g",
);

/** "may only be changed by the platform team", "is written by the runner alone": somebody else's, so not the agent's. */
export const ONLY_BY = new RegExp(`\\b(?:may|can|should|must|is|are|gets?)(?: (?:only|solely|exclusively))? (?:be )?(?:(?:only|solely|exclusively) )?(?=${PARTICIPLES} (?:(?:only|solely|exclusively) )?by (?!you\\b|agents?\\b|hand\\b|an agent\\b)(?:the |a |an |our )?[a-z][a-z -]{1,40})(?=[^.;:]{0,60}(?:\\balone\\b|\\bexclusively\\b|\\bsolely\\b|\\bonly\\b)|(?<=(?:only|solely|exclusively) (?:be )?))`);

/** "only CI may run …", "leave … to the pipeline": somebody else's work. */
export const SOMEBODY_ELSE = new RegExp(`\\bonly ${OTHERS.replace("|me|us", "")}(?: (?:may|can|should|is|are|gets?|ever))*(?: (?:allowed|permitted|to))* (?=[a-z]+)|\\bleave\\b(?=[^.;]{1,60}\\bto ${OTHERS}(?=[.,;:!]|$| and))`);

/** "… do not belong in git": may exist, must not be committed. */
export const NOT_IN_GIT = /\b(?:leave|keep|exclude|omit|drop)\b[^.;]{0,60}\b(?:out of|from) (?:(?:your|any|every|all|each|the|a|my|our) )*(?:commits?|git|repo(?:sitory)?|version control|history|index|diffs?)\b|\bno (?:[a-z-]+ )?[\ue000-\ue8ff](?: files?| artefacts?| artifacts?)? (?:in|into|under) (?:git|(?:the|this|our) repo(?:sitory)?|version control|(?:a |any |your )?commits?|the history)\b|\b(?:stays?|remains?|is|are|be|kept|keep)(?: strictly| always| purely)? (?:uncommitted|unstaged|local(?:ly)?(?: only)?)(?=[.,;!]|$| and)|\b(?:has|have) no (?:place|business) in (?:git|the repo(?:sitory)?|this repo(?:sitory)?|version control|(?:a |any )?commits?|the history)\b|\bslip into (?:a|any|your|the) commits?\b|\b(?:git|the repo(?:sitory)?|version control|the history) (?:is|are) (?:not|no) (?:the |a )?(?:right )?place for\b|\b(?:git|the repo(?:sitory)?|a commit|commits|the history) (?:must|should|may|shall) (?:not|never) (?:contain|hold|include|carry|have|see)\b|\b(?:do(?:es)? not|don't|doesn't|never|must not|should not|may not|must never|should never) (?:ever )?(?:belongs?|go|goes|ends? up|lands?|gets?|appears?|be|lives?|shows? up)(?: tracked| versioned| in| into| inside| under)+ (?:git|the repo(?:sitory)?|this repo(?:sitory)?|version control|source control|a commit|any commit|commits|the history|the git history)\b|\b(?:keep|stays?|leave|kept)\b[^.;]{0,60}\b(?:out of|outside of?) (?:git|the repo(?:sitory)?|version control|source control|commits|the history)\b|\b(?:not|never) (?:be |to be )?(?:tracked|versioned)\b|\bno place in (?:git|the repo(?:sitory)?|this repo(?:sitory)?|version control|a commit|commits)\b|\b(?:is|are|stays?|remains?) untracked\b|(?:,|;|—|–|and|but) not (?:in|into|under) (?:git|the repo(?:sitory)?|version control|source control)\b/g;

/** "… is frozen": a path that says so of itself is not to be changed. */
export const FROZEN = /\b(?:(?:is|are|stays?|remains?|treat(?:ed)?(?: it| them)? as|considered|kept|keep(?: it| them)?|counts? as)(?: strictly| completely| now| considered| all| to be| a| an| effectively| essentially)* (?:read[- ]only|frozen|immutable|sealed|write[- ]protected|untouchable|untouched|unchanged|as (?:it is|they are|is)|set in stone|carved in stone|under lock and key)|(?:must|has to|have to|should|needs? to|is to|are to) (?:stay|remain)(?: exactly)? (?:as (?:it is|they are|is)|unchanged|untouched|read[- ]only|frozen)|(?:treat|think of|regard|consider|see|look at|handle|keep)\b.{1,60}?\b(?:as |to be )?(?:read[- ]only|frozen|immutable|untouchable|untouched|unchanged|sacred|sacrosanct|as (?:it is|they are)|the way (?:it is|they are))|(?:is|are)(?: simply| strictly)? (?:sacred|sacrosanct|holy|off[- ]bounds|write[- ]protected)|(?:is|are|stays?|remains?) the way (?:it is|they are)|^protected (?:paths?|files?|folders?|director(?:y|ies)|areas?):)\b/;

const WHO = "(?:me|us|him|her|them|someone|somebody|anyone|a human|a person|the user|the human|the owner|the owners|the team|the lead|a maintainer|the maintainers?|your operator|the operator|a reviewer|[a-z-]+(?: (?!before|first|prior|if|when|and|to|for|about|beforehand)[a-z-]+)?)";
const YES = "(?:approval|permission|sign-?off|consent|confirmation|go-?ahead|green light|authori[sz]ation|blessing|agreement|clearance|thumbs[- ]up|say-so|okay|ok|yes|nod|word|instructions?|request|discussion|all-clear|order|decision)";

const AGREED = "(?:approval|permission|sign-?off|consent|confirmation|go-?ahead|okay|ok|authori[sz]ation|clearance|agreement|approved|agreed|confirmed|asked|said (?:so|yes|ok|okay)|says? so|request|requested|okayed|signed off|cleared)";
const PROVIDED = "(?:with|after|once|if|when|as long as|so long as|provided(?: that)?|on|upon|given|subject to)";

/** "is fine once I agreed", "you may, but ask first": leave that a person has yet to give. */
export const WITH_A_YES = new RegExp(
  [
    `\\b(?:fine|ok|okay|allowed|permitted|possible|acceptable|good|open)(?: only)? ${PROVIDED}\\b(?: [a-z'-]+){0,6}? ${AGREED}\\b`,
    `\\b(?:may|can)\\b[^.;,]{1,30}? ${PROVIDED}\\b(?: [a-z'-]+){0,5}? ${AGREED}\\b`,
    "(?:,|;|—|–) ?(?:but |only |just |though )+(?:please )?(?:ask|check|confirm|get confirmation|get approval|get that [a-z]+)(?: me| us| with (?:me|us))?(?= (?:first|before(?:hand)?)\\b|[.,;!]|$)",
  ].join("|"),
);

/** "ask before …", "needs approval": a person decides. */
export const ASK = new RegExp(
  [
    "(?<!\\b(?:reviewers?|users?|customers?|admins?|authors?|clients?|installer|system|app|it|they|server|wizard|cli|tool|script|program|people|developers|does|will|must) )\\bask(?:ing)?(?! (?:(?:me|us|someone|the [a-z]+|a [a-z]+|your [a-z]+) )?(?:for (?!permission|approval|confirmation|consent|an? (?:yes|ok|okay|go)|my|explicit|sign|clearance|the go)|about|what|why|how|where|which|questions?|clarifying))(?= (?:me|us|the|a|an|before|first|every|each|whether|if|someone|somebody|in|for|your)\\b|[,.:;!]|$)",
    `\\b(?:(?:double-?)?check|confirm|consult|discuss|clear|agree|align|speak|talk|coordinate)(?:ing)?(?: (?:it|this|that|them|in|back|things|the change|changes))* (?:with|to) ${WHO}\\b`,
    `\\b(?:get in touch with|reach out to|touch base with|loop in|contact) ${WHO}\\b`,
    "\\bconsult (?:me|us|the (?:owner|team|user|lead|maintainer)s?)\\b",
    "\\bconfirm(?:ing|ation)?(?= (?:first|before|is (?:needed|required)|with)\\b)",
    `\\b(?:get|obtain|seek|request|await|waits? for|need|needs|needed|require|requires|required|want|wants|takes?|demand|demands|subject to|only by|only with|only after|only on|not without|pending|calls? for)\\b(?: [a-z'-]+){0,6}? ${YES}\\b(?! (?:tests?|build|file|page|is red|status|trailer|line)|[^.]{0,30}\\b-s\\b)(?<!origin sign-?off|dco sign-?off)`,
    `^(?:with|after|until|on|wait until|having)\\b(?: [a-z'-]+){0,4}? ${YES}\\b`,
    "\\b(?:stop|pause|hold|halt)(?:,)? and (?:ask|wait|check|confirm)\\b",
    "\\bhold off (?:until|till)\\b",
    `\\b${YES} (?:is|are) (?:always )?(?:required|needed|necessary|mandatory|a must)(?= (?:for|before|to)\\b|[.,;!]|$)`,
    "\\b(?:get|need|needs|await) (?:my|a|our|the owner's|their) go(?= first|[.,;!]|$)",
    "\\bwait for (?:me|us|a (?:human|person|maintainer|reviewer)|the (?:user|owner|team|lead|maintainers?))\\b",
    "\\b(?:apply|file a request) for (?:it|that|this|permission|approval)\\b",
    "\\b(?:run|pass) (?:it|this|that|them) (?:by|past) [a-z]+\\b",
    "\\b(?:ping|tell|warn|alert|notify|inform|let) (?:me|us|the [a-z]+|someone|[a-z]+)(?: know)? (?:before|first|beforehand|in advance)\\b",
    "\\b(?:needs?|requires?|wants?) (?:a |the )?(?:human|person|maintainer|owner|reviewer|second pair of eyes|second opinion)\\b",
    "\\b(?:ask|check|confirm|discuss|clarify|talk|coordinate) first\\b",
    "\\b(?:want|wants|like|likes|expect|expects|need|needs|insist|insists|wish|prefer|prefers) (?:on being |to be )(?:asked|consulted|told|informed|involved)\\b",
    "\\b(?:is|are|stays?|remains?) (?:(?:a|the|my|our) )?(?:humans?|persons?|people|maintainers?|users?|owners?|team|lead|leads|reviewers?|admins?)?(?:'s|')? ?(?:decision|call|choice)(?=[.,;:!]|$| to make)",
    "\\b(?:i|we|the user|the owner|a human|humans) (?:decide|decides|make that call|approve|approves|confirm|confirms) (?:first|on|about|that|this|it|each|every|when|whether|if)\\b",
    "\\b(?:must|should|has to|have to|needs? to|is to|are to|gets?|is|are) (?:first )?(?:be )?(?:discussed|agreed(?: on| upon)?|cleared|confirmed|approved|signed off|coordinated|authori[sz]ed|okayed|green-lit)(?: [a-z]+)?(?= (?:with|by|first|beforehand|in advance|before)\\b|[.;!]|$)",
    "\\b(?:requires?|needs?|get|gets) (?:an? |my |another )?(?:human |code |peer |security |second |owner )?review(?= (?:by|from|before|first)\\b)|\\b(?:i|we) (?:review|approve|sign off|check) (?:every|each|any|all) (?:changes?|edits?|commits?)\\b",
    "\\b(?:i|we|the (?:user|owner|team|lead)|someone|somebody|a (?:human|person|maintainer|reviewer)|one of us)(?:'d| would)? (?:want|need|like|wish|prefer|have|has|must|should|insist|expect)s? (?:to |on )(?:first )?(?:approv(?:e|ing)|confirm(?:ing)?|okay|sign (?:it |them )?off|sign(?:ing)? off|decide|authori[sz]e|see|review|check|greenlight|vet)\\b",
    "\\b(?:goes?|go|has to go|must go|should go) (?:through|past|via|by) (?:me|us|the (?:owner|owners|lead|team|user|maintainers?))\\b(?!')",
    "\\b(?:a |the )?(?:decision|call|choice|matter|question) (?:for|of) (?:me|us|the (?:[a-z-]+ )?(?:owners?|team|leads?|users?|maintainers?|reviewers?|humans?)|humans?|people|maintainers)\\b",
    "\\bpropose (?:it|them|the change|this)? ?(?:first|before)\\b",
    "\\braise (?:it|this|that|them) with\\b",
    "\\b(?:tell|ask|ping|warn|inform|notify|call|message|let) (?:me|us|the [a-z]+|someone|somebody|a human)(?: know)?,? (?:and|then) (?:wait|hold|stop|pause)\\b",
    "\\b(?:get|have|find|let|ask) (?:me|us|someone|somebody|a (?:human|person|maintainer|reviewer|colleague)|the [a-z-]+|one of [a-z ]{2,16}|people)(?: to| from [a-z ]{2,16} to)? (?:approve|confirm|sign off|okay|ok|review|check|agree|authori[sz]e|clear|decide|look)\\b",
    "\\b(?:i|we)(?:'d| would)? (?:like|want|need|love|prefer|expect) to (?:know|hear(?: about it| of it)?|be told|see it)(?: about it)?(?= (?:before|first|beforehand|in advance)\\b)",
    `\\b(?:wait|hold(?: off| on)?|pause)(?: for| on [\ue000-\ue8ff] until| until)? (?:my|our|his|her|their|the [a-z-]+'s|a human's|someone's) (?:go|answer|reply|response|word|ok|okay|yes|signal|call|decision|feedback|confirmation|approval|green light|nod|say-so|reaction|verdict)\\b`,
    "\\bhold (?:off|back|on)\\b[^.;]{0,40}\\b(?:until|till|unless) (?:i|we|someone|the [a-z]+|a [a-z]+) (?:say|says|tell|tells|confirm|confirms|approve|approves|give|gives|agree|agrees|reply|answer|go)",
    "\\b(?:is|are|stays?|remains?|'s) (?:entirely |solely |always )?(?:up to|for) (?:me|us|the (?:owner|user|team|lead|maintainers?)|a human|humans)(?: to decide)?(?=[.,;:!]|$)",
    "\\b(?:is|are) (?:something|things|a thing|an action|a step)(?: that)? (?:i|we|the (?:owner|user|team|lead)|humans?|a human) (?:decides?|approves?|confirms?|signs? off)\\b",
    "\\b(?:i|we|the (?:user|owner|team|lead)) (?:decide|decides|say|says|choose|chooses|determine|determines) (?:if|when|whether|what|how)\\b",
    "\\brun [\ue000-\ue0ff] (?:by|past) (?:me|us|the [a-z]+|someone)\\b",
    WITH_A_YES.source,
    "\\b(?:a human|someone|somebody|a person|one of us|the (?:owner|lead|team|user)|a (?:maintainer|reviewer|colleague))(?: from [a-z ]{2,20}?)? (?:must|has to|have to|needs? to|should) (?:first )?(?:agree|approve|confirm|okay|sign off|sign|authori[sz]e|see|review|check|say yes|decide)\\b",
    `\\b(?:explicit |written |prior |human |verbal )*(?:approval|permission|consent|confirmation|sign-?off|authori[sz]ation|a yes|an okay) (?:is|are) (?:a |an |the )?(?:precondition|prerequisite|requirement|condition|must)\\b`,
    "\\bonly on (?:the user's |my |explicit |user )?demand(?: by [a-z ]{2,14})?(?=[.,;!]|$)",
    "\\bon your own(?: initiative| authority| account)?(?=[.,;!]|$)|\\bof your own accord\\b|\\bunprompted\\b|\\bunasked\\b|\\bunbidden\\b",
  ].join("|"),
);

const ASKED = "(?:asked|told|instructed|requested|approved|agreed|agrees?|say so|says so|said so|say yes|says yes|said yes|says? otherwise|asks?|requests?|wants?|tells?|allowed(?! to\\b)|approves?|signs? off|signed off|ok'?d|okays?|okayed|authori[sz]ed|authori[sz]es|confirms?|confirmed|permits?|gives?|gave|given|directed|invited|cleared|explicit|ordered|orders?)";
/** "unless asked", "without approval", "on request": an exception that a person can give. */
export const UNLESS_ASKED = new RegExp(
  [
    `\\bonly\\b(?: [^\\s.,;]+){1,8}? (?:when|if|after|once|upon)(?: (?:explicitly|directly|specifically|expressly|you|have|has|been|are|is|was|were|i|we|it|the|user|human|someone|somebody|anybody|anyone|they|being|a|your|had))* ${ASKED}\\b`,
    `\\b(?:unless|except|only|until|till|other than|apart from|but|before)(?: (?:when|if|where|after|once|then|explicitly|directly|specifically|expressly|clearly|you|have|has|had|been|be|are|is|was|were|i|we|it|the|a|an|user|human|somebody|someone|person|maintainer|owner|team|task|issue|ticket|prompt|lead|on-call|engineer|they|he|she|in|writing|already|first|your|his|her))* ${ASKED}\\b`,
    `\\bwithout (?:(?:first|prior|explicit|my|the|a|an|any|being|written|express|human|user|user's|your|previous|getting|having|clear|manual|owner|owner's|team|team's|someone's|anyone's|maintainer|verbal|our|their|his|her|asking for|formal|direct|specific|proper|special|ever) )*(?:asking|asked|a go|go(?= from)|approval|permission|consent|confirmation|confirming|go-?ahead|ok|okay|sign-?off|told|checking(?: with)?|instructions?|request|authori[sz]ation|agreement|clearance|blessing|discussion|consulting|a yes|word|order|say-so|nod)\\b`,
    "\\bwithout (?:an? |the )?(?:[a-z-]+ )?(?:ticket|order|request|work order|change request|green light|mandate|instruction|message|note|mail)(?: number)? (?:from|by|of) (?:me|us|the [a-z-]+|an? [a-z-]+|someone)\\b",
    "\\b(?:when|if) (?:i|we) say so\\b|\\bon my word\\b",
    "\\b(?:on|upon|at|by) (?:an )?(?:explicit |my |your |the user's |direct |special |express |user )?request\\b",
    "\\b(?:once|after|until|till) (?:i|we|the (?:user|owner|team|lead)|someone|somebody|a human)(?:'ve|'s)? (?:have |has |had )?(?:said (?:yes|so|ok|okay)|confirmed|approved|agreed|given|signed|ok'?d|okayed|cleared)\\b",
    `\\b(?:only|not) (?:with|without|by|on)(?: (?:my|explicit|prior|written|the|a|an|human|user|owner's|user's|your|express))* ${YES}\\b`,
    "\\bif (?:and only if )?(?:i|the user|we|you are|someone) (?:explicitly |directly |specifically )?(?:asks?|asked|requests?|says? so|tells? you)\\b",
  ].join("|"),
);

/** Leave, not law: "feel free", "no need to", "is fine". */
export const PERMITTED =
  /\b(?:feel free|free to|no need|not need(?:ed)?\b|needn't|need not|not necessary|unnecessary|(?:do not|don't|never|not) (?:be )?(?:hesitate|afraid|shy|worry|bother|mind|scared)|(?:do not|don't|does not|doesn't|not) (?:have(?! (?:the |any )?(?:permissions?|authority|rights?|access|leave|clearance|mandate))|need|require)\b|(?<!\bno )(?:you|agents?|everyone|anyone|everybody|one|sessions) (?:may|can|are (?:free|allowed|welcome)|might)\b(?! (?:not|never|only))|(?:is|are|'s|'re) (?:always |also |totally |perfectly |completely |both |all |equally |quite |just |still |absolutely )*(?:fine|ok|okay|allowed|permitted|welcome|acceptable|optional|harmless|safe|encouraged|good|up to you)\b(?! (?:only|with|after|if|when|once))|(?<!\b(?:nothing|none|neither|nobody) )may be (?:[a-z]+ )?(?:freely|used|run|edited|changed|added|deleted|thrown|created|committed|pushed|called)|may freely|can be (?:freely )?(?:edited|used|run|changed|deleted|pushed|thrown)|no objection|nothing wrong with|no problem|as often as you like|whenever you like|at will|go ahead(?! and ask)|not (?:forbidden|prohibited|banned)|doesn't matter|does not matter|either (?:works|is fine)|at your discretion)\b/;

/** A question and its answer, or a description of what a thing does: no directive. */
export const NOT_A_DIRECTIVE = /^(?:(?:it|this|that|which) )?(?:automatically )?(?:runs|validates|checks|ensures|executes|builds|generates|creates|uses|provides|contains|handles|enforces|manages|returns|reads|writes|loads|triggers|starts|opens|installs|verifies|formats|lints|deploys|publishes|wraps|supports|allows|prevents|stores|includes|adds|removes|updates|detects|reports|skips|blocks|sets|enables|disables) |^(?:why|how|what|who|where|which|may i|can i|do i|does|is it|should i|must i|am i)\b[^?]*\?/;

/** Who may stand before "never" and "must not" when an agent is meant. */
export const AGENT_BEFORE =
  /^(?:(?:and|but|so|also|please|then|however|therefore|again|remember|note|note that|important|warning|caution|critical|rule|in short|in particular|in general|as a rule|always|strictly|absolutely|generally|you|your agent|agents?|any agent|an agent|ai agents?|ai|coding agents?|all agents|assistants?|the (?:agent|assistant|model|ai|bot)|we|this (?:project|repo|repository|team|codebase)|our (?:policy|team|rules?)|the (?:policy|rules?|team)|policy|claude|claude code|codex|copilot|cursor|gemini|llms?|models?|subagents?|sub-agents?|contributors?|automation|bots?|tools?|robots?|it is|it's|you are|you must|you should|(?:agents?|assistants?|bots?|subagents?|contributors?|you|we) (?:are|is|have to|has to|need to|are to)|there|just|should|must|shall|will|to|or|nor|either|equally|likewise|similarly|still|for now|reviewers?|developers?|everyone|everybody|people|i|even|that is why|this is why|which is why|hence|thus|whatever happens|by the way|besides|as an agent|as agents|humans?|alike|all of us|both|even then|from now on|at all times|friendly reminder|reminder)[,:;!.]?[ ]*)*$/;

/** Opens a condition or a circumstance; what comes after its comma is free-standing. */
export const CIRCUMSTANCE = /^(?:to|when|whenever|if|in|for|from|on|at|during|with|by|even|while|once|after|before|inside|under|within|because|since|as|unless|without|until|despite|regardless|apart|besides|except|outside|no matter)\b/;

/** Actors that are not the agent: what they do or do not do is a fact of the product. */
export const OTHER_ACTOR = /\bby (?:anything|nothing|any (?:code|tool|test|module|other)\b)|\bby (?:the |an? |our |any )?(?!hand\b|hands\b|agents?\b|you\b|anyone\b|anybody\b|humans?\b|ai\b|contributors?\b|accident\b|mistake\b|default\b|bots?\b|assistants?\b|automation\b|pid\b|yourself\b)(?:application|app|server|client|service|system|api|job|worker|library|framework|user|users|customers?|parser|compiler|tool|tools|importer|exporter|generator|process|processes|scripts?|runtime|backend|front ?end|database|scheduler|module|class|function|component|browser|engine|daemon|cron|nightly|cache)\b|\bat (?:runtime|run time|startup|start-up|boot|build time|compile time)\b/;
