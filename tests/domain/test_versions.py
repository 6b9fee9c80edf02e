"""Tests of versions: a game is always played and judged under the version of rules in which it was created."""

import hashlib
import json
import tomllib
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from domain import editions
from domain.commands import BuyThirdField, CreateGame
from domain.edition_data.edition import EditionData
from domain.editions import EDITIONS, edition_named, rulebook, rulebook_of
from domain.engine import decide
from domain.events import GameCreated
from domain.findings import found
from domain.refusals import ImpossiblePosition, Misuse, Refusal, UnknownVersion
from domain.table import Table
from domain.versions import older_versions
from replay.audit import AuditResult, audit
from replay.fork import fork_exact
from replay.game import Game
from replay.positions.read import read_position
from replay.positions.write import position_of
from replay.proofs.shuffle import Deal
from replay.record import Record, read_file
from replay.rewind import table_at
from service.queries.audit_responses import audit_answer
from tests.golden.add import FOLDER
from tests.golden.freeze import KEPT, VERSIONS, frozen

OLD = {key: next(iter(sorted(FOLDER.glob(f"{key}-*-1964-0001.haricot.jsonl")))) for key in EDITIONS}


def old_game(edition: str) -> Record:
    """Return a golden game of version 1."""
    return read_file(OLD[edition].read_bytes())


def renamed(record: Record, **rules: object) -> Record:
    """Return the record with other rules."""
    first = record.envelopes[0]
    assert isinstance(first.event, GameCreated)
    event = replace(first.event, rules=replace(first.event.rules, **rules))
    return replace(record, envelopes=(replace(first, event=event), *record.envelopes[1:]))


@pytest.fixture
def plant(monkeypatch):
    """Return a function that replaces the current data of an edition."""

    def put(data: EditionData) -> None:
        monkeypatch.setitem(EDITIONS, data.key, replace(EDITIONS[data.key], data=data))
        editions._composed.cache_clear()

    yield put
    monkeypatch.undo()
    editions._composed.cache_clear()


# The files: complete and unchanged.


def altered(folder: Path, kept: str) -> set[str]:
    """Return the files that have changed, are missing, or are not listed."""
    listed = {name: digest for digest, name in (line.split("  ") for line in kept.splitlines())}
    here = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.toml")}
    return {name for name in {*listed, *here} if listed.get(name) != here.get(name)}


def test_frozen_versions_keep_their_bytes():
    assert altered(VERSIONS, KEPT.read_text(encoding="utf-8")) == set()


def test_control_a_changed_frozen_version_is_detected(tmp_path):
    for path in VERSIONS.glob("*.toml"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    mended = tmp_path / "classic.1.toml"
    text = mended.read_text(encoding="utf-8")
    mended.write_text(text.replace('deck_shuffled = "CL-8.4"', 'deck_shuffled = "CL-2.2"'), encoding="utf-8")
    assert altered(tmp_path, KEPT.read_text(encoding="utf-8")) == {"classic.1.toml"}


def test_every_version_cites_only_clauses_with_words():
    for edition in EDITIONS.values():
        assert list(edition.versions) == [str(n) for n in range(1, int(edition.data.version) + 1)]
        for version in edition.versions.values():
            data = version.data
            cited = {*data.cites.values(), *data.allows.values(), *data.promises.values()}
            assert [] == [citation for citation in cited if data.cited(citation) is None]


def test_control_a_clause_cited_by_an_old_version_keeps_its_words():
    classic = EDITIONS["classic"].data
    cites = {slot: clause for slot, clause in classic.cites.items() if clause != "CL-6.4"}
    clauses = {name: clause for name, clause in classic.clauses.items() if name != "CL-6.4"}
    with pytest.raises(ValueError, match=r"classic\.1\.toml: harvest\.protection cites CL-6\.4, which is absent"):
        list(older_versions(replace(classic, cites=cites, clauses=clauses)))


@pytest.mark.parametrize("key", EDITIONS)
def test_version_1_keeps_its_digest(key):
    data = edition_named(key, "1").data
    normative = {
        "key": key,
        "version": "1",
        "numbers": [data.third_field_cards, data.max_fields, data.plant_required, data.plant_max],
        "varieties": [[variety.id, variety.count, variety.beanometer] for variety in data.varieties],
        "setups": msgspec.to_builtins(data.setups),
        "options": [[rule.name, rule.allowed, rule.default] for rule in data.all_options],
        "cites": tomllib.loads((VERSIONS / f"{key}.1.toml").read_text(encoding="utf-8"))["cites"],
        **({"own": data.numbers} if data.numbers else {}),
    }
    text = json.dumps(normative, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(text.encode()).hexdigest() == data.digest == old_game(key).created.rules.digest


@pytest.mark.parametrize("key", EDITIONS)
def test_current_rules_round_trip_as_a_frozen_version(key, tmp_path):
    today = EDITIONS[key].data
    (tmp_path / f"{key}.{today.version}.toml").write_text(frozen(today), encoding="utf-8")
    tomorrow = replace(today, version=str(int(today.version) + 1), third_field_cards=99, switches={"tomorrow": True})
    kept = next(older_versions(tomorrow, tmp_path))
    assert replace(kept, recorded_digest="", switches=today.switches).digest == kept.digest == today.digest
    assert (kept.cites, kept.allows, kept.promises) == (today.cites, today.allows, today.promises)


# What the digest is made of.


TODAY = {
    "classic": "c83be904001472a5fdbf6c7e710f81578b4bca350d5113fd87014bf1abb238da",
    "modern": "dc282435c8caefb4b0416ff54475d379ac37f6f8b260da5aa60e55f0d6727b8e",
    "duel": "18f87f9327df7d5159e1cdf639bb35a45a7af9fdeaf4106cf36adbdd94070921",
    "sissi": "f80991449d23bef672156acc7752812d542df296cf0fa0a731938cb7189bd5a4",
    "bohnaparte": "332bc467983b0303ca32372ea430272b09f97212e9af523b6feddffe2eb12625",
}
"""The digests of the current version, 2; they change only with the version."""


@pytest.mark.parametrize("key", EDITIONS)
def test_the_digest_of_a_version_does_not_change(key):
    data = EDITIONS[key].data
    assert (data.version, data.digest) == ("2", TODAY[key]), (
        f"games are played under {key} 2 as it was: keep it with `python -m tests.golden.freeze {key}`, begin another"
    )


def test_the_digest_covers_numbers_options_and_switches_not_citations():
    classic = EDITIONS["classic"].data
    assert replace(classic, cites={**classic.cites, "turn.order": "CL-3.2"}).digest == classic.digest
    for change in ({"max_fields": 4}, {"family_options": ()}, {"switches": {"another": True}}, {"version": "3"}):
        assert replace(classic, **change).digest != classic.digest


# Old games stay what they were.


@pytest.mark.parametrize("key", EDITIONS)
def test_an_old_game_stays_clean_under_a_new_version(key, plant, tmp_path):
    today = EDITIONS[key].data
    renumbered = tuple(replace(setup, draw=setup.draw + 1) for setup in today.setups)
    plant(replace(today, cites={**today.cites, "turn.order": today.cites["game.ended"]}, setups=renumbered))
    assert audit(old_game(key)).first is None


def test_control_an_old_game_is_irregular_under_current_rules(plant, monkeypatch):
    today = EDITIONS["classic"].data
    plant(replace(today, setups=tuple(replace(setup, draw=setup.draw + 1) for setup in today.setups)))
    monkeypatch.setattr("replay.audit_run.rules_version", lambda event: None)
    assert audit(old_game("classic")).first is not None


def test_a_new_game_has_the_current_version():
    create = CreateGame(edition="classic", players=3)
    created, *_ = decide(rulebook("classic", 3, {}), Table(), create, Deal("a", bytes(48))).events
    assert created.rules.version == EDITIONS["classic"].data.version == "2"


def test_an_old_table_and_its_fork_keep_their_version():
    parent = old_game("duel")
    fork = fork_exact(parent, 100, "fork", Deal("fork", bytes(48)), at=0)
    for table in (table_at(parent, 100), Game("fork", Deal("fork", bytes(48)), fork.envelopes).table):
        assert rulebook_of(table).data.version == "1"
        assert table.rules.version == "1"


def test_an_option_unknown_to_a_version_is_refused_and_not_set(plant):
    classic = EDITIONS["classic"].data
    later = replace(classic.options[0], name="classic_later", allowed=(True, False), default=True)
    plant(replace(classic, options=(*classic.options, later)))
    assert rulebook("classic", 3, {"classic_later": False}).options["classic_later"] is False
    assert "classic_later" not in rulebook("classic", 3, {}, "1").options
    with pytest.raises(Misuse, match="classic has no option 'classic_later'"):
        rulebook("classic", 3, {"classic_later": False}, "1")


def test_an_old_game_keeps_its_board_when_the_board_changes(plant):
    today = EDITIONS["bohnaparte"].data
    plant(replace(today, numbers={**today.numbers, "boards": {"standard_3": "  CA  CA\nCA  fa  vi"}}))
    assert audit(old_game("bohnaparte")).first is None
    assert audit(old_game("bohnaparte"), under="2").first.n == 6  # where another board would have been laid out


def out_of_turn(version: str | None) -> Table:
    """Return a duel in which the inactive seat can pay for a third field."""
    named = {} if version is None else {"version": version}
    seats = [{"hand": ["blue"], "coins": 5}, {"hand": ["blue"], "coins": 5}]
    return read_position(
        {"format": "haricot-position/1", "edition": "duel", **named, "seats": seats, "draw_pile": 20}
        | {"turn": {"seat": 0, "number": 3, "phase": "plant", "planted": 0}}
    )


def test_a_switch_keeps_an_old_game_at_the_old_behaviour(plant):
    duel = EDITIONS["duel"].data
    plant(replace(duel, switches={**duel.switches, "third_field_out_of_turn": True}))
    order = BuyThirdField(seat=1)
    new, old = out_of_turn(None), out_of_turn("1")
    assert decide(rulebook_of(new), new, order, Deal("a", bytes(48))).events
    with pytest.raises(Refusal, match=r"DU-3\.4"):
        decide(rulebook_of(old), old, order, Deal("a", bytes(48)))


def test_a_switch_missing_in_an_old_version_is_as_in_the_next():
    duel = EDITIONS["duel"].data
    later = replace(duel, switches={**duel.switches, "later": True}, cites={**duel.cites, "later.slot": "DU-3.1"})
    (first,) = older_versions(later)
    assert (first.switches["later"], first.cites["later.slot"]) == (True, "DU-3.1")


# What is not here is said.


def test_an_unknown_version_is_refused_with_advice():
    with pytest.raises(UnknownVersion, match=r"there are no rules classic '7' here, only 1, 2: .* update this one"):
        rulebook("classic", 3, {}, "7")


@pytest.mark.parametrize("version", ["7", "", "nonsense" * 40, "01", "../classic.1"])
def test_the_audit_of_a_game_with_unknown_rules_is_unknown(version):
    answer = audit(renamed(old_game("classic"), version=version))
    assert {verdict.verdict for verdict in answer.verdicts} <= {"unknown"}
    assert answer.first is None
    assert answer.verdicts[0].says == found("no_rules", edition="classic", version=version)
    assert (answer.verdict, answer.rules.verdict) == ("legal", "unknown")
    assert "update" in audit_answer(answer).rules.says


def test_a_position_with_unknown_rules_is_invalid():
    with pytest.raises(ImpossiblePosition, match="there are no rules duel '7' here"):
        out_of_turn("7")


def test_a_wrong_digest_of_rules_is_reported_in_words():
    answer = audit(renamed(old_game("classic"), digest="0" * 64))
    assert answer.first.n == 1
    assert audit_answer(answer).first.says == (
        "the game names the rules classic 1 with the digest 000000000000, and here they have 28ddbbe700c0:"
        " its numbers, options or citations were others"
    )
    assert [verdict.n for verdict in answer.verdicts if verdict.verdict == "differs"] == [1]


# A second opinion changes nothing.


def second_opinion(plant, **rules: object) -> AuditResult:
    """Audit an old duel under today's rules with changes."""
    plant(replace(EDITIONS["duel"].data, **rules))
    return audit(old_game("duel"), under="2")


def test_a_second_opinion_under_equivalent_rules_finds_nothing(plant):
    assert second_opinion(plant).first is None


def test_a_second_opinion_judges_the_deal_by_the_games_own_rules(plant):
    answer = second_opinion(plant, plant_max=1)
    assert answer.first is not None
    assert answer.verdicts[0].verdict == "legal"
    assert answer.deal.verdict == "proved"
    assert audit(old_game("duel")).first is None


def test_a_second_opinion_under_unknown_rules_is_refused():
    with pytest.raises(UnknownVersion):
        audit(old_game("duel"), under="9")


def test_a_position_of_an_old_game_is_written_unchanged():
    table = table_at(old_game("classic"), 100)
    assert "version" not in position_of(table)
