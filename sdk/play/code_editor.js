// An editor for Python: a transparent text area above the coloured text, with line numbers.
import { make } from "./value_view.js";

const KEYWORDS = new Set("False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield".split(" "));
const BUILTINS = new Set("abs all any bool bytes chr dict divmod enumerate filter float frozenset int isinstance iter len list map max min next object ord pow print range repr reversed round set slice sorted str sum super tuple type zip self".split(" "));
const TOKEN = /(#[^\n]*)|("""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?)|(\b\d[\w.]*)|([A-Za-z_]\w*)/g;
const LONGEST_COLOURED = 60000;

// The text as lines of nodes; line `failing` (from 1) is marked.
export function colouredLines(text, failing = 0) {
  const lines = [make("span", { class: "line" })];
  const put = (part, kind) => {
    part.split("\n").forEach((piece, index) => {
      if (index) lines.push(make("span", { class: "line" }));
      if (piece) lines[lines.length - 1].append(kind ? make("span", { class: kind }, piece) : piece);
    });
  };
  let last = 0;
  if (text.length <= LONGEST_COLOURED) {
    for (const found of text.matchAll(TOKEN)) {
      const [whole, comment, quoted, number, word] = found;
      const kind = comment ? "c" : quoted ? "s" : number ? "d" : KEYWORDS.has(word) ? "k" : BUILTINS.has(word) ? "b" : "";
      put(text.slice(last, found.index), "");
      put(whole, kind);
      last = found.index + whole.length;
    }
  }
  put(text.slice(last), "");
  if (failing >= 1 && failing <= lines.length) {
    lines[failing - 1].classList.add("failing");
    lines[failing - 1].title = "the line that failed";
  }
  return lines;
}

export function listing(text, failing = 0) {
  return make("pre", { class: "listing", tabIndex: 0 }, ...colouredLines(text, failing));
}

export class CodeEditor {
  constructor(id) {
    this.area = make("textarea", { id, spellcheck: false, wrap: "off", rows: 6, autocapitalize: "off" });
    this.colours = make("pre", { class: "colours", ariaHidden: "true" });
    this.numbers = make("pre", { class: "numbers", ariaHidden: "true" });
    const sheet = make("div", { class: "sheet" }, this.colours, this.area);
    this.node = make("div", { class: "editor" }, this.numbers, make("div", { class: "area" }, sheet));
    this.failing = 0;
    let leaving = false;
    this.area.addEventListener("input", () => { this.failing = 0; this.draw(); });
    this.area.addEventListener("keydown", (event) => {
      if (event.key === "Escape") leaving = true;
      else if (event.key === "Tab" && !leaving && !event.shiftKey) { event.preventDefault(); this.insert("    "); }
      else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) { event.preventDefault(); this.insert(`\n${this.indent()}`); }
      else leaving = leaving && event.key === "Shift";
    });
    this.draw();
  }
  get value() { return this.area.value; }
  set value(text) { this.area.value = text; this.failing = 0; this.draw(); }
  mark(line) { this.failing = line; this.draw(); }
  indent() {
    const line = this.area.value.slice(0, this.area.selectionStart).split("\n").pop();
    return line.match(/^[ \t]*/)[0] + (/:\s*$/.test(line) ? "    " : "");
  }
  insert(text) {
    this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, "end");
    this.area.dispatchEvent(new Event("input"));
  }
  draw() {
    const lines = colouredLines(this.area.value, this.failing);
    this.area.rows = Math.max(6, lines.length);
    this.colours.replaceChildren(...lines);
    this.numbers.textContent = lines.map((_, index) => index + 1).join("\n");
  }
}
