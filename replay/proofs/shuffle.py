"""haricot-shuffle/1: a deal that is fixed before the first player sits down, and can be repeated by all afterwards."""

import base64
import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

import rfc8785

from domain.refusals import Misuse
from replay.proofs.hmac_drbg import HmacDrbg

SCHEME: Final = "haricot-shuffle/1"
SEED_BYTES: Final = 48
"""A deck of 104 beans has some 2**282 different orders, and a seed of 32 bytes could not reach them all."""
CONTRIBUTION_BYTES: Final = 32
_COMMITMENT: Final = re.compile("[0-9a-f]{64}")
DRAW_BYTES: Final = 8
DRAW_RANGE: Final = 1 << 8 * DRAW_BYTES

Item = TypeVar("Item", bound=str | int)


@dataclass(frozen=True, slots=True)
class Deal:
    """All chance of one game: `game` is its id, `seed` the 48 secret bytes that determine it.

    Contributions are the base64 strings of 32 bytes as the log has them, in the order of the seats. `shares` are those
    of seats that bring none, where play has to be repeatable. Otherwise `entropy` returns random bytes when such a seat
    is taken. At level duplicate the organiser's share is its `name`: it replaces the game in the nonces, so that tables
    with the same seed and share have the same deal. A `kept` deal is not revealed with the game's end. Errors:
    ValueError for a seed of another length. Source: NIST SP 800-90A rev. 1, section 10.1.2; Knuth, TAOCP volume 2,
    section 3.4.2, algorithm P.
    """

    game: str
    # The seed reveals every hand, so repr must not write it into a log.
    seed: bytes = field(repr=False)
    shares: tuple[str, ...] = field(default=(), repr=False)
    entropy: Callable[[int], bytes] | None = field(default=None, repr=False, compare=False)
    name: str = field(default="", repr=False)
    withheld: bool = field(default=False, repr=False)

    def __post_init__(self) -> None:
        _require_seed(self.seed)

    @property
    def commitment(self) -> str:
        """The commitment that is published before the first player sits down, 64 lowercase hex digits."""
        return commitment(self.game, self.seed)

    def shuffle(self, k: int, contributions: Sequence[str], pile: Sequence[Item]) -> tuple[Item, ...]:
        """Return the pile shuffled, top first as given; k is 0 for the first deal, and one more for each reshuffle.

        Errors: ValueError for a pile or contributions that RFC 8785 cannot write.
        """
        return shuffled(self.seed, f"{self.name or self.game}|{k}", contributions, pile)

    def lot(self, j: int, contributions: Sequence[str], candidates: Sequence[Item]) -> Item:
        """Return one of the candidates; j is 0 for the game's first lot, and one more for each further one.

        Errors: ValueError when there are no candidates, or when RFC 8785 cannot write them.
        """
        if not candidates:
            raise ValueError("a lot needs at least one candidate")
        return self.order(j, contributions, candidates)[0]

    def order(self, j: int, contributions: Sequence[str], items: Sequence[Item]) -> tuple[Item, ...]:
        """Return all the items in an order drawn at random; j counts with the other lots.

        Errors: ValueError when RFC 8785 cannot write the items.
        """
        return shuffled(self.seed, f"{self.name or self.game}|lot|{j}", contributions, items)

    def redeal(self, k: int, contributions: Sequence[str], items: Sequence[Item]) -> tuple[Item, ...]:
        """Return the items in the k-th order of those by which a fork deals again what its creator could not know.

        Errors: ValueError for items or contributions that RFC 8785 cannot write.
        """
        return shuffled(self.seed, f"{self.game}|redeal|{k}", contributions, items)

    def draw_share(self, seat: int) -> str:
        """Return a contribution for a seat that brings none; ValueError where there is no source for it."""
        if self.shares:
            return self.shares[seat]
        if self.entropy is None:
            raise ValueError("this deal has no shares for seats that bring none, and nothing to draw them from")
        return _base64(self.entropy(CONTRIBUTION_BYTES))

    def verify_share(self, seat: int, contribution: str, commitment: str) -> bool:
        """Return whether this is the share, in base64, that the seat has committed to."""
        return share_commitment(self.game, seat, contribution) == commitment

    def reveal(self) -> str | None:
        """Return the seed in base64, for after the end: before it, it reveals every hand. None while it is kept."""
        return None if self.withheld else _base64(self.seed)


def commitment(game: str, seed: bytes) -> str:
    """Return the SHA-256, in lowercase hex, that binds the dealer to this seed for this game without revealing it.

    Errors: ValueError for a seed that is not 48 bytes long.
    """
    _require_seed(seed)
    return hashlib.sha256(rfc8785.dumps([SCHEME, "commit", game, _base64(seed)])).hexdigest()


def share_commitment(game: str, seat: int, contribution: str) -> str:
    """Return the SHA-256, in lowercase hex, that binds a seat, from 0, to its base64 share of this game's deal."""
    return hashlib.sha256(rfc8785.dumps([SCHEME, "share", game, seat, contribution])).hexdigest()


def shuffled(seed: bytes, nonce: str, contributions: Sequence[str], pile: Sequence[Item]) -> tuple[Item, ...]:
    """Return the pile in an order that seed, nonce, contributions and pile fix; all orders are equally likely.

    The pile is given and returned top first. Every argument counts, order of the contributions and of the pile
    included: the same beans piled otherwise are shuffled otherwise.
    Errors: ValueError for a seed that is not 48 bytes long, or for text or numbers that RFC 8785 cannot write.
    """
    _require_seed(seed)
    personalisation = rfc8785.dumps([list(contributions), list(pile)])
    generator = HmacDrbg(entropy=seed, nonce=nonce.encode(), personalisation=personalisation)
    cards = list(pile)
    for i in range(len(cards) - 1, 0, -1):
        j = _draw_below(generator, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def seed_of_text(text: str) -> bytes:
    """Return the 48 bytes of SHA-384 of the text in UTF-8: a seed for repeatable play, not secret."""
    return hashlib.sha384(text.encode()).digest()


def contribution_of_text(text: str) -> str:
    """Return the base64 of SHA-256 of the text in UTF-8: a contribution for repeatable play."""
    return _base64(hashlib.sha256(text.encode()).digest())


def require_commitment(text: str) -> None:
    """Raise Misuse unless the text is a commitment to a share: a SHA-256 in lowercase hexadecimal digits."""
    if not _COMMITMENT.fullmatch(text):
        raise Misuse("a commitment has 64 hexadecimal digits, small ones", place="commitment")


def require_contribution(text: str) -> None:
    """Raise Misuse unless the text is a share: 32 bytes in base64."""
    try:
        raw = base64.b64decode(text, validate=True)
    except ValueError:
        raw = b""
    if len(raw) != CONTRIBUTION_BYTES or _base64(raw) != text:
        raise Misuse(
            f"a contribution is {CONTRIBUTION_BYTES} bytes in base64, 44 characters",
            place="contribution",
        )


def _draw_below(generator: HmacDrbg, bound: int) -> int:
    # The draws past the last whole multiple of bound would favour the small numbers, so they are drawn again.
    limit = DRAW_RANGE - DRAW_RANGE % bound
    while True:
        drawn = int.from_bytes(generator.generate(DRAW_BYTES), "big")
        if drawn < limit:
            return drawn % bound


def _require_seed(seed: bytes) -> None:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes, not {len(seed)}")


def _base64(raw: bytes) -> str:
    return base64.b64encode(raw).decode("ascii")
