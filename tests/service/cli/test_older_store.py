"""No command writes into a store that was set back to an older state: those that write are found, not listed."""

import ast
import shutil
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType

import click
import pytest

from service import cli
from service.cli.options import store_option
from service.signing.key_file import key_path
from service.signing.rollback_guard import open_to_read, open_to_write
from service.store.entries.metadata_store import Annotation
from service.store.errors import StoreHeld
from service.store.event_store import open_store
from service.store.location import Location
from tests.long_tests import mostly_long
from tests.service.command_line import GAME, CommandAnswer, contents, fine, haricot, one_line

ROOT = Path(__file__).parents[3]
REMARK = Annotation(id="planted", game=GAME, n=1, at=0, by="", kind="comment", text="")
TOURNAMENT = "spring"
FILE, SHEET = "game.haricot.jsonl", "paper.ben"
SERVE = {"serve", "worker"}
"""They go on until they are stopped: see `served/test_set_back.py`."""
TIMES = ("2026-12-01T00:00:00Z", "2026-12-02T00:00:00Z")
WAYS: dict[str, list[str]] = {
    "grant": ["somebody"],
    "audit": [GAME],
    "backup": ["backup.gz"],
    "config show": [],
    "digest": [],
    "doctor": [],
    "demo": ["hide"],
    "erase": ["Ana", "--yes"],
    "events": [GAME],
    "collusion": [GAME, "--at", "30"],
    "export": ["--bundle", GAME],
    "fork": [GAME, "--at", "30"],
    "import": [FILE],
    "key rotate": [],
    "key show": [],
    "legal": [GAME, "--seat", "0"],
    "list": [],
    "migrate": [],
    "planted": [],
    "scoresheet": [GAME],
    "player hide": ["p-1"],
    "player merge": ["p-1", "p-2"],
    "player show": ["p-1"],
    "rebuild": [],
    "ratings": [],
    "record": [SHEET],
    "restore": ["backup.gz"],
    "par": [GAME],
    "story": [GAME],
    "show": [GAME],
    "simulate": ["--players", "3", "--seed", "9"],
    "stats": ["classic"],
    "token": ["service"],
    "tournament apart": [TOURNAMENT, "player-1", "player-2"],
    "tournament audit": [TOURNAMENT],
    "tournament check-in": [TOURNAMENT, "--all"],
    "tournament close": [TOURNAMENT],
    "tournament confirm": [TOURNAMENT],
    "tournament create": ["Spring"],
    "tournament draw": [TOURNAMENT],
    "tournament events": [TOURNAMENT],
    "tournament export": [TOURNAMENT],
    "tournament fork": [TOURNAMENT, "--at", "3"],
    "tournament link": [TOURNAMENT, "--table", "1", "--game", GAME],
    "tournament list": [],
    "tournament override": [TOURNAMENT, "--swap", "player-1", "player-2", "--reason", "x"],
    "tournament penalty": [TOURNAMENT, "player-1", "--kind", "warning", "--reason", "x"],
    "tournament play": [TOURNAMENT],
    "tournament register": [TOURNAMENT, "Di"],
    "tournament release": [TOURNAMENT],
    "tournament reopen": [TOURNAMENT, "--reason", "x"],
    "tournament result": [TOURNAMENT, "--table", "1", "--void", "--ruling", "x"],
    "tournament reveal": [TOURNAMENT],
    "tournament rules": [TOURNAMENT, "--from-round", "2", "--rounds", "2", "--reason", "x"],
    "tournament schedule": [TOURNAMENT, "--round", "1", "--opens", TIMES[0], "--closes", TIMES[1]],
    "tournament show": [TOURNAMENT],
    "tournament swap": [TOURNAMENT, "player-1", "player-2", "--reason", "x"],
    "tournament substitute": [TOURNAMENT, "--table", "1", "--player", "player-1", "--substitute", "player-2"],
    "tournament time": [TOURNAMENT, "--minutes", "5"],
    "tournament token": [TOURNAMENT, "scorer"],
    "tournament withdraw": [TOURNAMENT, "player-1"],
    "tournament simulate": ["--players", "3", "--rounds", "1", "--bots", "random", "--seed", "9"],
    "tournament standings": [TOURNAMENT],
}
"""How each command is called that is given a store; one that is new is asked for here."""
OPENERS = {"open_store", "open_when_there", "open_recorder"}
DOOR = "service/signing/rollback_guard.py"
BESIDE = {"service/cli/keep/restore.py"}
"""It fills a store that is empty, which nothing was signed of, with what may well be older."""


def commands() -> Iterator[str]:
    """Every command that is given a store, with its group."""
    for name in cli.COMMANDS:
        command = cli.command_named(name)
        within = command.commands.values() if isinstance(command, click.Group) else [command]
        for one in within:
            if any(option.name == "data" for option in one.params):
                yield one.name if one is command else f"{name} {one.name}"


def called(command: str, folder: Path) -> CommandAnswer:
    return haricot(*command.split(), *WAYS[command], "--data", folder)


@pytest.fixture
def stores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A store, and the same as it was before the last game was signed: both with one key, which knows how far."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HARICOT_KEY_FILE", str(tmp_path / "signing.key"))
    monkeypatch.setenv("HARICOT_ERASED", str(tmp_path / "erased.json"))
    newer, older = tmp_path / "newer", tmp_path / "older"
    fine("simulate", "--players", 3, "--seed", 5, "--out", tmp_path)
    (tmp_path / "classic-3-5-0001.haricot.jsonl").rename(FILE)
    sheet = fine("export", FILE, "--ben").out
    for game, name in (("on-paper", "Ana"), ("on-paper-too", "Bo")):
        Path(SHEET).write_text(sheet.replace("classic-3-5-0001", game).replace("seat-0", name), encoding="utf-8")
        if name == "Ana":
            fine("record", SHEET, "--data", newer)
    fine("simulate", "--players", 4, "--seed", 7, "--data", newer)
    fine("tournament", "create", "Spring", "--id", TOURNAMENT, "--data", newer)
    fine("tournament", "register", TOURNAMENT, "player-1", "B", "C", "--check-in", "--data", newer)
    shutil.copytree(newer, older)
    fine("simulate", "--players", 3, "--seed", 7, "--data", newer)
    return newer, older


def untold(command: str, newer: Path, older: Path) -> str | None:
    """What is wrong with a command at an older store; it writes if it changes the newer one. None when nothing is."""
    before, whole = contents(older), contents(newer)
    marks = {path: path.read_bytes() for path in key_path().parent.glob(f"{key_path().name}*")}
    erased = Path("erased.json").exists()
    answer = called(command, older)
    if contents(older) != before:
        return f"{command} has changed the older store"
    if marks != {path: path.read_bytes() for path in marks} or Path("erased.json").exists() is not erased:
        return f"{command} has changed what lies beside the older store"
    called(command, newer)
    if contents(newer) == whole or command == "export":  # of that, what was signed before is enough
        return None
    if answer.code != 2 or "was set back" not in answer.err or "--accept-restore" not in one_line(answer.err):
        return f"{command} ends with {answer.code} and says {answer.err!r}"
    return "" if answer.out else None


def test_there_is_a_way_to_call_each():
    assert {*commands(), "planted"} == {*WAYS, *SERVE}


@pytest.mark.parametrize("command", mostly_long(sorted({*WAYS} - {"planted"}), 2))
def test_no_command_writes_into_an_older_store_and_who_would_says_what_to_do(command, stores):
    assert untold(command, *stores) is None


@pytest.mark.long
def test_among_them_are_some_that_write(stores):
    newer, _ = stores
    found = set()
    for command in sorted({*WAYS} - {"planted"}):
        before = contents(newer)
        called(command, newer)
        found |= {command} if contents(newer) != before else set()
    assert {"simulate", "tournament simulate", "import", "record", "fork", "token", "erase", "key rotate"} <= found
    assert {f"tournament {one}" for one in ("create", "register", "draw", "withdraw", "token", "fork")} <= found


def planted(opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that opens its store by this and writes."""

    @click.command("planted")
    @store_option
    def planted_command(location: Location) -> None:
        with opener(location) as store:
            store.note(REMARK)

    module = ModuleType("service.cli.planted")
    module.planted_command = planted_command
    monkeypatch.setitem(sys.modules, "service.cli.run.planted", module)
    monkeypatch.setattr(cli, "COMMANDS", (*cli.COMMANDS, "planted"))
    monkeypatch.setitem(cli.FOLDERS, "planted", "run")


@pytest.mark.long
@pytest.mark.parametrize(
    ("opener", "says"),
    [(open_store, "has changed the older store"), (partial(open_to_write, tell=print), ""), (open_to_read, "")],
)
def test_control_a_planted_command_that_does_not_ask_is_found_and_one_by_the_door_cannot_write(
    opener, says, stores, monkeypatch
):
    planted(opener, monkeypatch)
    assert {*commands()} == {*WAYS, *SERVE}
    assert says in (untold("planted", *stores) or "")


def openings(source: str) -> set[str]:
    """What a module takes to open stores that does not ask."""
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    return OPENERS & {alias.name for node in imports for alias in node.names}


def test_nobody_opens_a_store_but_by_the_door():
    found = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "service").rglob("*.py")
        if openings(path.read_text("utf-8")) and path.parents[0].name != "store" and path.parents[1].name != "store"
    }
    assert found == {DOOR} | BESIDE


def test_control_who_opens_one_otherwise_is_found():
    assert openings("def f():\n    from service.store.event_store import GameStore, open_store") == {"open_store"}
    assert not openings("from service.signing.rollback_guard import open_to_write")


def test_without_a_place_for_the_key_a_store_is_read(stores, monkeypatch):
    newer, _ = stores
    monkeypatch.delenv("HARICOT_KEY_FILE")

    def homeless():
        raise RuntimeError

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert fine("list", "--data", newer).out
    with pytest.raises(StoreHeld):
        open_to_write(newer, print)
