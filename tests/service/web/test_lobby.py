"""The lobby: playing, watching, creating and importing games; results are hidden until asked."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from domain.editions import EDITIONS
from service.web.lobby import featured
from tests.service.command_line import GAME, run_ok
from tests.service.web.conftest import HOSTILE, Service


def test_one_click_starts_a_game_against_bots_or_tells_of_an_outage(page: Page, service: Service):
    page.goto("/?lang=de")
    lost = "**/v1/games*"
    page.route(lost, lambda route: route.abort())
    page.get_by_role("button", name="Gegen Bots spielen").click()
    expect(page.locator("#quick-said .error")).to_contain_text("nicht zu erreichen")
    page.unroute(lost)
    page.get_by_role("button", name="Gegen Bots spielen").click()
    expect(page).to_have_url(re.compile(r"/games/classic-\w+\?.*as=seat:0"))
    game = re.search(r"/games/([\w-]+)", page.url)
    head = service.request(f"/v1/games/{game[1]}")
    assert ["human", "bot", "bot", "bot"] == [seat["kind"] for seat in head["seats"]]
    assert ("running", True) == (head["status"], all(seat["taken"] for seat in head["seats"]))
    token = page.evaluate("game => JSON.parse(localStorage[`haricot:tokens:${game}`]).seats[0]", game[1])
    assert 0 == service.request("/v1/tokens/me", token=token)["seat"]


def test_the_lobby_links_each_role_and_features_no_fork(page: Page, service: Service):
    game = service.request("/v1/games?status=finished&limit=1")["games"][0]["game"]
    seats = [{"kind": "bot", "bot": "random"}] * len(service.request(f"/v1/games/{game}")["seats"])
    service.request(f"/v1/games/{game}/forks", {"at": 100, "seats": seats})
    page.goto("/")
    ways = {"I play": "/learn", "I watch": "/?status=running", "I judge": "/adjudicate", "I organise": "/tournaments"}
    for way, address in ways.items():
        expect(page.get_by_role("region", name=way).locator(f"a[href='{address}']")).to_be_visible()
    link = page.get_by_role("link", name="Watch the featured game")
    shown = (link.get_attribute("href") or "").rpartition("/")[2]
    assert service.request(f"/v1/games/{shown}")["forked_from"] is None


def test_the_featured_game_is_the_latest_that_is_no_fork_or_practice():
    heads = [
        {"game": game, "created": created, "forked_from": fork, "practice": practice}
        for game, created, fork, practice in (
            ("fork", "2026-03-01", {"game": "late", "at": 9}, False),
            ("practice", "2026-02-03", None, True),
            ("early", "2026-02-01", None, False),
            ("late", "2026-02-02", None, False),
        )
    ]
    found = featured(heads)
    assert found is not None
    assert found["game"] == "late"
    assert featured(heads[:2]) is None


@pytest.mark.long
def test_the_lobby_hides_results_until_asked(new_context: Callable, service: Service):
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/?status=finished")
    card = page.locator(".game").filter(has=page.locator(".id", has_text=re.compile(rf"^{GAME}$")))
    expect(card.locator(".sitters li")).to_have_count(4)
    expect(card.locator(".coin")).to_have_count(0)
    expect(card.locator(".won")).to_have_count(0)
    page.get_by_role("link", name="Show results").click()
    expect(page).to_have_url(re.compile(r"results=1"))
    scores = service.request(f"/v1/games/{GAME}")["scores"]
    expect(card.locator(".coin")).to_have_text([str(score) for score in scores])
    page.get_by_label("Edition").select_option("classic")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page).to_have_url(re.compile(r"results=1"))
    expect(card.locator(".won").first).to_be_visible()
    page.get_by_role("link", name="Hide results").click()
    expect(card.locator(".coin")).to_have_count(0)
    page.goto(f"/games/{GAME}?lang=de")
    page.get_by_role("link", name="die Partie in Sätzen").click()
    expect(page.locator("body")).to_contain_text("ist aktiver Spieler")


@pytest.mark.long
def test_the_lobby_groups_games_by_status(page: Page, service: Service):
    made = service.new_game(
        {"kind": "human", "name": HOSTILE}, {"kind": "human"}, {"kind": "human"}, start="when_seated"
    )
    page.goto("/")
    waiting = page.get_by_role("region", name="Waiting for players").locator(".game", has_text=made["game"])
    expect(waiting).to_contain_text("3 seats open")
    expect(waiting).to_contain_text(HOSTILE)
    expect(page.locator("main img")).to_have_count(0)
    brought_in = [game["game"] for game in service.request("/v1/games?status=imported&limit=6")["games"]]
    expect(page.get_by_role("region", name="Brought in from files").locator(".id")).to_have_text(brought_in)
    page.get_by_label("Games").select_option("imported")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".games .id")).to_contain_text([service.irregular])
    page.get_by_role("link", name="FR", exact=True).click()
    expect(page).to_have_url(re.compile(r"status=imported&edition=&player=&lang=fr$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Venues de fichiers")


def test_a_game_is_created_and_its_first_seat_taken(page: Page, service: Service):
    page.goto("/")
    page.get_by_role("link", name="New game").click()
    form = page.locator("#new-game")
    form.get_by_label("Classic Bohnanza").check()
    form.get_by_label("Seats").select_option("3")
    expect(form.locator(".seat-line")).to_have_count(3)
    form.get_by_label("Name at seat 1").fill(HOSTILE)
    form.get_by_label("Who plays seat 2").select_option("human")
    form.get_by_text("Rules to choose").click()
    form.locator("#classic-bean_protection").select_option('"off"')
    form.get_by_text("Spectators, pace, practice").click()
    form.get_by_label("Time to appeal from a ruling").select_option("1 hour")
    form.get_by_role("button", name="Create the game").click()
    made = page.locator("#created")
    expect(made.get_by_label("Organiser\u2019s key")).to_have_value(re.compile("^hrc_org"))
    expect(made.get_by_label("Seat 2")).to_have_value(re.compile(r"/join/classic-\w+#token=hrc_seat_"))
    made.get_by_role("button", name="QR").nth(1).click()
    expect(made.get_by_role("img", name="QR code of the link: Seat 2")).to_be_visible()
    made.get_by_role("link", name="Sit down at seat 1").click()
    expect(page.get_by_label("Your name")).to_have_value(HOSTILE)
    page.get_by_role("button", name="Sit down").click()
    expect(page).to_have_url(re.compile(r"/games/classic-\w+\?as=seat:0$"))
    head = service.request(f"/v1/games/{page.url.rpartition('/')[2].partition('?')[0]}")
    assert service.request(f"/v1/games/{head['game']}/disputes")["terms"] == {"protest": 86400, "appeal": 3600}
    assert ("off", HOSTILE) == (head["rules"]["options"]["bean_protection"], head["seats"][0]["name"])


@pytest.mark.long
def test_the_new_game_form_offers_seats_and_options_of_the_edition(page: Page):
    page.goto("/new?lang=fr")
    page.get_by_label(EDITIONS["duel"].data.name["fr"]).check()
    expect(page.locator(".seat-line")).to_have_count(2)
    page.get_by_text("R\u00e8gles au choix").click()
    expect(page.locator("#duel-duel_deal")).to_be_visible()
    expect(page.locator("#classic-bean_protection")).to_be_hidden()
    page.get_by_label(EDITIONS["bohnaparte"].data.name["fr"]).check()
    expect(page.locator("#duel-duel_deal")).to_be_hidden()
    expect(page.locator("#bohnaparte-bp_board")).to_be_editable()
    page.locator("#bohnaparte-bp_riders").select_option('"on"')
    with page.expect_request("**/v1/games?lang=fr") as asked:
        page.locator("#new-game button.big").click()
    assert asked.value.post_data_json["options"] == {"bp_riders": "on"}
    expect(page.locator("#created a").first).to_be_visible()


@pytest.mark.long
def test_a_practice_game_takes_a_seed(page: Page, service: Service):
    page.goto("/new")
    page.get_by_text("Spectators, pace, practice").click()
    expect(page.get_by_label("Word that fixes the deal")).to_be_hidden()
    page.get_by_label("Practice").check()
    page.get_by_label("Word that fixes the deal").fill("again")
    page.get_by_label("Who plays seat 1").select_option("trader")
    with page.expect_request("**/v1/games?*") as asked:
        page.get_by_role("button", name="Create the game").click()
    assert ("again", True) == (asked.value.post_data_json["seed"], asked.value.post_data_json["practice"])
    expect(page.locator("#created a", has_text="Watch")).to_be_visible()


@pytest.mark.long
def test_a_game_file_is_imported_and_a_broken_one_refused(page: Page, tmp_path: Path):
    run_ok("simulate", "--players", 3, "--seed", 29, "--out", tmp_path)
    whole = tmp_path / "classic-3-29-0001.haricot.jsonl"
    broken = tmp_path / "broken.haricot.jsonl"
    broken.write_bytes(whole.read_bytes().replace(b'"seat":2', b'"seat":1', 1))
    for language, said in (("en", "not as it was written"), ("de", "nicht so, wie sie geschrieben")):
        page.goto(f"/?lang={language}")
        page.locator("#import input").set_input_files(broken)
        page.locator("#import button").click()
        expect(page.locator("#imported .error")).to_contain_text(said)
    page.locator("#import input").set_input_files(whole)
    page.locator("#import button").click()
    expect(page.locator("#imported a")).to_have_attribute("href", "/games/classic-3-29-0001")
    page.locator("#imported a").click()
    expect(page.locator(".felt .seat")).to_have_count(3)


@pytest.mark.long
def test_duplicate_tables_are_created_with_their_own_links(page: Page):
    page.goto("/new")
    page.get_by_text("Spectators, pace, practice").click()
    tables = page.get_by_label("Tables with this deal")
    expect(tables).to_be_hidden()
    page.locator("[name=level]").select_option("duplicate")
    tables.fill("2")
    page.get_by_role("button", name="Create the game").click()
    expect(page.locator(".done.links")).to_have_count(2)
    joins = page.locator(".done.links input").evaluate_all("all => all.map((one) => one.value)")
    assert len({link.partition("#")[0] for link in joins if "/join/" in link}) == 2


def test_games_are_found_by_player_name_without_api_requests(page: Page, service: Service):
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url.removeprefix(service.address)))
    seats = [{"kind": "human", "name": name} for name in ("Wilhelmina", "Bo", "Cy")]
    game, hidden = service.new_game(*seats)["game"], service.new_game(*seats, private=True)
    page.goto("/")
    page.get_by_role("searchbox", name="Player").fill("wilhelmina")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_role("heading", name="Games of wilhelmina")).to_be_visible()
    expect(page.locator(".game .id")).to_have_text([game])
    assert hidden["game"] not in page.content()
    page.goto("/?player=nobody-of-that-name")
    expect(page.locator(".empty")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert requests
    assert [path for path in requests if path.startswith("/v1/")] == []
