// How far an import is, as the service tells it; at the end the page is asked for anew.
const bar = document.getElementById("progress");
const stream = new EventSource(`/api/v1/imports/${bar.dataset.import}/stream`);
const WORKING = ["planning", "running", "taking_back"];

stream.addEventListener("progress", (event) => {
  const { state, done, total } = JSON.parse(event.data);
  if (!WORKING.includes(state)) {
    stream.close();
    location.reload();
    return;
  }
  document.getElementById("done").textContent = total === null ? done : `${done} / ${total}`;
  if (total) {
    bar.max = total;
    bar.value = done;
  }
});
addEventListener("pagehide", () => stream.close());
