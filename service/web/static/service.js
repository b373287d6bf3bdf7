// What the page asks the service.
const language = { "Accept-Language": document.documentElement.lang };

// What a problem tells programs, as people read it.
const inPrint = (text) => text.replaceAll("`", "").replace(/(^|\W)(["'])(.*?)\2(?!\w)/g, "$1“$3”").replaceAll("'", "’");

const TOLERATED = 1000; // milliseconds between two clocks that need no setting: answers tell whole seconds

// The service where one match is concerned; `data` is what the page knows of it.
export class Service {
  #ahead = null; // milliseconds by which the clock of the service is ahead of the phone's; null before it answers

  constructor(data) {
    this.base = `/api/v1/matches/${data.match}`;
  }

  get(path) {
    return this.#fetch(path, { headers: language });
  }

  post(path, body, headers = {}) {
    return this.#fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...language, ...headers },
      body: JSON.stringify(body),
    });
  }

  // A moment of the phone's clock by the service's: phones at one table needn't agree on the time.
  async momentOf(milliseconds) {
    if (this.#ahead === null) await this.get("");
    return new Date(milliseconds + (this.#ahead ?? 0));
  }

  async #fetch(path, options) {
    const answer = await fetch(this.base + path, options);
    const ahead = Date.parse(answer.headers.get("Date")) + 500 - Date.now();
    if (this.#ahead === null ? Number.isFinite(ahead) : Math.abs(ahead - this.#ahead) > TOLERATED) this.#ahead = ahead;
    return answer;
  }

  // Why something was refused: as the service explains it, or a sentence alone.
  async reason(answer) {
    const problem = await answer.json().catch(() => ({}));
    return problem.explanation ?? { sentence: inPrint(problem.detail ?? problem.title ?? String(answer.status)) };
  }
}
