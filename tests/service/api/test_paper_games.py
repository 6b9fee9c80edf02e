"""Games from paper over HTTP: sheets are read up to the first error, in three languages, and nothing is stored."""

import json

import pytest

from domain.editions import EDITIONS
from replay.record import read_file
from service.api.judging.paper_games import CHARACTERS_PER_COST, EXAMPLE, paper_games
from service.settings import Settings
from service.web.record_samples import sample_sheet, samples_for_page


def test_a_sheet_is_read_line_by_line(shared):
    sheet = EXAMPLE + "%! p1 {Bl}\n%fix A @1 > pile\n"
    read = shared.post("/v1/records:read", json={"ben": sheet})
    assert read["names"] == ["Ana", "Bo", "Cy"]
    assert [line["line"] for line in read["lines"]] == [6, 7, 8, 9]
    assert read["lines"][0]["sentences"] == ["Bo plants a Green bean in field 1"]
    assert read["lines"][3]["sentences"][0].startswith("The arbiter sets the table right")
    assert [wrong["verdict"] for wrong in read["wrong"]] == ["illegal", "illegal"]
    assert read["wrong"][1]["clause"] == "CL-4.5"
    assert read["table"]["n"] == read["lines"][-1]["n"]
    assert read["fault"] is None
    (file,) = read["files"]
    assert read_file(file["text"].encode()).game == file["name"].removesuffix(".haricot.jsonl") == "paper"
    assert read["position"].startswith("classic B1.plant+3 A:4??(||) B:")


@pytest.mark.parametrize(("lang", "says"), [("fr", "plante"), ("de", "baut")])
def test_a_sheet_is_read_in_the_requested_language(shared, lang, says):
    read = shared.post(f"/v1/records:read?lang={lang}", json={"ben": EXAMPLE})
    assert says in read["lines"][0]["sentences"][0]


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ("p2 {Gx}", (8, 5, False)),
        ("%fix A @9 > pile", (8, 8, False)),
        ("p3 {Bl}", (8, 1, True)),
        ("%count pile 3", (8, 1, True)),
        ("%err 9 p1 -> p2", (8, 14, False)),
    ],
)
def test_moves_before_an_error_in_a_sheet_are_read(shared, more, fault):
    read = shared.post("/v1/records:read", json={"ben": EXAMPLE + more})
    slip = read["fault"]
    assert (slip["line"], slip["column"], slip["contrary"]) == fault
    assert not slip["says"].startswith("line ")
    assert [line["line"] for line in read["lines"]][:2] == [6, 7]


@pytest.mark.parametrize("sheet", ["", "p1", '[BEN "1"]\n[Edition "clasic"]', "\ud7ff\n[", "[BEN"])
def test_an_error_in_the_head_of_a_sheet_gives_no_table(shared, sheet):
    read = shared.post("/v1/records:read", json={"ben": sheet})
    assert (read["lines"], read["table"], read["files"]) == ([], None, [])
    assert read["fault"]["line"] >= 1


def test_a_body_that_is_no_sheet_is_refused(shared):
    for body in ({}, {"ben": 4}, {"ben": "x" * 60_001}):
        shared.problem(422, "request.shape", "POST", "/v1/records:read", json=body)


def test_reading_a_sheet_stores_nothing(shared):
    before = json.dumps(shared.get("/v1/games?limit=1"))
    shared.post("/v1/records:read", json={"ben": EXAMPLE})
    assert json.dumps(shared.get("/v1/games?limit=1")) == before


@pytest.mark.parametrize(
    ("lang", "asked", "says"),
    [
        ("en", "Did you mean #1>C So=Ch*?", "Propose a trade to Cy"),
        ("fr", "Vouliez-vous dire #1>C So=Ch*", "Cy"),
        ("de", "War #1>C So=Ch* gemeint?", "Cy"),
    ],
)
def test_a_forgotten_mark_in_a_sheet_is_suggested_in_words(shared, lang, asked, says):
    sheet = EXAMPLE.replace("%! p1 {St}\n", "/ {up St,So}\n#1>C So=Ch\n")
    fault = shared.post(f"/v1/records:read?lang={lang}", json={"ben": sheet})["fault"]
    assert asked in fault["says"]
    assert "%!" not in fault["says"]
    assert fault["near"][0]["written"] == "#1>C So=Ch*"
    assert says in fault["near"][0]["says"]
    assert fault["move"] == {"line": 8, "column": 1, "written": "#1>C So=Ch"}


@pytest.mark.parametrize("edition", [*EDITIONS])
def test_the_sample_of_each_edition_is_read(shared, edition):
    read = shared.post("/v1/records:read", json={"ben": sample_sheet(edition)})
    assert read["fault"] is None
    assert read["wrong"] == []
    assert read["table"]["edition"] == edition


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_each_sample_move_of_each_edition_is_described_in_words(lang):
    for of_edition in samples_for_page(lang)["samples"].values():
        assert len(of_edition["moves"]) >= 9
        assert all(move["written"] and move["says"] and "{" not in move["says"] for move in of_edition["moves"])


def test_a_sheet_of_a_hundred_moves_can_be_typed_within_the_cost_limit():
    """Allow sixty readings of the whole sheet a minute at less than half of the cost limit."""
    lines = sample_sheet("bohnaparte").split("\n")
    moves = [line for line in lines if line and line[0] not in "[%"]
    sheet = "\n".join([*lines, *(moves * 3)[:100]])
    (reading,) = [one for one in paper_games if one.name == "read_record"]
    cost = reading.cost + len(sheet) // CHARACTERS_PER_COST
    a_minute, _, span = Settings(store="x").costs.partition(" per ")
    assert span == "minute"
    assert 60 * cost <= int(a_minute) / 2
    assert 60_000 // CHARACTERS_PER_COST >= int(a_minute) / 15  # control: the longest sheets are expensive
