// What node runs. Everything else is imported late, so that `--version` costs little more than an empty node, and the
// hook, which hosts start before every call, does not load the command line at all.

const words = process.argv.slice(2);

// No top-level await: the release is one CommonJS file, which has none.
if (words[0] === "hook" && !words.includes("--help"))
  void import("../hosts/hook/entry.ts").then(({ hookMain }) => hookMain(words.slice(1)));
else {
  void import("./main.ts")
    .then(({ main }) => main(words))
    .then((code) => {
      process.exitCode = code;
    });
}
