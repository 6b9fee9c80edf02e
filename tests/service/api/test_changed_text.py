"""Text changed by editors, shells and mail programs: each reader accepts it, or names the cause."""

import codecs
import gzip
import html
import json
import quopri
import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from replay.record import CorruptFile, read_file, write_file
from replay.text_input import UnreadableText
from tests.replay.proofs.bundles import bundle_of, short_game
from tests.service.api.conftest import ApiClient
from tests.service.command_line import haricot

SHEET = (
    '[BEN "1"]\n[Edition "classic"]\n[Seats "Jos\u00e9; Bo; Cy"]\n[Start "B"]\n[Deck "unknown"]\n\n'
    "p1 {Gr}\np2 {St}\n/ {up St,So}\n/\nSt2\nSo3\nd {B+2Bl,Re}\nB:h2 {=0}\n"
)
LINE = "classic B1.plant A:Gr,4??(2Bl|Re|) B:Re,4??(|So|) C:5??(||) pile:80??\n"
POSITION = {"edition": "classic", "seats": [{"hand": ["red"], "fields": [["soy", "soy"], []]}, {}, {}]}
COMMAND = {"type": "HarvestField", "seat": 0, "field": 0}
NEW_GAME = {"edition": "classic", "seats": [{"name": "Jos\u00e9"}, {}, {}]}
BOOK = Path(__file__).parents[3] / "domain/tournament.toml"


class ReaderAnswer(NamedTuple):
    """The result of a reader, or the reason why it refused the text."""

    made: Any
    says: str


def run_reader(*arguments: object) -> ReaderAnswer:
    answer = haricot(*arguments)
    said = answer.err or answer.out
    return ReaderAnswer(answer.out, "") if answer.code == 0 else ReaderAnswer(None, said)


def post(api: ApiClient, path: str, data: bytes, media: str, *members: str) -> ReaderAnswer:
    answer = api.request("POST", path, api.service, data=data, content_type=media)
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        return ReaderAnswer(None, answer.text)
    fault = answer.json.get("fault") if isinstance(answer.json, dict) else None
    if fault:
        return ReaderAnswer(None, fault["says"])
    return ReaderAnswer({name: answer.json[name] for name in members}, "")


def as_json(text: bytes) -> bytes:
    return json.dumps({"ben": text.decode("utf-8", "replace")}).encode()


@cache
def game() -> bytes:
    return write_file(short_game())


@cache
def bundle() -> bytes:
    return bundle_of(short_game())


def readers(api: ApiClient, folder: Path) -> dict[str, tuple[bytes, Callable[[bytes], ReaderAnswer]]]:
    """Return each reader with a text that it accepts."""

    def by_file(name: str, *command: object) -> Callable[[bytes], ReaderAnswer]:
        def read(data: bytes) -> ReaderAnswer:
            path = folder / name
            path.write_bytes(data)
            return run_reader(*(path if part == "FILE" else part for part in command))

        return read

    store = ("--data", folder / "store")
    position, command = folder / "position.json", folder / "command.json"
    position.write_text(json.dumps(POSITION))
    command.write_text(json.dumps(COMMAND))
    question = json.dumps({"position": POSITION, "commands": COMMAND}).encode()
    ndjson, plain = "application/x-ndjson", "application/json"
    return {
        "record": (SHEET.encode(), by_file("game.ben", "record", "FILE", "--out", folder / "out", "--json")),
        "records:read": (as_json(SHEET.encode()), lambda data: post(api, "/v1/records:read", data, plain, "names")),
        IN_JSON: (SHEET.encode(), lambda data: post(api, "/v1/records:read", as_json(data), plain, "names")),
        "audit": (game(), by_file("a.haricot.jsonl", "audit", "FILE")),
        "import": (game(), by_file("i.haricot.jsonl", "import", "FILE", *store, "--json")),
        "games:import": (game(), lambda data: post(api, "/v1/games:import", data, ndjson, "game", "rules")),
        "verify": (bundle(), by_file("b.json", "verify", "FILE")),
        "position": (json.dumps(POSITION).encode() + b"\n", by_file("p.json", "adjudicate", "FILE", command)),
        "position line": (LINE.encode(), by_file("line.txt", "adjudicate", "FILE", "p1")),
        "commands": (json.dumps(COMMAND).encode() + b"\n", by_file("c.json", "adjudicate", position, "FILE")),
        "moves": (b"A:h1 ; p1\n", by_file("moves.txt", "adjudicate", position, "FILE")),
        "batch": (question + b"\n", by_file("batch.jsonl", "adjudicate", "--batch", "FILE", "--json")),
        "book": (BOOK.read_bytes(), by_file("book.toml", "rules", "tournament", "--remedies", "FILE")),
        "positions:adjudicate": (
            question + b"\n",
            lambda data: post(api, "/v1/positions:adjudicate", data, plain, "verdict", "events"),
        ),
        "games": (
            json.dumps(NEW_GAME).encode() + b"\n",
            lambda data: post(api, "/v1/games", data, plain, "version"),
        ),
    }


def replace_text(old: bytes, new: str) -> Callable[[bytes], bytes]:
    return lambda data: data.replace(old, new.encode())


HARMLESS: dict[str, Callable[[bytes], bytes]] = {
    "as it is": lambda data: data,
    "byte order mark": lambda data: codecs.BOM_UTF8 + data,
    "CRLF": lambda data: data.replace(b"\n", b"\r\n"),
    "CR": lambda data: data.replace(b"\n", b"\r"),
    "no line end at the end": lambda data: data.rstrip(b"\n"),
    "further line ends": lambda data: data + b"\n\n",
    "UTF-16": lambda data: data.decode().encode("utf-16"),
    "UTF-16, big end first, CRLF": lambda data: (
        codecs.BOM_UTF16_BE + data.decode().replace("\n", "\r\n").encode("utf-16-be")
    ),
    "NFD": lambda data: unicodedata.normalize("NFD", data.decode()).encode(),
}
"""Changes that keep the content: each reader accepts them."""
DAMAGING: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "no-break spaces": (replace_text(b" ", "\u00a0"), "U+00A0"),
    "curly quotation marks": (replace_text(b'"', "\u201c"), "U+201C"),
    "zero width spaces": (replace_text(b" ", "\u200b"), "U+200B"),
    "UTF-16 without a mark": (lambda data: data.decode().encode("utf-16-le"), "UTF-16"),
    "Latin-1": (lambda data: data.decode().replace("Ana", "\u00e9").encode("latin-1", "replace"), "UTF-8"),
    "gzip": (gzip.compress, "gzip"),
    "quoted-printable": (quopri.encodestring, "quoted-printable"),
    "mail quotes": (lambda data: b"".join(b"> " + line + b"\n" for line in data.splitlines()), "mail"),
    "HTML": (lambda data: html.escape(data.decode()).encode(), "&quot;"),
    "a web page": (lambda data: b"<!DOCTYPE html>\n<title>x</title>\n", "web page"),
}
"""Changes that damage the text: each reader accepts them, or names the cause."""

IN_JSON = "sheet in JSON"
ENCODINGS = {"UTF-16", "UTF-16, big end first, CRLF", "UTF-16 without a mark", "Latin-1", "gzip", "a web page"}
"""Changes that only a whole file can have."""


def test_each_reader_accepts_changes_that_keep_the_content(shared, tmp_path):
    for name, (text, read) in readers(shared, tmp_path).items():
        made = read(text)
        assert made.says == "", (name, made)
        for change, changed in HARMLESS.items():
            if name == IN_JSON and change in ENCODINGS:
                continue
            again = read(changed(text))
            assert (name, change, again.says) == (name, change, "")
            assert (name, change, _comparable(again.made)) == (name, change, _comparable(made.made))


def test_each_reader_accepts_damaged_text_or_names_the_cause(shared, tmp_path):
    wrong = []
    for name, (text, read) in readers(shared, tmp_path).items():
        for change, (changed, cause) in DAMAGING.items():
            data = changed(text)
            if data == text or (name == IN_JSON and change in ENCODINGS):
                continue
            found = read(data)
            if name == "verify" and change in ("no-break spaces", "zero width spaces", "Latin-1"):
                assert "the checkpoint does not hold" in found.says  # the signed text differs
                continue
            if found.says and (cause not in found.says or "corrupt" in found.says or "tampered" in found.says):
                wrong.append((name, change, found.says))
    assert wrong == []


def test_control_changed_content_is_corrupt(tmp_path):
    changed = game().replace(b'"variety":"', b'"variety":"x', 1)
    path = tmp_path / "changed.haricot.jsonl"
    path.write_bytes(changed)
    assert "corrupt" in haricot("audit", path).out
    with pytest.raises(CorruptFile):
        read_file(changed)
    path.write_bytes(bundle().replace(b"/games/", b"/gamez/", 1))
    assert "tampered" in haricot("verify", path).out


def test_an_unrelated_file_is_not_called_corrupt_or_tampered(tmp_path):
    for data, says in ((b"# Readme\n\nThis is a text.\n", "is no"), (b"", "empty"), (SHEET.encode(), "haricot record")):
        path = tmp_path / "README.md"
        path.write_bytes(data)
        answer = haricot("audit", path)
        assert (answer.code, answer.out) == (2, ""), data
        assert "corrupt" not in answer.err
        assert says in answer.err or "no game file" in answer.err
        assert haricot("verify", path).code == 2
    path.write_bytes(bundle())
    assert "haricot verify" in haricot("audit", path).err


def test_a_file_of_several_games_is_audited_game_by_game(tmp_path):
    one, other = game(), game().replace(b"\r", b"")
    path = tmp_path / "all.jsonl"
    path.write_bytes(one + other)
    assert haricot("audit", path).out.count("events\n") == 2
    with pytest.raises(UnreadableText, match="2 games"):
        read_file(path.read_bytes())


def _comparable(made: Any) -> Any:
    """Return a result without the flags that differ when the same text is read twice."""
    if not isinstance(made, str):
        return made
    for word in ("true", "false"):
        made = made.replace(f'"imported":{word}', "").replace(f'"recorded":{word}', "")
    return made
