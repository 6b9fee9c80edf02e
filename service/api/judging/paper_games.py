"""Reads games from paper, as far as they are written, without storing them."""

from typing import Annotated, Any

import msgspec

from domain.editions import edition_named, rulebook_of
from domain.member_types import Count
from domain.values import Value
from projections.command_labels import CommandLabels
from projections.sentences import Chronicle
from replay.audit import audit
from replay.notation.error_messages import edition_of_sheet, error_message
from replay.notation.move_reader import NotationError
from replay.notation.partial_read import PartialRead, read_until_error
from replay.notation.position_writer import write_position_line
from replay.notation.sheet import Contradiction
from replay.positions.write import position_of
from replay.record import write_file
from service.api.table.command_schemas import AnyPosition
from service.http.json_bodies import JsonBody
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import LanguageQuery
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer
from service.queries.audit_responses import Verdict, audit_answer

EXAMPLE = '[BEN "1"]\n[Edition "classic"]\n[Seats "Ana; Bo; Cy"]\n[Start "B"]\n\np1 {Gr}\n%! p1 {St}\n'
CHARACTERS_PER_COST = 1_000
"""A sheet costs 1, and 1 more for each of these. A hundred moves have about 1,500 characters, and take some 20 ms."""
DATED = 946_684_800_000
"""The beginning of a game whose sheet has no date, so that the same sheet gives the same file: in 2000."""


class PaperRecord(Value):
    """A sheet of BEN, as far as it is written."""

    ben: Annotated[str, msgspec.Meta(max_length=60_000)]


class SheetLine(Value):
    """The result of one line of the sheet, in sentences. `n` is the last event after it."""

    line: Count
    n: Count
    sentences: list[str]


class FaultyMove(Value):
    """The move that a near one may replace: where it begins, and how it is `written`."""

    line: Count
    column: Count
    written: str


class NearMove(Value):
    """A legal move that may be meant: how it is `written`, and what it `says`."""

    written: str
    says: str


class SheetFault(Value, omit_defaults=False):
    """Where reading ended, and why: a writing error, or `contrary` to what is known or allowed.

    `near` are legal moves that differ by one mark from `move`, nearest first.
    """

    line: Count
    column: Count
    says: str
    contrary: bool
    near: list[NearMove] = []
    move: FaultyMove | None = None


class SavedGame(Value):
    """A game file: its name and its content."""

    name: str
    text: str


class RecordRead(Value, omit_defaults=False):
    """What a sheet gives so far. Games left by moves taken back come first among its `files`."""

    names: list[str]
    lines: list[SheetLine]
    fault: SheetFault | None
    table: AnyPosition | None
    position: str | None
    wrong: list[Verdict]
    files: list[SavedGame]


paper_games = Operations()


@paper_games.operation(
    "POST",
    "/records:read",
    "read_record",
    ResponseSpec(RecordRead),
    RequestSpec(query=LanguageQuery, body=JsonBody(PaperRecord), example={"ben": EXAMPLE}),
    cost=1,
)
def read_record(call: Call, query: dict[str, Any], sheet: PaperRecord) -> HttpAnswer:
    """Read a game from its notation, up to the first error.

    Nothing is stored. The response has the table so far, the sentences of each line, and what the rules refuse of it.
    It also has the game as a file that `POST /v1/games:import` accepts. It costs 1, and 1 more for each 1,000
    characters.
    """
    if call.request.payer is not None:
        call.request.payer.charge(len(sheet.ben) // CHARACTERS_PER_COST)
    partial = read_until_error(sheet.ben, game="paper", at=DATED)
    fault = None if partial.fault is None else _sheet_fault(partial.fault, partial, sheet.ben, query["lang"])
    if partial.taken is None:
        return answer(RecordRead(names=[], lines=[], fault=fault, table=None, position=None, wrong=[], files=[]))
    return answer(_record_read(call, partial, fault, query["lang"]))


def _sheet_fault(fault: NotationError, partial: PartialRead, sheet: str, lang: str) -> SheetFault:
    data = edition_of_sheet(sheet)
    names = () if partial.taken is None else partial.taken.names
    says = error_message(fault, data, lang, names)
    near: list[NearMove] = []
    if fault.near and partial.taken is not None and partial.table is not None:
        chronicle = Chronicle(edition_named(partial.table.edition).data, lang, names)
        for notation, command in fault.near:
            command_labels = CommandLabels(chronicle, rulebook_of(partial.table), partial.table, command.seat)
            near.append(NearMove(written=notation, says=command_labels.labels([command])[0]))
    move = (
        FaultyMove(line=fault.move.line, column=fault.move.column, written=fault.move.written) if fault.move else None
    )
    contrary = isinstance(fault, Contradiction)
    return SheetFault(line=fault.line, column=fault.column, says=says, contrary=contrary, near=near, move=move)


def _record_read(call: Call, partial: PartialRead, fault: SheetFault | None, lang: str) -> RecordRead:
    taken, table = partial.taken, partial.table
    assert taken is not None
    assert table is not None
    data = edition_named(taken.record.created.edition).data
    chronicle = Chronicle(data, lang, taken.names)
    judged = audit_answer(audit(taken.record), lang, taken.names, book=call.context.book)
    position = position_of(table, n=len(taken.record.envelopes))
    return RecordRead(
        names=[*taken.names],
        lines=[
            SheetLine(line=line.line, n=line.n, sentences=[chronicle.sentence(event) for event in line.events])
            for line in partial.lines
        ],
        fault=fault,
        table=position,
        position=write_position_line(position, lang),
        wrong=[verdict for verdict in judged.verdicts if verdict.verdict in ("illegal", "differs")],
        files=[
            SavedGame(name=f"{record.game}.haricot.jsonl", text=write_file(record).decode())
            for record in (*taken.parents, taken.record)
        ],
    )
