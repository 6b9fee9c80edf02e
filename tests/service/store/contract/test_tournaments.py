"""Check tournaments in a store: commands are handled once, no event is lost, and names can be erased."""

from threading import Thread

import pytest
from msgspec.structs import replace

from domain.refusals import Misuse
from domain.tournaments.clauses import TournamentRefused
from domain.tournaments.commands import (
    ChangeRules,
    CheckIn,
    ConfirmRound,
    CreateTournament,
    DrawRound,
    EnterResult,
    NoteClub,
    RegisterPlayer,
    ReleaseRound,
    TournamentCommand,
    VoidTable,
)
from domain.tournaments.counter_stream import secret_before
from domain.tournaments.events import ROUNDS_MAX
from domain.tournaments.evolve import tournament_of
from replay.proofs.shuffle import seed_of_text
from replay.tournaments.tournament_file import SPECTATOR, tournament_record, write_tournament
from replay.tournaments.tournament_verifier import verify_tournament
from service.lifecycle.erasure import erase
from service.queries.tournament_records import TournamentRecords
from service.store.entries.metadata_store import Annotation
from service.store.entries.tournament_entries import TournamentGame, TournamentName
from service.store.errors import Conflict
from service.store.event_store import GameStore, open_store
from service.store.metadata_cache import MetadataCache
from service.tournaments.registration import Registration, register_players
from service.tournaments.table_comments import comments_on_tables
from service.tournaments.tournament_handler import TournamentHandler
from service.tournaments.tournament_store import NoSuchTournament, TournamentStore
from tests.domain.tournaments.sample_tournament import LAST_SECRET, SampleTournament
from tests.service.store.games import play_game

RULES = SampleTournament(rounds=2, smallest=3, preferred=3, largest=3).tournament.rules
CREATE = CreateTournament(
    tournament="spring",
    edition="classic",
    options={},
    format="swiss",
    rounds=2,
    smallest=3,
    preferred=3,
    largest=3,
    table_points=RULES.table_points,
    tie_breaks=RULES.tie_breaks,
    commitment=secret_before(LAST_SECRET, ROUNDS_MAX),
)
RULING = {"text": "They left before the end."}


def handler_of(store: GameStore) -> TournamentHandler:
    return TournamentHandler(TournamentStore(store), lambda: 1_000_000)


def enter(handler: TournamentHandler, players: int = 6) -> None:
    for player in [f"player-{k}" for k in range(1, players + 1)]:
        handler.handle("spring", RegisterPlayer(player=player), CheckIn(player=player, share="ab" * 32))


def test_a_tournament_continues_in_another_process_after_any_command(location):
    def again(by: str, *commands: TournamentCommand) -> None:
        with open_store(location) as store:
            handler_of(store).handle("spring", *commands, by=by)

    with open_store(location) as store:
        handler_of(store).create(CREATE, LAST_SECRET)
        enter(handler_of(store))
    again("director", DrawRound(round=1))
    again("director", ReleaseRound(round=1))
    again("scorer", EnterResult(round=1, table=1, scores=(9, 5, 3), places=(1, 2, 3)))
    again("arbiter", VoidTable(round=1, table=1, **RULING), VoidTable(round=1, table=2, **RULING))
    again("director", ConfirmRound(round=1))
    again("director", DrawRound(round=2))
    with open_store(location) as store:
        events = TournamentStore(store).record("spring")
        assert verify_tournament(write_tournament(tournament_record(events))).verdict == "open"
        assert verify_tournament(write_tournament(tournament_record(events, SPECTATOR))).verdict == "ok"
        handler_of(store).handle("spring", ReleaseRound(round=2))
        verified = verify_tournament(write_tournament(tournament_record(TournamentStore(store).record("spring"))))
        assert (verified.verdict, len(verified.rounds)) == ("ok", 2)


def test_of_concurrent_draws_of_a_round_one_succeeds(store):
    handler_of(store).create(CREATE, LAST_SECRET)
    enter(handler_of(store))
    refused = list[Exception]()

    def draw() -> None:
        try:
            handler_of(store).handle("spring", DrawRound(round=1))
        except TournamentRefused as refusal:
            refused.append(refusal)

    threads = [Thread(target=draw) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [str(one)[:6] for one in refused] == ["TO-3.1"] * 3
    assert len(tournament_of(one.event for one in TournamentStore(store).record("spring")).rounds) == 1


def test_a_refused_command_stores_nothing(store):
    handler = handler_of(store)
    with pytest.raises(NoSuchTournament):
        handler.handle("spring", DrawRound(round=1))
    with pytest.raises(Misuse, match="the commitment"):
        handler.create(CREATE, "00" * 32)
    with pytest.raises(Misuse, match="cannot be the id"):
        handler.create(replace(CREATE, tournament="../x"), LAST_SECRET)
    handler.create(CREATE, LAST_SECRET)
    with pytest.raises(Conflict):
        handler.create(CREATE, LAST_SECRET)
    for command in (
        RegisterPlayer(player="Ana Muster"),
        CheckIn(player="player-1", share="short"),
    ):
        with pytest.raises(Misuse, match="no event can hold this"):
            handler.handle("spring", RegisterPlayer(player="player-1"), command)
    with pytest.raises(TournamentRefused, match=r"TO-2\.1"):
        handler.handle("spring", RegisterPlayer(player="player-1"), RegisterPlayer(player="player-1"))
    assert len(TournamentStore(store).record("spring")) == 1


def test_erasing_a_player_changes_no_event_of_a_tournament(store):
    handler = handler_of(store)
    handler.create(CREATE, LAST_SECRET)
    enter(handler)
    store.save_entries(TournamentName(tournament="spring", pseudonym="player-1", name="Ana Muster"))
    before = TournamentStore(store).record("spring")
    assert TournamentStore(store).names("spring") == {"player-1": "Ana Muster"}
    assert erase(store, lambda name: name == "Ana Muster").entrants == 1
    assert TournamentStore(store).names("spring") == {}
    assert TournamentStore(store).record("spring") == before


def test_texts_and_clubs_are_stored_beside_the_events_and_can_be_erased(store):
    handler, tournaments = handler_of(store), TournamentStore(store)
    handler.create(CREATE, LAST_SECRET)
    enter(handler)
    clubs = ("TSV Nord", "Süd", "tsv  nord")
    handler.handle("spring", *(NoteClub(player=f"player-{k}", club=club) for k, club in enumerate(clubs, 1)))
    handler.handle("spring", DrawRound(round=1), ReleaseRound(round=1))
    handler.handle("spring", VoidTable(round=1, table=1, text="Ana Muster left."), by="arbiter-1")
    assert tournaments.names("spring") == {"club-1": "TSV Nord", "club-2": "Süd"}
    state = tournament_of(one.event for one in tournaments.record("spring"))
    assert [state.entrants[f"player-{k}"].club for k in (1, 2, 3)] == ["club-1", "club-2", "club-1"]
    (digest,) = tournaments.texts("spring")
    assert tournaments.record("spring")[-1].event.text == digest
    assert tournaments.texts("spring")[digest] == "Ana Muster left."
    file = write_tournament(tournament_record(tournaments.record("spring")))
    assert b"Ana Muster" not in file  # random bytes in base64 can be "Ana"
    assert b"TSV Nord" not in file
    for text in ("", "x" * 4001, "a\x00b"):
        with pytest.raises(Misuse, match="1 to 4000 characters"):
            handler.handle("spring", VoidTable(round=1, table=2, text=text))
    with pytest.raises(Misuse, match="1 to 40 printable"):
        handler.handle("spring", NoteClub(player="player-4", club="\u200b"))
    store.save_entries(TournamentName(tournament="spring", pseudonym="player-1", name="Ana Muster"))
    found = erase(store, lambda name: name == "Ana Muster")
    assert found.mentions == (("spring", digest),), "another player wrote it"
    handler.handle("spring", VoidTable(round=1, table=2, text="I give up."), by="player-2")
    store.save_entries(TournamentName(tournament="spring", pseudonym="player-2", name="Ben Muster"))
    found = erase(store, lambda name: name == "Ben Muster")
    assert (found.entrants, found.comments) == (1, 1)
    assert sorted(tournaments.texts("spring").values(), key=str) == ["Ana Muster left.", None]
    assert write_tournament(tournament_record(tournaments.record("spring"))).startswith(file[: file.index(b'{"end"')])


def test_the_cache_of_events_reads_writes_of_another_process(location):
    with open_store(location) as store, open_store(location) as other:
        handler_of(store).create(CREATE, LAST_SECRET)
        records = TournamentRecords(store)
        kept = TournamentStore(store, records)
        assert kept.state("spring").version == 1
        for players in (3, 70):  # 3 are read one by one, 70 together
            before = len(kept.events("spring"))
            entered = [RegisterPlayer(player=f"entrant-{players}-{k}") for k in range(players)]
            handler_of(other).handle("spring", *entered)
            events = kept.events("spring")
            assert len(events) == before + players
            assert kept.state("spring") == tournament_of(one.event for one in events)
            assert records.state("spring", events[:2]).version == 2
        with pytest.raises(NoSuchTournament):
            kept.record("autumn")


def test_names_and_texts_are_never_older_than_their_events(store):
    handler_of(store).create(CREATE, LAST_SECRET)
    register = MetadataCache(store)
    tournaments = TournamentStore(register)
    assert tournaments.names("spring") == {}
    # Another thread or process writes; the cache hears of it a moment later.
    register_players(handler_of(store), "spring", [Registration(name="Ana Muster", club=None)], "director")
    handler_of(store).handle("spring", ChangeRules(from_round=1, rounds=3, text="One more round."), by="director")
    assert tournaments.names("spring") == {"player-1": "Ana Muster"}
    assert list(tournaments.texts("spring").values()) == ["One more round."]


def test_comments_of_spectators_are_counted_for_games_of_one_tournament(store):
    said = {
        "a1": ("a", "spectator:Ana", "comment"),
        "a2": ("a", "spectator", "comment"),
        "b1": ("b", "seat:0", "comment"),
    }
    said |= {
        "a3": ("a", "spectator", "removed"),
        "c1": ("c", "spectator:Bo", "comment"),
        "d1": ("d", "spectator", "comment"),
    }
    for game in "abcd":
        store.append(game, play_game(game).envelopes, seed=seed_of_text(game))
    for at, (id_, (game, by, kind)) in enumerate(said.items()):
        store.save_entries(Annotation(id=id_, game=game, n=1, at=at, by=by, kind=kind, text="Oh."))
    for table, (game, cup) in enumerate({"a": "spring", "b": "spring", "c": "autumn"}.items(), 1):
        store.save_entries(TournamentGame(game=game, tournament=cup, round=2, seated=table))
    assert comments_on_tables(store, "spring") == [(2, 1, "a", 2, 1)]
    assert comments_on_tables(store, "autumn") == [(2, 3, "c", 1, 4)]
    assert comments_on_tables(store, "winter") == []
