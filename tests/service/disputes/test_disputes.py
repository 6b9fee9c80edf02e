"""Disputes over HTTP: claims, rulings and appeals, and who may read them."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.disputes import proceedings_writer
from service.lifecycle.erasure import erase
from service.ops.clock import now_ms
from service.store.entries.metadata_store import FormerPlayer
from service.store.entries.proceedings_entries import Bearer, DisputeEvent, DisputeText
from tests.service.api.conftest import ApiClient, open_api
from tests.service.disputes.disputed_games import CLAIM, RULING, act, arbiter, claimed, play_to_end, refused, table
from tests.waiting import wait_until


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiClient]:
    with open_api(tmp_path_factory.mktemp("court") / "store") as api:
        yield api


def test_another_process_shows_new_filings_and_remarks_at_once(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_api(api.context.settings.store) as other:  # type: ignore[arg-type]  # it is a folder
        match = table(api)
        monkeypatch.setattr(other.context.register, "invalidate", lambda: None)  # as if it had no notification yet
        filed = [
            {**CLAIM, "event": api.get(match.at)["version"]},
            {"type": "MakeStatement", "dispute": 1, "text": "It was the front card."},
            {"type": "WithdrawDispute", "dispute": 1},
        ]
        for address, done in zip(("disputes", "annotations", "acts"), filed, strict=True):
            before = other.get(f"{match.at}/{address}", match.seats[0])
            act(api, match, match.seats[1], **done)
            found = other.get(f"{match.at}/{address}", match.seats[0])
            assert found == api.get(f"{match.at}/{address}", match.seats[0]) != before


def test_a_dispute_from_claim_to_ruling_is_public_except_sealed_findings(api: ApiClient) -> None:
    match = table(api)
    judge, before = arbiter(api, match), api.get(f"{match.at}/events")["version"]
    claimed(api, match)
    act(api, match, match.seats[0], type="MakeStatement", dispute=1, text="It was the front card.")
    act(api, match, match.seats[1], type="PinEvidence", dispute=1, events=[12, 13])
    act(api, match, judge, type="FindFacts", dispute=1, text="The hand shows it.", sealed=True)
    done = act(api, match, judge, **RULING)
    (dispute,) = done["disputes"]
    assert (dispute["state"], dispute["pinned"], dispute["seat"]) == ("ruled", [12, 13], 1)
    words = [filed["words"].get("text") for filed in dispute["filed"]]
    assert words == [CLAIM["text"], "It was the front card.", None, "The hand shows it.", "Both agree on it."]
    seen = api.get(f"{match.at}/disputes/1", match.seats[2])
    assert [one["event"]["type"] for one in seen["filed"]][-1] == "dispute_ruled.1"
    assert seen["filed"][3]["words"] == {"text": None}, "findings on hidden cards are sealed until the end"
    assert "p-judge" not in str(seen), "the proceedings do not name the arbiter"
    assert api.get(f"{match.at}/events")["version"] == before, "the log of the game is unchanged"
    notices = [one["text"] for one in api.get(f"{match.at}/annotations")["annotations"] if one["kind"] == "dispute"]
    assert notices[0].startswith("Seat 2 disputes event")
    api.problem(404, "not-found", "GET", f"{match.at}/disputes/2")


@pytest.mark.parametrize(
    ("person", "by", "code"),
    [
        (None, None, "arbiter.unknown"),
        ("p-Ana", None, "arbiter.own_game"),
        ("p-judge", "nobody", "arbiter.unknown"),
        ("p-judge", "player", "arbiter.own_organiser"),
    ],
)
def test_a_partial_or_unknown_arbiter_cannot_rule(
    api: ApiClient, person: str | None, by: str | None, code: str
) -> None:
    seats = [{"kind": "human", "person": f"p-{name}"} for name in ("Ana", "Bo", "Cy")]
    hosts = {"nobody": {}, "player": {"person": "p-Bo"}}.get(by or "", {"person": "p-host"})
    match = api.match(seats=seats, players=3, **hosts)
    claimed(api, match)
    refused(api, match, arbiter(api, match, person), code, **RULING)
    act(api, match, arbiter(api, match, by=api.service), **RULING)  # control: an impartial one may


def test_an_arbiter_rules_on_bots_but_not_on_unknown_or_own_seats(api: ApiClient) -> None:
    seats = [{"kind": "human", "person": "p-Ana"}, {"kind": "bot"}, {"kind": "human", "person": "p-Cy"}]
    match = api.match(seats=seats, players=3, person="p-host", pace=60)
    act(api, match, match.seats[0], **CLAIM, event=api.get(match.at)["version"])
    left = arbiter(api, match, "p-Cy")
    refused(api, match, left, "arbiter.own_game", **RULING)
    api.request("PUT", f"{match.at}/seats/2", match.organiser, json={"kind": "human", "person": "p-Di"})
    refused(api, match, left, "arbiter.own_game", **RULING)
    api.request("PUT", f"{match.at}/seats/2", match.organiser, json={"kind": "human"})
    refused(api, match, arbiter(api, match), "arbiter.players_unknown", **RULING)
    api.request("PUT", f"{match.at}/seats/2", match.organiser, json={"kind": "bot"})
    act(api, match, arbiter(api, match), **RULING)


def test_one_of_four_simultaneous_rulings_counts(api: ApiClient) -> None:
    match = table(api)
    claimed(api, match)
    judges = [arbiter(api, match, f"p-judge-{k}") for k in range(4)]
    with ThreadPoolExecutor(4) as pool:
        rule = [pool.submit(api.request, "POST", f"{match.at}/disputes", judge, json=RULING) for judge in judges]
    codes = sorted((one.result().status_code, one.result().json.get("code")) for one in rule)
    assert codes == [(201, None), *[(409, "dispute.closed")] * 3]


def test_a_repeated_claim_is_filed_once(api: ApiClient) -> None:
    match = table(api)
    body = {**CLAIM, "event": api.get(match.at)["version"]}
    sent = [
        api.request(
            "POST", f"{match.at}/disputes", match.seats[1], json=body, headers={"Idempotency-Key": "once-0123456789"}
        )
        for _ in range(2)
    ]
    assert [one.headers.get("Idempotency-Replayed") for one in sent] == [None, "true"]
    assert sent[0].json == sent[1].json


def test_an_invalid_filing_is_refused(api: ApiClient) -> None:
    match = table(api)
    version = api.get(match.at)["version"]
    refused(api, match, match.seats[1], "dispute.no_event", **CLAIM, event=version + 1)
    refused(api, match, match.seats[1], "dispute.too_late", **CLAIM, event=12)
    refused(api, match, match.seats[1], "dispute.absent", type="MakeStatement", dispute=1, text="no")
    refused(api, match, match.seats[0], "confirm.running", type="ConfirmResult")
    for body in (
        {"text": ""},
        {"text": "x" * 4001},
        {"text": "a\x00b"},
        {"event": "1"},
        {"type": "UsePower"},
        {"who": 1},
    ):
        asked = {**CLAIM, "event": version, **body}
        api.problem(422, "request.shape", "POST", f"{match.at}/disputes", match.seats[1], json=asked)
    api.problem(403, "party.no_seat", "POST", f"{match.at}/disputes", match.organiser, json={**CLAIM, "event": version})
    api.problem(401, "auth.missing", "POST", f"{match.at}/disputes", json={**CLAIM, "event": version})
    assert api.get(f"{match.at}/disputes")["version"] == 0


def test_only_a_fork_by_the_ruling_becomes_the_official_fork(api: ApiClient) -> None:
    match, elsewhere = table(api), table(api)
    claimed(api, match)
    judge, event = arbiter(api, match), api.get(match.at)["version"]
    fork = api.match_of(api.post(f"{match.at}/forks", match.seats[0], json={"at": 12, "mode": "redeal"}))
    play_on = {"type": "PlayOn", "dispute": 1}
    for branch in (elsewhere.game, "nowhere", match.game):
        refused(api, match, match.seats[1], "branch.elsewhere", **play_on, branch=branch)
    act(api, match, match.seats[1], **play_on, branch=fork.game)
    named = {"type": "NameOfficialFork", "dispute": 1, "fork": fork.game}
    refused(api, match, judge, "fork.not_ordered", **named)
    rewind = {"remedy": "rewind", "back_to": 12, "penalty": "none", "against": None, "branch": fork.game}
    refused(api, match, judge, "ruling.rewind", **{**RULING, **rewind, "back_to": event})
    act(api, match, judge, **{**RULING, **rewind})
    other = api.match_of(api.post(f"{match.at}/forks", match.seats[0], json={"at": 16, "mode": "redeal"}))
    exact = api.match_of(api.post(f"{match.at}/forks", judge, json={"at": 12, "mode": "exact"}))
    for otherwise in (other, exact):
        refused(api, match, judge, "fork.otherwise", **{**named, "fork": otherwise.game})
    assert act(api, match, judge, **named)["disputes"][0]["fork"] == fork.game
    refused(api, match, judge, "fork.twice", **named)


def test_an_appeal_needs_three_other_arbiters_of_the_game(api: ApiClient) -> None:
    match = table(api)
    claimed(api, match)
    judges = [arbiter(api, match, f"p-judge-{k}") for k in range(4)]
    act(api, match, judges[0], **RULING)
    act(api, match, match.seats[0], type="AppealRuling", dispute=1, text="It was the front card.")
    refused(api, match, judges[1], "ruling.committee", **RULING)
    for invented in (["p-x", "p-y"], ["p-judge-2", "p-x"], ["p-judge-2", "p-judge-0"]):
        refused(api, match, judges[1], "ruling.committee", **RULING, committee=invented)
    done = act(api, match, judges[1], **RULING, committee=["p-judge-2", "p-judge-3"])["disputes"][0]
    assert (done["state"], done["proposed"]) == ("appealed", {"n": 4, "agreed": 1, "needed": 2, "members": 3})
    join = {"type": "JoinRuling", "dispute": 1, "proposed": 4}
    refused(api, match, judges[0], "join.not_member", **join)
    refused(api, match, judges[1], "join.twice", **join)
    refused(api, match, judges[2], "join.replaced", **{**join, "proposed": 2})
    api.problem(403, "party.no_arbiter", "POST", f"{match.at}/disputes", match.seats[0], json=join)
    done = act(api, match, judges[2], **join)["disputes"][0]
    assert (done["state"], done["proposed"]) == ("ruled", None)
    assert [one["event"]["type"] for one in done["filed"][-3:]] == [
        "ruling_proposed.1",
        "ruling_joined.1",
        "committee_ruled.1",
    ]
    refused(api, match, judges[3], "dispute.closed", **join)
    notices = [one["text"] for one in api.get(f"{match.at}/annotations")["annotations"] if one["kind"] == "dispute"]
    assert notices[-2:] == [
        "An arbiter proposes to a committee how to rule on dispute 1.",
        "A committee rules on dispute 1.",
    ]
    refused(api, match, match.seats[0], "appeal.final", type="AppealRuling", dispute=1, text="Again.")


def test_every_seat_confirms_an_undisputed_result(api: ApiClient) -> None:
    match = table(api, options={"start_player": "seat_0", "exhaustions_to_end": 1})
    play_to_end(api, match.game)
    act(api, match, match.seats[0], type="ConfirmResult")
    refused(api, match, match.seats[0], "confirm.twice", type="ConfirmResult")
    last = api.get(match.at)["version"]
    act(api, match, match.seats[1], **{**CLAIM, "article": "TR-5"}, event=last)
    refused(api, match, match.seats[2], "confirm.disputed", type="ConfirmResult")
    act(api, match, match.seats[1], type="WithdrawDispute", dispute=1)
    for seat in (1, 2):
        done = act(api, match, match.seats[seat], type="ConfirmResult")
    assert done["confirmed"] == [0, 1, 2]
    refused(api, match, match.seats[0], "dispute.too_late", **CLAIM, event=last)


def test_a_delayed_spectator_sees_disputes_with_the_delay(api: ApiClient) -> None:
    match = table(api, spectator_delay={"events": 5})
    claimed(api, match)
    assert api.get(f"{match.at}/disputes")["disputes"] == []
    assert len(api.get(f"{match.at}/disputes", match.seats[2])["disputes"]) == 1
    private = api.match(private=True)
    api.problem(404, "not-found", "GET", f"{private.at}/disputes")


def test_a_clock_that_goes_back_shows_delayed_spectators_nothing_early(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = table(api, spectator_delay={"seconds": 0.001})
    with monkeypatch.context() as ahead:
        ahead.setattr(proceedings_writer, "now_ms", lambda: now_ms() + 10_000_000)
        claimed(api, match)
    act(api, match, match.seats[0], type="MakeStatement", dispute=1, text="It was the front card.")
    wait_until(lambda: api.get(match.at)["version"] == api.get(match.at, match.seats[0])["version"])
    assert api.get(f"{match.at}/disputes")["version"] == 0
    assert api.get(f"{match.at}/disputes", match.seats[0])["version"] == 2


def test_erasing_a_person_removes_their_texts_and_keeps_the_proceedings(api: ApiClient) -> None:
    match = table(api)
    claimed(api, match)
    judge = arbiter(api, match, "p-erased")
    act(api, match, judge, type="FindFacts", dispute=1, text="I saw it.")
    anew = api.request("PUT", f"{match.at}/seats/1", match.organiser, json={"kind": "human", "person": "p-Di"}).json
    store = api.context.store
    wait_until(lambda: now_ms() > store.find_entries(FormerPlayer, game=match.game)[0].at)
    act(api, match, anew["token"], type="MakeStatement", dispute=1, text="I came later.")
    filed = store.find_entries(DisputeEvent, game=match.game)
    for name in ("Bo", "p-erased"):
        erase(store, lambda written, name=name: written == name)
    api.context.register.invalidate()
    (dispute,) = api.get(f"{match.at}/disputes")["disputes"]
    assert [one["words"]["text"] for one in dispute["filed"]] == [None, None, "I came later."]
    texts = store.find_entries(DisputeText, game=match.game)
    assert [bool(one.salt) for one in texts] == [False, False, True], "without the salt the text cannot be guessed"
    persons = {one.person for one in store.find_entries(Bearer, game=match.game)} - {None}
    assert persons == {"p-Ana", "p-Cy", "p-Di", "p-host"}, "neither Bo nor the arbiter is left"
    assert store.find_entries(DisputeEvent, game=match.game) == filed
    assert not any(words in one.event for one in filed for words in (CLAIM["text"], "I saw it.", "p-erased"))
