// While the gate is unlocked, every page says so, for how long, and how to lock it.

import { post } from "../api.ts";
import { useResource } from "../live.ts";
import type { Settings } from "../types.ts";
import { Button } from "../ui/controls.tsx";
import { useApp, useTexts } from "../ui/context.ts";
import { Banner } from "../ui/notes.tsx";
import { useNow } from "../ui/When.tsx";
import { shellWords } from "../words/shell.ts";

export function UnlockedBanner() {
  const { attempt, say } = useApp();
  const text = useTexts(shellWords);
  const settings = useResource<Settings>("/api/settings", ["settings", "verdict"]);
  const now = useNow(1000);
  const left = settings.value?.unlockedUntil ? new Date(settings.value.unlockedUntil).getTime() - now : 0;
  if (left <= 0) return null;
  const lock = () =>
    attempt(async () => {
      await post("/api/unlock", { duration: "0" });
      settings.reload();
      say({ kind: "good", text: text.locked });
    });
  const seconds = Math.ceil(left / 1000);
  return (
    <Banner
      tone="deny"
      icon="unlock"
      acts={
        <>
          <b role="timer">{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`}</b>
          <Button small onClick={lock}>
            {text.lockNow}
          </Button>
        </>
      }
    >
      {text.unlocked}
    </Banner>
  );
}
