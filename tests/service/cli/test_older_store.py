"""No command writes into a store that was rolled back to an older state."""

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
from service.store.errors import WritesSuspended
from service.store.event_store import open_store
from service.store.location import Location
from tests.long_tests import mostly_long
from tests.service.command_line import GAME, CommandAnswer, contents, haricot, one_line, run_ok

ROOT = Path(__file__).parents[3]
REMARK = Annotation(id="planted", game=GAME, n=1, at=0, by="", kind="comment", text="")
TOURNAMENT = "spring"
FILE, SHEET = "game.haricot.jsonl", "paper.ben"
SERVE = {"serve", "worker"}
"""They run until they are stopped: see `served/test_rolled_back_store.py`."""
TIMES = ("2026-12-01T00:00:00Z", "2026-12-02T00:00:00Z")
CALLS: dict[str, list[str]] = {
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
"""The arguments of each command that takes a store. A new command needs a line here."""
OPENERS = {"open_store", "open_when_available", "open_recorder"}
GUARD = "service/signing/rollback_guard.py"
UNGUARDED = {"service/cli/keep/restore.py"}
"""It fills an empty store, of which nothing was signed yet."""


def commands() -> Iterator[str]:
    """Yield every command that takes a store, with its group."""
    for name in cli.COMMANDS:
        command = cli.load_command(name)
        within = command.commands.values() if isinstance(command, click.Group) else [command]
        for one in within:
            if any(option.name == "data" for option in one.params):
                yield one.name if one is command else f"{name} {one.name}"


def called(command: str, folder: Path) -> CommandAnswer:
    return haricot(*command.split(), *CALLS[command], "--data", folder)


def use_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Make a folder the current one, with its own key; return the places of its newer and older store."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HARICOT_KEY_FILE", str(folder / "signing.key"))
    monkeypatch.setenv("HARICOT_ERASED", str(folder / "erased.json"))
    return folder / "newer", folder / "older"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store, and a copy from before its last game was signed; one key and its high-water mark."""
    folder = tmp_path_factory.mktemp("template")
    with pytest.MonkeyPatch.context() as patch:
        fill(*use_folder(folder, patch))
    return folder


@pytest.fixture
def stores(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The newer and the older store, to be written to, in the current folder."""
    return use_folder(shutil.copytree(template, tmp_path / "stores"), monkeypatch)


def fill(newer: Path, older: Path) -> None:
    run_ok("simulate", "--players", 3, "--seed", 5, "--out", ".")
    Path("classic-3-5-0001.haricot.jsonl").rename(FILE)
    sheet = run_ok("export", FILE, "--ben").out
    for game, name in (("on-paper", "Ana"), ("on-paper-too", "Bo")):
        Path(SHEET).write_text(sheet.replace("classic-3-5-0001", game).replace("seat-0", name), encoding="utf-8")
        if name == "Ana":
            run_ok("record", SHEET, "--data", newer)
    run_ok("simulate", "--players", 4, "--seed", 7, "--data", newer)
    run_ok("tournament", "create", "Spring", "--id", TOURNAMENT, "--data", newer)
    run_ok("tournament", "register", TOURNAMENT, "player-1", "B", "C", "--check-in", "--data", newer)
    shutil.copytree(newer, older)
    run_ok("simulate", "--players", 3, "--seed", 7, "--data", newer)


def write_fault(command: str, newer: Path, older: Path) -> str | None:
    """Return what a command does wrong at a rolled back store, or None.

    A command counts as writing if it changes the newer store.
    """
    before, whole = contents(older), contents(newer)
    marks = {path: path.read_bytes() for path in key_path().parent.glob(f"{key_path().name}*")}
    erased = Path("erased.json").exists()
    answer = called(command, older)
    if contents(older) != before:
        return f"{command} has changed the older store"
    if marks != {path: path.read_bytes() for path in marks} or Path("erased.json").exists() is not erased:
        return f"{command} has changed what lies beside the older store"
    called(command, newer)
    if contents(newer) == whole or command == "export":  # it may export what was signed before
        return None
    if answer.code != 2 or "was set back" not in answer.err or "--accept-restore" not in one_line(answer.err):
        return f"{command} ends with {answer.code} and says {answer.err!r}"
    return "" if answer.out else None


def test_every_command_that_takes_a_store_is_called():
    assert {*commands(), "planted"} == {*CALLS, *SERVE}


@pytest.mark.parametrize("command", mostly_long(sorted({*CALLS} - {"planted"}), 2))
def test_commands_refuse_to_write_into_a_rolled_back_store(command, stores):
    assert write_fault(command, *stores) is None


@pytest.mark.long
def test_control_some_of_the_commands_write(stores):
    newer, _ = stores
    found = set()
    for command in sorted({*CALLS} - {"planted"}):
        before = contents(newer)
        called(command, newer)
        found |= {command} if contents(newer) != before else set()
    assert {"simulate", "tournament simulate", "import", "record", "fork", "token", "erase", "key rotate"} <= found
    assert {f"tournament {one}" for one in ("create", "register", "draw", "withdraw", "token", "fork")} <= found


def planted(opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a command that opens its store by this function and writes."""

    @click.command("planted")
    @store_option
    def planted_command(location: Location) -> None:
        with opener(location) as store:
            store.save_entries(REMARK)

    module = ModuleType("service.cli.planted")
    module.planted_command = planted_command
    monkeypatch.setitem(sys.modules, "service.cli.run.planted", module)
    monkeypatch.setattr(cli, "COMMANDS", (*cli.COMMANDS, "planted"))
    monkeypatch.setitem(cli.COMMAND_FOLDERS, "planted", "run")


@pytest.mark.long
@pytest.mark.parametrize(
    ("opener", "says"),
    [(open_store, "has changed the older store"), (partial(open_to_write, tell=print), ""), (open_to_read, "")],
)
def test_control_a_command_that_bypasses_the_rollback_guard_is_detected(opener, says, stores, monkeypatch):
    planted(opener, monkeypatch)
    assert {*commands()} == {*CALLS, *SERVE}
    assert says in (write_fault("planted", *stores) or "")


def openings(source: str) -> set[str]:
    """Return the functions that a module imports to open stores without the rollback guard."""
    if not any(opener in source for opener in OPENERS):
        return set()
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    return OPENERS & {alias.name for node in imports for alias in node.names}


def test_stores_are_opened_only_by_the_rollback_guard():
    found = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "service").rglob("*.py")
        if openings(path.read_text("utf-8")) and path.parents[0].name != "store" and path.parents[1].name != "store"
    }
    assert found == {GUARD} | UNGUARDED


def test_control_an_import_that_bypasses_the_rollback_guard_is_detected():
    assert openings("def f():\n    from service.store.event_store import GameStore, open_store") == {"open_store"}
    assert not openings("from service.signing.rollback_guard import open_to_write")


def test_without_a_home_folder_for_the_key_a_store_is_only_read(stores, monkeypatch):
    newer, _ = stores
    monkeypatch.delenv("HARICOT_KEY_FILE")

    def homeless():
        raise RuntimeError

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert run_ok("list", "--data", newer).out
    with pytest.raises(WritesSuspended):
        open_to_write(newer, print)
