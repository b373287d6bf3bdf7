// boardgame.io's own server with matches in memory, for one seat each: node server.js PORT
//
// Its game is as small as can be, so that what it does around a move is measured: a move adds its cards to a list.

"use strict";

const { Server } = require("boardgame.io/dist/cjs/server.js");

const game = {
  name: "cards",
  setup: () => ({ played: [] }),
  moves: { play: ({ G }, cards) => ({ played: [...G.played.slice(-9), cards] }) },
};

console.log = () => {};  // it tells of each connection
Server({ games: [game], origins: [/.*/] }).run(Number(process.argv[2]));
