"""Games from paper over HTTP: read line by line up to the first slip, in three languages, and nothing is kept."""

import json

import pytest

from replay.record import read_file
from service.api.records import EXAMPLE


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
def test_it_is_told_in_the_language_that_is_asked_for(shared, lang, says):
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
def test_what_came_before_a_slip_is_read(shared, more, fault):
    read = shared.post("/v1/records:read", json={"ben": EXAMPLE + more})
    slip = read["fault"]
    assert (slip["line"], slip["column"], slip["contrary"]) == fault
    assert not slip["says"].startswith("line ")
    assert [line["line"] for line in read["lines"]][:2] == [6, 7]


@pytest.mark.parametrize("sheet", ["", "p1", '[BEN "1"]\n[Edition "clasic"]', "\ud7ff\n[", "[BEN"])
def test_a_head_with_a_slip_gives_no_table(shared, sheet):
    read = shared.post("/v1/records:read", json={"ben": sheet})
    assert (read["lines"], read["table"], read["files"]) == ([], None, [])
    assert read["fault"]["line"] >= 1


def test_what_is_no_sheet_is_refused(shared):
    for body in ({}, {"ben": 4}, {"ben": "x" * 60_001}):
        shared.problem(422, "request.shape", "POST", "/v1/records:read", json=body)


def test_nothing_is_kept(shared):
    before = json.dumps(shared.get("/v1/games?limit=1"))
    shared.post("/v1/records:read", json={"ben": EXAMPLE})
    assert json.dumps(shared.get("/v1/games?limit=1")) == before
