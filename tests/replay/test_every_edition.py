"""Checks of replay for every edition: positions and files round-trip, views are audited and hide cards."""

import json
from functools import cache
from random import Random

import pytest

from domain.cards import FACE_DOWN
from domain.editions import EDITIONS, rulebook_of
from domain.editions.bohnaparte.events import CardStoredInDepot, CombatCardCommitted, MerchantCardsArranged
from domain.engine import blocked_commands, legal_commands
from domain.field_audiences import redact
from domain.visibility import OMNISCIENT, SPECTATOR, seat_viewer
from replay.audit import audit
from replay.game import Game
from replay.positions.read import read_position
from replay.positions.write import position_of
from replay.record import read_file, write_file
from replay.rewind import batches, tables
from tests.long_tests import mostly_long
from tests.random_games import tables_to_play
from tests.random_player import begin, play

TABLES = [table for table in tables_to_play() if not table[2]]
AT_WAR = [
    table for table in tables_to_play(["bohnaparte"]) if table[2].keys() & {"bp_riders", "bp_placement", "bp_shape"}
]
WITH_MERCHANTS = ("bohnaparte", 3, {"bp_riders": "on"})
SEED = 1969
"""With this seed, a merchant is bought and its cards are arranged."""
FULL = {table[0]: table for table in TABLES}
"""The table of each edition with the most players."""
VARIED = [WITH_MERCHANTS, *FULL.values()]
VARIED += [table for table in [*TABLES, *AT_WAR[::3]] if table not in VARIED]


@cache
def played(edition: str, players: int, options: str) -> Game:
    """Play a random game of thrifty seats."""
    game = begin(edition, players, json.loads(options), SEED)
    return play(game, Random(SEED), thrifty=True)


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game:
    edition, players, options = request.param
    return played(edition, players, json.dumps(options))


def title(table):
    """Return the id of a table, without the text of a custom board."""
    edition, players, options = table
    return " ".join([edition, str(players), *(str(value) for name, value in options.items() if name != "bp_board")])


varied = pytest.mark.parametrize("game", mostly_long([(table,) for table in VARIED], 2), indirect=True, ids=title)


def settled_ends(game):
    """Return the table after each batch of play, with the number of its last event."""
    record = game.record()
    ends = {batch[-1].n for batch in batches(record.envelopes)}
    return [(e.n, table) for e, table in tables(record) if e.n in ends and table.begun and table.result is None]


@varied
def test_a_position_read_back_is_the_same_position_in_every_view(game):
    viewers = [OMNISCIENT, SPECTATOR, *map(seat_viewer, range(len(game.table.seats)))]
    for n, table in settled_ends(game)[::27]:
        for viewer in viewers:
            written = json.loads(json.dumps(position_of(table, viewer)))
            assert json.loads(json.dumps(position_of(read_position(written), viewer))) == written, n


def in_lists(position):
    """Return the position with lists instead of counts, as positions were written before."""
    zones = {"hand", "coins", "draw_pile", "discard_pile", "depot", "merchant"}
    written = {**position, "seats": [in_lists(seat) for seat in position["seats"]]} if "seats" in position else position
    counted = {name for name, part in written.items() if name in zones and isinstance(part, int)}
    return {name: [FACE_DOWN] * part if name in counted else part for name, part in written.items()}


@varied
def test_a_zone_of_hidden_cards_is_written_as_a_count(game):
    for _, table in settled_ends(game)[::19]:
        for viewer in (SPECTATOR, seat_viewer(1)):
            written = position_of(table, viewer)
            assert written["draw_pile"] == (len(table.draw_pile) or [])
            assert in_lists(written) != written
            assert read_position(in_lists(written)) == read_position(written)


@varied
def test_a_file_read_back_has_the_same_bytes_in_every_view(game):
    for viewer in (OMNISCIENT, SPECTATOR, seat_viewer(1)):
        data = write_file(game.record().seen_by(viewer))
        assert write_file(read_file(data)) == data


@varied
def test_the_audit_of_a_view_is_clean_and_mostly_decided(game):
    for viewer in (SPECTATOR, seat_viewer(1)):
        answer = audit(game.record().seen_by(viewer))
        assert answer.verdict == "legal", answer.first
        unknown = sum(verdict.verdict == "unknown" for verdict in answer.verdicts)
        assert unknown < len(answer.verdicts) / 2


@varied
def test_no_view_shows_the_pile_or_hands_depots_or_committed_cards_of_others(game):
    for _, table in tables(game.record()):
        for viewer in [SPECTATOR, *map(seat_viewer, range(len(table.seats)))]:
            answer = position_of(table, viewer)
            assert answer["draw_pile"] == (len(table.draw_pile) or [])
            for index, seat in enumerate(answer["seats"]):
                own = index == viewer.seat
                merchant, seen = seat.get("merchant", []), seat.get("merchant_seen", 0)
                zones = (seat["hand"], seat.get("depot", []), merchant)
                assert own or not any(map(known, zones))
                assert isinstance(merchant, int) or not known(merchant[seen:])
            sides = answer.get("attack", {}).get("committed", {})
            for side in sides.values():
                assert side["card"] == FACE_DOWN or (side["seat"] == viewer.seat and side["source"] != "pile")


def test_the_games_of_bohnaparte_have_depots_merchants_and_combats():
    missing = {CardStoredInDepot, MerchantCardsArranged, CombatCardCommitted}
    for key, players, options in VARIED:
        if missing and key == "bohnaparte":
            missing -= {type(envelope.event) for envelope in played(key, players, json.dumps(options)).envelopes}
    assert missing == set()


def known(zone):
    return set() if isinstance(zone, int) else set(zone) - {FACE_DOWN}


@varied
def test_legal_and_blocked_work_for_every_seat_from_the_start(game):
    for _, table in list(tables(game.record()))[: len(game.table.seats)] + list(tables(game.record()))[20::97]:
        rulebook = rulebook_of(table)
        for seat in range(len(table.seats)):
            own = redact(table, seat_viewer(seat), table.rules.options)
            assert legal_commands(rulebook, own, seat) + blocked_commands(rulebook, own, seat)


def test_the_sample_games_are_of_every_edition():
    assert {table[0] for table in VARIED} == set(EDITIONS)
