"""`haricot audit`: verdicts on games and events, with the exit codes."""

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from replay.codec import Codec
from service.cli import games as stored_games
from service.signing import merkle_log
from service.signing.rollback_guard import open_to_read
from service.store.sqlite.file import STORE
from tests.long_tests import mostly_long
from tests.service.command_line import GAME, THREE, chained, haricot, run_ok, run_refused, shortened, unchained
from tests.service.store.folders import closing_file


@pytest.fixture(scope="session")
def irregular(game_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game file with valid check sums in which the wrong seat has won."""
    lines = unchained(game_file.read_bytes())
    (end,) = [line for line in lines if line.get("event", {}).get("type") == "game_ended.1"]
    end["event"]["winners"] = [seat for seat in range(4) if seat not in end["event"]["winners"]]
    path = tmp_path_factory.mktemp("irregular") / "irregular.haricot.jsonl"
    path.write_bytes(chained([{**line, "game": "irregular"} if "game" in line else line for line in lines]))
    return path


@pytest.fixture(scope="session")
def impossible(game_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game file with valid check sums in which a card is drawn that is not on top of the pile."""
    lines = unchained(game_file.read_bytes())
    drawn = next(line for line in lines if line.get("event", {}).get("type") == "cards_drawn.1")
    drawn["event"]["cards"] = ["garden" if card != "garden" else "red" for card in drawn["event"]["cards"]]
    path = tmp_path_factory.mktemp("impossible") / "impossible.haricot.jsonl"
    path.write_bytes(chained(lines))
    return path


def test_a_clean_game_has_a_verdict_for_every_event(store):
    answer = run_ok("audit", GAME, "--json", "--data", store)
    (audit,) = answer.lines
    assert list(audit) == ["game", "events", "verdict", "first", "rules", "deal", "record", "verdicts"]
    assert audit["rules"] == {"verdict": "legal", "says": f"all {audit['events']} events legal"}
    proved = {"verdict": "proved", "chosen": 0, "shares": 4, "says": "proved, 0 of 4 shares chosen by players"}
    assert list(audit["deal"].items()) == list(proved.items())
    whole = {"verdict": "whole", "signed": True, "says": "whole and ended, signed, in the log of the service"}
    assert list(audit["record"].items()) == list(whole.items())
    assert (audit["game"], audit["verdict"], audit["first"]) == (GAME, "clean", None)
    assert [verdict["n"] for verdict in audit["verdicts"]] == list(range(1, audit["events"] + 1))
    for verdict in audit["verdicts"]:
        assert list(verdict) == ["n", "verdict", "clause", "says"]
        assert verdict["verdict"] in ("legal", "consequence")
        assert verdict["clause"] is None or verdict["clause"].startswith("CL-")


@pytest.mark.parametrize("view", mostly_long(["seat:1", "spectator"]))
def test_the_audit_of_a_view_marks_what_depends_on_hidden_cards(view, store, tmp_path):
    run_ok("export", GAME, "--as", view, "--data", store, "--out", tmp_path / "seen")
    (audit,) = run_ok("audit", tmp_path / "seen", "--json").lines
    assert (audit["verdict"], audit["deal"]["verdict"]) == ("legal", "unproved")
    assert {verdict["verdict"] for verdict in audit["verdicts"]} == {"legal", "consequence", "unknown"}
    assert "depend on what is hidden in this view" in run_ok("audit", tmp_path / "seen").out
    assert haricot("audit", tmp_path / "seen", "--strict").code == 1


def test_audit_at_prints_the_verdict_on_one_event(store):
    (verdict,) = run_ok("audit", GAME, "--at", 231, "--json", "--data", store).lines
    assert (list(verdict), verdict["n"]) == (["n", "verdict", "clause", "says"], 231)
    assert run_ok("audit", GAME, "--at", 231, "--data", store).out.startswith(f"{GAME} event 231: ")


def test_audit_all_prints_each_game_and_a_summary(store):
    first, second, summary = run_ok("audit", "--all", "--json", "--data", store).lines
    assert [first["game"], second["game"]] == [GAME, THREE]
    assert list(summary.items()) == [("games", 2), ("clean", 2), ("legal", 0), ("irregular", 0), ("corrupt", 0)]
    lines = run_ok("audit", "--all", "--data", store).out.splitlines()
    assert lines[-1] == "2 games: 2 clean, 0 legal, 0 irregular, 0 corrupt"
    assert lines[1:4] == [
        f"  rules: all {first['events']} events legal",
        "  deal: proved, 0 of 4 shares chosen by players",
        "  record: whole and ended, signed, in the log of the service",
    ]
    assert len(lines) == 9


def test_audit_names_the_first_irregular_event_and_exits_1(irregular, own_store):
    answer = haricot("audit", irregular, "--json")
    (audit,) = answer.lines
    assert (answer.code, answer.err, audit["verdict"]) == (1, "", "irregular")
    assert list(audit["first"]) == ["n", "clause", "says"]
    run_ok("import", irregular, "--data", own_store)
    answer = haricot("audit", "--all", "--data", own_store)
    assert answer.code == 1
    assert answer.out.endswith("3 games: 2 clean, 0 legal, 1 irregular, 0 corrupt\n")
    assert f"  event {audit['first']['n']} differs" in answer.out


def test_audit_reports_a_game_that_differs_from_its_signature_as_corrupt(own_store):
    with closing_file(own_store) as file:
        file.execute("DELETE FROM events WHERE originator_id = ? AND originator_version > 300", (GAME,))
    (audit,) = haricot("audit", GAME, "--json", "--data", own_store).lines
    says = "not what was signed of it, from one of events 1 to 301 on: changed, dropped or set back"
    assert (audit["verdict"], audit["record"]) == ("corrupt", {"verdict": "corrupt", "signed": False, "says": says})
    for language, there in (("fr", "événements 1 à 301\u00a0: changé"), ("de", "Ereignisse 1 bis 301: geändert")):
        assert there in haricot("audit", GAME, "--lang", language, "--data", own_store).out
    with closing_file(own_store) as file:
        file.execute("DELETE FROM service_log WHERE place = 1")
    (audit,) = haricot("audit", THREE, "--json", "--data", own_store).lines
    assert (audit["verdict"], audit["record"]["signed"]) == ("clean", False), "the signer is unknown"


def test_with_a_damaged_checkpoint_of_the_log_no_game_counts_as_signed(own_store):
    with closing_file(own_store) as file:
        file.execute("UPDATE log_checkpoints SET note = 'x'")
    audits = haricot("audit", "--all", "--json", "--data", own_store).lines
    assert {THREE} <= {one.get("game") for one in audits}
    assert not any(one["record"]["signed"] for one in audits if "record" in one)


def test_an_impossible_game_is_corrupt_and_not_imported(impossible, tmp_path):
    answer = haricot("audit", impossible, "--json")
    assert (answer.code, answer.lines[0]["verdict"]) == (1, "corrupt")
    n = answer.lines[0]["first"]["n"]
    assert f"event {n}: " in run_refused("import", impossible, "--data", tmp_path / "new")
    assert f"event {n}: " in run_refused("show", impossible)
    assert not (tmp_path / "new").exists()


def test_a_corrupt_file_does_not_stop_the_audit_of_other_files(game_file, tmp_path):
    corrupt = tmp_path / "cut.haricot.jsonl"
    corrupt.write_bytes(game_file.read_bytes()[:-2])
    answer = haricot("audit", corrupt, game_file, "--json")
    assert answer.code == 1
    assert [line.get("verdict") for line in answer.lines] == ["corrupt", "clean", None]
    assert answer.lines[2] == {"games": 2, "clean": 1, "legal": 0, "irregular": 0, "corrupt": 1}


def test_audit_at_of_a_corrupt_file_prints_that_it_is_corrupt(game_file, tmp_path):
    corrupt = tmp_path / "cut.haricot.jsonl"
    corrupt.write_bytes(game_file.read_bytes()[:-2])
    answer = haricot("audit", corrupt, "--at", 231)
    assert (answer.code, answer.err) == (1, "")
    assert answer.out.startswith("cut: corrupt, ")


def test_a_damaged_stored_game_does_not_stop_the_audit_of_other_games(own_store, monkeypatch):
    opened = []
    monkeypatch.setattr(stored_games, "open_to_read", lambda *at, **how: opened.append(at) or open_to_read(*at, **how))
    with closing(sqlite3.connect(own_store / STORE)) as file:
        file.execute("UPDATE events SET state = x'c1' WHERE originator_id = ? AND originator_version = 20", [GAME])
        file.commit()
    damaged, whole, summary = (answer := haricot("audit", GAME, THREE, "--json", "--data", own_store)).lines
    assert (answer.code, answer.err, len(opened)) == (1, "", 1)
    assert (damaged["game"], damaged["verdict"], whole["game"], whole["verdict"]) == (GAME, "corrupt", THREE, "clean")
    assert summary == {"games": 2, "clean": 1, "legal": 0, "irregular": 0, "corrupt": 1}
    assert haricot("audit", "--all", "--json", "--data", own_store).lines == [damaged, whole, summary]
    assert haricot("audit", GAME, "--json", "--data", own_store).lines == [damaged]


def test_audit_needs_either_games_or_all(store):
    for arguments in ([], ["--all", GAME]):
        assert "name the games to audit, or --all" in run_refused("audit", *arguments, "--data", store)


def test_a_shortened_game_is_legal_and_unfinished(game_file, tmp_path):
    short = tmp_path / "short"
    short.write_bytes(chained(shortened(unchained(game_file.read_bytes()), 100)))
    (audit,) = run_ok("audit", short, "--json").lines
    assert (audit["events"], audit["verdict"]) == (100, "legal")
    assert (audit["record"]["verdict"], audit["deal"]["verdict"]) == ("unfinished", "unproved")
    assert haricot("audit", short, "--strict").code == 1
    assert run_ok("show", short, "--json").lines[0]["n"] == 100


@pytest.mark.parametrize(
    ("lang", "rules", "deal"),
    [
        ("fr", "les 654 événements sont tous légaux", "prouvée, 0 parts sur 4 choisies par les joueurs"),
        ("de", "alle 654 Ereignisse sind regelgerecht", "bewiesen, 0 von 4 Anteilen von Spielern gewählt"),
    ],
)
def test_audit_prints_its_three_lines_in_the_chosen_language(lang, rules, deal, store):
    lines = run_ok("audit", GAME, "--lang", lang, "--data", store).out.splitlines()
    assert lines[1:3] == [f"  rules: {rules}", f"  deal: {deal}"]
    assert "klingonisch" in run_refused("audit", GAME, "--lang", "klingonisch", "--data", store)


def test_audit_describes_a_wrong_winner_with_its_clause(irregular):
    text = haricot("audit", irregular).out
    assert "CL-9.6 winners: the record says Seat" in text
    assert "{" not in text


def test_a_fork_is_clean_with_the_seed_of_its_parent_and_legal_without(own_store, tmp_path):
    run_ok("fork", GAME, "--at", 119, "--seed", 1, "--play", "--data", own_store)
    fork = f"{GAME}.f119"
    (audit,) = run_ok("audit", fork, "--strict", "--json", "--data", own_store).lines
    assert (audit["verdict"], audit["deal"]["verdict"]) == ("clean", "proved")
    run_ok("export", fork, "--data", own_store, "--out", tmp_path / "alone")
    (audit,) = run_ok("audit", tmp_path / "alone", "--json").lines
    assert (audit["verdict"], audit["deal"]["verdict"]) == ("legal", "unproved")
    assert audit["deal"]["says"] == f"unproved, the seed of the parent {GAME} is not at hand"
    assert haricot("audit", tmp_path / "alone", "--strict").code == 1


def test_audit_ruleset_judges_all_games_by_another_ruling(store):
    *_, summary = run_ok(
        "audit", "--all", "--json", "--ruleset", "classic:bean_protection=strict", "--data", store
    ).lines
    assert summary["under"].keys() == {"rules", "otherwise", "events", "scores", "winners"}
    assert summary["under"]["otherwise"] == 0
    again = haricot("audit", "--all", "--ruleset", "classic:exhaustion_counting=lazy", "--data", store)
    assert "games would have gone otherwise" in again.out
    assert "Nothing is rewritten." in again.out
    run_refused("audit", "--all", "--ruleset", "classic:nothing=1", "--data", store)


def test_audit_reads_each_event_once_and_makes_each_leaf_once(store, monkeypatch):
    made, read = Counter(), Counter()
    leaf, decoded = merkle_log.make_leaf, Codec.from_state

    def counted_leaf(envelope, *rest):
        made[envelope.game, envelope.n] += 1
        return leaf(envelope, *rest)

    def counted_read(codec, game, n, state):
        read[game, n] += 1
        return decoded(codec, game, n, state)

    monkeypatch.setattr(merkle_log, "make_leaf", counted_leaf)
    monkeypatch.setattr(Codec, "from_state", counted_read)
    (found,) = run_ok("audit", GAME, "--json", "--data", store).lines
    events = {(GAME, n) for n in range(1, found["events"] + 1)}
    assert made == dict.fromkeys(events, 1)
    assert read.keys() == events
    assert read.total() <= len(events) + 1  # the first event says the options of the game


def test_doctor_full_finds_a_game_that_differs_from_its_signature(own_store):
    with closing_file(own_store) as file:
        file.execute("DELETE FROM events WHERE originator_id = ? AND originator_version > 300", (GAME,))
    wrong = {}
    for full in ((), ("--full",)):
        lines = haricot("doctor", "--json", *full, "--data", own_store).lines
        wrong[full] = [line["says"] for line in lines if not line["ok"] and line["check"] != "disk"]
    assert wrong[()] == [], "only an audit detects it"
    assert wrong["--full",] == [f"{GAME} is corrupt: `haricot audit {GAME}` says where, and a backup can be restored"]
