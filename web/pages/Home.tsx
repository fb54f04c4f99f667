// Home: what needs you.

import { TopBar } from "../shell/TopBar.tsx";
import { useDecisions } from "../shell/counts.ts";
import { useWords } from "../ui/context.ts";

export function HomePage(_: { readonly rest: readonly string[] }) {
  const words = useWords();
  const count = useDecisions();
  return (
    <>
      <TopBar title={words.home} />
      <div class="pane">
        <a href="#/inbox">{words.waits(count)}</a>
      </div>
    </>
  );
}
