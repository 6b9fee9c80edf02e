"""Check the signing key: made once; a lost, wrong or readable key file is a clear error."""

import shutil
from pathlib import Path

import pytest

from service.signing.high_water_mark import RolledBack
from service.signing.key_file import KeyFileProblem, load_signing_key, new_key, read_key
from service.signing.signer import Signer
from service.store.event_store import open_store
from tests.service.store.games import LATE, add_game, play_game


@pytest.fixture
def signed(tmp_path: Path) -> Path:
    """A store with signatures, and its key beside it."""
    with open_store(tmp_path / "store") as store:
        add_game(store, play_game("g", LATE))
        Signer(store, tmp_path / "key").sign(0, as_is=["g"])
    return tmp_path / "store"


def test_the_first_signer_makes_a_key_that_only_its_owner_can_read(tmp_path: Path) -> None:
    path = tmp_path / "new" / "key"
    with open_store(tmp_path / "store") as store:
        first = load_signing_key(store, path)
        assert path.stat().st_mode & 0o777 == 0o600
        assert first == load_signing_key(store, path) == read_key(path)
        assert first.name == f"haricot-{first.verifier.public[:4].hex()}"
        assert [path] == list(path.parent.iterdir())


def test_no_second_key_is_made_for_a_signed_store(tmp_path: Path, signed: Path) -> None:
    with open_store(signed) as store:
        assert load_signing_key(store, tmp_path / "key")
        with pytest.raises(KeyFileProblem, match=r"is not at .*signed by haricot-.*bring that file back"):
            load_signing_key(store, tmp_path / "lost")
        assert not (tmp_path / "lost").exists()
        (tmp_path / "other").write_text(f"{new_key().text}\n")
        (tmp_path / "other").chmod(0o600)
        with pytest.raises(KeyFileProblem, match=r"this store was signed by haricot-.*HARICOT_KEY_FILE"):
            load_signing_key(store, tmp_path / "other")


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda path: path.chmod(0o644), "can be read by others.*chmod 600"),
        (lambda path: path.write_text("nothing\n"), "holds no key"),
        (lambda path: path.write_bytes(b"\xff\xfe"), "holds no key"),
        (lambda path: path.write_text(path.read_text()[:-9] + "AAAAAAA=\n"), "holds no key"),
        (lambda path: (path.unlink(), path.mkdir()), "cannot be read"),
    ],
    ids=["readable by others", "no key", "no text", "cut", "a folder"],
)
def test_an_unusable_key_file_is_refused_with_its_reason(
    spoil: object, says: str, tmp_path: Path, signed: Path
) -> None:
    spoil(tmp_path / "key")  # type: ignore[operator]  # it is a function
    with open_store(signed) as store, pytest.raises(KeyFileProblem, match=says) as caught:
        load_signing_key(store, tmp_path / "key")
    assert "PRIVATE" not in str(caught.value)


def test_a_key_file_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        open_store(tmp_path / "store") as store,
        pytest.raises(KeyFileProblem, match="no key to sign with can be made"),
    ):
        load_signing_key(store, tmp_path / "file" / "key")


def test_a_store_that_was_set_back_is_not_signed(tmp_path: Path, signed: Path) -> None:
    shutil.copytree(signed, tmp_path / "before")
    whole = play_game("g", LATE + 9)
    with open_store(signed) as store:
        store.append("g", whole.envelopes[play_game("g", LATE).version :])
        Signer(store, tmp_path / "key").sign(0, as_is=["g"])
    with open_store(tmp_path / "before") as store, pytest.raises(RolledBack, match="was set back"):
        Signer(store, tmp_path / "key").sign(0, as_is=["g"])
    with open_store(signed) as store:
        Signer(store, tmp_path / "key").sign(0, as_is=["g"])
