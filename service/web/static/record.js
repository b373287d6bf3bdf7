// Records a match by taps. Without it, the same is done by links and forms, a page a tap.
import { Chooser } from "./choosing.js";
import { Curtain } from "./curtain.js";
import { verbOf } from "./draft.js";
import { actions, button, byId, line, phrase, reasons, say, tell } from "./elements.js";
import { Fixing } from "./fixing.js";
import { Keeper } from "./keeping.js";
import { Live } from "./live.js";
import { Memory } from "./memory.js";
import { freshKey } from "./outbox.js";
import { Places } from "./places.js";
import { Sender } from "./sending.js";
import { Service } from "./service.js";
import { keepSettings } from "./settings.js";

const LOOK_BACK = 12; // steps whose choices are remembered for a lost connection
const ANEW = ["ruling", "prompts", "outcome", "board", "scores", "log"]; // what a newer page tells of the match

const record = byId("record");
const root = byId("choices");

// What the parts know of the page, and ask of it.
class RecordPage {
  #blind = null; // what is offered without a connection
  #waitingFocus = null; // which button had the focus before something was sent

  constructor(data) {
    this.data = data;
    this.service = new Service(data);
    this.memory = new Memory();
    this.sender = new Sender(data, this);
    this.fixing = new Fixing(this);
    this.curtain = new Curtain(this);
    this.chooser = new Chooser(this);
    this.places = new Places(byId("board"), this.chooser);
    this.live = new Live(this);
    this.keeper = new Keeper(this);
    this.isOutdated = false;
    this.memory.learn(data.choices);
  }

  get version() {
    return this.data.choices.version;
  }

  get isCutOff() {
    return this.sender.isCutOff;
  }

  get isFixing() {
    return this.fixing.isOn;
  }

  get isSending() {
    return this.sender.busy;
  }

  // Whether what is offered is what the service offers at the newest step.
  get isLive() {
    return !this.isFixing && !this.isCutOff;
  }

  get choices() {
    if (this.isFixing) return this.fixing.choices;
    if (!this.isCutOff) return this.data.choices;
    this.#blind ??= this.memory.choices(this.data.names, say("who"));
    return this.#blind;
  }

  // --- what is shown ---

  render() {
    const focused = root.contains(document.activeElement) ? document.activeElement.dataset.key : this.#waitingFocus;
    // Until what was confirmed is recorded nobody knows what comes next.
    const isWaiting = this.isLive && this.sender.waiting.length > 0;
    this.#waitingFocus = isWaiting ? focused : null;
    record.dataset.version = this.version;
    record.dataset.state = this.isCutOff ? "cut-off" : "connected";
    record.classList.toggle("hidden-table", this.curtain.isSecret);
    byId("prompts").hidden = !this.isLive;
    byId("settings").hidden = !this.data.choices.choices.length;
    if (this.isOutdated) return this.#renderOutdated();
    if (this.fixing.considered) root.replaceChildren(...this.fixing.considered);
    else root.replaceChildren(...(isWaiting ? [] : this.curtain.isDrawn ? this.curtain.view : this.chooser.view));
    if (this.isFixing && !this.fixing.considered) {
      root.prepend(this.fixing.heading);
      root.append(actions(this.fixing.wayOut));
    }
    byId("undo").hidden = this.isFixing || this.data.undo === null || this.sender.waiting.length > 0;
    this.places.show(!this.curtain.isDrawn);
    if (focused !== null) refocus(focused);
  }

  // The service has another version by now, and this script may not fit it; what was confirmed stays in the outbox.
  #renderOutdated() {
    record.dataset.state = "outdated";
    byId("undo").hidden = true;
    root.replaceChildren(line(say("otherVersion")), actions(button("reload", say("reload"), () => location.reload(), { main: true })));
  }

  outdate() {
    this.isOutdated = true;
    this.render();
  }

  // The service answers again.
  reconnect() {
    tell("");
    return this.sender.flush();
  }

  startAnew() {
    this.chooser.startAnew();
    this.render();
  }

  // Takes over what a newer page tells of the match.
  show(fresh, data) {
    const isFurther = data.choices.step > this.data.choices.step;
    this.data = data;
    this.memory.learn(data.choices);
    byId("data").textContent = fresh.getElementById("data").textContent;
    for (const id of ANEW) byId(id).replaceChildren(...fresh.getElementById(id).childNodes);
    for (const field of document.querySelectorAll("input[name=version]")) field.value = this.version;
    document.querySelector(".lead .status").replaceWith(fresh.querySelector(".lead .status"));
    if (this.chooser.draft && !this.isFixing) {
      this.chooser.moveOn();
      tell(say("overtaken"), true);
    } else if (isFurther && !this.curtain.isSecret) {
      tell(byId("log").querySelector("li").textContent); // who can't see the table hears what has happened
    }
    this.curtain.update();
    this.fixing.offer();
    this.render();
  }

  // --- what is written ---

  confirm(draft) {
    if (this.isFixing) return this.fixing.consider(draft);
    const { action } = draft;
    const verb = verbOf(draft.choice.label, action.seat === undefined ? undefined : this.data.names[action.seat]);
    const told = [verb, ...(this.curtain.isSecret ? [] : draft.told)].join(" · ");
    this.chooser.startAnew();
    this.curtain.draw();
    return this.sender.confirm(action, told);
  }

  // Something that was confirmed is recorded, or refused.
  changed() {
    this.#blind = null;
    return this.live.refresh();
  }

  // What an arbiter says to change a sealed match, as headers; null where the reason is still to be written.
  ruling() {
    const field = byId("ruling").querySelector("input");
    if (!field) return {};
    return field.reportValidity() ? { "Arbiter-Reason": encodeURIComponent(field.value) } : null;
  }

  async revise(path, body, done) {
    const ruling = this.ruling();
    if (ruling === null) return;
    const headers = { "Idempotency-Key": freshKey(), "If-Match": `"${this.version}"`, ...ruling };
    const answer = await this.service.post(path, body, headers).catch(() => null);
    if (answer === null) return tell(say("waiting"), true);
    if (answer.ok) tell(done);
    else if (answer.status === 412) tell(say("overtaken"), true);
    else tell(phrase("refused", { told: reasons(await this.service.reason(answer)) }), true);
    return this.live.refresh();
  }

  // What was there to choose a short while ago, so that much is known if the connection breaks.
  async remember() {
    await this.keeper.begin();
    this.#blind = null;
    this.render();
    const last = this.data.choices.step;
    for (let step = last - 1; this.data.recorder && step >= Math.max(0, last - LOOK_BACK); step -= 1) {
      const answer = await this.service.get(`/choices?step=${step}`).catch(() => null);
      if (!answer?.ok) return;
      this.memory.learn(await answer.json());
    }
    this.keeper.keep();
  }
}

function refocus(key) {
  const buttons = [...root.querySelectorAll("button:not(:disabled)")];
  (buttons.find((one) => one.dataset.key === key) ?? buttons.find((one) => one.className === "main") ?? buttons[0])?.focus();
}

const page = new RecordPage(JSON.parse(byId("data").textContent));

byId("undo").addEventListener("submit", (event) => {
  event.preventDefault();
  page.chooser.startAnew();
  page.revise("/retractions", { to_step: page.data.undo }, say("undone"));
});

keepSettings(() => page.render());
page.fixing.offer();
page.render();
page.live.follow();
page.remember();
page.sender.flush();
addEventListener("online", () => page.reconnect());
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); }); // it came back without its stream
