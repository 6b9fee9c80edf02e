"""Conventions of the HTTP API: problems, ETags, paging, limits, CORS, and the description of operations."""

import re
from typing import Any

import pytest

from service.access.policy import ANONYMOUS, POLICY, is_allowed

PLANT = {"type": "PlantFromHand", "seat": 0, "field": 0}
JSON = "application/json"
LIMIT = 64 * 1024


@pytest.mark.parametrize(
    ("status", "code", "body", "media"),
    [
        (400, "request.malformed", b"{", JSON),
        (400, "request.malformed", b"", JSON),
        (400, "request.malformed", b'{"edition":"\xff"}', JSON),
        (415, "media-type", b"{}", "text/plain"),
        (415, "media-type", b"{}", None),
        (415, "media-type", b"{}", "application/x-www-form-urlencoded"),
        (400, "request.malformed", b"", None),
        (422, "request.shape", b"{}", JSON),
        (422, "request.shape", b"[]", JSON),
        (422, "request.shape", b"[" * 33 + b"]" * 33, JSON),
        (422, "request.shape", b'{"edition":"nope"}', JSON),
        (422, "request.shape", b'{"edition":"classic","start":"later"}', JSON),
        (422, "request.shape", b'{"edition":"classic","pace":61}', JSON),
        (422, "request.shape", b'{"edition":"classic","seed":"a"}', JSON),
        (422, "request.shape", b'{"edition":"classic","seats":[{"kind":"cat"},{},{}]}', JSON),
        (422, "option.unknown", b'{"edition":"classic","options":{"q":1}}', JSON),
        (409, "rules.setup.players", b'{"edition":"classic","players":9}', JSON),
        (413, "request.too-large", b" " * (LIMIT + 1), JSON),
    ],
)
def test_an_invalid_body_is_refused_with_its_reason(shared, status, code, body, media):
    shared.problem(status, code, "POST", "/v1/games", data=body, content_type=media)


def test_a_body_may_be_as_long_and_deep_as_the_stated_limits(shared):
    limits = shared.get("/v1/")["limits"]
    assert (limits["body_bytes"], limits["depth"]) == (LIMIT, 32)
    whole = b'{"edition":"classic"}'.ljust(LIMIT)
    assert shared.request("POST", "/v1/games", data=whole, content_type=JSON).status_code == 201
    answer = shared.problem(422, "request.shape", "POST", "/v1/games", data=b"[" * 32 + b"]" * 32, content_type=JSON)
    assert "errors" in answer


def test_an_unknown_member_is_refused_by_its_name(shared):
    answer = shared.problem(422, "request.shape", "POST", "/v1/games", json={"edition": "classic", "sedd": "x"})
    assert [error["place"] for error in answer["errors"]] == ["sedd"]
    assert "there are edition, players," in answer["errors"][0]["says"]
    answer = shared.problem(
        422, "request.shape", "POST", "/v1/games", json={"edition": "classic", "seats": [{"kind": 1}]}
    )
    assert answer["errors"][0]["place"] == "seats[0].kind"


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("?bogus=1", "query.bogus"),
        ("?limit=0", "query.limit"),
        ("?limit=201", "query.limit"),
        ("?limit=x", "query.limit"),
        ("?status=lost", "query.status"),
        ("?player=", "query.player"),
    ],
)
def test_an_invalid_query_argument_is_refused_by_its_name(shared, query, place):
    answer = shared.problem(422, "request.shape", "GET", f"/v1/games{query}")
    assert [error["place"] for error in answer["errors"]] == [place]


@pytest.mark.parametrize("game", ["nothing", "a%00b", "%C3%A9", "a" * 300, "..", "a b"])
def test_an_unknown_game_id_is_answered_404(shared, game):
    answer = shared.request("GET", f"/v1/games/{game}")
    assert (answer.status_code, answer.json["code"]) == (404, "not-found")


def test_unknown_paths_and_methods_are_answered_with_problems(shared):
    shared.problem(404, "not-found", "GET", "/v1/nothing")
    answer = shared.request("PATCH", "/v1/games")
    assert (answer.status_code, answer.json["code"]) == (405, "method.unknown")
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}


def test_event_numbers_out_of_range_are_refused(shared):
    at = shared.match().at
    for path in ("table?at=0", "table?at=999", "events?after=-1", "events?limit=1001", "stream?after=999"):
        shared.problem(422, "request.shape", "GET", f"{at}/{path}")
    for path in ("events/0", "events/999", f"events/{10**20}"):
        shared.problem(404, "not-found", "GET", f"{at}/{path}")
    answer = shared.request("GET", f"{at}/stream", headers={"Last-Event-ID": "last"})
    assert (answer.status_code, answer.json["code"]) == (422, "request.shape")


def test_a_running_game_is_read_as_the_own_seat_or_as_a_spectator_only(shared):
    match = shared.match()
    for part in ("events", "events/7", "table", "file", "timeline", "sentences", "audit", "stream"):
        for token, view in ((None, "seat:0"), (match.seats[0], "seat:1"), (match.seats[0], "omniscient")):
            shared.problem(403, "view.forbidden", "GET", f"{match.at}/{part}?as={view}", token)
        shared.problem(422, "request.shape", "GET", f"{match.at}/{part}?as=seat:3", match.seats[0])
        shared.problem(422, "request.shape", "GET", f"{match.at}/{part}?as=god")
    shared.problem(403, "view.forbidden", "GET", f"{match.at}/legal-commands?seat=1", match.seats[0])
    shared.problem(422, "request.shape", "GET", f"{match.at}/legal-commands?seat=3", match.seats[0])


def test_an_illegal_command_is_refused_with_its_clause(shared):
    match = shared.match()
    answer = shared.problem(
        409, "rules.turn.order", "POST", f"{match.at}/commands", match.seats[0], json={"type": "DrawCards", "seat": 0}
    )
    assert set(answer["clause"]) == {"id", "edition", "says", "url"}
    assert answer["clause"]["url"] == f"/rules/classic#{answer['clause']['id']}"
    answer = shared.get(f"/v1/rulesets/classic/clauses/{answer['clause']['id']}")
    page = shared.request("GET", "/rules/classic").text
    assert f'id="{answer["id"]}"' in page


@pytest.mark.parametrize("slash", ["/", "%2F"])
def test_a_citation_of_two_parts_resolves_to_the_inherited_clause(shared, slash):
    match = shared.match(edition="bohnaparte", options={})
    order = {"type": "ProposeTrade", "seat": 0, "with": 1, "give": [], "want": {"red": 1}}
    answer = shared.problem(409, "rules.trade.phase", "POST", f"{match.at}/commands", match.seats[0], json=order)
    classic = shared.get("/v1/rulesets/classic/clauses/CL-5.12")
    assert answer["clause"] == {
        "id": "BP-5.1/CL-5.12",
        "edition": "bohnaparte",
        "says": classic["says"],
        "url": "/rules/bohnaparte#CL-5.12",
    }
    found = shared.get(f"/v1/rulesets/bohnaparte/clauses/BP-5.1{slash}CL-5.12")
    assert found == {**classic, "id": "BP-5.1/CL-5.12"}
    page, problem = (shared.request("GET", path).text for path in ("/rules/bohnaparte", "/problems/rules.trade.phase"))
    article = page.partition('id="BP-5.1"')[2].partition("</article>")[0]
    assert classic["says"] in article.partition('id="CL-5.12"')[2].partition("</li>")[0]
    assert 'href="/rules/bohnaparte#CL-5.12">BP-5.1/CL-5.12</a>' in problem
    shared.problem(404, "not-found", "GET", "/v1/rulesets/bohnaparte/clauses/BP-6.1/CL-5.12")


def test_problem_codes_have_pages(shared):
    for code in ("game.ended", "rules.turn.order", "request.shape", "idempotency.reused"):
        assert shared.request("GET", f"/problems/{code}").status_code == 200


def test_a_command_for_another_seat_is_forbidden(shared):
    match = shared.match()
    path = f"{match.at}/commands"
    answer = shared.problem(403, "seat.forbidden", "POST", path, match.seats[1], json=PLANT)
    assert answer["seat"] == 0
    batch = [{**PLANT, "seat": 1}, PLANT]
    shared.problem(403, "seat.forbidden", "POST", f"{path}:batch", match.seats[1], json=batch)
    assert shared.get(match.at)["version"] == match.version


@pytest.mark.parametrize("body", [{"type": "CreateGame"}, {"type": "Nothing", "seat": 0}, {"seat": 0}, [], "x"])
def test_a_malformed_command_is_refused(shared, body):
    match = shared.match()
    shared.problem(422, "request.shape", "POST", f"{match.at}/commands", match.seats[0], json=body)


@pytest.mark.parametrize("part", ["", "/table", "/events", "/events?after=2&limit=3", "/file", "/table?at=11"])
def test_an_etag_changes_with_the_game_and_allows_304(shared, part):
    match = shared.match()
    first = shared.request("GET", match.at + part, match.seats[0])
    etag = first.headers["ETag"]
    assert re.fullmatch(r'"[a-z0-9-]+\.\d+\.seat:0"', etag)
    for header in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        spared = shared.request("GET", match.at + part, match.seats[0], headers={"If-None-Match": header})
        assert (spared.status_code, spared.data, spared.headers["ETag"]) == (304, b"", etag)
    other = shared.request("GET", match.at + part, match.seats[1], headers={"If-None-Match": etag})
    assert other.status_code == 200
    shared.submit(match, PLANT)
    after = shared.request("GET", match.at + part, match.seats[0], headers={"If-None-Match": etag})
    assert after.status_code == (304 if "at=" in part else 200)
    assert (after.headers["ETag"] == etag) == ("at=" in part)


def test_the_etag_of_a_game_changes_with_a_pause(shared):
    match = shared.match()
    etag = shared.request("GET", match.at).headers["ETag"]
    shared.post(f"{match.at}/pause", match.organiser)
    assert shared.request("GET", match.at, headers={"If-None-Match": etag}).status_code == 200


@pytest.mark.parametrize("part", ["", "/table"])
def test_if_match_limits_a_command_to_one_version(shared, part):
    match = shared.match()
    etag = shared.request("GET", match.at + part, match.seats[0]).headers["ETag"]
    path = f"{match.at}/commands"
    assert shared.request("POST", path, match.seats[0], json=PLANT, headers={"If-Match": etag}).status_code == 201
    for header in (etag, '"nonsense"', '"table.x.y"'):
        answer = shared.request("POST", path, match.seats[0], json=PLANT, headers={"If-Match": header})
        assert (answer.status_code, answer.json["code"]) == (412, "version.mismatch")
    assert shared.request("POST", path, match.seats[0], json=PLANT, headers={"If-Match": "*"}).status_code in (201, 409)


def test_the_link_header_leads_to_the_next_page(api):
    games = [api.match().game for _ in range(5)]
    seen, path = [], "/v1/games?limit=2&edition=classic"
    while path:
        answer = api.request("GET", path)
        assert len(answer.json["games"]) <= 2
        seen += [head["game"] for head in answer.json["games"]]
        link = answer.headers.get("Link")
        path = re.fullmatch(r'<(.+)>; rel="next"', link)[1] if link else ""
    assert seen == games[::-1]
    api.problem(422, "request.shape", "GET", "/v1/games?cursor=classic-none")


def test_a_list_of_games_is_filtered(api, game_file):
    imported = api.post("/v1/games:import", data=game_file)["game"]
    running = api.match(seats=[{"name": name} for name in ("Ana", "Bo", "Cy")])
    open_ = api.match(start="when_seated")
    voided = api.match()
    api.post(f"{voided.at}/void", voided.organiser, json={"reason": "enough"})

    def found(query: str) -> list[str]:
        return [head["game"] for head in api.get(f"/v1/games?{query}")["games"]]

    for status, game in {"imported": imported, "running": running.game, "open": open_.game}.items():
        assert found(f"status={status}") == [game]
    assert found("status=voided") == [voided.game]
    assert found("status=finished") == []
    assert found("player=Bo") == [running.game]
    assert found("player=Nobody") == []
    assert found("edition=duel") == []
    assert len(found("edition=classic")) == 4


def test_streams_are_limited_per_client_and_in_total(new_api):
    api = new_api(streams_each_max=1, streams_max=2, heartbeat=0.05)
    match = api.match()
    path = f"{match.at}/stream?after=0"
    here, there = {"REMOTE_ADDR": "192.0.2.1"}, {"REMOTE_ADDR": "192.0.2.2"}
    mine = api.request("GET", path, match.seats[0], environ_base=here)
    for token, address, wait in ((0, there, path), (1, here, path), (1, here, f"{match.at}/events?after=999&wait=1")):
        answer = api.request("GET", wait, match.seats[token], environ_base=address)
        assert (answer.status_code, answer.json["code"]) == (429, "rate.limited")
    assert int(answer.headers["Retry-After"]) > 0
    others = api.request("GET", path, match.seats[1], environ_base=there)
    answer = api.request("GET", path, match.seats[2])
    assert (answer.status_code, answer.json["code"]) == (503, "unavailable")
    assert int(answer.headers["Retry-After"]) > 0
    mine.close()
    others.close()
    again = api.request("GET", path, match.seats[0])
    assert again.status_code == 200
    again.close()


def test_request_rates_are_limited_per_token_and_per_address(new_api):
    api = new_api(rate="3 per minute")
    token = api.token("service")
    left = [api.request("GET", "/v1/", token).headers["X-RateLimit-Remaining"] for _ in range(3)]
    assert left == ["2", "1", "0"]
    answer = api.request("GET", "/v1/", token)
    assert (answer.status_code, answer.json["code"]) == (429, "rate.limited")
    assert int(answer.headers["Retry-After"]) > 0
    elsewhere = {"REMOTE_ADDR": "192.0.2.9"}
    assert api.request("GET", "/v1/", token, environ_base=elsewhere).status_code == 429
    assert api.request("GET", "/v1/", api.token("service")).status_code == 429
    fresh = api.request("GET", "/v1/", api.token("service"), environ_base={"REMOTE_ADDR": "192.0.2.10"})
    assert (fresh.status_code, "Retry-After" in fresh.headers) == (200, False)


def test_the_description_of_each_operation_is_complete(shared):
    answer = shared.get("/openapi.json")
    assert answer["openapi"] == "3.1.0"
    for path, methods in answer["paths"].items():
        for method, operation in methods.items():
            if method == "parameters":
                continue
            name = operation["operationId"]
            assert name in POLICY
            assert operation["summary"], name
            described = {"200", "201", "202", "204"} & set(operation["responses"])
            assert described, name
            for status in ("401", "403", "422", "429", "503", *(["404"] if "{" in path else [])):
                refusal = operation["responses"][status]
                assert "`" in refusal["description"], (name, status)
                assert list(refusal["content"]) == ["application/problem+json"]
            assert ({} in operation["security"]) == is_allowed(name, ANONYMOUS)
            assert {"token": []} in operation["security"]


def test_cors_allows_listed_origins_to_read_answers_to_a_token(api):
    for origin, listed in (("https://beans.example", True), ("https://evil.example", False), ("null", False)):
        answer = api.request("GET", "/v1/games", api.service, headers={"Origin": origin})
        assert answer.headers.get("Access-Control-Allow-Origin") == (origin if listed else None)
        answer = api.request("GET", "/v1/games", headers={"Origin": origin})
        assert answer.headers["Access-Control-Allow-Origin"] in ("*", origin)
        asked = {"Origin": origin, "Access-Control-Request-Method": "POST"}
        flight = api.request("OPTIONS", "/v1/games", headers=asked)
        assert ("Access-Control-Allow-Origin" in flight.headers) == listed
        page = api.request("GET", "/rules", headers={"Origin": origin})
        assert "Access-Control-Allow-Origin" not in page.headers


def test_cors_without_listed_origins_allows_none(shared):
    answer = shared.request("GET", "/v1/games", shared.service, headers={"Origin": "https://beans.example"})
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_each_answer_has_its_own_request_id(shared):
    paths: tuple[Any, ...] = ("/v1/", "/v1/games/none", "/v1/games?x=1", "/healthz", "/rules", "/nowhere")
    ids = [shared.request("GET", path).headers["X-Request-ID"] for path in paths]
    assert all(re.fullmatch(r"[0-9a-f]{32}", id_) for id_ in ids)
    assert len(set(ids)) == len(ids)


def test_rate_limits_use_the_address_that_a_trusted_proxy_saw(new_api):
    def statuses(api, *forwarded):
        return [api.request("GET", "/v1/", headers={"X-Forwarded-For": one}).status_code for one in forwarded]

    alone, behind = new_api(rate="2 per minute"), new_api(rate="2 per minute", proxies=1)
    assert statuses(alone, "192.0.2.1", "192.0.2.2", "192.0.2.3") == [200, 200, 429]  # any client can send this header
    assert statuses(behind, "192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.1") == [200, 200, 200, 429]
    assert statuses(behind, "192.0.2.9, 192.0.2.1") == [429]  # an address added by the client does not count


def test_a_text_with_a_null_character_is_refused(shared):
    match = shared.match()
    for text, status in (("beans\x00", 422), ("beans\n", 201)):
        answer = shared.request("POST", f"{match.at}/annotations", match.seats[0], json={"n": 1, "text": text})
        assert answer.status_code == status, answer.text
