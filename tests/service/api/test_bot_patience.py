"""The patience of bots: they wait for the answer of a person to an offer, up to a deadline."""

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from domain.commands import CardRef, Command, DeclineTrade, EndTrading, OfferDonation
from domain.events import ClosedProposal, DonationOffered, TradeProposed, TradingEnded
from domain.rules.offers import addressee
from replay.codec import Envelope, time_of
from service.lifecycle import bot_runner
from service.lifecycle.bot_runner import BotRunner
from service.lifecycle.bots.bot import Bot, Situation
from service.lifecycle.bots.turn_scheduler import next_command
from service.ops.clock import now_ms
from tests.service.api.conftest import ApiClient, Match
from tests.waiting import happens_within

TRADERS = [{"kind": "human"}, *[{"kind": "bot", "bot": "trader"}] * 2]
LONG = 600
"""Seconds of patience that no test reaches."""
GAMES_MAX = 5
"""Games to search for a bot that makes a person an offer; almost every game has one."""


def game_with_waiting_bot(api: ApiClient, *, patience: float, **wish: Any) -> tuple[Match, BotRunner]:
    """Return a game in which a bot waits for the person on seat 0, and the runner of its bots."""
    for _ in range(GAMES_MAX):
        match, runner, wait = api.match(seats=TRADERS, pace=0, patience=patience, **wish), BotRunner(api.context), 0.0
        while not wait:
            if (found := runner._process_game(match.game)) is not None:
                wait = found
            elif not play_for_person(api, match):
                break
        if wait:
            return match, runner
    raise AssertionError("no bot waits for the person")


def play_for_person(api: ApiClient, match: Match) -> bool:
    """Play for the person, without answering offers, and return whether there was anything to play."""
    head = api.get(match.at, match.organiser)
    if 0 not in head["to_act"]:
        return False
    orders = api.choices(match, 0)
    plain = [one for one in orders if not one["type"].startswith(("Harvest", "Accept", "Decline"))]
    api.submit(match, (plain or orders)[0])
    return True


def log_of(api: ApiClient, game: str) -> list[Envelope]:
    """Return all events so far."""
    return api.context.records.envelopes(game, api.context.tables.current(game).version)


def last_offer(api: ApiClient, match: Match) -> Envelope:
    """Return the last offer of a bot to the person."""
    offers = [one for one in log_of(api, match.game) if isinstance(one.event, TradeProposed | DonationOffered)]
    return next(one for one in reversed(offers) if addressee(one.event) == 0)


def deadline_of(state: Mapping[str, Any]) -> int | None:
    """Return the deadline of the person on seat 0 in milliseconds since 1970, or None."""
    found = state.get("asked_until", {}).get("0")
    return None if found is None else time_of(found)


def first_message(api: ApiClient, match: Match, token: str | None = None) -> dict[str, Any]:
    """Return the first message of a new stream with choices."""
    answer = api.request("GET", f"{match.at}/stream?with=choices&follow=false", token or match.seats[0])
    line: dict[str, Any] = json.loads(answer.data.split(b"data: ")[1].split(b"\n")[0])
    return line


def decline(api: ApiClient, match: Match) -> None:
    """Decline the offer of a bot as the person."""
    api.submit(match, next(one for one in api.choices(match, 0) if one["type"].startswith("Decline")))


def test_a_bot_leaves_its_trading_open_until_the_time_that_it_states(api: ApiClient) -> None:
    match, runner = game_with_waiting_bot(api, patience=LONG)
    offer, head = last_offer(api, match), api.get(match.at)
    assert offer.at + LONG * 1000 == deadline_of(head)
    assert [0] == head["asked"]
    assert {"0"} == head["asked_until"].keys()
    assert head["asked_until"] == first_message(api, match)["asked_until"]
    assert head["asked_until"] == api.get("/v1/games?limit=1")["games"][0]["asked_until"]
    for _ in range(3):
        assert (runner._process_game(match.game) or 0) > 0
    assert head["version"] == api.get(match.at)["version"]


@pytest.mark.long
def test_control_without_patience_no_bot_waits_and_offers_lapse(api: ApiClient) -> None:
    with pytest.raises(AssertionError, match="no bot waits"):
        game_with_waiting_bot(api, patience=0)
    reasons = [
        one.event.reason
        for head in api.get("/v1/games")["games"]
        for one in log_of(api, head["game"])
        if isinstance(one.event, ClosedProposal)
    ]
    assert "trading_ended" in reasons


def test_trading_ends_when_the_patience_of_a_bot_is_over_and_no_sooner(api: ApiClient) -> None:
    match, runner = game_with_waiting_bot(api, patience=0.3)
    offer, version = last_offer(api, match), api.get(match.at)["version"]
    assert happens_within(30, lambda: runner._process_game(match.game) == 0.0)
    (lapse, *_) = after = log_of(api, match.game)[version:]
    assert isinstance(lapse.event, ClosedProposal)
    assert "trading_ended" == lapse.event.reason
    assert any(isinstance(one.event, TradingEnded) for one in after)
    assert lapse.at >= offer.at + 300
    refused = api.request(
        "POST",
        f"{match.at}/commands",
        match.seats[0],
        json={"type": "DeclineTrade", "seat": 0, "proposal": lapse.event.proposal},
    )
    assert (409, True) == (refused.status_code, refused.json["code"].startswith("rules.trade."))


def test_an_answer_of_the_person_wakes_the_bot_at_once(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_runner, "RECHECK_SECONDS", float(LONG))
    match, _ = game_with_waiting_bot(api, patience=LONG)
    version = api.get(match.at)["version"]
    runner = BotRunner(api.context)
    runner.start()
    try:
        assert happens_within(10, lambda: match.game in runner._due_times)
        decline(api, match)
        assert happens_within(10, lambda: api.get(match.at)["version"] > version + 1)
    finally:
        runner.stop()


def test_a_pause_stops_the_patience_of_a_bot(api: ApiClient) -> None:
    match, runner = game_with_waiting_bot(api, patience=LONG)
    before = deadline_of(api.get(match.at))
    api.post(f"{match.at}/pause", match.organiser)
    assert (None, None) == (deadline_of(api.get(match.at)), deadline_of(first_message(api, match)))
    assert runner._process_game(match.game) is None
    paused = next(one for one in api.get(f"{match.at}/annotations")["annotations"] if one["kind"] == "paused")
    assert happens_within(10, lambda: now_ms() > time_of(paused["at"]) + 20)
    tag = api.request("GET", match.at).headers["ETag"]
    api.post(f"{match.at}/resume", match.organiser)
    resumed = next(one for one in api.get(f"{match.at}/annotations")["annotations"] if one["kind"] == "resumed")
    shift = time_of(resumed["at"]) - time_of(paused["at"])
    assert shift > 20
    head = api.request("GET", match.at)
    assert before is not None
    assert before + shift == deadline_of(head.json) == deadline_of(first_message(api, match))
    assert tag != head.headers["ETag"]
    assert (runner._process_game(match.game) or 0) > 0


def test_patience_begins_again_in_a_fork(api: ApiClient) -> None:
    match, _ = game_with_waiting_bot(api, patience=LONG)
    version = api.get(match.at)["version"]
    assert happens_within(10, lambda: now_ms() > last_offer(api, match).at + 20)
    fork = api.post(f"{match.at}/forks", api.service, json={"at": version, "seats": TRADERS})
    begun = next(one for one in log_of(api, fork["game"]) if one.n > version)
    assert begun.at + LONG * 1000 == deadline_of(api.get(f"/v1/games/{fork['game']}", api.service))


def test_a_delayed_spectator_sees_the_deadline_of_the_event_they_know(api: ApiClient) -> None:
    match, _ = game_with_waiting_bot(api, patience=LONG, spectator_delay={"events": 1})
    offer, spectator = last_offer(api, match), api.token("spectator", match.game)
    before = api.get(match.at, match.seats[0])["version"]
    assert before - 1 == api.get(match.at)["version"]
    decline(api, match)

    def known() -> tuple[Any, Any]:
        return api.get(match.at), first_message(api, match, spectator)

    then = known()
    assert [before] * 2 == [then[0]["version"], then[1]["n"]]
    assert [offer.at + LONG * 1000] * 2 == [deadline_of(one) for one in then]
    api.post(f"{match.at}/pause", match.organiser)
    api.post(f"{match.at}/resume", match.organiser)
    assert then == known()


class HastyBot(Bot):
    """A bot that ends its trading as soon as it may, whatever it is offered."""

    def pick(self, situation: Situation, luck: Random) -> Command | None:
        """Return the command that ends the trading, or None."""
        return next((one for one in situation.options if isinstance(one, EndTrading)), None)


def test_a_bot_answers_the_offers_of_people_before_it_ends_its_trading(api: ApiClient) -> None:
    match, _ = game_with_waiting_bot(api, patience=LONG)
    decline(api, match)
    table = api.context.tables.current(match.game).table
    active = table.turn.seat
    give = [{"source": "hand", "slot": table.seats[0].slots[0]}]
    api.submit(match, {"type": "ProposeTrade", "seat": 0, "with": active, "give": give, "want": {"red": 1}})
    live = api.context.tables.current(match.game)
    bots = {seat: HastyBot(seat, "") for seat in (1, 2)}
    said = next_command(live.table, live.version, bots)
    (open_one,) = [one.proposal for one in live.table.proposals if one.seat == 0]
    assert DeclineTrade(seat=active, proposal=open_one) == said
    assert EndTrading(seat=active) == next_command(live.table, live.version, {**bots, 0: HastyBot(0, "")})


class GenerousBot(Bot):
    """A bot that offers the front card of its hand to the person on seat 0, again and again."""

    def pick(self, situation: Situation, luck: Random) -> Command | None:
        """Return the donation."""
        front = CardRef(source="hand", slot=situation.table.seats[self.seat].slots[0])
        return OfferDonation(seat=self.seat, to=0, cards=(front,))


def test_a_bot_makes_a_person_one_offer_at_a_time(api: ApiClient) -> None:
    match, _ = game_with_waiting_bot(api, patience=LONG)
    live = api.context.tables.current(match.game)
    active = live.table.turn.seat
    bots = {active: GenerousBot(active, ""), 3 - active: HastyBot(3 - active, "")}
    assert EndTrading(seat=active) == next_command(live.table, live.version, bots)
    decline(api, match)
    live = api.context.tables.current(match.game)
    assert isinstance(next_command(live.table, live.version, bots), OfferDonation)


def test_a_bot_answers_each_of_two_offers_for_the_same_card_once(api: ApiClient) -> None:
    seats = [{"kind": "human"}, {"kind": "human"}, {"kind": "bot", "bot": "trader"}]
    match, runner = api.match(seats=seats, pace=0, patience=0), BotRunner(api.context)
    table = api.context.tables.current(match.game).table
    while (table.turn.seat, table.turn.phase) != (2, "trade") or not table.turned_up:
        head = api.get(match.at)
        if head["to_act"] == [2]:
            runner._process_game(match.game)
        else:
            api.move(match, Random(1))
        table = api.context.tables.current(match.game).table
    for seat in (0, 1):
        give = [{"source": "hand", "slot": table.seats[seat].slots[0]}]
        want = {"give": give, "want_turned_up": [table.turned_up[0]]}
        api.submit(match, {"type": "ProposeTrade", "seat": seat, "with": 2, **want})
    offers = [one.proposal for one in api.context.tables.current(match.game).table.proposals if one.seat != 2]
    while api.context.tables.current(match.game).table.turn.phase == "trade":
        assert runner._process_game(match.game) == 0.0
    answers = ("trade_accepted.1", "trade_declined.1", "trade_lapsed.1")
    events = [one["event"] for one in api.get(f"{match.at}/events?limit=1000")["events"]]
    closed = [one["proposal"] for one in events if one["type"] in answers and one["proposal"] in offers]
    assert sorted(offers) == sorted(closed)
    assert "trading_ended" not in [one.get("reason") for one in events if one.get("proposal") in offers]


@pytest.mark.parametrize("patience", [-1, 86_401, "long", None])
def test_an_invalid_patience_is_refused(patience: object, shared: ApiClient) -> None:
    body = {"edition": "classic", "patience": patience}
    problem = shared.problem(422, "request.shape", "POST", "/v1/games", json=body)
    assert "patience" in json.dumps(problem)
