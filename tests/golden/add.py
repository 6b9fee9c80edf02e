"""Add games and event shapes to the golden corpus, without changing existing ones.

python -m tests.golden.add
"""

import hashlib
import json
from pathlib import Path
from random import Random

import msgspec

from domain.commands import CreateGame, TakeSeat
from domain.editions import EDITIONS
from domain.events import Event
from domain.evolve import fold
from domain.visibility import OMNISCIENT, Option
from replay.game import Game
from replay.notation.transcript import record_sheet
from replay.positions.write import position_of
from replay.proofs.shuffle import Deal, contribution_of_text, seed_of_text
from replay.record import write_file
from service.lifecycle.bots.simulate import simulate
from tests.deal_shares import commit, game_at_level, open_table, reveal, take_seat, vacate
from tests.event_table import declared_events
from tests.random_games import required_options
from tests.random_player import begin, play
from tests.replay.corrected_games import corrected_game, replayed_game
from tests.timed_games import timed_game

FOLDER = Path(__file__).with_name("games")
SHAPES = Path(__file__).with_name("shapes.json")
VARIANTS: list[tuple[str, int, dict[str, Option]]] = [
    ("bohnaparte", 3, {"bp_riders": "on"}),
    ("bohnaparte", 6, {"bp_riders": "on", "bp_merchant_timing": "own_turn"}),
    ("bohnaparte", 3, {"bp_shape": "pyramid_5", "exhaustions_to_end": 3}),
    ("bohnaparte", 3, {"bp_shape": "pyramid_6", "exhaustions_to_end": 5}),
    ("bohnaparte", 4, {"bp_placement": "random"}),
    ("bohnaparte", 5, {"bp_geometry": "grid", "bp_final_attack_phase": True}),
    ("bohnaparte", 4, {"bp_riders": "combined", **required_options("combined", 4)}),
]
"""The games of bots beside every edition with every number of players."""
WILD: list[tuple[str, int, dict[str, Option]]] = [
    (
        "classic",
        3,
        {"classic_three_player_fields": 2, "exhaustion_counting": "lazy", "classic_end_in_phase_2": "after_phase_3"},
    ),
    (
        "classic",
        4,
        {"trade_coins": True, "coins_visibility": "hidden", "bean_protection": "off", "exhaustions_to_end": 1},
    ),
    (
        "classic",
        5,
        {"classic_five_player_third_field_cost": 3, "tie_break": "most_cards_in_hand", "start_player": "seat_0"},
    ),
    ("modern", 7, {"trade_coins": True, "coins_visibility": "hidden", "bean_protection": "ignore_empty"}),
    ("duel", 2, {"duel_matching": "choice", "duel_end_timing": "finish_step", "duel_deal": "five_each"}),
    (
        "sissi",
        4,
        {"sissi_counting": "each_variety", "sissi_double_in_phase_1": True, "sissi_action_scope": "all_players"},
    ),
    ("bohnaparte", 5, {"bp_riders": "combined", **required_options("combined", 5), "bp_tie_break": "terrains"}),
]
"""The games of random players who wait for harvests that pay."""
WITH_SHARES = ("duel", 2, 2026)
"""A game whose seats are taken by people: one brings its share of the deal, for the other it is drawn."""


PAPER = """[BEN "1"]
[Edition "classic"]
[Version "2"]
[Seats "Ana; Bo; Cy"]
[Start "B"]
[Deck "unknown"]

%fix pile > A
p1 {Gr}
%fix A @6 > bottom {Bl}
%fix B 1 > B 2 {Gr}
%fix turn A
p1 {St}
"""
"""The beginning of a game from paper, with corrections of its arbiter."""
HEARSAY = PAPER.partition("%fix")[0] + "%? A @4 = Ga\n%? B != Re,So\np1 {Gr}\n%? A @1@2 != Gr\n"
"""Another with reports about hidden cards; once in the earlier shape, once in the current one."""
MIXED = PAPER.partition("%fix")[0].replace("classic", "duel").replace("; Cy", "") + (
    "%fix pile > offer {Gr}\n%fix offer > pile {Gr}\n%fix shuffle pile\n"
)
"""Another, in which the arbiter moves what the edition alone has, then has the pile shuffled."""


TOURNAMENT = ("duel", 2, 2027)
"""A game at a tournament: one of the players does not reveal their share, so both seats commit to others."""


DUPLICATE = ("duel", 2, 2028)
"""One of two tables with the same deal, which is revealed when the other has ended as well."""


TIMED = ("classic", 3, "classic-3-2029")
"""A game with a clock."""


ADDED = {"SeatTaken": ("bot",), "Sitter": ("bot",)}
"""Members that were added to released events later, by class."""


def shape(kind: type[Event]) -> str:
    """Return a fingerprint of the names, types and defaults of an event's fields, without its docstring.

    What was added since is left out: it must be optional and absent by default, or what is stored would change.
    """
    schema = _without_words(msgspec.json.schema(kind))
    return hashlib.sha256(json.dumps(schema, sort_keys=True).encode()).hexdigest()[:16]


def _without_words(schema: object) -> object:
    if isinstance(schema, dict):
        for member in ADDED.get(schema.get("title", ""), ()):
            added = schema["properties"].pop(member, {"default": None})
            assert added["default"] is None
        return {key: _without_words(value) for key, value in schema.items() if key != "description"}
    return [_without_words(value) for value in schema] if isinstance(schema, list) else schema


def games() -> list[Game]:
    """Return the corpus: a game of bots of each edition, number of players and variant, and random ones."""
    plain: list[tuple[str, int, dict[str, Option]]] = [
        (key, players, {}) for key, edition in EDITIONS.items() for players in edition.data.players
    ]
    sensible = [
        simulate(edition, players, "1964", 1, options, ["trader", "greedy"])[0]
        for edition, players, options in [*plain, *VARIANTS]
    ]
    wild = [_at_random(edition, players, options, 1964) for edition, players, options in WILD]
    with_merchant = _at_random("bohnaparte", 3, {"bp_riders": "on"}, 1969)
    return [
        *sensible,
        *wild,
        with_merchant,
        _with_shares(*WITH_SHARES),
        _at_a_tournament(*TOURNAMENT),
        _in_duplicate(*DUPLICATE),
        play(timed_game(*TIMED).game, Random(2029), thrifty=True),
    ]


def _at_random(edition: str, players: int, options: dict[str, Option], seed: int) -> Game:
    return play(begin(edition, players, options, seed), Random(seed), thrifty=edition != "classic")


def _with_shares(edition: str, players: int, seed: int) -> Game:
    id_ = f"{edition}-{players}-{seed}"
    shares = tuple(contribution_of_text(f"{seed}|{seat}") for seat in range(players))
    game = Game(id_, Deal(id_, seed_of_text(f"random|{seed}"), shares))
    game.act(CreateGame(edition=edition, players=players), by="organiser", key=None, at=0)
    for seat, share in enumerate((shares[0], *(None,) * (players - 1))):
        sit = TakeSeat(seat=seat, kind="human", pseudonym=f"seat-{seat}", contribution=share)
        game.act(sit, by=f"seat:{seat}", key=None, at=0)
    return play(game, Random(seed), thrifty=True)


def _at_a_tournament(edition: str, players: int, seed: int) -> Game:
    game = game_at_level(f"{edition}-{players}-{seed}", edition, players)
    for seat in range(players):
        take_seat(game, seat, f"{seat}")
    reveal(game, 0, "0")
    vacate(game, 1)
    take_seat(game, 1, "another")
    commit(game, 0, "other")
    reveal(game, 1, "another")
    reveal(game, 0, "other")
    return play(game, Random(seed), thrifty=True)


def _in_duplicate(edition: str, players: int, seed: int) -> Game:
    id_ = f"{edition}-{players}-{seed}"
    game = game_at_level(id_, edition, players, "duplicate", (id_, f"{id_}-b"))
    for seat in range(players):
        take_seat(game, seat)
    play(game, Random(seed), thrifty=True)
    open_table(game)
    return game


def main() -> None:
    """Write missing games and shapes."""
    FOLDER.mkdir(exist_ok=True)
    sheets = (("paper", PAPER), ("hearsay", HEARSAY), ("mixed", MIXED), ("whispered", HEARSAY))
    on_paper = (record_sheet(sheet, game=name, at=0).record for name, sheet in sheets)
    for record in (*(game.record() for game in games()), *on_paper, corrected_game(), replayed_game()):
        path = FOLDER / f"{record.game}.haricot.jsonl"
        if not path.exists():
            path.write_bytes(write_file(record))
            position = position_of(fold(one.event for one in record.envelopes), OMNISCIENT)
            table = json.dumps(position, separators=(",", ":"))
            path.with_suffix(".table.json").write_text(table + "\n", encoding="utf-8")
    known = json.loads(SHAPES.read_text(encoding="utf-8")) if SHAPES.exists() else {}
    now = {name: shape(kind) for name, kind in sorted(declared_events().items())}
    SHAPES.write_text(json.dumps({**now, **known}, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
