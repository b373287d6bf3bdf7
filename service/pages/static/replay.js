// Goes through a replay without loading the page anew. Everything works without it, a page a step.
"use strict";
(() => {
  const replay = document.getElementById("replay");
  const last = Number(replay.dataset.last);
  const base = `/api/v1/matches/${replay.dataset.match}`;
  const asked = `viewer=${encodeURIComponent(replay.dataset.viewer)}`;
  const slider = document.getElementById("step");
  const board = document.getElementById("board");
  const sentence = document.getElementById("sentence");
  const list = document.getElementById("moves");
  const moves = new Map([...document.querySelectorAll("[data-step]")].map((link) => [Number(link.dataset.step), link]));
  const parts = [...new Set([...moves.values()].map((link) => Number(link.dataset.part)))].sort((a, b) => a - b);
  let now = Number(replay.dataset.step);
  let loading = null;

  const partBefore = (step) => parts.findLast((first) => first < step) ?? 0;
  const partAfter = (step) => parts.find((first) => first > step) ?? last;
  const ways = {
    first: () => 0,
    "part-back": () => partBefore(now),
    back: () => now - 1,
    on: () => now + 1,
    "part-on": () => partAfter(now),
    last: () => last,
  };
  const keys = {
    ArrowLeft: "back", ArrowRight: "on", PageUp: "part-back", PageDown: "part-on", Home: "first", End: "last",
  };

  function address(step) {
    return `?step=${step}&${asked}`;
  }

  // Scrolls the list alone: on a phone the page must stay where it is.
  function center(link) {
    if (link) list.scrollTop = link.offsetTop - list.clientHeight / 2;
  }

  function mark(step) {
    slider.value = step;
    document.getElementById("step-now").textContent = step;
    document.getElementById("viewer-step").value = step;
    const comment = document.getElementById("comment-step");
    if (comment) comment.value = step;
    moves.get(now)?.removeAttribute("aria-current");
    now = step;
    const link = moves.get(step);
    link?.setAttribute("aria-current", "step");
    center(link);
    for (const [way, to] of Object.entries(ways)) {
      const button = document.querySelector(`[data-go="${way}"]`);
      button.href = address(Math.min(last, Math.max(0, to())));
    }
  }

  async function load(step) {
    loading?.abort();
    const mine = loading = new AbortController();
    const get = async (path) => {
      const answer = await fetch(`${base}/replay/steps/${step}${path}?${asked}`, { signal: mine.signal });
      if (!answer.ok) throw new Error(answer.status);
      return answer;
    };
    try {
      const [picture, frame] = await Promise.all([
        get(".svg").then((answer) => answer.text()), get("").then((answer) => answer.json()),
      ]);
      const svg = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
      board.replaceChildren(document.importNode(svg, true));
      show(frame);
    } catch (fault) {
      if (fault.name !== "AbortError") sentence.textContent = replay.dataset.failed;
    }
  }

  function show(frame) {
    sentence.textContent = frame.played?.sentence ?? moves.get(0)?.textContent ?? "";
    const chapter = document.getElementById("chapter");
    if (chapter) chapter.textContent = frame.chapter.title;
    for (const { seat, score, rank } of frame.standings) {
      document.querySelector(`[data-score="${seat}"]`).textContent = score ?? "?";
      document.querySelector(`[data-rank="${seat}"]`).textContent = rank ?? "";
    }
  }

  function go(step) {
    step = Math.min(last, Math.max(0, step));
    if (step === now) return;
    mark(step);
    history.replaceState(null, "", address(step));
    load(step);
  }

  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest("[data-go], [data-step]");
    if (!link || !replay.contains(link) || link === replay) return;
    event.preventDefault();
    go(link.dataset.go ? ways[link.dataset.go]() : Number(link.dataset.step));
  });

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("textarea, select, input:not([type=range])");
    if (typing || event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys)) return;
    event.preventDefault();
    go(ways[keys[event.key]]());
  });

  slider.addEventListener("input", () => go(Number(slider.value)));
  document.getElementById("viewer").addEventListener("change", (event) => event.target.form.requestSubmit());
  center(moves.get(now));

  if (replay.dataset.live) {
    const stream = new EventSource(`${base}/stream?${asked}&after=${replay.dataset.live}`);
    stream.onmessage = () => {
      stream.close();
      document.getElementById("news").hidden = false;
      if (now === last) location.reload();
    };
    addEventListener("pagehide", () => stream.close());
  }
})();
