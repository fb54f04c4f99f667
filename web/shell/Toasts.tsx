// Notes at the bottom right: what happened, with its undo. Errors stay until they are closed; three at most.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Button } from "../ui/controls.tsx";
import { type AppFacts, type News, saidIn, useWords } from "../ui/context.ts";
import { Icon } from "../ui/icons.tsx";
import type { Language } from "../words/language.ts";

const STAYS_MS = 8000;
const MOST = 3;

interface Toast extends News {
  readonly id: number;
}

export interface ToastBox extends Pick<AppFacts, "say" | "attempt"> {
  readonly toasts: readonly Toast[];
  close(id: number): void;
  /** Undoes the last act that can be undone, also one that is still on its way. false: there is none. */
  undoLast(): Promise<boolean>;
}

export function useToasts(language: Language): ToastBox {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const number = useRef(0);
  const last = useRef<Toast | null>(null);
  const acts = useMemo(() => {
    const close = (id: number) => setToasts((all) => all.filter((each) => each.id !== id));
    const say = (news: News) => {
      const toast = { ...news, id: ++number.current };
      if (news.undo !== undefined) last.current = toast;
      setToasts((all) => [...all.filter(({ kind, text }) => kind !== news.kind || text !== news.text), toast].slice(-MOST));
    };
    /** What was begun last and is not done. */
    let going: Promise<boolean> | null = null;
    const attempt = (work: () => Promise<unknown>) => {
      const mine = tried(work).finally(() => going === mine && (going = null));
      going = mine;
      return mine;
    };
    const tried = async (work: () => Promise<unknown>) => {
      try {
        await work();
        return true;
      } catch (error) {
        say({ kind: "bad", text: saidIn(language).error(error as Error) });
        return false;
      }
    };
    const undoLast = async () => {
      // It was meant to be undone itself, not what was done before it.
      if (going !== null && !(await going)) return true;
      const toast = last.current;
      if (toast?.undo === undefined) return false;
      last.current = null;
      close(toast.id);
      void attempt(toast.undo);
      return true;
    };
    return { close, say, attempt, undoLast };
  }, [language]);
  return { ...acts, toasts };
}

export function Toasts({ box }: { readonly box: ToastBox }) {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {box.toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} close={() => box.close(toast.id)} undo={box.undoLast} />
      ))}
    </div>
  );
}

function OneToast({ toast, close, undo }: { readonly toast: Toast; close(): void; undo(): Promise<boolean> }) {
  const words = useWords();
  const [isHeld, setHeld] = useState(false);
  const stays = toast.kind === "bad" || isHeld;
  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(close, STAYS_MS);
    return () => clearTimeout(timer);
  }, [stays]);
  return (
    <div class="toast coming" onMouseEnter={() => setHeld(true)} onMouseLeave={() => setHeld(false)}>
      <span class={toast.kind === "bad" ? "is-deny" : "is-allow"}>
        <Icon name={toast.kind === "bad" ? "alert" : "check"} />
      </span>
      <span class="toast-text">
        {toast.lead === undefined ? null : <b>{toast.lead} </b>}
        {toast.text}
      </span>
      {toast.act === undefined ? null : (
        <Button small onClick={toast.act.run}>
          {toast.act.name}
        </Button>
      )}
      {toast.undo === undefined ? (
        <Button small kind="ghost" icon="x" aria-label={words.close} onClick={close} />
      ) : (
        <Button small hint="u" onClick={() => void undo()}>
          {words.undo}
        </Button>
      )}
    </div>
  );
}
