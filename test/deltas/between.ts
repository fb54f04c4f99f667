// Races that happen every time: the same mind on the same disk, where somebody else acts just before a file is read, a lock
// is taken or something is written.

import type { Deps } from "../../src/deltas/index.ts";
import type { Place, Store } from "../../src/store/index.ts";
import { registerWriter, type Writer, writerOf } from "../../src/store/write.ts";

/** What is about to happen: `lock NAME`, or `read`, `write`, `remove`, `append`, `commit` and so on with the path. */
export type Meanwhile = (what: string) => Promise<unknown> | unknown;

export function between(deps: Deps, act: Meanwhile): Deps {
  return { ...deps, storeFor: (project) => interrupted(deps.storeFor(project), act) };
}

/** Acts at the first of these moments only. */
export function once(moment: string, act: () => Promise<unknown> | unknown): Meanwhile {
  let isDone = false;
  return async (what) => {
    if (isDone || what !== moment) return;
    isDone = true;
    await act();
  };
}

function interrupted(store: Store, act: Meanwhile): Store {
  const same = Object.create(store) as Store;
  Object.assign(same, {
    read: async (place: Place) => {
      await act(`read ${place.path}`);
      return store.read(place);
    },
    lock: async (name: string, ...rest: readonly unknown[]) => {
      await act(`lock ${name}`);
      return (store.lock as (...args: readonly unknown[]) => unknown)(name, ...rest);
    },
  });
  const writer = writerOf(store);
  const pen = Object.create(writer) as Record<string, unknown>;
  for (const name of ["write", "bring", "remove", "append", "commit", "rewriteLog"] as const)
    pen[name] = async (target: { readonly path?: string; readonly place?: { readonly path: string } }, ...rest: readonly unknown[]) => {
      await act(`${name} ${target.path ?? target.place?.path ?? ""}`);
      return (writer[name] as (...args: readonly unknown[]) => unknown)(target, ...rest);
    };
  registerWriter(same, pen as unknown as Writer);
  return same;
}

/** For somebody who does not wait for locks. */
export const hasty = (deps: Deps): Deps => ({ ...deps, lock: { base: 1, cap: 1, retries: 0 } });
