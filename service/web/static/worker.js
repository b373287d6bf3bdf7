// The service worker: opens a recording page from what the page has kept (keeping.js) when the network doesn't answer.
const PATIENCE = 4000; // milliseconds
const RECORDING = /^\/matches\/[^/]+\/record$/;
const WHO_IT_IS = ["/sign-in", "/sign-out", "/join"];

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && WHO_IT_IS.includes(pathname)) event.respondWith(withNothingKept(request));
  else if (request.method !== "GET") return;
  else if (pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate" && RECORDING.test(pathname)) event.respondWith(page(request));
});

// Who signs in or out on this phone finds nothing of who was there before.
async function withNothingKept(request) {
  await forget();
  const answer = await fetch(request);
  await forget();
  return answer;
}

async function forget() {
  for (const name of await caches.keys()) await caches.delete(name);
}

// A file never changes under its address.
async function file(request) {
  return await caches.match(request, { ignoreVary: true }) ?? fetch(request);
}

async function page(request) {
  const kept = await caches.match(request, { ignoreSearch: true, ignoreVary: true });
  const asked = fetch(request).then(async (answer) => {
    if (answer.status >= 400 && answer.status < 500) await forget();
    return answer;
  });
  if (!kept) return asked;
  const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE, kept); });
  return Promise.race([asked.catch(() => kept), late]);
}
