// Parts of a page: buttons with pieces of the game, lines, lists.
export const byId = (id) => document.getElementById(id);

export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter((child) => child !== null && child !== ""));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

function piece(name) {
  if (!name || !byId(`g-${name}`)) return "";
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "piece partita-picture");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#g-${name}`);
  svg.append(use);
  return svg;
}

// A button; by its key it is found again after everything was drawn anew.
export function button(key, label, act, { glyph, main, disabled, count, hint } = {}) {
  const made = element("button", { type: "button", disabled: Boolean(disabled) }, piece(glyph), label);
  Object.assign(made.dataset, { key, label });
  if (main) made.className = "main";
  if (count) made.append(element("span", { className: "count", textContent: `×${count}` }));
  if (hint) made.append(element("span", { className: "hint", textContent: hint }));
  made.addEventListener("click", act);
  return made;
}

export const options = (buttons) => element("ul", { className: "options" }, ...buttons.map((one) => element("li", {}, one)));
const WHOLE = 12; // the letters that a label has at most to be left in one line
const HALF = 0.6; // how much of a label a line takes, at most, when it is broken into two between words

// The same in columns that are equally wide, also where others have `labels`.
export function columns(buttons, labels) {
  const made = options(buttons);
  made.classList.add("equal");
  const longest = Math.max(...labels.map((label) => label.length));
  made.style.setProperty("--longest", longest);
  // What a line takes when the longest is in two, unless it is short, and no word is broken.
  const inTwo = () => Math.max(Math.ceil(longest * HALF), ...labels.flatMap((label) => label.split(" ")).map((word) => word.length));
  made.style.setProperty("--folded", longest <= WHOLE ? longest : inTwo());
  return made;
}

export const actions = (...buttons) => element("div", { className: "actions" }, ...buttons);
export const line = (text, className = "") => element("p", { textContent: text, className, dir: "auto" });

const words = byId("words").dataset;

const plurals = new Intl.PluralRules(document.documentElement.lang);

// A phrase in the language of the page, in the singular where it has one.
export const say = (name, values = {}) => {
  const singular = "n" in values && plurals.select(values.n) === "one" ? words[`${name}One`] : null;
  return Object.entries(values).reduce((text, [key, value]) => text.replaceAll(`{${key}}`, value), singular ?? words[name]);
};

// The same with elements in it, as a list of what it is made of.
export const phrase = (name, values) => words[name].split(/(\{\w+\})/)
  .flatMap((part) => (/^\{\w+\}$/.test(part) ? values[part.slice(1, -1)] ?? part : part));

// Why something is refused, as the service explains it: a sentence, and the clause with a link to the rules.
export function reasons({ sentence, clause, text, rules }) {
  if (!rules) return [sentence];
  return [`${sentence} `, element("a", { href: rules, textContent: clause }), `: ${text.replaceAll("`", "")}`];
}

const message = byId("message");

// Tells what has become of something: a text, or a list of texts and elements.
export function tell(told, wrong = false) {
  message.replaceChildren(...[told].flat());
  message.classList.toggle("wrong", wrong);
}
