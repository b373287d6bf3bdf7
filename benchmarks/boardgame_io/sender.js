// Plays at server.js, as a browser does: node sender.js PORT CLIENTS SECONDS WARM_UP_SECONDS MOVES
//
// Each client has one connection and sends its next move when the server has told it of the last one; after so many
// MOVES it begins another match. Writes as JSON how many moves a second there were, and their times in ms.

"use strict";

const { io } = require("socket.io-client");

const [port, clients, seconds, warmUp, moves] = process.argv.slice(2).map(Number);
const now = () => performance.now();
const times = [];
let matches = 0;
let open = 0;
let countsFrom, end;

function play(socket) {
  let match, left, sent;

  const begin = () => {
    match = `match-${++matches}`;
    left = moves;
    socket.emit("sync", match, "0", undefined, 1);
  };
  const move = (stateID) => {
    if (now() >= end) {
      socket.close();
      if (--open === 0) finish();
      return;
    }
    if (left-- === 0) return begin();
    sent = now();
    const payload = { type: "play", args: [["tiara", "necklace"]], playerID: "0" };
    socket.emit("update", { type: "MAKE_MOVE", payload }, stateID, match, "0");
  };
  socket.on("sync", (id, { state }) => {
    if (id === match) move(state._stateID);
  });
  socket.on("update", (id, state) => {
    if (id !== match) return;
    if (now() >= countsFrom) times.push(now() - sent);
    move(state._stateID);
  });
  begin();
}

function finish() {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  const rate = times.length / (seconds - warmUp);
  process.stdout.write(JSON.stringify({ rate, p50_ms: at(0.5), p99_ms: at(0.99) }));
}

const sockets = Array.from({ length: clients }, () =>
  io(`http://127.0.0.1:${port}/cards`, { transports: ["websocket"], forceNew: true }));
for (const socket of sockets) {
  socket.once("connect", () => {
    if (++open < clients) return;
    countsFrom = now() + 1000 * warmUp;  // when all are there
    end = now() + 1000 * seconds;
    sockets.forEach(play);
  });
}
