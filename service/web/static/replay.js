// Goes through a replay without loading pages. Everything works without it, a page a step.
import { Chart } from "./chart.js";
import { follow } from "./following.js";
import { markByTaps } from "./marking.js";
import { center, listen } from "./ways.js";
import { wide } from "./wide.js";
import { writeInPlace } from "./writing.js";

const SMALLEST = 12; // pixels of text that can be read
const byId = (id) => document.getElementById(id);
const replay = byId("replay");
const { match, asked, secret, failed } = replay.dataset;
const base = `/api/v1/matches/${match}`;
const list = byId("moves");
const slider = byId("step");
const sentence = byId("sentence");
const chart = byId("chart") && new Chart(go);
const renewPlaces = markByTaps(byId("board"));
let now = Number(replay.dataset.step);
let last = Number(replay.dataset.last);
let links, parts;
let wanted = null;
let loading = false;
let given = null; // both drawings that the page came with, as long as they show this step

const ways = {
  first: () => 0,
  "part-back": () => parts.findLast((first) => first < now) ?? 0,
  back: () => now - 1,
  on: () => now + 1,
  "part-on": () => parts.find((first) => first > now) ?? last,
  last: () => last,
};

const within = (step) => Math.min(last, Math.max(0, step));
const query = (...pairs) => `?${[...pairs, asked].filter(Boolean).join("&")}`;
const address = (step) => query(`step=${step}`);

function readList() {
  links = new Map([...list.querySelectorAll("[data-step]")].map((link) => [Number(link.dataset.step), link]));
  parts = [...new Set([...links.values()].map((link) => Number(link.dataset.part)))].sort((a, b) => a - b);
}

function mark(step) {
  links.get(now)?.removeAttribute("aria-current");
  now = step;
  slider.value = step;
  byId("step-now").textContent = step;
  for (const field of document.querySelectorAll("[data-at-step]")) field.value = step;
  for (const link of document.querySelectorAll("[data-vary]")) link.href = link.dataset.vary + step;
  for (const link of document.querySelectorAll("[data-here]")) link.href = link.dataset.here + address(step);
  links.get(step)?.setAttribute("aria-current", "step");
  center(list, links.get(step));
  for (const [way, to] of Object.entries(ways)) {
    for (const button of document.querySelectorAll(`[data-go="${way}"]`)) button.href = address(within(to()));
  }
  byId("interim").hidden = isEnd(step);
  byId("outcome-notes").hidden = !isEnd(step);
  chart?.show(step, last);
  showNotes();
  if (now === last) byId("news").replaceChildren();
}

const isEnd = (step) => replay.dataset.ended === "yes" && step === last;

function showNotes() {
  const notes = list.querySelector(`[data-notes="${now}"]`);
  byId("notes").replaceChildren(...(notes ? notes.cloneNode(true).children : []));
  byId("no-notes").hidden = notes !== null;
}

// One step at a time: while a key is held down, those between are left out.
async function load(step) {
  wanted = step;
  if (loading) return;
  loading = true;
  while (wanted !== null) {
    const next = wanted;
    wanted = null;
    try {
      await loadOne(next);
    } catch {
      if (wanted === null) tell(failed, true);
    }
  }
  loading = false;
}

async function get(step, suffix, ...pairs) {
  const answer = await fetch(`${base}/replay/steps/${step}${suffix}${query(...pairs)}`);
  if (!answer.ok) throw new Error(answer.status);
  return answer;
}

const layout = () => (wide.matches ? "landscape" : "compact");

async function picture(step) {
  const answer = await get(step, ".svg", `layout=${layout()}`, byId("mark-form") && "places=true");
  return new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
}

function showPicture(svg) {
  given = null;
  put(svg);
}

function put(svg) {
  const box = document.createElement("div");
  box.append(document.importNode(svg, true));
  const { width: broad, height: tall } = svg.viewBox.baseVal;
  const sizes = [...svg.querySelectorAll("[font-size]")].map((one) => Number(one.getAttribute("font-size")));
  const { style } = byId("board").closest(".left") ?? box; // what stands below is as wide
  style.setProperty("--tall", `${tall}px`);
  style.setProperty("--least", `${(tall * SMALLEST) / Math.min(...sizes)}px`);
  style.setProperty("--shape", broad / tall);
  byId("board").replaceChildren(box);
  renewPlaces();
}

async function loadOne(step) {
  const [svg, frame] = await Promise.all([picture(step), get(step, "").then((answer) => answer.json())]);
  showPicture(svg);
  show(frame, step);
  replay.dataset.step = step;
}

const format = new Intl.NumberFormat(document.documentElement.lang, { useGrouping: false, maximumFractionDigits: 6 });

// A sentence about the step, or what went wrong.
function tell(words, wrong = false) {
  sentence.textContent = words;
  sentence.classList.toggle("wrong", wrong);
}

// Points as the page writes them.
function written(score) {
  return format.format(score);
}

function show({ played, standings }, step) {
  tell(played?.sentence ?? replay.dataset.setUp);
  const first = standings[0].score;
  const isLevel = standings.every(({ rank }) => rank === 1) && (first === null || standings.some(({ score }) => score !== first));
  const unranked = isLevel || (isEnd(step) && replay.dataset.unranked === "yes");
  for (const { seat, score, rank, winner } of standings) {
    replay.querySelector(`[data-score="${seat}"]`).textContent = score === null ? (rank === null ? secret : "–") : written(score);
    replay.querySelector(`[data-rank="${seat}"]`).textContent = unranked ? "–" : (rank ?? "");
    replay.querySelector(`[data-winner="${seat}"]`).hidden = !winner;
  }
  const ahead = [...standings].sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || a.seat - b.seat);
  const rows = ahead.map(({ seat }) => replay.querySelector(`#standings tr[data-seat="${seat}"]`));
  byId("standings").tBodies[0].append(...rows);
  const concealed = standings.every(({ score, rank }) => score === null && rank === null);
  const told = !concealed && (isEnd(step) || replay.dataset.scoredAtEnd !== "yes");
  toggle("all-secret", concealed);
  byId("standings").hidden = !told;
  toggle("tie-note", told && !isEnd(step) && breaksTies(standings));
}

// Some of what may be shown isn't there in every match.
function toggle(id, shown) {
  if (byId(id)) byId(id).hidden = !shown;
}

// Whether seats with the same score have different ranks.
function breaksTies(standings) {
  const ranks = new Map();
  return standings.some(({ score, rank }) => score !== null && rank !== null && (ranks.get(score) ?? ranks.set(score, rank).get(score)) !== rank);
}

// Whether there was another step to go to.
function go(step) {
  step = within(step);
  if (step === now) return false;
  mark(step);
  history.replaceState(null, "", address(step));
  load(step);
  return true;
}

replay.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest("a[data-go], a[data-step]");
  if (!link) return;
  event.preventDefault();
  go(link.dataset.go ? ways[link.dataset.go]() : Number(link.dataset.step));
});
slider.addEventListener("input", () => go(Number(slider.value)));
byId("viewer")?.addEventListener("change", (event) => event.target.form.requestSubmit());
wide.addEventListener("change", () => (given ? put(given[layout()]) : load(now)));

// The page itself is asked for anew: what it tells of the match takes the place of what is told here.
async function renew() {
  const following = now === last;
  const answer = await fetch(query());
  if (!answer.ok) return location.reload();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const newest = page.getElementById("replay");
  last = Number(newest.dataset.last);
  slider.max = last;
  byId("step-last").textContent = last;
  replay.dataset.ended = newest.dataset.ended;
  replay.dataset.unranked = newest.dataset.unranked;
  const charted = page.getElementById("chart") !== null;
  takeOver(page, ["moves", "rounds", "outcome-notes", ...(charted && chart ? ["chart-picture", "scores"] : [])]);
  if (following || now > last) {
    takeOver(page, ["board", "standings"]);
    for (const id of ["standings", "all-secret", "tie-note"]) toggle(id, page.getElementById(id)?.hidden === false);
    keepOneBoard();
    sentence.textContent = page.getElementById("sentence").textContent;
    mark(last);
    replay.dataset.step = last;
    history.replaceState(null, "", address(last));
  } else {
    mark(now);
    const link = Object.assign(document.createElement("a"), { href: address(last), textContent: replay.dataset.news });
    link.dataset.go = "last";
    byId("news").replaceChildren(link);
  }
  // It has ended, or has a chart by now, so that more may be seen; but what somebody is writing stays.
  const more = !newest.dataset.version || charted !== Boolean(chart);
  if (more && ![...document.querySelectorAll("textarea")].some((field) => field.value)) location.reload();
}

function takeOver(page, ids) {
  for (const id of ids) byId(id).replaceChildren(...page.getElementById(id).childNodes);
  readList();
  for (const link of list.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
}

// What was written is shown at the step and place where the reader is.
async function rewritten(page) {
  takeOver(page, ["moves"]);
  const lines = page.getElementById("variations");
  if (lines) byId("variations")?.replaceChildren(...lines.childNodes);
  mark(now);
  showPicture(await picture(now));
}

// The page came with both drawings; one of them stands in it.
function keepOneBoard() {
  const [landscape, compact] = [".wide", ".narrow"].map((drawing) => byId("board").querySelector(`${drawing} svg`));
  if (!landscape || !compact) return;
  given = { landscape, compact };
  put(given[layout()]);
}

readList();
keepOneBoard();
slider.value = now;
center(list, links.get(now));
chart?.show(now, last);
listen({ go: (way) => go(ways[way]()), board: byId("board") });
writeInPlace(rewritten);
if (replay.dataset.version) follow(replay, `${base}/stream${query(`after=${replay.dataset.version}`)}`, renew);
