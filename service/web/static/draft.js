// An action that is being put together: a verb whose slots are filled one after the other.
export class Draft {
  // `choices` is what the service answers: verbs, and slots by their place in a list.
  constructor(choices, number) {
    this.choices = choices;
    this.number = number;
    this.choice = choices.choices[number];
    this.picks = [];
  }

  get #way() {
    let place = this.choice.slot;
    const taken = {};
    for (const { slot, value, then } of this.picks) {
      if (slot.pool && value !== undefined) (taken[slot.pool] ??= []).push(...[value].flat());
      place = then;
    }
    const slot = place === undefined ? null : this.choices.slots[place];
    return { slot, gone: (slot?.pool && taken[slot.pool]) || [] };
  }

  // What is asked now; null when the action is complete.
  get slot() {
    return this.#way.slot;
  }

  // How often an option can still be taken, with `items` in the list already.
  left(option, items = []) {
    return (option.left ?? 1) - [...this.#way.gone, ...items].filter((one) => same(one, option.value)).length;
  }

  get options() {
    return this.slot.options.filter((option) => this.slot.kind === "multiset" || this.left(option) > 0);
  }

  fits(items) {
    return this.slot.fits.some((fits) => items.length >= fits.least && items.length <= fits.most && within(fits, items));
  }

  // Whether `option` can come into the list, so that it can still come to fit.
  takes(option, items) {
    const more = [...items, option.value];
    return this.left(option, items) > 0
      && this.slot.fits.some((fits) => more.length <= fits.most && within(fits, more));
  }

  // Whether nothing but these items can be in the list: it is as long as it has to be.
  isFull(items) {
    return this.slot.fits.every((fits) => items.length >= fits.most) && this.fits(items);
  }

  get isLast() {
    return this.slot !== null && this.slot.then === undefined;
  }

  pick(value) {
    const slot = this.slot;
    const then = isOpen(slot) ? slot.then : slot.options.find((one) => same(one.value, value)).then;
    this.picks.push({ slot, value, then });
    // Where there is but one thing to choose, nobody is asked.
    const next = this.slot;
    if (next && !isOpen(next) && !next.optional && this.options.length === 1) this.pick(this.options[0].value);
  }

  skip() {
    this.picks.push({ slot: this.slot, value: undefined, then: this.slot.then });
  }

  // Whether there was a pick to take back.
  back() {
    return this.picks.pop() !== undefined;
  }

  get action() {
    const action = structuredClone(this.choice.action);
    for (const { slot, value } of this.picks) if (value !== undefined) put(action, slot.pointer, value);
    return action;
  }

  // What was picked, in words.
  get told() {
    return this.picks.flatMap(({ slot, value }) => (value === undefined ? [] : labels(slot, value)));
  }

  // The same draft among other choices, as far as it is possible there; null if it isn't.
  among(choices) {
    const number = choices.choices.findIndex(
      (one) => one.seat === this.choice.seat && one.label === this.choice.label && same(one.action, this.choice.action),
    );
    if (number < 0) return null;
    const draft = new Draft(choices, number);
    for (const { slot, value } of this.picks) {
      if (draft.slot === null || draft.slot.pointer !== slot.pointer) return draft.picks.length === this.picks.length ? draft : null;
      if (value === undefined) draft.skip();
      else if (slot.kind === "text") draft.pick(value);
      else if (slot.kind === "multiset" ? draft.fits(value) : draft.options.some((one) => same(one.value, value))) draft.pick(value);
      else return null;
    }
    return draft;
  }
}

// Whether what follows is the same whatever is picked: a list, or a text.
const isOpen = (slot) => slot.kind === "multiset" || slot.kind === "text";

// A verb, after the name of whose choice it is, if any: on buttons it begins with a capital.
export const verbOf = (label, name) => (name === undefined ? label : `${name}: ${label.slice(0, 1).toLowerCase()}${label.slice(1)}`);

export function labels(slot, value) {
  const label = (one) => slot.options.find((option) => same(option.value, one))?.label ?? String(one);
  return slot.kind === "multiset" ? value.map(label) : [label(value)];
}

function within(fits, items) {
  const counts = {};
  for (const item of items) counts[item] = (counts[item] ?? 0) + 1;
  return Object.entries(counts).every(([kind, number]) => number <= (fits.of[kind] ?? 0))
    && (fits.limits ?? []).every(({ beyond, most }) => Object.entries(counts)
      .reduce((sum, [kind, number]) => sum + Math.max(0, number - (beyond[kind] ?? 0)), 0) <= most);
}

function put(action, pointer, value) {
  const way = pointer.split("/").slice(1);
  const last = way.pop();
  let place = action;
  for (const part of way) place = place[part] ??= {};
  place[last] = value;
}

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
