// What the phone keeps, so that the page opens without a connection, too (worker.js). Browsers let pages keep something
// that came over TLS or from the same machine; elsewhere all of this does nothing.
import { byId } from "./elements.js";

const PAUSE = 400; // milliseconds in which nothing newer has to come before something is kept

// `page` has a `memory`. What is kept lies under a name that another session and another version of the page don't share.
export class Keeper {
  constructor(page) {
    this.page = page;
    this.name = byId("record").dataset.cache;
    this.isPossible = Boolean(globalThis.caches && navigator.serviceWorker);
    this.memoryAt = `${location.pathname}/memory`;
  }

  // Finds what was remembered when the page was last open.
  async begin() {
    if (!this.isPossible) return;
    for (const name of await caches.keys()) if (name !== this.name) await caches.delete(name);
    const cache = await caches.open(this.name);
    const learned = await cache.match(this.memoryAt);
    if (learned) this.page.memory.restore(await learned.json());
    navigator.serviceWorker.register(byId("record").dataset.worker, { scope: "/" }).catch(() => {});
    addEventListener("pagehide", () => this.#stop());
    addEventListener("submit", (event) => { if (event.target.getAttribute("action") === "/sign-out") this.#stop(); }, true);
  }

  // Keeps a page as it was answered, or the one before, with its files and what is remembered by then.
  keep(answer = this.answer) {
    this.answer = answer;
    clearTimeout(this.timer);
    if (this.isPossible && answer) this.timer = setTimeout(() => this.#write(), PAUSE);
  }

  // The match may not be seen any more.
  async forget() {
    this.#stop();
    for (const name of await globalThis.caches?.keys() ?? []) await caches.delete(name);
  }

  async #write() {
    const cache = await caches.open(this.name);
    await cache.put(location.pathname, this.answer.clone());
    await cache.put(this.memoryAt, new Response(JSON.stringify(this.page.memory.learned)));
    for (const { name } of performance.getEntriesByType("resource")) {
      if (new URL(name).pathname.startsWith("/static/") && !await cache.match(name)) await cache.add(name).catch(() => {});
    }
  }

  #stop() {
    this.isPossible = false;
    clearTimeout(this.timer);
  }
}
