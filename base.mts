import { readFileSync } from "node:fs";
const WT = process.env.WT ?? "/work/wt/recall";
const { readNote } = await import(`${WT}/src/recall/ranking/note.ts`);
const { replaces } = await import(`${WT}/src/recall/ranking/replaces.ts`);
const rows = JSON.parse(readFileSync("/tmp/recall/fit/public.json", "utf8"));
const memo = new Map();
const read = (t: string) => memo.get(t) ?? (memo.set(t, readNote(t)), memo.get(t));
const c: any = {};
for (const [set, kind, a, b] of rows) {
  const k = `${set} ${kind}`;
  c[k] ??= [0, 0];
  c[k][1]++;
  c[k][0] += +replaces(read(b), read(a));
}
console.log(c);
