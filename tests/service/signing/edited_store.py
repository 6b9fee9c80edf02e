"""A store with signed games of all editions, and what audit and signer miss of edits of its rows."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import msgspec

from domain.disputes.events import DisputeOpened, StatementMade
from domain.refusals import HaricotError
from domain.visibility import OMNISCIENT, seat_viewer
from replay.codec import Envelope
from replay.fork import fork_exact, fork_redealt
from replay.game import Game
from replay.proofs.bundle_verifier import verify_bundle
from replay.proofs.shuffle import Deal, seed_of_text
from replay.record import Record
from replay.redeal import SeenHistory
from replay.rewind import batch_end
from service.cli.judge.game_audit import audit_stored_game
from service.lifecycle.bots.simulate import simulate
from service.queries.record_cache import RecordCache
from service.signing.audit_bundles import make_audit_bundle
from service.signing.log_service import LogService
from service.signing.proceedings_log import (
    proceedings_envelope,
    proceedings_log_name,
    proceedings_rows,
    read_proceedings_log,
)
from service.signing.row_verification import StoredLog
from service.signing.signer import Signer
from service.store.appender import NewGameEvents
from service.store.entries.proceedings_entries import DisputeEvent
from service.store.entries.signing_entries import LoggedNote, SigningHead
from service.store.event_store import GameStore
from service.store.queries import INT64_MAX
from service.store.record_import import standalone_opening
from tests.random_player import play
from tests.service.signing.altered_logs import altered
from tests.service.signing.row_edits import EVENTS, FILED, DirectTables, Edit, EditedTable, Rows, StoredRow, set_back
from tests.service.store.games import own_envelopes

KINDS: Final = (("duel", 2), ("classic", 3), ("modern", 4), ("sissi", 3), ("bohnaparte", 3), ("classic", 4))
"""One game of each: the first whole, some hundred events of the others."""
FORK: Final = "fork"
"""An exact fork of the first game."""
REDEALT: Final = "redealt"
"""A redealt fork of the second game."""
AT: Final = 70
"""About the event at which games are forked."""


class ReadableEvents(NamedTuple):
    """The readable events of a game and of its proceedings; None if one cannot be read."""

    events: Sequence[Envelope] | None
    filed: Sequence[Envelope] | None

    @classmethod
    def of(cls, store: GameStore, game: str) -> "ReadableEvents":
        """Read both from the store."""
        events = _readable(lambda: store.envelopes(game))
        return cls(events, _readable(lambda: [proceedings_envelope(row) for row in proceedings_rows(store, game)]))

    def first_changed(self, before: "ReadableEvents", table: EditedTable) -> int | None:
        """Return the number of the first event that differs; 0 if one cannot be read, None if none differs."""
        now, then = (self.events, before.events) if table is EVENTS else (self.filed, before.filed)
        assert then is not None
        if now is None:
            return 0
        pairs = enumerate(zip(now, then, strict=False), 1)
        return next((n for n, (one, other) in pairs if one != other), len(now) + 1 if len(now) < len(then) else None)


def _readable(ask: Callable[[], list[Envelope]]) -> list[Envelope] | None:
    try:
        found = ask()
    except HaricotError:
        return None
    return found if all(one.n == n for n, one in enumerate(found, 1)) else None


class EditedStore:
    """The store, its signer, and direct access to its tables."""

    def __init__(self, store: GameStore, key: Path, tables: DirectTables) -> None:
        self.store = store
        self.tables = tables
        self.key = key
        self.logs = LogService(store, RecordCache(store))
        self.signer = Signer(store, key, self.logs.cached_leaf_hash)
        self.games: list[str] = []
        for game in chain(self._played(), self._forked()):
            self._file_on(game)
            self.logs.log(game, INT64_MAX)
            self._sign(self.signer, game)
            self.games.append(game)
        self.before = {game: ReadableEvents.of(store, game) for game in self.games}
        self.changed = 0
        """The number of edits that have changed something."""

    def missed(self, number: int, edits: Sequence[Edit]) -> str | None:
        """Make edit `number`, return what was missed of it or None, and undo it."""
        luck, edit = Random(number), edits[number % len(edits)]
        table = FILED if luck.random() < 0.3 else EVENTS
        game, other = luck.sample(self.games, 2)
        log = proceedings_log_name(game) if table is FILED else game
        heads = self.store.find_entries(SigningHead, log=log)
        rows, others = (self.tables.rows(table, one) for one in (game, other))
        try:
            self.tables.put(table, game, edit(Rows(luck, table, rows, others, self._ends(log, rows))))
            if edit is set_back or luck.random() < 0.4:
                self._forge_head(log)
            missed = self._missed(game, table, bundled=number % 10 == 0)
            return missed and f"{number}, {edit.__name__} in {log}: {missed}"
        finally:
            self.tables.put(table, game, rows)
            for head in heads:
                self.tables.set_head(head.log, head.size, head.root)

    def _missed(self, game: str, table: EditedTable, *, bundled: bool) -> str | None:
        n = ReadableEvents.of(self.store, game).first_changed(self.before[game], table)
        if n is None:
            return None
        self.changed += 1
        shared = game == self.games[0] and table is EVENTS and 0 < n <= AT
        for one in (game, FORK) if shared else (game,):
            result, signed = audit_stored_game(self.store, one)
            if result.verdict != "corrupt" or signed:
                return f"the audit calls {one} {result.verdict}"
        if n or table is FILED:
            fault = altered(self.store, self.store.record(game))
            if fault is None or not fault.first <= (n or fault.first) <= fault.last:
                return f"of event {n} the audit says: {fault}"
        notes = len(self.store.find_entries(LoggedNote))
        for signer in (self.signer, Signer(self.store, self.key)):
            self._sign(signer, game)
            if len(self.store.find_entries(LoggedNote)) > notes:
                return "it was signed"
        return "a bundle of it is good" if bundled and self._bundle_is_good(game) else None

    def _bundle_is_good(self, game: str) -> bool:
        notes = self.store.find_entries(LoggedNote, log=game)
        try:
            filed = read_proceedings_log(self.store, game, 99)
            data = make_audit_bundle(self.store, self.store.record(game), OMNISCIENT, notes, lambda _: (), filed)
        except HaricotError:
            return False
        return verify_bundle(data).verdict != "tampered"

    def _ends(self, log: str, rows: Sequence[StoredRow]) -> list[int]:
        """Return the numbers of rows at which they were signed."""
        sizes = sorted({note.size for note in self.store.find_entries(LoggedNote, log=log)})
        return [len(rows) - sizes[-1] + size for size in sizes]

    def _forge_head(self, log: str) -> None:
        """Set the signing head to the present rows, if they can be read."""
        evidence = StoredLog.of(self.store, log)
        assert evidence is not None
        try:
            evidence.read()
        except HaricotError:
            return
        self.tables.set_head(log, evidence.log.tree.size, evidence.log.tree.root().hex())

    def _sign(self, signer: Signer, game: str) -> None:
        logs = [game, proceedings_log_name(game)]
        signer.sign(0, milestones=logs, as_is=logs)

    def _played(self) -> Iterator[str]:
        for number, (edition, players) in enumerate(KINDS, 1):
            game, seed = simulate(edition, players, "edited", number, {}, ["greedy"])
            ends = [0, *(batch_end(game.record(), upto) for upto in (AT, 100)), game.version]
            for begin, end in pairwise(ends if number == 1 else ends[:-1]):
                self.store.append(game.game, game.envelopes[begin:end], seed=None if begin else seed)
                self._sign(self.signer, game.game)
            yield game.game

    def _forked(self) -> Iterator[str]:
        exact, redealt = (Deal(name, seed_of_text(name)) for name in (FORK, REDEALT))
        whole_game, running = (self.store.record(game) for game in self.games[:2])
        fork = _played_out(fork_exact(whole_game, AT, FORK, exact, at=0), exact)
        self.store.append(FORK, own_envelopes(fork), seed=exact.seed)
        yield FORK
        fork = _played_out(
            fork_redealt(SeenHistory.of(running, seat_viewer(1), AT), AT, REDEALT, redealt, at=0), redealt
        )
        self.store.write_new_games(
            NewGameEvents(REDEALT, fork.envelopes, standalone_opening("played", fork.record(), redealt.seed))
        )
        yield REDEALT

    def _file_on(self, game: str) -> None:
        """File a dispute and statements with a text of this game."""
        text = game.ljust(43, "-")
        said = [DisputeOpened(dispute=1, seat=1, event=12, article="TR-1", text=text)]
        said += [StatementMade(dispute=1, seat=seat % 2, text=text) for seat in range(3)]
        filed = [(n, msgspec.json.encode(event).decode()) for n, event in enumerate(said, 1)]
        self.store.save_entries(
            *(DisputeEvent(game=game, n=n, at=1_000 * n, version=12, event=event) for n, event in filed)
        )


def _played_out(fork: Record, deal: Deal) -> Game:
    return play(Game(fork.game, deal, fork.envelopes), Random(1))
