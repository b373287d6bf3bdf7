// Fixes an earlier move: what would come of it is told before anything is changed.
import { actions, button, byId, element, line, phrase, reasons, say, tell } from "./elements.js";

// `page` has `service`, `data`, `render`, and `revise`, which writes a correction.
export class Fixing {
  constructor(page) {
    this.page = page;
    this.step = null;
    this.choices = null;
    this.considered = null; // what is shown once it is known what would come of an action
  }

  get isOn() {
    return this.step !== null;
  }

  // A button at each line of the log.
  offer() {
    if (!this.page.data.fixes) return;
    byId("log").style.setProperty("--fix", say("fix").length);
    for (const entry of byId("log").querySelectorAll("[data-step]")) {
      const step = Number(entry.dataset.step);
      const told = entry.textContent.trim();
      entry.append(button(`fix-${step}`, say("fix"), () => this.begin(step, told)));
    }
  }

  async begin(step, told) {
    const answer = await this.page.service.get(`/choices?step=${step - 1}`).catch(() => null);
    if (!answer?.ok) return tell(answer ? reasons(await this.page.service.reason(answer)) : say("waiting"), true);
    Object.assign(this, { step, told, choices: await answer.json(), considered: null });
    tell("");
    this.page.startAnew();
    byId("choices").scrollIntoView({ block: "nearest" });
    return byId("choices").querySelector("button")?.focus();
  }

  get heading() {
    return line(say("fixing", { step: this.step, told: this.told }), "verb");
  }

  get wayOut() {
    return button("leave", say("fixLeave"), () => {
      tell("");
      this.end();
    });
  }

  end() {
    this.step = null;
    this.considered = null;
    this.page.startAnew();
  }

  // Tells what would come of the action that a draft has, and offers to do it.
  async consider(draft) {
    const { service, data } = this.page;
    const ruling = this.page.ruling();
    if (ruling === null) {
      draft.back();
      return this.page.render();
    }
    const body = { step: this.step, actions: [draft.action], remove: 1 };
    const answer = await service.post("/amendments", { ...body, dry_run: true }, ruling).catch(() => null);
    if (!answer?.ok) {
      draft.back();
      tell(answer ? phrase("refused", { told: reasons(await service.reason(answer)) }) : say("waiting"), true);
      return this.page.render();
    }
    const { kept, obstacle } = await answer.json();
    const change = (keep) => () => {
      this.end();
      this.page.revise("/amendments", { ...body, keep }, say("fixed"));
    };
    this.considered = [
      this.heading,
      line([draft.choice.label, ...draft.told].join(" · ")),
      element("p", { className: "sentence-of", dir: "auto" }, ...this.outcome(kept, obstacle, data.choices.step - this.step)),
      actions(
        obstacle
          ? button("prefix", say("fixPrefix"), change("prefix"))
          : button("change", say("fixChange"), change("all"), { main: true }),
        this.wayOut,
      ),
    ];
    this.page.render();
    return byId("choices").querySelector("button").focus();
  }

  outcome(kept, obstacle, later) {
    if (!obstacle) return [later ? say("fixStands", { n: kept }) : say("fixAlone")];
    const { step, clause, explanation: { sentence, text, rules } } = obstacle;
    const place = rules ? element("a", { href: rules, textContent: clause }) : clause;
    return phrase("fixBreaks", { step, clause: place, told: [sentence, text ? ` ${text.replaceAll("`", "")}` : ""], n: kept });
  }
}
