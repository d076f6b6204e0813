// A document as far as the app's scripts use one: parsing, selectors, events, forms. Layout there is none.

const VOID = new Set(["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"]);
const CONTROLS = new Set(["input", "button", "select", "textarea"]);
const RAW = new Set(["script", "style", "title", "textarea"]);
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };
const TOKEN = /<!--[\s\S]*?-->|<!doctype[^>]*>|<\/([a-z][\w-]*)\s*>|<([a-z][\w-]*)((?:[^>"']+|"[^"]*"|'[^']*')*)>/gi;
const ATTRIBUTE = /([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

const decoded = (text) => text.includes("&")
  ? text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, number, name) =>
    hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : number ? String.fromCodePoint(Number(number)) : ENTITIES[name] ?? whole)
  : text;

export class SimEvent {
  constructor(type, options = {}) {
    Object.assign(this, { bubbles: false, cancelable: false, detail: null }, options, { type });
    this.defaultPrevented = false;
  }

  preventDefault() { if (this.cancelable) this.defaultPrevented = true; }
  stopPropagation() { this.stopped = true; }
  stopImmediatePropagation() { this.stopped = this.ended = true; }
}

export class Target {
  addEventListener(type, act, options) {
    const capture = options === true || !!options?.capture;
    this.listeners ??= {};
    this.listeners[type] ??= [];
    this.listeners[type].push({ act, capture });
  }

  removeEventListener(type, act) {
    if (this.listeners?.[type]) this.listeners[type] = this.listeners[type].filter((one) => one.act !== act);
  }

  hear(event, capture) {
    for (const one of [...this.listeners?.[event.type] ?? []]) {
      if (event.ended) return;
      if (one.capture === capture) one.act.call(this, event);
    }
  }

  // First down to what it is about, then up again.
  dispatchEvent(event) {
    event.target = this;
    const path = [];
    for (let one = this; one; one = one.parent) path.push(one);
    for (const one of [...path].reverse()) if (!event.stopped) one.hear(event, true);
    for (const one of event.bubbles ? path : [this]) if (!event.stopped) one.hear(event, false);
    return !event.defaultPrevented;
  }
}

// Selectors: lists of compounds (tag, #id, .class, [name], [name=value], [name^=value], :not()) with " ", ">" and "~".
const compiled = new Map();
const SIMPLE = /(:checked)|([a-z][\w-]*)|#([\w:-]+)|\.([\w-]+)|\[([\w-]+)(?:(\^?=)(?:"([^"]*)"|'([^']*)'|([^\]]*)))?\]|:not\(([^)]*)\)/giy;

const compound = (text) => {
  const tests = [];
  let at = 0;
  for (const [whole, checked, tag, id, group, name, sign, one, two, three, other] of text.matchAll(SIMPLE)) {
    at += whole.length;
    const value = one ?? two ?? three;
    if (checked) tests.push((element) => element.checked);
    else if (tag) tests.push((element) => element.tag === tag.toLowerCase());
    else if (id) tests.push((element) => element.attributes.id === id);
    else if (group) tests.push((element) => element.classList.contains(group));
    else if (other) { const not = compound(other); tests.push((element) => !not(element)); }
    else if (!sign) tests.push((element) => name in element.attributes);
    else if (sign === "=") tests.push((element) => element.attributes[name] === value);
    else tests.push((element) => element.attributes[name]?.startsWith(value));
  }
  if (at !== text.length || !tests.length) throw new Error(`this selector isn't known here: ${text}`);
  return tests.length === 1 ? tests[0] : (element) => tests.every((test) => test(element));
};

const selector = (text) => {
  const known = compiled.get(text);
  if (known) return known;
  const either = text.split(/,(?![^[]*\])/).map((one) => {
    const parts = one.trim().replace(/\s*([>~])\s*(?![^[]*\])/g, " $1").split(/\s+(?![^[]*\])/);
    return parts.map((part) => {
      const sign = part[0] === ">" || part[0] === "~" ? part[0] : " ";
      return { sign, test: compound(sign === " " ? part : part.slice(1)) };
    });
  });
  const holds = (element, parts, last) => {
    if (!parts[last].test(element)) return false;
    if (last === 0) return true;
    const above = [];
    if (parts[last].sign === "~") {
      const all = element.parent?.children ?? [];
      above.push(...all.slice(0, all.indexOf(element)));
    } else {
      for (let one = element.parent; one?.tag; one = one.parent) {
        above.push(one);
        if (parts[last].sign === ">") break;
      }
    }
    return above.some((one) => holds(one, parts, last - 1));
  };
  const tests = either.map((parts) => parts.length === 1 ? parts[0].test : (element) => holds(element, parts, parts.length - 1));
  const test = tests.length === 1 ? tests[0] : (element) => tests.some((one) => one(element));
  compiled.set(text, test);
  return test;
};

const dashed = (name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
const DATASET = {
  get: (element, name) => element.attributes[dashed(name)],
  has: (element, name) => dashed(name) in element.attributes,
  set: (element, name, value) => { element.attributes[dashed(name)] = String(value); return true; },
  deleteProperty: (element, name) => delete element.attributes[dashed(name)],
};

const STYLE = { setProperty() { /* no layout */ } };

class Classes {
  constructor(element) { this.element = element; }
  get all() { return (this.element.attributes.class ?? "").split(/\s+/).filter(Boolean); }
  contains(name) { const { class: all } = this.element.attributes; return all !== undefined && all.includes(name) && this.all.includes(name); }
  add(name) { if (!this.contains(name)) this.element.attributes.class = [...this.all, name].join(" "); }
  remove(name) { if (this.contains(name)) this.element.attributes.class = this.all.filter((one) => one !== name).join(" "); }
  toggle(name, on = !this.contains(name)) { if (on) this.add(name); else this.remove(name); return on; }
}

export class Element extends Target {
  constructor(tag, document, attributes = {}) {
    super();
    this.tag = tag;
    this.document = document;
    this.attributes = attributes;
    this.nodes = [];
    this.parent = null;
  }

  get style() { return STYLE; }
  get children() { return this.nodes.filter((node) => typeof node !== "string"); }
  get parentElement() { return this.parent?.tag ? this.parent : null; }
  get classList() { return new Classes(this); }
  get dataset() { return new Proxy(this, DATASET); }
  getAttribute(name) { return this.attributes[name] ?? null; }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  removeAttribute(name) { delete this.attributes[name]; }
  hasAttribute(name) { return name in this.attributes; }
  get isConnected() { for (let one = this; one; one = one.parent) if (one === this.document) return true; return false; }
  contains(other) { for (let one = other; one; one = one.parent) if (one === this) return true; return false; }

  below(test = () => true, all = []) {
    for (const node of this.nodes) {
      if (typeof node === "string") continue;
      if (test(node)) all.push(node);
      node.below(test, all);
    }
    return all;
  }

  first(test) {
    for (const node of this.nodes) {
      if (typeof node === "string") continue;
      const found = test(node) ? node : node.first(test);
      if (found) return found;
    }
    return null;
  }

  querySelectorAll(text) { return this.below(selector(text)); }
  querySelector(text) { return this.first(selector(text)); }
  matches(text) { return selector(text)(this); }
  closest(text) { const test = selector(text); for (let one = this; one?.tag; one = one.parent) if (test(one)) return one; return null; }

  get textContent() { return this.nodes.map((node) => typeof node === "string" ? node : node.textContent).join(""); }
  set textContent(text) { this.replaceChildren(String(text)); }

  take(node) {
    if (typeof node !== "string") { node.remove(); node.parent = this; }
    return node;
  }

  append(...nodes) { for (const node of nodes) this.nodes.push(this.take(node)); }
  appendChild(node) { this.append(node); return node; }
  prepend(...nodes) { this.nodes.unshift(...nodes.map((node) => this.take(node))); }
  replaceChildren(...nodes) { for (const child of this.children) child.parent = null; this.nodes = []; this.append(...nodes); }
  remove() {
    if (!this.parent) return;
    this.parent.nodes = this.parent.nodes.filter((node) => node !== this);
    this.parent = null;
  }

  before(...nodes) { const { parent } = this; for (const node of nodes) { parent.take(node); parent.nodes.splice(parent.nodes.indexOf(this), 0, node); } }
  replaceWith(...nodes) { this.before(...nodes); this.remove(); }

  get type() { return this.attributes.type ?? (this.tag === "button" ? "submit" : this.tag === "input" ? "text" : this.tag); }
  set type(type) { this.attributes.type = type; }
  get form() {
    const { form } = this.attributes;
    return form ? this.document.getElementById(form) : this.parent?.closest?.("form") ?? null;
  }

  get isBox() { return this.type === "checkbox" || this.type === "radio"; }
  get defaultValue() { return this.tag === "textarea" ? this.textContent : this.attributes.value ?? (this.isBox ? "on" : ""); }
  get value() {
    if (this.tag === "select") return (this.options.find((one) => one.chosen) ?? this.options.find((one) => one.hasAttribute("selected")) ?? this.options[0])?.value;
    return this.typed ?? this.defaultValue;
  }

  set value(value) {
    if (this.tag === "select") for (const one of this.options) one.chosen = one.value === value;
    else if (this.tag === "button" || this.type === "hidden") this.attributes.value = String(value);
    else this.typed = String(value);
  }

  get options() { return this.querySelectorAll("option"); }
  get defaultChecked() { return this.hasAttribute("checked"); }
  get checked() { return this.ticked ?? this.defaultChecked; }
  set checked(on) {
    if (on && this.type === "radio") for (const one of this.form?.controls() ?? []) if (one.name === this.name) one.ticked = false;
    this.ticked = on;
  }

  controls() { return this.document.below((one) => CONTROLS.has(one.tag) && one.form === this); }
  get elements() { return Object.fromEntries(this.controls().filter((one) => one.name).map((one) => [one.name, one])); }
  get labels() { return this.document.querySelectorAll("label").filter((one) => one.getAttribute("for") === this.id); }
  reset() {
    for (const one of this.controls()) { delete one.typed; delete one.ticked; for (const option of one.options) delete option.chosen; }
  }

  get href() { return new URL(this.attributes.href, this.document.location.href).href; }
  set href(address) { this.attributes.href = address; }
  getBoundingClientRect() { return { left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0 }; }
  focus() { this.document.activeElement = this; }
  blur() { this.document.activeElement = this.document.body; }
  scrollIntoView() { /* no layout */ }
  setPointerCapture() { /* no pointers */ }
  click() { this.document.page.click(this); }
  requestSubmit(submitter = null) { this.document.page.submit(this, submitter); }
  submit() { this.document.page.sendForm(this, null); }
}

for (const name of ["id", "name", "action", "method", "className", "htmlFor"]) {
  const attribute = { className: "class", htmlFor: "for" }[name] ?? name;
  Object.defineProperty(Element.prototype, name, {
    get() { return this.attributes[attribute] ?? ""; },
    set(value) { this.attributes[attribute] = String(value); },
  });
}
for (const name of ["hidden", "disabled", "open", "required"]) {
  Object.defineProperty(Element.prototype, name, {
    get() { return name in this.attributes; },
    set(on) { if (on) this.attributes[name] = ""; else delete this.attributes[name]; },
  });
}

export class Document extends Element {
  constructor(html, location = { href: "http://localhost/" }, page = null) {
    super("", null);
    Object.assign(this, { document: this, location, page, parent: page?.window ?? null, hidden: false, cookie: "" });
    this.#parse(html);
    this.documentElement = this.querySelector("html") ?? this;
    this.body = this.querySelector("body") ?? this.documentElement;
    this.activeElement = this.body;
  }

  #parse(html) {
    let at = this;
    let from = 0;
    TOKEN.lastIndex = 0;
    for (let found = TOKEN.exec(html); found; found = TOKEN.exec(html)) {
      if (found.index > from) at.nodes.push(decoded(html.slice(from, found.index)));
      from = TOKEN.lastIndex;
      const [, closed, opened, rest] = found;
      if (closed) {
        let one = at;
        while (one.tag && one.tag !== closed.toLowerCase()) one = one.parent;
        if (one.tag) at = one.parent;
      } else if (opened) {
        const attributes = {};
        for (const [, name, one, two, three] of rest.matchAll(ATTRIBUTE)) attributes[name.toLowerCase()] ??= decoded(one ?? two ?? three ?? "");
        const element = new Element(opened.toLowerCase(), this, attributes);
        at.nodes.push(element);
        element.parent = at;
        if (RAW.has(element.tag)) {
          const end = html.indexOf(`</${element.tag}`, from);
          if (end < 0) throw new Error(`<${element.tag}> isn't closed`);
          element.nodes.push(decoded(html.slice(from, end)));
          TOKEN.lastIndex = from = html.indexOf(">", end) + 1;
        } else if (!VOID.has(element.tag) && !rest.endsWith("/")) at = element;
      }
    }
    if (from < html.length) at.nodes.push(decoded(html.slice(from)));
  }

  get isConnected() { return true; }
  getElementById(id) { return this.first((one) => one.attributes.id === id); }
  createElement(tag) { return new Element(tag, this); }
  elementFromPoint() { return null; }
  get title() { return this.querySelector("title")?.textContent ?? ""; }
  set title(text) { const title = this.querySelector("title"); if (title) title.textContent = text; }
  get readyState() { return "complete"; }

  adoptNode(node) {
    node.remove();
    for (const one of [node, ...node.below()]) one.document = this;
    return node;
  }
}

export class FormData {
  constructor(form) {
    this.pairs = [];
    for (const one of form?.controls() ?? []) {
      if (!one.name || one.disabled || one.tag === "button" || one.type === "file" || (one.isBox && !one.checked)) continue;
      this.pairs.push([one.name, one.value]);
    }
  }

  get(name) { return this.pairs.find(([one]) => one === name)?.[1] ?? null; }
  append(name, value) { this.pairs.push([name, String(value)]); }
  set(name, value) {
    const known = this.pairs.find(([one]) => one === name);
    if (known) known[1] = String(value);
    else this.append(name, value);
  }

  [Symbol.iterator]() { return this.pairs[Symbol.iterator](); }
}
