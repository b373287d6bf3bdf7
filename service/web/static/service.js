// What the page asks the service.
const language = { "Accept-Language": document.documentElement.lang };

// The service where one match is concerned; `data` is what the page knows of it.
export class Service {
  constructor(data) {
    this.base = `/api/v1/matches/${data.match}`;
  }

  get(path) {
    return fetch(this.base + path, { headers: language });
  }

  post(path, body, headers = {}) {
    return fetch(this.base + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...language, ...headers },
      body: JSON.stringify(body),
    });
  }

  // Why something was refused: as the service explains it, or a sentence alone.
  async reason(answer) {
    const problem = await answer.json().catch(() => ({}));
    return problem.explanation ?? { sentence: problem.detail ?? problem.title ?? String(answer.status) };
  }
}
