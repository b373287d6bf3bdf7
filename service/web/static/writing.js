// Sends the forms of notes without leaving the page: `rewritten` gets the page as it is then.
export function writeInPlace(rewritten) {
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("form[data-note]")) return;
    event.preventDefault();
    const told = form.querySelector("[role=alert]");
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
    const page = answer && new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer?.ok) {
      told.textContent = page?.querySelector("main .wrong, main p")?.textContent ?? form.dataset.note;
      return;
    }
    told.textContent = "";
    form.reset();
    form.closest("details")?.removeAttribute("open");
    await rewritten(page);
  });
}
