// Play an environment. The episode is the address: seed, options and actions. Each request plays it from the beginning.
import { ActionForm } from "./action_form.js";
import { listing } from "./code_editor.js";
import { columnTable, failingLine, fields, make, short, view } from "./value_view.js";

const $ = (id) => document.getElementById(id);
const page = { about: null, setup: null, form: null, other: null, codeField: "", episode: null, result: null, request: 0, busy: false, comparing: false };

// The episode in the address.

function addressOf(episode) {
  return `#options=${encodeURIComponent(JSON.stringify(episode.options))}&actions=${encodeURIComponent(JSON.stringify(episode.actions))}`;
}

function episodeInAddress() {
  const parts = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B"));
  try {
    const options = JSON.parse(parts.get("options") ?? "null");
    const actions = JSON.parse(parts.get("actions") ?? "[]");
    return options !== null && typeof options === "object" && !Array.isArray(options) && Array.isArray(actions) ? { options, actions } : null;
  } catch { return null; }
}

// Requests.

async function ask(body) {
  let response;
  try {
    response = await fetch("play/episode", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ ...body, address: location.origin.slice(0, 200) }) });
  } catch {
    throw Object.assign(new Error("The server does not answer. The episode is kept in the address of this page."), { lost: true });
  }
  let content = null;
  try { content = await response.json(); } catch { /* a proxy's own page */ }
  if (response.ok && content !== null) return content;
  throw Object.assign(new Error(content?.detail ?? `The server answered with status ${response.status}.`), { lost: response.status >= 500 });
}

// Play and show; `again` repeats the request after a lost connection.
async function run(body, { push = true, after = () => {} } = {}) {
  if (page.busy) return;
  setBusy(true);
  notice("");
  const again = () => run(body, { push, after });
  const number = (page.request += 1);
  try {
    const result = await ask(body);
    if (number === page.request) { accept(result, push); after(result); }
  } catch (error) {
    notice(error.message, error.lost ? again : null);
  } finally {
    setBusy(false);
  }
}

function accept(result, push) {
  const before = page.result;
  const episode = { options: result.options, actions: result.actions };
  if (result.problem) notice(result.problem);
  else if (before && !repeated(before, result)) notice("This environment did not repeat its earlier observations: the same seed and actions do not give the same episode.");
  const address = addressOf(episode);
  if (address !== location.hash) history[push ? "pushState" : "replaceState"](null, "", address);
  page.episode = episode;
  page.result = result;
  showResult();
}

// Whether what both results have in common is the same; a result of another beginning is not compared.
function repeated(before, after) {
  const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);
  if (!same(before.options, after.options)) return true;
  for (let i = 0; i < Math.min(before.steps.length, after.steps.length); i += 1) {
    if (i && !same(before.actions[i - 1], after.actions[i - 1])) return true;
    if (!same(before.steps[i].agent, after.steps[i].agent) || before.steps[i].gain !== after.steps[i].gain) return false;
  }
  return true;
}

function notice(text, again = null) {
  $("notice").hidden = text === "";
  $("notice-text").textContent = text;
  $("retry").hidden = again === null;
  $("retry").onclick = again;
}

function setBusy(busy) {
  page.busy = busy;
  document.body.setAttribute("aria-busy", String(busy));
  for (const button of document.querySelectorAll("main button")) if (button.id !== "retry") button.disabled = busy || button.dataset.off === "1";
}

function enable(button, on) {
  button.dataset.off = on ? "0" : "1";
  button.disabled = page.busy || !on;
}

// Showing.

function showResult() {
  const { result } = page;
  const last = result.steps[result.steps.length - 1] ?? {};
  for (const id of ["now", "move", "share"]) $(id).hidden = false;
  showStatus(result, last);
  $("agent").replaceChildren(agentView(last));
  $("verifier-pane").hidden = !page.about.private || !last.verifier;
  $("verifier").replaceChildren(last.verifier ? verifierView(last.verifier) : "");
  $("columns").replaceChildren(last.columns?.length ? columnTable(last) : "");
  const steps = result.actions.map((action, index) => stepView(index + 1, action, result.steps[index + 1] ?? {}));
  $("history").replaceChildren(...steps.reverse());
  $("history-section").hidden = !steps.length;
  $("comparison").hidden = true;
  $("copied").hidden = true;
  for (const button of [$("play"), $("try-both")]) enable(button, !result.over);
  enable($("undo"), result.actions.length > 0);
  markFailingLine();
}

// Mark the failing line of the program in the form, if that is the program that was played.
function markFailingLine() {
  const { actions, steps } = page.result;
  const played = actions[actions.length - 1]?.[page.codeField];
  if (page.codeField && played === page.form.read().value[page.codeField]) page.form.mark(failingLine(steps[steps.length - 1].agent));
}

function showStatus(result, last) {
  const parts = [part("step", result.actions.length), part("reward", short(last.reward ?? 0)), part("return", short(result.total))];
  if (last.score !== null && last.score !== undefined) parts.push(part("score", short(last.score)));
  const { text, kind } = ending(result, last);
  parts.push(make("b", { class: kind }, text));
  $("status").replaceChildren(...parts);
}

const part = (name, value) => make("span", {}, `${name} `, make("b", {}, String(value)));

function ending(result, last) {
  if (last.failure) return { text: "the environment failed", kind: "bad" };
  if (!result.over) return { text: "the episode goes on", kind: "" };
  if (last.success === true) return { text: "over: solved", kind: "good" };
  if (last.success === false) return { text: "over: not solved", kind: "bad" };
  return { text: "over", kind: "" };
}

function agentView(step) {
  const box = make("div");
  if (step.failure) box.append(make("p", { class: "bad" }, step.failure));
  if (step.error?.code) box.append(make("p", { class: "warn" }, `${step.error.code}: ${step.error.message}`));
  if (step.agent) box.append(fields(step.agent));
  if (step.prompt) box.append(make("details", {}, make("summary", { class: "quiet" }, "as a model reads it (text.py)"), make("pre", { tabIndex: 0 }, step.prompt)));
  return box;
}

// Secrets and facts at once; everything else that the instance holds when it is asked for.
function verifierView({ secrets = null, facts = null, ...rest }) {
  return make("div", {}, fields({ secrets, facts }), make("details", {}, make("summary", { class: "quiet" }, "everything else: game, state, metadata"), fields(rest)));
}

function actionView(action, step) {
  const code = page.codeField ? action?.[page.codeField] : undefined;
  if (typeof code !== "string") return view(action);
  const rest = Object.fromEntries(Object.entries(action).filter(([name]) => name !== page.codeField));
  return make("div", {}, Object.keys(rest).length ? fields(rest) : "", listing(code, failingLine(step.agent)));
}

function stepView(number, action, step) {
  const values = typeof action === "object" && action !== null ? Object.values(action) : [action];
  const what = values.map((value) => (typeof value === "string" ? value.replaceAll("\n", " ⏎ ") : JSON.stringify(value))).join(" · ") || "(no fields)";
  const summary = make("summary", {}, make("b", {}, `${number}.`), make("span", { class: "what" }, what.slice(0, 160)), make("span", {}, `reward ${short(step.reward ?? 0)}`));
  const inside = make("div", { class: "inside panes" }, make("article", {}, make("h3", {}, "Action"), actionView(action, step)), make("article", {}, make("h3", {}, "What the agent saw then"), agentView(step)));
  if (step.verifier) inside.append(make("article", {}, make("h3", {}, "What only the verifier knew"), fields({ facts: step.verifier.facts ?? null })));
  const node = make("details", { class: "step" }, summary, inside, columnTable(step));
  return node;
}

// Actions of the person.

function setupEpisode() {
  const { value, problem } = page.setup.read();
  if (problem) { notice(problem); return null; }
  const seed = Number($("seed").value);
  if (!Number.isSafeInteger(seed) || $("seed").value.trim() === "") { notice("The seed must be an integer."); return null; }
  return { options: { seed, ...value }, actions: [] };
}

function begin() {
  const episode = setupEpisode();
  if (episode) { page.result = null; run(episode, { after: () => page.form.focus() }); }
}

function play() {
  if (page.comparing) { tryBoth(); return; }
  const { value, problem } = page.form.read();
  if (problem) { notice(problem); return; }
  playAction(value);
}

function playAction(action) {
  const before = page.episode.actions.length;
  run({ ...page.episode, actions: [...page.episode.actions, action] }, { after: (result) => { if (result.actions.length > before) { page.form.clearTexts(); page.form.focus(); } } });
}

function undo() {
  const { options, actions } = page.episode;
  if (!actions.length) return;
  const last = actions[actions.length - 1];
  run({ options, actions: actions.slice(0, -1) }, { after: () => page.form.write(last) });
}

// Where the episode is over, the policy begins it again.
function playPolicy(policy) {
  const actions = page.result.over ? [] : page.episode.actions;
  const steps = $("to-the-end").checked ? 500 - actions.length : 1;
  run({ options: page.episode.options, actions, policy, steps, draw: Math.floor(Math.random() * 2 ** 31) }, { after: (result) => {
    if (page.codeField && result.actions.length) { page.form.write(result.actions[result.actions.length - 1]); markFailingLine(); }
    if (!result.problem && result.over) showOutcome(policy, result, actions.length);
  } });
}

function showOutcome(policy, result, before) {
  const last = result.steps[result.steps.length - 1];
  const count = result.actions.length - before;
  const solved = last.success === null ? "" : last.success ? ", solved" : ", not solved";
  $("status").append(make("span", { id: "outcome" }, `${policy} played ${count} ${count === 1 ? "step" : "steps"}; the episode earned ${short(result.total)}${solved}`));
}

function setComparing(on) {
  page.comparing = on;
  $("compare").setAttribute("aria-pressed", String(on));
  $("other-action").hidden = !on;
  for (const form of [$("action"), $("other-action")]) form.classList.toggle("two", on);
  $("try-both").hidden = !on;
  $("play").hidden = on;
  if (on) page.other.write(page.form.read().value); else $("comparison").hidden = true;
}

async function tryBoth() {
  const answers = [page.form.read(), page.other.read()];
  const problem = answers.map((each) => each.problem).find(Boolean);
  if (problem) { notice(problem); return; }
  if (page.busy || page.result.over) return;
  setBusy(true);
  notice("");
  try {
    const results = [];
    for (const { value } of answers) results.push(await ask({ ...page.episode, actions: [...page.episode.actions, value] }));
    const refused = results.findIndex((result) => result.problem);
    if (refused >= 0) notice(`Answer ${"AB"[refused]}: ${results[refused].problem}`);
    else showComparison(answers.map((each) => each.value), results);
  } catch (error) {
    notice(error.message, error.lost ? tryBoth : null);
  } finally {
    setBusy(false);
  }
}

function showComparison(actions, results) {
  const lasts = results.map((result) => result.steps[result.steps.length - 1]);
  const names = [...new Set(lasts.flatMap((step) => (step.columns ?? []).map((row) => row.name)))];
  const rows = [["reward", (step) => short(step.reward)], ["over", (step) => (step.done ? "yes" : "no")], ["success", (step) => (step.success === null ? "open" : step.success ? "yes" : "no")],
    ...names.map((name) => [`column ${name}`, (step) => short(step.columns.find((row) => row.name === name)?.value ?? null)])];
  const table = make("table", {}, make("tr", {}, make("th", {}, ""), make("th", {}, "A"), make("th", {}, "B")));
  for (const [name, read] of rows) {
    const [a, b] = lasts.map((step) => (step.failure ? "failed" : read(step)));
    table.append(make("tr", { class: a === b ? "" : "changed" }, make("td", {}, name), make("td", { class: "n" }, a), make("td", { class: "n" }, b)));
  }
  const panes = make("div", { class: "panes" }, ...lasts.map((step, index) => {
    const go = make("button", { type: "button" }, `Go on with ${"AB"[index]}`);
    go.addEventListener("click", () => { setComparing(false); playAction(actions[index]); });
    return make("article", {}, make("h3", {}, `After ${"AB"[index]}`), agentView(step), make("div", { class: "buttons" }, go));
  }));
  $("comparison").replaceChildren(make("div", { class: "wide" }, table), panes);
  $("comparison").hidden = false;
}

async function copy(text, what) {
  $("copied").hidden = false;
  $("copied-text").textContent = text;
  try {
    await navigator.clipboard.writeText(text);
    $("copied-note").textContent = `${what} is in the clipboard:`;
  } catch {
    getSelection().selectAllChildren($("copied-text"));
    $("copied-note").textContent = `${what}, selected for you to copy:`;
  }
}

// Setting up.

function fillSetup(options) {
  $("seed").value = String(options.seed ?? 0);
  page.setup.write(options);
}

function openAddress() {
  const episode = episodeInAddress();
  if (!episode) return false;
  fillSetup(episode.options);
  page.result = null;
  run(episode, { push: false });
  return true;
}

function policyButton(name, text) {
  const button = make("button", { type: "button" }, text);
  button.dataset.policy = name;
  button.addEventListener("click", () => playPolicy(name));
  return button;
}

function draw(about) {
  page.about = about;
  document.title = `Play ${about.name}`;
  $("name").textContent = about.name;
  $("description").textContent = about.description;
  $("mode").textContent = about.private ? `Private: this page shows what the agent must not see. ${about.note}` : "This page shows what an agent sees, and its rewards.";
  page.setup = new ActionForm($("reset-fields"), about.reset, "reset", true);
  page.form = new ActionForm($("action"), about.action, "action");
  page.other = new ActionForm($("other-action"), about.action, "other");
  page.codeField = about.action.find((field) => field.kind === "code")?.name ?? "";
  for (const [form, text] of [[$("action"), "Answer A"], [$("other-action"), "Answer B"]]) form.prepend(make("h3", { class: "answer" }, text));
  const exploits = about.policies.filter((name) => name.startsWith("exploit "));
  const others = about.policies.filter((name) => !exploits.includes(name));
  const order = ["oracle", "random", "null"].filter((name) => others.includes(name));
  $("policies").append(...order.map((name) => policyButton(name, name[0].toUpperCase() + name.slice(1))));
  $("exploits").append(...exploits.map((name) => policyButton(name, name.replace("exploit ", ""))));
  $("exploits-box").hidden = !exploits.length;
  $("exploits-search").hidden = exploits.length < 12;
  $("exploits-search").addEventListener("input", (event) => {
    const wanted = event.target.value.toLowerCase();
    for (const button of $("exploits").children) button.hidden = !button.textContent.toLowerCase().includes(wanted);
  });
}

function listen() {
  $("setup").addEventListener("submit", (event) => { event.preventDefault(); begin(); });
  $("other-seed").addEventListener("click", () => { $("seed").value = String(Math.floor(Math.random() * 100000)); begin(); });
  for (const id of ["action", "other-action"]) $(id).addEventListener("submit", (event) => { event.preventDefault(); play(); });
  $("try-both").addEventListener("click", tryBoth);
  $("undo").addEventListener("click", undo);
  $("compare").addEventListener("click", () => setComparing(!page.comparing));
  $("copy-link").addEventListener("click", () => copy(location.href, "The link"));
  $("copy-script").addEventListener("click", () => copy(page.result.script, "The script"));
  $("copy-test").addEventListener("click", () => copy(page.result.test, "The test"));
  addEventListener("popstate", () => { const shown = page.episode && addressOf(page.episode); if (shown !== location.hash) openAddress(); });
  addEventListener("keydown", (event) => {
    const keys = { KeyU: undo, KeyN: begin, KeyC: () => setComparing(!page.comparing) };
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") { event.preventDefault(); if (page.episode && !page.result?.over) play(); }
    else if (event.altKey && !event.ctrlKey && keys[event.code] && (page.episode || event.code === "KeyN")) { event.preventDefault(); if (!page.busy) keys[event.code](); }
  });
}

async function start() {
  try {
    const response = await fetch("play/about");
    if (!response.ok) throw new Error(String(response.status));
    draw(await response.json());
  } catch {
    notice("The server does not answer.", () => { notice(""); start(); });
    return;
  }
  listen();
  if (!openAddress()) { fillSetup({ seed: 0 }); begin(); }
}

start();
