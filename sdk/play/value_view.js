// Show JSON data of an environment. Everything becomes text nodes: no value can become markup.
import { listing } from "./code_editor.js";

export function make(tag, options = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (name === "class") node.className = value; else node[name] = value;
  }
  node.append(...children);
  return node;
}

export function short(value) {
  if (typeof value !== "number") return value === null || value === undefined ? "none" : String(value);
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(5)));
}

export const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isFlat = (value) => value === null || typeof value !== "object";
const isEmpty = (value) => value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
const CODE = new Set(["code", "program", "source", "script", "python", "solution", "reference"]);

export function view(value, name = "") {
  if (typeof value === "string") {
    if (value.includes("\n")) return CODE.has(name) ? listing(value) : make("pre", {}, value);
    return make("span", {}, value === "" ? "(empty text)" : value);
  }
  if (isFlat(value)) return make("span", {}, short(value));
  if (Array.isArray(value)) return list(value);
  return fields(value);
}

export function fields(data) {
  const box = make("div");
  const shown = Object.entries(data).filter(([, value]) => !isEmpty(value));
  const empty = Object.entries(data).filter(([, value]) => isEmpty(value)).map(([name]) => name);
  const rows = make("dl");
  for (const [name, value] of shown) {
    const isBlock = typeof value === "object" || String(value).length > 30;
    rows.append(make("dt", {}, name), make("dd", { class: isBlock ? "block" : "" }, view(value, name)));
  }
  if (shown.length) box.append(rows);
  if (empty.length) box.append(make("p", { class: "quiet" }, `empty: ${empty.join(", ")}`));
  return box;
}

function list(items) {
  if (!items.length) return make("span", { class: "quiet" }, "(none)");
  const keys = isObject(items[0]) ? Object.keys(items[0]) : [];
  const alike = keys.length > 0 && keys.length <= 8 && items.every((item) => isObject(item)
    && Object.keys(item).length === keys.length && keys.every((key) => key in item && isFlat(item[key])));
  if (alike) {
    const table = make("table", {}, make("tr", {}, ...keys.map((key) => make("th", {}, key))));
    for (const item of items) table.append(make("tr", {}, ...keys.map((key) => make("td", {}, make("code", {}, short(item[key]))))));
    return make("div", { class: "wide" }, table);
  }
  if (items.every((item) => isFlat(item) && !String(item).includes("\n"))) {
    return make("span", {}, items.map((item) => (typeof item === "string" ? JSON.stringify(item) : short(item))).join(", "));
  }
  return make("dl", {}, ...items.flatMap((item, index) => [make("dt", {}, String(index)), make("dd", {}, view(item))]));
}

// The number of the line that a text of an observation names as failing; 0 without one.
export function failingLine(data) {
  const texts = [];
  const gather = (value) => {
    if (typeof value === "string") texts.push(value);
    else if (value !== null && typeof value === "object") Object.values(value).forEach(gather);
  };
  gather([data?.feedback, data?.error, data?.stderr, data?.message, data?.output]);
  const found = texts.map((text) => text.match(/\bline (\d+)\b/)).find(Boolean);
  return found ? Number(found[1]) : 0;
}

// The reward columns of a step, with what each read where that is known.
export function columnTable(step) {
  const box = make("div", { class: "wide" });
  if (!step.columns?.length) return box;
  const withKinds = step.columns.some((row) => row.kind);
  const withEvidence = step.columns.some((row) => row.evidence);
  const head = ["column", "value", ...(withKinds ? ["kind", "counts"] : []), ...(withEvidence ? ["evidence"] : [])];
  const table = make("table", { class: "columns" }, make("tr", {}, ...head.map((text) => make("th", {}, text))));
  for (const row of step.columns) {
    const cells = [make("td", {}, row.name), make("td", { class: "n" }, short(row.value))];
    if (withKinds) cells.push(make("td", {}, row.kind ?? ""), make("td", { class: row.closed ? "bad" : "" }, counts(row)));
    if (withEvidence) cells.push(make("td", { class: "evidence" }, evidence(row.evidence)));
    table.append(make("tr", {}, ...cells));
  }
  box.append(make("h3", {}, "Reward columns"), table);
  return box;
}

function counts(row) {
  if (row.gate !== null) return row.closed ? `gate closed: below ${short(row.gate)}` : "gate open";
  return row.weight === 0 ? "reported only" : `× ${short(row.weight)} = ${short(row.weight * row.value)}`;
}

function evidence(found) {
  if (!found) return "";  // an LLM judge is not asked twice
  const entries = Object.entries(found);
  if (!entries.length) return "no fact was read";
  return entries.map(([name, value]) => (value === "(read)" ? `reads ${name}` : `${name} = ${isFlat(value) ? short(value) : JSON.stringify(value)}`)).join("; ");
}
