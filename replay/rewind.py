"""Any table of a record: at an event, step by step, or by what changed between two."""

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
    """Misuse unless the record has an event n."""
    if not 1 <= n <= len(record.envelopes):
        raise Misuse(f"there is no event {n}: the game has events 1 to {len(record.envelopes)}")


Redactions = Sequence[tuple[int, Viewer]]
"""The viewers as whom events are known, each with the last event that they saw; see `redeal_viewer`."""


def redactions_in(envelopes: Iterable[Envelope]) -> Redactions:
    """Return the viewers as whom these envelopes hold the events before a fork that dealt the rest again."""
    forks = [envelope for envelope in envelopes if type(envelope.event) is GameForked]
    return [(envelope.n - 1, viewer) for envelope in forks if (viewer := redeal_viewer(envelope)) is not None]


def redact_table(redactions: Redactions, n: int, table: Table) -> Table:
    """Return the table after event n, as far as all viewers as whom event n is known see it."""
    for upto, viewer in redactions:
        if n <= upto:
            table = redact(table, viewer, table.rules.options)
    return table


def table_after(envelopes: Iterable[Envelope], table: Table | None = None, redactions: Redactions = ()) -> Table:
    """Return the whole table after these envelopes: a game's first ones, or those that follow on `table`.

    In a fork that dealt again what its creator could not know, the events before it are as `eyes` saw them. Where the
    fork is among these envelopes, `eyes` may be left out if no table before it is needed.

    Callers that need one table and none before it use this: a game being played, a live table that catches up, a reader
    of event n. CorruptHistory as for `fold`.
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
    """Yield every envelope with the table after it; CorruptFile at the first event that cannot follow.

    In a record of one viewer the tables are masked for that viewer. Before a fork that dealt again what its creator
    could not know, they are masked for the creator too.
    """
    yield from tables_after(View.of(Table(), record.viewer), record.envelopes, redactions_in(record.envelopes))


def tables_after(
    view: View, envelopes: Iterable[Envelope], redactions: Redactions = ()
) -> Iterator[tuple[Envelope, Table]]:
    """Yield these envelopes, which follow on a view, with the table after each; CorruptFile as for `tables`."""
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
    """Return whether event n ends its batch, so that a seat may act after it."""
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
    """Return what differs between two JSON-like values: path such as `seats[0].coins` to (before, after)."""
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
    """Return the view to show: `asked`, else the record's; HiddenView when the record does not hold it."""
    if asked is None or asked == record.viewer:
        return record.viewer
    if not record.viewer.sees_all:
        raise HiddenView(f"this record holds only the view of {record.viewer.name}")
    return asked


def require_history(record: Record) -> None:
    """Raise CorruptFile unless the events begin a game, are numbered in order, and each can follow on the last."""
    _ = record.created  # which raises the error when the first event is another one, or there is none
    for n, envelope in enumerate(record.envelopes, 1):
        if envelope.n != n:
            raise CorruptFile(n, f"the event is numbered {envelope.n}")
    for _ in tables(record):
        pass
