// Words that carry grammar and no subject. They are not indexed; a query of nothing else is looked up letter by letter.

const ENGLISH = `a about above after again against all also am an and any are arent as at be because been before being below between
both but by can cant cannot could couldnt did didnt do does doesnt doing dont down during each few for from further had hadnt has
hasnt have havent having he hed hell her here heres hers herself hes him himself his how hows i id if ill im in into is isnt it its
itself ive just lets me more most mustnt my myself no nor not now of off on once only or other ought our ours ourselves out over own
same shant she shed shes should shouldnt so some such than that thats the their theirs them themselves then there theres these they
theyd theyll theyre theyve this those through to too under until up upon very was wasnt we wed well were werent weve what whats when
whens where wheres which while who whom whos why whys will with wont would wouldnt you youd youll your youre yours yourself
yourselves youve`;

/** Chinese words of question and grammar, longest first where one holds another. */
const CHINESE = `为什么 什么样 怎么样 什么时候 什么 怎么 怎样 哪里 哪儿 哪个 哪些 哪种 哪一 多少 如何 为何 是否 是不是 有没有 以及 或者 而且 但是 因为 所以
如果 虽然 我们 你们 他们 她们 它们 这个 那个 这些 那些 这里 那里 一个 一些 可以 已经 进行 其中 并且 对于 关于 根据 就是 还是 不是 没有 请问 时候 现在 目前 之前 以前 谁 吗 呢 吧 啊`;

/** Characters that seldom make a subject by themselves: two of them side by side make no word to look for. */
const CHINESE_CHARACTERS = "的了吗呢吧啊是在和与及或而也都就还又不没有这那哪谁我你他她它们个为以于之其被把让给从到对向由所着过地得";

export const STOP_WORDS: ReadonlySet<string> = new Set(ENGLISH.split(/\s+/));
export const HAN_STOP_WORDS: readonly string[] = CHINESE.split(/\s+/).sort((a, b) => b.length - a.length);
export const HAN_STOP_CHARACTERS: ReadonlySet<string> = new Set(CHINESE_CHARACTERS);
