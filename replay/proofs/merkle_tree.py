"""The Merkle tree of RFC 6962 over SHA-256: one root for a whole log, with inclusion and consistency proofs."""

import hashlib
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Final

Proof = tuple[bytes, ...]
"""Hashes of 32 bytes each, in the order of RFC 6962."""
_HASH_BYTES: Final = 32
_PAIR_BYTES: Final = 2 * _HASH_BYTES


def leaf_hash(leaf: bytes) -> bytes:
    """Return the hash of an entry; the byte before it distinguishes it from that of a node."""
    return hashlib.sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of two subtrees."""
    return _pair_hash(left + right)


def _pair_hash(pair: bytes | bytearray) -> bytes:
    return hashlib.sha256(b"\x01" + pair).digest()


EMPTY_ROOT: Final = hashlib.sha256(b"").digest()
"""The root of a tree without leaves."""


class Tree:
    """A tree that only grows; an append costs one hash on average, a root or a proof some log2(size) of them.

    Keeps 64 bytes a leaf: the hashes of all complete subtrees, so that the tree knows each former size.
    Source: RFC 6962, section 2.1.
    """

    __slots__ = ("_levels",)

    def __init__(self, leaf_hashes: Iterable[bytes] = ()) -> None:
        self._levels = [bytearray()]  # level k: the hashes of the complete subtrees of 2**k leaves, one after another
        self.extend(leaf_hashes)

    @property
    def size(self) -> int:
        """How many leaves there are."""
        return len(self._levels[0]) // _HASH_BYTES

    def append(self, hashed: bytes) -> None:
        """Add a leaf by its `leaf_hash`; ValueError for anything but 32 bytes."""
        self.extend((hashed,))

    def extend(self, leaf_hashes: Iterable[bytes]) -> None:
        """Add leaves by their `leaf_hash`; ValueError for anything but 32 bytes each, and then none is added."""
        added = [*leaf_hashes]
        if other := [hashed for hashed in added if len(hashed) != _HASH_BYTES]:
            raise ValueError(f"a hash has {_HASH_BYTES} bytes, not {len(other[0])}")
        self._levels[0] += b"".join(added)
        for level in count():
            if level + 1 == len(self._levels):
                self._levels.append(bytearray())
            below, above = self._levels[level], self._levels[level + 1]
            pairs = range(2 * len(above), len(below) - _PAIR_BYTES + 1, _PAIR_BYTES)
            if not pairs:
                break
            for begin in pairs:
                above += _pair_hash(below[begin : begin + _PAIR_BYTES])

    def hash_of(self, index: int) -> bytes:
        """Return the hash of leaf `index`, from 0; ValueError when there is none."""
        if not 0 <= index < self.size:
            raise ValueError(f"the tree has {self.size} leaves, and none is number {index}")
        return bytes(self._levels[0][index * _HASH_BYTES : (index + 1) * _HASH_BYTES])

    def root(self, size: int | None = None) -> bytes:
        """Return the root of the first `size` leaves, by default of all; ValueError when there are fewer."""
        size = self._known(self.size if size is None else size)
        root = b""
        for level in range(size.bit_length()):
            if size >> level & 1:
                place = ((size >> level) - 1) * _HASH_BYTES
                complete = bytes(self._levels[level][place : place + _HASH_BYTES])
                root = node_hash(complete, root) if root else complete
        return root or EMPTY_ROOT

    def inclusion(self, index: int, size: int) -> Proof:
        """Return the proof that leaf `index`, from 0, is in the tree of this size; ValueError when it is not."""
        if not 0 <= index < self._known(size):
            raise ValueError(f"leaf {index} is not in a tree of {size}")
        return self._path(index, 0, size)

    def consistency(self, old: int, new: int) -> Proof:
        """Return the proof that the tree of size `new` begins with the one of size `old`; ValueError if it cannot."""
        if not 0 <= old <= self._known(new):
            raise ValueError(f"a tree of {new} does not go on from one of {old}")
        return self._subproof(old, 0, new, whole=True) if 0 < old < new else ()

    def _known(self, size: int) -> int:
        if not 0 <= size <= self.size:
            raise ValueError(f"the tree has {self.size} leaves, not {size}")
        return size

    def _subtree(self, begin: int, end: int) -> bytes:
        """Return the hash over leaves begin to end - 1.

        `begin` is a multiple of the least power of two that is not smaller than their number.
        """
        count = end - begin
        if count & (count - 1) == 0:
            level = count.bit_length() - 1
            place = (begin >> level) * _HASH_BYTES
            return bytes(self._levels[level][place : place + _HASH_BYTES])
        middle = begin + _split(count)
        return node_hash(self._subtree(begin, middle), self._subtree(middle, end))

    def _path(self, index: int, begin: int, end: int) -> Proof:
        if end - begin == 1:
            return ()
        middle = begin + _split(end - begin)
        if index < middle:
            return (*self._path(index, begin, middle), self._subtree(middle, end))
        return (*self._path(index, middle, end), self._subtree(begin, middle))

    def _subproof(self, old: int, begin: int, end: int, *, whole: bool) -> Proof:
        if old == end:
            return () if whole else (self._subtree(begin, end),)
        middle = begin + _split(end - begin)
        if old <= middle:
            return (*self._subproof(old, begin, middle, whole=whole), self._subtree(middle, end))
        return (*self._subproof(old, middle, end, whole=False), self._subtree(begin, middle))


def _split(count: int) -> int:
    """Return the largest power of two that is smaller than `count`."""
    return 1 << (count - 1).bit_length() - 1


def verify_inclusion(hashed: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Return whether the proof shows that the leaf with this `leaf_hash` is number `index` of this tree.

    `size` and `root` are those of the tree. Source: RFC 9162, section 2.1.3.2.
    """
    if not 0 <= index < size:
        return False
    place, last = index, size - 1
    for beside in proof:
        if last == 0:
            return False
        if place & 1 or place == last:
            hashed = node_hash(beside, hashed)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            hashed = node_hash(hashed, beside)
        place, last = place >> 1, last >> 1
    return last == 0 and hashed == root


def verify_consistency(old: int, new: int, proof: Sequence[bytes], old_root: bytes, new_root: bytes) -> bool:
    """Return whether the proof shows that the tree of size and root `new` begins with that of size and root `old`.

    Source: RFC 9162, section 2.1.4.2; for an empty or an equal tree the proof is empty.
    """
    if not 0 <= old <= new:
        return False
    if old in (0, new):
        return not proof and old_root == (new_root if old else EMPTY_ROOT)
    path = list(proof)
    if old & (old - 1) == 0:
        path.insert(0, old_root)
    if not path:
        return False
    place, last = old - 1, new - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    former = latter = path[0]
    for beside in path[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            former, latter = node_hash(beside, former), node_hash(beside, latter)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            latter = node_hash(latter, beside)
        place, last = place >> 1, last >> 1
    return last == 0 and former == old_root and latter == new_root
