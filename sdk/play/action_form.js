// A form drawn from the fields of an action's schema (or of the arguments of reset).
import { CodeEditor } from "./code_editor.js";
import { make } from "./value_view.js";

export class ActionForm {
  // `brief`: labels only, for the arguments of reset.
  constructor(node, fields, prefix, brief = false) {
    this.inputs = fields.map((field) => makeInput(field, `${prefix}-${field.name || "whole"}`));
    const nodes = this.inputs.map((input) => drawn(input, brief));
    const advanced = nodes.filter((_, index) => fields[index].advanced);
    node.append(...nodes.filter((_, index) => !fields[index].advanced));
    if (advanced.length) node.append(make("details", {}, make("summary", { class: "quiet" }, "More fields"), ...advanced));
  }
  // The typed-in values; `problem` says what cannot be read, and that field is marked.
  read() {
    const value = {};
    let problem = "";
    for (const input of this.inputs) {
      input.wrong.textContent = "";
      try {
        const typed = input.read();
        if (typed !== undefined) value[input.field.name] = typed;
        else if (input.field.required) throw new Error("this field is required");
      } catch (error) {
        input.wrong.textContent = error.message;
        problem ||= `${input.field.name || "action"}: ${error.message}`;
      }
    }
    return { value: "" in value ? value[""] : value, problem };
  }
  write(values) {
    for (const input of this.inputs) input.write(input.field.name === "" ? values : values?.[input.field.name]);
  }
  // Empty the short texts after a step; programs and choices stay, so that they can be changed.
  clearTexts() {
    for (const input of this.inputs) if (input.field.kind === "text") input.write("");
  }
  mark(line) {
    for (const input of this.inputs) if (input.editor) input.editor.mark(line);
  }
  focus() { this.inputs[0]?.control.focus({ preventScroll: true }); }
}

function drawn(input, brief) {
  const { field, node, control, wrong } = input;
  if (field.kind === "boolean") {
    const box = make("div", { class: "field" }, make("label", { class: "check" }, node, field.name));
    if (!brief && field.description) box.append(make("div", { class: "hint" }, field.description));
    box.append(wrong);
    return box;
  }
  const label = make("label", { htmlFor: control.id, title: brief ? field.description : "" }, field.name || "action");
  if (brief) { label.append(node, wrong); return label; }
  const hint = make("div", { class: "hint" }, [field.description, limits(field)].filter(Boolean).join(" · "));
  return make("div", { class: "field" }, label, node, hint, wrong);
}

function limits(field) {
  if (field.low !== null && field.high !== null) return `${field.low} to ${field.high}`;
  if (field.low !== null) return `at least ${field.low}`;
  if (field.high !== null) return `at most ${field.high}`;
  return "";
}

function makeInput(field, id) {
  const wrong = make("div", { class: "wrong", role: "alert" });
  const input = { field, wrong };
  const simple = (control, read, write) => Object.assign(input, { control, node: control, read, write });
  if (field.kind === "choice") {
    const options = field.choices.map((choice, index) => make("option", { value: String(index) }, choice === null ? "any" : String(choice)));
    if (!field.required && field.default === null && !field.choices.includes(null)) options.unshift(make("option", { value: "" }, "(not set)"));
    const control = make("select", { id }, ...options);
    simple(control, () => (control.value === "" ? undefined : field.choices[Number(control.value)] ?? undefined),
      (value) => { const place = field.choices.indexOf(value ?? field.default); control.value = place < 0 ? options[0]?.value ?? "" : String(place); });
  } else if (field.kind === "boolean") {
    const control = make("input", { id, type: "checkbox" });
    simple(control, () => control.checked, (value) => { control.checked = Boolean(value ?? field.default); });
  } else if (field.kind === "code") {
    const editor = new CodeEditor(id);
    Object.assign(input, { editor, control: editor.area, node: editor.node, read: () => editor.value, write: (value) => { editor.value = value ?? field.default ?? ""; } });
  } else if (field.kind === "text" || field.kind === "lines") {
    const control = field.kind === "text" ? make("input", { id, type: "text", autocapitalize: "off", spellcheck: false }) : make("textarea", { id, rows: 3 });
    if (field.max_length !== null) control.maxLength = field.max_length;
    simple(control, () => (control.value === "" && !field.required && field.default === null ? undefined : control.value),
      (value) => { control.value = value ?? field.default ?? ""; });
  } else if (field.kind === "json") {
    const control = make("textarea", { id, rows: 3, class: "code", spellcheck: false });
    simple(control, () => (control.value.trim() === "" ? undefined : parsed(control.value)),
      (value) => { const given = value ?? (field.required ? field.default ?? {} : undefined); control.value = given === undefined || given === null ? "" : JSON.stringify(given); });
  } else {
    const control = make("input", { id, type: "text", inputMode: field.kind === "integer" ? "numeric" : "decimal" });
    simple(control, () => number(control.value, field), (value) => { control.value = value ?? field.default ?? ""; });
  }
  input.write(undefined);
  return input;
}

function parsed(text) {
  try { return JSON.parse(text); } catch { throw new Error("this is not valid JSON"); }
}

function number(text, field) {
  if (text.trim() === "") return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Error("this is not a number");
  if (field.kind === "integer" && !Number.isSafeInteger(value)) throw new Error("this is not an integer");
  return value;
}
