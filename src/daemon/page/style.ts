// The page's look: quiet, dark and light by what the person's system says, readable at the width of a phone.

export const STYLE = String.raw`
:root {
  color-scheme: light dark;
  --paper: #fbfaf7;
  --card: #ffffff;
  --ink: #22231f;
  --quiet: #62645c;
  --line: #dddbd2;
  --accent: #47633f;
  --accent-ink: #ffffff;
  --added: #e4f2df;
  --added-ink: #1d4a17;
  --removed: #fbe6e2;
  --removed-ink: #7c2318;
  --warn: #8a5200;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #171814;
    --card: #20221d;
    --ink: #e8e7e0;
    --quiet: #a3a599;
    --line: #3a3c34;
    --accent: #a5c69a;
    --accent-ink: #14200f;
    --added: #1e3319;
    --added-ink: #bfe3b4;
    --removed: #40201b;
    --removed-ink: #f2bdb3;
    --warn: #e2b066;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  max-width: 58rem;
  padding: 0 1rem 4rem;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
header { display: flex; align-items: center; gap: 1rem; padding: 1rem 0; border-bottom: 1px solid var(--line); }
.name { font-size: 1.25rem; font-weight: 650; color: inherit; text-decoration: none; }
.home { flex: 1; min-width: 0; margin: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--quiet); font: 0.8125rem var(--mono); }
main:focus, h2:focus { outline: none; }
h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere; }
h1 { font-size: 1.375rem; margin: 1.5rem 0 0.25rem; }
h2 { font-size: 1.125rem; margin: 2rem 0 0.75rem; }
h3 { font-size: 1rem; margin: 0; }
p { margin: 0.25rem 0; overflow-wrap: anywhere; }
a { color: var(--accent); }
.quiet, .facts { color: var(--quiet); font-size: 0.875rem; }
#news:not(:empty) { margin: 1rem 0 0; padding: 0.5rem 0.75rem; border-left: 3px solid var(--accent); background: var(--card); }
#news.bad { border-color: var(--warn); color: var(--warn); }
.card { margin: 0 0 0.75rem; padding: 0.875rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); }
.outside { border-left: 3px solid var(--warn); }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: 0.75rem; }
.grid .card { margin: 0; }
.plain { list-style: none; padding-left: 0; margin: 0; }
.plain.rows { padding: 0.25rem 1rem; margin-bottom: 0.75rem; }
.meter { margin-bottom: 1rem; }
.card .meter, .card > pre:last-child { margin-bottom: 0; }
.back { margin-top: 1rem; }
.sections { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; }
.rows > li { padding: 0.5rem 0; border-top: 1px solid var(--line); }
.rows > li:first-child { border-top: 0; }
.row { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; justify-content: space-between; }
.row > div { flex: 1; min-width: 12rem; }
.bar { height: 0.375rem; margin: 0.5rem 0 0.25rem; border-radius: 0.25rem; background: var(--line); overflow: hidden; }
.bar > span { display: block; height: 100%; width: 0; background: var(--accent); }
.bar.over > span { background: var(--warn); }
.over-text { color: var(--warn); }
pre, .diff { margin: 0.5rem 0; font: 0.8125rem/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
.diff { border: 1px solid var(--line); border-radius: 0.375rem; max-height: 30rem; overflow: auto; }
.diff div { display: grid; grid-template-columns: 1.25rem 1fr; padding: 0 0.625rem; min-height: 1.5em; }
.diff div > span { min-width: 0; }
.diff .added { background: var(--added); color: var(--added-ink); }
.diff .removed { background: var(--removed); color: var(--removed-ink); }
.unseen { padding: 0 0.25em; border: 1px solid currentColor; border-radius: 0.25em; color: var(--warn); font: 0.75em var(--mono); unicode-bidi: isolate; }
.level { color: var(--quiet); font-weight: 400; }
.acts { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 0.75rem; }
button { min-height: 2.25rem; padding: 0.25rem 0.875rem; border: 1px solid var(--line); border-radius: 0.375rem; background: var(--card); color: inherit; font: inherit; font-size: 0.9375rem; cursor: pointer; }
button:hover { border-color: var(--quiet); }
button.main { border-color: var(--accent); background: var(--accent); color: var(--accent-ink); }
button:disabled { opacity: 0.5; cursor: default; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 0.25rem; }
code { font-family: var(--mono); font-size: 0.9em; }
@media (max-width: 30rem) {
  body { padding: 0 0.75rem 3rem; }
  .acts button { flex: 1 1 auto; min-height: 2.75rem; }
}
`;
