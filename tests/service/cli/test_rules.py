"""`haricot rules`: editions, clauses, options and boards."""

from domain.editions import EDITIONS
from domain.translations import spoken
from tests.service.command_line import run_ok, run_refused, shape


def test_rules_give_editions_clauses_and_options():
    classic, *_ = run_ok("rules", "--json").lines
    named = {"edition": "classic", "name": "Classic Bohnanza", "players": [3, 4, 5]}
    assert classic == {**named, "version": "2", "versions": ["1", "2"]}
    for clause in run_ok("rules", "classic", "--json").lines:
        shape(clause, {"id": str, "section": int, "says": str, "source": str, "ambiguity": list})
        own = clause["id"].startswith(f"CL-{clause['section']}.")
        assert own or (clause["id"].startswith("CK-") and clause["section"] == 20)
    for option in run_ok("rules", "classic", "--options", "--json").lines:
        assert list(option) == ["name", "allowed", "default", "ambiguity", "says"]
        assert option["default"] in option["allowed"]


def test_rules_version_prints_an_older_version():
    today, old = (run_ok("rules", "duel", "--options", "--json", *more).lines for more in ((), ("--version", "1")))
    assert [option["name"] for option in old] == [option["name"] for option in today]
    assert "there are no rules duel '9' here, only 1, 2" in run_refused("rules", "duel", "--version", "9")


def test_rules_prints_one_clause_by_its_id():
    (clause,) = run_ok("rules", "classic", "CL-6.4", "--json").lines
    assert (clause["id"], clause["section"]) == ("CL-6.4", 6)
    assert clause in run_ok("rules", "classic", "--json").lines
    text = run_ok("rules", "classic", "CL-6.4").out
    assert text.startswith(f"CL-6.4  {clause['says']}  [{clause['source']}]\n")
    assert all(f"  {ruling}  " in text for ruling in clause["ambiguity"])


def test_rules_prints_a_clause_that_another_edition_takes_over():
    (taken,) = run_ok("rules", "bohnaparte", "BP-6.1/CL-6.4", "--json").lines
    (classic,) = run_ok("rules", "classic", "CL-6.4", "--json").lines
    assert taken == {**classic, "id": "BP-6.1/CL-6.4"}
    text = run_ok("rules", "bohnaparte", "BP-6.1").out
    assert f"BP-6.1/CL-6.4  {classic['says']}" in text
    assert run_ok("rules", "bohnaparte", "BP-4.1/CL-4.4").out.count("AMB-CL-7") == 1
    for absent in ("BP-6.1/CL-5.4", "BP-6.1/", "CL-6.4"):
        assert "has no clause" in run_refused("rules", "bohnaparte", absent)


def test_rules_boards_draws_the_id_of_every_terrain():
    boards = run_ok("rules", "bohnaparte", "--boards", "--json").lines
    assert {(board["layout"], board["players"]) for board in boards} >= {("standard_3", 3), ("standard_6", 6)}
    drawn = run_ok("rules", "bohnaparte", "--boards").out
    for board in boards:
        shape(board["cells"][0], {"id": str, "row": int, "x": int, "terrain": str})
        rows = drawn.partition(f"{board['layout']}, ")[2].splitlines()[1:]
        for cell in board["cells"]:
            assert cell["id"] in rows[cell["row"]].split()
    assert "played without a board" in run_refused("rules", "classic", "--boards")
    assert "name the edition" in run_refused("rules", "--boards")
    assert "either a CLAUSE" in run_refused("rules", "bohnaparte", "BP-1.1", "--boards")


def test_rules_are_printed_in_the_chosen_language():
    english, french = run_ok("rules", "classic", "CL-6.4"), run_ok("rules", "classic", "CL-6.4", "--lang", "fr")
    assert spoken(EDITIONS["classic"].data, "fr").says("CL-6.4") in french.out
    assert spoken(EDITIONS["classic"].data, "fr").ambiguities["AMB-GE-1"].ruling in french.out
    assert english.out != french.out
    assert "Bohnanza classique" in run_ok("rules", "--lang", "fr").out
    assert "klingonisch" in run_refused("rules", "classic", "--lang", "klingonisch")


def test_rules_prints_the_book_of_remedies(tmp_path):
    entries = run_ok("rules", "tournament", "--json").lines
    assert [entry["id"] for entry in entries] == [f"TR-{k}" for k in range(1, len(entries) + 1)]
    for entry in entries:
        shape(entry, {"id": str, "section": int, "says": str, "source": str, "ambiguity": list})
    assert run_ok("rules", "tournament", "TR-3", "--json").lines == [entries[2]]
    assert run_ok("rules", "tournament", "TR-3", "--lang", "de").out.startswith("TR-3  Falsch gezogen. ")
    assert "tournament has no entry 'TR-99'" in run_refused("rules", "tournament", "TR-99")
    assert "it has no options" in run_refused("rules", "tournament", "--options")
    own = tmp_path / "own.toml"
    own.write_text("key = 'own'", encoding="utf-8")
    assert "own.toml is no book of remedies" in run_refused("rules", "tournament", "--remedies", str(own))
    assert "No such file" in run_refused("rules", "tournament", "--remedies", str(tmp_path / "none.toml"))
