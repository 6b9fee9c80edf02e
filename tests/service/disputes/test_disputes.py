"""Disputes over HTTP: claimed by a seat, ruled by somebody impartial, read by each as far as they know of the game."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from service.disputes import proceedings_writer
from service.lifecycle.erasure import erase
from service.ops.clock import now_ms
from service.store.entries.metadata_store import FormerPlayer
from service.store.entries.proceedings_entries import Bearer, DisputeEvent, DisputeText
from tests.service.api.conftest import House, Match, open_house
from tests.waiting import until

CLAIM = {"type": "OpenDispute", "article": "TR-1", "text": "She planted the second card."}
RULING = {
    "type": "RuleDispute",
    "dispute": 1,
    "outcome": "upheld",
    "clause": "CL-4.4",
    "article": "TR-1",
    "remedy": "repair",
    "text": "Both agree on it.",
    "penalty": "warning",
    "against": 0,
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("court") / "store") as house:
        yield house


def table(house: House, **wish: Any) -> Match:
    """A game of three people whom the organiser knows, some turns old."""
    seats = [{"kind": "human", "name": name, "person": f"p-{name}"} for name in ("Ana", "Bo", "Cy")]
    match = house.match(seats=seats, players=3, person="p-host", **wish)
    luck = Random(7)
    for _ in range(12):
        house.move(match, luck)
    return match


def arbiter(house: House, match: Match, person: str | None = "p-judge", by: str | None = None) -> str:
    """The token of an arbiter whom the organiser calls, or somebody else."""
    wish = {"game": match.game, "kind": "arbiter", "reason": "a dispute", **({"person": person} if person else {})}
    token: str = house.post("/v1/tokens", by or match.organiser, json=wish)["token"]
    return token


def act(house: House, match: Match, who: str, **done: Any) -> dict[str, Any]:
    """The proceedings after somebody has done something."""
    answer: dict[str, Any] = house.post(f"{match.at}/disputes", who, json=done)
    return answer


def refused(house: House, match: Match, who: str, code: str, **done: Any) -> None:
    assert house.problem(409, code, "POST", f"{match.at}/disputes", who, json=done)["detail"]


def claimed(house: House, match: Match) -> None:
    """Seat 1 disputes the last event."""
    act(house, match, match.seats[1], **CLAIM, event=house.get(match.at, match.seats[1])["version"])


def test_another_process_tells_at_once_what_was_filed_and_remarked(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_house(house.desk.settings.store) as other:  # type: ignore[arg-type]  # it is a folder
        match = table(house)
        monkeypatch.setattr(other.desk.register, "forget", lambda: None)  # as if it had not heard of it yet
        filed = [
            {**CLAIM, "event": house.get(match.at)["version"]},
            {"type": "MakeStatement", "dispute": 1, "text": "It was the front card."},
            {"type": "WithdrawDispute", "dispute": 1},
        ]
        for address, done in zip(("disputes", "annotations", "acts"), filed, strict=True):
            before = other.get(f"{match.at}/{address}", match.seats[0])
            act(house, match, match.seats[1], **done)
            found = other.get(f"{match.at}/{address}", match.seats[0])
            assert found == house.get(f"{match.at}/{address}", match.seats[0]) != before


def test_a_dispute_goes_from_claim_to_ruling_and_everybody_can_read_it(house: House) -> None:
    match = table(house)
    judge, before = arbiter(house, match), house.get(f"{match.at}/events")["version"]
    claimed(house, match)
    act(house, match, match.seats[0], type="MakeStatement", dispute=1, text="It was the front card.")
    act(house, match, match.seats[1], type="PinEvidence", dispute=1, events=[12, 13])
    act(house, match, judge, type="FindFacts", dispute=1, text="The hand shows it.", sealed=True)
    done = act(house, match, judge, **RULING)
    (dispute,) = done["disputes"]
    assert (dispute["state"], dispute["pinned"], dispute["seat"]) == ("ruled", [12, 13], 1)
    words = [filed["words"].get("text") for filed in dispute["filed"]]
    assert words == [CLAIM["text"], "It was the front card.", None, "The hand shows it.", "Both agree on it."]
    seen = house.get(f"{match.at}/disputes/1", match.seats[2])
    assert [one["event"]["type"] for one in seen["filed"]][-1] == "dispute_ruled.1"
    assert seen["filed"][3]["words"] == {"text": None}, "findings on hidden cards are sealed until the end"
    assert "p-judge" not in str(seen), "whoever ruled is nobody's name in the proceedings"
    assert house.get(f"{match.at}/events")["version"] == before, "the game's own log is never touched"
    notices = [one["text"] for one in house.get(f"{match.at}/annotations")["annotations"] if one["kind"] == "dispute"]
    assert notices[0].startswith("Seat 2 disputes event")
    house.problem(404, "not-found", "GET", f"{match.at}/disputes/2")


@pytest.mark.parametrize(
    ("person", "by", "code"),
    [
        (None, None, "arbiter.unknown"),
        ("p-Ana", None, "arbiter.own_game"),
        ("p-judge", "nobody", "arbiter.unknown"),
        ("p-judge", "player", "arbiter.own_organiser"),
    ],
)
def test_who_may_not_rule_does_not(house: House, person: str | None, by: str | None, code: str) -> None:
    seats = [{"kind": "human", "person": f"p-{name}"} for name in ("Ana", "Bo", "Cy")]
    hosts = {"nobody": {}, "player": {"person": "p-Bo"}}.get(by or "", {"person": "p-host"})
    match = house.match(seats=seats, players=3, **hosts)
    claimed(house, match)
    refused(house, match, arbiter(house, match, person), code, **RULING)
    act(house, match, arbiter(house, match, by=house.service), **RULING)  # the nearest who may


def test_an_arbiter_rules_where_bots_sit_and_not_where_somebody_is_unknown_or_left(house: House) -> None:
    seats = [{"kind": "human", "person": "p-Ana"}, {"kind": "bot"}, {"kind": "human", "person": "p-Cy"}]
    match = house.match(seats=seats, players=3, person="p-host", pace=60)
    act(house, match, match.seats[0], **CLAIM, event=house.get(match.at)["version"])
    left = arbiter(house, match, "p-Cy")
    refused(house, match, left, "arbiter.own_game", **RULING)
    house.ask("PUT", f"{match.at}/seats/2", match.organiser, json={"kind": "human", "person": "p-Di"})
    refused(house, match, left, "arbiter.own_game", **RULING)
    house.ask("PUT", f"{match.at}/seats/2", match.organiser, json={"kind": "human"})
    refused(house, match, arbiter(house, match), "arbiter.players_unknown", **RULING)
    house.ask("PUT", f"{match.at}/seats/2", match.organiser, json={"kind": "bot"})
    act(house, match, arbiter(house, match), **RULING)


def test_of_two_rulings_at_once_one_counts(house: House) -> None:
    match = table(house)
    claimed(house, match)
    judges = [arbiter(house, match, f"p-judge-{k}") for k in range(4)]
    with ThreadPoolExecutor(4) as pool:
        rule = [pool.submit(house.ask, "POST", f"{match.at}/disputes", judge, json=RULING) for judge in judges]
    codes = sorted((one.result().status_code, one.result().json.get("code")) for one in rule)
    assert codes == [(201, None), *[(409, "dispute.closed")] * 3]


def test_a_request_sent_again_files_nothing_twice(house: House) -> None:
    match = table(house)
    body = {**CLAIM, "event": house.get(match.at)["version"]}
    sent = [
        house.ask(
            "POST", f"{match.at}/disputes", match.seats[1], json=body, headers={"Idempotency-Key": "once-0123456789"}
        )
        for _ in range(2)
    ]
    assert [one.headers.get("Idempotency-Replayed") for one in sent] == [None, "true"]
    assert sent[0].json == sent[1].json


def test_what_is_wrong_is_refused_and_files_nothing(house: House) -> None:
    match = table(house)
    version = house.get(match.at)["version"]
    refused(house, match, match.seats[1], "dispute.no_event", **CLAIM, event=version + 1)
    refused(house, match, match.seats[1], "dispute.too_late", **CLAIM, event=12)
    refused(house, match, match.seats[1], "dispute.absent", type="MakeStatement", dispute=1, text="no")
    refused(house, match, match.seats[0], "confirm.running", type="ConfirmResult")
    for body in (
        {"text": ""},
        {"text": "x" * 4001},
        {"text": "a\x00b"},
        {"event": "1"},
        {"type": "UsePower"},
        {"who": 1},
    ):
        asked = {**CLAIM, "event": version, **body}
        house.problem(422, "request.shape", "POST", f"{match.at}/disputes", match.seats[1], json=asked)
    house.problem(
        403, "party.no_seat", "POST", f"{match.at}/disputes", match.organiser, json={**CLAIM, "event": version}
    )
    house.problem(401, "auth.missing", "POST", f"{match.at}/disputes", json={**CLAIM, "event": version})
    assert house.get(f"{match.at}/disputes")["version"] == 0


def test_what_was_ordered_is_played_again_in_a_fork_of_the_game_and_in_no_other(house: House) -> None:
    match, elsewhere = table(house), table(house)
    claimed(house, match)
    judge, event = arbiter(house, match), house.get(match.at)["version"]
    fork = house.made(house.post(f"{match.at}/forks", match.seats[0], json={"at": 12, "mode": "redeal"}))
    play_on = {"type": "PlayOn", "dispute": 1}
    for branch in (elsewhere.game, "nowhere", match.game):
        refused(house, match, match.seats[1], "branch.elsewhere", **play_on, branch=branch)
    act(house, match, match.seats[1], **play_on, branch=fork.game)
    named = {"type": "NameOfficialFork", "dispute": 1, "fork": fork.game}
    refused(house, match, judge, "fork.not_ordered", **named)
    rewind = {"remedy": "rewind", "back_to": 12, "penalty": "none", "against": None, "branch": fork.game}
    refused(house, match, judge, "ruling.rewind", **{**RULING, **rewind, "back_to": event})
    act(house, match, judge, **{**RULING, **rewind})
    other = house.made(house.post(f"{match.at}/forks", match.seats[0], json={"at": 16, "mode": "redeal"}))
    exact = house.made(house.post(f"{match.at}/forks", judge, json={"at": 12, "mode": "exact"}))
    for otherwise in (other, exact):
        refused(house, match, judge, "fork.otherwise", **{**named, "fork": otherwise.game})
    assert act(house, match, judge, **named)["disputes"][0]["fork"] == fork.game
    refused(house, match, judge, "fork.twice", **named)


def test_an_appeal_is_ruled_on_by_three_who_were_called_and_had_not_ruled(house: House) -> None:
    match = table(house)
    claimed(house, match)
    judges = [arbiter(house, match, f"p-judge-{k}") for k in range(4)]
    act(house, match, judges[0], **RULING)
    act(house, match, match.seats[0], type="AppealRuling", dispute=1, text="It was the front card.")
    refused(house, match, judges[1], "ruling.committee", **RULING)
    for invented in (["p-x", "p-y"], ["p-judge-2", "p-x"], ["p-judge-2", "p-judge-0"]):
        refused(house, match, judges[1], "ruling.committee", **RULING, committee=invented)
    done = act(house, match, judges[1], **RULING, committee=["p-judge-2", "p-judge-3"])["disputes"][0]
    assert (done["state"], done["proposed"]) == ("appealed", {"n": 4, "agreed": 1, "needed": 2, "members": 3})
    join = {"type": "JoinRuling", "dispute": 1, "proposed": 4}
    refused(house, match, judges[0], "join.not_member", **join)
    refused(house, match, judges[1], "join.twice", **join)
    refused(house, match, judges[2], "join.replaced", **{**join, "proposed": 2})
    house.problem(403, "party.no_arbiter", "POST", f"{match.at}/disputes", match.seats[0], json=join)
    done = act(house, match, judges[2], **join)["disputes"][0]
    assert (done["state"], done["proposed"]) == ("ruled", None)
    assert [one["event"]["type"] for one in done["filed"][-3:]] == [
        "ruling_proposed.1",
        "ruling_joined.1",
        "committee_ruled.1",
    ]
    refused(house, match, judges[3], "dispute.closed", **join)
    notices = [one["text"] for one in house.get(f"{match.at}/annotations")["annotations"] if one["kind"] == "dispute"]
    assert notices[-2:] == [
        "An arbiter proposes to a committee how to rule on dispute 1.",
        "A committee rules on dispute 1.",
    ]
    refused(house, match, match.seats[0], "appeal.final", type="AppealRuling", dispute=1, text="Again.")


def test_the_result_is_confirmed_by_every_seat_unless_somebody_disputes_it(house: House) -> None:
    match, luck = table(house, options={"start_player": "seat_0", "exhaustions_to_end": 1}), Random(3)
    while house.move(match, luck):
        pass
    act(house, match, match.seats[0], type="ConfirmResult")
    refused(house, match, match.seats[0], "confirm.twice", type="ConfirmResult")
    last = house.get(match.at)["version"]
    act(house, match, match.seats[1], **{**CLAIM, "article": "TR-5"}, event=last)
    refused(house, match, match.seats[2], "confirm.disputed", type="ConfirmResult")
    act(house, match, match.seats[1], type="WithdrawDispute", dispute=1)
    for seat in (1, 2):
        done = act(house, match, match.seats[seat], type="ConfirmResult")
    assert done["confirmed"] == [0, 1, 2]
    refused(house, match, match.seats[0], "dispute.too_late", **CLAIM, event=last)


def test_who_sees_a_game_late_hears_of_its_disputes_late(house: House) -> None:
    match = table(house, spectator_delay={"events": 5})
    claimed(house, match)
    assert house.get(f"{match.at}/disputes")["disputes"] == []
    assert len(house.get(f"{match.at}/disputes", match.seats[2])["disputes"]) == 1
    private = house.match(private=True)
    house.problem(404, "not-found", "GET", f"{private.at}/disputes")


def test_a_clock_that_was_set_back_shows_late_spectators_nothing_early(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = table(house, spectator_delay={"seconds": 0.001})
    with monkeypatch.context() as ahead:
        ahead.setattr(proceedings_writer, "now_ms", lambda: now_ms() + 10_000_000)
        claimed(house, match)
    act(house, match, match.seats[0], type="MakeStatement", dispute=1, text="It was the front card.")
    until(lambda: house.get(match.at)["version"] == house.get(match.at, match.seats[0])["version"])
    assert house.get(f"{match.at}/disputes")["version"] == 0
    assert house.get(f"{match.at}/disputes", match.seats[0])["version"] == 2


def test_words_are_erased_with_whoever_wrote_them_and_the_proceedings_stay(house: House) -> None:
    match = table(house)
    claimed(house, match)
    judge = arbiter(house, match, "p-erased")
    act(house, match, judge, type="FindFacts", dispute=1, text="I saw it.")
    anew = house.ask("PUT", f"{match.at}/seats/1", match.organiser, json={"kind": "human", "person": "p-Di"}).json
    store = house.desk.store
    until(lambda: now_ms() > store.noted(FormerPlayer, game=match.game)[0].at)
    act(house, match, anew["token"], type="MakeStatement", dispute=1, text="I came later.")
    filed = store.noted(DisputeEvent, game=match.game)
    for name in ("Bo", "p-erased"):
        erase(store, lambda written, name=name: written == name)
    house.desk.register.forget()
    (dispute,) = house.get(f"{match.at}/disputes")["disputes"]
    assert [one["words"]["text"] for one in dispute["filed"]] == [None, None, "I came later."]
    texts = store.noted(DisputeText, game=match.game)
    assert [bool(one.salt) for one in texts] == [False, False, True], "nobody can try what it was"
    persons = {one.person for one in store.noted(Bearer, game=match.game)} - {None}
    assert persons == {"p-Ana", "p-Cy", "p-Di", "p-host"}, "of Bo nothing is left, nor of the arbiter"
    assert store.noted(DisputeEvent, game=match.game) == filed
    assert not any(words in one.event for one in filed for words in (CLAIM["text"], "I saw it.", "p-erased"))
