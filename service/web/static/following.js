// Tells when something was recorded.
export function follow(replay, stream, renew) {
  let source, waiting;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(renew, 150);
  };
  const open = () => {
    source = new EventSource(stream);
    for (const name of replay.dataset.events.split(" ")) source.addEventListener(name, soon);
    source.addEventListener("error", () => {
      // Closed for good, as when too many follow: look again after a while.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => { renew(); open(); }, 15000);
    });
  };
  open();
  addEventListener("pagehide", () => source.close());
}
