"""The tables of a record: after one event, after each event, or the difference of two."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from domain.evolve import evolve, fold
from domain.field_audiences import redact
from domain.forks import GameForked
from domain.refusals import CorruptHistory, HiddenView, Misuse
from domain.table import Table
from domain.view import View
from domain.visibility import Viewer
from replay.codec import Envelope
from replay.record import CorruptFile, Record, redeal_viewer


def require_n(record: Record, n: int) -> None:
    """Raise Misuse unless the record has an event n."""
    if not 1 <= n <= len(record.envelopes):
        raise Misuse(f"there is no event {n}: the game has events 1 to {len(record.envelopes)}")


Redactions = Sequence[tuple[int, Viewer]]
"""Pairs of (last event, viewer): up to this event a record holds only what this viewer saw; see `redeal_viewer`."""


def redactions_in(envelopes: Iterable[Envelope]) -> Redactions:
    """Return the redactions of these envelopes, one for each fork among them that dealt hidden cards again."""
    forks = [envelope for envelope in envelopes if type(envelope.event) is GameForked]
    return [(envelope.n - 1, viewer) for envelope in forks if (viewer := redeal_viewer(envelope)) is not None]


def redact_table(redactions: Redactions, n: int, table: Table) -> Table:
    """Return the table after event n with everything hidden that the redactions hide at this event."""
    for upto, viewer in redactions:
        if n <= upto:
            table = redact(table, viewer, table.rules.options)
    return table


def table_after(envelopes: Iterable[Envelope], table: Table | None = None, redactions: Redactions = ()) -> Table:
    """Return the whole table after these envelopes: a game's first ones, or those that follow on `table`.

    `redactions` are those of the events before a fork that dealt again. They may be left out if the fork is among these
    envelopes, since its event holds the whole table.

    Use this for a single table: of a game being played, or after event n. CorruptHistory as for `fold`.
    """
    every = list(envelopes)
    if own_redactions := redactions_in(every):
        return fold(envelope.event for envelope in every if envelope.n > own_redactions[-1][0])
    if not redactions:
        return fold((envelope.event for envelope in every), table)
    table = Table() if table is None else table
    for envelope in every:
        table = redact_table(redactions, envelope.n, evolve(table, envelope.event))
    return table


def tables(record: Record) -> Iterator[tuple[Envelope, Table]]:
    """Yield every envelope with the table after it; CorruptFile at the first event that cannot be applied.

    The tables are masked for the viewer of the record. Before a fork that dealt again, they are also masked for the
    creator of the fork.
    """
    yield from tables_after(View.of(Table(), record.viewer), record.envelopes, redactions_in(record.envelopes))


def tables_after(
    view: View, envelopes: Iterable[Envelope], redactions: Redactions = ()
) -> Iterator[tuple[Envelope, Table]]:
    """Yield these envelopes, which follow the given view, with the table after each; CorruptFile as for `tables`."""
    for envelope in envelopes:
        try:
            view = view.after(envelope.event)
        except CorruptHistory as error:
            raise CorruptFile(envelope.n, str(error)) from error
        if redactions:
            view = replace(view, table=redact_table(redactions, envelope.n, view.table))
        yield envelope, view.table


def table_at(record: Record, n: int) -> Table:
    """Return the table after event n; Misuse when there is none."""
    require_n(record, n)
    return next(table for envelope, table in tables(record) if envelope.n == n)


def is_batch_end(record: Record, n: int) -> bool:
    """Return whether event n is the last of its batch, so that a seat may act after it."""
    return n >= len(record.envelopes) or record.envelopes[n].cause is not None


def batch_end(record: Record, n: int) -> int:
    """Return the last event of the batch that event n belongs to."""
    while not is_batch_end(record, n):
        n += 1
    return n


def batches(envelopes: Sequence[Envelope]) -> Iterator[list[Envelope]]:
    """Yield the envelopes, batch by batch."""
    batch: list[Envelope] = []
    for envelope in envelopes:
        if envelope.cause is not None and batch:
            yield batch
            batch = []
        batch.append(envelope)
    if batch:
        yield batch


def difference(before: object, after: object, path: str = "") -> dict[str, tuple[object, object]]:
    """Return the differences between two JSON-like values: (before, after) by path, such as `seats[0].coins`."""
    if isinstance(before, dict) and isinstance(after, dict):
        changed: dict[str, tuple[object, object]] = {}
        for key in [*before, *(key for key in after if key not in before)]:
            changed |= difference(before.get(key), after.get(key), f"{path}.{key}" if path else str(key))
        return changed
    records = all(isinstance(value, list) and value and isinstance(value[0], dict) for value in (before, after))
    if records and isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        changed = {}
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            changed |= difference(old, new, f"{path}[{index}]")
        return changed
    return {} if before == after else {path: (before, after)}


def viewer_to_show(record: Record, asked: Viewer | None) -> Viewer:
    """Return the viewer to show the record to: `asked`, else its own; HiddenView if the record does not hold that."""
    if asked is None or asked == record.viewer:
        return record.viewer
    if not record.viewer.sees_all:
        raise HiddenView(f"this record holds only the view of {record.viewer.name}")
    return asked


def require_history(record: Record) -> None:
    """Raise CorruptFile unless the events begin a game, are numbered in order, and can all be applied."""
    _ = record.created  # which raises the error when the first event is another one, or there is none
    for n, envelope in enumerate(record.envelopes, 1):
        if envelope.n != n:
            raise CorruptFile(n, f"the event is numbered {envelope.n}")
    for _ in tables(record):
        pass
