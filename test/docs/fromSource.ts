// Preloaded into a child process (--import): "codicil" means the source here, as it does in the tests themselves.

import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) => {
    const name = /^codicil(?:\/(\w+))?$/.exec(specifier);
    const file = name?.[1] === undefined ? "index" : `library/${name[1]}`;
    return next(name === null ? specifier : new URL(`../../src/${file}.ts`, import.meta.url).href, context);
  },
});
