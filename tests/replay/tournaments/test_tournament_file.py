"""Tests of the tournament file: it round-trips, is verified, and every planted fault is found."""

import json
import os
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from domain.tournaments.commands import (
    ConfirmRound,
    CorrectResult,
    GivePenalty,
    OverrideSeating,
    ReleaseRound,
    RevealSecrets,
    Withdraw,
    WithdrawDraw,
)
from domain.tournaments.events import HEATS, SWISS, RoundDrawn
from replay.game_files import next_check
from replay.tournaments.tournament_file import (
    OMNISCIENT,
    SPECTATOR,
    NoTournamentFile,
    NumberedTournamentEvent,
    read_tournament,
    tournament_record,
    write_tournament,
)
from replay.tournaments.tournament_verifier import verify_tournament
from tests.domain.tournaments.sample_tournament import LAST_SECRET, SampleTournament

RULING = {"by": "arbiter", "text": "d" * 64}
Line = dict[str, Any]


def file_of(sample: SampleTournament, view: str = OMNISCIENT) -> bytes:
    events = tuple(NumberedTournamentEvent(n=n, at=1000 * n, event=event) for n, event in enumerate(sample.events, 1))
    return write_tournament(tournament_record(events, view))


@cache
def closed_file() -> bytes:
    """Return the file of a Swiss tournament with everything that can happen between its rounds."""
    sample = SampleTournament(format=SWISS, rounds=3, smallest=4, largest=4).enter(9).play()
    drawn = sample.draft()
    swapped = [list(table.players) for table in drawn.tables]
    swapped[0][0], swapped[1][0] = swapped[1][0], swapped[0][0]
    tables = tuple(type(drawn.seating[0])(table=k, players=tuple(players)) for k, players in enumerate(swapped, 1))
    sample.act(WithdrawDraw(round=2))
    assert sample.draft().seating == drawn.seating, "drawn again, it is the same draw"
    sample.act(OverrideSeating(round=2, tables=tables, sit_outs=drawn.sit_outs, **RULING))
    sample.act(ReleaseRound(round=2, secret=sample.secret(2)))
    for table in (1, 2):
        sample.result(table, (9, 7, 5, 3))
    sample.act(CorrectResult(round=1, table=1, scores=(1, 2, 3, 4), places=(4, 3, 2, 1), **RULING))
    sample.act(GivePenalty(player="player-1", kind="points", points="1", article="x", **RULING))
    sample.act(ConfirmRound(round=2, by="director"))
    sample.play().close().act(RevealSecrets(secret=LAST_SECRET))
    return file_of(sample)


def changed(data: bytes, change: Callable[[list[Line]], object]) -> bytes:
    """Return the file after a change to its lines, with recomputed checks."""
    lines = [json.loads(line) for line in data.splitlines()]
    change(lines)
    check, written = b"", []
    for line in lines:
        line.pop("check")
        bare = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()
        check = next_check(check, bare)
        written.append(bare[:-1] + b',"check":"' + check + b'"}\n')
    return b"".join(written)


def events(lines: list[Line], kind: str) -> list[Line]:
    return [line["event"] for line in lines if line.get("event", {}).get("type") == kind]


def swap_players(lines: list[Line]) -> None:
    one, other = events(lines, "round_drawn.1")[-1]["tables"][:2]
    one["players"][0], other["players"][0] = other["players"][0], one["players"][0]


def put(kind: str, at: int, **members: Any) -> Callable[[list[Line]], object]:
    return lambda lines: events(lines, kind)[at].update(members)


PLANTED: list[tuple[Callable[[list[Line]], object], int | None, str]] = [
    (swap_players, 3, "table 1 has"),
    (lambda lines: events(lines, "round_drawn.1")[0]["tables"][0]["players"].reverse(), 1, "table 1 has"),
    (put("round_drawn.1", -1, cost=1), 3, "cost is 1,"),
    (put("round_drawn.1", -1, bound=7), 3, "bound is 7,"),
    (put("seating_overridden.1", 0, cost_after=3), 2, "cost_after is 3,"),
    (put("round_released.1", 1, secret="0" * 64), 2, "the secret is not the one"),
    (put("player_checked_in.1", 3, share="0" * 64), 1, "computed again"),
    (put("table_result_entered.1", 0, scores=[30, 1, 1, 1], places=[1, 2, 2, 2]), 1, "results is"),
    (put("table_result_entered.1", -1, scores=[30, 1, 1, 1], places=[1, 2, 2, 2]), 3, "results is"),
    (put("tournament_closed.1", 0, standings="0" * 64), None, "standings is 000"),
    (lambda lines: lines[-1]["standings"][0].update(points="99"), None, "the standings say rank 1"),
    (lambda lines: lines[-1]["standings"].pop(), None, "the standings have 8 lines"),
    (put("player_checked_in.1", 0, player="player-10"), None, "it is not allowed: TO-2.2"),
    (put("round_confirmed.1", 0, round=2), 2, "it is not allowed: TO-6.1"),
]


def test_a_tournament_file_round_trips_and_is_verified():
    data = closed_file()
    record = read_tournament(data)
    assert write_tournament(record) == data
    verified = verify_tournament(data)
    assert (verified.verdict, verified.first) == ("ok", None)
    assert [(one.round, one.verdict) for one in verified.rounds] == [(1, "ok"), (2, "ok"), (2, "ok"), (3, "ok")]
    head, *_, end = [json.loads(line) for line in data.splitlines()]
    assert head["format"] == "haricot-tournament/1"
    assert end["end"] == len(record.events)
    assert changed(data, lambda _: None) == data


def test_every_fault_planted_in_a_tournament_file_is_found():
    for change, number, says in PLANTED:
        verified = verify_tournament(changed(closed_file(), change))
        assert verified.verdict == "wrong", says
        assert verified.first is not None
        assert says in verified.first.says, verified.first
        assert verified.first.round == number, verified.first


ODD = [
    None,
    0,
    -1,
    1,
    2,
    3,
    10**30,
    1.5,
    "",
    "player-1",
    "player-99",
    "x" * 70,
    "0" * 64,
    "1/0",
    "-1",
    [],
    {},
    True,
    [1, 1, 1, 1],
]
ODDITIES = int(os.environ.get("HARICOT_ODD_TOURNAMENTS", "60"))


def test_a_changed_tournament_file_gets_a_verdict():
    """Replace a member, or omit or repeat a line, with recomputed checks."""
    luck = Random(7)
    whole = [json.loads(line) for line in closed_file().splitlines()]
    found = Counter[str]()
    for _ in range(ODDITIES):
        lines = json.loads(json.dumps(whole))
        at = luck.randrange(1, len(lines))
        if (kind := luck.random()) < 0.1:
            lines.pop(at)
        elif kind < 0.2:
            lines.insert(at, lines[luck.randrange(1, len(lines))])
        else:
            holder = lines[at].get("event", lines[at])
            while True:
                key = luck.choice([*holder] if isinstance(holder, dict) else range(len(holder)))
                if not holder[key] or not isinstance(holder[key], dict | list) or luck.random() < 0.3:
                    break
                holder = holder[key]
            holder[key] = luck.choice(ODD)
        found[verify_tournament(changed(b"\n".join(map(dump, lines)), lambda _: None)).verdict] += 1
    assert found["wrong"] > ODDITIES * 0.7
    assert found["open"] <= ODDITIES * 0.1


def dump(line: Line) -> bytes:
    return json.dumps(line).encode()


def test_a_broken_chain_is_reported_with_its_line():
    lines = closed_file().splitlines(keepends=True)
    for broken, n in (
        ([*lines[:5], lines[5].replace(b"player", b"plaxer"), *lines[6:]], 5),
        ([*lines[:5], *lines[6:]], 5),
        ([lines[0].replace(b"spring", b"autumn"), *lines[1:]], 0),
        (lines[:-1], len(lines) - 2),
    ):
        verified = verify_tournament(b"".join(broken))
        assert verified.first is not None
        assert (verified.verdict, verified.first.n) == ("wrong", n)


def test_a_file_that_is_no_tournament_file_is_refused():
    for data in (
        b"",
        b"{}\n",
        b'{"format":"haricot-game/1"}\n',
        changed(closed_file(), lambda lines: lines[0].update(format="haricot-tournament/2")),
    ):
        with pytest.raises(NoTournamentFile):
            verify_tournament(data)


def test_only_officials_see_a_draft():
    sample = SampleTournament(format=HEATS, rounds=2).enter(9).play()
    before = file_of(sample, SPECTATOR)
    sample.draft()
    whole, public = file_of(sample), file_of(sample, SPECTATOR)
    assert public == before
    verified = verify_tournament(whole)
    assert (verified.verdict, verified.rounds[-1].verdict, verified.first) == ("open", "open", None)
    assert verify_tournament(public).verdict == "ok"
    wrong = verify_tournament(changed(whole, put("round_drawn.1", 1, cost=1)))
    assert wrong.verdict == "wrong"
    sample.act(ReleaseRound(round=2, secret=sample.secret(2)))
    after = file_of(sample, SPECTATOR)
    assert after.startswith(before[: before.rindex(b'{"end"')]), "what is public only grows"
    assert verify_tournament(after).verdict == "ok"


def test_heats_follow_their_plan_until_the_players_change():
    sample = SampleTournament(format=HEATS, rounds=3, preferred=3).enter(9).play(2)
    sample.act(Withdraw(player="player-9")).play()
    drawn = [event for event in sample.events if isinstance(event, RoundDrawn)]
    assert [(event.plan, event.plan_cost, event.cost) for event in drawn[:2]] == [(1, 0, 0), (1, 0, 0)]
    assert (drawn[2].plan, drawn[2].plan_cost) == (3, drawn[2].cost)
    assert verify_tournament(file_of(sample)).verdict == "ok"
