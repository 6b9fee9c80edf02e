"""Tests of the Merkle tree of RFC 6962 with published vectors and the definitions of the standard."""

import hashlib
from collections.abc import Sequence
from itertools import pairwise

import pytest

from replay.proofs import merkle_tree
from replay.proofs.merkle_tree import EMPTY_ROOT, Tree, leaf_hash, node_hash, verify_consistency, verify_inclusion

LEAVES = [bytes.fromhex(leaf) for leaf in ["", "00", "10", "2021", "3031", "40414243", "5051525354555657"]]
LEAVES.append(bytes.fromhex("606162636465666768696a6b6c6d6e6f"))
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
"""The roots of the first 1 to 8 leaves, published by Certificate Transparency."""


def tree_of(count: int) -> Tree:
    return Tree(leaf_hash(str(index).encode()) for index in range(count))


def root_by_definition(hashes: Sequence[bytes]) -> bytes:
    """Compute the root by section 2.1 of the RFC."""
    if not hashes:
        return hashlib.sha256().digest()
    if len(hashes) == 1:
        return hashes[0]
    split = 1
    while split * 2 < len(hashes):
        split *= 2
    return node_hash(root_by_definition(hashes[:split]), root_by_definition(hashes[split:]))


def test_merkle_roots_equal_the_published_ones() -> None:
    tree = Tree(map(leaf_hash, LEAVES))
    assert ROOTS == [tree.root(size).hex() for size in range(1, 9)]
    assert EMPTY_ROOT == tree.root(0) == Tree().root()


def test_merkle_proofs_equal_the_published_ones() -> None:
    tree = Tree(map(leaf_hash, LEAVES))
    assert [proof.hex()[:8] for proof in tree.inclusion(5, 8)] == ["bc1a0643", "ca854ea1", "d37ee418"]
    assert [proof.hex()[:8] for proof in tree.consistency(6, 8)] == ["0ebc5d34", "ca854ea1", "d37ee418"]


@pytest.mark.parametrize("size", [*range(10), 31, 32, 33])
def test_roots_and_proofs_of_small_trees_follow_the_definition(size: int) -> None:
    tree = tree_of(size)
    hashes = [leaf_hash(str(index).encode()) for index in range(size)]
    assert size == tree.size
    for upto in range(size + 1):
        root = root_by_definition(hashes[:upto])
        assert root == tree.root(upto)
        for index in range(upto):
            assert verify_inclusion(hashes[index], index, upto, tree.inclusion(index, upto), root)
        proof = tree.consistency(upto, size)
        assert verify_consistency(upto, size, proof, root, tree.root())


@pytest.mark.parametrize("size", [1, 2, 7, 8, 21])
def test_an_inclusion_proof_of_another_leaf_is_refused(size: int) -> None:
    tree = tree_of(size)
    for index in range(size):
        hashed, proof = leaf_hash(str(index).encode()), tree.inclusion(index, size)
        for other in (-1, *range(size + 2)):
            assert verify_inclusion(hashed, other, size, proof, tree.root()) == (other == index)
        assert not verify_inclusion(hashed, index, size, (*proof, hashed), tree.root())
        assert not verify_inclusion(leaf_hash(b"other"), index, size, proof, tree.root())
        if proof:
            assert not verify_inclusion(hashed, index, size, proof[:-1], tree.root())


def test_a_consistency_proof_of_a_rewritten_log_is_refused() -> None:
    tree, other = tree_of(21), Tree([leaf_hash(b"rewritten"), *(leaf_hash(str(k).encode()) for k in range(1, 21))])
    for old, new in pairwise(range(1, 22)):
        assert verify_consistency(old, new, tree.consistency(old, new), tree.root(old), tree.root(new))
        for proof in (tree.consistency(old, new), other.consistency(old, new)):
            assert not verify_consistency(old, new, proof, tree.root(old), other.root(new))
        assert not verify_consistency(new, old, (), tree.root(new), tree.root(old))
        assert not verify_consistency(old, new, (), tree.root(old), tree.root(new))
    assert not verify_consistency(21, 21, (), tree.root(), other.root())
    assert not verify_consistency(0, 21, (), tree.root(), tree.root())


def test_an_append_costs_one_hash_on_average(monkeypatch: pytest.MonkeyPatch) -> None:
    counted, pair_hash = [], merkle_tree._pair_hash
    monkeypatch.setattr(merkle_tree, "_pair_hash", lambda pair: counted.append(1) or pair_hash(pair))
    tree = tree_of(500)
    for index in range(500, 1000):
        tree.append(leaf_hash(str(index).encode()))
    assert len(counted) < 1000
    assert tree.root() == tree_of(1000).root()
    counted.clear()
    tree.root()
    assert len(counted) < 10


def test_a_tree_refuses_malformed_hashes_and_missing_leaves() -> None:
    tree = tree_of(3)
    for ask in (
        lambda: tree.append(b"short"),
        lambda: tree.root(4),
        lambda: tree.root(-1),
        lambda: tree.inclusion(3, 3),
        lambda: tree.inclusion(-1, 3),
        lambda: tree.inclusion(0, 4),
        lambda: tree.consistency(3, 2),
        lambda: tree.consistency(-1, 2),
        lambda: tree.consistency(1, 4),
    ):
        with pytest.raises(ValueError, match=r"hash|leaf|tree"):
            ask()
