// Inbox: everything that waits for the person's word, one card at a time, by keyboard if they like.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { post } from "../api.ts";
import { useResource } from "../live.ts";
import { useAround, useWords } from "../ui/context.ts";
import { Diff } from "../ui/Diff.tsx";
import { Button } from "../ui/controls.tsx";
import { Empty, Loaded } from "../ui/notes.tsx";
import { callText, Chip } from "../ui/parts.tsx";
import { When } from "../ui/When.tsx";
import { VirtualList } from "../ui/VirtualList.tsx";
import type { Approval, Conflict, Hit, Proposal, ReadingItem, Receipt } from "../types.ts";
import { isDismissible, type LineMeaning, MeaningButtons, ReadingCard } from "./inbox/ReadingCard.tsx";
import { visible } from "../ui/visible.ts";

type Item =
  | { readonly kind: "proposal"; readonly id: string; readonly outside: boolean; readonly each: Proposal }
  | { readonly kind: "conflict"; readonly id: string; readonly outside: boolean; readonly each: Conflict }
  | { readonly kind: "reading"; readonly id: string; readonly outside: boolean; readonly each: ReadingItem }
  | { readonly kind: "approval"; readonly id: string; readonly outside: boolean; readonly each: Approval };

const OUTSIDE = ["web", "tool", "file"];

function useItems(): { readonly items: readonly Item[] | undefined; readonly error: Error | undefined; reload(): void } {
  const proposals = useResource<Proposal[]>("/api/proposals", ["waiting", "documents"]);
  const conflicts = useResource<Conflict[]>("/api/conflicts", ["waiting", "documents"]);
  const approvals = useResource<Approval[]>("/api/approvals", ["approvals"]);
  const readings = useResource<ReadingItem[]>("/api/readings", ["readings", "policy"]);
  const items = useMemo(() => {
    if (proposals.value === undefined || conflicts.value === undefined || approvals.value === undefined || readings.value === undefined)
      return undefined;
    const all: Item[] = [
      ...approvals.value.map((each) => ({ kind: "approval" as const, id: each.id, outside: false, each })),
      ...conflicts.value.map((each) => ({ kind: "conflict" as const, id: each.id, outside: false, each })),
      ...proposals.value.map((each) => ({ kind: "proposal" as const, id: each.id, outside: OUTSIDE.includes(each.origin), each })),
      ...readings.value.map((each) => ({ kind: "reading" as const, id: each.clause, outside: false, each })),
    ];
    return all;
  }, [proposals.value, conflicts.value, approvals.value, readings.value]);
  const reload = () => [proposals, conflicts, approvals, readings].forEach((each) => each.reload());
  return { items, error: proposals.error ?? conflicts.error ?? approvals.error ?? readings.error, reload };
}

export function InboxPage(_: { readonly rest: readonly string[] }) {
  const { words, say, attempt } = useAround();
  const { items, error, reload } = useItems();
  const [at, setAt] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<string | null>(null);
  // By the call's hash: an agent that tries again makes a new question of the same call.
  const [allowing, setAllowing] = useState<string | null>(null);
  const lastUndo = useRef<string | null>(null);
  const count = items?.length ?? 0;
  const current = items?.[Math.min(at, count - 1)];
  useEffect(() => {
    if (at > 0 && at >= count) setAt(Math.max(0, count - 1));
  }, [count]);

  const targets = (): Item[] =>
    chosen.size > 0 ? (items ?? []).filter(({ id }) => chosen.has(id)) : current === undefined ? [] : [current];
  const forEach = async (work: (item: Item) => Promise<string | null>, done: string, which: readonly Item[] = targets()) => {
    let worked = 0;
    let note = "";
    for (const item of which) {
      if (
        !(await attempt(async () => {
          note = (await work(item)) ?? note;
        }))
      )
        break;
      worked++;
    }
    setChosen(new Set());
    setEditing(null);
    setAllowing(null);
    reload();
    if (worked > 0) say({ kind: "good", text: `${done}${worked > 1 ? ` (${worked})` : ""}${note === "" ? "" : `: ${note}`}` });
  };
  // A call is never kept: allowing it is an act of its own, for the one call that is shown.
  const keep = () => {
    const which = targets().filter(({ kind }) => kind !== "approval" && kind !== "reading");
    return forEach(
      async (item) => {
        if (item.kind === "approval" || item.kind === "reading") return null;
        if (item.kind === "conflict") return settle(item.each, "both");
        const receipt = await post<Receipt>(`/api/proposals/${item.id}/accept`, { hash: item.each.hash });
        lastUndo.current = receipt.undo ?? null;
        return `${receipt.document} ${receipt.status}`;
      },
      words.kept,
      which,
    );
  };
  const isOpen = (item: Item | undefined): item is Item & { readonly kind: "approval" } =>
    item?.kind === "approval" && !item.each.redLine && item.each.line === undefined;
  const askToAllow = () => isOpen(current) && setAllowing(current.each.hash);
  const allow = () =>
    isOpen(current) &&
    forEach((item) => (item.kind === "approval" ? answer(item.each, "allow") : Promise.resolve(null)), words.allowed, [current]);
  const settleLine = (as: LineMeaning) => {
    const said = { hold: words.lineHeld, ask: words.lineAsked, advice: words.lineAdvice }[as];
    if (current?.kind === "approval")
      return current.each.line === undefined
        ? undefined
        : forEach(
            (item) => (item.kind === "approval" ? answer(item.each, as === "hold" ? "deny" : "allow", as) : Promise.resolve(null)),
            said,
            [current],
          );
    return forEach(
      async (item) => {
        if (item.kind !== "reading") return null;
        const decided = await post<{ id: string }>(`/api/readings/${item.id}`, { as, readings: item.each.readings });
        lastUndo.current = decided.id;
        return `${item.each.file}:${item.each.line}`;
      },
      said,
      targets().filter(({ kind }) => kind === "reading"),
    );
  };
  const isLine = current?.kind === "reading" || (current?.kind === "approval" && current.each.line !== undefined);
  const dismissRule = () =>
    current?.kind === "approval" &&
    isDismissible(current.each) &&
    forEach(
      async (item) => {
        const decided = await post<{ id: string; file: string; line: number }>(`/api/approvals/${item.id}/dismiss`, {});
        lastUndo.current = decided.id;
        return `${decided.file}:${decided.line}`;
      },
      words.lineAdvice,
      [current],
    );
  const reject = (forEver: boolean) => {
    if (current?.kind === "reading") return undefined;
    const isCall = targets().every(({ kind }) => kind === "approval");
    const isRed = current?.kind === "approval" && current.each.redLine;
    return forEach(
      async (item) => {
        if (item.kind === "approval") return answer(item.each, "deny");
        if (item.kind === "reading") return null;
        if (item.kind === "conflict") return settle(item.each, "document");
        await post(`/api/proposals/${item.id}/reject`, { forEver });
        return null;
      },
      !isCall ? words.rejected : isRed ? words.dismissed : words.denied,
    );
  };
  const undo = async () => {
    const id = lastUndo.current;
    if (id === null) return;
    if (await attempt(() => post(`/api/undo/${id}`, {}))) {
      lastUndo.current = null;
      say({ kind: "good", text: words.undone });
      reload();
    }
  };
  const toggle = (id: string) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));

  const keys = useRef<(event: KeyboardEvent) => void>(() => {});
  keys.current = (event) => {
    const typing =
      event.target instanceof HTMLElement &&
      (event.target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName));
    if (typing || event.ctrlKey || event.metaKey || event.altKey || (count === 0 && event.key !== "u")) return;
    const acts: Record<string, () => unknown> = {
      j: () => setAt(Math.min(count - 1, at + 1)),
      k: () => setAt(Math.max(0, at - 1)),
      a: isLine ? () => settleLine("ask") : keep,
      h: () => isLine && settleLine("hold"),
      v: () => isLine && settleLine("advice"),
      d: dismissRule,
      y: askToAllow,
      r: () => reject(false),
      R: () => reject(true),
      e: () => (current?.kind === "proposal" || (current?.kind === "reading" && current.each.here)) && setEditing(current.id),
      u: undo,
      x: () => current !== undefined && toggle(current.id),
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    void act();
  };
  useEffect(() => {
    const heard = (event: KeyboardEvent) => keys.current(event);
    addEventListener("keydown", heard);
    return () => removeEventListener("keydown", heard);
  }, []);

  if (items === undefined) return <Loaded from={{ value: undefined, error, reload, header: () => null }}>{() => null}</Loaded>;
  if (current === undefined) {
    return (
      <>
        <Empty title={words.nothingWaits}>{words.nothingWaitsHint}</Empty>
        {lastUndo.current === null ? null : (
          <p class="center">
            <Button onClick={undo}>{words.undo} (u)</Button>
          </p>
        )}
      </>
    );
  }
  return (
    <div class="two">
      <section class="list" aria-label={words.inbox}>
        <h1>{words.waits(count)}</h1>
        <VirtualList label={words.inbox} items={items} heightOf={() => 62} keyOf={({ id }) => id} at={Math.min(at, count - 1)} move={setAt}>
          {(item) => (
            <div class={`card-row ${item.outside ? "outside" : ""} ${chosen.has(item.id) ? "picked" : ""}`}>
              <span class="line">
                <KindChip item={item} /> <strong>{titleOf(item)}</strong>
              </span>
              <span class="line quiet">{gistOf(item)}</span>
            </div>
          )}
        </VirtualList>
        <p class="quiet keys">{isLine ? words.readingKeys : current.kind === "approval" ? words.refusedKeys : words.keys}</p>
      </section>
      <section class="detail" aria-label={titleOf(current)}>
        {chosen.size > 0 ? (
          <p class="picked-count">
            {words.chosen(chosen.size)}{" "}
            <Button kind="ghost" small onClick={() => setChosen(new Set())}>
              {words.chooseNone}
            </Button>
          </p>
        ) : null}
        <Card
          item={current}
          editing={editing === current.id}
          stopEditing={() => setEditing(null)}
          done={(undoId) => {
            lastUndo.current = undoId;
            setEditing(null);
            reload();
          }}
        />
        {isOpen(current) && allowing === current.each.hash ? (
          <AllowOnce each={current.each} allow={allow} cancel={() => setAllowing(null)} />
        ) : editing === current.id && current.kind !== "reading" ? null : (
          <div class="acts">
            {current.kind === "reading" ? (
              <>
                {current.each.state === "proposed" ? (
                  <MeaningButtons settle={settleLine} />
                ) : (
                  <Button kind="primary" onClick={() => settleLine(current.each.state === "hold" ? "hold" : "advice")}>
                    {words.keepSo}
                  </Button>
                )}
                {current.each.state === "proposed" && current.each.here ? (
                  <Button onClick={() => setEditing(editing === current.id ? null : current.id)}>{words.blockLine}</Button>
                ) : null}
                {current.each.decision === undefined ? null : (
                  <Button
                    onClick={() => {
                      lastUndo.current = current.each.decision ?? null;
                      void undo();
                    }}
                  >
                    {words.undo}
                  </Button>
                )}
              </>
            ) : current.kind === "approval" && current.each.line !== undefined ? (
              <MeaningButtons settle={settleLine} />
            ) : current.kind === "approval" ? (
              <>
                {current.each.redLine ? null : <Button onClick={askToAllow}>{words.allowOnce} …</Button>}
                <Button kind="danger" onClick={() => reject(false)}>
                  {current.each.redLine ? words.dismiss : words.deny}
                </Button>
                {isDismissible(current.each) ? <Button onClick={dismissRule}>{words.notMeant}</Button> : null}
              </>
            ) : current.kind === "conflict" ? (
              <>
                <Button
                  onClick={() =>
                    forEach((item) => (item.kind === "conflict" ? settle(item.each, "entry") : Promise.resolve(null)), words.settled)
                  }
                >
                  {words.takeEntry}
                </Button>
                <Button onClick={() => reject(false)}>{words.takeDocument}</Button>
                <Button onClick={keep}>{words.takeBoth}</Button>
              </>
            ) : (
              <>
                <Button kind="primary" onClick={keep}>
                  {words.keep}
                </Button>
                <Button onClick={() => setEditing(current.id)}>{words.edit}</Button>
                <Button kind="danger" onClick={() => reject(false)}>
                  {words.reject}
                </Button>
                <Button kind="danger" onClick={() => reject(true)}>
                  {words.never}
                </Button>
              </>
            )}
            <Button onClick={() => toggle(current.id)} aria-pressed={chosen.has(current.id)}>
              {words.choose}
            </Button>
            <Button onClick={undo} disabled={lastUndo.current === null}>
              {words.undo}
            </Button>
          </div>
        )}
      </section>
    </div>
  );
}

async function answer({ id, hash }: Approval, decision: "allow" | "deny", as?: LineMeaning): Promise<string | null> {
  await post(`/api/approvals/${id}`, { decision, hash, ...(as === undefined ? {} : { as }) });
  return null;
}

async function settle({ id, present }: Conflict, take: "entry" | "document" | "both"): Promise<string | null> {
  await post(`/api/conflicts/${id}`, { take, seen: present });
  return null;
}

/** What will run, where and in which session, before the person says yes to it. */
function AllowOnce({ each, allow, cancel }: { readonly each: Approval; allow(): void; cancel(): void }) {
  const words = useWords();
  const button = useRef<HTMLDivElement>(null);
  useEffect(() => button.current?.querySelector("button")?.focus(), [each.hash]);
  return (
    <div class="box question" role="group" aria-label={words.allowOnce} ref={button}>
      <p>
        <strong>{words.allowQuestion}</strong>
      </p>
      <pre class="call">{callText(each.call)}</pre>
      <Facts
        facts={[
          [words.directory, each.cwd],
          [words.session, each.session === "" ? words.anySession : each.session],
        ]}
      />
      <p class="acts">
        <Button kind="danger" onClick={allow}>
          {words.allowOnce}
        </Button>
        <Button onClick={cancel}>{words.cancel}</Button>
      </p>
    </div>
  );
}

function KindChip({ item }: { readonly item: Item }) {
  const words = useWords();
  if (item.kind === "approval" && item.each.redLine) return <Chip kind="deny">{words.redLineChip}</Chip>;
  if (item.kind === "approval") return <Chip kind="ask">{item.each.kind === "turn" ? words.call : words.refusedCall}</Chip>;
  if (item.kind === "reading") return <Chip kind={item.each.state}>{words.readingChip}</Chip>;
  if (item.kind === "conflict") return <Chip kind="ask">{words.conflict}</Chip>;
  return item.outside ? <Chip kind="deny">{words.fromOutside}</Chip> : <Chip kind="plain">{words.proposal}</Chip>;
}

function titleOf(item: Item): string {
  if (item.kind === "approval") return callText(item.each.call).split("\n")[0] ?? "";
  if (item.kind === "reading") return visible(item.each.text.replace(/\s+/g, " ").slice(0, 120));
  return `${item.each.document} · ${item.each.heading}`;
}

function gistOf(item: Item): string {
  if (item.kind === "approval") return item.each.reason;
  if (item.kind === "reading") return visible(item.each.readings.join("; "));
  return visible((item.each.content ?? item.each.operation).replace(/\s+/g, " ").slice(0, 160));
}

interface CardProps {
  readonly item: Item;
  readonly editing: boolean;
  stopEditing(): void;
  done(undo: string | null): void;
}

function Card({ item, editing, stopEditing, done }: CardProps) {
  if (item.kind === "approval") return <ApprovalCard each={item.each} />;
  if (item.kind === "reading") return <ReadingCard each={item.each} block={editing} />;
  if (item.kind === "conflict") return <ConflictCard each={item.each} />;
  return <ProposalCard each={item.each} outside={item.outside} editing={editing} stopEditing={stopEditing} done={done} />;
}

function ApprovalCard({ each }: { readonly each: Approval }) {
  const words = useWords();
  return (
    <article class="card">
      <h2>{each.line !== undefined ? words.lineAsks : each.kind === "turn" ? words.call : words.refusedCall}</h2>
      <pre class="call">{callText(each.call)}</pre>
      <p>{each.reason}</p>
      {each.redLine ? (
        <p class="held">
          <strong>{words.redLineChip}.</strong> {words.redLineHint}
        </p>
      ) : null}
      <Facts
        facts={[
          [words.directory, each.cwd],
          [words.session, each.session],
          ...each.rules.map(({ file, line }) => ["rule", line === 0 ? file : `${file}:${line}`] as const),
        ]}
      />
    </article>
  );
}

function ConflictCard({ each }: { readonly each: Conflict }) {
  const words = useWords();
  return (
    <article class="card">
      <h2>
        {each.document} · {each.heading}
      </h2>
      <p class="quiet">{words.conflictHint}</p>
      <div class="sides">
        <div>
          <h3>{words.entrySays}</h3>
          <pre>{visible(each.content ?? each.operation)}</pre>
        </div>
        <div>
          <h3>{words.documentSays}</h3>
          <pre>{visible(each.present ?? "")}</pre>
        </div>
      </div>
      <p class="quiet">{each.message}</p>
    </article>
  );
}

function ProposalCard({
  each,
  outside,
  editing,
  stopEditing,
  done,
}: Omit<CardProps, "item"> & { readonly each: Proposal; readonly outside: boolean }) {
  const { words, say, attempt } = useAround();
  const [text, setText] = useState(each.content ?? "");
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => setText(each.content ?? ""), [each.id]);
  useEffect(() => {
    if (editing) area.current?.focus();
  }, [editing]);
  const query = (each.content ?? each.heading).replace(/[#*`>\-[\]()]/g, " ").slice(0, 200);
  const similar = useResource<Hit[]>(query.trim() === "" ? null : `/api/recall?k=3&q=${encodeURIComponent(query)}`);
  const save = () =>
    attempt(async () => {
      const receipt = await post<Receipt>(`/api/proposals/${each.id}/accept`, { hash: each.hash, content: text });
      say({ kind: "good", text: `${words.kept}: ${receipt.document} ${receipt.status}` });
      done(receipt.undo ?? null);
    });
  return (
    <article class={`card ${outside ? "outside" : ""}`}>
      <h2>
        {each.document} · {each.heading}
      </h2>
      {editing ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <label class="stack">
            {words.editor}
            <textarea ref={area} rows={10} value={text} onInput={(event) => setText(event.currentTarget.value)} />
          </label>
          <div class="acts">
            <Button kind="primary" type="submit">
              {words.keep}
            </Button>
            <Button onClick={stopEditing}>{words.cancel}</Button>
          </div>
        </form>
      ) : (
        <Diff before={each.before ?? ""} after={each.after ?? ""} />
      )}
      {each.quarantined === undefined || each.quarantined.length === 0 ? null : (
        <div class="held">
          <h3>{words.held}</h3>
          <ul>
            {each.quarantined.map(({ line, why }, at) => (
              <li key={at}>
                <code>{visible((each.content ?? "").split("\n")[line - 1] ?? String(line))}</code> <span class="quiet">{why}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {each.eyeMarks === undefined ? null : (
        <div class="held">
          <h3>{words.eyeMarks}</h3>
          <ul>
            {each.eyeMarks.map(({ line, why }, at) => (
              <li key={at}>
                {line === 0 ? "" : `${line}: `}
                {visible(why)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Facts
        facts={[
          [words.origin, each.origin],
          ...(each.confidence === undefined ? [] : [[words.confidence, `${Math.round(each.confidence * 100)} %`] as const]),
          ...(each.reason === undefined ? [] : [[words.reason, each.reason] as const]),
          ...(each.taint === undefined
            ? []
            : [[words.readBefore, visible(each.taint.sources.map(({ source }) => source).join(" · "))] as const]),
        ]}
      />
      {each.session === undefined ? null : (
        <p class="quiet">
          {words.evidence}:{" "}
          <a href={`#/sessions/${each.session}${each.event === undefined ? "" : `/${each.event}`}`}>
            {words.session} {each.session}
          </a>{" "}
          {each.time === undefined ? null : <When at={each.time} />}
        </p>
      )}
      <details>
        <summary>{words.similar}</summary>
        <Loaded from={similar}>
          {(hits) =>
            hits.length === 0 ? (
              <p class="quiet">{words.noSimilar}</p>
            ) : (
              <ul class="hits">
                {hits.map((hit, at) => (
                  <li key={at}>
                    <a href={`#/memory/${encodeURIComponent(hit.document)}`}>
                      {hit.document} · {hit.heading}
                    </a>
                    <br />
                    <span class="quiet">{visible(hit.text)}</span>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </details>
    </article>
  );
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, string])[] }) {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== "")
        .map(([name, value], at) => (
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
