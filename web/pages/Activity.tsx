// Activity: what already happened. Until its page is built it says where the same can be seen.

import { TopBar } from "../shell/TopBar.tsx";
import { useWords } from "../ui/context.ts";
import { Empty } from "../ui/notes.tsx";

export function ActivityPage(_: { readonly rest: readonly string[] }) {
  const words = useWords();
  return (
    <>
      <TopBar title={words.activity} />
      <Empty icon="activity" title={words.notBuilt}>
        {words.notBuiltActivity}
      </Empty>
    </>
  );
}
