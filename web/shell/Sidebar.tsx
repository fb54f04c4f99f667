// The ways between pages: a sidebar, a rail of icons where there is less room, tabs on a phone.

import { useEffect, useState } from "preact/hooks";
import type { ProjectHere } from "../../src/daemon/projects.ts";
import { ApiError, lookInto } from "../api.ts";
import { happenedHere, useResource } from "../live.ts";
import type { Settings } from "../types.ts";
import { Button, Keys } from "../ui/controls.tsx";
import { useTexts, useWords } from "../ui/context.ts";
import { Icon } from "../ui/icons.tsx";
import { useKeys } from "../ui/keys.ts";
import { shellWords } from "../words/shell.ts";
import { useChatRuns, useDecisions } from "./counts.ts";
import { HostStates } from "./HostStates.tsx";
import { iconOf, PLACES, type PlaceName } from "./places.ts";

/** More than two digits would lie over the icon on a narrow screen. */
const MOST_COUNTED = 99;
const TABS: readonly PlaceName[] = ["home", "inbox", "activity", "memory"];

export interface SidebarProps {
  readonly place: PlaceName;
  readonly isOut: boolean;
  readonly notes: boolean;
  readonly theme: string;
  find(): void;
  settings(): void;
  turnTheme(): void;
  turnNotes(): void;
  turnLanguage(): void;
}

export function Sidebar(props: SidebarProps) {
  const text = useTexts(shellWords);
  return (
    <nav aria-label="Codicil" class="sidebar">
      <a class="name" href="#/home" title="Codicil">
        <Icon name="logo" />
        <span>Codicil</span>
      </a>
      {props.isOut ? null : <Project />}
      <button type="button" class="find" onClick={props.find} title={text.find} aria-keyshortcuts="Control+K">
        <Icon name="search" />
        <span class="cut">{text.find}</span>
        <Keys of="mod+k" />
      </button>
      <div class="places">
        {PLACES.map((name) => (
          <PlaceLink key={name} name={name} {...props} />
        ))}
      </div>
      {props.isOut ? null : <HostStates />}
      <Looks {...props} />
    </nav>
  );
}

function Project() {
  const text = useTexts(shellWords);
  const settings = useResource<Settings>("/api/settings", ["settings"]);
  const projects = useResource<readonly ProjectHere[]>("/api/projects", ["sessions"]).value ?? [];
  const { project, home } = settings.value ?? {};
  useEffect(() => {
    // The folder that the tab remembers is gone, or of another mind.
    if (settings.error instanceof ApiError && settings.error.code === "NOT_FOUND") change("");
  }, [settings.error]);
  const change = (folder: string) => {
    lookInto(folder);
    happenedHere("everything");
  };
  if (settings.value === undefined) return null;
  if (projects.length > 1)
    return (
      <label class="project" title={project ?? home}>
        <Icon name="folder" />
        <select aria-label={text.project} value={project ?? ""} onChange={({ currentTarget }) => change(currentTarget.value)}>
          {projects.map(({ folder }) => (
            <option key={folder} value={folder}>
              {folder.split("/").at(-1)}
            </option>
          ))}
        </select>
      </label>
    );
  return (
    <div class="project" title={project ?? home}>
      <Icon name="folder" />
      <span class="cut">{project?.split("/").at(-1) ?? text.noProject}</span>
    </div>
  );
}

function PlaceLink({ name, place, isOut }: SidebarProps & { readonly name: PlaceName }) {
  const words = useWords();
  return (
    <a href={`#/${name}`} aria-current={name === place ? "page" : undefined} title={words[name]}>
      <Icon name={iconOf(name)} />
      <span>{words[name]}</span>
      {isOut ? null : name === "inbox" ? <Count /> : name === "chat" ? <Running /> : null}
    </a>
  );
}

function Count() {
  const count = useDecisions();
  return count === 0 ? null : <span class="count">{count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}</span>;
}

function Running() {
  const text = useTexts(shellWords);
  return useChatRuns() ? <span class="dot on" role="img" aria-label={text.running1} title={text.running1} /> : null;
}

function Looks({ theme, notes, settings, turnTheme, turnNotes, turnLanguage }: SidebarProps) {
  const text = useTexts(shellWords);
  return (
    <div class="looks">
      <Button small kind="ghost" icon="settings" aria-label={text.settings} title={text.settings} onClick={settings} />
      <Button
        small
        kind="ghost"
        icon={theme === "dark" ? "moon" : "sun"}
        aria-label={`${text.theme}: ${text.themes[theme as "system"]}`}
        title={`${text.theme}: ${text.themes[theme as "system"]}`}
        onClick={turnTheme}
      />
      <Button
        small
        kind="ghost"
        icon="bell"
        aria-pressed={notes}
        aria-label={text.notify}
        title={notes ? text.notifyOn : text.notifyOff}
        onClick={turnNotes}
      />
      <Button small kind="ghost" class="language" lang={text.language === "中文" ? "zh" : "en"} onClick={turnLanguage}>
        {text.language}
      </Button>
    </div>
  );
}

export function TabBar(props: SidebarProps) {
  const words = useWords();
  const text = useTexts(shellWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {isOpen ? <MoreSheet {...props} close={() => setOpen(false)} /> : null}
      <nav aria-label={text.pages} class="tab-bar">
        {TABS.map((name) => (
          <a key={name} href={`#/${name}`} aria-current={name === props.place ? "page" : undefined} onClick={() => setOpen(false)}>
            <Icon name={iconOf(name)} />
            <span>{words[name]}</span>
            {name === "inbox" && !props.isOut ? <Count /> : null}
          </a>
        ))}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-current={TABS.includes(props.place) ? undefined : "page"}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="more" />
          <span>{words.more}</span>
        </button>
      </nav>
    </>
  );
}

function MoreSheet(props: SidebarProps & { close(): void }) {
  const words = useWords();
  const text = useTexts(shellWords);
  useKeys([{ key: "Escape", run: props.close }], "part");
  return (
    <div class="more-sheet">
      {props.isOut ? null : <Project />}
      {PLACES.filter((name) => !TABS.includes(name)).map((name) => (
        <a key={name} href={`#/${name}`} onClick={props.close}>
          <Icon name={iconOf(name)} />
          {words[name]}
        </a>
      ))}
      <button
        type="button"
        onClick={() => {
          props.close();
          props.find();
        }}
      >
        <Icon name="search" />
        {text.find}
      </button>
      <button
        type="button"
        onClick={() => {
          props.close();
          props.settings();
        }}
      >
        <Icon name="settings" />
        {text.settings}
      </button>
    </div>
  );
}
