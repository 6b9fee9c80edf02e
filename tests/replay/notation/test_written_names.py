"""Names and header values on a sheet round-trip."""

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.player_names import name_fault, normalized_name
from replay.notation.export import write_sheet
from replay.notation.sheet import PaperSheet, quote
from replay.notation.sheet_header import read_names
from replay.notation.transcript import record_sheet
from replay.record import Record, read_file, write_file
from replay.rewind import batch_end
from service.lifecycle.bots.simulate import simulate

TRICKY = st.sampled_from(
    ["A; B", "a;", ";", '"', "\\", "\\;", 'x\\"', "{=3}", "%err", "[BEN", "é", "e\u0301", " B ", "1. p1"]
)
NAMES = (
    st.one_of(TRICKY, st.text(min_size=1, max_size=12))
    .map(normalized_name)
    .filter(lambda name: name_fault(name) is None)
)


@cache
def game() -> Record:
    return simulate("duel", 2, "names", 1, {}, ["random"])[0].record()


@cache
def opening() -> Record:
    return replace(game(), envelopes=game().envelopes[: batch_end(game(), 20)])


@settings(max_examples=20)
@given(st.tuples(NAMES, NAMES))
def test_every_valid_player_name_round_trips_on_a_sheet(names):
    sheet = write_sheet(opening(), names)
    assert read_names(PaperSheet(sheet)) == names


@settings(max_examples=60)
@given(st.text(max_size=30).filter(lambda text: not set(text) & set("\n\r\x85\u2028\u2029")))
def test_every_header_value_round_trips_on_a_sheet(value):
    plain = "".join(" " if one.isspace() else one for one in value)
    assert PaperSheet(f"[Round {quote(value)}]\n").value("Round") == plain


def test_a_game_with_escaped_names_round_trips_on_a_sheet():
    names = ("A; B", 'C "\\;')
    back = record_sheet(write_sheet(game(), names), game="back", at=0)
    assert back.names == names
    events = [envelope.event for envelope in back.record.envelopes]
    assert [type(event) for event in events] == [type(one.event) for one in game().envelopes][: len(events)]
    assert read_file(write_file(back.record)) == back.record


def test_control_an_unescaped_name_is_read_as_two():
    sheet = write_sheet(opening(), ("A; B", "C")).replace("\\;", ";")
    assert read_names(PaperSheet(sheet)) == ("A", "B", "C")
