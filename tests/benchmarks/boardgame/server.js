// Serves the bean game on boardgame.io: `node server.js memory` or `node server.js FOLDER`; prints its port.

const { Server, FlatFile } = require('boardgame.io/server');
const { beans } = require('./beans.js');

const place = process.argv[2];
const server = Server({
  games: [beans],
  origins: ['http://127.0.0.1'],
  ...(place === 'memory' ? {} : { db: new FlatFile({ dir: place }) }),
});

// The library listens at every address of the machine.
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, ready) => listen(port, '127.0.0.1', ready);
// Its own log has a line for each request, which nobody reads here.
console.info = console.log = () => {};

server.run(0).then(({ appServer }) => process.stdout.write(`${appServer.address().port}\n`));
