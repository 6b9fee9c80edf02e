"""The hash of the last table, as a bundle holds it."""

import hashlib

from msgspec.structs import replace

from domain.editions import rulebook_of
from domain.refusals import CorruptHistory, UnknownVersion
from domain.table import Table
from replay.proofs.canonical import canonical
from replay.record import CorruptFile, Record
from replay.rewind import tables


def last_table(record: Record) -> Table:
    """Return the last table of a record, or the one before the first event that cannot be applied."""
    table = Table()
    try:
        for _, table in tables(record):  # noqa: B007  # the last one is asked for
            pass
    except CorruptFile:
        return table
    return table


def table_digest(table: Table) -> str:
    """Return the SHA-256, hexadecimal, of a table's canonical JSON without its players, whose names may be erased."""
    seats = tuple(replace(seat, sitter=None) for seat in table.seats)
    return hashlib.sha256(canonical(replace(table, seats=seats))).hexdigest()


def deck_of(table: Table) -> tuple[tuple[str, int], ...]:
    """Return the pile before the first shuffle; empty if the rules of the table are not known here."""
    try:
        return tuple(rulebook_of(table).deck_counts.items())
    except (CorruptHistory, UnknownVersion):
        return ()
