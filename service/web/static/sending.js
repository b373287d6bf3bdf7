// Sends what was confirmed, one after the other, and shows what isn't recorded.
import { actions, button, byId, element, line, phrase, reasons, say, tell } from "./elements.js";
import * as outbox from "./outbox.js";

const LONGEST = 15000;
const DAY = 86_400_000; // milliseconds

// `page` has `service`, the `version` of the match that it shows, and `changed`, which is called when something was sent.
export class Sender {
  constructor({ match, viewer, played_on }, page) {
    this.match = match;
    this.playedOn = Date.parse(`${played_on}T00:00`);
    this.viewer = viewer;
    this.page = page;
    this.queued = []; // what lies in the outbox, as it was last read
    this.failures = 0;
    this.busy = false;
  }

  get waiting() {
    return this.queued.filter((entry) => !entry.refused);
  }

  // Whether actions wait for a connection.
  get isCutOff() {
    return this.failures > 0 && this.waiting.length > 0;
  }

  async confirm(action, told) {
    const made = { key: outbox.freshKey(), action, told, version: this.page.version, at: Date.now() };
    await outbox.add({ match: this.match, viewer: this.viewer, ...made });
    await this.flush();
  }

  // Sends what is waiting until all is recorded, or something stops it.
  async flush() {
    await this.read();
    if (this.busy) return;
    this.busy = true;
    try {
      do {
        while (this.waiting.length) {
          if (!this.failures) tell(say("sending"));
          if (!await this.send(this.waiting[0])) return;
          await this.read();
        }
        await this.page.changed();
      } while (this.waiting.length); // confirmed while the page was catching up
    } finally {
      this.busy = false;
      this.show();
      this.page.render();
    }
  }

  async read() {
    this.queued = await outbox.entries(this.match, this.viewer);
    this.show();
    this.page.render();
  }

  // Whether the next one can follow.
  async send(entry) {
    let answer;
    try {
      const headers = { "Idempotency-Key": entry.key, "If-Match": `"${entry.version}"` };
      const played_at = await this.playedAt(entry);
      answer = await this.page.service.post("/actions", { actions: [entry.action], played_at }, headers);
    } catch {
      this.failures += 1;
      return this.later(Math.min(LONGEST, 250 * 2 ** Math.min(this.failures, 6)));
    }
    if (answer.status === 429 || answer.status >= 500) return this.later(1000 * Number(answer.headers.get("Retry-After") ?? 2));
    this.failures = 0;
    if (answer.ok) {
      const { version } = await answer.json();
      await outbox.remove(entry.id);
      for (const one of this.waiting) if (one.id !== entry.id) await outbox.change({ ...one, version });
      tell(say("saved"));
      return true;
    }
    if (answer.status === 401 || answer.status === 404) {
      tell(say(answer.status === 401 ? "signedOut" : "gone"), true);
      return false;
    }
    // Those that follow were chosen on a table that has come to nothing.
    const overtaken = answer.status === 412;
    const refused = overtaken ? { sentence: say("overtaken") } : await this.page.service.reason(answer);
    for (const one of this.waiting) await outbox.change({ ...one, refused: one.id === entry.id ? refused : { sentence: say("notSent") } });
    tell(overtaken ? refused.sentence : phrase("refused", { told: reasons(refused) }), true);
    return true;
  }

  // When an action was put together. It is worked out once, since what is sent again has to be the same. Who enters a
  // match of another day tells nothing of the time at the table.
  async playedAt(entry) {
    if (entry.playedAt === undefined) {
      const moment = await this.page.service.momentOf(entry.at);
      const since = moment - this.playedOn;
      entry.playedAt = -DAY <= since && since < 2 * DAY ? moment.toISOString() : null;
      await outbox.change(entry);
    }
    return entry.playedAt;
  }

  later(milliseconds) {
    tell(say("waiting"), true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), milliseconds);
    return false;
  }

  show() {
    const refused = this.queued.filter((entry) => entry.refused);
    const box = byId("outbox");
    box.hidden = this.queued.length === 0;
    box.replaceChildren(
      ...this.waiting.map((entry) => line(`… ${entry.told}`, "state")),
      ...(refused.length ? [line(say("notSent"), "verb")] : []),
      ...refused.flatMap((entry) => [
        element("p", { className: "state", dir: "auto" }, `${entry.told} · `, ...reasons(entry.refused)),
        ...this.asked(entry),
        actions(
          button(`again-${entry.id}`, say("again"), () => this.again(entry)),
          button(`drop-${entry.id}`, say("drop"), () => this.drop(entry)),
        ),
      ]),
    );
  }

  // Whether it was done all the same, which only who records is asked of an action that the rules refuse.
  asked(entry) {
    const { adjust } = byId("record").dataset;
    if (!adjust || !entry.refused.clause) return [];
    const address = `${location.pathname}/adjust?${new URLSearchParams({ action: JSON.stringify(entry.action) })}`;
    return [actions(element("a", { className: "button", href: address }, adjust))];
  }

  async again({ refused, ...entry }) {
    await outbox.change({ ...entry, key: outbox.freshKey(), version: this.page.version });
    await this.flush();
  }

  async drop(entry) {
    await outbox.remove(entry.id);
    tell("");
    await this.read();
  }
}
