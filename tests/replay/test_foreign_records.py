"""Changed game files are refused, or can be shown, audited, forked and continued."""

import os
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from secrets import token_bytes
from typing import Any

import pytest

from domain.editions import edition_named, rulebook
from domain.editions.bohnaparte import areas as war
from domain.editions.duel import areas as duel
from domain.engine import legal_commands
from domain.invariants import broken_invariants
from domain.refusals import HaricotError, Misuse
from domain.table import Table
from domain.view import View
from domain.visibility import OMNISCIENT, SPECTATOR, seat_viewer
from projections.lobby import lobby_line
from projections.sentences import Chronicle
from projections.summary import summary_of
from projections.timeline import timeline
from replay.audit import audit
from replay.creation_checks import require_valid_creation
from replay.fork import fork_exact
from replay.game import Game
from replay.legal_choices import choices_at
from replay.positions.write import write_position
from replay.proofs.shuffle import Deal, seed_of_text
from replay.record import CorruptFile, Record, read_file, write_file
from replay.rewind import require_history, tables
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.turn_scheduler import next_command
from tests.random_player import pick_legal
from tests.replay.mutated_files import Line, golden_events, mutated_file, with_checks

FILES = int(os.environ.get("HARICOT_FOREIGN", "150"))
MOVES = 8


def test_a_changed_file_raises_only_documented_errors() -> None:
    kept = 0
    for number in range(FILES):
        luck = Random(f"foreign|{number}")
        try:
            record = read_file(mutated_file(luck))
            audit(record)  # of any file that can be read, kept or not
            require_history(record)
            require_valid_creation(record)
        except CorruptFile:
            continue
        kept += 1
        looked_at(record)
        played_on(record, luck)
    assert kept > FILES / 10, "most of what is never kept tests nothing"


def looked_at(record: Record) -> None:
    """Read everything that lists, pages and files show of a game, in every view."""
    steps = [(envelope.n, envelope.event, table) for envelope, table in tables(record)]
    table, n = steps[-1][2], len(steps)
    chronicle = Chronicle(edition_named(record.created.edition).data, "fr")
    for envelope in record.envelopes:
        chronicle.sentence(envelope.event)
    happened = [(envelope.n, envelope.at, envelope.event) for envelope in record.envelopes]
    lobby_line(summary_of("g", happened, imported=True), 0, table)
    for viewer in (OMNISCIENT, SPECTATOR, *map(seat_viewer, range(len(table.seats)))):
        write_file(record.seen_by(viewer))
        write_position(View.of(table, viewer), n=n, settled=True)
    for asked in (lambda: lobby_line(summary_of("g", happened), 0, table), lambda: timeline(steps), *choices_of(table)):
        foreseen(asked)


def choices_of(table: Table) -> Iterator[Any]:
    """Yield the legal commands of each seat."""
    yield from (lambda seat=seat: choices_at(table, 1, seat) for seat in range(len(table.seats)))


def foreseen(asked: Any) -> None:
    """Call a function that may raise a documented error."""
    with suppress(HaricotError):
        asked()


def played_on(record: Record, luck: Random) -> None:
    """Continue the game in a fork, by bots and then at random."""
    deal = Deal("fork", seed_of_text("fork"), entropy=token_bytes)
    try:
        fork = fork_exact(record, len(record.envelopes), "fork", deal, at=0)
    except Misuse:  # not every card of it is known, as of a game on paper
        return
    game = Game("fork", deal, fork.envelopes)
    seats = range(len(game.table.seats))
    bots = {seat: BOTS[luck.choice(list(BOTS))](seat, str(seat)) for seat in seats}

    def by_bots() -> None:
        for _ in range(MOVES):
            if game.table.result is None and (command := next_command(game.table, game.version, bots)) is not None:
                game.act(command, by="", key=None, at=0)

    def by_chance() -> None:
        for _ in range(MOVES):
            for seat in seats:
                if (command := pick_legal(legal_commands(game.rulebook, game.table, seat), luck)) is not None:
                    game.act(command, by="", key=None, at=0)

    foreseen(by_bots)
    foreseen(by_chance)


def strange(kind: str, **fields: Any) -> bytes:
    """Return a file of a classic game with an event of another edition."""
    game = next(lines for lines in golden_events() if lines[0]["event"]["edition"] == "classic")[:40]
    event = {"type": kind, "seat": 0, **fields}
    happened: Line = {"game": game[0]["game"], "n": 41, "at": game[-1]["at"], "event": event}
    return with_checks([*game, {**happened, "cause": {"command": None, "by": "service"}}])


STRANGE = (
    strange("matching_stopped.1"),
    strange("offered_card_discarded.1", variety="red"),
    strange("depot_bought.1", coin_cards=[]),
)


@pytest.mark.parametrize("data", STRANGE)
def test_an_event_of_another_edition_is_refused(data: bytes) -> None:
    with pytest.raises(CorruptFile, match="of another edition") as caught:
        require_history(read_file(data))
    assert 41 == caught.value.n


@pytest.mark.parametrize("data", STRANGE)
def test_control_an_assertion_reached_from_a_file_is_detected(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def asserting(annex: Any, kind: type) -> Any:
        assert isinstance(annex, kind)
        return annex

    for room in (war, duel):
        monkeypatch.setattr(room, "require_annex", asserting)
    with pytest.raises(AssertionError):
        require_history(read_file(data))


def test_an_invariant_that_cannot_be_evaluated_counts_as_broken() -> None:
    duel_game = next(lines for lines in golden_events() if lines[0]["event"]["edition"] == "duel")[:8]
    first = {**duel_game[0], "event": {**duel_game[0]["event"], "edition": "classic"}}
    record = read_file(with_checks([first, *map(dict, duel_game[1:])]))
    *_, (_, table) = tables(record)
    assert "another edition" in " ".join(broken_invariants(rulebook("duel", 2, {}), table))
    assert audit(record).verdict in ("irregular", "corrupt")
