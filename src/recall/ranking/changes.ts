// Whether a note tells of a change: "moved", "no longer", 改为. In English and Chinese; the tables are data and say all there is.

import { either, simplified } from "../../base/index.ts";

const CHANGED = either`
  now, as of, since, instead, these days, used to, previously, from (?:now|today|this|next) \w+, from \w+ on, starting (?:today|tomorrow|now|next|this|\w+day),
  doubled, halved, updated?, correction, corrected, oops, after all, reversed, moved?, moving, switched, changed, replaced, replaces, renamed, migrated,
  became, becomes, (?:took|takes|taken|taking) over, turns out, turned out, relocated, upgraded, renewed, rebooked, rescheduled, adjusted, improved,
  reset, different, new, handed over, (?:grew|grows|grown|shrank|drops|fell|rose|rises|\w{3,}ed) (?:to|from) (?=\W?\d), bumped, raised, lowered, put up, put back,
  went up, went down, postponed, pushed, delayed, shifted, cut to, cut down, shortened, reduced, increased, transferred, brought forward, extended
`;
const CHANGED_HAN = either`
  现在, 如今, 目前, 搬, 迁, 挪, 启用, 升级, 推迟, 提前,
  延期, 延到, 延长, 调整, 调[成为到], 涨, 降[成为到], 提高, 降低, 增加, 减少, 缩短, 放宽, 扩[到容], 更新, 更正, 接任, 接手, 接替, 自从, 以后, 跳槽, 统一, 推翻, 顺延, 换, 切[到成],
  改(?![进造天日期编善正革良版过动]), [变转][成为到], 从.{1,6}[开始起]
`;
const ENDED = either`
  no longer, any ?more, stopped, quit, resigned, retired, stepped down, left, sold, dropped, cancel\w+, closed, gave up, gave, got rid, deprecated,
  discontinued, thrown out, threw out, archived, gone, expired, returned, passed away, removed, deleted, uninstalled, phased out,
  decommissioned, shut down, switched off, turned off, terminated, revoked, abandoned, scrapped, ditched, replaced, dead, is done, is over
`;
const ENDED_HAN = either`
  不再, 废弃, 作废, 卸任, 离职, 退休, 停用, 下线, 注销, 取消, 关门, 停业, 解散, 毕业, 结束, 终止, 放弃, [停卖退关辞戒交拆拔扔丢]了(?![\d一二两三四五六七八九十百半几]), 走了(?=[，。；！]|$), 交[给班], [卖退删停]掉
`;
const CHANGE = new RegExp(`\\b(?:${CHANGED}|${ENDED})\\b|${CHANGED_HAN}|${ENDED_HAN}`, "iu");
const END = new RegExp(`\\b(?:${ENDED})\\b|${ENDED_HAN}`, "iu");
const CLAUSE = /[，。；！？、]+|[,;.!?](?:\s+|$)|(?<=\p{Script=Han}\s?)[,;!?]/u;

const UNSURE = either`
  whether, could, might, would(?! rather), should(?!.{0,60} from now on), maybe, perhaps, idea, propos\w+, suggest\w*, consider\w*, thinking (?:of|about),
  plan(?:s|ning)? to, want(?:s|ed)? to, not decided, undecided, rejected, decided against, we kept, unchanged, as before, still, this time, for once,
  one-off, (?:an|by way of|by) exception, only (?:this|for (?:this|now|today|once)), (?:today|tomorrow|yesterday|this \w+) only, closed yesterday, temporar\w+, also, as well, joins?, joined
`;
const UNSURE_HAN = either`
  如果, 要是, 考虑, 打算, 提议, 建议, 可能, 也许, 还没, 未定, 没有?采纳, 否决, 只此, 仅此, 仅限, 这次, 临时(?!工), 破例, 继续, 仍, 照旧, 不变, 照样, 也, 还有, 另外, 加入, 要不要, 是否, 吗$
`;
/** A plan, a question, a single exception, an addition, or that all stays as it is: nothing is otherwise yet. */
const TENTATIVE = new RegExp(`^if\\b|[?？]|\\b(?:${UNSURE})\\b|${UNSURE_HAN}`, "iu");

/** It says that something is otherwise now, and not only that it may be. */
export function tellsOfChange(text: string): boolean {
  const plain = simplified(text);
  return CHANGE.test(plain) && !TENTATIVE.test(plain);
}

/** The clauses that tell of an end: what is named in them is no more. */
export function endedIn(text: string): string {
  return simplified(text)
    .split(CLAUSE)
    .filter((clause) => END.test(clause))
    .join("\n");
}
