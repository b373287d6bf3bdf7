// Texts of the pictures that stand in a page: those that leave their picture, and those that lie on each other.
const told = [];
for (const svg of document.querySelectorAll("svg.partita-picture:not(.piece, .seat-sign)")) {
  const outer = svg.getBoundingClientRect();
  if (!outer.width) continue;
  const scale = outer.width / svg.viewBox.baseVal.width;
  const boxes = [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim()).map((text) => {
    const { x, y, width, height } = text.getBBox();
    const matrix = text.getScreenCTM();
    const left = matrix.a * x + matrix.e, top = matrix.d * y + matrix.f;
    // The box of a font has room above and below its letters.
    const tall = matrix.d * height;
    return { words: text.textContent, left, right: left + matrix.a * width, top: top + tall * 0.22, bottom: top + tall * 0.8 };
  });
  const frame = svg.querySelector("rect").getBoundingClientRect();
  for (const one of boxes) {
    if (one.left < frame.left - 1 || one.right > frame.right + 1 || one.bottom > frame.bottom + 1) told.push(`outside: ${one.words}`);
  }
  for (let first = 0; first < boxes.length; first += 1) {
    for (let second = first + 1; second < boxes.length; second += 1) {
      const [one, other] = [boxes[first], boxes[second]];
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across > scale && down > scale) told.push(`on each other: ${one.words} | ${other.words}`);
    }
  }
}
return told;
