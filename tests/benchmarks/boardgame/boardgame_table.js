// A match on boardgame.io with five seats, each on a socket as its players' browsers have one.

const { io } = require('socket.io-client');
const { ROUND } = require('./beans.js');

const SEATS = 5;

async function asked(port, path, body) {
  const answer = await fetch(`http://127.0.0.1:${port}/games/beans/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

class BoardgameTable {
  constructor(port, heard) {
    this.port = port;
    this.heard = heard;
    this.seats = [];
    this.made = 0;
    this.moves = Infinity;
  }

  async open() {
    this.match = (await asked(this.port, 'create', { numPlayers: SEATS })).matchID;
    for (let index = 0; index < SEATS; index++) {
      const playerID = String(index);
      const wish = { playerID, playerName: `seat-${index}` };
      const { playerCredentials } = await asked(this.port, `${this.match}/join`, wish);
      this.seats.push(await this.sit(index, playerID, playerCredentials));
    }
  }

  // The socket speaks the protocol without the library's client, whose own copy of the state would cost the players more.
  sit(index, playerID, credentials) {
    const socket = io(`http://127.0.0.1:${this.port}/beans`, { transports: ['websocket'], forceNew: true });
    const seat = { socket, playerID, credentials, answered: null };
    socket.on('update', (_match, state) => {
      this.heard(index, state._stateID, Array.isArray(state.G.seats[playerID].hand));
      if (seat.answered && state._stateID >= seat.awaits) {
        const { answered } = seat;
        seat.answered = null;
        answered(state._stateID);
      }
    });
    return new Promise((settled, failed) => {
      socket.once('sync', () => settled(seat));
      socket.once('connect_error', failed);
      socket.on('connect', () => socket.emit('sync', this.match, playerID, credentials, SEATS));
    });
  }

  // Makes the next move; the number of the state it led to, once the seat that moved has been told of it.
  move() {
    const { by, move, args } = ROUND[this.made % ROUND.length];
    const turn = Math.floor(this.made / ROUND.length);
    const seat = this.seats[(turn + by) % SEATS];
    const { socket, playerID, credentials } = seat;
    const payload = { type: move, args: args(turn % SEATS), playerID, credentials };
    seat.awaits = this.made + 1;
    return new Promise((answered) => {
      seat.answered = answered;
      socket.emit('update', { type: 'MAKE_MOVE', payload }, this.made, this.match, playerID);
      this.made += 1;
    });
  }

  close() {
    for (const { socket } of this.seats) socket.disconnect();
  }
}

exports.table = (port, _script, heard) => new BoardgameTable(port, heard);
