"""Webhooks through kills on both sides: exactly the lines of the feed arrive, in the order of each game."""

import os
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

import pytest

from tests.servers.postgres import database, postgres, postgres_template, shared_database
from tests.service.served.conftest import Client
from tests.service.served.killed_service import KilledService, Traffic, feed_read, public_lines, wrong_lines
from tests.service.served.test_webhooks import QUICK, ReceiverProcess, Row, once
from tests.waiting import wait_until

__all__ = ["database", "postgres", "postgres_template", "shared_database"]

KILLS: Final = int(os.environ.get("HARICOT_WEBHOOK_KILLS", "2"))
"""How many times a server or the receiver is killed."""
DRAINED_SECONDS: Final = 90.0


def wrong_messages(rows: Sequence[Row], lines: Sequence[dict[str, Any]], log: dict[str, list[Any]]) -> list[str]:
    """Return the faults of a receiver's messages, compared with the lines of the feed and the log."""
    first = [row["message"]["data"] for row in once([*rows])]
    wrong, names = wrong_lines(first, log), dict[str, set[str]]()
    owed = {line["cursor"]: line for line in lines}
    for row in rows:
        data = row["message"]["data"]
        names.setdefault(data["cursor"], set()).add(row["id"])
        if owed.get(data["cursor"]) != data:
            wrong.append(f"{row['id']} is not in the feed: {data['game']} {data['envelope']['n']}")
    wrong += [f"{cursor} was sent under {len(ids)} ids" for cursor, ids in names.items() if len(ids) > 1]
    return wrong


def webhook_faults(
    folder: Path, store: str | None, kills: int, planted: str = "", drained: float = DRAINED_SECONDS
) -> tuple[list[str], int]:
    """Return the faults of the messages after this many kills, and the number of repeated messages."""
    with (
        closing(ReceiverProcess(folder)) as receiver,
        KilledService(folder, store, seed=kills, planted=planted, **QUICK) as service,
    ):
        token = service.token()
        with Client(service.servers[0].port, timeout=30) as client:
            made = client.post("/v1/webhooks", {"url": receiver.url, "after": "beginning"}, token=token)
            assert made.status == 201, made
        receiver.secret = made.body["secret"]
        receiver.start()
        with Traffic(service.servers) as traffic:
            for kill in range(kills):
                if kill % 3 == 2:
                    receiver.kill()
                    receiver.start()
                service.kill_during(traffic, 1)
        traffic.end_all(service.servers[0].port)
        lines = feed_read(service.servers[1].port, token)
        with suppress(AssertionError):
            wait_until(lambda: len(once(receiver.rows())) >= len(lines), seconds=drained)
        log = public_lines(service.records([*traffic.games]), traffic.private)
        rows = receiver.rows()
    assert traffic.private, "control: some games are private"
    return wrong_messages(rows, lines, log), len(rows) - len(once(rows))


@pytest.mark.long
@pytest.mark.timeout(0)
def test_every_message_arrives_in_order_through_kills(tmp_path: Path, url: str | None) -> None:
    wrong, again = webhook_faults(tmp_path, url, KILLS)
    assert wrong == []
    assert again <= 400 * (KILLS + 1), "only unfinished deliveries are repeated"


HASTY = """
from service.webhooks import delivery
real = delivery._OpenLine.__init__

def opened(self, line, *, waits):
    real(self, line, waits=waits)
    self.settled = True

delivery._OpenLine.__init__ = opened
"""
"""Advances past a line before it is delivered, so that a kill loses it."""


@pytest.mark.long
@pytest.mark.timeout(0)
def test_control_lines_passed_before_their_delivery_are_detected_as_lost(tmp_path: Path) -> None:
    wrong, _ = webhook_faults(tmp_path, None, 6, planted=HASTY, drained=10)
    assert any("are missing" in one for one in wrong), wrong


def test_control_lost_moved_renamed_and_foreign_messages_are_detected() -> None:
    log = {game: [{"game": game, "n": n} for n in range(1, 4)] for game in ("a", "b")}
    lines = [{"cursor": f"{game}.{n}", "game": game, "envelope": log[game][n]} for n in range(3) for game in ("a", "b")]
    rows: list[Row] = [{"id": f"msg_{line['cursor']}", "message": {"data": line}} for line in lines]
    assert wrong_messages(rows, lines, log) == []
    assert wrong_messages([*rows, rows[2]], lines, log) == []  # at least once
    assert (
        wrong_messages([rows[0], rows[1], rows[3], rows[2], *rows[4:]], lines, log) == []
    )  # games do not wait for each other
    uncommitted = {
        "id": "msg_a.9",
        "message": {"data": {"cursor": "a.9", "game": "a", "envelope": {"game": "a", "n": 4}}},
    }
    for spoilt in (
        rows[:-1],
        [rows[2], rows[1], rows[0], *rows[3:]],
        [*rows, {**rows[0], "id": "msg_other"}],
        [*rows, uncommitted],
    ):
        assert wrong_messages(spoilt, lines, log)
