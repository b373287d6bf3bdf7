// Goes through a replay without loading pages. Everything works without it, a page a step.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const replay = byId("replay");
  const { match, asked, secret, failed } = replay.dataset;
  const base = `/api/v1/matches/${match}`;
  const list = byId("moves");
  const slider = byId("step");
  const sentence = byId("sentence");
  let now = Number(replay.dataset.step);
  let last = Number(replay.dataset.last);
  let links, parts;
  let wanted = null;
  let loading = false;

  const ways = {
    first: () => 0,
    "part-back": () => parts.findLast((first) => first < now) ?? 0,
    back: () => now - 1,
    on: () => now + 1,
    "part-on": () => parts.find((first) => first > now) ?? last,
    last: () => last,
  };
  const keys = {
    ArrowLeft: "back", ArrowRight: "on", PageUp: "part-back", PageDown: "part-on", Home: "first", End: "last",
  };

  const within = (step) => Math.min(last, Math.max(0, step));
  const query = (...pairs) => `?${[...pairs, asked].filter(Boolean).join("&")}`;
  const address = (step) => query(`step=${step}`);

  function readList() {
    links = new Map([...list.querySelectorAll("[data-step]")].map((link) => [Number(link.dataset.step), link]));
    parts = [...new Set([...links.values()].map((link) => Number(link.dataset.part)))].sort((a, b) => a - b);
  }

  // Scrolls the list alone: the page stays where it is.
  function center(link) {
    if (link) list.scrollTop = link.offsetTop - list.clientHeight / 2;
  }

  function mark(step) {
    links.get(now)?.removeAttribute("aria-current");
    now = step;
    slider.value = step;
    byId("step-now").textContent = step;
    for (const field of document.querySelectorAll("[data-at-step]")) field.value = step;
    links.get(step)?.setAttribute("aria-current", "step");
    center(links.get(step));
    for (const [way, to] of Object.entries(ways)) {
      for (const button of document.querySelectorAll(`[data-go="${way}"]`)) button.href = address(within(to()));
    }
    showNotes();
    if (now === last) byId("news").replaceChildren();
  }

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
        if (wanted === null) sentence.textContent = failed;
      }
    }
    loading = false;
  }

  async function loadOne(step) {
    const get = async (suffix) => {
      const answer = await fetch(`${base}/replay/steps/${step}${suffix}${query()}`);
      if (!answer.ok) throw new Error(answer.status);
      return answer;
    };
    const [picture, frame] = await Promise.all([
      get(".svg").then((answer) => answer.text()), get("").then((answer) => answer.json()),
    ]);
    const svg = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
    byId("board").replaceChildren(document.importNode(svg, true));
    show(frame);
    replay.dataset.step = step;
  }

  function show({ chapter, played, standings }) {
    sentence.textContent = played?.sentence ?? replay.dataset.setUp;
    byId("chapter").textContent = (chapter.round ? `${replay.dataset.round} ${chapter.round}: ` : "") + chapter.title;
    for (const { seat, score, rank, winner } of standings) {
      replay.querySelector(`[data-score="${seat}"]`).textContent = score ?? secret;
      replay.querySelector(`[data-rank="${seat}"]`).textContent = rank ?? "";
      replay.querySelector(`[data-winner="${seat}"]`).hidden = !winner;
    }
  }

  function go(step) {
    step = within(step);
    if (step === now) return;
    mark(step);
    history.replaceState(null, "", address(step));
    load(step);
  }

  replay.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest("a[data-go], a[data-step]");
    if (!link) return;
    event.preventDefault();
    go(link.dataset.go ? ways[link.dataset.go]() : Number(link.dataset.step));
  });

  document.addEventListener("keydown", (event) => {
    const elsewhere = event.target.closest("textarea, select, summary, input:not([type=range])");
    if (elsewhere || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.key in keys)) return;
    event.preventDefault();
    go(ways[keys[event.key]]());
  });

  slider.addEventListener("input", () => go(Number(slider.value)));
  byId("viewer")?.addEventListener("change", (event) => event.target.form.requestSubmit());

  readList();
  slider.value = now;
  center(links.get(now));

  // --- a match that is being played ---

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
    for (const id of ["moves", "chart"]) byId(id).replaceChildren(...page.getElementById(id).childNodes);
    readList();
    for (const link of list.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
    if (following || now > last) {
      for (const id of ["board", "standings"]) byId(id).replaceChildren(...page.getElementById(id).childNodes);
      for (const id of ["sentence", "chapter"]) byId(id).textContent = page.getElementById(id).textContent;
      mark(last);
      replay.dataset.step = last;
      history.replaceState(null, "", address(last));
    } else {
      mark(now);
      const link = Object.assign(document.createElement("a"), { href: address(last), textContent: replay.dataset.news });
      link.dataset.go = "last";
      byId("news").replaceChildren(link);
    }
    // It has ended, so that more may be seen; but what somebody is writing stays.
    if (!newest.dataset.version && !byId("text")?.value) location.reload();
  }

  function follow() {
    let stream, waiting;
    const soon = () => {
      clearTimeout(waiting);
      waiting = setTimeout(renew, 150);
    };
    const open = () => {
      stream = new EventSource(`${base}/stream${query(`after=${replay.dataset.version}`)}`);
      for (const name of replay.dataset.events.split(" ")) stream.addEventListener(name, soon);
      stream.addEventListener("error", () => {
        // Closed for good, as when too many follow: look again after a while.
        if (stream.readyState === EventSource.CLOSED) setTimeout(() => { renew(); open(); }, 15000);
      });
    };
    open();
    addEventListener("pagehide", () => stream.close());
  }

  if (replay.dataset.version) follow();
})();
