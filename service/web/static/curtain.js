// Simultaneous secret choices on one phone: it goes round, and nobody sees the table of another.
import { actions, button, byId, line, say } from "./elements.js";

// `page` has `data`, `isLive` and `render`.
export class Curtain {
  constructor(page) {
    this.page = page;
    this.unveiled = null; // the seat that chooses now
  }

  get isSecret() {
    const { recorder, choices: { chosen, choices } } = this.page.data;
    return this.page.isLive && recorder && Array.isArray(chosen) && choices.length > 0 && byId("curtain")?.checked;
  }

  get isDrawn() {
    return this.isSecret && this.unveiled === null;
  }

  hides(choice) {
    return this.isSecret && choice.seat !== this.unveiled;
  }

  draw() {
    this.unveiled = null;
  }

  // Draws it where the seat that it shows has nothing to choose any more.
  update() {
    if (!this.page.data.choices.choices.some((choice) => choice.seat === this.unveiled)) this.draw();
  }

  get view() {
    const { names, choices: { chosen, choices } } = this.page.data;
    const seats = [...new Set(choices.map((choice) => choice.seat))];
    return [
      ...(chosen.length ? [line(say("chosen", { names: chosen.map((seat) => names[seat]).join(", ") }))] : []),
      line(say(`give-${seats[0]}`), "verb"),
      actions(...seats.map((seat, place) => button(
        `i-am-${seat}`, say("iAm", { name: names[seat] }), () => { this.unveiled = seat; this.page.render(); }, { main: place === 0 },
      ))),
    ];
  }
}
