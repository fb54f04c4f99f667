// The page: log in, listen, show.

import { render } from "preact";
import { logIn } from "./api.ts";
import { startListening } from "./live.ts";
import { App } from "./shell/App.tsx";
import { movedTo } from "./shell/places.ts";
import { startKeys } from "./ui/keys.ts";

async function begin(): Promise<void> {
  const root = document.getElementById("app") as HTMLElement;
  let failure: Error | null = null;
  try {
    await logIn();
  } catch (error) {
    failure = error as Error;
  }
  if (failure === null) startListening();
  const arrived = () => {
    // A link opened in a page that is already open carries a new code.
    if (location.hash.includes("code=")) location.reload();
    const now = movedTo(location.hash);
    if (now !== null) location.replace(now);
  };
  addEventListener("hashchange", arrived);
  arrived();
  startKeys();
  render(<App failure={failure} />, root);
}

void begin();
