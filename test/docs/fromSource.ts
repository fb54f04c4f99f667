// Preloaded into a child process (--import): "codicil" means the source here, as it does in the tests themselves.

import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) => next(specifier === "codicil" ? new URL("../../src/index.ts", import.meta.url).href : specifier, context),
});
