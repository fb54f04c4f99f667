// The page: log in, listen, show.

import { render } from "preact";
import { logIn } from "./api.ts";
import { startListening } from "./live.ts";
import { App } from "./shell/App.tsx";
import { movedTo } from "./shell/places.ts";
import { startKeys } from "./ui/keys.ts";

/** The page is there at once; what it shows is asked for when the login is done. */
function begin(): void {
  const root = document.getElementById("app") as HTMLElement;
  const show = (failure: Error | null) => render(<App failure={failure} />, root);
  const login = logIn();
  const arrived = () => {
    // A link opened in a page that is already open carries a new code.
    if (location.hash.includes("code=")) location.reload();
    const now = movedTo(location.hash);
    if (now !== null) location.replace(now);
  };
  addEventListener("hashchange", arrived);
  arrived();
  startKeys();
  show(null);
  login.then(() => void startListening(), show);
}

begin();
