"""Check that the heads of a store show every game with its status."""

import pytest
from eventsourcing.persistence import OperationalError
from msgspec.structs import asdict

from domain.events import GameStarted, GameVoided
from projections.summary import GameRules, Summary, Times
from replay.codec import Cause, Envelope
from service.store.errors import StoreUnavailable
from service.store.event_store import GameStore
from service.store.record_import import import_record
from tests.service.store.games import EVERYTHING, add_game, play_fork, play_game


def test_heads_show_every_game_and_its_status(store: GameStore) -> None:
    ended = add_game(store, play_game("finished", EVERYTHING))
    running = add_game(store, play_game("running"))
    add_game(store, play_game("open", 2))
    void = Envelope(
        game="voided", n=3, at=9, event=GameVoided(reason="rain"), cause=Cause(command=None, by="organiser")
    )
    add_game(store, play_game("voided", 2))
    store.append("voided", [void])
    last = add_game(store, play_fork(ended, len(ended.envelopes), "fork of the end"))
    middle = add_game(store, play_fork(ended, 20, "fork of the middle"))
    start = add_game(store, play_fork(middle, 2, "fork of the start", count=0))
    import_record(store, play_game("imported", EVERYTHING).record())
    add_game(store, play_fork(store.record("imported"), 20, "fork of the imported"))
    heads = {head.game: head for head in store.heads()}
    winners = play_game("finished", EVERYTHING).table.result
    assert winners is not None
    expected = {
        "finished": ("finished", winners.winners, None),
        "running": ("running", None, None),
        "open": ("open", None, None),
        "voided": ("voided", None, None),
        "fork of the end": ("finished", winners.winners, last.forked_from),
        "fork of the middle": ("running", None, middle.forked_from),
        "fork of the start": ("open", None, start.forked_from),
        "imported": ("imported", heads["imported"].winners, None),
        "fork of the imported": ("running", None, heads["fork of the imported"].forked_from),
    }
    assert expected == {game: (head.status, head.winners, head.forked_from) for game, head in heads.items()}
    made, started = running.created, next(one for one in running.envelopes if isinstance(one.event, GameStarted))
    assert Summary(
        game="running", imported=False, rules=GameRules(edition="classic", **asdict(made.rules)),
        players=3, practice=False, version=len(running.envelopes), forked_from=None, result=None,
        times=Times(created=running.envelopes[0].at, started=started.at),
    ) == heads["running"]  # fmt: skip
    assert {"imported"} == {
        head.forked_from.game for head in heads.values() if head.forked_from and head.game == "fork of the imported"
    }
    for game, head in heads.items():
        assert head.version == len(store.record(game).envelopes)
    assert heads["imported"].winners


@pytest.mark.parametrize("call", ["game_rows_after", "milestones", "milestones_since", "delayed_games", "anchor"])
def test_heads_are_complete_after_a_temporary_read_error(
    call: str, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_game(store, play_game("before"))
    assert ["before"] == [head.game for head in store.heads()]
    add_game(store, play_game("between"))
    add_game(store, play_game("after"))
    read, failed = getattr(store.game_index._recorder, call), []

    def failing(*values: object, **named: object) -> object:
        if not failed:
            failed.append(values)
            raise OperationalError("disk I/O error")
        return read(*values, **named)

    monkeypatch.setattr(store.game_index._recorder, call, failing)
    with pytest.raises(StoreUnavailable):
        store.heads()
    assert {"before": "running", "between": "running", "after": "running"} == {
        head.game: head.status for head in store.heads()
    }
    assert {} == store.game_index.faults()
