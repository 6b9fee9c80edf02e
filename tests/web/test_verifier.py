"""The verifier of the pages and the single-file verifier agree on each bundle, good or bad."""

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from replay.proofs import verify_bundle as alone
from tests.golden.bundles import GOLDEN, golden_bundle
from tests.replay.example_games import wild_game
from tests.replay.proofs import test_attacks, test_standalone_verifier
from tests.replay.proofs.bundles import bundle_of
from tests.replay.proofs.test_attacks import ATTACKS

HERE = Path(__file__).parent
COUNT = int(os.environ.get("HARICOT_BUNDLES", "0"))
"""How many attacks are tried; 0 means one of each kind."""
BATCH = 200
"""How many bundles are on disk at once."""


def bundles() -> Iterator[bytes]:
    """Yield bundles of each edition: good, doubtful, forged and attacked ones."""
    yield from map(golden_bundle, GOLDEN)
    yield from (data for _, data in test_standalone_verifier.bundles())
    for tamper in test_standalone_verifier.CARRIED:
        if (forged := tamper(wild_game())) is not None:
            yield bundle_of(forged.record)
    luck = Random(4)
    for number in range(COUNT or len(ATTACKS)):
        yield ATTACKS[number % len(ATTACKS)](luck, test_attacks.bundles(number % (40 if COUNT else 4)))


def browser_verdicts(folder: Path, *more: str) -> list[dict[str, Any]]:
    """Return the verdict of the pages' verifier on each file in a folder."""
    command = ["node", f"--import={(HERE / 'page_modules.mjs').as_uri()}", str(HERE / "verified.mjs"), str(folder)]
    ran = subprocess.run([*command, *more], capture_output=True, text=True, timeout=100, check=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def compare_verdicts(batch: Sequence[bytes], folder: Path) -> set[str]:
    """Check that both verifiers find the same faults in each bundle; return the verdicts."""
    for number, data in enumerate(batch):
        (folder / f"{number:04}").write_bytes(data)
    verdicts = set()
    for data, found in zip(batch, browser_verdicts(folder), strict=True):
        faults = [[step, verdict, n] for step, verdict, n, _ in alone.verify(data)[1]]
        assert sorted(found["faults"], key=repr) == sorted(faults, key=repr), data[:80]
        verdicts.add(found["verdict"])
    return verdicts


@pytest.mark.long
def test_the_browser_verifier_agrees_with_the_single_file_verifier(tmp_path: Path) -> None:
    verdicts, left = set[str](), bundles()
    while batch := list(islice(left, BATCH)):
        verdicts |= compare_verdicts(batch, tmp_path)
        for file in tmp_path.iterdir():
            file.unlink()
    assert verdicts == {"good", "tampered", "incomplete", "unproved"}


def test_the_browser_verifier_works_without_web_crypto(tmp_path: Path) -> None:
    for edition in GOLDEN:
        (tmp_path / edition).write_bytes(golden_bundle(edition))
    assert [found["verdict"] for found in browser_verdicts(tmp_path, "plain")] == ["good"] * len(GOLDEN)
