// Costs: tokens and money. Until its page is built it says where the same can be seen.

import { TopBar } from "../shell/TopBar.tsx";
import { useWords } from "../ui/context.ts";
import { Empty } from "../ui/notes.tsx";

export function CostsPage(_: { readonly rest: readonly string[] }) {
  const words = useWords();
  return (
    <>
      <TopBar title={words.costs} />
      <Empty icon="costs" title={words.notBuilt}>
        {words.notBuiltCosts}
      </Empty>
    </>
  );
}
