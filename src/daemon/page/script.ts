// What the page does: login, the overview, one document. A module of the browser, kept as a string; no framework.

export const SCRIPT = String.raw`
import { budgetBar, difference, element, moment, preformatted, shown } from "/show.js";

const main = document.getElementById("main");
const news = document.getElementById("news");
const refresh = document.getElementById("refresh");
const KEPT = "codicil-token";

function say(text, isBad) {
  news.textContent = text;
  news.className = isBad ? "bad" : "";
}

async function call(method, path, options = {}) {
  const headers = { "X-Codicil-Token": sessionStorage.getItem(KEPT) ?? "", ...options.headers };
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(path, { method, headers, body: options.body === undefined ? undefined : JSON.stringify(options.body), credentials: "same-origin", cache: "no-store" });
  const value = await answer.json();
  if (answer.ok) return value;
  const problem = new Error(value.error.message + (value.error.hint ? " " + value.error.hint : ""));
  problem.status = answer.status;
  throw problem;
}

// The code stands in the fragment, which is never sent. It leaves the address bar before it is used.
async function login() {
  const code = /^#code=([0-9a-f]+)$/.exec(location.hash)?.[1];
  if (code === undefined) return;
  history.replaceState(null, "", "/#/");
  try {
    const { token } = await call("POST", "/api/login", { body: { code } });
    sessionStorage.setItem(KEPT, token);
  } catch (problem) {
    // The link may have been opened a second time in a tab that is logged in; if not, the next call says so.
    say(problem.message, true);
  }
}

function askForLink() {
  refresh.hidden = true;
  main.replaceChildren(
    element("h1", {}, "This page opens by a one-time link"),
    element("p", {}, "Run ", element("code", {}, "codicil serve"), " in a terminal and open the address that it prints. If the daemon runs already, the same command prints a fresh link."));
}

function isFromOutside(origin) {
  return origin !== "agent" && origin !== "user";
}

function proposalCard(proposal) {
  const facts = [proposal.operation, "from " + proposal.origin, proposal.session, proposal.time && moment(proposal.time), proposal.confidence !== undefined && "confidence " + proposal.confidence];
  const title = element("h3", {}, shown(proposal.document + " · " + proposal.heading));
  const card = element("article", { class: isFromOutside(proposal.origin) ? "card outside" : "card", "aria-label": proposal.document + ", " + proposal.heading },
    title,
    element("p", { class: "facts" }, shown(facts.filter(Boolean).join(" · "))),
    proposal.reason ? element("p", {}, shown(proposal.reason)) : null,
    difference(proposal.before, proposal.after));
  const decide = (verb, body, done) => async () => {
    for (const button of card.querySelectorAll("button")) button.disabled = true;
    try {
      const receipt = await call("POST", "/api/proposals/" + encodeURIComponent(proposal.id) + "/" + verb, { body });
      await draw();
      say(done + " " + receipt.document + ", " + receipt.heading + ": " + receipt.status + (receipt.why ? " (" + receipt.why + ")" : ""));
      document.getElementById("proposals")?.focus();
    } catch (problem) {
      await draw();
      say(problem.message, true);
    }
  };
  card.append(element("div", { class: "acts" },
    element("button", { type: "button", class: "main", onclick: decide("accept", { hash: proposal.hash }, "Accepted.") }, "Accept"),
    element("button", { type: "button", onclick: decide("reject", {}, "Rejected.") }, "Reject"),
    element("button", { type: "button", onclick: decide("reject", { forEver: true }, "Rejected for ever.") }, "Reject for ever")));
  return card;
}

function documentCard(each) {
  return element("article", { class: "card" },
    element("h3", {}, element("a", { href: "#/documents/" + each.id }, shown(each.key))),
    budgetBar(each.chars, each.budget),
    element("p", { class: "facts" }, (each.role ?? "no role") + " · changed " + moment(each.modified)),
    element("ul", { class: "plain sections quiet" }, each.sections.map((section) => element("li", {}, shown(section.heading)))));
}

function rows(items, build) {
  return element("ul", { class: "plain card rows" }, items.map((item) => element("li", {}, build(item))));
}

function withoutHeading(section) {
  return section === null ? null : section.replace(/^ {0,3}#{1,6}[^\n]*\n+/, "");
}

function waiting(status, conflicts) {
  const pending = status.pending.filter((entry) => entry.state === "pending");
  const parts = [];
  if (pending.length > 0) parts.push(element("h2", {}, "Pending entries"), rows(pending, (entry) => [
    element("div", {}, shown(entry.document + " · " + entry.heading)),
    element("p", { class: "facts" }, shown(entry.operation + " · " + entry.file + ":" + entry.line))]));
  if (status.journalled.length > 0) parts.push(element("h2", {}, "Open sessions"), rows(status.journalled, (each) => shown(each.session + ": " + each.entries + (each.entries === 1 ? " entry" : " entries") + " in the journal")));
  if (conflicts.length > 0) parts.push(element("h2", {}, "Staged: needs a person"), rows(conflicts, (each) => [
    element("div", {}, shown(each.document + " · " + each.heading)),
    element("p", { class: "facts" }, shown(each.message)),
    difference(withoutHeading(each.present), each.content),
    element("p", { class: "quiet" }, "Settle it with ", element("code", {}, shown("codicil last-word resolve " + each.file)))]));
  if (status.damaged.length > 0) parts.push(element("h2", {}, "Cannot be read"), rows(status.damaged, (each) => shown(each.file + ": " + each.message)));
  return parts;
}

async function overview() {
  const [health, documents, proposals, status, conflicts] = await Promise.all(["/api/health", "/api/documents", "/api/proposals", "/api/status", "/api/conflicts"].map((path) => call("GET", path)));
  document.getElementById("home").textContent = health.home;
  return [
    element("h2", { id: "proposals", tabindex: "-1" }, proposals.length === 0 ? "Nothing waits for your word" : proposals.length === 1 ? "1 proposal waits for your word" : proposals.length + " proposals wait for your word"),
    ...proposals.map(proposalCard),
    ...waiting(status, conflicts),
    element("h2", {}, "Documents"),
    documents.length === 0 ? element("p", { class: "quiet" }, "There are none yet. ", element("code", {}, "codicil init"), " creates the first.") : element("div", { class: "grid" }, documents.map(documentCard)),
  ];
}

// Cut at the headings' lines; the heading itself is set apart, its text below stays as it stands in the document.
function textBySections({ text, sections }) {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const upTo = (at) => (sections[at] ? sections[at].line - 1 : lines.length);
  const intro = lines.slice(0, upTo(0)).join("\n").trim();
  return [
    intro === "" ? null : element("div", { class: "card" }, preformatted(intro)),
    ...sections.map((section, at) => {
      const isUnderlined = !/^ {0,3}#/.test(lines[section.line - 1] ?? "");
      const body = lines.slice(section.line + (isUnderlined ? 1 : 0), upTo(at + 1)).join("\n").replace(/^\n+|\s+$/g, "");
      return element("section", { class: "card" },
        element("h3", {}, element("span", { class: "level", "aria-hidden": "true" }, "#".repeat(section.level) + " "), shown(section.heading)),
        section.protected ? element("p", { class: "facts" }, "your own block: no entry changes it") : null,
        body === "" ? element("p", { class: "quiet" }, "empty") : preformatted(body));
    }),
  ];
}

const KINDS = { first: "the document as it was found", entry: "entry", hand: "edited by hand", whole: "written as a whole", undo: "undone", considered: "looked at, nothing changed", removed: "moved or removed", forgotten: "a text was forgotten" };

function changeRow(change) {
  const what = [KINDS[change.kind] ?? change.kind, change.operation, change.heading, change.reason].filter(Boolean).join(" · ");
  const undo = async () => {
    try {
      const receipt = await call("POST", "/api/undo/" + encodeURIComponent(change.id));
      await draw();
      say("Undone: " + receipt.status + (receipt.why ? " (" + receipt.why + ")" : ""));
    } catch (problem) {
      say(problem.message, true);
    }
  };
  const canUndo = ["entry", "whole", "hand", "undo"].includes(change.kind);
  return element("div", { class: "row" },
    element("div", {}, element("div", {}, shown(what)), element("p", { class: "facts" }, shown(["by " + change.by, moment(change.at), change.session].filter(Boolean).join(" · ")))),
    canUndo ? element("button", { type: "button", "aria-label": "Undo " + what, onclick: undo }, "Undo") : null);
}

async function oneDocument(id) {
  const path = "/api/documents/" + encodeURIComponent(id);
  const [shownNow, history] = await Promise.all([call("GET", path), call("GET", path + "/history")]);
  return [
    element("p", { class: "back" }, element("a", { href: "#/" }, "← all documents")),
    element("h1", {}, shown(shownNow.key)),
    budgetBar(shownNow.chars, shownNow.budget),
    ...textBySections(shownNow),
    element("h2", {}, "History"),
    history.length === 0 ? element("p", { class: "quiet" }, "No change is recorded yet.") : rows(history, changeRow),
  ];
}

// Two draws may overlap; only the last one shows.
let turn = 0;
async function draw() {
  const mine = ++turn;
  if (sessionStorage.getItem(KEPT) === null) return askForLink();
  try {
    const id = /^#\/documents\/([A-Za-z0-9_]+)$/.exec(location.hash)?.[1];
    const parts = id === undefined ? await overview() : await oneDocument(id);
    if (mine !== turn) return;
    refresh.hidden = false;
    main.replaceChildren(...parts.filter((part) => part !== null));
  } catch (problem) {
    if (mine !== turn) return;
    if (problem.status === 401) {
      sessionStorage.removeItem(KEPT);
      return askForLink();
    }
    say(problem instanceof TypeError ? "The daemon does not answer. Start it again with codicil serve." : problem.message, true);
    refresh.hidden = false;
  }
}

refresh.addEventListener("click", () => { say(""); draw(); });
addEventListener("hashchange", async () => { say(""); await login(); await draw(); scrollTo(0, 0); main.focus(); });
await login();
await draw();
`;
