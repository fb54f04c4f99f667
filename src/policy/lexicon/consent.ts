// Signs that a person decides, said in whatever words: somebody who can agree, and a word of agreeing, talking or asking
// near to them. Too weak to read a sentence by; strong enough where the sentence names one certain thing and nothing else
// was understood.

const PERSON = "(?:i|me|my|us|we|our|someone|somebody|anyone|a human|humans?|a person|people|them|him|her|(?:the|an?|your|another|one) (?:[a-z-]+ ){0,2}?(?:owners?|team|leads?|architects?|maintainers?|user|dbas?|engineers?|reviewers?|managers?|admins?|colleagues?|captain|operator|author|boss|person|member|human)|maintainers|owners|reviewers|on-?call|ops)";
const AGREES = "(?:agree[ds]?|agreement|nod(?:s|ded)?|okay(?:s|ed)?|ok(?:s|ed|'d)?|confirm(?:s|ed|ation)?|approv(?:e|es|ed|al)|sign(?:s|ed)?[- ]?off|permission|permit(?:s|ted)?|consent(?:s|ed)?|allow(?:s|ed)?|clear(?:s|ed)|greenlights?|said (?:so|yes)|says? (?:so|yes|go)|blessing|go-?ahead|decid(?:e|es|ed)|decision|word|verdict|looked (?:at|over)|looks? over|reviewed|vetted|chat|talk(?:ed|s)?|discuss(?:ed|es|ion)?|consult(?:ed)?|conversation|ask(?:ed|s|ing)?|tell|told|inform(?:ed)?|notif(?:y|ied)|announce[ds]?|heads-?up|answer(?:s|ed)?|repl(?:y|ies|ied)|involved?)";

export const CONSENT = new RegExp(
  [
    `\\b${PERSON}\\b[^.;]{0,40}?\\b${AGREES}\\b|\\b${AGREES}\\b[^.;]{0,30}?\\b${PERSON}\\b`,
    "\\b(?:joint|shared|common|team|human|our|group) (?:decision|call|choice)\\b|\\b(?:the |my |our )?last word\\b|\\b(?:bring|raise|flag|mention|propose|discuss|announce) (?:it|them|this|that|these|such [a-z]+)(?: up)?(?: with [a-z ]{2,16})? (?:first|before|beforehand|in advance)\\b",
    "\\b(?:have|has|need|needs|ought) to (?:ask|be asked|be agreed|be approved|be cleared|be confirmed|be discussed)\\b|\\b(?:must|should) (?:ask|be asked for|be agreed|be approved|be cleared|be confirmed|be discussed|be requested)\\b|\\bask for (?:it|them|that)\\b|\\brequest (?:it|them|permission|approval)\\b",
    "\\bwait for (?:an?|the|some) (?:answer|reply|response|okay|ok|yes|go|confirmation|approval|reaction)\\b|\\b(?:approved|agreed|signed|accepted|written) (?:proposal|ticket|request|rfc|plan|design|change request|issue|exception)\\b",
    "\\b(?:approval|permission|consent|sign-?off|go-?ahead|authori[sz]ation|clearance|confirmation)\\b",
  ].join("|"),
);

/** Said of others, of earlier, or of what a program does. */
export const NO_CONSENT = /\b(?:users?|customers?|clients?|visitors?|readers?|guests?|admins?|moderators?) (?:must|can|may|should|will|are|have|need|confirm|approve|ask)\b|\b(?:was|were|used to|previously|historically|usually|sometimes|often|automatically)\b|\b(?:does not|doesn't|do not|don't|no|without|never|not) (?:need|require|want|have) (?:to )?(?:an? |any |my |the )?(?:approval|permission|ask|confirm|consent|sign-?off)|\b(?:without asking|no need|don't hesitate|do not hesitate|feel free)\b|sign(?:ed)?-off(?:-by|:)|\bsign-?off line\b|\bglobal sign|\bhow an? [a-z]+ says\b|\bit requires\b|\bdco\b|\b(?:do not|don't|never|not) (?:allow|permit)|[?？]/;

export const CONSENT_ZH = /(?:我|用户|负责人|主人|管理员|团队|大家|人工|运维|dba|组长|同事|对方|维护者)[^，。；]{0,10}(?:同意|批准|许可|授权|确认|点头|发话|答复|回复|说|拍板|决定|过目|看过|过一眼|审核|商量|沟通|报备|知会)|(?:同意|批准|许可|授权|确认|商量|沟通|报备|知会|请示|询问|打招呼)[^，。；]{0,8}(?:我|用户|负责人|主人|管理员|团队|大家|运维|组长)|没(?:有)?我的?(?:话|同意|许可|批准|吩咐)/;
