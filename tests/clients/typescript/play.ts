// Records matches and replays them by the types that were generated for TypeScript, and fetch.
// `node play.js ADDRESS TOKEN ANSWERS SAMPLE…`. What was answered is written to the file ANSWERS as constants of the types
// that the document promises, for the compiler to judge. Prints a line a match.
import { readFileSync, writeFileSync } from "node:fs";
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Schemas = components["schemas"];
type Sample = { game: Schemas["MatchRequest"]["game"]; seats: number; options: object; actions: Schemas["Action"][] };

const [address, token, answersFile, ...samples] = process.argv.slice(2) as [string, string, string, ...string[]];
const client = createClient<paths>({ baseUrl: address, headers: { Authorization: `Bearer ${token}` } });
const answers: string[] = [];

// Of pages the first items: the compiler takes its time.
const FEW = 12;

function keep<Name extends keyof Schemas>(name: Name, answer: { data?: Schemas[Name]; error?: unknown }): Schemas[Name] {
  if (answer.data === undefined) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
  answers.push(`export const answer${answers.length}: Schemas["${name}"] = ${JSON.stringify(answer.data)};`);
  return answer.data;
}

// Of what is answered in several forms, page, lines or table, the page.
function page<Data>(answer: { data?: Data; error?: unknown }): { data?: Extract<Data, { items: unknown }>; error?: unknown } {
  const { data, error } = answer;
  const isPage = typeof data === "object" && data !== null && "items" in data;
  return isPage ? { data: data as Extract<Data, { items: unknown }> } : { error };
}

// Of what is answered as JSON or as text, the JSON.
function parsed<Data>(answer: { data?: Data; error?: unknown }): { data?: Exclude<Data, string>; error?: unknown } {
  const { data, error } = answer;
  return typeof data === "object" && data !== null ? { data: data as Exclude<Data, string> } : { error };
}

// Only what a match must have is given: what has a default may be left out.
function opening(sample: Sample): Schemas["MatchRequest"] {
  const seats = Array.from({ length: sample.seats }, (_, seat) => ({ name: `Player ${seat}` }));
  const options = { ...sample.options, keep_secrets: true };
  switch (sample.game) {
    case "chess":
      return { game: "chess", seats, options };
    case "dschunke":
      return { game: "dschunke", seats, options };
    case "halunken":
      return { game: "halunken", seats, options };
    case "klunker":
      return { game: "klunker", seats, options };
    case "sheet":
      return { game: "sheet", seats, options };
  }
}

// The compiler knows which game's view it is, and what may be hidden in it.
function hidden(view: Schemas["View"]): number {
  switch (view.game) {
    case "dschunke":
      return JSON.stringify(view.seats).split('"hidden"').length - 1;
    case "halunken":
      return JSON.stringify(view.taverns).split('"hidden"').length - 1;
    case "klunker":
      return view.seats.flatMap((seat) => seat.hand).filter((card) => card === "hidden").length;
    case "chess":
    case "sheet":
      return 0;
  }
}

async function play(sample: Sample): Promise<string> {
  const match = keep("MatchAnswer", await client.POST("/api/v1/matches", { body: opening(sample) }));
  const path = { match_id: match.id };
  const half = Math.floor(sample.actions.length / 2);
  let seen = 0;
  for (const actions of [sample.actions.slice(0, half), sample.actions.slice(half)]) {
    keep("PlayedAnswer", await client.POST("/api/v1/matches/{match_id}/actions", { params: { path }, body: { actions } }));
    keep("LegalAnswer", await client.GET("/api/v1/matches/{match_id}/legal-actions", { params: { path } }));
  }
  const whole = keep("MatchAnswer", parsed(await client.GET("/api/v1/matches/{match_id}", { params: { path } })));
  if (whole.status !== "finished") throw new Error(`${sample.game}: ${whole.status}`);
  for (const viewer of ["public", "seat:1", "recorder"]) {
    const state = { params: { path, query: { viewer, step: half } } };
    seen += hidden(keep("StateAnswer", await client.GET("/api/v1/matches/{match_id}/state", state)).view);
    let cursor: string | null = null;
    let frames = 0;
    do {
      const query: { viewer: string; cursor?: string; limit?: number } = cursor === null ? { viewer, limit: FEW } : { viewer, cursor };
      const read = await client.GET("/api/v1/matches/{match_id}/replay", { params: { path, query } });
      const next: Schemas["FramePage"] | undefined = cursor === null ? keep("FramePage", page(read)) : page(read).data;
      if (next === undefined) throw new Error(JSON.stringify(read.error));
      frames += next.items.length;
      cursor = next.next_cursor;
    } while (cursor !== null);
    if (frames !== whole.step + 1) throw new Error(`${sample.game}: ${frames} frames of ${whole.step + 1}`);
    const waiting = { params: { path, query: { viewer, limit: FEW, after_position: match.position ?? 0 } } };
    keep("HistoryPage", page(await client.GET("/api/v1/matches/{match_id}/history", waiting)));
    const events = await client.GET("/api/v1/matches/{match_id}/events", { params: { path, query: { viewer, limit: FEW } } });
    keep("EventPage", page(events));
  }
  return `${sample.game}: ${whole.step} steps, ${seen} hidden`;
}

for (const file of samples) console.log(await play(JSON.parse(readFileSync(file, "utf8")) as Sample));
const imports = 'import type { components } from "./api.js";\ntype Schemas = components["schemas"];\n';
writeFileSync(answersFile, imports + answers.join("\n") + "\n");
