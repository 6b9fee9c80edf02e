"""What is written beside the first events of a game."""

from domain.events import GameCreated
from domain.forks import GameForked
from replay.codec import Envelope
from replay.proofs.shuffle import SEED_BYTES
from service.store.errors import NoSuchGame, Unstorable
from service.store.location import Location
from service.store.recorder import GameOrigin, GameRecorder, InitialEntries


def opening_of(
    recorder: GameRecorder, location: Location, first: Envelope, *, seed: bytes | None, origin: GameOrigin
) -> InitialEntries | None:
    """Return the opening of the game that an envelope begins, None when it begins none.

    NoSuchGame for a fork without its parent; Unstorable for one that leaves its parent elsewhere than it says, and for
    a seed that is not SEED_BYTES long or comes with a later event.
    """
    event = first.event
    opens = isinstance(event, GameForked) or (isinstance(event, GameCreated) and first.n == 1)
    if seed is not None and not (opens and len(seed) == SEED_BYTES):
        raise Unstorable(f"a seed is {SEED_BYTES} bytes, and kept with the first event of a game")
    if not opens:
        return None
    if not isinstance(event, GameForked):
        return InitialEntries(origin, seed)
    parent = recorder.game(event.parent)
    if parent is None:
        raise NoSuchGame(location, event.parent)
    if not 1 <= event.at <= parent.version or first.n != event.at + 1:
        has = f"{event.parent} has events 1 to {parent.version}"
        raise Unstorable(f"event {first.n} cannot fork it at {event.at}: {has}, and the fork goes on with the next")
    return InitialEntries(origin, seed, event.parent, event.at)
