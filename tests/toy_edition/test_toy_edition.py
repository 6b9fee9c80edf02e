"""An edition with its own phase, zones and hidden cards works without changes to other modules."""

import gc
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Annotated, Any

import pytest
from msgspec.structs import asdict, replace

import domain
import replay
from domain import evolve, field_audiences, visibility
from domain.cards import FACE_DOWN, Card, Slot
from domain.editions import rulebook
from domain.editions.classic import CLASSIC
from domain.events import (
    Cards,
    DealRevealed,
    DeckShuffled,
    DrawPileExhausted,
    Event,
    GameEnded,
    PhaseSkipped,
    SeatEvent,
)
from domain.evolve import fold
from domain.field_audiences import redact
from domain.member_types import Source
from domain.table import Annex, Table
from domain.view import View
from domain.visibility import EVERYONE, OMNISCIENT, SPECTATOR, Viewer
from replay.audit import audit, audit_file
from replay.codec import event_types, stored_name
from replay.fork import fork_exact
from replay.game import Game
from replay.proofs.shuffle import Deal, seed_of_text
from replay.record import read_file, write_file
from replay.rewind import batch_end, batches, table_at, tables
from tests.toy_edition import areas
from tests.toy_edition.areas import ground, store
from tests.toy_edition.raids import CardCommitted, DeclareRaid, RaidResolved
from tests.toy_edition.random_toy_games import PlayedGame, commitments, play_on
from tests.toy_edition.stores import CardStored
from tests.toy_edition.toy import TOY

Games = tuple[PlayedGame, ...]

# The game -------------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_every_random_toy_game_ends_and_all_commands_are_tried(games: Games) -> None:
    assert {game.table.result.reason for game in games if game.table.result is not None} == {"exhaustion", "full_store"}
    causes = [envelope.cause for game in games for envelope in game.record.envelopes if envelope.cause is not None]
    given = {type(cause.command).__name__ for cause in causes}
    assert given == {"CreateGame", *(kind.__name__ for kind in rulebook("toy", 2, {}).moves)}
    happened = {stored_name(event).partition(".")[0] for game in games for event in game.events}
    acts = {act.partition(":")[0] for act in TOY.data.allows}
    assert acts - given - happened == {"game_forked", "game_voided"}
    skipped = {event.reason for game in games for event in game.events if isinstance(event, PhaseSkipped)}
    assert skipped == {"empty_hand", "first_turn"}


def test_folding_the_events_gives_the_table(games: Games) -> None:
    for game in games:
        assert fold(game.events) == game.table


def test_an_exhaustion_during_a_raid_can_end_the_game(games: Games) -> None:
    inside = [batch for game in games for batch in commitments(game) if exhausts(batch)]
    assert any(isinstance(event, DeckShuffled) for batch in inside for event in batch)
    ended = [[type(event) for event in batch] for batch in inside if any(isinstance(e, GameEnded) for e in batch)]
    assert ended
    for batch in ended:
        assert batch.index(DrawPileExhausted) < batch.index(RaidResolved) < batch.index(GameEnded)


def test_a_raid_continues_after_the_final_exhaustion(games: Games) -> None:
    went_on, shuffled = 0, 0
    for game in games:
        final = False
        for batch in commitments(game):
            if final:
                went_on += 1
                shuffled += any(isinstance(event, DeckShuffled) for event in batch)
                assert not exhausts(batch)
                assert any(isinstance(event, GameEnded) for event in batch)
            final = any(isinstance(event, DrawPileExhausted) and event.final for event in batch)
    assert went_on > shuffled > 0


def exhausts(batch: Iterable[Event]) -> bool:
    """Return whether the draw pile runs out in this batch."""
    return any(isinstance(event, DrawPileExhausted) for event in batch)


# Who sees what --------------------------------------------------------------------------------------------------------


def lawful(game: PlayedGame) -> bool:
    """Return whether fold(redact(events)) == redact(fold(events)) after every event, for every viewer."""
    table = Table()
    views = [View.of(table, viewer) for viewer in game.viewers]
    for event in game.events:
        table = evolve.evolve(table, event)
        options = table.rules.options
        views = [view.after(redact(event, view.viewer, options)) for view in views]
        if any(view.table != redact(table, view.viewer, options) for view in views):
            return False
    return True


@pytest.mark.long
def test_a_view_of_redacted_events_is_the_redacted_table(games: Games) -> None:
    for game in games:
        assert lawful(game), game.record.game


SECRETS: dict[str, dict[str, str | None]] = {
    "card_committed.1": {"variety": "seat", "slot": "seat", "pile_card": None},
    "card_stored.1": {"variety": "seat"},
    "cards_drawn.1": {"cards": "seat"},
    "cards_dealt.1": {"cards": "seat"},
    "deck_shuffled.1": {"order": None},
}
"""The hidden fields of the rulebook, repeated apart from the events: each field and its owner."""


def leaks(event: Event, viewers: Iterable[Viewer], secrets: dict[str, str | None]) -> list[str]:
    """Return the fields by which a viewer can distinguish this event from a twin with another hidden value."""
    found = []
    for field, owner in secrets.items():
        twin = replace(event, **{field: another(getattr(event, field))})
        for viewer in viewers:
            owns = owner is not None and getattr(event, owner) == viewer.seat
            if not owns and redact(event, viewer, {}) != redact(twin, viewer, {}):
                found.append(f"{field} to {viewer.name}")
    return found


def another(secret: Any) -> Any:
    """Return another value of the same shape; None stays None."""
    if isinstance(secret, tuple):
        return tuple(map(another, secret))
    if isinstance(secret, int):
        return secret + 1
    return secret and ("red" if secret == "blue" else "blue")


def test_no_viewer_can_distinguish_hidden_values(games: Games) -> None:
    answer = Counter[str]()
    for game in games:
        for event in game.events:
            name = stored_name(event)
            if name in SECRETS:
                answer[name] += 1
                assert leaks(event, game.viewers, SECRETS[name]) == [], event
    assert set(answer) == set(SECRETS)


def test_committed_and_stored_cards_are_face_down_for_the_others(games: Games) -> None:
    sources = set()
    for game in games:
        for _, table in tables(game.record):
            raid = ground(table).raid if table.seats else None
            if raid is None or not raid.commitments:
                continue
            committed = raid.commitments[0]
            sources.add(committed.source)
            for viewer in game.viewers:
                seen = redact(table, viewer, table.rules.options)
                knows = committed.source == "hand" and viewer.seat == committed.seat
                shown = ground(seen).raid
                assert shown is not None
                assert shown.commitments[0].card == (committed.card if knows else FACE_DOWN)
                for index, (whole, masked) in enumerate(zip(table.seats, seen.seats, strict=True)):
                    hidden = (FACE_DOWN,) * len(store(whole))
                    assert store(masked) == (store(whole) if viewer.seat == index else hidden)
    assert sources == {"hand", "pile"}


@pytest.fixture
def leaky() -> Iterator[type[Event]]:
    """Return a copy of CardCommitted without an audience for its card."""

    class LeakyCardCommitted(SeatEvent, tag="leaky_card_committed.1"):
        source: Annotated[Source, EVERYONE]
        variety: Annotated[Card | None, EVERYONE] = None
        slot: Annotated[Slot, visibility.only("seat")] = None
        pile_card: Annotated[Card | None, visibility.SEALED] = None

    yield LeakyCardCommitted
    # Remove it so that the codec and other tests do not see it.
    del field_audiences._restricted[LeakyCardCommitted], LeakyCardCommitted
    gc.collect()


def test_control_a_leak_in_an_event_is_detected(games: Games, leaky: type[Event]) -> None:
    committed = (event for game in games for event in game.events if isinstance(event, CardCommitted))
    sound = next(event for event in committed if event.source == "hand")
    assert leaks(sound, games[0].viewers, SECRETS["card_committed.1"]) == []
    assert "variety to spectator" in leaks(leaky(**asdict(sound)), games[0].viewers, SECRETS["card_committed.1"])


def test_control_a_leak_in_an_annex_is_detected(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    class LeakyStore(Annex):
        """A copy of Store that is visible to all."""

        store: Annotated[Cards, EVERYONE] = ()

    game = next(game for game in games if any(isinstance(event, CardStored) for event in game.events))
    monkeypatch.setattr(areas, "Store", LeakyStore)
    monkeypatch.setitem(evolve._blank_annexes, "toy", replace(evolve._blank_annexes["toy"], seat=LeakyStore()))
    assert not lawful(game)


def test_a_toy_field_without_an_audience_fails_the_import() -> None:
    with pytest.raises(TypeError, match=r"Undeclared\.variety names no audience"):

        class Undeclared(SeatEvent, tag="forgetful.1"):
            variety: Card

    with pytest.raises(TypeError, match="is for \\['owner'\\], which Mistaken does not have"):

        class Mistaken(Annex):
            cards: Annotated[Cards, visibility.only("owner")] = ()

    gc.collect()
    assert not {"forgetful.1", "leaky_card_committed.1"} & set(event_types())


# Files, audits, forks -------------------------------------------------------------------------------------------------


def some_views(games: Games) -> Iterator[tuple[PlayedGame, Viewer]]:
    """Yield some games in every view, and each other game in one view."""
    for index, game in enumerate(games[:100]):
        viewers = game.viewers if index < 20 else [game.viewers[index // 2 % len(game.viewers)]]
        yield from ((game, viewer) for viewer in viewers)


@pytest.mark.long
def test_export_import_export_gives_the_same_bytes_in_every_view(games: Games) -> None:
    for game, viewer in [*((game, OMNISCIENT) for game in games[:100]), *some_views(games)]:
        written = write_file(game.record.seen_by(viewer))
        assert write_file(read_file(written)) == written


def test_the_audit_of_every_toy_game_is_clean_and_cites_the_toy(games: Games) -> None:
    for game in games:
        found = audit(game.record)
        assert (found.verdict, found.first) == ("clean", None)
        assert {verdict.verdict for verdict in found.verdicts} == {"legal", "consequence"}
        assert {verdict.clause for verdict in found.verdicts} <= set(TOY.data.clauses)


@pytest.mark.long
def test_the_audit_of_every_view_is_not_irregular(games: Games) -> None:
    for game, viewer in some_views(games):
        found = audit_file(write_file(game.record.seen_by(viewer)), "lost")
        assert (found.verdict, found.first) == ("clean" if viewer.sees_all else "legal", None), viewer.name


def test_the_audit_of_a_spectator_leaves_only_hidden_cards_open(games: Games) -> None:
    verdicts = set()
    for game in games[:30]:
        found = audit(game.record.seen_by(SPECTATOR)).verdicts
        for batch in batches(game.record.envelopes):
            if isinstance(batch[0].event, CardCommitted):
                decided = any(isinstance(envelope.event, RaidResolved) for envelope in batch)
                verdicts.add((decided, found[batch[0].n - 1].verdict))
    assert verdicts == {(False, "legal"), (True, "unknown")}


def test_an_illegal_raid_is_cited_by_the_clause_of_the_toy(games: Games) -> None:
    declared = ((game, e) for game in games for e in game.record.envelopes if e.cause and is_raid(e.cause.command))
    game, envelope = next(declared)
    assert envelope.cause is not None
    assert isinstance(envelope.cause.command, DeclareRaid)
    on_oneself = replace(envelope.cause.command, target=envelope.cause.command.seat)
    forged = list(game.record.envelopes)
    forged[envelope.n - 1] = replace(envelope, cause=replace(envelope.cause, command=on_oneself))
    first = audit(replace(game.record, envelopes=tuple(forged))).first
    assert first is not None
    assert (first.n, first.clause) == (envelope.n, "TY-11.3")


def is_raid(command: object) -> bool:
    """Return whether a command declares a raid."""
    return isinstance(command, DeclareRaid)


@pytest.mark.long
def test_a_fork_within_a_raid_can_be_played(games: Games) -> None:
    luck = Random("forks")
    from_a_raid = 0
    for game in games[:16]:
        first_turn = next(envelope.n for envelope, table in tables(game.record) if table.turn.number)
        raided = [e.n for e, table in tables(game.record) if table.seats and ground(table).raid is not None]
        for asked in {luck.randint(first_turn, len(game.record.envelopes) - 3), *raided[:1]}:
            name = f"{game.record.game}-{asked}"
            deal = Deal(name, seed_of_text(name))
            forked = fork_exact(game.record, asked, name, deal, at=0)
            parent = table_at(game.record, batch_end(game.record, asked))
            assert replace(parent, commitment=deal.commitment, shuffles=0) == table_at(forked, len(forked.envelopes))
            from_a_raid += ground(parent).raid is not None
            ended = play_on(Game(name, deal, forked.envelopes), luck)
            seed = next(e.event.seed for e in game.record.envelopes if isinstance(e.event, DealRevealed))
            assert audit(ended.record).verdict == "legal"
            assert audit(ended.record, seeds={game.record.game: seed}).verdict == "clean"
            assert read_file(write_file(ended.record)) == ended.record
    assert from_a_raid


# The project --------------------------------------------------------------------------------------------------------


def test_no_package_names_the_toy() -> None:
    rooms = [Path(room.__file__ or "").parent for room in (domain, replay)]
    pages = [page for room in rooms for page in room.rglob("*") if page.suffix in {".py", ".toml"}]
    assert pages
    assert [page for page in pages if re.search(r"\btoy\b|TY-|[Rr]aid", page.read_text("utf-8"))] == []


def test_the_toy_has_a_clause_for_every_mechanism_and_fact() -> None:
    assert set(CLASSIC.data.cites) <= set(TOY.data.cites)
    assert set(CLASSIC.data.allows) <= set(TOY.data.allows)


def test_the_digest_covers_the_numbers_of_the_toy() -> None:
    dearer = replace(TOY.data, numbers={**TOY.data.numbers, "raid_price": 2})
    assert dearer.digest != TOY.data.digest
