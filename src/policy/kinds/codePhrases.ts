// Code that people name in words, without backticks: "no wildcard imports", "avoid inline styles". Each by what it looks like in
// code, and a line that has it.

import { whole } from "../../base/index.ts";
import { LANGUAGE_FILES } from "./codePlaces.ts";
import { CODE_WORDS, isSuppression } from "./writtenText.ts";

export interface Phrase {
  readonly pattern: string;
  readonly globs: readonly string[];
  readonly shown: string;
}

const files = (...languages: readonly string[]): readonly string[] => languages.flatMap((each) => LANGUAGE_FILES[each] ?? []);

const WEB = files("javascript", "typescript", "vue", "svelte");
const VIEWS = files("jsx", "vue", "svelte", "html");
const START = "(?:^|\\n)[ \\t]*";

/** A plural is written as `s?`. */
const ROWS: readonly (readonly [words: string, pattern: string, globs: readonly string[], shown: string])[] = [
  ["(?:wildcard|star|glob) imports?", "\\bimport[ \\t]+(?:[\\w.]+\\.)?(?:\\*|_(?:$|\\s))", [], "import java.util.*;"],
  ["default exports?", "\\bexport[ \\t]+default\\b", WEB, "export default x;"],
  ["(?:barrel (?:files?|exports?|imports?)|star exports?)", "\\bexport[ \\t]+\\*", WEB, 'export * from "./x";'],
  ["relative (?:parent )?imports?", `\\b(?:from|import|require)\\b[^\\n]*["']\\.\\.?/|${START}from[ \\t]+\\.`, [], 'import x from "../x";'],
  ["(?:deep|parent|long) relative imports?", "[\"']\\.\\./\\.\\./", [], 'import x from "../../x";'],
  ["(?:local|function-level|lazy) imports?", `\\n[ \\t]+(?:from|import)[ \\t]`, files("python"), "def f():\n    import os"],
  ["(?:dynamic|inline) imports?", "\\bimport\\(|\\n[ \\t]+(?:from|import)[ \\t]", WEB, 'await import("./x");'],
  ["commonjs(?: imports?| syntax| modules)?|require(?: calls?|\\(\\))", "\\brequire\\([\"']", WEB, 'const x = require("x");'],
  ["inline (?:styles?|css)", "\\bstyle=(?:\\{\\{|[\"'])", VIEWS, '<p style="color: red">'],
  ["inline scripts?", "<script(?:>|[ \\t][^s>]*>)[ \\t\\n]*\\w", files("html", "php"), "<script>x()</script>"],
  ["inline (?:event )?handlers?", "\\bon(?:click|change|load|submit)=[\"']", files("html", "php"), '<a onclick="x()">'],
  [
    "(?:hardcoded|hard-coded|raw|arbitrary|literal) (?:hex )?colou?rs?(?: values)?|hex (?:colou?rs?|codes?|values)",
    "#[0-9a-fA-F]{6}\\b|#[0-9a-fA-F]{3}\\b",
    [...VIEWS, ...files("css")],
    "a { color: #ff0000; }",
  ],
  ["non-null assertions?(?: operators?)?", "[\\w)\\]]!(?:[.;,)\\]]|$|\\n)", files("typescript", "jsx", "vue"), "x!.y();"],
  ["force[- ]unwrap(?:s|ping|ped)?(?: optionals)?", "[\\w)\\]]!(?:[.;,)\\]]|$|\\n)|\\btry!", files("swift"), "x!.y()"],
  ["(?:bare|blanket|naked) excepts?", CODE_WORDS["except"]?.pattern ?? "", files("python"), "except:"],
  ["mutable default (?:arguments?|values?|parameters?)", "\\bdef [^\\n]*=[ \\t]*(?:\\[\\]|\\{\\})", files("python"), "def f(x=[]):"],
  ["print (?:statements?|calls?|debugging)|print\\(\\)", "\\bprint(?:ln!?)?[ \\t]*\\(", [], 'print("x")'],
  ["console (?:logs?|statements?|calls?|logging|output)", "\\bconsole\\.", WEB, "console.log(x)"],
  ["debugger statements?", "\\bdebugger\\b", WEB, "debugger;"],
  [
    "(?:react )?class(?:-based)? components?",
    "\\bextends[ \\t]+(?:React\\.)?(?:Pure)?Component\\b",
    WEB,
    "class A extends React.Component {}",
  ],
  ["(?:typescript |const )?enums?", "\\benum[ \\t]+\\w", files("typescript", "jsx"), "enum A { B }"],
  [
    "raw sql(?: queries| strings?| statements?)?",
    "[\"'`][ \\t\\n]*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\\b",
    [],
    'db.query("SELECT 1")',
  ],
  ["unsafe (?:code|blocks?|rust)", CODE_WORDS["unsafe"]?.pattern ?? "", files("rust"), "unsafe { f() }"],
  ["unwraps?(?:\\(\\))?", CODE_WORDS["unwrap"]?.pattern ?? "", files("rust"), "x.unwrap()"],
  [
    "(?:fixed |hardcoded |hard-coded |arbitrary |real )?(?:sleeps?|time-based waits?)",
    "\\b(?:sleep|waitForTimeout)[ \\t]*\\(",
    [],
    "sleep(5)",
  ],
  ["snapshot (?:tests?|testing|assertions?)", "\\btoMatch(?:Inline)?Snapshot\\b", WEB, "expect(x).toMatchSnapshot()"],
  ["(?:smart|curly|typographic) quotes", "[\u2018\u2019\u201c\u201d]", [], "// \u201cx\u201d"],
  ["(?:eval|eval\\(\\))", "\\beval[ \\t]*\\(", [], "eval(x)"],
  ["fixmes?(?: comments?)?", "\\bFIXME\\b", [], "// FIXME"],
  [
    "(?:skipped|disabled|ignored) tests?",
    "\\b(?:it|test|describe)\\.skip\\b|\\bxit\\(|@(?:Ignore|Disabled)\\b|mark\\.skip\\b",
    [],
    "it.skip('x', f)",
  ],
  ["focused tests?", "\\b(?:it|test|describe)\\.only\\b|\\bf(?:it|describe)\\(", [], "it.only('x', f)"],
];

const PHRASES = ROWS.map(([words, pattern, globs, shown]) => ({
  words: new RegExp(`(?:^| )(?:${words})(?= |$)`, "i"),
  found: { pattern, globs, shown } satisfies Phrase,
}));

/** The first that a text names, and its words there; null: none. */
export function phraseIn(text: string): (Phrase & { readonly named: string }) | null {
  for (const { words, found } of PHRASES) {
    const named = words.exec(text)?.[0].trim();
    if (named !== undefined) return { ...found, named };
  }
  return null;
}

const CODE_NAME = whole`(?:[a-z]+[A-Z]\w*|[a-z]+(?:_[a-z\d]+)+|[A-Za-z]\w+\.[a-zA-Z]\w+(?:\.\w+)*)(?:\(\))?, \w+\(\), @[a-z][\w-]+`;

/** `console.log`, `useEffect`, `getServerSideProps()` without backticks: no word of a language, and no product or address. */
export const isBareCode = (text: string): boolean =>
  isSuppression(text) ||
  (CODE_NAME.test(text) && !/^(?:i|mac|tv|watch|iPad)OS$|\.(?:js|net|io|ai|com|org|dev|ts|py)$|^e\.g$|^i\.e$/i.test(text));
