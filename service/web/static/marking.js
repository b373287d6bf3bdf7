// Marks the board by taps: the first names the place, a second one on another place makes an arrow.
const byId = (id) => document.getElementById(id);

export function markByTaps(board) {
  const form = byId("mark-form");
  if (!form) return () => {};
  const [place, to] = [byId("place"), byId("to")];
  const show = () => {
    for (const area of board.querySelectorAll("[data-place]")) {
      area.classList.toggle("ready", form.open);
      area.classList.toggle("picked", form.open && [place.value, to.value].includes(area.dataset.place));
    }
  };
  const choose = (name) => {
    if (place.value === name || to.value) [place.value, to.value] = [name, ""];
    else if (form.dataset.begun) to.value = name;
    else place.value = name;
    form.dataset.begun = "yes";
    show();
  };
  board.addEventListener("click", (event) => {
    const area = form.open && event.target.closest("[data-place]");
    if (area) choose(area.dataset.place);
  });
  form.addEventListener("toggle", () => { delete form.dataset.begun; show(); });
  for (const field of [place, to]) field.addEventListener("change", show);
  // Another step has other places: those of the picture that is shown.
  return () => {
    const places = [...board.querySelectorAll("[data-place]")].map((area) => [area.dataset.place, area.textContent]);
    places.sort((one, other) => one[1].localeCompare(other[1]));
    const options = () => places.map(([name, title]) => new Option(title, name));
    place.replaceChildren(...options());
    to.replaceChildren(to.options[0], ...options());
    delete form.dataset.begun;
    show();
  };
}
