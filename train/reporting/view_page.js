// Recorded episodes with filters. The filters are in the address, so that a view can be shared.
import { listing } from "./code_editor.js";
import { make, short } from "./value_view.js";

const $ = (id) => document.getElementById(id);
const form = $("filters");
let about = null;
let shown = 0;
let latest = 0;

async function get(path, query) {
  const response = await fetch(`view/${path}?${new URLSearchParams(query)}`).catch(() => null);
  if (response === null) throw new Error("The server does not answer. Start hallmark view again, then press Show.");
  const content = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(content.detail ?? `The server answered with status ${response.status}.`);
  return content;
}

function notice(text) {
  $("notice").hidden = text === "";
  $("notice").textContent = text;
}

function options(name, values, any) {
  const select = form.elements[name];
  const kept = select.value;
  select.replaceChildren(...(any ? [make("option", { value: "" }, "any")] : []), ...values.map((value) => make("option", { value: String(value) }, String(value))));
  if ([...select.options].some((option) => option.value === kept)) select.value = kept;
}

const currentFile = () => about.files.find((file) => file.name === form.elements.file.value) ?? about.files[0];

function fitFilters() {
  const file = currentFile();
  for (const [name, values] of [["verdict", file.verdicts], ["level", file.levels], ["split", file.splits], ["error", file.errors]]) options(name, values, true);
  for (const id of ["first-step", "last-step"]) $(id).hidden = !file.has_steps;
}

function query() {
  return Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
}

async function show(offset = 0) {
  const number = (latest += 1);
  notice("");
  try {
    const asked = query();
    const found = await get("episodes", { ...asked, offset });
    if (number !== latest) return;
    history.replaceState(null, "", `#${new URLSearchParams(asked)}`);
    const items = found.episodes.map((episode) => item(episode, asked.file));
    if (offset) $("episodes").append(...items); else $("episodes").replaceChildren(...items);
    shown = offset + items.length;
    const unreadable = currentFile().unreadable;
    $("count").textContent = `${found.matched} of ${found.total} episodes${unreadable ? `; ${unreadable} lines are no episodes` : ""}`;
    $("more").hidden = shown >= found.matched;
  } catch (error) {
    if (number === latest) notice(error.message);
  }
}

function item(episode, file) {
  const kind = episode.verdict === "solved" ? "good" : episode.verdict === "not solved" ? "bad" : "warn";
  const task = `level ${episode.level}, ${episode.split} ${episode.seed}`;
  const summary = make("summary", {}, make("b", { class: kind }, episode.verdict), make("span", {}, `return ${short(episode.total)}`),
    make("span", { class: "quiet" }, `${episode.step === null ? "" : `step ${episode.step}, `}${task}, ${episode.turns} ${episode.turns === 1 ? "turn" : "turns"}`),
    make("span", { class: "what" }, episode.first.replaceAll("\n", " ⏎ ")));
  const inside = make("div", { class: "inside" });
  const node = make("details", { class: "step episode" }, summary, inside);
  node.addEventListener("toggle", async () => {
    if (!node.open || inside.hasChildNodes()) return;
    try {
      inside.replaceChildren(...whole(await get("episode", { file, number: episode.number }), episode));
    } catch (error) {
      notice(error.message);
    }
  });
  return node;
}

function whole(record, episode) {
  const nodes = [];
  if (!record.turns) return [make("p", { class: "warn" }, "The file no longer holds this episode.")];
  if (record.failure) nodes.push(make("p", { class: "bad" }, record.detail || record.failure));
  if (record.truncated) nodes.push(make("p", { class: "warn" }, "The trainer ended it at its limit of turns."));
  const columns = Object.entries(episode.columns);
  if (columns.length) nodes.push(make("p", {}, columns.map(([name, value]) => `${name} ${short(value)}`).join(" · ")));
  record.turns.forEach((turn, index) => {
    const head = make("h3", {}, `Turn ${index + 1}: reward ${short(turn.reward)}`);
    if (turn.error) head.append(make("span", { class: "warn" }, ` ${turn.error}`));
    const values = Object.entries(turn.columns ?? {}).map(([name, value]) => `${name} ${short(value)}`).join(" · ");
    nodes.push(make("article", {}, head, make("div", { class: "panes" },
      make("div", {}, make("div", { class: "quiet" }, "observation"), make("pre", { tabIndex: 0 }, turn.observation)),
      make("div", {}, make("div", { class: "quiet" }, "answer"), answer(String(turn.completion)))), make("p", { class: "quiet" }, values)));
  });
  const begin = { seed: episode.seed, ...(episode.level ? { split: episode.split, level: episode.level } : {}) };
  nodes.push(make("p", { class: "quiet" }, "To play this task yourself: ", make("code", {}, `hallmark play ENV`), " and add to its address ", make("code", {}, `#options=${JSON.stringify(begin)}`)));
  return nodes;
}

function answer(text) {
  return /^(def|class|import|from) |\n(def|class|import|from) /.test(text) ? listing(text) : make("pre", { tabIndex: 0 }, text);
}

function listen() {
  form.addEventListener("submit", (event) => { event.preventDefault(); show(); });
  form.addEventListener("change", (event) => { if (event.target.name === "file") fitFilters(); show(); });
  $("more").addEventListener("click", () => show(shown));
  $("clear").addEventListener("click", () => { const { file } = query(); form.reset(); form.elements.file.value = file; fitFilters(); show(); });
}

async function start() {
  try {
    about = await get("about", {});
  } catch (error) {
    notice(error.message);
    return;
  }
  document.title = `Episodes of ${about.name}`;
  $("name").textContent = `Episodes of ${about.name}`;
  options("file", about.files.map((file) => file.name), false);
  options("order", about.orders, false);
  const asked = new URLSearchParams(location.hash.slice(1));
  if (asked.has("file")) form.elements.file.value = asked.get("file");
  fitFilters();
  for (const [name, value] of asked) if (form.elements[name]) form.elements[name].value = value;
  if (!form.elements.file.value) form.elements.file.value = about.files[0].name;
  listen();
  show();
}

start();
