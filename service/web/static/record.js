// Records a match by taps. Without it, the same is done by links and forms, a page a tap.
import { Draft, labels, same } from "./draft.js";
import { actions, button, byId, line, options, say, tell } from "./elements.js";
import { Fixing } from "./fixing.js";
import { Memory } from "./memory.js";
import { freshKey } from "./outbox.js";
import { Sender } from "./sending.js";
import { Service } from "./service.js";

const LOOK_BACK = 12; // steps whose choices are remembered for a lost connection
const FEW = 3; // verbs among which the slot of the only one that has any is open from the beginning

const record = byId("record");
const root = byId("choices");
const board = byId("board");
const parsed = () => JSON.parse(byId("data").textContent);

let draft = null; // the verb under way
let items = []; // what is in its list so far
let unveiled = null; // who chooses secretly now
let waitingFocus = null; // which button had the focus before something was sent
let blind = null; // what is offered without a connection

const page = {
  data: parsed(),
  get version() { return this.data.choices.version; },
  render,
  revise,
  changed: () => { blind = null; return refresh(); },
  startAnew() { draft = null; items = []; render(); },
};
page.service = new Service(page.data);
const memory = new Memory();
const sender = new Sender(page.data.match, page);
const fixing = new Fixing(page);

function choices() {
  if (fixing.isOn) return fixing.choices;
  if (!sender.isCutOff) return page.data.choices;
  blind ??= memory.choices(page.data.names, say("who"));
  return blind;
}

// --- what is shown ---

function render() {
  const focused = root.contains(document.activeElement) ? document.activeElement.dataset.key : waitingFocus;
  waitingFocus = isSending() ? focused : null;
  const veiled = isSecret() && unveiled === null;
  record.dataset.version = page.version;
  record.dataset.state = sender.isCutOff ? "cut-off" : "connected";
  record.classList.toggle("hidden-table", isSecret());
  byId("prompts").hidden = fixing.isOn || sender.isCutOff;
  root.replaceChildren(...(isSending() ? [] : veiled ? curtain() : draft ? draftView() : verbs()));
  if (fixing.isOn) {
    root.prepend(fixing.heading);
    root.append(actions(fixing.wayOut));
  }
  byId("undo").hidden = fixing.isOn || page.data.undo === null || sender.waiting.length > 0;
  showPlaces();
  if (focused !== null) refocus(focused);
}

function refocus(key) {
  const buttons = [...root.querySelectorAll("button:not(:disabled)")];
  (buttons.find((one) => one.dataset.key === key) ?? buttons.find((one) => one.className === "main") ?? buttons[0])?.focus();
}

// Until what was confirmed is recorded nobody knows what comes next.
const isSending = () => !fixing.isOn && !sender.isCutOff && sender.waiting.length > 0;

// While everybody chooses secretly, the phone goes round, and nobody sees the table of another.
function isSecret() {
  const { chosen, choices: told } = page.data.choices;
  return !fixing.isOn && !sender.isCutOff && page.data.recorder && Array.isArray(chosen) && told.length > 0 && byId("curtain").checked;
}

function curtain() {
  const { names, choices: { chosen, choices: told } } = page.data;
  const seats = [...new Set(told.map((choice) => choice.seat))];
  return [
    ...(chosen.length ? [line(say("chosen", { names: chosen.map((seat) => names[seat]).join(", ") }))] : []),
    line(say("give", { name: names[seats[0]] }), "verb"),
    actions(...seats.map((seat, place) => button(
      `i-am-${seat}`, say("iAm", { name: names[seat] }), () => { unveiled = seat; render(); }, { main: place === 0 },
    ))),
  ];
}

function shown() {
  return choices().choices.map((choice, number) => ({ choice, number }))
    .filter(({ choice }) => !isSecret() || choice.seat === unveiled);
}

function hasOpenSlot(list) {
  return list.length <= FEW && list.filter(({ choice }) => choice.slot !== undefined).length === 1;
}

function verbs() {
  const list = shown();
  const open = hasOpenSlot(list);
  const parts = [];
  let buttons = [];
  let group;
  const close = () => {
    if (buttons.length) parts.push(options(buttons));
    buttons = [];
  };
  for (const { choice, number } of list) {
    if (choice.group && choice.group !== group) {
      close();
      parts.push(line(choice.group, "verb"));
    }
    ({ group } = choice);
    if (choice.slot !== undefined && open) {
      close();
      parts.push(line(choice.label, "verb"), ...slotView(new Draft(choices(), number), [], () => start(number)));
    } else {
      buttons.push(button(`verb-${number}`, choice.label, () => { start(number); advance(); }, { glyph: choice.glyph }));
    }
  }
  close();
  return parts;
}

function start(number) {
  draft = new Draft(choices(), number);
  items = [];
}

// The open slot of `one`; `begin` makes it the draft when something is tapped.
function slotView(one, list, begin = () => {}) {
  const { slot } = one;
  const several = slot.kind === "multiset";
  const parts = [line(slot.label)];
  let row = [];
  let group;
  for (const option of one.options) {
    if (option.group !== group && row.length) {
      parts.push(options(row));
      row = [];
    }
    ({ group } = option);
    row.push(button(`${slot.pointer}=${JSON.stringify(option.value)}`, option.label, () => { begin(); choose(option); }, {
      glyph: option.glyph,
      disabled: several && !one.takes(option, list),
      count: several ? list.filter((item) => same(item, option.value)).length : 0,
      hint: several && !sender.isCutOff ? say("left", { n: one.left(option, list) }) : "",
    }));
  }
  parts.push(options(row));
  const ends = [];
  const word = say(one.isLast ? "confirm" : "done");
  if (several && one.fits(list) && !(slot.optional && !list.length)) {
    ends.push(button("done", word, () => { begin(); finishList(list); }, { main: true }));
  }
  if (slot.optional && !list.length) {
    ends.push(button("skip", one.isLast ? word : say("skip"), () => { begin(); leaveOut(); }, { main: one.isLast }));
  }
  if (ends.length) parts.push(actions(...ends));
  return parts;
}

function draftView() {
  const told = [draft.choice.label, ...draft.told];
  const back = button("back", say("back"), goBack);
  if (draft.slot) {
    const tray = items.length ? [line(say("tray", { items: labels(draft.slot, items).join(", ") }))] : [];
    return [line(told.join(" · "), "verb"), ...slotView(draft, items), ...tray, actions(back)];
  }
  const sentence = line(told.join(": "), "sentence-of");
  preview(draft, sentence);
  return [sentence, actions(button("confirm", say("confirm"), confirm, { main: true }), back)];
}

// The sentence that the log would have, once the service has told it.
async function preview(one, place) {
  if (fixing.isOn || sender.isCutOff || isSecret()) return;
  const answer = await page.service.post("/actions/try", { action: one.action }).catch(() => null);
  if (draft !== one || !answer) return;
  if (answer.ok) place.textContent = (await answer.json()).sentence;
  else if (answer.status === 422) {
    place.textContent = await page.service.reason(answer);
    place.classList.add("wrong");
  }
}

// --- taps ---

function choose(option) {
  tell("");
  if (draft.slot.kind !== "multiset") {
    draft.pick(option.value);
    return advance();
  }
  items.push(option.value);
  return !draft.isLast && draft.isFull(items) ? finishList(items) : render();
}

function finishList(list) {
  const last = draft.isLast;
  draft.pick([...list]);
  items = [];
  return last ? confirm() : advance();
}

function leaveOut() {
  const last = draft.isLast;
  draft.skip();
  items = [];
  return last ? confirm() : advance();
}

function goBack() {
  if (items.length) items.pop();
  else if (!draft.back()) draft = null;
  render();
}

function advance() {
  return !draft.slot && byId("at-once").checked && !fixing.isOn ? confirm() : render();
}

function confirm() {
  if (fixing.isOn) return fixing.consider(draft);
  const { action } = draft;
  const who = action.seat === undefined ? "" : `${page.data.names[action.seat]}: `;
  const told = who + [draft.choice.label, ...(isSecret() ? [] : draft.told)].join(" · ");
  draft = null;
  unveiled = null;
  return sender.confirm(action, told);
}

// --- the places of the picture ---

function openSlot() {
  if (draft) return draft.slot && { one: draft, begin: () => {} };
  const list = shown();
  if (!hasOpenSlot(list)) return null;
  const { number } = list.find(({ choice }) => choice.slot !== undefined);
  return { one: new Draft(choices(), number), begin: () => start(number) };
}

function showPlaces() {
  const open = isSecret() && unveiled === null ? null : openSlot();
  const anchors = new Set(open ? open.one.options.map((option) => option.anchor).filter(Boolean) : []);
  for (const place of board.querySelectorAll("[data-place]")) place.classList.toggle("ready", anchors.has(place.dataset.place));
}

board.addEventListener("click", (event) => {
  const place = event.target.closest("[data-place].ready");
  const open = place && openSlot();
  const option = open && open.one.options.find((one) => one.anchor === place.dataset.place);
  if (!option || (open.one.slot.kind === "multiset" && !open.one.takes(option, draft ? items : []))) return;
  open.begin();
  choose(option);
});

// --- what others record ---

// The page itself is asked for anew: what it tells of the match takes the place of what is told here.
async function refresh() {
  const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } }).catch(() => null);
  if (answer === null) return;
  if (!answer.ok) {
    tell(say(answer.status === 404 ? "gone" : "signedOut"), true);
    return;
  }
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  byId("data").textContent = fresh.getElementById("data").textContent;
  if (parsed().choices.version === page.version) return;
  page.data = parsed();
  memory.learn(page.data.choices);
  for (const id of ["prompts", "outcome", "board", "scores", "log"]) byId(id).replaceChildren(...fresh.getElementById(id).childNodes);
  for (const field of document.querySelectorAll("input[name=version]")) field.value = page.version;
  document.querySelector(".lead .status").replaceWith(fresh.querySelector(".lead .status"));
  if (draft && !fixing.isOn) {
    draft = draft.among(page.data.choices);
    if (!draft) items = [];
    tell(say("overtaken"), true);
  }
  if (!page.data.choices.choices.some((choice) => choice.seat === unveiled)) unveiled = null;
  fixing.offer();
  render();
}

function follow() {
  const stream = new EventSource(`${page.service.base}/stream?after=${page.version}`);
  let later;
  const news = (event) => {
    clearTimeout(later);
    later = setTimeout(() => { if (!sender.busy && Number(event.lastEventId) > page.version) refresh(); }, 150);
  };
  for (const name of record.dataset.events.split(" ")) stream.addEventListener(name, news);
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED) setTimeout(() => { refresh(); follow(); }, 15000);
  });
  addEventListener("pagehide", () => stream.close());
}

// --- corrections ---

async function revise(path, body, done) {
  const headers = { "Idempotency-Key": freshKey(), "If-Match": `"${page.version}"` };
  const answer = await page.service.post(path, body, headers).catch(() => null);
  if (answer === null) return tell(say("waiting"), true);
  if (answer.ok) tell(done);
  else tell(answer.status === 412 ? say("overtaken") : say("refused", { told: await page.service.reason(answer) }), true);
  return refresh();
}

byId("undo").addEventListener("submit", (event) => {
  event.preventDefault();
  draft = null;
  revise("/retractions", { to_step: page.data.undo }, say("undone"));
});

// --- the beginning ---

for (const id of ["at-once", "curtain"]) {
  const box = byId(id);
  const kept = localStorage.getItem(`partita-${id}`);
  if (kept !== null) box.checked = kept === "yes";
  box.addEventListener("change", () => {
    localStorage.setItem(`partita-${id}`, box.checked ? "yes" : "no");
    render();
  });
}

// What was there to choose a short while ago, so that much is known if the connection breaks.
async function remember() {
  const last = page.data.choices.step;
  for (let step = last - 1; page.data.recorder && step >= Math.max(0, last - LOOK_BACK); step -= 1) {
    const answer = await page.service.get(`/choices?step=${step}`).catch(() => null);
    if (!answer?.ok) return;
    memory.learn(await answer.json());
  }
}

byId("settings").hidden = false;
memory.learn(page.data.choices);
fixing.offer();
render();
follow();
sender.flush();
remember();
addEventListener("online", () => sender.flush());
