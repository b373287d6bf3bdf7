// Texts of a page, outside its pictures: words that are broken into bits, what is cut off or lies on other text, and
// apostrophes and quotation marks as they are typed.
const told = new Set();
const MOST_PIECES = 2;
const clips = ({ overflowX, overflowY }) => [overflowX, overflowY].some((way) => way === "hidden" || way === "clip");
const scrolls = ({ overflowX, overflowY }) => [overflowX, overflowY].some((way) => way === "auto" || way === "scroll");
// A phone's window is as wide as what doesn't fit into it.
const wide = document.documentElement.clientWidth;
const typed = /\w'\w|(^|[\s(])["']\w|\w["']($|[\s.,:;)])/;
// What is for screen readers alone, in windows of some sizes or in all.
const isSaid = (one) => one && (getComputedStyle(one).clipPath === "inset(50%)" || isSaid(one.parentElement));
const boxes = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const holder = node.parentElement;
  const words = node.textContent.trim();
  if (!words || holder.closest("svg, script, style, option, .said, .skip, [hidden], [aria-hidden=true]")) continue;
  if (isSaid(holder)) continue;
  if (!holder.checkVisibility({ visibilityProperty: true })) continue;
  if (typed.test(words) && !holder.closest("code, pre, textarea")) told.add(`as typed: ${words}`);
  const range = document.createRange();
  range.selectNodeContents(node);
  const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
  if (!lines.length) continue;
  let begin = node.textContent.search(/\S/);
  for (const word of words.split(/\s+/)) {
    begin = node.textContent.indexOf(word, begin);
    range.setStart(node, begin);
    range.setEnd(node, begin + word.length);
    const pieces = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)));
    // A word that nobody would write in one line may be broken, and one where it says so itself.
    if (word.length < 24 && pieces.size > (word.length < 14 && !/[-\/\u00ad]/.test(word) ? 1 : MOST_PIECES)) told.add(`broken: ${word}`);
    begin += word.length;
  }
  let inside = false;
  let ends = false;
  for (let around = holder; around && around !== document.documentElement; around = around.parentElement) {
    const style = getComputedStyle(around);
    if (style.position === "fixed" || style.position === "sticky") inside = true;
    if (scrolls(style)) inside = true;
    if (style.textOverflow === "ellipsis") ends = true;
    if (clips(style) && !ends && !inside) {
      const frame = around.getBoundingClientRect();
      if (lines.some((line) => line.right > frame.right + 1 || line.bottom > frame.bottom + 2 || line.left < frame.left - 1)) told.add(`cut off: ${words}`);
    }
  }
  if (!inside && !ends && lines.some((line) => line.right > wide + 1 || line.left < -1)) told.add(`outside: ${words}`);
  if (!inside && !ends) boxes.push(...lines.map((line) => ({ words, line, holder })));
}
// The box of a line has room above and below its letters.
const LEADING = 0.25;
boxes.sort((one, other) => one.line.top - other.line.top);
for (let first = 0; first < boxes.length; first += 1) {
  const one = boxes[first];
  for (let second = first + 1; second < boxes.length && boxes[second].line.top < one.line.bottom; second += 1) {
    const other = boxes[second];
    if (one.words === other.words && one.holder === other.holder) continue;
    const across = Math.min(one.line.right, other.line.right) - Math.max(one.line.left, other.line.left);
    const down = Math.min(one.line.bottom, other.line.bottom) - Math.max(one.line.top, other.line.top);
    const least = LEADING * 2 * Math.min(one.line.height, other.line.height);
    if (across > 1 && down > least) told.add(`on each other: ${one.words} | ${other.words}`);
  }
}
return [...told];
