// What memory says to the person, in the language in which they spoke. Pure.

import type { Proposal } from "../../mind/documents/review.ts";
import type { Receipt } from "../../schema/index.ts";

export interface Phrases {
  /** `notes`: how, where it is not as it was said. */
  recorded(what: readonly string[], notes: readonly string[]): string;
  known(where: string): string;
  notWritten(why: string): string;
  nothingToRemember: string;
  shared: string;
  /** `review`: what the person types to see all that wait. */
  nothingPending(review: string): string;
  several(proposals: readonly Pick<Proposal, "id" | "document" | "heading">[]): string;
  noSuch(id: string, review: string): string;
  lookFirst(id: string): string;
  changed(id: string): string;
  written(receipt: Receipt): string;
  dropped(receipt: Receipt): string;
  /** What it would change. */
  proposed(proposal: Proposal): string;
  /** The same, and the words that settle it. */
  proposal(proposal: Proposal, several: boolean): string;
  /** In another program's chat, for soul, rules and held lines. */
  onlyAtTerminal(document: string, id: string): string;
  emptyPromise: string;
}

const ENGLISH: Phrases = {
  recorded: (what, notes) => `Recorded in ${what.join(" and in ")}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}.`,
  known: (where) => `${where} already says that; nothing was written twice.`,
  notWritten: (why) => `Not written: ${why}`,
  nothingToRemember: "There is nothing before this message to remember. Say: remember that …",
  shared: "This is a shared session: nothing is written into your private memory here.",
  nothingPending: (review) => `This conversation has no proposal to review. ${review} shows all of them.`,
  several: (proposals) =>
    "Several proposals are pending; name " +
    `one:\n${proposals.map(({ id, document, heading }) => `  mb:write ${id}   ${document} § ${heading}`).join("\n")}`,
  noSuch: (id, review) => `There is no pending proposal ${id}. ${review} shows the pending ones.`,
  lookFirst: (id) => `You have not seen this one yet. If this is what you want, say mb:write ${id} again.`,
  changed: (id) => `Proposal ${id} is not what was shown any more. Look at it again:`,
  written: ({ document, heading, status, why, undo }) =>
    status === "applied"
      ? `Written to ${document} § ${heading}${undo === undefined ? "" : ` (undo: ${undo})`}.`
      : `${document} § ${heading}: ${status}${why === undefined ? "" : `, ${why}`}.`,
  dropped: ({ document, heading }) => `Dropped; nothing was written to ${document} § ${heading}.`,
  proposed: (proposal) =>
    `Proposal for ${proposal.document} § ` +
    `${proposal.heading}${proposal.reason === undefined ? "" : ` (${proposal.reason})`}:\n${difference(proposal)}`,
  proposal: (proposal, several) =>
    `${ENGLISH.proposed(proposal)}\nmb:write${several ? ` ${proposal.id}` : ""} ` +
    `keeps it, mb:no${several ? ` ${proposal.id}` : ""} drops it.`,
  onlyAtTerminal: (document, id) =>
    `A change of ${document} is not settled in this chat: only at a terminal (codicil accept ${id}) or in the page (codicil serve).`,
  emptyPromise: "The answer says that it will remember, but nothing was written. Say “remember this” and it is.",
};

const CHINESE: Phrases = {
  recorded: (what, notes) => `已记录到${what.join("和")}${notes.length === 0 ? "" : `（${notes.join("；")}）`}。`,
  known: (where) => `${where}里已经有了，没有重复写入。`,
  notWritten: (why) => `没有写入：${why}`,
  nothingToRemember: "这条消息之前没有可以记住的内容。请说：记住……",
  shared: "这是共享会话：不会写入你的私人记忆。",
  nothingPending: (review) => `这次对话没有等待确认的提议。${review} 列出所有等待的提议。`,
  several: (proposals) =>
    `有多条提议在等待，请指明一条：\n${proposals.map(({ id, document, heading }) => `  mb:write ${id}   ${document} § ${heading}`).join("\n")}`,
  noSuch: (id, review) => `没有等待中的提议 ${id}。${review} 列出等待的提议。`,
  lookFirst: (id) => `这条提议你还没有看过。如果确实要写入，请再说一次 mb:write ${id}。`,
  changed: (id) => `提议 ${id} 已经和展示时不同，请再看一遍：`,
  written: ({ document, heading, status, why, undo }) =>
    status === "applied"
      ? `已写入 ${document} § ${heading}${undo === undefined ? "" : `（撤销：${undo}）`}。`
      : `${document} § ${heading}：${status}${why === undefined ? "" : `，${why}`}。`,
  dropped: ({ document, heading }) => `已放弃，${document} § ${heading} 没有改动。`,
  proposed: (proposal) =>
    `提议写入 ${proposal.document} § ` +
    `${proposal.heading}${proposal.reason === undefined ? "" : `（${proposal.reason}）`}：\n${difference(proposal)}`,
  proposal: (proposal, several) =>
    `${CHINESE.proposed(proposal)}\n回复 mb:write${several ? ` ${proposal.id}` : ""} 写入，mb:no${several ? ` ${proposal.id}` : ""} 放弃。`,
  onlyAtTerminal: (document, id) => `${document} 的修改不能在这里确认：请在终端运行 codicil accept ${id}，或打开页面（codicil serve）。`,
  emptyPromise: "回答里说会记住，但其实什么都没有写入。说一声“记住这个”就会写入。",
};

export function phrasesFor(chinese: boolean): Phrases {
  return chinese ? CHINESE : ENGLISH;
}

/** Lines that come and go; what stays is left out. */
function difference({ before, after }: Proposal): string {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const went = old.filter((line) => !fresh.includes(line)).map((line) => `  - ${line}`);
  const came = fresh.filter((line) => !old.includes(line)).map((line) => `  + ${line}`);
  return [...went, ...came].join("\n") || "  (no visible difference)";
}

function linesOf(text: string | null): string[] {
  return (text ?? "").split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
}
