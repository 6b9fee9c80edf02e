"""Misuse of the command line: arguments, files and stores that are wrong end in one line and leave nothing behind."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.service.command_line import GAME, chained, contents, fine, haricot, misused, shortened, unchained

HUGE = "1" + "0" * 30
ENDLESS = "9" * 5000
NUMBERS = ["0", "-1", HUGE, "-" + HUGE, "x", "", "1.5", "0x10", ENDLESS]
STRANGERS = [
    "",
    " ",
    "-",
    "../../etc/passwd-",
    "a/b",
    "a b",
    "\n",
    "a\tb",
    f"{GAME}/",
    GAME.upper(),
    "*",
    "%",
    "' OR 1=1 --",
    "seat:0",
    "h\u00e9ron",
    "\udcff",
    "\u202e",
    "\x1b[31m",
    "a" * 300,
    "a" * 100_000,
]


@pytest.fixture
def untouched(own_store: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """The store, in an empty current folder; afterwards neither may have changed."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    before = contents(own_store)
    yield own_store
    assert contents(own_store) == before
    assert list(here.iterdir()) == []


# Arguments.


@pytest.mark.parametrize("n", NUMBERS, ids=lambda n: n[:9] or "empty")
@pytest.mark.parametrize(
    "command",
    [
        ["show"],
        ["legal", "--seat", "0"],
        ["fork"],
        ["fork", "--seed", "1"],
        ["fork", "--play", "--out", "f"],
        ["audit"],
    ],
    ids=" ".join,
)
def test_there_is_no_event_of_such_a_number(command, n, untouched):
    misused(*command, GAME, "--at", n, "--data", untouched)


@pytest.mark.parametrize("n", NUMBERS, ids=lambda n: n[:9] or "empty")
def test_nothing_changed_since_an_event_that_never_was(n, untouched):
    misused("show", GAME, "--since", n, "--data", untouched)


@pytest.mark.parametrize("n", ["-1", "x", ""])
def test_events_cannot_come_after_less_than_nothing(n, untouched):
    misused("events", GAME, "--after", n, "--data", untouched)


@pytest.mark.parametrize(
    "view",
    ["seat:4", "seat:99", "seat:-1", "seat:", "seat:01", "seat:\u0663", "seat:1.0", "SEAT:1", "", "all", "seat:1\n"],
)
@pytest.mark.parametrize("command", ["show", "events", "export"])
def test_there_is_no_such_view(command, view, untouched):
    says = misused(command, GAME, "--as", view, "--data", untouched)
    assert "views are seat:K" in says or "seats are 0 to 3" in says


@pytest.mark.parametrize("seat", ["4", "99", "-1", HUGE, "x", "", "seat:1"])
def test_there_is_no_such_seat(seat, untouched):
    misused("legal", GAME, "--seat", seat, "--data", untouched)


@pytest.mark.parametrize("game", STRANGERS, ids=lambda game: ascii(game)[:20])
def test_there_is_no_such_game(game, untouched):
    for command in (["show"], ["events"], ["legal", "--seat", 0], ["fork", "--at", 3], ["export"], ["audit"]):
        misused(*command, "--data", untouched, "--", game)


@pytest.mark.parametrize("name", [*STRANGERS, GAME], ids=lambda name: ascii(name)[:20])
def test_a_fork_cannot_have_such_a_name(name, untouched):
    if name in (GAME.upper(), "seat:0"[:0] + GAME.upper()):
        pytest.fail("a name in capitals is a good name")
    misused("fork", GAME, "--at", 30, "--id", name, "--data", untouched)
    misused("fork", GAME, "--at", 30, "--id", name, "--out", "f", "--data", untouched)


SIMULATIONS = {
    **{f"{players} players": ["--players", players] for players in (0, 2, 6, 99, -1, HUGE, "x", "", "4.0")},
    **{f"{games} games": ["--games", games] for games in (0, -1, 10_000, HUGE, "x", "")},
    **{f"seed {seed}": ["--seed", seed] for seed in (-1, "x", "", "1.5", "0x1")},
    **{f"bots {bots}": ["--bots", bots] for bots in ("", "nonsense", ",", "trader,", "trader;random", "Trader")},
    **{f"option {text}": ["--option", text] for text in ("", "x", "=", "=x", "x=1", "trade_coins", "trade_coins=")},
    "option of another type": ["--option", "trade_coins=1"],
    "option of another value": ["--option", "exhaustions_to_end=77"],
    "option of 5,000 digits": ["--option", f"exhaustions_to_end={ENDLESS}"],
    "option twice": ["--option", "trade_coins=true", "--option", "trade_coins=false"],
    "option twice the same": ["--option", "trade_coins=true", "--option", "trade_coins=true"],
    "no edition": ["--edition", ""],
    "unknown edition": ["--edition", "monopoly"],
    "unknown option of the command": ["--gaems", "3"],
    "a word too many": ["classic"],
    "an option without its value": ["--games"],
    "an empty folder": ["--data", ""],
    "an empty folder for files": ["--out", ""],
}


@pytest.mark.parametrize("arguments", SIMULATIONS.values(), ids=SIMULATIONS)
def test_no_game_can_be_simulated_so_and_no_folder_is_made(arguments, untouched, tmp_path):
    misused("simulate", "--data", tmp_path / "new", *arguments)
    misused("simulate", "--data", tmp_path / "unused", "--out", tmp_path / "new", *arguments)
    assert not (tmp_path / "new").exists()


OTHERS = [
    ["nonsense"],
    ["--nonsense"],
    ["", "list"],
    ["list", "extra"],
    ["list", "--data", ""],
    ["show"],
    ["show", GAME, GAME],
    ["show", GAME, "--say", "la"],
    ["events", GAME, "--say", "la"],
    ["legal", GAME],
    ["fork", GAME],
    ["fork", GAME, "--at", "30", "--mode", "redeal"],
    ["fork", GAME, "--at", "30", "--seed", "-1"],
    ["fork", GAME, "--at", "30", "--bots", "nonsense", "--play"],
    ["import"],
    ["import", ""],
    ["import", "nowhere"],
    ["import", "."],
    ["audit", "."],
    ["rules", "monopoly"],
    ["rules", "classic", "CL-99.9"],
    ["rules", "CL-6.4"],
    ["rules", "--options"],
    ["rules", "classic", "CL-6.4", "--options"],
    ["adjudicate", "--batch", "nowhere"],
    ["adjudicate", "--batch", "."],
    ["doctor", "extra"],
]


@pytest.mark.parametrize("arguments", OTHERS, ids=" ".join)
def test_what_makes_no_sense_is_told_in_one_line(arguments, untouched, monkeypatch):
    monkeypatch.setenv("HARICOT_DATA", str(untouched))
    assert misused(*arguments)


def test_a_wrong_word_comes_with_where_to_look(store):
    assert misused("nonsense") == "No such command 'nonsense'. See `haricot --help`."
    assert misused("show") == "Missing argument 'GAME'. See `haricot show --help`."
    assert misused("--nonsense").endswith("See `haricot --help`.")


# Files that are no game files.

FILES = {
    "empty": lambda data: b"",
    "one line end": lambda data: b"\n",
    "binary": lambda data: bytes(range(256)) * 10,
    "not UTF-8": lambda data: data.replace(b"seat-1", b"seat\xff1", 1),
    "byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "CRLF": lambda data: data.replace(b"\n", b"\r\n"),
    "header only": lambda data: data[: data.index(b"\n") + 1],
    "cut in the middle": lambda data: data[: len(data) // 2],
    "cut at a line": lambda data: b"".join(data.splitlines(keepends=True)[:300]),
    "last line end missing": lambda data: data[:-1],
    "one byte changed": lambda data: data.replace(b'"field":1', b'"field":0', 1),
    "twice": lambda data: data * 2,
    "a position": lambda data: b'{"edition":"classic","seats":[]}\n',
    "5 MB": lambda data: b"x" * 5_000_000,
    "deep": lambda data: b"[" * 100_000 + b"\n" + b"]" * 100_000 + b"\n",
    "another format": lambda data: chained([{**unchained(data)[0], "format": "haricot-game/2"}, *unchained(data)[1:]]),
    "no events": lambda data: chained(shortened(unchained(data), 0)),
    "another view": lambda data: chained([{**unchained(data)[0], "view": "seat:7"}, *unchained(data)[1:]]),
    "more events than lines": lambda data: chained([{**unchained(data)[0], "events": 9**9}, *unchained(data)[1:]]),
    "999,999,999 players": lambda data: data.replace(b'"players":4', b'"players":999999999'),
}


@pytest.mark.parametrize("spoil", FILES.values(), ids=FILES)
def test_a_file_that_is_not_as_it_was_written_is_corrupt(spoil, game_file, tmp_path):
    path = tmp_path / "spoilt.haricot.jsonl"
    path.write_bytes(spoil(game_file.read_bytes()))
    for command in (["show"], ["events"], ["legal", "--seat", 0], ["fork", "--at", 3], ["export"], ["import"]):
        assert misused(*command, path, "--data", tmp_path / "new").startswith(f"{path} is corrupt: ")
    assert not (tmp_path / "new").exists()
    answer = haricot("audit", path, "--json")
    assert (answer.code, answer.err) == (1, "")
    (audit,) = answer.lines
    assert (audit["game"], audit["verdict"], audit["verdicts"]) == ("spoilt", "corrupt", [])
    assert audit["first"]["says"]
    told = haricot("audit", path)
    assert (told.code, told.err, told.out.count("\n")) == (1, "", 2)


# Stores that are none, and places that cannot be written.


def spoilt_store(kind: str, folder: Path) -> Path:
    """A place where no store can be read."""
    if kind == "device":
        return Path("/dev/null")
    if kind == "file":
        folder.write_text("no folder")
    elif kind == "below a file":
        folder.write_text("no folder")
        return folder / "below"
    elif kind == "no database":
        folder.mkdir()
        (folder / "haricot.sqlite3").write_bytes(b"no database" * 100)
    elif kind == "foreign":
        folder.mkdir()
        with closing(sqlite3.connect(folder / "haricot.sqlite3")) as connection:
            connection.execute("CREATE TABLE bookmarks (address)")
            connection.commit()
    elif kind == "a folder in its place":
        (folder / "haricot.sqlite3").mkdir(parents=True)
    return folder


@pytest.mark.parametrize("kind", ["device", "file", "below a file", "no database", "foreign", "a folder in its place"])
def test_a_place_that_holds_no_store_is_told_and_left_alone(kind, tmp_path, game_file):
    folder = spoilt_store(kind, tmp_path / "data")
    before = {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")}
    for command in (
        ["simulate"],
        ["list"],
        ["show", GAME],
        ["events", GAME],
        ["legal", GAME, "--seat", 0],
        ["export", GAME],
        ["fork", GAME, "--at", 30],
        ["fork", game_file, "--at", 30],
        ["import", game_file],
        ["audit", "--all"],
        ["audit", GAME],
    ):
        assert str(folder) in misused(*command, "--data", folder)
    assert {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")} == before


def test_a_damaged_store_is_told_so(own_store):
    file = own_store / "haricot.sqlite3"
    data = bytearray(file.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    file.write_bytes(data)
    for command in (["list"], ["show", GAME], ["audit", "--all"], ["simulate"]):
        misused(*command, "--data", own_store)
    assert haricot("doctor", "--data", own_store).code == 1


@pytest.mark.parametrize("command", [["export"], ["fork", "--at", 30]], ids=["export", "fork"])
def test_what_cannot_be_written_leaves_nothing_behind(command, untouched, tmp_path, game_file):
    (tmp_path / "file").write_text("no folder")
    for place in (tmp_path, tmp_path / "missing" / "x", tmp_path / "file" / "x", "/", ".", "..", "/proc/x", "a" * 256):
        assert "cannot be written: " in misused(*command, GAME, "--data", untouched, "--out", place)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "here", "own-store"]


def test_a_device_is_written_to_and_stays_a_device(store):
    fine("export", GAME, "--data", store, "--out", "/dev/null")
    assert Path("/dev/null").is_char_device()


def test_a_name_as_long_as_names_may_be_can_be_written(store, tmp_path):
    fine("export", GAME, "--data", store, "--out", tmp_path / ("a" * 255))


@pytest.mark.parametrize("place", ["file", "file/below", "/dev/null", "/proc/none"])
def test_game_files_cannot_be_simulated_into_such_a_place(place, tmp_path):
    (tmp_path / "file").write_text("no folder")
    assert str(tmp_path / place) in misused("simulate", "--out", tmp_path / place)
    assert shutil.disk_usage(tmp_path)
    assert (tmp_path / "file").read_text() == "no folder"
