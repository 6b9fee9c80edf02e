"""The log of a game as it is signed: its own events, or another stream's, are the leaves of a Merkle tree."""

from collections.abc import Callable, Iterable
from contextlib import suppress

from domain.events import GameCreated
from domain.forks import GameForked
from domain.visibility import Options
from replay.codec import Envelope
from replay.proofs.leaves import TOURNAMENT, leaf, log_name
from replay.proofs.merkle_tree import Tree, leaf_hash
from service.store.entries.signing_entries import GameKey
from service.store.errors import Conflict
from service.store.event_store import GameStore

LEAF_BYTES = 64
"""The size of a leaf in the tree."""


class MerkleLog:
    """The events `begin` + 1 to `version` of a game. Events that a fork shares with its parent are in the parent's log.

    For another `stream` of the game, all of the stream's events are in it. `name` identifies the log. `keyed_by` is the
    name of its key: a tournament has a key of its own, the other streams of a game share that of the game.
    """

    def __init__(self, game: str, begin: int, key: bytes, options: Options, stream: str = "") -> None:
        self.game = game
        self.name = log_name(game, stream)
        self.keyed_by = self.name if stream == TOURNAMENT else game
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
        """Return the hash of the leaf of event `n`. Raises ValueError if the log does not hold it."""
        return self.tree.hash_of(n - self.begin - 1)

    def add(self, envelopes: Iterable[Envelope], made: "HashMade | None" = None) -> None:
        """Add the events that follow the last one. Leaves that are `made` already are not made again."""
        for envelope in envelopes:
            if isinstance(envelope.event, GameForked):  # also of an imported game, with all before the fork
                self.begin, self.tree = envelope.n - 1, Tree()
            hashed = made(self, envelope) if made else None
            self.tree.append(hashed or leaf_hash(leaf(envelope, self.key, self.options, self.stream)))


HashMade = Callable[[MerkleLog, Envelope], bytes | None]
"""Returns the hash of an event's leaf in a log, if it was made for the same event elsewhere, else None."""


def new_log(store: GameStore, game: str, first: Envelope | None = None) -> MerkleLog | None:
    """Return the empty log of a game, or None if it has no key and none can be stored.

    `first` is the game's first event, if it is cached. Raises NoSuchGame if there is no such game, and DamagedGame if
    its first event cannot be read.
    """
    holders = store.require_lineage(game)
    key = key_of(store, game)
    if key is None:
        return None
    created = (first or store.envelopes(game, upto=1)[0]).event
    options = created.rules.options if isinstance(created, GameCreated) else {}
    return MerkleLog(game, holders[-2][1] if len(holders) > 1 else 0, key, options)


def key_of(store: GameStore, game: str) -> bytes | None:
    """Return the key of a game. An old or imported game without one gets a new key."""
    found = store.find_entries(GameKey, game=game)
    if not found and store.writable:
        with suppress(Conflict):  # another process was faster: its key counts
            store.save_entries(GameKey.drawn(game))
        found = store.find_entries(GameKey, game=game)
    return bytes.fromhex(found[0].key) if found else None
