"""Edits of a bundle, with the step that finds each and, for some, the first event."""

import json
from collections.abc import Callable
from typing import Any

from replay.proofs.canonical import canonical
from replay.proofs.checkpoints import Checkpoint, game_log_origin
from tests.replay.proofs.bundles import KEY, OTHER, signed_log

Bundled = dict[str, Any]


def leaf_edit(value: Bundled, n: int, change: Callable[[Bundled], object], *, hashed: bool = False) -> None:
    """Change a leaf, and with `hashed` its hash too."""
    face = json.loads(value["log"]["entries"][n - 1])
    change(face)
    entry = canonical(face)
    value["log"]["entries"][n - 1] = entry.decode()
    if hashed:
        value["log"]["hashes"][n - 1] = hash_of(entry)


def hash_of(entry: bytes) -> str:
    from_tree = signed_log([entry], "x").checkpoint
    return from_tree.split("\n")[2]


def swap(items: list[Any], one: int, other: int) -> None:
    items[one], items[other] = items[other], items[one]


EDITS: dict[str, tuple[Callable[[Bundled], object], str, int | None]] = {
    "a time": (lambda b: leaf_edit(b, 40, lambda f: f.update(at="2000-01-01T00:00:41.000Z")), "root", 40),
    "a leaf with its hash": (lambda b: leaf_edit(b, 70, lambda f: f.update(actor="x"), hashed=True), "root", 65),
    "an entry less": (lambda b: [b["log"][name].pop() for name in ("entries", "hashes", "disclosures")], "root", None),
    "an entry left out": (
        lambda b: [b["log"][name].pop(49) for name in ("entries", "hashes", "disclosures")],
        "root",
        50,
    ),
    "two entries swapped": (
        lambda b: [swap(b["log"][name], 50, 51) for name in ("entries", "hashes", "disclosures")],
        "root",
        51,
    ),
    "a disclosure of another event": (lambda b: swap(b["log"]["disclosures"], 10, 11), "disclosures", None),
    "a key that signed nothing": (lambda b: b.update(key=OTHER.verifier.text), "note", None),
    "no key": (lambda b: b.update(key="example.org/beans"), "note", None),
    "a checkpoint of another game": (
        lambda b: b["log"].update(checkpoint=Checkpoint("example.org/beans/games/x", 1, bytes(32)).signed(KEY)),
        "root",
        2,
    ),
    "an earlier checkpoint of another history": (
        lambda b: b["log"]["earlier"][0].update(
            checkpoint=Checkpoint(game_log_origin(KEY.name, b["game"]), 1, bytes(32)).signed(KEY)
        ),
        "consistency",
        None,
    ),
    "a proof of consistency cut": (lambda b: b["log"]["earlier"][1]["proof"].pop(), "consistency", None),
    "another service log": (
        lambda b: b["log"].update(service=b["log"]["service"].replace("index 1", "index 2")),
        "service",
        None,
    ),
    "another seed": (lambda b: b.update(seed=None), "deal", None),
    "another table": (lambda b: b.update(table="0" * 64), "table", None),
    "other rules": (lambda b: b["rules"].update(version="9"), "decisions", 1),
    "another format": (lambda b: b.update(format="haricot-audit/2"), "canonical", None),
    "a member more": (lambda b: b.update(more=1), "canonical", None),
    "a hash more": (lambda b: b["log"]["hashes"].append(b["log"]["hashes"][0]), "canonical", None),
    "no entries": (lambda b: b["log"].update(entries=[], hashes=[], disclosures=[]), "canonical", None),
    "a view that there is not": (lambda b: b.update(view="seat:77"), "decisions", None),
}
