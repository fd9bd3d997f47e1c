"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const SHORT_TURN = 44;

function make(tag, options = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (name === "class") node.className = value; else node[name] = value;
  }
  node.append(...children);
  return node;
}

function short(value) {
  return Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4)));
}

// Charts: the nearest step under the pointer, or the next one with the arrow keys.
document.querySelectorAll("figure[data-chart]").forEach((figure) => {
  const chart = data.charts[Number(figure.dataset.chart)];
  const svg = figure.querySelector("svg");
  const cursor = svg.querySelector(".cursor");
  const steps = [...new Set(chart.lines.flatMap((line) => line.points.map((point) => point[0])))].sort((a, b) => a - b);
  const box = svg.viewBox.baseVal;
  const left = Number(svg.dataset.left);
  const right = Number(svg.dataset.right);
  const tip = make("div", { class: "tip", hidden: true });
  let shown = -1;
  figure.append(tip);
  function show(index) {
    shown = Math.max(0, Math.min(steps.length - 1, index));
    const step = steps[shown];
    const x = left + (step / chart.last) * (box.width - left - right);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    cursor.style.visibility = "visible";
    tip.replaceChildren(make("div", { class: "quiet" }, `step ${step}`));
    for (const line of chart.lines) {
      const point = line.points.find((each) => each[0] === step);
      if (point) tip.append(make("div", { class: "key" }, make("span", {}, make("i", { class: `b${line.colour}` }), `${line.name} ${short(point[1])}`)));
    }
    tip.hidden = false;
    const place = (x / box.width) * svg.clientWidth;
    tip.style.left = `${Math.max(0, Math.min(place + 10, figure.clientWidth - tip.offsetWidth))}px`;
  }
  function hide() {
    tip.hidden = true;
    cursor.style.visibility = "hidden";
  }
  svg.addEventListener("pointermove", (event) => {
    const area = svg.getBoundingClientRect();
    const across = ((event.clientX - area.left) / area.width) * box.width;
    const step = ((across - left) / (box.width - left - right)) * chart.last;
    let best = 0;
    steps.forEach((each, index) => { if (Math.abs(each - step) < Math.abs(steps[best] - step)) best = index; });
    if (steps.length) show(best);
  });
  svg.addEventListener("pointerleave", hide);
  figure.addEventListener("blur", hide);
  figure.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") show(shown + 1);
    else if (event.key === "ArrowLeft") show(shown - 1);
    else if (event.key === "Escape") hide();
    else return;
    event.preventDefault();
  });
});

function colourOf(episode) {
  if (episode.verdict === "solved") return "solved";
  return episode.verdict === "not solved" ? "unsolved" : "odd";
}

function turnsOf(episode) {
  const list = make("div");
  if (episode.why) list.append(make("pre", { class: "odd" }, episode.why));
  episode.turns.forEach(([observation, completion, reward, error], index) => {
    const end = `turn ${index + 1}, reward ${short(reward)}${error ? `, ${error}` : ""}`;
    const fits = observation.length + completion.length < SHORT_TURN && !/\n/.test(observation + completion);
    const texts = fits ? [make("pre", {}, `${observation} \u2192 `, make("b", {}, completion || "(empty)"))]
      : [make("pre", {}, observation || " "), make("pre", { class: "said" }, completion || "(empty)")];
    list.append(make("div", { class: "turn" }, make("div", { class: "of" }, end), ...texts));
  });
  const columns = Object.entries(episode.columns).map(([name, value]) => `${name} ${short(value)}`).join(", ");
  if (columns) list.append(make("p", { class: "quiet" }, `columns, sum per episode: ${columns}`));
  return list;
}

// A list that shows the chosen items page by page.
function pagedList(where, page, draw) {
  const list = where.querySelector(".list");
  const more = where.querySelector(".more");
  let items = [];
  let end = 0;
  function next() {
    list.append(...items.slice(end, end + page).map(draw));
    end = Math.min(items.length, end + page);
    more.hidden = end >= items.length;
    more.textContent = `Show ${Math.min(page, items.length - end)} more of ${items.length - end}`;
  }
  more.addEventListener("click", next);
  return (chosen) => {
    list.replaceChildren();
    items = chosen;
    end = 0;
    next();
  };
}

function optionsOf(select, values) {
  select.append(...values.map((value) => make("option", { value }, value)));
}

// Sampled generations.
(function samples() {
  const where = document.getElementById("generations");
  const field = (name) => where.querySelector(`[name="${name}"]`);
  const all = data.samples.episodes.map((episode) => ({
    episode,
    text: [episode.why, episode.task, ...episode.turns.flat()].join("\n").toLowerCase(),
  }));
  const unique = (read) => [...new Set(all.map(({ episode }) => read(episode)).flat())].sort();
  optionsOf(field("verdict"), unique((episode) => episode.verdict));
  optionsOf(field("level"), unique((episode) => String(episode.level)));
  optionsOf(field("column"), unique((episode) => Object.keys(episode.columns)));
  const show = pagedList(where, 40, ({ episode }) => {
    const said = episode.turns.map((turn) => turn[1]).join(" | ");
    const summary = make("summary", {}, make("span", {}, `step ${episode.step}`), make("span", {}, `level ${episode.level}`),
      make("span", { class: colourOf(episode) }, episode.verdict), make("span", {}, short(episode.return)),
      make("code", { class: "first" }, said));
    const details = make("details", { class: "episode" }, summary);
    details.addEventListener("toggle", () => {
      if (details.open && details.children.length === 1) {
        details.append(make("div", { class: "inside" }, make("p", { class: "quiet" }, `task: ${episode.task}, level ${episode.level}`), turnsOf(episode)));
      }
    });
    return details;
  });
  function number(name, otherwise) {
    return field(name).value === "" ? otherwise : Number(field(name).value);
  }
  function update() {
    const words = field("search").value.toLowerCase();
    const [verdict, level, column] = ["verdict", "level", "column"].map((name) => field(name).value);
    const [first, last] = [number("first", -Infinity), number("last", Infinity)];
    const [least, most] = [number("least", -Infinity), number("most", Infinity)];
    const chosen = all.filter(({ episode, text }) => {
      const value = column ? episode.columns[column] : episode.return;
      return text.includes(words) && (!verdict || episode.verdict === verdict) && (!level || String(episode.level) === level)
        && episode.step >= first && episode.step <= last && (column === "" || value !== undefined) && value >= least && value <= most;
    });
    if (field("order").value === "return") chosen.sort((a, b) => b.episode.return - a.episode.return);
    if (field("order").value === "late") chosen.reverse();
    where.querySelector(".count").textContent = `${chosen.length} of ${all.length} episodes`;
    show(chosen);
  }
  where.addEventListener("input", update);
  where.querySelector("[type=reset]").addEventListener("click", () => setTimeout(update));
  update();
})();

// The start and the end.
(function pairs() {
  const where = document.getElementById("pairs");
  const field = (name) => where.querySelector(`[name="${name}"]`);
  optionsOf(field("level"), Object.keys(data.pairs));
  const half = (title, episode) => make("div", {}, make("h3", {}, `${title}: `, make("span", { class: colourOf(episode) }, episode.verdict), `, return ${short(episode.return)}`), turnsOf(episode));
  const show = pagedList(where, 6, ({ kind, before, after }) => make("div", { class: "pair" },
    make("div", { class: "title" }, `task: ${before.task}, level ${before.level}; ${kind}`), half("Start", before), half("End", after)));
  function update() {
    const { total, pairs: all } = data.pairs[field("level").value][field("mode").value];
    const kind = field("kind").value;
    const chosen = all.filter((pair) => !kind || pair.kind === kind);
    const rest = total > all.length ? `; ${total} were played, the files hold all of them` : "";
    where.querySelector(".count").textContent = `${chosen.length} of ${all.length} tasks${rest}`;
    show(chosen);
  }
  where.addEventListener("input", update);
  update();
})();
