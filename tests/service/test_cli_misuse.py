"""Misuse of the command line: arguments that make no sense end in one line and leave nothing behind."""

import pytest

from tests.service.command_line import GAME, misused

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


@pytest.mark.parametrize(
    "name", [GAME, *(name for name in STRANGERS if name != GAME.upper())], ids=lambda name: ascii(name)[:20]
)
def test_a_fork_cannot_have_such_a_name(name, untouched):
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
    ["rules", "--version", "1"],
    ["rules", "classic", "--version", "7"],
    ["audit", GAME, "--under", "7"],
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
