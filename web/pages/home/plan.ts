// What connecting a host would change: asked for by POST, as only a person may see it.

import { useEffect, useState } from "preact/hooks";
import { post } from "../../api.ts";
import type { HostChanges } from "../../types.ts";

export function usePlan(host: string): { readonly value: HostChanges | undefined; readonly error: Error | undefined } {
  const [answer, setAnswer] = useState<{ readonly value?: HostChanges; readonly error?: Error }>({});
  useEffect(() => {
    let isOver = false;
    post<HostChanges>(`/api/hosts/${host}/plan`, {}).then(
      (value) => isOver || setAnswer({ value }),
      (error: Error) => isOver || setAnswer({ error }),
    );
    return () => void (isOver = true);
  }, [host]);
  return { value: answer.value, error: answer.error };
}
