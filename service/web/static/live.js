// The newest table: the page is asked for anew, and the service tells when somebody else has recorded.
import { byId, say, tell } from "./elements.js";

const PAUSE = 150; // milliseconds in which several events make one request
const RETRY = 15000;

// `page` has `service`, the `version` of the match that it shows, its `build`, `isSending`, `keeper`, `show`, which takes a
// newer page, `outdate`, which is called when the page belongs to another version of the service, and `reconnect`.
export class Live {
  constructor(page) {
    this.page = page;
  }

  async refresh() {
    const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } }).catch(() => null);
    if (answer === null || answer.status === 429 || answer.status >= 500) {
      if (!this.page.isCutOff) tell(say("lastSeen"), true);
      return;
    }
    if (!answer.ok) {
      this.page.keeper.forget();
      tell(say(answer.status === 404 ? "gone" : "signedOut"), true);
      return;
    }
    const copy = answer.clone();
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const data = JSON.parse(fresh.getElementById("data").textContent);
    if (data.build !== this.page.data.build) {
      this.page.outdate();
      return;
    }
    this.page.keeper.keep(copy);
    if (data.choices.version !== this.page.version) this.page.show(fresh, data);
  }

  follow() {
    const stream = new EventSource(`${this.page.service.base}/stream?after=${this.page.version}`);
    let later;
    const news = (event) => {
      clearTimeout(later);
      later = setTimeout(() => { if (!this.page.isSending && Number(event.lastEventId) > this.page.version) this.refresh(); }, PAUSE);
    };
    for (const name of byId("record").dataset.events.split(" ")) stream.addEventListener(name, news);
    let isLost = false;
    stream.addEventListener("open", () => {
      if (isLost) this.page.reconnect();
      isLost = false;
    });
    stream.addEventListener("error", () => {
      isLost = true;
      if (stream.readyState === EventSource.CLOSED) setTimeout(() => { this.refresh(); this.follow(); }, RETRY);
    });
    addEventListener("pagehide", () => stream.close());
  }
}
