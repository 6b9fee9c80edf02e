"""Tests of signed notes in the format of C2SP."""

import pytest

from replay.proofs.signed_notes import (
    BadNote,
    Signature,
    SigningKey,
    VerifierKey,
    decode_base64,
    read_note,
    read_signing_key,
    read_verifier_key,
    require_key_name,
    signed_note,
    verified_note,
)

STANDARD = (
    "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    (
        "This is an example message.\n\n— example.com/foo "
        "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
    ),
)
GO = (
    "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    (
        "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n"
        "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
    ),
)
GO_SECRET = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"  # published, signs nothing
KEY = SigningKey("example.org/beans", bytes(range(32)))
OTHER = SigningKey("example.org/other", bytes(range(1, 33)))


@pytest.mark.parametrize(("key", "note"), [STANDARD, GO])
def test_published_signed_notes_are_verified(key: str, note: str) -> None:
    verifier = read_verifier_key(key)
    text = verified_note(note, verifier)
    assert text == note.partition("\n\n")[0] + "\n"
    with pytest.raises(BadNote, match="one of them was changed"):
        verified_note(note.replace("y", "z", 1), verifier)


def test_a_published_key_makes_the_published_signature() -> None:
    key = read_signing_key(GO_SECRET)
    assert key.verifier.text == GO[0]
    assert GO[1] == signed_note(verified_note(GO[1], key.verifier), [key.sign(GO[1].partition("\n\n")[0] + "\n")])


def test_a_signing_key_round_trips() -> None:
    assert KEY == read_signing_key(KEY.text)
    assert KEY.verifier == read_verifier_key(KEY.verifier.text)
    assert KEY.secret.hex() not in repr(KEY)
    assert "secret" not in repr(KEY)


def test_signatures_of_other_keys_are_ignored() -> None:
    text = "beans\n"
    note = signed_note(text, [OTHER.sign(text), Signature("witness.example", b"\0\0\0\1", b"x" * 72), KEY.sign(text)])
    assert text == verified_note(note, KEY.verifier)
    assert [signature.name for signature in read_note(note).signatures] == [OTHER.name, "witness.example", KEY.name]
    with pytest.raises(BadNote, match=r"none of example\.org/beans signed it"):
        verified_note(signed_note(text, [OTHER.sign(text)]), KEY.verifier)
    # The same name with another key is another key.
    namesake = SigningKey(KEY.name, OTHER.secret)
    assert text == verified_note(signed_note(text, [namesake.sign(text), KEY.sign(text)]), KEY.verifier)
    with pytest.raises(BadNote, match="none of"):
        verified_note(signed_note(text, [namesake.sign(text)]), KEY.verifier)
    forged = Signature(KEY.name, KEY.verifier.id, bytes(64))
    with pytest.raises(BadNote, match="one of them was changed"):
        verified_note(signed_note(text, [forged, KEY.sign(text)]), KEY.verifier)


def test_the_text_of_a_note_ends_at_the_last_blank_line() -> None:
    text = "one\n\ntwo\n\n— a line that is no signature\n"
    assert text == verified_note(signed_note(text, [KEY.sign(text)]), KEY.verifier)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("beans\n", "beans\r\n"),
        ("beans\n", "be\tans\n"),
        ("beans\n", "be\0ans\n"),
        ("beans\n", "be\ud800ans\n"),
        ("\n\n", "\n"),
        ("\n\n", "\n\n\n"),
        ("— ", "- "),
        ("— ", "—\u00a0"),
        ("beans ", "be+ans "),
        ("=\n", "=\n\n"),
        ("=\n", "="),
        ("=\n", "= \n"),
        ("=\n", "=\nx\n"),
        ("=\n", "\n"),
    ],
)
def test_a_malformed_note_is_refused(old: str, new: str) -> None:
    note = signed_note("beans\n", [KEY.sign("beans\n")])
    assert old in note
    with pytest.raises(BadNote):
        verified_note(note.replace(old, new), KEY.verifier)


def test_every_flipped_bit_of_a_note_is_found() -> None:
    note = signed_note("beans\n", [KEY.sign("beans\n")]).encode()
    for place in range(len(note) * 8):
        flipped = bytearray(note)
        flipped[place // 8] ^= 1 << place % 8
        with pytest.raises((BadNote, UnicodeDecodeError)):
            verified_note(flipped.decode(), KEY.verifier)


def test_non_canonical_base64_is_refused() -> None:
    assert decode_base64("AAE=") == b"\0\1"
    for other in ("AAF=", "AAE", "AAE==", " AAE=", "AAE=\n", "A\u0410E=", "!AAE=", "AA-_"):
        with pytest.raises(BadNote):
            decode_base64(other)


def test_notes_and_lines_have_a_size_limit() -> None:
    text = "beans\n"
    many = [Signature("witness.example", b"\0\0\0\1", b"x" * 72)] * 16
    assert text == verified_note(signed_note(text, [*many, KEY.sign(text)]), KEY.verifier)
    with pytest.raises(BadNote, match="at most 100"):
        signed_note(text, many * 7)
    with pytest.raises(BadNote, match="bytes"):
        read_note("x" * 70_000)


@pytest.mark.parametrize("name", ["", "two words", "a+b", "a\u00a0b", "a\nb", "a\0b"])
def test_an_invalid_key_name_is_refused(name: str) -> None:
    with pytest.raises(BadNote, match="a key is not called"):
        require_key_name(name)


def test_a_malformed_key_is_refused_without_quoting_it() -> None:
    public = KEY.verifier.text
    for text in (
        "",
        "name",
        public[:-4],
        public.replace("+", "-"),
        public[:-2] + "AA",
        public.replace("beans", "peas"),
    ):
        with pytest.raises(BadNote):
            read_verifier_key(text)
    other_id = KEY.text.replace(KEY.verifier.id.hex(), "00000000")
    for text in (public, KEY.text[:-4], other_id, KEY.text.replace("+AQ", "+BA")):
        with pytest.raises(BadNote) as refused:
            read_signing_key(text)
        assert KEY.text[-40:-4] not in str(refused.value)
    assert not VerifierKey("n", b"short").verifies("text", bytes(64))
