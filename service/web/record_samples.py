"""Samples for the page of games from paper: for each edition a valid sheet, and every way to write a move."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from domain.commands import SeatCommand
from domain.editions import EDITIONS, rulebook_of
from projections.command_labels import CommandLabels
from projections.sentences import Chronicle
from replay.notation.member_syntax import NotationContext
from replay.notation.moves import forms_of
from replay.notation.names import names_of
from replay.notation.partial_read import read_until_error
from service.web.page_data import script_data

SHEETS: Final = Path(__file__).parent / "templates" / "record"


@cache
def page_data(language: str) -> dict[str, Any]:
    """Return the data of the page's scripts: names, words and samples."""
    return script_data(language=language) | samples_for_page(language)


def samples_for_page(language: str) -> dict[str, dict[str, dict[str, Any]]]:
    """Return `samples`: by edition its `sheet`, and its `moves`, examples with their meaning in this language."""
    samples = {edition: {"sheet": sample_sheet(edition), "moves": _moves(edition, language)} for edition in EDITIONS}
    return {"samples": samples}


@cache
def sample_sheet(edition: str) -> str:
    """Return a short sheet of this edition."""
    return (SHEETS / f"{edition}.ben").read_text("utf-8")


def _moves(edition: str, language: str) -> list[dict[str, str]]:
    """Return each short form of a move as an example, with its meaning at the end of the sample sheet."""
    found = read_until_error(sample_sheet(edition), game="sample", at=0)
    assert found.table is not None
    data, names = EDITIONS[edition].data, names_of(edition)
    own = found.table.seats[0]
    known = tuple(data.varieties[at % len(data.varieties)].id for at in range(len(own.hand)))
    fields = ((data.varieties[0].id,) * 4, *own.fields[1:])  # so that a harvest earns something
    table = replace(found.table.with_seat(0, replace(own, hand=known, fields=fields)), next_proposal=1)
    context = NotationContext(names, table, 0)
    command_labels = CommandLabels(Chronicle(data, language, ()), rulebook_of(table), table, 0)
    meanings: dict[str, list[str]] = {}
    for form in forms_of(edition).short:
        written = form.example(names, context)
        match = form.regex.fullmatch(written)
        assert match is not None, written
        command = form.read(context, match)
        assert isinstance(command, SeatCommand)
        said = meanings.setdefault(written, [])
        if (words := command_labels.labels([command])[0]) not in said:
            said.append(words)
    return [{"written": written, "says": " / ".join(said)} for written, said in meanings.items()]
