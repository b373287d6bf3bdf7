// Verbs, their slots and the complete action as buttons, and what a tap on one of them does.
import { Draft, labels, same, verbOf } from "./draft.js";
import { actions, button, byId, columns, line, options, reasons, say, tell } from "./elements.js";
import { newsOf } from "./hints.js";
import { keypad } from "./keypad.js";

const FEW = 3; // verbs among which the slot of the only one that has any is open from the beginning

// `page` has `choices`, which are offered, `curtain`, `isLive`, `isCutOff`, `isFixing`, `service`, `render`, and `confirm`,
// which takes the complete draft.
export class Chooser {
  constructor(page) {
    this.page = page;
    this.startAnew();
  }

  startAnew() {
    this.draft = null; // the verb under way
    this.items = []; // what is in its list so far
    this.written = ""; // what stands in its field
  }

  // Takes the draft over to the newest choices.
  moveOn() {
    this.draft = this.draft.among(this.page.choices);
    if (!this.draft) this.items = [];
  }

  get view() {
    return this.draft ? this.#draftView() : this.#verbs();
  }

  // The slot that is open, as a draft; `begin` makes that the draft under way.
  get open() {
    if (this.draft) return this.draft.slot && { draft: this.draft, begin: () => {} };
    const list = this.#shown;
    if (!hasOpenSlot(list)) return null;
    const { number } = list.find(({ choice }) => choice.slot !== undefined);
    return { draft: new Draft(this.page.choices, number), begin: () => this.#start(number) };
  }

  // Whether others choose, too, so that it has to be told whose choice it is.
  #isOneOfSeveral({ seat }) {
    return Number.isInteger(seat) && this.#shown.some(({ choice }) => choice.seat !== seat);
  }

  get #shown() {
    return this.page.choices.choices.map((choice, number) => ({ choice, number }))
      .filter(({ choice }) => !this.page.curtain.hides(choice));
  }

  // --- what is shown ---

  #verbs() {
    const list = this.#shown;
    const { open } = this;
    const parts = [];
    let buttons = [];
    let group;
    let seat;
    const close = () => {
      if (buttons.length) parts.push(options(buttons));
      buttons = [];
    };
    // Of several who choose, what is in a group comes last, once for all.
    const several = list.some(({ choice }) => this.#isOneOfSeveral(choice));
    const shared = several ? list.filter(({ choice }) => choice.group).sort(byGroup) : [];
    const isNamed = ({ choice }) => shared.some((other) => other.choice.group === choice.group && other.choice.seat !== choice.seat);
    const ordered = several ? [...list.filter(({ choice }) => !choice.group), ...shared] : list;
    for (const { choice, number } of ordered) {
      const isShared = several && choice.group;
      if (!isShared && choice.seat !== seat && this.#isOneOfSeveral(choice)) {
        close();
        parts.push(line(this.page.data.names[choice.seat], "chooser"));
        group = undefined;
      }
      const isNewGroup = choice.group && choice.group !== group;
      if (isNewGroup) {
        close();
        parts.push(line(choice.group, "verb"));
      }
      if (isShared && isNamed({ choice }) && (isNewGroup || choice.seat !== seat)) {
        close();
        parts.push(line(this.page.data.names[choice.seat], "whose"));
      }
      ({ seat, group } = choice);
      if (open && number === open.draft.number) {
        close();
        if (list.length > 1 || this.page.isFixing) parts.push(line(choice.label, "verb")); // a single one stands in the prompt
        parts.push(...this.#slotView(open.draft, [], { begin: open.begin }));
      } else {
        const told = this.page.isFixing || this.page.curtain.isSecret ? "" : choice.sentence ?? "";
        const beside = choice.group ? list.filter((other) => other.choice.group === choice.group).map((other) => other.choice.label) : [];
        const hint = newsOf(told, [choice.label, choice.group, ...beside, this.page.data.names[choice.seat]]);
        buttons.push(button(`verb-${number}`, choice.label, () => { this.#start(number); this.#advance(told !== ""); }, { glyph: choice.glyph, hint }));
      }
    }
    close();
    return parts;
  }

  // The open slot of `draft`; `begin` is called before anything that is tapped, and `back` stands behind the ways on.
  #slotView(draft, items, { begin = () => {}, back = [] } = {}) {
    const { slot } = draft;
    if (slot.kind === "text") {
      const done = (text) => { begin(); this.#write(text); };
      const field = keypad(slot, this.written, (text) => { this.written = text; }, done, draft.isLast);
      return [line(slot.label), ...field, ...back.map((one) => actions(one))];
    }
    const several = slot.kind === "multiset";
    const counted = several && !this.page.isCutOff && slot.options.some(({ left }) => left > 1);
    const parts = [line(slot.label)];
    const all = draft.options.map((option) => option.label);
    let row = [];
    let group;
    for (const option of draft.options) {
      if (option.group !== group && row.length) {
        parts.push(columns(row, all));
        row = [];
      }
      ({ group } = option);
      row.push(button(`${slot.pointer}=${JSON.stringify(option.value)}`, option.label, () => { begin(); this.choose(option); }, {
        glyph: option.glyph,
        disabled: several && !draft.takes(option, items),
        count: several ? items.filter((item) => same(item, option.value)).length : 0,
        hint: counted ? say("left", { n: draft.left(option, items) }) : "",
      }));
    }
    parts.push(columns(row, all));
    if (items.length) parts.push(line(say("tray", { items: labels(slot, items).join(", ") })));
    const ends = [];
    const word = say(draft.isLast ? "confirm" : "done");
    if (several && draft.fits(items) && !(slot.optional && !items.length)) {
      ends.push(button("done", word, () => { begin(); this.#finishList(items); }, { main: true }));
    }
    if (slot.optional && !items.length) {
      ends.push(button("skip", draft.isLast ? word : say("skip"), () => { begin(); this.#leaveOut(); }, { main: draft.isLast }));
    }
    ends.push(...back);
    if (ends.length) parts.push(actions(...ends));
    return parts;
  }

  #draftView() {
    const { draft, items } = this;
    const who = this.#isOneOfSeveral(draft.choice) ? this.page.data.names[draft.choice.seat] : undefined;
    const verb = verbOf(draft.choice.label, who);
    const back = button("back", say("back"), () => this.#goBack());
    if (draft.slot) {
      // The prompt names the only verb.
      const isKnown = this.page.isLive && this.#shown.length === 1;
      const told = [...(isKnown ? [] : [verb]), ...draft.told].join(" · ");
      return [...(told ? [line(told, "verb")] : []), ...this.#slotView(draft, items, { back: [back] })];
    }
    const sentence = line([verb, ...draft.told].join(": "), "sentence-of");
    this.#preview(draft, sentence);
    return [sentence, actions(button("confirm", say("confirm"), () => this.page.confirm(draft), { main: true }), back)];
  }

  // The sentence that the log would have, once the service has told it.
  async #preview(draft, place) {
    if (!this.page.isLive || this.page.curtain.isSecret) return;
    const answer = await this.page.service.post("/actions/try", { action: draft.action }).catch(() => null);
    if (this.draft !== draft || !answer) return;
    if (answer.ok) place.textContent = (await answer.json()).sentence;
    else if (answer.status === 422) {
      place.replaceChildren(...reasons(await this.page.service.reason(answer)));
      place.classList.add("wrong");
    }
  }

  // --- taps ---

  #start(number) {
    this.draft = new Draft(this.page.choices, number);
    this.items = [];
    this.written = "";
  }

  choose(option) {
    tell("");
    if (this.draft.slot.kind !== "multiset") {
      this.draft.pick(option.value);
      return this.#advance();
    }
    this.items.push(option.value);
    const isNext = !this.draft.isLast || this.#isAtOnce;
    return isNext && this.draft.isFull(this.items) ? this.#finishList(this.items) : this.page.render();
  }

  #write(text) {
    const last = this.draft.isLast;
    this.draft.pick(text);
    this.written = "";
    return last ? this.page.confirm(this.draft) : this.#advance();
  }

  #finishList(items) {
    const last = this.draft.isLast;
    this.draft.pick([...items]);
    this.items = [];
    return last ? this.page.confirm(this.draft) : this.#advance();
  }

  #leaveOut() {
    const last = this.draft.isLast;
    this.draft.skip();
    this.items = [];
    return last ? this.page.confirm(this.draft) : this.#advance();
  }

  #goBack() {
    if (this.items.length) this.items.pop();
    else if (!this.draft.back()) this.draft = null;
    this.page.render();
  }

  // Goes on to the next slot; what is complete is confirmed at once, if that is wanted, or if its `sentence` was told.
  #advance(told = false) {
    return !this.draft.slot && (told || this.#isAtOnce) ? this.page.confirm(this.draft) : this.page.render();
  }

  get #isAtOnce() {
    return byId("at-once").checked && !this.page.isFixing;
  }
}

function byGroup({ choice: one }, { choice: other }) {
  return one.group === other.group ? one.seat - other.seat : one.group < other.group ? -1 : 1;
}

function hasOpenSlot(list) {
  return list.length <= FEW && list.filter(({ choice }) => choice.slot !== undefined).length === 1;
}
