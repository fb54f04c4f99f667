// The past of a document as a line with one tick for each change; its right end is now.

import { localeOf } from "../../words/language.ts";
import { useApp, useTexts } from "../../ui/context.ts";
import { memoryWords } from "../../words/memory.ts";

/** More ticks than this are a grey bar. */
const MOST_TICKS = 80;
const DAY = 86_400_000;

export interface SliderProps {
  /** Times of the changes, oldest first. */
  readonly times: readonly string[];
  /** Behind which change the document is shown; null: now. */
  readonly at: number | null;
  move(at: number | null): void;
}

export function TimeSlider({ times, at, move }: SliderProps) {
  const words = useTexts(memoryWords);
  const { language } = useApp();
  const most = times.length - 1;
  const position = at ?? most;
  const to = (next: number) => move(next >= most ? null : Math.max(0, next));
  const byDay = (step: 1 | -1) => {
    const from = Date.parse(times[position] ?? "");
    const next = times.findIndex((time) => (step === 1 ? Date.parse(time) >= from + DAY : Date.parse(time) > from - DAY));
    to(next === -1 ? most : step === -1 && next === position ? position - 1 : next);
  };
  const share = (index: number) => `${most === 0 ? 100 : (100 * index) / most}%`;
  const name = (time: string | undefined) => (time === undefined ? "" : momentText(time, language));
  return (
    <div class={at === null ? "time-slider" : "time-slider then"}>
      <span class="quiet">{name(times[0]).split(/,? \d\d:\d\d/, 1)}</span>
      <span class="track">
        <i class="line" />
        <i class="line past" ref={(element) => element?.style.setProperty("width", share(position))} />
        {times.length > MOST_TICKS
          ? null
          : times.map((time, index) => (
              <i key={index} class={index <= position ? "past" : ""} ref={(element) => element?.style.setProperty("left", share(index))} />
            ))}
        <input
          type="range"
          min={0}
          max={Math.max(1, most)}
          step={1}
          value={most === 0 ? 1 : position}
          disabled={most === 0}
          aria-label={words.slider}
          aria-valuetext={at === null ? words.now : name(times[at])}
          onInput={({ currentTarget }) => to(Number(currentTarget.value))}
          onKeyDown={(event) => {
            if (event.key === "Escape") move(null);
            else if (event.shiftKey && (event.key === "ArrowLeft" || event.key === "ArrowRight")) byDay(event.key === "ArrowLeft" ? -1 : 1);
            else return;
            event.preventDefault();
          }}
        />
        {at === null ? null : (
          // Above the handle, and never beyond an end of the line.
          <b
            class="is-accent"
            ref={(element) => {
              element?.style.setProperty("left", share(at));
              element?.style.setProperty("transform", `translateX(-${share(at)})`);
            }}
          >
            {name(times[at])}
          </b>
        )}
      </span>
      {at === null ? <b>{words.now}</b> : <span class="quiet">{words.now}</span>}
    </div>
  );
}

export function momentText(time: string, language: "en" | "zh"): string {
  return new Date(time).toLocaleString(localeOf(language), {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
  });
}
