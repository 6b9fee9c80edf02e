"""Random numbers that any reader can repeat: a SHA-256 counter stream, and the hash chain of secrets of rounds."""

import hashlib
from collections.abc import Iterable, Sequence
from struct import unpack
from typing import Final, TypeVar

from domain.tournaments.algorithms import DRAW

Item = TypeVar("Item")
_NUMBERS: Final = 1 << 32


class CounterStream:
    """Numbers that follow from a seed of 32 bytes, the same on every machine.

    Block k, from 0, is SHA-256 of the seed and k in 8 bytes, big-endian. Each block gives eight numbers of 32 bits.
    """

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._block = 0
        self._numbers: list[int] = []

    def below(self, bound: int) -> int:
        """Return the next number from 0 to bound - 1; those past the last whole multiple of bound are passed over."""
        limit = _NUMBERS - _NUMBERS % bound
        numbers = self._numbers
        while True:
            if not numbers:
                block = hashlib.sha256(self._seed + self._block.to_bytes(8, "big")).digest()
                self._block += 1
                numbers.extend(reversed(unpack(">8I", block)))
            if (number := numbers.pop()) < limit:
                return number % bound

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Return the items in random order, by the shuffle of Fisher and Yates from the end."""
        order = list(items)
        for at in range(len(order) - 1, 0, -1):
            other = self.below(at + 1)
            order[at], order[other] = order[other], order[at]
        return order


def secret_before(secret: str, steps: int = 1) -> str:
    """Return the secret of the round `steps` before that of this secret, or, one before round 1, the commitment."""
    raw = bytes.fromhex(secret)
    for _ in range(steps):
        raw = hashlib.sha256(raw).digest()
    return raw.hex()


def opens(commitment: str, number: int, secret: str) -> bool:
    """Return whether this is the secret of round `number` of the chain that was committed to."""
    return secret_before(secret, number) == commitment


def draw_seed(
    tournament: str,
    number: int,
    secret: str,
    results: str,
    shares: Sequence[tuple[str, str]],
    algorithm: str = DRAW,
) -> bytes:
    """Return the seed of the draw of round `number` by the algorithm of this name.

    It is the SHA-256 of lines of text, each with a line end: the name of the algorithm, the tournament, the round, its
    secret, the digest of the confirmed results, then each checked-in player with their share, players in the order of
    their pseudonyms.
    """
    lines = [
        algorithm,
        tournament,
        str(number),
        secret,
        results,
        *(f"{player} {share}" for player, share in sorted(shares)),
    ]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).digest()
