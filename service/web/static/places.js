// The places of the picture that can be pointed at: a tap on one is a choice.

// `chooser` has the slot that is `open`, the `items` of its list, and `choose`.
export class Places {
  constructor(board, chooser) {
    this.board = board;
    this.chooser = chooser;
    board.addEventListener("click", (event) => this.#tap(event.target.closest("[data-place].ready")));
  }

  // Marks what can be chosen now, if it may be seen.
  show(visible) {
    const open = visible ? this.chooser.open : null;
    const anchors = new Set(open ? open.draft.options.map((option) => option.anchor).filter(Boolean) : []);
    for (const place of this.board.querySelectorAll("[data-place]")) place.classList.toggle("ready", names(place).some((name) => anchors.has(name)));
  }

  #tap(place) {
    const open = place && this.chooser.open;
    const option = open && open.draft.options.find((one) => names(place).includes(one.anchor));
    if (!option || (open.draft.slot.kind === "multiset" && !open.draft.takes(option, this.chooser.items))) return;
    open.begin();
    this.chooser.choose(option);
  }
}

// What a place may be called: the second card of a kind, `hand:tiara:2`, stands for the kind as well.
const names = ({ dataset: { place } }) => [place, place.replace(/:\d+$/, "")];
