// A game of Haricot with five seats: each follows it by a stream, and sends its commands by a connection of the game.

const http = require('node:http');

class HaricotTable {
  constructor(port, script, heard) {
    this.port = port;
    this.script = script;
    this.heard = heard;
    this.agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    this.streams = [];
    this.made = 0;
    this.moves = script.commands.length;
  }

  async open() {
    for (let seat = 0; seat < this.script.tokens.length; seat++) this.streams.push(await this.follow(seat));
  }

  headers(seat) {
    return { Authorization: `Bearer ${this.script.tokens[seat]}`, Accept: 'application/x-ndjson' };
  }

  follow(seat) {
    const path = `/v1/games/${this.script.game}/stream?after=${this.script.version}`;
    let rest = '';
    return new Promise((settled, failed) => {
      const options = { host: '127.0.0.1', port: this.port, path, headers: this.headers(seat), agent: false };
      const request = http.get(options, (stream) => {
        if (stream.statusCode !== 200) return failed(new Error(`stream: ${stream.statusCode}`));
        stream.setEncoding('utf8');
        stream.on('data', (text) => {
          const lines = (rest + text).split('\n');
          rest = lines.pop();
          for (const line of lines) {
            if (!line) continue;
            const envelope = JSON.parse(line);
            if (envelope.end) continue; // the game is over
            this.heard(seat, envelope.n, envelope.game === this.script.game);
          }
        });
        stream.on('error', () => {}); // it is cut at the end
        settled(request);
      });
      request.on('error', failed);
    });
  }

  // Gives the next command; the number of the last event it led to, once the server says that they are on disk.
  move() {
    const command = this.script.commands[this.made];
    const body = JSON.stringify(command);
    const headers = {
      ...this.headers(command.seat),
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'Idempotency-Key': `bench-${String(this.made).padStart(6, '0')}`,
    };
    this.made += 1;
    const path = `/v1/games/${this.script.game}/commands`;
    return new Promise((answered, failed) => {
      const options = { host: '127.0.0.1', port: this.port, method: 'POST', path, headers, agent: this.agent };
      const request = http.request(options, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part) => (text += part));
        answer.on('end', () => {
          if (answer.statusCode !== 201) return failed(new Error(`${answer.statusCode}: ${text}`));
          answered(JSON.parse(text).version);
        });
      });
      request.on('error', failed);
      request.end(body);
    });
  }

  close() {
    for (const stream of this.streams) stream.destroy();
    this.agent.destroy();
  }
}

exports.table = (port, script, heard) => new HaricotTable(port, script, heard);
