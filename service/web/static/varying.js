// Plays a variation without loading pages: links and forms are followed in place, and places of the board are tapped.
const root = () => document.getElementById("varying");

function anchors() {
  return new Map([...root().querySelectorAll("#choices [data-anchor]")].map((link) => [link.dataset.anchor, link]));
}

// The places that can be chosen stand out, in both drawings.
function prepare() {
  const known = anchors();
  for (const area of root().querySelectorAll("[data-place]")) area.classList.toggle("ready", known.has(area.dataset.place));
}

async function take(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("varying");
  if (!fresh || !answer.ok) {
    document.querySelector("main").replaceChildren(...page.querySelector("main").childNodes);
    return;
  }
  root().replaceChildren(...fresh.childNodes);
  document.title = page.title;
  history.pushState(null, "", answer.url);
  prepare();
  root().querySelector("#choices .main, #choices a")?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const area = event.target.closest("[data-place].ready");
  const link = area ? anchors().get(area.dataset.place) : event.target.closest("#choices a, .steps a, .list a");
  if (!link?.getAttribute("href").startsWith("?")) return;
  event.preventDefault();
  fetch(link.href).then(take, () => location.assign(link.href));
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("#choices")) return;
  event.preventDefault();
  // An attribute, since `form.action` is the field of this name where there is one.
  const address = new URL(form.getAttribute("action") ?? "", location);
  const fields = new URLSearchParams(new FormData(form));
  const writes = form.getAttribute("method") === "post";
  if (!writes) address.search = fields;
  fetch(address, writes ? { method: "POST", body: fields } : {}).then(take, () => form.submit());
});

addEventListener("popstate", () => location.reload());
prepare();
