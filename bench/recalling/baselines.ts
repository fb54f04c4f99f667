// What recall has to beat: SQLite's own full-text search, as one would use it in an afternoon.

import type { CorpusUnit } from "../../src/recall/index.ts";
import type { Finder } from "./measure.ts";

/** FTS5 with this tokeniser; a query is its words, any of them. */
export function fts5(tokenizer: "porter unicode61" | "trigram"): (units: readonly CorpusUnit[]) => Finder {
  return (units) => {
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
    const database = new DatabaseSync(":memory:");
    database.exec(`CREATE VIRTUAL TABLE unit USING fts5(text, tokenize = '${tokenizer}')`);
    const add = database.prepare("INSERT INTO unit (rowid, text) VALUES (?, ?)");
    database.exec("BEGIN");
    units.forEach(({ speaker, day, heading, text }, at) =>
      add.run(at + 1, [speaker, day, heading, text].filter((each) => each !== undefined).join(" ")),
    );
    database.exec("COMMIT");
    const find = database.prepare("SELECT rowid FROM unit WHERE unit MATCH ? ORDER BY rank LIMIT ?");
    const shortest = tokenizer === "trigram" ? 3 : 1;
    return ({ query }, limit) => {
      const words = [
        ...new Set((query.match(/[\p{L}\p{N}_]+/gu) ?? []).flatMap((word) => (tokenizer === "trigram" ? trigramsOfHan(word) : [word]))),
      ].filter((word) => [...word].length >= shortest);
      if (words.length === 0) return [];
      return (find.all(words.map((word) => `"${word}"`).join(" OR "), limit) as { rowid: number }[]).map(
        ({ rowid }) => units[rowid - 1]?.id ?? "",
      );
    };
  };
}

/** A run of Chinese is no word: a query in it is asked for by all its threes. */
function trigramsOfHan(word: string): string[] {
  if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) return [word];
  const characters = [...word];
  return characters.length <= 3 ? [word] : characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(""));
}
