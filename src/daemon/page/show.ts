// How the page shows things: elements from text, hidden characters made visible, and the difference of two texts.
// Nothing here or in script.ts ever reads text as markup. It is a module of the browser, kept as a string.

export const SHOW = String.raw`
export function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") made.addEventListener("click", value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== undefined) made.setAttribute(name, String(value));
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

// What an eye would not see, or would see in the wrong order: a person must be able to trust what they accept.
const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029]/gu;
const IN_EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u;

export function shown(text) {
  const parts = [];
  let from = 0;
  for (const { 0: sign, index } of text.matchAll(UNSEEN)) {
    if (sign === "\n" || sign === "\t") continue;
    if ((sign === "\ufe0f" || sign === "\u200d") && IN_EMOJI.test(text.slice(Math.max(0, index - 2), index))) continue;
    const name = "U+" + sign.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
    parts.push(text.slice(from, index), element("span", { class: "unseen", title: "a hidden character" }, name));
    from = index + sign.length;
  }
  return [...parts, text.slice(from)];
}

export function preformatted(text) {
  return element("pre", {}, shown(text.replaceAll("\r\n", "\n")));
}

export function difference(before, after) {
  const rows = compareLines(linesOf(before), linesOf(after));
  const signs = { same: " ", added: "+", removed: "-" };
  return element("div", { class: "diff", role: "group", "aria-label": "before and after", tabindex: "0" },
    rows.map(([kind, line]) => element("div", { class: kind }, element("span", {}, signs[kind] + " "), element("span", {}, shown(line)))));
}

function linesOf(text) {
  return text === null ? [] : text.replaceAll("\r\n", "\n").replace(/\n$/, "").split("\n");
}

// The longest common run of lines by the plain table; where that would be too large, all old and then all new.
function compareLines(old, fresh) {
  if (old.length * fresh.length > 400000) return [...old.map((line) => ["removed", line]), ...fresh.map((line) => ["added", line])];
  const width = fresh.length + 1;
  const best = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = fresh.length - 1; j >= 0; j--)
      best[i * width + j] = old[i] === fresh[j] ? best[(i + 1) * width + j + 1] + 1 : Math.max(best[(i + 1) * width + j], best[i * width + j + 1]);
  const rows = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) { rows.push(["same", old[i]]); i++; j++; }
    else if (i < old.length && (j === fresh.length || best[(i + 1) * width + j] >= best[i * width + j + 1])) rows.push(["removed", old[i++]]);
    else rows.push(["added", fresh[j++]]);
  }
  return rows;
}

const number = new Intl.NumberFormat();

export function budgetBar(chars, budget) {
  if (budget === null) return element("p", { class: "facts" }, number.format(chars) + " characters");
  const isOver = chars > budget;
  const fill = element("span", {});
  // Through the object model: the page's own policy forbids style attributes.
  fill.style.width = Math.min(100, (chars / budget) * 100) + "%";
  const words = number.format(chars) + " of " + number.format(budget) + " characters" + (isOver ? ": the end is not injected" : "");
  return element("div", { class: "meter" },
    element("div", { class: isOver ? "bar over" : "bar", role: "meter", "aria-label": "budget", "aria-valuemin": 0, "aria-valuemax": budget, "aria-valuenow": Math.min(chars, budget), "aria-valuetext": words }, fill),
    element("p", { class: isOver ? "facts over-text" : "facts" }, words));
}

export function moment(iso) {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? String(iso) : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
`;
