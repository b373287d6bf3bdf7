// What the page asks the service.
const language = { "Accept-Language": document.documentElement.lang };

// The service where one match is concerned; `data` is what the page knows of it.
export class Service {
  constructor(data) {
    this.base = `/api/v1/matches/${data.match}`;
    this.game = data.game;
    this.names = data.names;
    this.clauses = null;
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

  // Why something was refused: with names in place of seats, and the clause with its text.
  async reason(answer) {
    const problem = await answer.json().catch(() => ({}));
    const told = (problem.detail ?? problem.title ?? String(answer.status))
      .replace(/\b[Ss]eat (\d+)\b/g, (whole, seat) => this.names[seat] ?? whole);
    return problem.clause ? `${told} ${problem.clause}: ${await this.clause(problem.clause)}`.trim() : told;
  }

  async clause(number) {
    this.clauses ??= await fetch(`/api/v1/games/${this.game}`).then((answer) => answer.json())
      .then((game) => new Map(game.clauses.map((one) => [one.number, one.text])), () => null);
    return this.clauses?.get(number) ?? "";
  }
}
