// The shell: the place that the address names, between the ways to the others.

import { Component, type ComponentChildren, type FunctionComponent } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type LinkState, tryNow } from "../api.ts";
import { Button } from "../ui/controls.tsx";
import { happenedHere, useHappening, useLink, useResource } from "../live.ts";
import { ActivityPage } from "../pages/Activity.tsx";
import { ChatPage } from "../pages/Chat.tsx";
import { CostsPage } from "../pages/Costs.tsx";
import { HomePage } from "../pages/Home.tsx";
import { InboxPage } from "../pages/Inbox.tsx";
import { MemoryPage } from "../pages/Memory.tsx";
import { RulesPage } from "../pages/Rules.tsx";
import { SessionsPage } from "../pages/Sessions.tsx";
import type { Approval } from "../types.ts";
import { type AppFacts, AppContext, saidIn, useTexts } from "../ui/context.ts";
import { Icon } from "../ui/icons.tsx";
import { useKeys } from "../ui/keys.ts";
import { Banner, Trouble } from "../ui/notes.tsx";
import { callText, Coded } from "../ui/parts.tsx";
import { localDay } from "../ui/When.tsx";
import { keepLanguage, preferredLanguage } from "../words/language.ts";
import { shellWords } from "../words/shell.ts";
import { wordsOf } from "../words.ts";
import { isQuestion } from "./counts.ts";
import { KeysDialog, RememberDialog, SettingsDialog } from "./dialogs.tsx";
import { notify, setNotes, THEMES, useTheme, wantsNotes } from "./looks.ts";
import { Palette } from "./Palette.tsx";
import { go, goKey, type PlaceName, PLACES, placeOf } from "./places.ts";
import { Sidebar, type SidebarProps, TabBar } from "./Sidebar.tsx";
import { Toasts, useToasts } from "./Toasts.tsx";
import { UnlockedBanner } from "./UnlockedBanner.tsx";
import { WorkBanner } from "./WorkBanner.tsx";

type Page = FunctionComponent<{ readonly rest: readonly string[] }>;

const PAGES: Readonly<Record<PlaceName, Page>> = {
  home: HomePage,
  inbox: InboxPage,
  activity: ActivityPage,
  memory: MemoryPage,
  rules: RulesPage,
  sessions: SessionsPage,
  chat: ChatPage,
  costs: CostsPage,
};

type Open = "palette" | "keys" | "settings" | "remember" | null;

export function App({ failure }: { readonly failure: Error | null }) {
  const [language, setLanguage] = useState(preferredLanguage);
  const [place, setPlace] = useState(() => placeOf(location.hash));
  const [open, setOpen] = useState<Open>(null);
  /** What was typed elsewhere and is to be remembered. */
  const [fact, setFact] = useState("");
  const remember = (typed = "") => (setFact(typed), setOpen("remember"));
  const [theme, setTheme] = useTheme();
  const [notes, setNotesShown] = useState(wantsNotes);
  const link = useLink();
  const box = useToasts(language);
  const words = wordsOf(language);
  const text = shellWords[language];
  const around = useMemo<AppFacts>(() => ({ words, language, say: box.say, attempt: box.attempt, remember }), [language]);
  const wasIn = useRef(false);
  wasIn.current ||= link === "connected";
  /** What was open stays open: something may be typed there. */
  const isOut = (failure !== null || link === "out") && !wasIn.current;

  useEffect(() => {
    const moved = () => setPlace(placeOf(location.hash));
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  useEffect(() => {
    document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
    document.title = `${words[place.name]} · Codicil`;
  }, [language, place.name]);

  useEffect(() => {
    // Over midnight today is another day: everything is counted anew.
    let day = localDay(new Date());
    const look = () => {
      if (day !== localDay(new Date())) happenedHere("everything");
      day = localDay(new Date());
    };
    const timer = setInterval(look, 30_000);
    return () => clearInterval(timer);
  }, []);

  const turnNotes = async () => {
    const worked = await setNotes(!wantsNotes());
    setNotesShown(wantsNotes());
    box.say(worked ? { kind: "good", text: wantsNotes() ? text.notifyOn : text.notifyOff } : { kind: "bad", text: text.notifyBlocked });
  };
  const turnLanguage = () => {
    const next = language === "zh" ? "en" : "zh";
    keepLanguage(next);
    setLanguage(next);
  };
  useNotifications(text.asksTitle);
  useKeys(
    [
      { key: "mod+k", name: text.palette, whileTyping: true, run: () => setOpen("palette") },
      { key: "/", name: text.search, run: () => focusSearch() || setOpen("palette") },
      { key: "?", name: text.allKeys, run: () => setOpen("keys") },
      ...PLACES.map((name) => ({ key: `g ${goKey(name)}`, name: text.go(words[name]), run: () => go(name) })),
      { key: "u", name: text.undo, run: async () => (await box.undoLast()) || box.say({ kind: "good", text: text.nothingToUndo }) },
      { key: "c", name: text.newChat, run: () => go("chat/new") },
      { key: "n", name: text.remember, run: () => remember() },
      { key: ".", name: text.notifications, run: turnNotes },
    ],
    "shell",
  );
  const bar: SidebarProps = {
    place: place.name,
    isOut,
    notes,
    theme,
    find: () => setOpen("palette"),
    settings: () => setOpen("settings"),
    turnTheme: () => setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system"),
    turnNotes: () => void turnNotes(),
    turnLanguage,
  };
  const Page = PAGES[place.name];
  const close = () => setOpen(null);
  return (
    <AppContext.Provider value={around}>
      <header>
        <a
          class="skip"
          href={location.hash || "#/home"}
          onClick={(event) => {
            event.preventDefault();
            document.getElementById("main")?.focus();
          }}
        >
          {text.skip}
        </a>
      </header>
      <Sidebar {...bar} />
      <main id="main" class="main" tabIndex={-1}>
        <LinkBanner link={isOut ? "connected" : link} />
        {isOut ? (
          <div class="empty-state">
            <Icon name="lock" />
            <h1>{text.out}</h1>
            <p class="second">
              <Coded text={text.outHint} />
            </p>
            {failure === null ? null : <p class="quiet">{saidIn(language).error(failure)}</p>}
          </div>
        ) : (
          <>
            <UnlockedBanner />
            <WorkBanner />
            <Fence key={place.name}>
              <Page rest={place.rest} />
            </Fence>
          </>
        )}
      </main>
      <TabBar {...bar} />
      <Toasts box={box} />
      {isOut ? null : open === "palette" ? (
        <Palette close={close} keys={() => setOpen("keys")} remember={remember} settings={() => setOpen("settings")} />
      ) : open === "remember" ? (
        <RememberDialog close={close} first={fact} />
      ) : null}
      {open === "keys" ? <KeysDialog close={close} /> : null}
      {open === "settings" && !isOut ? (
        <SettingsDialog
          theme={theme}
          notes={notes}
          setTheme={setTheme}
          turnNotes={bar.turnNotes}
          turnLanguage={turnLanguage}
          close={close}
        />
      ) : null}
    </AppContext.Provider>
  );
}

const AWAY_LONG_MS = 10_000;

function LinkBanner({ link }: { readonly link: LinkState }) {
  const text = useTexts(shellWords);
  if (link === "away") return <Away />;
  return link === "out" ? (
    <Banner tone="ask" icon="lock">
      <Coded text={text.outKept} />
    </Banner>
  ) : null;
}

/** After a while: what else it may be. */
function Away() {
  const text = useTexts(shellWords);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), AWAY_LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Banner
      tone="ask"
      icon="alert"
      acts={
        <Button small onClick={() => tryNow()}>
          {text.tryNow}
        </Button>
      }
    >
      {text.away} {isLong ? <Coded text={text.awayLong} /> : null}
    </Banner>
  );
}

/** One when an agent asks something new, at most one a minute. That another question was answered is no news. */
function useNotifications(title: string): void {
  const known = useResource<Approval[]>("/api/approvals", ["approvals"]).value;
  useHappening(["approvals"], ({ data }) => {
    const asked = (Array.isArray(data) ? (data as Approval[]) : []).filter(isQuestion);
    const fresh = asked.find(({ id }) => known?.some((each) => each.id === id) !== true);
    if (fresh !== undefined) notify(title, callText(fresh.call), () => go(`inbox/${fresh.id}`));
  });
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("main input[type=search]");
  field?.focus();
  return field !== null;
}

/** A defect in one page says so there, and leaves the others usable. */
class Fence extends Component<{ readonly children: ComponentChildren }, { readonly error: Error | null }> {
  override state = { error: null as Error | null };

  override componentDidCatch(error: Error): void {
    console.error(error);
    this.setState({ error });
  }

  override render() {
    return this.state.error === null ? (
      this.props.children
    ) : (
      <Trouble error={this.state.error} retry={() => this.setState({ error: null })} />
    );
  }
}
