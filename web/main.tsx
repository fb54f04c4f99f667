// The page: log in, listen, show the place that the address names.

import { Component, type ComponentChildren, render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { ApiError, logIn } from "./api.ts";
import { startListening, useLink, useResource } from "./live.ts";
import { ChatPage } from "./pages/Chat.tsx";
import { InboxPage } from "./pages/Inbox.tsx";
import { MemoryPage } from "./pages/Memory.tsx";
import { PolicyPage } from "./pages/Policy.tsx";
import { SessionsPage } from "./pages/Sessions.tsx";
import { type Around, AroundContext, type News } from "./ui/context.ts";
import { Coded, Trouble } from "./ui/parts.tsx";
import { keepLanguage, type Language, preferredLanguage, wordsOf } from "./words.ts";

const PLACES = ["inbox", "memory", "policy", "sessions", "chat"] as const;
type PlaceName = (typeof PLACES)[number];

const PAGES = { inbox: InboxPage, memory: MemoryPage, policy: PolicyPage, sessions: SessionsPage, chat: ChatPage };

/** `#/sessions/ID/…`: the place, and what the page there makes of the rest. */
function placeNow(): { readonly name: PlaceName; readonly rest: readonly string[] } {
  const [first = "", ...rest] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  return { name: PLACES.find((each) => each === first) ?? "inbox", rest };
}

function App({ failure }: { readonly failure: Error | null }) {
  const [language, setLanguage] = useState<Language>(preferredLanguage);
  const [news, setNews] = useState<News | null>(null);
  const [place, setPlace] = useState(placeNow);
  const link = useLink();
  const words = wordsOf(language);
  useEffect(() => {
    const moved = () => setPlace(placeNow());
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  useEffect(() => {
    document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
    document.title = `${words[place.name]} · Codicil`;
  }, [language, place.name]);
  const around = useMemo<Around>(() => {
    const say = (next: News) => setNews(next);
    const attempt = async (work: () => Promise<unknown>) => {
      try {
        await work();
        return true;
      } catch (error) {
        const hint = error instanceof ApiError && error.hint !== undefined ? ` ${error.hint}` : "";
        say({ kind: "bad", text: `${(error as Error).message}${hint}` });
        return false;
      }
    };
    return { words, language, say, attempt };
  }, [language]);
  useEffect(() => {
    if (news === null || news.kind === "bad") return undefined;
    const timer = setTimeout(() => setNews(null), 4000);
    return () => clearTimeout(timer);
  }, [news]);
  const Page = PAGES[place.name];
  const isOut = failure !== null || link === "out";
  return (
    <AroundContext.Provider value={around}>
      <a
        class="skip"
        href={`${location.hash || "#/inbox"}`}
        onClick={(event) => {
          event.preventDefault();
          document.getElementById("main")?.focus();
        }}
      >
        {words.skip}
      </a>
      <nav aria-label="Codicil">
        <a class="name" href="#/inbox">
          Codicil
        </a>
        {PLACES.map((name) => (
          <a key={name} href={`#/${name}`} aria-current={name === place.name ? "page" : undefined}>
            <span>{words[name]}</span>
            {name === "inbox" && !isOut ? <Waiting /> : null}
          </a>
        ))}
        <div class="looks">
          <ThemeChoice />
          <button
            type="button"
            class="button link"
            lang={language === "zh" ? "en" : "zh"}
            onClick={() => {
              const next = language === "zh" ? "en" : "zh";
              keepLanguage(next);
              setLanguage(next);
            }}
          >
            {words.language}
          </button>
        </div>
      </nav>
      <div class={`news ${news?.kind ?? ""}`} role="status" aria-live="polite">
        {news === null ? null : (
          <>
            <span>{news.text}</span>
            <button type="button" class="button link" aria-label={words.close} onClick={() => setNews(null)}>
              ✕
            </button>
          </>
        )}
      </div>
      {link === "away" ? (
        <p class="away" role="alert">
          {words.away}
        </p>
      ) : null}
      <main id="main" tabIndex={-1}>
        {isOut ? (
          <div class="empty">
            <h1>{words.out}</h1>
            <p>
              <Coded text={words.outHint} />
            </p>
            {failure === null ? null : <p class="quiet">{failure.message}</p>}
          </div>
        ) : (
          <Fence key={place.name}>
            <Page rest={place.rest} />
          </Fence>
        )}
      </main>
    </AroundContext.Provider>
  );
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

function Waiting() {
  const proposals = useResource<unknown[]>("/api/proposals", ["waiting", "documents"]);
  const conflicts = useResource<unknown[]>("/api/conflicts", ["waiting", "documents"]);
  const approvals = useResource<unknown[]>("/api/approvals", ["approvals"]);
  const readings = useResource<unknown[]>("/api/readings", ["readings", "policy"]);
  const count =
    (readings.value?.length ?? 0) + (proposals.value?.length ?? 0) + (conflicts.value?.length ?? 0) + (approvals.value?.length ?? 0);
  return <span class={`count ${count === 0 ? "none" : ""}`}>{count}</span>;
}

const THEME = "codicil-theme";

function ThemeChoice() {
  const [theme, setTheme] = useState(localStorage.getItem(THEME) ?? "system");
  const words = wordsOf(preferredLanguage());
  useEffect(() => {
    if (theme === "system") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.setAttribute("data-theme", theme);
    localStorage.setItem(THEME, theme);
  }, [theme]);
  const next = theme === "system" ? "dark" : theme === "dark" ? "light" : "system";
  return (
    <button type="button" class="button link" onClick={() => setTheme(next)}>
      {theme === "system" ? words.system : theme === "dark" ? words.dark : words.light}
    </button>
  );
}

async function begin(): Promise<void> {
  const root = document.getElementById("app") as HTMLElement;
  let failure: Error | null = null;
  try {
    await logIn();
  } catch (error) {
    failure = error as Error;
  }
  if (failure === null) startListening();
  // A link opened in a page that is already open carries a new code.
  addEventListener("hashchange", () => {
    if (location.hash.includes("code=")) location.reload();
  });
  render(<App failure={failure} />, root);
}

void begin();
