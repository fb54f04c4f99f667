// One holder per mind of a thing there may be only one of, such as its daemon. The kernel gives the lock back
// when the holder dies, so nothing has to be tidied up after a crash.

import type { Mind } from "../mind/open.ts";

export type Held = { readonly kind: "held"; readonly release: () => Promise<void> } | { readonly kind: "busy" };

export function holdAlone(mind: Mind, name: string): Promise<Held> {
  return new Promise((answer, fail) => {
    let letGo = () => {};
    const until = new Promise<void>((resolve) => (letGo = resolve));
    const held = async () => {
      answer({
        kind: "held",
        release: async () => {
          letGo();
          await locked;
        },
      });
      await until;
    };
    const locked = mind.deps.storeFor(null).lock(`alone ${name}`, held, { retries: 0 });
    locked.then(({ kind }) => kind === "busy" && answer({ kind: "busy" }), fail);
  });
}
