// npm run walk [-- LW AK OR MB SC]: the five documents' stories, step by step, in fresh minds in temp folders. Each step is printed
// with what was expected and what was seen; the exit code is 1 where they differ.

import { inspect } from "node:util";
import { stories } from "./stories.ts";
import { walk } from "./walk.ts";

const wanted = process.argv.slice(2);
const show = (value: unknown) => inspect(value, { breakLength: Number.POSITIVE_INFINITY, depth: 6, maxStringLength: 400 });
let steps = 0;
let differences = 0;
for (const story of stories.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) {
  console.log(`\n${story.id}  ${story.title}`);
  await walk(story, ({ step, seen, isAsExpected }, index) => {
    steps++;
    if (!isAsExpected) differences++;
    console.log(
      `${isAsExpected ? "✓" : "✗"} ${story.id} ${index + 1}  ${step.promise}${(step.blocks ?? []).length > 0 ? `  [block ${(step.blocks ?? []).join(", ")}]` : ""}`,
    );
    console.log(`    expected ${show(step.expected)}`);
    console.log(`    seen     ${show(seen)}`);
  });
  for (const { block, because } of story.notRun) console.log(`- block ${block} is not run: ${because}`);
}
console.log(`\n${steps} steps, ${differences} ${differences === 1 ? "difference" : "differences"}`);
process.exitCode = differences === 0 ? 0 : 1;
