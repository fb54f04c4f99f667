// The page: log in, listen, show.

import { render } from "preact";
import { logIn } from "./api.ts";
import { happenedHere, startListening } from "./live.ts";
import { App } from "./shell/App.tsx";
import { movedTo } from "./shell/places.ts";
import { startKeys } from "./ui/keys.ts";

/** The page is there at once; what it shows is asked for when the login is done. */
function begin(): void {
  const root = document.getElementById("app") as HTMLElement;
  const show = (failure: Error | null) => render(<App failure={failure} />, root);
  const login = logIn();
  const arrived = (event?: HashChangeEvent) => {
    // A link opened in a page that is already open carries a new code: what is open stays, with what was typed there.
    if (event !== undefined && location.hash.includes("code=")) {
      event.stopImmediatePropagation();
      // A code that is used up changes nothing.
      return void logIn(new URL(event.oldURL).hash).then(listenAgain, () => {});
    }
    const now = movedTo(location.hash);
    if (now !== null) location.replace(now);
  };
  const listenAgain = () => {
    startListening();
    happenedHere("everything");
  };
  addEventListener("hashchange", arrived);
  arrived();
  startKeys();
  show(null);
  login.then(startListening, show);
}

begin();
