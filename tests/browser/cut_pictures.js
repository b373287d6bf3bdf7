// Pictures that aren't whole: a box around them ends or hides them, or they stick to the window though they are higher.
const told = new Set();
const hides = (way) => way !== "visible";
for (const svg of document.querySelectorAll("svg.partita-picture:not(.piece, .seat-sign)")) {
  if (!svg.checkVisibility({ visibilityProperty: true })) continue;
  const { left, right, top, bottom, width, height } = svg.getBoundingClientRect();
  if (!width || svg.closest(".said")) continue;
  const of = svg.closest("[id]")?.id ?? "the page";
  for (let around = svg.parentElement; around !== document.body; around = around.parentElement) {
    const frame = around.getBoundingClientRect();
    const style = getComputedStyle(around);
    if (style.display === "contents") continue;
    const below = Math.round(Math.max(bottom - frame.bottom, frame.top - top));
    if (below > 1) {
      told.add(`${below} px of a picture of ${of} are cut off by ${around.localName}.${around.className}`);
      break; // what is around that box is too low for the same reason
    }
    const beside = Math.round(Math.max(right - frame.right, frame.left - left));
    if (hides(style.overflowX) && beside > 1) told.add(`${beside} px of a picture of ${of} are cut off at a side`);
    if (style.position === "sticky" && style.top !== "auto" && height > innerHeight) told.add(`a picture of ${of} sticks`);
  }
}
return [...told];
