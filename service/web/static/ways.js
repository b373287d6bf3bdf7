// The ways to go through a replay beside its links: keys, swipes, and by itself.
const byId = (id) => document.getElementById(id);
const PACES = { slow: 4000, normal: 2000, fast: 800 };
const FAR = 48; // pixels that make a swipe
const KEYS = {
  ArrowLeft: "back", ArrowRight: "on", PageUp: "part-back", PageDown: "part-on", Home: "first", End: "last",
};

// Scrolls a list alone, until all of a link is in sight, or its beginning: the page stays where it is.
export function center(list, link) {
  if (link) list.scrollTop = link.offsetTop - Math.max(0, list.clientHeight - link.offsetHeight) / 2;
}

// `go` takes the name of a way, and tells whether there was another step.
export function listen({ go, board }) {
  const stop = autoplay(go);
  sheet();
  const letters = byId("letters");
  keepLetters(letters);
  document.addEventListener("keydown", (event) => {
    const elsewhere = event.target.closest("textarea, select, summary, input:not([type=range], [type=checkbox])");
    if (elsewhere || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "?" && letters.checked) help();
    else if (event.key === "p" && !event.shiftKey && letters.checked) byId("play").click();
    else if (event.key in KEYS && !event.shiftKey) {
      stop();
      go(KEYS[event.key]);
    } else return;
    event.preventDefault();
  });
  swipe(board, (way) => { stop(); go(way); });
}

// Keys of one character can be turned off (WCAG 2.1.4), for whoever speaks to the browser.
function keepLetters(box) {
  box.checked = localStorage.getItem("partita-letters") !== "no";
  box.addEventListener("change", () => localStorage.setItem("partita-letters", box.checked ? "yes" : "no"));
  byId("letters-setting").hidden = false;
}

function help() {
  const keys = byId("help");
  keys.open = !keys.open;
  if (keys.open) keys.querySelector("summary").scrollIntoView({ block: "nearest" });
}

// Steps on by itself until the end; gives what stops it. Nothing moves that the reader hasn't started.
function autoplay(go) {
  const button = byId("play");
  const speed = byId("speed");
  let timer = null;
  const label = (words, symbol) => {
    button.title = words;
    button.lastElementChild.textContent = words;
    button.firstElementChild.textContent = symbol;
  };
  const stop = () => {
    clearInterval(timer);
    timer = null;
    label(button.dataset.play, "▶");
  };
  const start = () => {
    if (!go("on")) return;
    timer = setInterval(() => { if (!go("on")) stop(); }, PACES[speed.value]);
    label(button.dataset.pause, "❚❚");
  };
  // Who wants little motion gets time to look.
  speed.value = localStorage.getItem("partita-speed") ?? (matchMedia("(prefers-reduced-motion: reduce)").matches ? "slow" : "normal");
  speed.addEventListener("change", () => {
    localStorage.setItem("partita-speed", speed.value);
    if (timer) { stop(); start(); }
  });
  button.addEventListener("click", () => (timer ? stop() : start()));
  document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });
  button.hidden = false;
  byId("pace").hidden = false;
  return stop;
}

function swipe(board, go) {
  let begin = null;
  board.addEventListener("touchstart", ({ touches }) => { begin = touches.length === 1 ? touches[0] : null; }, { passive: true });
  board.addEventListener("touchend", ({ changedTouches: [end] }) => {
    if (!begin || (visualViewport && visualViewport.scale > 1.05)) return;
    const across = end.clientX - begin.clientX;
    if (Math.abs(across) > FAR && Math.abs(across) > 2 * Math.abs(end.clientY - begin.clientY)) go(across < 0 ? "on" : "back");
    begin = null;
  }, { passive: true });
}

// On a phone the moves are in a sheet, which a link opens; here the page stays where it is.
function sheet() {
  const moves = byId("moves-sheet");
  const opener = byId("open-moves");
  const show = (open) => {
    moves.classList.toggle("open", open);
    (open ? byId("moves") : opener).focus({ preventScroll: true });
    const current = moves.querySelector("[aria-current]");
    if (open) center(byId("moves"), current);
  };
  opener.addEventListener("click", (event) => { event.preventDefault(); show(true); });
  byId("close-moves").addEventListener("click", (event) => { event.preventDefault(); show(false); });
  moves.addEventListener("keydown", (event) => { if (event.key === "Escape" && moves.classList.contains("open")) show(false); });
  moves.addEventListener("click", (event) => {
    if (event.target.closest("a[data-step]") && moves.classList.contains("open")) show(false);
  });
}
