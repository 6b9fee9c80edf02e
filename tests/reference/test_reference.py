"""The reference documents are up to date, and their examples are valid."""

import json
import re
from functools import cache

import jsonschema_rs
import pytest

from domain.commands import SeatCommand
from domain.deal_commitments import ShareCommand
from domain.editions import rulebook_of
from domain.engine import blocked_commands
from replay.codec import command_types
from replay.record import CorruptFile, read_file
from replay.rewind import table_at
from tests.golden.test_golden_games import GAMES
from tests.reference.commands import _refusals
from tests.reference.events import events_document
from tests.reference.formats import FILE, POSITION, example_lines
from tests.reference.mechanisms import refused_by, rulebooks
from tests.reference.reference_documents import DOCS, made_documents
from tests.reference.tables import document, kinds_of, places

MADE = ("commands.md", "events.md", "exports.md", "formats.md")


@pytest.fixture(scope="module")
def made():
    """Generate the documents."""
    return made_documents()


@pytest.mark.parametrize("name", MADE)
def test_each_reference_document_is_up_to_date(made, name):
    kept = (DOCS / name).read_text("utf-8")
    assert kept == made[name], "python -m tests.reference writes it"
    assert set(made) == set(MADE)


@cache
def validator(schema: str) -> jsonschema_rs.Validator:
    """Return a validator of a schema of the description."""
    shape = {"$ref": f"#/components/schemas/{schema}", "components": document()["components"]}
    return jsonschema_rs.validator_for(shape)


def fits(schema: str, value: object) -> bool:
    """Return whether a value is valid for a schema of the description."""
    return bool(validator(schema).is_valid(value))


def examples(text: str) -> list[str]:
    """Return the blocks of JSON on one line in a document."""
    return re.findall(r"^```json\n(.*)\n```$", text, re.MULTILINE)


def test_every_command_has_a_valid_example(made):
    found = {(one := json.loads(line))["type"]: one for line in examples(made["commands.md"])}
    assert set(found) == set(command_types()) == set(kinds_of("Command")) | {"CreateGame"}
    for name, one in found.items():
        assert fits(name, one), name
        assert not fits(name, {**one, "seat": "first", "players": "many"}), name


def test_the_examples_of_formats_are_valid(made):
    asked, answered, *_ = map(json.loads, examples(made["formats.md"]))
    assert asked == POSITION
    assert fits("PositionInput", asked)
    assert fits("Position", answered)
    assert not fits("Position", {**answered, "draw_pile": "many"})
    header, *envelopes, end = example_lines()
    for envelope in envelopes:
        assert fits("Envelope", {name: value for name, value in envelope.items() if name != "check"})
    assert (header["events"], header["format"]) == (end["end"], "haricot-game/1")
    whole = FILE.read_bytes()
    assert read_file(whole).game == header["game"]
    with pytest.raises(CorruptFile):
        read_file(whole.replace(b'"view":"omniscient"', b'"view":"omnisciens"', 1))


def test_every_linked_type_is_documented_at_its_anchor(made):
    headings = {
        f"{name}#{re.sub(r'[^a-z0-9_-]', '', title.lower())}"
        for name, text in made.items()
        for title in re.findall(r"^##+ (.*)$", text, re.MULTILINE)
    }
    linked = {target for text in made.values() for target in re.findall(r"\]\(((?:\w+\.md)#\w+)\)", text)}
    linked |= {f"{name}#{place}" for name, text in made.items() for place in re.findall(r"\]\(#([\w-]+)\)", text)}
    assert len(linked) > 60
    assert linked <= headings
    assert places()["CardsDrawn"] == "events.md#cards_drawn1"


def test_observed_refusals_are_among_the_documented_ones():
    books = {}
    for key, book in rulebooks():
        books.setdefault(key, []).append(book)
    seen: dict[str, set[str]] = {}
    for path in GAMES[::4]:
        record = read_file(path.read_bytes())
        for n in range(20, len(record.envelopes), max(60, len(record.envelopes) // 6)):
            table = table_at(record, n)
            if table.result is not None:
                continue
            book = rulebook_of(table)
            cited: dict[str, set[str]] = {}
            for mechanism, clause in book.data.cites.items():
                cited.setdefault(clause, set()).add(mechanism)
            for one in blocked_commands(book, table, table.turn.seat):
                kind = type(one.command)
                named = refused_by(kind, book)
                assert cited[one.clause] & named, (path.name, n, one)
                seen.setdefault(kind.__name__, set()).update(cited[one.clause] & named)
    assert len(seen) > 20
    assert "plant.not_front" in seen["PlantFromHand"]


def test_control_a_guard_with_fewer_mechanisms_is_detected():
    (book, *_) = (book for key, book in rulebooks() if key == "classic")
    harvest = command_types()["HarvestField"]
    assert "harvest.protection" in refused_by(harvest, book)
    assert "harvest.protection" not in refused_by(command_types()["DrawCards"], book)


def test_every_seat_command_belongs_to_an_edition_and_can_be_refused():
    refusals, editions = _refusals()
    for name, kind in command_types().items():
        assert editions[name], name
        shared = issubclass(kind, ShareCommand)
        assert not issubclass(kind, SeatCommand) or shared or refusals[name], name


def test_control_a_changed_text_changes_the_document(made, monkeypatch):
    monkeypatch.setattr("tests.reference.events.HEADER", "# Other\n")
    assert events_document() != made["events.md"]
