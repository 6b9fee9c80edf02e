"""Legal commands of a seat, the bounds of offers, and dry runs."""

from random import Random
from typing import Any

import pytest

from service.commands.command_handler import CommandHandler
from service.queries import record_cache
from service.store.entries.metadata_store import Arrangement

PLANT = {"type": "PlantFromHand", "seat": 0, "field": 0}
DRAW = {"type": "DrawCards", "seat": 0}


def illegal_options(api: Any, match: Any, options: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the options that a dry run does not call legal."""
    path = f"{match.at}/commands?dry_run=true"
    answers = [api.request("POST", path, api.service, json=option) for option in options]
    return [
        option
        for option, answer in zip(options, answers, strict=True)
        if answer.status_code != 200 or answer.json["verdict"] != "legal"
    ]


@pytest.mark.parametrize("edition", ["classic", "modern", "sissi", "bohnaparte"])
def test_listed_legal_commands_pass_a_dry_run_unchanged(shared, edition):
    match, luck, seen = shared.match(edition=edition, players=4, options={}), Random(3), set()
    for _ in range(12):
        for seat in range(4):
            answer = shared.get(f"{match.at}/legal-commands?seat={seat}", match.seats[seat])
            assert list(answer) == ["seat", "n", "legal", "offers", "blocked", "words"]
            assert illegal_options(shared, match, answer["legal"]) == []
            seen |= {option["type"] for option in answer["offers"]}
        shared.move(match, luck)
    assert "ProposeTrade" in seen


def test_control_the_bounds_of_an_offer_fail_the_dry_run(shared):
    match = shared.match()
    while shared.move(match, Random(1), until="trade"):
        pass
    answer = shared.get(f"{match.at}/legal-commands?seat=0", match.seats[0])
    assert answer["offers"]
    assert illegal_options(shared, match, answer["legal"] + answer["offers"]) == answer["offers"]


def test_offers_list_the_cards_and_seats_they_may_contain(shared):
    match = shared.match()
    while shared.move(match, Random(1), until="trade"):
        pass
    trade, gift = shared.get(f"{match.at}/legal-commands?seat=0", match.seats[0])["offers"]
    assert list(trade) == ["type", "from_hand", "turned_up", "with"]
    assert list(gift) == ["type", "from_hand", "turned_up", "to"]
    assert trade["with"] == [1, 2]
    made = {"type": "ProposeTrade", "seat": 0, "with": 1, "give": [{"source": "hand", "slot": trade["from_hand"][0]}]}
    shared.submit(match, {**made, "want": {"blue": 1}})


def test_blocked_commands_say_whether_they_belong_to_the_phase(shared):
    match = shared.match()
    refused = shared.get(f"{match.at}/legal-commands?seat=0&include=blocked", match.seats[0])["blocked"]
    belongs = {option["type"]: option["in_phase"] for option in refused}
    assert belongs["EndPlanting"]
    assert belongs["HarvestField"], "it belongs to every phase"
    assert not belongs["DrawCards"]
    assert not belongs["EndTrading"]


def test_a_paused_game_has_no_legal_commands(shared):
    match = shared.match()
    path = f"{match.at}/legal-commands?seat=0&include=blocked"
    before = shared.get(path, match.seats[0])
    assert before["legal"]
    shared.post(f"{match.at}/pause", match.organiser)
    answer = shared.get(path, match.seats[0])
    assert (answer["legal"], answer["offers"], answer["blocked"]) == ([], [], before["blocked"])
    assert shared.get(f"{path}&at={match.version - 1}", match.seats[0])["n"] == match.version - 1
    shared.post(f"{match.at}/resume", match.organiser)
    assert shared.get(path, match.seats[0]) == before


def outcomes(api: Any, match: Any, command: Any, **headers: str) -> tuple[Any, Any]:
    """Return status and code of a dry run and of the command itself, which writes."""
    path, token = f"{match.at}/commands", match.seats[0]
    dry = api.request("POST", f"{path}?dry_run=true", token, json=command, headers=headers)
    wet = api.request("POST", path, token, json=command, headers=headers)
    return (dry.status_code, dry.json.get("code")), (wet.status_code, wet.json.get("code"))


def test_a_dry_run_answers_as_the_command_would(shared):
    def stale(match: Any) -> dict[str, str]:
        return {"If-Match": f'"table.{match.version - 1}.seat:0"'}

    match = shared.match()
    assert outcomes(shared, match, {**PLANT, "field": "x"}) == ((422, "request.shape"),) * 2
    assert outcomes(shared, match, {"type": "PlantFromHand"}) == ((422, "request.shape"),) * 2
    assert outcomes(shared, match, PLANT, **stale(match)) == ((412, "version.mismatch"),) * 2
    gift = {"type": "OfferDonation", "seat": 0, "to": 1, "cards": [{"source": "turned_up", "variety": "stone"}]}
    assert outcomes(shared, match, gift) == ((422, "request.shape"),) * 2
    assert outcomes(shared, match, DRAW) == ((200, "rules.turn.order"), (409, "rules.turn.order"))
    assert outcomes(shared, match, {**PLANT, "seat": 1}) == ((403, "seat.forbidden"),) * 2
    shared.post(f"{match.at}/pause", match.organiser)
    assert outcomes(shared, match, PLANT) == ((409, "game.paused"),) * 2
    assert outcomes(shared, match, DRAW) == ((409, "game.paused"),) * 2
    shared.post(f"{match.at}/resume", match.organiser)
    assert outcomes(shared, match, PLANT) == ((200, None), (201, None))
    shared.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    assert outcomes(shared, match, PLANT) == ((409, "game.ended"),) * 2


def test_control_a_dry_run_with_separate_checks_is_detected(api, monkeypatch):
    match = api.match()
    api.post(f"{match.at}/pause", match.organiser)
    monkeypatch.setattr(
        CommandHandler, "preview", lambda self, game, command, expected=None: self._tables.current(game)
    )
    dry, wet = outcomes(api, match, PLANT)
    assert (dry, wet) == ((200, None), (409, "game.paused"))


def test_a_dry_run_returns_a_verdict_without_consequences(shared):
    match = shared.match()
    path, token = f"{match.at}/commands?dry_run=true", match.seats[0]
    legal = shared.post(path, token, json=PLANT)
    assert list(legal) == ["verdict", "code", "clause", "says"]
    assert (legal["verdict"], legal["code"], legal["clause"]) == ("legal", None, "CL-4.4")
    answer = shared.post(path, token, json=DRAW)
    assert (answer["verdict"], answer["code"]) == ("illegal", "rules.turn.order")
    assert answer["clause"]
    assert shared.get(match.at)["version"] == match.version


def test_a_voided_game_that_was_paused_answers_as_ended(shared):
    match = shared.match()
    shared.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    shared.context.register.save_entries(Arrangement(game=match.game, paused=True))
    shared.problem(409, "game.ended", "POST", f"{match.at}/commands", match.seats[0], json=PLANT)


def test_present_legal_commands_are_found_without_replaying_events(shared, monkeypatch):
    match, luck, folded = shared.match(), Random(3), []
    inner = record_cache.table_after
    monkeypatch.setattr(record_cache, "table_after", lambda *given: (folded.append(given), inner(*given))[1])
    for _ in range(10):
        assert shared.choices(match, shared.get(match.at)["to_act"][0])
        shared.move(match, luck)
    assert folded == []
    shared.get(f"{match.at}/legal-commands?seat=0&at={match.version}", match.seats[0])
    assert len(folded) == 1
