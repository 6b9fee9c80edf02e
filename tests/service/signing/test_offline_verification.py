"""Check that two players who trust no one can verify their game offline, by what they kept."""

import base64
import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from replay.proofs import verify_bundle as standalone
from replay.proofs.shuffle import contribution_of_text, share_commitment
from tests.replay.proofs.bundles import OTHER
from tests.service.api.conftest import ApiClient, Match, open_api

SHARES = [contribution_of_text("what Ana threw with her dice"), contribution_of_text("what Bo threw with his")]
"""Drawn by the players."""


class KeptEvidence:
    """What the players keep: the server's key, its commitment, its first checkpoint, and the bundle."""

    def __init__(self, folder: Path) -> None:
        with open_api(folder / "store") as api:
            match = api.match(edition="duel", players=2, options={}, level="tournament")
            api.sign(match.game)
            self.key = api.get("/v1/keys")["keys"][-1]["key"]
            self.note = api.get(f"{match.at}/checkpoints")["checkpoint"]["note"]
            self.commitment = api.get(f"{match.at}/events")["events"][0]["event"]["commitment"]
            self._deal(api, match)
            luck = Random(5)
            while api.move(match, luck):
                pass
            api.sign(match.game)
            self.bundle = api.request("GET", f"{match.at}/bundle", match.seats[0]).data
            self.audit = api.get(f"{match.at}/audit?as=omniscient", match.seats[1])
        self.game = match.game
        self.file, self.key_file = folder / "game.haricot-audit.json", folder / "server.key"
        self.file.write_bytes(self.bundle)
        self.key_file.write_text(self.key + "\n", "utf-8")

    def _deal(self, api: ApiClient, match: Match) -> None:
        for seat, share in enumerate(SHARES):
            commitment = share_commitment(match.game, seat, share)
            person = {"kind": "human", "pseudonym": f"seat-{seat}"}
            api.submit(match, {"type": "TakeSeat", "seat": seat, **person, "commitment": commitment})
        for seat, share in enumerate(SHARES):
            api.submit(match, {"type": "RevealShare", "seat": seat, "contribution": share})

    def verified(self, *, file: Path | None = None, key: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run the standalone verifier in a Python without Haricot."""
        asked = [str(file or self.file), "--key", str(key or self.key_file)]
        command = [sys.executable, "-I", "-S", standalone.__file__, *asked]
        return subprocess.run(command, cwd="/", capture_output=True, text=True, check=False)

    def entry(self, kind: str, nth: int = 0) -> dict[str, object]:
        """Return the public members of an entry of the log."""
        entries = [json.loads(entry) for entry in json.loads(self.bundle)["log"]["entries"]]
        found: dict[str, object] = [one["public"] for one in entries if one["type"] == kind][nth]
        return found


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> KeptEvidence:
    return KeptEvidence(tmp_path_factory.mktemp("distrust"))


def test_a_standalone_verifier_confirms_deal_and_log(kept: KeptEvidence) -> None:
    said = kept.verified()
    assert said.returncode == 0, said.stdout
    assert "each card lay where it was taken from" in said.stdout
    assert kept.audit["deal"]["verdict"] == "proved"
    assert "nobody could choose this deal" in kept.audit["deal"]["says"]


def test_the_bundle_has_the_commitment_checkpoint_and_shares_that_players_kept(kept: KeptEvidence) -> None:
    log = json.loads(kept.bundle)["log"]
    assert kept.entry("game_created.1")["commitment"] == kept.commitment
    assert kept.note in [one["checkpoint"] for one in log["earlier"]]
    for seat, share in enumerate(SHARES):
        assert kept.entry("share_revealed.1", seat)["contribution"] == share
    assert len(base64.b64decode(SHARES[0])) == 32


@pytest.mark.long
def test_a_standalone_verifier_finds_the_event_of_a_changed_byte(kept: KeptEvidence, tmp_path: Path) -> None:
    places = [found.start(1) for found in re.finditer(rb'\\"variety\\":\\"(\w)', kept.bundle)]
    for place in places[:: len(places) // 5]:
        changed = bytearray(kept.bundle)
        changed[place] ^= 1
        file = tmp_path / "changed.haricot-audit.json"
        file.write_bytes(changed)
        said = kept.verified(file=file)
        assert said.returncode == 1
        assert re.search(r"^event \d+ \(tampered, root\)", said.stdout, re.MULTILINE), said.stdout


def test_control_a_bundle_under_another_key_is_refused(kept: KeptEvidence, tmp_path: Path) -> None:
    other = tmp_path / "other.key"
    other.write_text(OTHER.verifier.text + "\n", "utf-8")
    assert kept.verified(key=other).returncode == 4
