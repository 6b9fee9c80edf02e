"""Answers in the requested language: rules, verdicts, legal commands and errors."""

import pytest

from domain.edition_data.family import LANGUAGES
from domain.editions import EDITIONS
from domain.translations import spoken, tongue

CLASSIC = EDITIONS["classic"].data
OTHERS = [language for language in LANGUAGES if language != "en"]
POSITION = {
    "edition": "classic",
    "draw_pile": 60,
    "seats": [{"hand": ["red", "blue"], "fields": [["blue"], []]}, {"hand": 5}, {"hand": 5}],
}


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ruleset_is_translated_completely(shared, key, language):
    translated = shared.get(f"/v1/rulesets/{key}?lang={language}")
    data = spoken(EDITIONS[key].data, language)
    assert (translated["lang"], translated["title"]) == (language, data.name[language])
    assert {clause["id"]: clause["says"] for clause in translated["clauses"]} == {
        name: clause.says for name, clause in data.all_clauses.items()
    }
    assert {option["name"]: option["says"] for option in translated["options"]} == {
        rule.name: rule.says for rule in data.all_options
    }
    assert all(len(option["values"]) == len(option["allowed"]) for option in translated["options"])
    assert all(ruling["ruling"] == data.ambiguities[ruling["id"]].ruling for ruling in translated["rulings"])
    assert translated["digest"] == EDITIONS[key].data.digest
    for variety in translated["varieties"]:
        assert variety["name"] == variety["names"][language]
        assert variety["short"]
    for table in ("phases", "sections", "markers", "areas", "words"):
        assert all(translated[table].values()), table


def test_a_ruleset_is_english_by_default(shared):
    assert shared.get("/v1/rulesets/duel") == shared.get("/v1/rulesets/duel?lang=en")
    options = {option["name"]: option for option in shared.get("/v1/rulesets/classic")["options"]}
    assert (options["bean_protection"]["title"], options["trade_coins"]["values"]) == ("Bean protection", ["no", "yes"])


@pytest.mark.parametrize("language", OTHERS)
def test_clauses_lists_and_older_rulesets_are_translated(shared, language):
    clause = shared.get(f"/v1/rulesets/bohnaparte/clauses/BP-6.1/CL-6.4?lang={language}")
    assert clause["says"] == spoken(CLASSIC, language).says("CL-6.4") != CLASSIC.says("CL-6.4")
    lines = shared.get(f"/v1/rulesets?lang={language}")["rulesets"]
    assert {line["edition"]: line["title"] for line in lines} == {
        key: edition.data.name[language] for key, edition in EDITIONS.items()
    }
    old = shared.get(f"/v1/rulesets/classic?version=1&lang={language}")
    assert old["clauses"][0]["says"] == spoken(CLASSIC, language).says("CL-1.1")


@pytest.mark.parametrize("language", LANGUAGES)
def test_verdicts_cite_translated_clauses(shared, language):
    match = shared.match()
    says = tongue("classic", language).text(CLASSIC.says("CL-4.1"))
    order = {"type": "PlantFromHand", "seat": 0, "field": 9}
    asked = {"position": POSITION, "commands": order}
    illegal = shared.request("POST", f"/v1/positions:adjudicate?lang={language}", None, json=asked).json
    assert (illegal["clause"], illegal["says"].startswith(says)) == ("CL-4.1", True)
    audit = shared.get(f"{match.at}/audit?lang={language}")
    assert audit["verdicts"][0]["says"] == tongue("classic", language).text(CLASSIC.says("CL-2.1"))
    event = shared.get(f"{match.at}/events/1?lang={language}")
    assert event["verdict"] == audit["verdicts"][0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_blocked_commands_and_dry_runs_are_translated(shared, language):
    match = shared.match()
    seat = (shared.get(match.at)["to_act"][0] + 1) % 3
    may_not = shared.get(f"{match.at}/legal-commands?seat={seat}&include=blocked&lang={language}", match.seats[seat])
    assert len(may_not["words"]["blocked"]) == len(may_not["blocked"]) > 0
    texts = tongue("classic", language).text
    assert all(one["says"] == texts(CLASSIC.says(one["clause"])) for one in may_not["blocked"])
    order = {"type": "EndPlanting", "seat": seat}
    path = f"{match.at}/commands?dry_run=true&lang={language}"
    tried = shared.request("POST", path, match.seats[seat], json=order).json
    assert (tried["verdict"], tried["says"]) == ("illegal", texts(CLASSIC.says(tried["clause"])))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_refusal_of_a_command_is_translated(shared, language):
    match = shared.match()
    seat = shared.get(match.at)["to_act"][0]
    order = {"type": "PlantFromHand", "seat": seat, "field": 9}
    asked = {"english": "", "there": f"?lang={language}"}
    problem = {
        name: shared.request("POST", f"{match.at}/commands{query}", match.seats[seat], json=order).json
        for name, query in asked.items()
    }
    text = tongue("classic", language).text
    assert problem["there"]["detail"] == text(problem["english"]["detail"])
    assert problem["there"]["clause"]["says"] == text(CLASSIC.says("CL-4.1"))
    assert problem["there"]["detail"].startswith(problem["there"]["clause"]["says"])
    assert ("Here: the fields are 1 to" in problem["there"]["detail"]) == (language == "en")
    batch = shared.request("POST", f"{match.at}/commands:batch?lang={language}", match.seats[seat], json=[order]).json
    assert batch["problem"]["detail"] == problem["there"]["detail"]


def test_an_unknown_language_is_refused(shared):
    for path in ("/v1/rulesets", "/v1/rulesets/classic", "/v1/rulesets/classic/clauses/CL-4.4"):
        assert shared.request("GET", f"{path}?lang=tlh", None).status_code == 422


HARVEST = {"type": "HarvestField", "seat": 0, "field": 0}
PLANT = {"type": "PlantFromHand", "seat": 0, "field": 1}


@pytest.mark.parametrize(("language", "order"), [("en", "Harvest field 1"), ("fr", "champ"), ("de", "ernten")])
def test_adjudication_returns_words_payments_and_legal_commands(shared, language, order):
    asked = {"position": POSITION, "commands": HARVEST, "names": ["Ana", None, "Cy"]}
    path = f"/v1/positions:adjudicate?with=words,pays,choices&lang={language}"
    illegal = shared.post(path, json=asked)
    assert illegal["verdict"] == "illegal"
    assert order in illegal["orders"][0]
    assert illegal["pays"][0][0]["coins"] == 0
    may = illegal["choices"]
    assert {one["type"] for one in may["legal"]} == {"PlantFromHand"}
    assert [len(may["words"][name]) for name in ("legal", "blocked")] == [len(may["legal"]), len(may["blocked"])]
    assert may["blocked"][0]["says"] == tongue("classic", language).text(CLASSIC.says(may["blocked"][0]["clause"]))
    legal = shared.post(path, json={**asked, "commands": PLANT})
    assert len(legal["sentences"]) == len(legal["events"]) == 1
    assert legal["sentences"][0].startswith("Ana ")


def test_adjudication_returns_only_the_requested_members(shared):
    asked = {"position": POSITION, "commands": HARVEST}
    illegal = shared.post("/v1/positions:adjudicate", json=asked)
    assert list(illegal) == ["verdict", "at", "clause", "says", "code", "table", "remedy"]
    counted = {**POSITION, "seats": [{"hand": 2}, *POSITION["seats"][1:]]}
    twice = {"position": counted, "commands": [PLANT, PLANT]}
    unknown = shared.post("/v1/positions:adjudicate?with=words,pays,choices", json=twice)
    assert list(unknown) == ["verdict", "at", "needs", "orders"]
    assert len(unknown["orders"]) == 1
    looked = shared.post("/v1/positions:adjudicate?with=choices&seat=2", json={**asked, "commands": []})
    assert (looked["verdict"], looked["choices"]["seat"]) == ("legal", 2)


def test_adjudication_refuses_invalid_arguments_and_names(shared):
    asked, path = {"position": POSITION, "commands": HARVEST}, "/v1/positions:adjudicate"
    for query in ("with=coins", "with=", "seat=16", "seat=-1", "with=choices&seat=3"):
        shared.problem(422, "request.shape", "POST", f"{path}?{query}", json=asked)
    for names in ("Ana", [1], ["x" * 101]):
        shared.problem(422, "request.shape", "POST", path, json={**asked, "names": names})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fault_of_an_impossible_position_is_translated(shared, language):
    grown = [{"hand": ["red"], "fields": [["blue", "red"], []]}, {"hand": 5}, {"hand": 5}]
    problem = {
        name: shared.problem(
            422,
            "position.invalid",
            "POST",
            f"/v1/positions:adjudicate?lang={name}",
            json={"position": {**POSITION, "seats": grown}, "commands": []},
        )
        for name in ("en", language)
    }
    assert problem["en"]["errors"] == [{"place": "position", "says": "in field 1 of seat 1 no red grows on blue"}]
    (translated,) = problem[language]["errors"]
    assert translated["place"] == "position"
    assert (
        translated["says"] == problem[language]["detail"] == tongue("classic", language).fault(problem["en"]["detail"])
    )
    assert (translated["says"] == problem["en"]["detail"]) == (language == "en")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    ("wish", "english"),
    [
        (
            {"seats": [{"name": "\u0007"}, {}, {}]},
            "a name has 1 to 40 printable characters; character 1 is U+0007 (no name), which cannot be seen",
        ),
        ({"players": 4, "seats": [{}, {}, {}]}, "4 players need 4 seats, not 3"),
        ({"seed": "x"}, "only practice games can be dealt from a given seed"),
        ({"pace": 61}, "Must be greater than or equal to 0 and less than or equal to 60.0."),
    ],
)
def test_the_fault_of_an_invalid_game_request_is_translated(shared, language, wish, english):
    body = {"edition": "classic", **wish}
    english_problem = shared.problem(422, "request.shape", "POST", "/v1/games", json=body)
    translated = shared.problem(422, "request.shape", "POST", f"/v1/games?lang={language}", json=body)
    assert [one["says"] for one in english_problem["errors"]] == [english]
    assert [one["place"] for one in translated["errors"]] == [one["place"] for one in english_problem["errors"]]
    assert translated["errors"][0]["says"] == tongue("", language).fault(english) != english
    assert english not in translated["detail"]


@pytest.mark.parametrize("language", OTHERS)
def test_a_refusal_of_a_game_by_the_rules_is_translated(shared, language):
    custom = {"edition": "bohnaparte", "players": 3, "options": {"bp_board": "[]"}}
    english_problem, translated = (
        shared.request("POST", f"/v1/games{query}", json=custom).json for query in ("", f"?lang={language}")
    )
    assert (english_problem["code"], translated["code"]) == ("rules.board.custom",) * 2
    assert translated["detail"] == tongue("bohnaparte", language).text(english_problem["detail"])
    assert "bp_shape" not in translated["detail"]
    assert translated["clause"]["says"] != english_problem["clause"]["says"]


def test_a_position_line_is_adjudicated(shared):
    line = "classic B1.plant A:5??(||) B:Gr,St,Bl(Re||) C:5??(||) pile:80??"
    asked = {"position": line, "commands": "p2"}
    legal = shared.post("/v1/positions:adjudicate?with=line&lang=de", json=asked)
    assert legal["line"] == "classic B1.plant+1 A:5??(||) B:Sa,Bl(Ro|Br|) C:5??(||) pile:80??"
    again = shared.post("/v1/positions:adjudicate", json={"position": legal["line"], "commands": "/"})
    assert (again["verdict"], "line" in again) == ("legal", False)
    problem = {"position": line.replace("St", "Sx"), "commands": "p2"}
    shared.problem(422, "position.invalid", "POST", "/v1/positions:adjudicate", json=problem)
    slip = {"position": line, "commands": "q2"}
    shared.problem(422, "request.shape", "POST", "/v1/positions:adjudicate", json=slip)
