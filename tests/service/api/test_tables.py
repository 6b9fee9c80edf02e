"""Lists of tables: each equals the single table, with moves, payments and lands."""

from typing import Any

import pytest

from service.queries import record_cache
from tests.service.api.conftest import ApiClient, Match
from tests.service.api.test_notices import NDJSON, followed

ALL = "with=moves,pays"


@pytest.fixture(scope="module")
def match(shared: ApiClient) -> Match:
    """A game after a trade."""
    match = shared.match()
    shared.trade(match)
    return match


def list_tables(api: ApiClient, match: Match, query: str = "", token: str | None = None) -> list[Any]:
    """Return a page of tables."""
    found: list[Any] = api.get(f"{match.at}/tables?{query}", token)["tables"]
    return found


@pytest.mark.parametrize("view", ["seat:1", "spectator"])
def test_each_table_of_a_list_equals_the_single_table(shared, match, view):
    token, version = match.seats[1], shared.get(match.at)["version"]
    tables = list_tables(shared, match, f"limit=200&as={view}", token)
    assert [one["n"] for one in tables] == [*range(1, version + 1)]
    for one in tables:
        assert {*one} == {"n", "table"}
        assert one["table"] == shared.get(f"{match.at}/table?at={one['n']}&as={view}", token)


def test_pages_of_tables_join_and_end_with_the_game(shared, match):
    version = shared.get(match.at)["version"]
    whole = list_tables(shared, match, f"limit=200&{ALL}")
    parts = [list_tables(shared, match, f"after={after}&limit=5&{ALL}") for after in range(0, version + 5, 5)]
    assert [one for part in parts for one in part] == whole
    assert list_tables(shared, match, f"after={version}") == []
    assert list_tables(shared, match, f"after={10**9}") == []
    assert len(list_tables(shared, match)) == min(64, version)


def test_moves_show_a_card_only_to_those_who_saw_it(shared, match):
    events = shared.get(f"{match.at}/events?limit=200", match.seats[0])["events"]
    dealt = next(one["n"] for one in events if one["event"]["type"] == "cards_dealt.1" and one["event"]["seat"] == 0)
    (own,) = list_tables(shared, match, f"after={dealt - 1}&limit=1&{ALL}", match.seats[0])
    (others,) = list_tables(shared, match, f"after={dealt - 1}&limit=1&{ALL}", match.seats[1])
    assert others["moves"] == [{"card": "face_down", "from": "/draw_pile", "to": "/seats/0/hand", "count": 5}]
    hand = own["table"]["seats"][0]["hand"]
    assert own["moves"] == [
        {"card": card, "from": "/draw_pile", "to": f"/seats/0/hand/{index}"} for index, card in enumerate(hand)
    ]


def test_payments_of_fields_are_the_same_in_every_view(shared, match):
    views = [
        [one["pays"] for one in list_tables(shared, match, "with=pays", token)]
        for token in (None, *match.seats.values())
    ]
    assert all(view == views[0] for view in views)
    lone = next(field for seat in views[0][-1] for field in seat if field is not None)
    assert {*lone} == {"coins", "cards", "meter", "steps", "next", "doubled", "harvestable", "clause"}


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("limit=513", "limit"),
        ("limit=0", "limit"),
        ("after=-1", "after"),
        ("after=x", "after"),
        ("with=table", "with"),
        ("with=moves,", "with"),
        ("with=", "with"),
        ("with=moves%0A", "with"),
        ("as=nobody", "as"),
        ("as=spectator%0A", "as"),
        ("as=seat:9", "as"),
        ("at=3", "at"),
    ],
)
def test_invalid_table_queries_are_refused(shared, match, query, place):
    answer = shared.problem(422, "request.shape", "GET", f"{match.at}/tables?{query}")
    assert [one["place"] for one in answer["errors"]] == [f"query.{place}"]


def test_a_list_of_tables_refuses_the_view_of_another_seat(shared, match):
    shared.problem(403, "view.forbidden", "GET", f"{match.at}/tables?as=seat:1", match.seats[0])
    shared.problem(403, "view.forbidden", "GET", f"{match.at}/tables?as=omniscient")


def count_folds(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list of how many events are folded at once from now on; empties the cache."""
    api.context.records.__init__(api.context.store)
    counts: list[int] = []
    inner = record_cache.table_after

    def counted(envelopes: Any, *more: Any) -> Any:
        counts.append(len(envelopes))
        return inner(envelopes, *more)

    monkeypatch.setattr(record_cache, "table_after", counted)
    return counts


def test_a_list_of_tables_folds_the_game_once(api, monkeypatch):
    match = api.match()
    for _ in range(3):
        api.trade(match)
    version = api.get(match.at)["version"]
    counts = count_folds(api, monkeypatch)
    list_tables(api, match, f"after=20&limit=200&{ALL}")
    assert sum(counts) < version
    assert max(counts[1:]) == 1


def test_control_without_kept_states_each_table_folds_the_game(api, monkeypatch):
    match = api.match()
    api.trade(match)
    version = api.get(match.at)["version"]
    counts = count_folds(api, monkeypatch)
    monkeypatch.setattr(record_cache, "FOLDED_EVENTS_MAX", 1)
    list_tables(api, match, f"limit=200&{ALL}")
    assert sum(counts) > 3 * version


def test_a_stream_of_moves_folds_each_event_once(api, monkeypatch):
    match = api.match()
    query = f"{match.at}/stream?after={match.version}&with=moves,pays"
    counts = count_folds(api, monkeypatch)
    with followed(api, query, match.seats[1], **NDJSON) as parts:
        for _ in range(3):
            api.trade(match)
        received = b""
        while received.count(b"\n") < api.get(match.at)["version"] - match.version:
            received += next(parts)
    assert sum(counts) <= 2 * api.get(match.at)["version"]


def test_lands_are_the_same_in_every_view(shared, match):
    war = shared.match(edition="bohnaparte", options={})
    views = [list_tables(shared, war, "limit=200&with=lands", token) for token in (None, *war.seats.values())]
    held = [[one["lands"] for one in view] for view in views]
    assert all(view == held[0] for view in held)
    last, table = held[0][-1], views[0][-1]["table"]
    assert len(last["seats"]) == len(war.seats)
    assert set(last["points"]) == {cell["id"] for cell in table["board"]["cells"]}
    assert last["kinds"]["village"] == {"points": 1, "least": 16, "conquerable": True}
    assert {one["lands"] for one in list_tables(shared, match, "with=lands")} == {None}
