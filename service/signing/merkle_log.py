"""The signed log of a game or of another stream of events: a Merkle tree whose leaves are the events."""

from collections.abc import Callable, Iterable
from contextlib import suppress

from domain.events import GameCreated
from domain.forks import GameForked
from domain.visibility import Options
from replay.codec import Envelope
from replay.proofs.leaves import TOURNAMENT, log_name, make_leaf
from replay.proofs.merkle_tree import Tree, leaf_hash
from service.store.entries.signing_entries import GameKey
from service.store.errors import Conflict
from service.store.event_store import GameStore

LEAF_BYTES = 64
"""The size of a leaf in the tree."""


class MerkleLog:
    """The Merkle tree over the events `begin` + 1 to `version` of a game.

    Events that a fork shares with its parent are in the parent's log. The log of another `stream` contains all events
    of that stream. `name` identifies the log, and `key_name` its key. A tournament has a key of its own. The other
    streams of a game share the game's key.
    """

    def __init__(self, game: str, begin: int, key: bytes, options: Options, stream: str = "") -> None:
        self.game = game
        self.name = log_name(game, stream)
        self.key_name = self.name if stream == TOURNAMENT else game
        self.stream = stream
        self.begin = begin
        self.key = key
        self.options = options
        self.tree = Tree()

    @property
    def version(self) -> int:
        """The last event in the log."""
        return self.begin + self.tree.size

    def hash_of(self, n: int) -> bytes:
        """Return the hash of the leaf of event `n`. Raises ValueError if the log does not contain it."""
        return self.tree.hash_of(n - self.begin - 1)

    def add(self, envelopes: Iterable[Envelope], find_hash: "FindLeafHash | None" = None) -> None:
        """Add the events that follow the last one. `find_hash` may return hashes of leaves that exist already."""
        for envelope in envelopes:
            if isinstance(envelope.event, GameForked):  # an imported game has the events before the fork, too
                self.begin, self.tree = envelope.n - 1, Tree()
            hashed = find_hash(self, envelope) if find_hash else None
            self.tree.append(hashed or leaf_hash(make_leaf(envelope, self.key, self.options, self.stream)))


FindLeafHash = Callable[[MerkleLog, Envelope], bytes | None]
"""Returns the hash of an event's leaf in a log if it is cached, or else None."""


def new_log(store: GameStore, game: str, first: Envelope | None = None) -> MerkleLog | None:
    """Return the empty log of a game, or None if it has no key and none can be stored.

    `first` is the game's first event, if it is cached. Raises NoSuchGame if there is no such game, and DamagedGame if
    its first event cannot be read.
    """
    holders = store.require_lineage(game)
    key = find_or_store_key(store, game)
    if key is None:
        return None
    created = (first or store.envelopes(game, upto=1)[0]).event
    options = created.rules.options if isinstance(created, GameCreated) else {}
    return MerkleLog(game, holders[-2][1] if len(holders) > 1 else 0, key, options)


def find_or_store_key(store: GameStore, game: str) -> bytes | None:
    """Return the key of a game, or None if it has none and none can be stored.

    An old or imported game without a key gets a new one.
    """
    found = store.find_entries(GameKey, game=game)
    if not found and store.writable:
        with suppress(Conflict):  # another process was faster: its key counts
            store.save_entries(GameKey.random(game))
        found = store.find_entries(GameKey, game=game)
    return bytes.fromhex(found[0].key) if found else None
