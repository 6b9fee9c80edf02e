"""Check that an interrupted write rolls its transaction back."""

import sys
from types import FrameType

import pytest

from service.store.event_store import GameStore
from service.store.sqlite.writer import SqliteWriter
from tests.service.store.games import LATE, play_game

ENVELOPES = play_game("g", LATE).envelopes


@pytest.mark.parametrize("moment", ["begun", "written"])
def test_an_interrupt_leaves_no_transaction_open(moment: str, store: GameStore) -> None:
    connection = store._recorder._group._connection
    before = {"begun": 1, "written": 2}[moment]  # lines of `commit` within the transaction

    def interrupt(frame: FrameType, event: str, _: object) -> object:
        nonlocal before
        if frame.f_code is not SqliteWriter.commit.__code__:
            return None
        if event == "line" and connection.in_transaction:
            before -= 1
            if not before:
                raise KeyboardInterrupt
        return interrupt

    usual = sys.gettrace()
    sys.settrace(interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            store.append("g", ENVELOPES[:1])
    finally:
        sys.settrace(usual)
    assert not connection.in_transaction, "other writers would wait"
    store.append("g", ENVELOPES[:1])
