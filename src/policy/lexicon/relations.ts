// Words that put one thing before another. `first` says on which side of them stands what must have happened already.

export interface OrderRelation {
  readonly words: RegExp;
  readonly first: "left" | "right";
}

const GRANTED = "(?:fine|ok|okay|allowed|permitted|acceptable|possible|welcome|good|legal|unlocked|open)";
const PROVIDED = "(?:once|as long as|so long as|provided(?: that)?|providing|on condition that|as soon as|assuming)";

export const ORDER_RELATIONS: readonly OrderRelation[] = [
  { words: /\b(?:precedes?|(?:must|has to|have to|should|shall|needs? to) precede)\b/, first: "left" },
  { words: /\b(?:is|are) (?:a |an |the |our )?(?:hard )?(?:precondition|prerequisite|requirement|condition|must|gate) (?:for|of|to|before)\b/, first: "left" },
  { words: /\b(?:be|is|are|gets?|was|were)(?: not)? preceded by\b/, first: "right" },
  { words: /\b(?:comes?|goes|go|happens?|belongs?|takes? place|follows?|is (?:done|run|made|allowed)|are (?:done|run|made|allowed))(?: only| always| right| directly)? after\b/, first: "right" },
  { words: new RegExp(`\\b(?:is|are|be|becomes?)(?: only)? ${GRANTED} (?:only )?(?:${PROVIDED}|after|when|if)\\b`), first: "right" },
  { words: new RegExp(`\\b(?:may|can|should|must|do)\\b[^.;]{0,40}\\b(?:${PROVIDED}|only (?:after|if|when))\\b`), first: "right" },
  { words: /\b(?:presupposes?|assumes? a|hinges? on|is conditional on|depends? on|waits? (?:for|on|until)|has to wait (?:for|until))\b/, first: "right" },
];
