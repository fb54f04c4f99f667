// Work that takes longer than a second: how far it is, and a way to end it, on every page.

import { useEffect, useState } from "preact/hooks";
import { post } from "../api.ts";
import { useHappening } from "../live.ts";
import { Button } from "../ui/controls.tsx";
import { useApp, useTexts } from "../ui/context.ts";
import { Banner } from "../ui/notes.tsx";
import { shellWords } from "../words/shell.ts";

interface Work {
  readonly id: string;
  readonly what: string;
  readonly done: number;
  readonly of: number;
  readonly ended?: string;
}

const QUIET_MS = 1000;
/** Told where it was asked for. */
const ELSEWHERE = new Set(["backtest"]);

export function WorkBanner() {
  const text = useTexts(shellWords);
  const { attempt, words } = useApp();
  const [work, setWork] = useState<Work | null>(null);
  const [isLong, setLong] = useState(false);
  useHappening(["work"], ({ type, data }) => {
    if (type === "work" && !ELSEWHERE.has(data.what)) setWork(data.ended === undefined ? (data as Work) : null);
  });
  useEffect(() => {
    setLong(false);
    if (work === null) return undefined;
    const timer = setTimeout(() => setLong(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [work?.id]);
  if (work === null || !isLong) return null;
  return (
    <Banner
      tone="plain"
      icon="clock"
      acts={
        <Button small onClick={() => void attempt(() => post(`/api/work/${work.id}/cancel`, {}))}>
          {words.cancel}
        </Button>
      }
    >
      <span role="status">
        {text.works[work.what] ?? text.works["other"]}{" "}
        {work.of === 0 ? "" : text.workDone(work.done.toLocaleString("en"), work.of.toLocaleString("en"))}
      </span>
      {work.of === 0 ? null : <progress max={work.of} value={work.done} aria-label={text.works[work.what] ?? text.works["other"]} />}
    </Banner>
  );
}
