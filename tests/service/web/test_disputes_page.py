"""The page of disputes: reading, ruling, appeals and branches, and the summary in the protocol."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.service.web.conftest import HOSTILE, Service
from tests.service.web.layout import expect_no_wider
from tests.service.web.simulated_player import join_by_link
from tests.service.web.test_axe import PHONE, Axe, in_both_themes


def game_with_disputes(service: Service) -> str:
    """Create a game with a dispute that was ruled on, with hostile text, and one that is open."""
    seats = [{"kind": "human", "name": name, "person": f"p-{name}"} for name in ("Ana", "Bo", "Cy")]
    made = service.new_game(*seats, person="p-host")
    game, tokens = made["game"], [one["token"] for one in made["tokens"]]
    wish = {"game": game, "kind": "arbiter", "reason": "a dispute", "person": "p-judge"}
    judge = service.request("/v1/tokens", wish, made["organiser_token"])["token"]

    def act(who: str, **done: object) -> None:
        service.request(f"/v1/games/{game}/disputes", done, who)

    claim = {"type": "OpenDispute", "event": made["version"], "article": "TR-1"}
    act(tokens[1], **claim, text=f"Ana sat down first {HOSTILE}")
    act(tokens[0], type="MakeStatement", dispute=1, text="I did not.")
    act(judge, type="FindFacts", dispute=1, text="The hand shows it.", sealed=True)
    ruling = {"outcome": "upheld", "clause": "CL-4.4", "article": "TR-1", "remedy": "repair"}
    act(judge, type="RuleDispute", dispute=1, **ruling, text="Both agree.", penalty="warning", against=0)
    act(tokens[2], **claim, text="I was not asked.")
    service.request(f"/v1/games/{game}/pause", {"reason": "I look at a hand."}, judge)
    for view in ("seat:1", "omniscient"):
        service.request(f"/v1/games/{game}/table?as={view}", token=judge)
    return str(game)


def game_with_appeal(service: Service) -> tuple[str, list[str]]:
    """Create a game with an appealed ruling; return it with the tokens of three other arbiters."""
    made = service.new_game(*[{"kind": "human", "person": f"p-{k}"} for k in range(3)], person="p-host")
    game, seat = made["game"], made["tokens"][1]["token"]

    def called(person: str) -> str:
        wish = {"game": game, "kind": "arbiter", "reason": "a dispute", "person": person}
        return str(service.request("/v1/tokens", wish, made["organiser_token"])["token"])

    ruling = {"outcome": "upheld", "clause": "CL-4.4", "article": "TR-1", "remedy": "repair", "text": "So it was."}
    for who, act in (
        (seat, {"type": "OpenDispute", "event": made["version"], "article": "TR-1", "text": "Not the front card."}),
        (called("p-judge"), {"type": "RuleDispute", "dispute": 1, **ruling}),
        (seat, {"type": "AppealRuling", "dispute": 1, "text": "There was a penalty to give."}),
    ):
        service.request(f"/v1/games/{game}/disputes", act, who)
    return game, [called(person) for person in ("p-x", "p-y", "p-z")]


def game_with_claim(service: Service) -> tuple[str, int, list[str], str]:
    """Create a game whose first planting seat 1 disputes.

    Returns the game, its last event before the planting, the seats' tokens and an arbiter's token."""
    made = service.new_game(*[{"kind": "human", "person": f"p-{k}"} for k in range(3)], person="p-host")
    game, seats = made["game"], [one["token"] for one in made["tokens"]]
    order = service.request(
        f"/v1/games/{game}/legal-commands?seat={(seat := seat_to_act(service, game))}", token=seats[seat]
    )
    version = service.request(f"/v1/games/{game}/commands", order["legal"][0], seats[seat])["version"]
    claim = {"type": "OpenDispute", "event": version, "article": "TR-5", "text": "It was planted wrongly."}
    service.request(f"/v1/games/{game}/disputes", claim, seats[1])
    wish = {"game": game, "kind": "arbiter", "reason": "a dispute", "person": "p-judge"}
    return game, made["version"], seats, service.request("/v1/tokens", wish, made["organiser_token"])["token"]


def open_disputes(page: Page, game: str, token: str) -> None:
    """Open the page of disputes with this token."""
    join_by_link(page, f"/join/{game}#token={token}")
    expect(page).to_have_url(re.compile(f"/games/{game}"))
    page.goto(f"/games/{game}/disputes")


def test_disputes_are_listed_and_printed_in_the_protocol(page: Page, service: Service, axe: Axe):
    game = game_with_disputes(service)
    page.goto(f"/games/{game}")
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Disputes").click()
    expect(page.get_by_role("heading", name="Dispute 1: Bo on event")).to_contain_text("ruled")
    first = page.locator("#dispute-1")
    for says in (
        f"Ana sat down first {HOSTILE}",
        "Upheld by CL-4.4",
        "put right at the table",
        "Sealed until the game",
    ):
        expect(first).to_contain_text(says)
    expect(first).not_to_contain_text("The hand shows it")
    expect(page.locator("#dispute-2")).to_contain_text("awaits a ruling")
    for says in ("paused the game", "I look at a hand.", "Through the eyes of Bo", "Every hand"):
        expect(page.locator("main")).to_contain_text(says)
    expect(page.locator("main img")).to_have_count(0)
    assert in_both_themes(page, axe) == []
    page.set_viewport_size(PHONE)
    expect_no_wider(page, PHONE["width"])
    page.goto(f"/games/{game}/protocol?lang=de")
    expect(page.locator("main")).to_contain_text("Stattgegeben nach CL-4.4")
    page.goto(f"/games/{game}/disputes?lang=fr")
    expect(page.get_by_role("heading", name="Litige 1")).to_be_visible()


@pytest.mark.long
def test_a_game_without_disputes_shows_its_terms(page: Page, service: Service):
    game = service.new_game(*[{"kind": "human"}] * 3)["game"]
    page.goto(f"/games/{game}/disputes")
    expect(page.get_by_text("Nothing is disputed")).to_be_visible()
    expect(page.get_by_text("A ruling can be appealed for 1 day.")).to_be_visible()
    hasty = service.new_game(*[{"kind": "human"}] * 3, dispute_terms={"protest": 601, "appeal": 7200})["game"]
    page.goto(f"/games/{hasty}/disputes?lang=fr")
    expect(page.get_by_text("pendant 2 heures")).to_be_visible()
    expect(page.get_by_text("601 secondes")).to_be_visible()
    page.goto("/games/nowhere/disputes")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.long
def test_a_player_disputes_an_event(page: Page, service: Service):
    made = service.new_game(*[{"kind": "human", "name": name} for name in ("Ana", "Bo", "Cy")])
    game, tokens = made["game"], [one["token"] for one in made["tokens"]]
    join_by_link(page, f"/join/{game}#token={tokens[0]}")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Dispute or confirm").click()
    what = page.get_by_label("What you dispute")
    dealt = what.locator("option", has_text="Ana is dealt").inner_text()
    what.select_option(label=dealt)
    expect(page.locator(".dispute-form .finding")).to_contain_text("The engine")
    wrong = page.get_by_label("What went wrong")
    expect(wrong).to_have_value("TR-10")  # the article on dealing
    expect(page.locator(".dispute-form .term")).to_contain_text("until the first bean is planted")
    assert "TR-1 " not in wrong.inner_text(), "the turn has begun: what came before is claimed by other entries"
    expect(page.get_by_label("What you say of it")).to_have_value(re.compile("Ana is dealt"))
    page.get_by_label("What you say of it").fill("Two cards too many.")
    page.get_by_role("button", name="Dispute this event").click()
    expect(page.get_by_text("It is filed.")).to_be_visible()
    (dispute,) = service.request(f"/v1/games/{game}/disputes")["disputes"]
    assert (dispute["seat"], dispute["article"], dispute["event"]) == (0, "TR-10", int(dealt.split(":")[0]))
    service.request(f"/v1/games/{game}/void", {"reason": "A cat sat on it."}, made["organiser_token"])
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Dispute or confirm").click()
    expect(page.locator("dialog")).to_contain_text("no result")
    expect(page.get_by_role("button", name="Confirm the result")).to_have_count(0)


@pytest.mark.long
def test_an_arbiter_rules_and_has_the_game_replayed(page: Page, service: Service, axe: Axe):
    seats = [{"kind": "human", "name": name, "person": f"p-{name}"} for name in ("Ana", "Bo", "Cy")]
    made = service.new_game(*seats, person="p-host")
    game, tokens = made["game"], [one["token"] for one in made["tokens"]]
    for _ in range(2):
        (seat,) = service.request(f"/v1/games/{game}")["to_act"]
        order = service.request(f"/v1/games/{game}/legal-commands?seat={seat}", token=tokens[seat])["legal"][0]
        version = service.request(f"/v1/games/{game}/commands", order, tokens[seat])["version"]
    claim = {"type": "OpenDispute", "event": version, "article": "TR-5", "text": "It was planted wrongly."}
    service.request(f"/v1/games/{game}/disputes", claim, tokens[1])
    page.goto(f"/games/{game}/disputes")
    expect(page.locator("form.ruling")).to_have_count(8)
    expect(page.locator("form.ruling:visible")).to_have_count(0)
    wish = {"game": game, "kind": "arbiter", "reason": "a dispute", "person": "p-judge"}
    judge = service.request("/v1/tokens", wish, made["organiser_token"])["token"]
    join_by_link(page, f"/join/{game}#token={judge}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ana, Bo and Cy")  # as in the lobby
    page.goto(f"/games/{game}/disputes")
    finding, ruling = page.locator("form[data-act=FindFacts]"), page.locator("form[data-act=RuleDispute]")
    finding.get_by_label("What you find").fill("There were six.")
    finding.get_by_role("button").click()
    expect(page.locator("#dispute-1")).to_contain_text("There were six.")
    ruling.get_by_label("Clause").fill("CL-99")
    ruling.get_by_label("Reasons").fill("It was not the front card.")
    expect(ruling.get_by_label("Played again after event")).to_be_hidden()
    ruling.get_by_label("The claim is").select_option("upheld")
    ruling.get_by_label("What follows").select_option("rewind")
    assert in_both_themes(page, axe) == []
    page.set_viewport_size(PHONE)
    expect_no_wider(page, PHONE["width"])
    ruling.get_by_role("button", name="Give this ruling").click()
    expect(ruling.get_by_role("alert")).to_have_text("The rulebook of this game has no such clause.")
    ruling.get_by_label("Clause").fill("CL-4.4")
    ruling.get_by_role("button", name="Give this ruling").click()
    expect(page.locator("#dispute-1")).to_contain_text("Upheld by CL-4.4")
    again = page.locator("form[data-again]")
    again.get_by_role("button", name="Make this game").click()
    expect(again.locator(".made li")).to_have_count(3)
    (dispute,) = service.request(f"/v1/games/{game}/disputes")["disputes"]
    assert service.request(f"/v1/games/{dispute['fork']}")["forked_from"]["game"] == game
    page.goto(again.locator(".made a").first.get_attribute("href") or "")
    expect(page).to_have_url(re.compile(dispute["fork"]))


@pytest.mark.long
def test_a_claimant_plays_on_under_protest_in_a_branch(page: Page, service: Service, axe: Axe):
    game, dealt, seats, judge = game_with_claim(service)
    open_disputes(page, game, judge)
    page.set_viewport_size(PHONE)
    expect(page.locator("input[name=back_to]")).to_have_value(str(dealt))  # before the events of the command
    page.get_by_role("button", name="Make a branch under protest").click()
    branch = page.locator(".made code")
    expect(branch).not_to_be_empty()
    expect(page.locator(".made li")).to_have_count(3)
    assert in_both_themes(page, axe) == []
    expect_no_wider(page, PHONE["width"])
    named = branch.inner_text()
    open_disputes(page, game, seats[1])
    naming = page.locator("form[data-act=PlayOn]")
    naming.get_by_label("Branch").fill("no-such-game")
    naming.get_by_role("button").click()
    expect(naming.get_by_role("alert")).to_have_text("That game does not go on from this one.")
    naming.get_by_label("Branch").fill(named)
    naming.get_by_role("button").click()
    expect(page.locator("#dispute-1")).to_contain_text("plays on under protest")
    (dispute,) = service.request(f"/v1/games/{game}/disputes")["disputes"]
    assert dispute["branches"] == [named]
    assert {service.request(f"/v1/games/{one}")["status"] for one in (game, named)} == {"running"}


@pytest.mark.long
def test_a_committee_rules_by_the_votes_of_its_members(page: Page, service: Service, axe: Axe):
    game, judges = game_with_appeal(service)
    open_disputes(page, game, judges[0])
    ruling = page.locator("form[data-act=RuleDispute]")
    ruling.get_by_label("Clause").fill("CL-4.4")
    ruling.get_by_label("The others of the committee").fill("p-y, p-z")
    ruling.get_by_label("Reasons").fill("A warning would do.")
    ruling.get_by_role("button", name="Propose this to the committee").click()
    expect(page.locator("#dispute-1")).to_contain_text("1 of 3 agree; 2 make it a ruling")
    joining = page.locator("form[data-act=JoinRuling]")
    expect(page.locator(".refused").filter(has_text="You have agreed")).to_be_visible()
    expect(joining).to_be_hidden()
    open_disputes(page, game, judges[1])
    assert in_both_themes(page, axe) == []
    page.set_viewport_size(PHONE)
    expect_no_wider(page, PHONE["width"])
    joining.get_by_role("button", name="Agree with this").click()
    expect(page.locator("#dispute-1")).to_contain_text("The committee rules so")
    expect(page.get_by_role("heading", name="Dispute 1")).to_contain_text("ruled")
    expect(joining).to_have_count(0)
    page.goto(f"/games/{game}/protocol?lang=fr")
    expect(page.locator("main")).to_contain_text("A warning would do.")


@pytest.mark.long
def test_dispute_notes_are_in_the_language_of_the_page(page: Page, service: Service):
    game = game_with_disputes(service)
    for lang, tab, says in (
        (
            "fr",
            "Remarques",
            ("Bo conteste #11", "appelé\u00a0: a dispute", "Arbitre tranche le litige 1.", "suspendue"),
        ),
        ("de", "Kommentare", ("Bo bestreitet #11", "die Karten an: Alles", "die Karten an: Bo", "unterbrochen")),
        ("en", "Comments", ("Cy disputes #11: dispute 2.", "Ana says something on dispute 1.")),
    ):
        page.goto(f"/games/{game}?lang={lang}")
        page.get_by_role("tab", name=tab).click()
        for words in says:
            expect(page.locator(".comments")).to_contain_text(words)
    page.locator(".comments").get_by_role("button", name="#11").first.click()


@pytest.mark.long
def test_a_player_withdraws_only_their_own_claim(page: Page, service: Service, axe: Axe):
    made = service.new_game(*[{"kind": "human", "name": name} for name in ("Ana", "Bo", "Cy")])
    game, tokens = made["game"], [one["token"] for one in made["tokens"]]
    claim = {"type": "OpenDispute", "article": "TR-1", "text": "It was the second card."}
    for seat in (1, 2):
        service.request(f"/v1/games/{game}/disputes", {**claim, "event": made["version"] + 1 - seat}, tokens[seat])
    page.set_viewport_size(PHONE)
    page.goto(f"/games/{game}/disputes")
    expect(page.get_by_text("Nobody has confirmed")).to_be_visible()
    expect(page.locator("form:visible")).to_have_count(0)
    open_disputes(page, game, tokens[2])
    button = page.get_by_role("button", name="Withdraw it")
    expect(button).to_have_count(1)
    expect(page.locator("#dispute-2").get_by_role("button", name="Withdraw it")).to_be_visible()
    assert in_both_themes(page, axe) == []
    expect_no_wider(page, PHONE["width"])
    button.click()
    expect(page.get_by_role("heading", name="Dispute 2")).to_contain_text("withdrawn")
    expect(page.get_by_role("heading", name="Dispute 1")).to_contain_text("awaits a ruling")
    expect(page.locator("form[data-act=WithdrawDispute]:visible")).to_have_count(0)
    assert [one["state"] for one in service.request(f"/v1/games/{game}/disputes")["disputes"]] == ["open", "withdrawn"]


@pytest.mark.long
def test_an_arbiter_voids_a_game_superseded_by_its_branch(page: Page, service: Service, axe: Axe):
    game, dealt, seats, judge = game_with_claim(service)
    beside = {"at": dealt, "mode": "redeal", "dispute": 1}
    branch = service.request(f"/v1/games/{game}/forks", beside, judge)["game"]
    others = service.request(f"/v1/games/{game}/forks", {"at": dealt, "mode": "redeal"})["game"]  # another deal
    for one in (branch, others):
        service.request(f"/v1/games/{game}/disputes", {"type": "PlayOn", "dispute": 1, "branch": one}, seats[1])
    page.goto(f"/games/{game}/disputes")
    expect(page.locator("#dispute-1")).to_contain_text("plays on under protest")
    expect(page.locator(".goes-on")).to_have_count(0)  # both are running, and there is no ruling
    ruling = {"outcome": "upheld", "clause": "CL-4.4", "article": "TR-5", "remedy": "stands", "branch": branch}
    service.request(f"/v1/games/{game}/disputes", {"type": "RuleDispute", "dispute": 1, **ruling, "text": "So."}, judge)
    page.reload()
    expect(page.locator("#dispute-1")).to_contain_text(f"{branch} is the game that counts")
    expect(page.locator(".goes-on")).to_have_count(1)  # a redealt branch does not count
    expect(page.locator(".goes-on")).to_contain_text(f"{game} goes on, though")
    expect(page.locator("form:visible")).to_have_count(0)
    open_disputes(page, game, judge)
    page.set_viewport_size(PHONE)
    button = page.get_by_role("button", name="Call it off")
    expect(button).to_be_visible()
    assert in_both_themes(page, axe) == []
    expect_no_wider(page, PHONE["width"])
    button.click()
    expect(page.locator(".goes-on")).to_contain_text(f"once {branch} is over")
    expect(button).to_have_count(0)
    assert [service.request(f"/v1/games/{one}")["status"] for one in (game, branch)] == ["voided", "running"]


@pytest.mark.long
def test_players_state_and_appeal_and_an_arbiter_pauses_and_reopens(page: Page, service: Service, axe: Axe):
    game, _, seats, judge = game_with_claim(service)
    page.set_viewport_size(PHONE)

    def form(act: str) -> Locator:
        return page.locator(f"form[data-act={act}]")

    def sent(act: str, words: str, shown: str) -> None:
        form(act).get_by_role("textbox").fill(words)
        form(act).get_by_role("button").click()
        expect(page.locator("#dispute-1")).to_contain_text(shown)

    open_disputes(page, game, seats[2])
    expect(page.locator("form[data-power]")).to_be_hidden()
    sent("MakeStatement", "I saw three cards.", "I saw three cards.")
    form("PinEvidence").get_by_text("Name events as evidence").click()
    (dispute,) = service.request(f"/v1/games/{game}/disputes")["disputes"]
    form("PinEvidence").get_by_label(f"{dispute['event']}: ").check()
    assert in_both_themes(page, axe) == []
    expect_no_wider(page, PHONE["width"])
    form("PinEvidence").get_by_role("button").click()
    expect(page.locator("#dispute-1 .acts > li")).to_have_count(3)
    (dispute,) = service.request(f"/v1/games/{game}/disputes")["disputes"]
    assert dispute["pinned"] == [dispute["event"]]
    page.evaluate("localStorage.clear()")  # the arbiter has another browser
    open_disputes(page, game, judge)
    expect(form("MakeStatement")).to_be_hidden()
    halting = page.locator("form[data-power]")
    for says, paused in (("Pause the game", True), ("Let the game go on", False)):
        halting.get_by_label("Why").fill("I look at a hand.")
        halting.get_by_role("button", name=says).click()
        expect(halting.get_by_role("button", name=says)).to_have_count(0)
        assert service.request(f"/v1/games/{game}")["paused"] is paused
    ruling = {"outcome": "upheld", "clause": "CL-4.4", "article": "TR-5", "remedy": "stands", "text": "So it was."}
    rule = {"type": "RuleDispute", "dispute": 1, **ruling}
    service.request(f"/v1/games/{game}/disputes", rule, judge)
    page.reload()
    expect(form("AppealRuling")).to_be_hidden()
    sent("ReopenDispute", "There is a picture.", "There is a picture.")
    service.request(f"/v1/games/{game}/disputes", rule, judge)
    open_disputes(page, game, seats[1])
    expect(form("AppealRuling")).to_contain_text("You can appeal until")
    assert in_both_themes(page, axe) == []
    expect_no_wider(page, PHONE["width"])
    sent("AppealRuling", "Not the front card.", "Not the front card.")
    expect(form("AppealRuling")).to_have_count(0)


@pytest.mark.long
def test_no_appeal_is_offered_after_its_deadline(page: Page, service: Service):
    game, _, seats, judge = game_with_claim(service)
    ruling = {"outcome": "upheld", "clause": "CL-4.4", "article": "TR-5", "remedy": "stands", "text": "So it was."}
    service.request(f"/v1/games/{game}/disputes", {"type": "RuleDispute", "dispute": 1, **ruling}, judge)
    page.clock.install()
    open_disputes(page, game, seats[1])
    appeal = page.locator("form[data-act=AppealRuling]")
    expect(appeal).to_be_visible()
    page.clock.fast_forward("25:00:00")
    expect(appeal).to_be_hidden()


def seat_to_act(service: Service, game: str) -> int:
    """Return the one seat that is to act."""
    (seat,) = service.request(f"/v1/games/{game}")["to_act"]
    return int(seat)
