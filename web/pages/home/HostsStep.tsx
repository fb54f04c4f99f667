// Connecting an agent: what it would change is above the button, and after it a live line waits for the first call.

import { useState } from "preact/hooks";
import { post } from "../../api.ts";
import { useHappening } from "../../live.ts";
import type { HostChanges, HostState, Verdict } from "../../types.ts";
import { Button } from "../../ui/controls.tsx";
import { useApp, useTexts, useSaid, useWords } from "../../ui/context.ts";
import { hostOf, Icon } from "../../ui/icons.tsx";
import { VerdictBadge } from "../../ui/marks.tsx";
import { Skeleton } from "../../ui/notes.tsx";
import { callText, Coded } from "../../ui/parts.tsx";
import { visible } from "../../ui/visible.ts";
import { homeWords } from "../../words/home.ts";
import { usePlan } from "./plan.ts";

export function HostsStep({ hosts, reload }: { readonly hosts: readonly HostState[] | undefined; reload(): void }) {
  const text = useTexts(homeWords);
  const all = useWords();
  const [open, setOpen] = useState<string | null>(null);
  if (hosts === undefined) return <Skeleton />;
  const here = hosts.filter(({ found, connected }) => found || connected);
  const away = hosts.filter((each) => !here.includes(each)).map(({ host }) => hostOf(host).name);
  // The first that is not connected shows its changes by itself.
  const shown = open ?? here.find(({ connected }) => !connected)?.host ?? null;
  return (
    <>
      <p class="second">{text.connectHint}</p>
      <ul class="hosts-box">
        {here.map((each) => (
          <HostRow key={each.host} each={each} isOpen={shown === each.host} open={() => setOpen(each.host)} reload={reload} />
        ))}
        <li class="second quiet">
          {here.length === 0 ? text.noneFound : text.notFound}
          {away.join(all.list)}
        </li>
      </ul>
    </>
  );
}

interface HostRowProps {
  readonly each: HostState;
  readonly isOpen: boolean;
  open(): void;
  reload(): void;
}

function HostRow({ each, isOpen, open, reload }: HostRowProps) {
  const text = useTexts(homeWords);
  const { attempt, say } = useApp();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<{ readonly alive: boolean } | null>(null);
  const { name, icon } = hostOf(each.host);
  const act = async (what: "connect" | "disconnect") => {
    setBusy(true);
    await attempt(async () => {
      const answer = await post<HostChanges & { readonly alive?: boolean }>(`/api/hosts/${each.host}/${what}`, {});
      setDone(what === "connect" ? { alive: answer.alive === true } : null);
      if (what === "disconnect") say({ kind: "good", text: text.restores });
      reload();
    });
    setBusy(false);
  };
  return (
    <li>
      <div class="host-line">
        <Icon name={icon} />
        <span class="row-text strong">
          {name} {each.version === undefined ? null : <span class="quiet">{each.version}</span>}
        </span>
        {each.connected ? (
          <>
            <span class="is-allow second">
              <Icon name="allow" /> {text.connected}
            </span>
            <Button small kind="ghost" disabled={busy} onClick={() => void act("disconnect")}>
              {text.disconnect}
            </Button>
          </>
        ) : isOpen ? (
          <Button small kind="primary" busy={busy ? text.connecting : undefined} onClick={() => void act("connect")}>
            {text.connectAct}
          </Button>
        ) : (
          <Button small onClick={open}>
            {text.connectAct} …
          </Button>
        )}
      </div>
      {done === null ? null : (
        <>
          <p class={done.alive ? "second" : "is-deny second"}>{done.alive ? text.startNew(name) : <Coded text={text.notAlive} />}</p>
          <p class="second">
            <FirstCall />
          </p>
        </>
      )}
      {isOpen && !each.connected ? <Changes host={each.host} /> : null}
    </li>
  );
}

function Changes({ host }: { readonly host: string }) {
  const text = useTexts(homeWords);
  const said = useSaid();
  const [isWhole, setWhole] = useState(false);
  const { value, error } = usePlan(host);
  if (error !== undefined)
    return (
      <p class="is-deny second">
        {said.error(error)} {text.failed}
      </p>
    );
  if (value === undefined) return <Skeleton />;
  if (value.changes.length === 0) return <p class="second">{text.noChange}</p>;
  return (
    <div class="changes-box">
      <div class="spread">
        <span class="strong">{text.whatItChanges}</span>
        <Button small kind="ghost" class="is-accent" onClick={() => setWhole(!isWhole)}>
          {isWhole ? text.hideDiff : text.fullDiff}
        </Button>
      </div>
      {(isWhole ? value.changes.map(lineOf) : linesOf(value.changes)).map(({ path, files, isNew, added, removed, patch, purpose }) => (
        <div key={path}>
          <div class="change-line">
            <code>{visible(path)}</code>
            <span class="quiet wide-only">{purpose === undefined ? "" : text.purposes[purpose]}</span>
            <span>
              {files > 1 ? <span class="quiet">{text.files(files)} </span> : isNew ? <span class="quiet">{text.newFile} </span> : null}
              <span class="is-allow">{text.added(added)}</span>{" "}
              {removed === 0 ? null : <span class="is-deny">{text.removedLines(removed)}</span>}
            </span>
          </div>
          {isWhole && patch !== undefined ? <pre>{visible(patch)}</pre> : null}
        </div>
      ))}
      <span class="quiet">{text.restores}</span>
    </div>
  );
}

interface ChangeLine {
  readonly path: string;
  readonly files: number;
  readonly isNew: boolean;
  readonly added: number;
  readonly removed: number;
  readonly patch?: string | undefined;
  readonly purpose?: Purpose | undefined;
}

type Purpose = "hooks" | "server" | "skills";

/** What a file is for, from what is written into it. */
function purposeOf({ path, patch = "" }: HostChanges["changes"][number]): Purpose | undefined {
  if (path.includes("/skills/")) return "skills";
  if (/mcp_?servers/i.test(patch)) return "server";
  return /hook/i.test(path + patch) ? "hooks" : undefined;
}

const lineOf = (change: HostChanges["changes"][number]): ChangeLine => ({
  path: change.path,
  files: 1,
  isNew: change.kind === "create",
  added: change.added,
  removed: change.removed,
  patch: change.patch,
  purpose: purposeOf(change),
});

/** Skills are many small files: their folder is one line. */
function linesOf(changes: HostChanges["changes"]): readonly ChangeLine[] {
  const folderOf = (path: string) => /^.*\/skills\//.exec(path)?.[0];
  return [...Map.groupBy(changes, ({ path }) => folderOf(path) ?? path)].map(([path, all]) => ({
    path,
    files: all.length,
    isNew: all.every(({ kind }) => kind === "create"),
    added: all.reduce((sum, { added }) => sum + added, 0),
    removed: all.reduce((sum, { removed }) => sum + removed, 0),
    purpose: all[0] && purposeOf(all[0]),
  }));
}

/** A live line that turns into the first verdict. */
function FirstCall() {
  const text = useTexts(homeWords);
  const [first, setFirst] = useState<Verdict | null>(null);
  useHappening(["verdict"], ({ data }) => first === null && setFirst(data as Verdict));
  if (first === null)
    return (
      <span role="status" class="quiet">
        {text.waitingFirst} …
      </span>
    );
  return (
    <span role="status">
      {text.firstCall}: <VerdictBadge verdict={first.verdict} bare /> <code>{callText(first.call)}</code>
    </span>
  );
}
