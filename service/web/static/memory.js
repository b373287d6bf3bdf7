// What could be done so far, for going on without a connection: only the service knows what is legal next, but verbs
// come again, and what was there to choose before is a good guess of what there is to choose now.
import { same } from "./draft.js";

const ANY = 24; // the most of a thing, where nobody knows better

// The verbs of a game as they were seen: by label, with the fields of their actions and the options that these had.
export class Memory {
  constructor() {
    this.verbs = new Map();
    this.options = new Map(); // of a field of a type of action, whichever verb it belongs to
  }

  // All of it, to be kept and restored.
  get learned() {
    const verbs = [...this.verbs].map(([label, verb]) => [label, { ...verb, fields: [...verb.fields] }]);
    return { verbs, options: [...this.options] };
  }

  restore({ verbs, options }) {
    this.verbs = new Map(verbs.map(([label, verb]) => [label, { ...verb, fields: new Map(verb.fields) }]));
    this.options = new Map(options);
  }

  // Learns from what the service answers to a question for choices.
  learn({ choices, slots }) {
    for (const choice of choices) {
      const { type, seat, ...settled } = choice.action;
      const verb = this.verbs.get(choice.label)
        ?? { label: choice.label, glyph: choice.glyph, group: choice.group, type, asksSeat: seat !== undefined, fields: new Map(), seen: 0, settled: [] };
      this.verbs.set(choice.label, verb);
      verb.seen += 1;
      verb.settled.push(settled);
      const reached = new Map();
      this.#walk(slots, choice.slot, reached);
      for (const [at, slot] of reached) {
        const field = verb.fields.get(at) ?? { at, kind: slot.kind, label: slot.label, pool: slot.pool, seen: 0, optional: false };
        field.seen += 1;
        field.optional ||= Boolean(slot.optional);
        verb.fields.set(at, field);
        this.#add(type + at, slot.options);
      }
    }
  }

  #add(key, options) {
    const known = this.options.get(key) ?? [];
    for (const option of options) if (!known.some((one) => same(one.value, option.value))) known.push(option);
    this.options.set(key, known);
  }

  #walk(slots, place, reached) {
    if (place === undefined || reached.get(slots[place].pointer) === slots[place]) return;
    const slot = slots[place];
    reached.set(slot.pointer, slot);
    this.#walk(slots, slot.then, reached);
    for (const option of slot.options) this.#walk(slots, option.then, reached);
  }

  // All verbs, whoever acts, in the form of an answer of the service.
  choices(names, who) {
    const found = { choices: [], slots: [], chosen: null };
    for (const verb of this.verbs.values()) found.choices.push(this.#choice(verb, found.slots, names, who));
    return found;
  }

  #choice(verb, slots, names, who) {
    const action = { type: verb.type };
    const fields = [...verb.fields.values()].map((field) => ({ ...field }));
    for (const name of new Set(verb.settled.flatMap((one) => Object.keys(one)))) {
      const at = `/${name}`;
      const values = verb.settled.map((one) => one[name]).filter((value) => value !== undefined);
      const field = fields.find((one) => one.at === at);
      if (field) field.seen += values.length;
      else if (this.options.has(verb.type + at) || values.some((value) => !same(value, values[0]))) {
        fields.unshift({ at, kind: "one_of", label: name, optional: false, seen: values.length });
      } else {
        action[name] = structuredClone(values[0]);
        continue;
      }
      this.#add(verb.type + at, values.map((value) => ({ value, label: String(value) })));
    }
    let then;
    for (const field of fields.reverse()) {
      const several = field.kind === "multiset";
      const known = this.options.get(verb.type + field.at);
      const options = known.map(({ value, label, glyph, group }) => ({ value, label, glyph, group, ...(several ? { left: ANY } : { then }) }));
      const fits = several ? [{ of: Object.fromEntries(options.map(({ value }) => [value, ANY])), least: 0, most: ANY }] : [];
      then = slots.push({ pointer: field.at, kind: field.kind, label: field.label, options, fits, optional: field.optional || field.seen < verb.seen, then }) - 1;
    }
    if (verb.asksSeat) {
      const options = names.map((label, value) => ({ value, label, then }));
      then = slots.push({ pointer: "/seat", kind: "one_of", label: who, options }) - 1;
    }
    return { label: verb.label, glyph: verb.glyph, group: verb.group, seat: null, action, slot: then };
  }
}
