"""The proof of structure: an edition with a phase, areas and secrets of its own plays without an edit elsewhere."""

import gc
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Annotated, Any, NamedTuple

import pytest
from msgspec.structs import replace

import domain
import replay
from domain import editions, history, visibility
from domain.cards import FACE_DOWN, Card
from domain.commands import CardRef, Command, CreateGame, HarvestField, OfferDonation, ProposeTrade, TakeSeat
from domain.draft import UnknownChance
from domain.editions import rulebook, rulebook_of
from domain.editions.classic import CLASSIC
from domain.engine import blocked, consider, decide, legal
from domain.events import Cards, DeckShuffled, DrawPileExhausted, Event, GameEnded, SeatEvent
from domain.history import evolve, fold
from domain.invariants import broken_invariants
from domain.refusals import Refusal, UnknownCard
from domain.rulebook import Bounds
from domain.table import Annex, Table
from domain.view import View
from domain.visibility import EVERYONE, OMNISCIENT, OWNER, SPECTATOR, Option, Viewer, redact, seat_viewer
from replay.adjudicate import adjudicate
from replay.audit import audit, audit_file
from replay.codec import event_types, stored_name
from replay.fork import fork_exact
from replay.game import Game
from replay.position import position_of, read_position
from replay.proofs.shuffle import Deal, contribution_of_text, seed_of_text
from replay.record import Record, read_file, write_file
from replay.rewind import batch_end, batches, settled_at, table_at, tables
from tests.toy_edition.toy import (
    TOY,
    CardCommitted,
    CardStored,
    CommitCard,
    DeclareRaid,
    EndRaids,
    RaidResolved,
    ground,
    store,
)

GAMES = 200
COMMANDS_MAX = 2000


@pytest.fixture(scope="module", autouse=True)
def toy_on_the_shelf() -> Iterator[None]:
    editions.EDITIONS["toy"] = TOY
    editions._composed.cache_clear()
    yield
    del editions.EDITIONS["toy"]
    editions._composed.cache_clear()


# Random games ---------------------------------------------------------------------------------------------------------


class Played(NamedTuple):
    """A game played to its end."""

    record: Record
    table: Table

    @property
    def events(self) -> list[Event]:
        """Its events."""
        return [envelope.event for envelope in self.record.envelopes]

    @property
    def viewers(self) -> list[Viewer]:
        """All who see less than everything."""
        return [SPECTATOR, *map(seat_viewer, range(len(self.table.seats)))]


def chance(game: str) -> Deal:
    return Deal(game, seed_of_text(game))


def some_options(luck: Random) -> dict[str, Option]:
    """Some other choices than the defaults; four passes through the deck would only make games longer."""
    chosen = {rule.name: luck.choice(rule.allowed) for rule in TOY.data.all_options if luck.random() < 0.4}
    return {name: value for name, value in chosen.items() if value not in (4, 5)}


def play(seed: int) -> Played:
    luck = Random(seed)
    name = f"toy-{seed}"
    players = 2 + seed % 2
    game = Game(name, chance(name))
    game.act(CreateGame(edition="toy", players=players, options=some_options(luck)), by="host", key=None, at=0)
    for seat in range(players):
        contribution = contribution_of_text(f"{name}|{seat}")
        sit = TakeSeat(seat=seat, kind="bot", pseudonym=f"seat-{seat}", contribution=contribution)
        game.act(sit, by=f"seat:{seat}", key=None, at=seat)
    return play_on(game, luck)


def play_on(game: Game, luck: Random) -> Played:
    for at in range(COMMANDS_MAX):
        if game.table.result is not None:
            return Played(game.record(), game.table)
        command = next(command for command in iter(lambda: any_command(game, luck), 0) if command is not None)
        assert isinstance(command, Command)
        game.act(command, by="random", key=f"{game.game}:{at}", at=at)
        assert broken_invariants(game.rulebook, game.table) == []
    raise AssertionError(f"{game.game} does not end")


def any_command(game: Game, luck: Random) -> Command | None:
    """What a seat chooses from its own view; None when it has nothing to do, or nothing to offer."""
    seat = luck.randrange(len(game.table.seats))
    view = View.of(game.table, seat_viewer(seat))
    kinds: dict[str, list[Command | Bounds]] = {}
    for option in legal(game.rulebook, view.table, seat):
        source = getattr(option, "source", "")
        kinds.setdefault(f"{option.type if isinstance(option, Bounds) else type(option).__name__} {source}", []).append(
            option
        )
    if not kinds:
        return None
    option = luck.choice(kinds[luck.choice(list(kinds))])
    return offer(option, view, luck) if isinstance(option, Bounds) else option


def offer(bounds: Bounds, view: View, luck: Random) -> Command | None:
    cards = [CardRef(source="hand", slot=slot) for slot in bounds.from_hand]
    cards += [CardRef(source="turned_up", variety=card) for card in bounds.turned_up]
    coins = luck.randint(0, min(bounds.coins, 1))
    chosen = tuple(luck.sample(cards, luck.randint(0, min(2, len(cards)))))
    if not (chosen or coins) or luck.random() < 0.7:
        return None
    seat = view.viewer.seat
    assert seat is not None
    to = luck.choice(bounds.seats)
    if bounds.type == "OfferDonation":
        return OfferDonation(seat=seat, to=to, cards=chosen, coins=coins)
    turned_up = view.table.turned_up if seat != view.table.turn.seat else ()
    wanted = tuple(luck.sample(turned_up, luck.randint(0, len(turned_up))))
    want = {} if wanted and luck.random() < 0.5 else {luck.choice(["blue", "red", "garden"]): 1}
    partner = luck.choice([to, None]) if seat == view.table.turn.seat else to
    return ProposeTrade(seat=seat, partner=partner, give=chosen, want=want, want_turned_up=wanted, give_coins=coins)


@pytest.fixture(scope="module")
def games(toy_on_the_shelf: None) -> list[Played]:
    return [play(seed) for seed in range(GAMES)]


def test_every_random_game_plays_to_its_end_and_nothing_stays_untried(games: list[Played]) -> None:
    assert {"exhaustion", "full_store"} == {game.table.result.reason for game in games if game.table.result}
    given = {type(e.cause.command) for game in games for e in game.record.envelopes if e.cause is not None}
    assert {CreateGame, *rulebook("toy", 2, {}).moves} == given
    happened = {type(event) for game in games for event in game.events}
    assert set(TOY.data.allows) - {stored_name(kind).partition(".")[0] for kind in happened} == {
        *(command.__name__ for command in given),
        "game_forked",
        "game_voided",
    }


def test_the_events_alone_give_the_table(games: list[Played]) -> None:
    assert [fold(game.events) for game in games] == [game.table for game in games]


def test_an_exhaustion_can_fall_into_a_raid_and_end_the_game_there(games: list[Played]) -> None:
    inside = [batch for game in games for batch in commitments(game) if emptied(batch)]
    assert inside
    assert any(isinstance(event, DeckShuffled) for batch in inside for event in batch)
    ending = [batch for batch in inside if isinstance(batch[-1], GameEnded) or isinstance(batch[-2], GameEnded)]
    assert ending
    for batch in ending:
        kinds = [type(event) for event in batch]
        assert kinds.index(DrawPileExhausted) < kinds.index(RaidResolved) < kinds.index(GameEnded)


def test_a_raid_goes_on_after_the_final_exhaustion_and_shuffles_uncounted(games: list[Played]) -> None:
    went_on, shuffled = 0, 0
    for game in games:
        final = False
        for batch in commitments(game):
            went_on += final
            shuffled += final and any(isinstance(event, DeckShuffled) for event in batch)
            assert not (final and emptied(batch))
            final = final or any(isinstance(event, DrawPileExhausted) and event.final for event in batch)
    assert went_on
    assert shuffled


def commitments(game: Played) -> list[list[Event]]:
    """The batches of commitments."""
    found = [batch for batch in batches(game.record.envelopes) if batch[0].cause is not None]
    return [
        [envelope.event for envelope in batch]
        for batch in found
        if batch[0].cause is not None and isinstance(batch[0].cause.command, CommitCard)
    ]


def emptied(batch: list[Event]) -> bool:
    return any(isinstance(event, DrawPileExhausted) for event in batch)


# Who sees what --------------------------------------------------------------------------------------------------------


def test_a_view_that_grows_from_redacted_events_is_the_redacted_table(games: list[Played]) -> None:
    for game in games:
        assert lawful(game.events, game.viewers)


def lawful(events: list[Event], viewers: list[Viewer]) -> bool:
    """Whether fold(redact(events)) == redact(fold(events)) after every event."""
    table = Table()
    views = [View.of(table, viewer) for viewer in viewers]
    for event in events:
        table = evolve(table, event)
        options = table.rules.options
        views = [view.after(redact(event, view.viewer, options)) for view in views]
        if any(view.table != redact(table, view.viewer, options) for view in views):
            return False
    return True


SECRETS: dict[str, dict[str, str | None]] = {
    "card_committed.1": {"variety": "seat", "slot": "seat", "pile_card": None},
    "card_stored.1": {"variety": "seat"},
    "cards_drawn.1": {"cards": "seat"},
    "cards_dealt.1": {"cards": "seat"},
    "deck_shuffled.1": {"order": None},
}
"""What a rulebook calls hidden, said a second time and apart from the events: the field, and who may read it."""


def tells(event: Event, viewers: list[Viewer], secrets: dict[str, str | None]) -> list[str]:
    """The fields by which a viewer could tell this event from one with another secret in it."""
    leaks = []
    for name, owner in secrets.items():
        twin = replace(event, **{name: another(getattr(event, name))})
        for viewer in viewers:
            mine = owner is not None and getattr(event, owner) == viewer.seat
            if not mine and redact(event, viewer, {}) != redact(twin, viewer, {}):
                leaks.append(f"{stored_name(event)}.{name} to {viewer.name}")
    return leaks


def another(secret: Any) -> Any:
    if isinstance(secret, tuple):
        return tuple(another(card) for card in secret)
    if isinstance(secret, int):
        return secret + 1
    return secret and ("red" if secret == "blue" else "blue")


def test_no_viewer_can_tell_one_secret_from_another(games: list[Played]) -> None:
    told = Counter[str]()
    for game in games:
        for event in game.events:
            name = stored_name(event)
            told[name] += 1
            assert tells(event, game.viewers, SECRETS.get(name, {})) == []
    assert set(SECRETS) <= set(told)


def test_what_lies_in_a_raid_or_a_store_is_hidden_from_the_others(games: list[Played]) -> None:
    seen = 0
    for game in games:
        for _, table in tables(game.record):
            raid = ground(table).raid
            if raid is None or not raid.commitments:
                continue
            seen += 1
            first = raid.commitments[0]
            for viewer in game.viewers:
                view = redact(table, viewer, table.rules.options)
                shown = ground(view).raid
                assert shown is not None
                knows = first.source == "hand" and viewer.seat == first.seat
                assert shown.commitments[0].card == (first.card if knows else FACE_DOWN)
                for index, seat in enumerate(table.seats):
                    expected = store(seat) if viewer.seat == index else (FACE_DOWN,) * len(store(seat))
                    assert store(view.seats[index]) == expected
    assert seen


@pytest.fixture
def leaky_event() -> Iterator[type[Event]]:
    class LeakyCardCommitted(SeatEvent, tag="leaky_card_committed.1"):
        """A copy of CardCommitted that forgot who may know the card."""

        source: Annotated[str, EVERYONE]
        variety: Annotated[Card | None, EVERYONE] = None
        slot: Annotated[int | None, visibility.only("seat")] = None
        pile_card: Annotated[Card | None, visibility.SEALED] = None

    yield LeakyCardCommitted
    # The next test, and the codec, must not know it.
    del visibility._guarded[LeakyCardCommitted], LeakyCardCommitted
    gc.collect()


def test_a_leak_in_an_event_is_found(games: list[Played], leaky_event: type[Event]) -> None:
    sound = next(event for event in games[0].events if isinstance(event, CardCommitted) and event.source == "hand")
    leaky = leaky_event(**{name: getattr(sound, name) for name in sound.__struct_fields__})
    secrets = SECRETS["card_committed.1"]
    assert tells(sound, games[0].viewers, secrets) == []
    assert "leaky_card_committed.1.variety to spectator" in tells(leaky, games[0].viewers, secrets)


def test_a_leak_in_an_area_breaks_the_law(games: list[Played], monkeypatch: pytest.MonkeyPatch) -> None:
    class LeakyStore(Annex):
        """A copy of Store that forgot that only its owner looks at it."""

        store: Annotated[Cards, EVERYONE] = ()

        def zones(self) -> tuple[Cards, ...]:
            """The store."""
            return (self.store,)

    game = next(game for game in games if any(isinstance(event, CardStored) for event in game.events))
    monkeypatch.setattr("tests.toy_edition.toy.Store", LeakyStore)
    monkeypatch.setitem(history._blanks, "toy", replace(history._blanks["toy"], seat=LeakyStore()))
    assert not lawful(game.events, game.viewers)


def test_a_field_without_an_audience_stops_the_import() -> None:
    with pytest.raises(TypeError, match="Forgetful.variety names no audience"):

        class Forgetful(SeatEvent, tag="forgetful.1"):
            variety: Card

    with pytest.raises(TypeError, match="which Mistaken does not have"):

        class Mistaken(Annex):
            cards: Annotated[Cards, visibility.only("owner")] = ()

    gc.collect()
    assert not {"forgetful.1", "leaky_card_committed.1"} & set(event_types())


# Files, audits, forks -------------------------------------------------------------------------------------------------


def test_export_import_export_gives_the_same_bytes_in_every_view(games: list[Played]) -> None:
    for game in games:
        for viewer in (OMNISCIENT, *game.viewers):
            written = write_file(game.record.seen_by(viewer))
            assert write_file(read_file(written)) == written


def test_the_auditor_finds_nothing_in_any_view(games: list[Played]) -> None:
    for game in games:
        full = audit_file(write_file(game.record), "lost")
        assert (full.verdict, full.first) == ("clean", None)
        assert {"legal", "consequence"} == {verdict.verdict for verdict in full.verdicts}
        assert all(verdict.clause in TOY.data.clauses for verdict in full.verdicts)
        for viewer in game.viewers:
            seen = audit(game.record.seen_by(viewer))
            assert (seen.verdict, seen.first) == ("clean", None), viewer


def test_the_auditor_judges_commitments_that_it_cannot_see(games: list[Played]) -> None:
    """Whose turn it is to commit is public; only what is decided by hidden cards stays unknown to a spectator."""
    verdicts: set[tuple[bool, str]] = set()
    for game in games:
        seen = audit(game.record.seen_by(SPECTATOR))
        for batch in batches(game.record.envelopes):
            if isinstance(batch[0].event, CardCommitted):
                decided = any(isinstance(envelope.event, RaidResolved) for envelope in batch)
                verdicts.add((decided, seen.verdicts[batch[0].n - 1].verdict))
    assert {(False, "legal"), (True, "unknown")} == verdicts


def test_the_auditor_cites_the_toy_for_a_raid_that_could_not_be(games: list[Played]) -> None:
    game, n = next(
        (game, envelope.n)
        for game in games
        for envelope in game.record.envelopes
        if envelope.cause and isinstance(envelope.cause.command, DeclareRaid)
    )
    envelope = game.record.envelopes[n - 1]
    assert envelope.cause is not None
    against_itself = replace(envelope.cause, command=replace(envelope.cause.command, target=envelope.event.seat))
    forged = [*game.record.envelopes]
    forged[n - 1] = replace(envelope, cause=against_itself)
    first = audit(replace(game.record, envelopes=tuple(forged))).first
    assert first is not None
    assert (first.n, first.clause) == (n, "TY-11.3")


def test_a_game_forked_anywhere_plays_on(games: list[Played]) -> None:
    luck = Random("forks")
    in_a_raid = 0
    for game in games[:20]:
        raids = [e.n for e, table in tables(game.record) if ground(table).raid is not None]
        for asked in {luck.randint(8, len(game.record.envelopes) - 3), *raids[:2]}:
            name = f"{game.record.game}-fork-{asked}"
            forked = fork_exact(game.record, asked, name, chance(name), at=0)
            at = batch_end(game.record, asked)
            assert replace(table_at(forked, at + 1), commitment=None, shuffles=0) == replace(
                table_at(game.record, at), commitment=None, shuffles=0
            )
            fork = Game(name, chance(name), forked.envelopes)
            in_a_raid += ground(fork.table).raid is not None
            ended = play_on(fork, luck)
            assert read_file(write_file(ended.record)) == ended.record
            assert audit(ended.record).verdict == "clean"
    assert in_a_raid


# Positions and what may be done in them -------------------------------------------------------------------------------


def settled(games: list[Played], *, every: int) -> Iterator[tuple[Played, int, Table]]:
    """Every so-many-th table between two batches of play, and all with an open raid."""
    for game in games:
        for index, (envelope, table) in enumerate(tables(game.record)):
            raided = ground(table).raid is not None
            if table.turn.number and settled_at(game.record, envelope.n) and (raided or index % every == 0):
                yield game, envelope.n, table


def test_a_position_read_back_is_the_same_position_in_every_view(games: list[Played]) -> None:
    raided = 0
    for game, n, table in settled(games[:60], every=10):
        raided += ground(table).raid is not None
        for viewer in (OMNISCIENT, *game.viewers):
            written = json.loads(json.dumps(position_of(table, viewer, n=n)))
            assert position_of(read_position(written), viewer, n=n) == written
    assert raided > 20


def test_legal_and_blocked_agree_with_decide(games: list[Played]) -> None:
    clauses = set()
    for _, _, table in settled(games[:40], every=7):
        rules = rulebook_of(table)
        for seat in range(len(table.seats)):
            seen = redact(table, seat_viewer(seat), table.rules.options)
            may = legal(rules, table, seat)
            assert legal(rules, seen, seat) == may
            for command in may:
                if not isinstance(command, Bounds):
                    try:
                        decide(rules, table, command, UnknownChance())
                    except UnknownCard:
                        assert isinstance(command, CommitCard)
            for refused in blocked(rules, table, seat):
                with pytest.raises(Refusal) as refusal:
                    decide(rules, table, refused.command, UnknownChance())
                assert refused.clause == refusal.value.clause
                clauses.add(refused.clause)
    assert {f"TY-11.{number}" for number in range(1, 6)} | {"TY-12.2", "TY-4.2", "TY-9.4"} <= clauses


RAID = {
    "edition": "toy",
    "turn": {"seat": 0, "number": 4, "phase": "raid"},
    "seats": [
        {"hand": ["blue", "red"], "hand_slots": [3, 5], "coins": ["red"], "fields": [["blue", "blue"], []]},
        {"hand": ["garden"], "hand_slots": [7], "store": ["red"]},
    ],
    "draw_pile": ["red", "blue"],
    "discard_pile": ["garden", "garden"],
}


def ruling(commands: list[Command], **changes: Any) -> dict[str, Any]:
    asked = [{"type": type(command).__name__, **json.loads(json.dumps(fields(command)))} for command in commands]
    return adjudicate({**RAID, **changes}, asked)


def fields(command: Command) -> dict[str, Any]:
    return {name: getattr(command, name) for name in command.__struct_fields__}


DECLARED = DeclareRaid(seat=0, target=1)
ATTACK = CommitCard(seat=0, source="hand", slot=5)
DEFENCE = CommitCard(seat=1, source="hand", slot=7)


def test_ty_11_6__the_more_frequent_variety_wins_and_the_beaten_card_is_stored() -> None:
    answer = ruling([DECLARED, ATTACK, DEFENCE])
    assert answer["verdict"] == "legal"
    assert [event["type"] for event in answer["events"]] == [
        "raid_declared.1",
        "card_committed.1",
        "card_committed.1",
        "raid_resolved.1",
        "card_stored.1",
    ]
    after = answer["table"]
    assert after["seats"][0]["store"] == ["garden"]
    assert after["discard_pile"] == ["red", "red", "garden", "garden"]
    assert (after["raid"], after["prize"], after["turn"]["raids"]) == (None, [], 1)


@pytest.mark.parametrize(
    ("commands", "clause"),
    [
        ([replace(DECLARED, seat=1, target=0)], "TY-11.1"),
        ([replace(DECLARED, target=0)], "TY-11.3"),
        ([replace(DECLARED, target=2)], "TY-11.3"),
        ([DECLARED, ATTACK, DEFENCE, DECLARED], "TY-11.2"),
        ([ATTACK], "TY-11.4"),
        ([DECLARED, DEFENCE], "TY-11.4"),
        ([DECLARED, ATTACK, ATTACK], "TY-11.4"),
        ([DECLARED, replace(ATTACK, slot=4)], "TY-11.4"),
        ([DECLARED, HarvestField(seat=0, field=0)], "TY-11.5"),
        ([DECLARED, HarvestField(seat=1, field=0)], "TY-11.5"),
        ([DECLARED, EndRaids(seat=0)], "TY-11.5"),
        ([DECLARED, ATTACK, DECLARED], "TY-11.5"),
        ([EndRaids(seat=1)], "TY-11.1"),
    ],
)
def test_an_illegal_raid_is_refused_with_its_clause(commands: list[Command], clause: str) -> None:
    answer = ruling(commands)
    assert (answer["verdict"], answer.get("clause"), answer.get("at")) == ("illegal", clause, len(commands) - 1)


@pytest.mark.parametrize("commands", [[DECLARED, ATTACK], [HarvestField(seat=0, field=0)], [EndRaids(seat=0)]])
def test_its_nearest_legal_twin_is_not(commands: list[Command]) -> None:
    assert ruling(commands)["verdict"] == "legal"


def test_ty_9_2__a_raid_is_decided_after_the_final_exhaustion_and_then_the_game_ends() -> None:
    from_the_pile = [CommitCard(seat=0, source="pile"), CommitCard(seat=1, source="pile")]
    changes = {"draw_pile": ["blue"], "discard_pile": [], "exhaustions": 2}
    # The coin is the only card to shuffle, so its order is known even here.
    seats = [{**RAID["seats"][0], "coins": ["red"]}, RAID["seats"][1]]
    answer = ruling([DECLARED, *from_the_pile], seats=seats, **changes)
    assert answer["verdict"] == "unknown"
    assert answer["needs"] == "raid.commitments[1].card"
    halfway = ruling([DECLARED, from_the_pile[0]], seats=seats, **changes)["table"]
    assert (halfway["final"], halfway["ended"], halfway["draw_pile"]) == (True, False, [])
    answer = adjudicate(halfway, {"type": "CommitCard", "seat": 1, "source": "hand", "slot": 7})
    assert [event["type"] for event in answer["events"]][:3] == ["card_committed.1", "raid_resolved.1", "card_stored.1"]
    assert answer["events"][-1]["type"] == "game_ended.1"
    assert answer["table"]["ended"]


def test_ty_11_6__a_seat_without_any_card_to_commit_defends_with_nothing() -> None:
    seats = [RAID["seats"][0], {"hand": []}]
    answer = ruling([DECLARED, CommitCard(seat=0, source="pile")], seats=seats, draw_pile=[], discard_pile=[])
    assert (answer["verdict"], answer.get("needs")) == ("unknown", "raid.commitments[0].card")
    resolved = ruling([DECLARED, CommitCard(seat=0, source="hand", slot=5)], seats=seats, draw_pile=[], discard_pile=[])
    assert resolved["verdict"] == "legal"
    halfway = {**RAID, "seats": seats, "draw_pile": 0, "discard_pile": [], "raid": {"seat": 0, "target": 1}}
    answer = adjudicate(halfway, {"type": "CommitCard", "seat": 0, "source": "hand", "slot": 5})
    assert answer["events"][1] == {
        "type": "raid_resolved.1",
        "seat": 0,
        "target": 1,
        "attack_card": "red",
        "defence_card": None,
        "winner": 0,
        "discarded": [],
    }
    assert answer["table"]["seats"][0]["store"] == ["red"]


def test_ty_9_3__a_third_stored_card_ends_the_game_at_once() -> None:
    seats = [{**RAID["seats"][0], "store": 2}, RAID["seats"][1]]
    answer = ruling([DECLARED, ATTACK, DEFENCE], seats=seats)
    ended = answer["events"][-1]
    # Two blue beans in a field pay one coin, the one earned before is spent, three cards are stored.
    assert (ended["type"], ended["reason"], ended["scores"]) == ("game_ended.1", "full_store", [4, 1])


@pytest.mark.parametrize(
    "raid", [{"seat": 0, "target": 9}, {"seat": 1, "target": 0}, {"seat": 0, "target": 1, "commitments": 2}]
)
def test_a_position_with_a_raid_that_cannot_be_is_invalid(raid: dict[str, Any]) -> None:
    answer = adjudicate({**RAID, "raid": raid}, {"type": "CommitCard", "seat": 0, "source": "pile"})
    assert (answer["verdict"], answer["code"]) == ("invalid", "position.invalid")


# The house ------------------------------------------------------------------------------------------------------------


def test_no_room_of_the_house_knows_the_toy() -> None:
    rooms = [Path(room.__file__ or "").parent for room in (domain, replay)]
    pages = [page for room in rooms for page in room.rglob("*") if page.suffix in {".py", ".toml"}]
    assert pages
    assert [page for page in pages if re.search(r"\b(toy|TY|[Rr]aid\w*)\b", page.read_text("utf-8"))] == []


def test_the_toy_has_a_clause_for_every_mechanism_of_the_family() -> None:
    assert set(CLASSIC.data.cites) <= set(TOY.data.cites)
    assert set(CLASSIC.data.allows) <= set(TOY.data.allows)
