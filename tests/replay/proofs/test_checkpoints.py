"""Tests of checkpoints and proofs of the service log, in the format of C2SP."""

import base64
import hashlib

import pytest

from replay.proofs.checkpoints import (
    Checkpoint,
    game_log_origin,
    read_checkpoint,
    service_log_leaf,
    service_log_origin,
    verified_checkpoint,
)
from replay.proofs.log_proof import LogProof, read_log_proof, verified_log_proof
from replay.proofs.merkle_tree import Tree, leaf_hash
from replay.proofs.signed_notes import BadNote, SigningKey, read_note

KEY = SigningKey("example.org/beans", bytes(range(32)))
PUBLISHED = (
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
    "— example.com/behind-the-sofa "
    "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
)


def test_the_published_checkpoint_round_trips() -> None:
    text = read_note(PUBLISHED).text
    checkpoint = read_checkpoint(text)
    assert (checkpoint.origin, checkpoint.size) == ("example.com/behind-the-sofa", 20852163)
    assert text == checkpoint.body


def test_a_signed_checkpoint_is_read_back() -> None:
    checkpoint = Checkpoint(game_log_origin(KEY.name, "g1"), 7, bytes(32))
    assert checkpoint == verified_checkpoint(checkpoint.signed(KEY), KEY.verifier)
    assert checkpoint.origin == "example.org/beans/games/g1"
    assert game_log_origin(KEY.name, "g1", "proceedings") == "example.org/beans/games/g1/proceedings"
    assert service_log_origin(KEY.name) == "example.org/beans/log"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "origin\n1\n",
        f"\n1\n{base64.b64encode(bytes(32)).decode()}\n",
        f"origin\n01\n{base64.b64encode(bytes(32)).decode()}\n",
        f"origin\n-1\n{base64.b64encode(bytes(32)).decode()}\n",
        f"origin\n\u0661\n{base64.b64encode(bytes(32)).decode()}\n",
        f"origin\n1\n{base64.b64encode(bytes(31)).decode()}\n",
        f"origin\n1\n{base64.b64encode(bytes(32)).decode()}\nextension\n",
        f"origin\n1\n{base64.b64encode(bytes(32)).decode()}",
    ],
)
def test_a_malformed_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        read_checkpoint(text)


def test_an_origin_of_two_lines_is_refused() -> None:
    with pytest.raises(BadNote):
        Checkpoint("one\n1", 7, bytes(32)).signed(KEY)


@pytest.fixture
def logged() -> tuple[str, LogProof]:
    """Return a game's checkpoint and the proof that it is the third of five entries in the service log."""
    note, nonce = Checkpoint(game_log_origin(KEY.name, "g1"), 7, bytes(32)).signed(KEY), bytes(range(16))
    tree = Tree(leaf_hash(service_log_leaf(str(k), bytes(16))) for k in range(2))
    tree.append(leaf_hash(service_log_leaf(note, nonce)))
    for k in range(2):
        tree.append(leaf_hash(service_log_leaf(str(k), bytes(16))))
    log = Checkpoint(service_log_origin(KEY.name), 5, tree.root()).signed(KEY)
    return note, LogProof(nonce, 2, tree.inclusion(2, 5), log)


def test_a_log_proof_verifies_the_checkpoint_of_a_game(logged: tuple[str, LogProof]) -> None:
    note, proof = logged
    assert proof == read_log_proof(proof.text)
    assert proof.text.startswith("c2sp.org/tlog-proof@v1\nextra AAECAwQFBgcICQoLDA0ODw==\nindex 2\n")
    assert verified_log_proof(proof.text, note, KEY.verifier).size == 5
    assert service_log_leaf(note, proof.nonce) == hashlib.sha256(note.encode() + proof.nonce).digest()


def test_a_log_proof_of_another_entry_is_refused(logged: tuple[str, LogProof]) -> None:
    note, proof = logged
    other = SigningKey(KEY.name, bytes(32))
    of_a_game = Checkpoint(game_log_origin(KEY.name, "g2"), 5, verified_checkpoint(proof.checkpoint, KEY.verifier).root)
    for text, checkpoint, key in (
        (proof.text, note.replace("\n7\n", "\n8\n"), KEY),
        (proof.text, note, other),
        (proof._replace(place=3).text, note, KEY),
        (proof._replace(path=proof.path[:-1]).text, note, KEY),
        (proof._replace(nonce=bytes(16)).text, note, KEY),
        (proof._replace(nonce=bytes(15)).text, note, KEY),
        (proof._replace(checkpoint=of_a_game.signed(KEY)).text, note, KEY),
        (proof.text.replace("@v1", "@v2"), note, KEY),
        (proof.text.replace("index 2", "index 02"), note, KEY),
        (proof.text.replace("extra ", ""), note, KEY),
        ("", note, KEY),
    ):
        with pytest.raises(BadNote):
            verified_log_proof(text, checkpoint, key.verifier)


def test_a_nonce_must_have_16_bytes() -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        service_log_leaf("note", bytes(15))
