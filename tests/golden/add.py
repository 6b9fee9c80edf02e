"""Adds games and event shapes to the golden corpus; it never changes what is there.

python -m tests.golden.add
"""

import hashlib
import json
from pathlib import Path
from random import Random

import msgspec

from domain.events import Event
from domain.visibility import OMNISCIENT, Option
from replay.event_table import declared_events
from replay.game import Game
from replay.position import position_of
from replay.record import write_file
from service.bots.simulate import simulate
from tests.random_games import begin, play

FOLDER = Path(__file__).with_name("games")
SHAPES = Path(__file__).with_name("shapes.json")
OPTIONS: list[tuple[int, dict[str, Option]]] = [
    (3, {"classic_three_player_fields": 2, "exhaustion_counting": "lazy", "classic_end_in_phase_2": "after_phase_3"}),
    (4, {"trade_coins": True, "coins_visibility": "hidden", "bean_protection": "off", "exhaustions_to_end": 1}),
    (5, {"classic_five_player_third_field_cost": 3, "tie_break": "most_cards_in_hand", "start_player": "seat_0"}),
]


def shape(kind: type[Event]) -> str:
    """A fingerprint of the names, types and defaults of an event's fields, whatever its docstring says."""
    schema = _without_words(msgspec.json.schema(kind))
    return hashlib.sha256(json.dumps(schema, sort_keys=True).encode()).hexdigest()[:16]


def _without_words(schema: object) -> object:
    if isinstance(schema, dict):
        return {key: _without_words(value) for key, value in schema.items() if key != "description"}
    return [_without_words(value) for value in schema] if isinstance(schema, list) else schema


def games() -> list[Game]:
    """The corpus: a sensible game and a wild one with options for each number of players."""
    sensible = [simulate("classic", players, "1964", 1, {}, ["trader", "greedy"])[0] for players in (3, 4, 5)]
    wild = [play(begin("classic", players, options, 1964), Random(1964)) for players, options in OPTIONS]
    return sensible + wild


def main() -> None:
    """Writes what is missing."""
    FOLDER.mkdir(exist_ok=True)
    for game in games():
        path = FOLDER / f"{game.game}.haricot.jsonl"
        if not path.exists():
            path.write_bytes(write_file(game.record()))
            table = json.dumps(position_of(game.table, OMNISCIENT), separators=(",", ":"))
            path.with_suffix(".table.json").write_text(table + "\n", encoding="utf-8")
    known = json.loads(SHAPES.read_text(encoding="utf-8")) if SHAPES.exists() else {}
    now = {name: shape(kind) for name, kind in sorted(declared_events().items())}
    SHAPES.write_text(json.dumps({**now, **known}, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
