// Whether there is room for the wide drawing of the board, as replay.css has it.
export const wide = matchMedia("(min-width: 72rem), (min-width: 48rem) and (orientation: portrait)");
