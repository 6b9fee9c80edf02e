"""A log as it is signed: the own events of a game, or of another stream of it, as the leaves of a tree."""

from collections.abc import Callable, Iterable
from contextlib import suppress

from domain.events import GameCreated
from domain.forks import GameForked
from domain.visibility import Options
from replay.codec import Envelope
from replay.proofs.leaves import leaf, log_name
from replay.proofs.merkle_tree import Tree, leaf_hash
from service.store.entries.signing_entries import GameKey
from service.store.errors import Conflict
from service.store.event_store import GameStore

LEAF_BYTES = 64
"""What the tree keeps for each."""


class MerkleLog:
    """The events `begin` + 1 to `version` of a game; what a fork shares with its parent is in the parent's log.

    Of another `stream` of it than its events all that is in there; it is known by its `name`.
    """

    def __init__(self, game: str, begin: int, key: bytes, options: Options, stream: str = "") -> None:
        self.game = game
        self.name = log_name(game, stream)
        self.stream = stream
        self.begin = begin
        self.key = key
        self.options = options
        self.tree = Tree()

    @property
    def version(self) -> int:
        """The last event that is in it."""
        return self.begin + self.tree.size

    def hash_of(self, n: int) -> bytes:
        """Return the hash of the leaf of event `n`; ValueError where that is not in it."""
        return self.tree.hash_of(n - self.begin - 1)

    def add(self, envelopes: Iterable[Envelope], made: "HashMade | None" = None) -> None:
        """Add the events that follow on the last one; of what was `made` already no leaf is made again."""
        for envelope in envelopes:
            if isinstance(envelope.event, GameForked):  # also of one that came as a file with all before it
                self.begin, self.tree = envelope.n - 1, Tree()
            hashed = made(self, envelope) if made else None
            self.tree.append(hashed or leaf_hash(leaf(envelope, self.key, self.options, self.stream)))


HashMade = Callable[[MerkleLog, Envelope], bytes | None]
"""The hash of the leaf of an event in a log, if it was made elsewhere of the very same; else None."""


def new_log(store: GameStore, game: str, first: Envelope | None = None) -> MerkleLog | None:
    """Return the log of a game, nothing in it yet; None where it has no key and none can be written down.

    `first` is its first event, where that is at hand.

    NoSuchGame when there is none; DamagedGame when its first event cannot be read.
    """
    holders = store.holders(game)
    key = key_of(store, game)
    if key is None:
        return None
    created = (first or store.envelopes(game, upto=1)[0]).event
    options = created.rules.options if isinstance(created, GameCreated) else {}
    return MerkleLog(game, holders[-2][1] if len(holders) > 1 else 0, key, options)


def key_of(store: GameStore, game: str) -> bytes | None:
    """Return the key of a game; one that has none, as it is old or came as a file, gets one now."""
    found = store.noted(GameKey, game=game)
    if not found and store.writable:
        with suppress(Conflict):  # somebody else was faster, and theirs counts
            store.note(GameKey.drawn(game))
        found = store.noted(GameKey, game=game)
    return bytes.fromhex(found[0].key) if found else None
