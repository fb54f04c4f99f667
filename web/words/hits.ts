// The words of a search in documents and sessions.

import { plural, texts } from "./language.ts";

export const hitsWords = texts(
  {
    found: (n: number) => plural(n, "hit"),
    documents: "Documents",
    sessions: "Sessions",
    today: "today",
    nothingFound: "Nothing was found",
    nothingFoundText: "Other words may help: memory and sessions are searched by words, not by meaning.",
  },
  {
    found: (n) => `${n} 处`,
    documents: "文档",
    sessions: "会话",
    today: "今天",
    nothingFound: "没有找到",
    nothingFoundText: "换个词试试：记忆和会话按词搜索，不按含义。",
  },
);
