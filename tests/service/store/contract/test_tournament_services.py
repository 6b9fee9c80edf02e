"""Check services of tournaments: creation, registration, forks and audits."""

from random import Random
from threading import Thread

import pytest
from msgspec.structs import replace

from domain.refusals import Misuse, UnknownOption
from domain.tournaments.clauses import TournamentRefused
from domain.tournaments.commands import (
    CloseTournament,
    ConfirmRound,
    ConfirmTableResult,
    CorrectResult,
    DrawRound,
    EnterResult,
    ReleaseRound,
    RevealSecrets,
)
from domain.tournaments.events import HEATS, SWISS
from domain.tournaments.evolve import tournament_of
from domain.tournaments.result_events import TableResultTaken
from domain.tournaments.table_points import places_by_scores
from replay.tournaments.tournament_file import tournament_record, write_tournament
from replay.tournaments.tournament_verifier import verify_tournament
from service.access.tokens import principal_of
from service.store.errors import Conflict
from service.store.event_store import GameStore, open_store
from service.store.metadata_cache import MetadataCache
from service.tournaments.new_tournament import NewTournament, create_official, create_tournament
from service.tournaments.registration import Registration, register_players
from service.tournaments.tournament_audit import audit_tournament
from service.tournaments.tournament_forks import compare_standings, fork_tournament, replay_rest
from service.tournaments.tournament_handler import TournamentHandler
from service.tournaments.tournament_roles import relation_to
from service.tournaments.tournament_simulation import SimulatedTournament, SimulationSettings
from service.tournaments.tournament_store import NoSuchTournament, TournamentStore

SPRING = NewTournament(title="  Spring  2026 ", edition="classic", rounds=2, format=SWISS, preferred=3, id="spring")
NOW = 1_000_000


def handler_of(store: GameStore) -> TournamentHandler:
    return TournamentHandler(TournamentStore(store), lambda: NOW)


def enter(store: GameStore, *names: str, **wish: bool) -> tuple[str, ...]:
    return register_players(
        handler_of(store), "spring", [Registration(name=name) for name in names], "director", **wish
    )


def play_round(store: GameStore, number: int, best: int = 0) -> None:
    """Play a round from paper; at each table the player at place `best` in turn order wins."""
    handler = handler_of(store)
    handler.handle("spring", DrawRound(round=number), ReleaseRound(round=number))
    state = tournament_of(one.event for one in TournamentStore(store).record("spring"))
    for table in state.rounds[-1].tables:
        scores = tuple(9 if at == best else 5 - at for at in range(len(table.players)))
        result = {"round": number, "table": table.number}
        handler.handle("spring", EnterResult(scores=scores, places=places_by_scores(scores), **result), by="scorer")
        handler.handle("spring", ConfirmTableResult(**result), by="director")
    handler.handle("spring", ConfirmRound(round=number), by="director")


def test_a_new_tournament_has_tokens_for_its_officials(store):
    made = create_tournament(store, SPRING, lambda: NOW)
    rules = made.tournament.rules
    assert (rules.smallest, rules.preferred, rules.largest, rules.options) == (3, 3, 5, {"start_player": "seat_0"})
    assert TournamentStore(store).settings("spring").title == "Spring  2026"
    register = MetadataCache(store)
    for kind, token in made.tokens.items():
        principal = principal_of(f"Bearer {token}", "", register, at=NOW)
        assert (principal.kind, principal.pseudonym, relation_to(principal, "spring")) == (kind, kind, kind)
        assert relation_to(principal, "autumn") == "stranger"
    enter(store, "Ana")
    tokens = [("scorer", None), ("scorer", None), ("player", "player-1"), ("scorer", "scorer-2")]
    found = [
        principal_of(f"Bearer {create_official(store, 'spring', *one, NOW)}", "", register, at=NOW) for one in tokens
    ]
    assert [one.pseudonym for one in found] == ["scorer-2", "scorer-3", "player-1", "scorer-2"]
    for kind, pseudonym in (("player", "player-2"), ("player", None), ("organiser", None), ("scorer", "ana")):
        with pytest.raises(Misuse):
            create_official(store, "spring", kind, pseudonym, NOW)
    with pytest.raises(NoSuchTournament):
        create_official(store, "autumn", "scorer", None, NOW)


def test_a_refused_tournament_stores_nothing(store):
    for wish, says in (
        ({"title": ""}, "a title has 1 to 100"),
        ({"title": "x" * 101}, "a title has 1 to 100"),
        ({"title": "a\x1b[31m"}, "a title has 1 to 100"),
        ({"edition": "chess"}, "chess"),
        ({"options": {"luck": "on"}}, "no option 'luck'"),
        ({"options": {"start_player": "random"}}, "turn order"),
        ({"delay_ms": -1}, "a delay is"),
        ({"id": "../x"}, "cannot be the id"),
        ({"preferred": 9}, "TO-1.3"),
        ({"rounds": 65}, "TO-1.2"),
        ({"format": "ladder"}, "TO-1.2"),
    ):
        with pytest.raises((Misuse, TournamentRefused, UnknownOption), match=says):
            create_tournament(store, replace(SPRING, **wish), lambda: NOW)
    assert TournamentStore(store).events("spring") == ()
    made = create_tournament(store, replace(SPRING, id=None), lambda: NOW).tournament.rules.tournament
    assert made.startswith("classic-")
    assert len(made) == len("classic-") + 16
    create_tournament(store, SPRING, lambda: NOW)
    with pytest.raises(Conflict):
        create_tournament(store, SPRING, lambda: NOW)


def test_registration_takes_all_players_or_none_and_refuses_similar_names(store):
    create_tournament(store, SPRING, lambda: NOW)
    registrations = [
        Registration(name=" Ana Muster "),
        Registration(name="Bo", club="TSV"),
        Registration(name="Cy", club="tsv"),
    ]
    assert register_players(handler_of(store), "spring", registrations, "director") == (
        "player-1",
        "player-2",
        "player-3",
    )
    tournaments = TournamentStore(store)
    assert tournaments.names("spring") == {
        "player-1": "Ana Muster",
        "player-2": "Bo",
        "player-3": "Cy",
        "club-1": "TSV",
    }
    before = tournaments.record("spring")
    for names, says in (
        (("Di", "ANA  MUSTER"), "Ana Muster is registered as player-1"),
        (("Di", "Eve", "di"), "Di stands in this list at 1"),
        (("Di", "\u200b"), "printable"),
        (("Di", ""), "printable"),
        (("x",) * 2001, "at most 2000"),
    ):
        with pytest.raises(Misuse, match=says):
            enter(store, *names)
    assert tournaments.record("spring") == before
    assert enter(store, "Ana Muster B.", "<b>Bo</b>", check_in=True) == ("player-4", "player-5")
    assert tournament_of(one.event for one in tournaments.record("spring")).present == ("player-4", "player-5")
    assert enter(store) == ()


def test_concurrent_registrations_get_different_pseudonyms(store, location):
    create_tournament(store, SPRING, lambda: NOW)
    got = list[str]()

    def register(to: GameStore | MetadataCache, part: int) -> None:
        handler = TournamentHandler(TournamentStore(to), lambda: NOW)
        for one in range(4):
            name = Registration(name=f"Player {part} {one}")
            got.extend(register_players(handler, "spring", [name], "director", check_in=True))

    with open_store(location) as other:
        caches = MetadataCache(store), MetadataCache(other)
        for cache in caches:  # each caches the present events only
            TournamentStore(cache).record("spring")
        threads = [Thread(target=register, args=(to, part)) for part, to in enumerate(caches)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(got) == sorted(f"player-{n}" for n in range(1, 9))
    assert len(set(TournamentStore(store).names("spring").values())) == 8


def test_a_fork_with_another_ruling_has_other_standings(store):
    create_tournament(store, replace(SPRING, format=HEATS), lambda: NOW)
    enter(store, "Ana", "Bo", "Cy", "Di", "Eve", "Flo", check_in=True)
    play_round(store, 1)
    handler, tournaments = handler_of(store), TournamentStore(store)
    turned = {"round": 1, "table": 1, "scores": (1, 2, 3), "places": (3, 2, 1)}
    state = handler.handle("spring", CorrectResult(text="The cards say so.", **turned), by="arbiter")
    at = state.version - 1
    unruled = tournament_of(one.event for one in tournaments.record("spring")[:at])
    with pytest.raises(Misuse, match="there is no event 99"):
        fork_tournament(store, "spring", 99, None, NOW)
    play_round(store, 2)
    handler.handle("spring", CloseTournament(), by="director")
    events = tournaments.record("spring")
    before = tournament_of(one.event for one in events)
    rest = replay_rest(events, at, [], now=NOW)
    assert (rest.says, rest.replayed, len(rest.events)) == (None, len(events), len(events) - at - 1)
    assert rest.tournament.closed
    first, _, last = before.rounds[0].tables[0].players
    compared = {line.player: line for line in compare_standings(before, rest.tournament)}
    assert compared[first].points_after != compared[first].points_before
    (ruled,) = [line for line in compare_standings(state, unruled) if line.player == first]
    assert (ruled.points_before, ruled.points_after) == ("2", "5")
    assert last in ruled.passes
    forked = fork_tournament(store, "spring", at, None, NOW, rest=rest.events)
    assert (forked.fork, forked.tournament) == (f"spring.f{at}", rest.tournament)
    assert tournaments.record(forked.fork)[:at] == events[:at]
    assert tournaments.names(forked.fork) == tournaments.names("spring")
    assert "The cards say so." in tournaments.texts(forked.fork).values()
    settings = tournaments.settings(forked.fork)
    assert (settings.forked_from, settings.forked_at, settings.private) == ("spring", at, True)
    assert verify_tournament(write_tournament(tournament_record(tournaments.record(forked.fork)))).verdict == "ok"
    assert fork_tournament(store, "spring", at, None, NOW).fork == f"spring.f{at}-2"
    handler.handle(f"spring.f{at}-2", DrawRound(round=2), ReleaseRound(round=2))
    with pytest.raises(Conflict):
        fork_tournament(store, "spring", at, forked.fork, NOW)
    assert tournaments.record("spring") == events
    handler.handle("spring", RevealSecrets(), by="director")
    assert not tournaments.settings(fork_tournament(store, "spring", at, "open", NOW).fork).private


def test_replaying_the_rest_of_a_tournament_stops_with_its_reason(store, monkeypatch):
    monkeypatch.setattr("os.urandom", Random(7).randbytes)  # by chance, the same tables could be drawn again
    create_tournament(store, SPRING, lambda: NOW)
    enter(store, *"ABCDEFGHI", check_in=True)
    play_round(store, 1)
    play_round(store, 2, best=2)
    events = TournamentStore(store).record("spring")
    entered = next(one for one in events if one.event.__struct_config__.tag == "table_result_entered.1")
    otherwise = EnterResult(round=1, table=1, scores=(1, 2, 3), places=(3, 2, 1), by="scorer")
    drawn = [one.n for one in events if one.event.__struct_config__.tag == "round_drawn.1"]
    rest = replay_rest(events, entered.n - 1, [otherwise], now=NOW)
    assert rest.replayed == drawn[1] - 1
    assert "drawn otherwise" in str(rest.says)
    whole = replay_rest(events, entered.n - 1, [otherwise], now=NOW, keep_seating="ab" * 32)
    assert (whole.says, whole.replayed, len(whole.events)) == (None, len(events), len(events) - entered.n + 2)
    without = replay_rest(events, entered.n - 1, [], now=NOW)
    assert str(without.says).startswith("TO-4.5")
    with pytest.raises(TournamentRefused, match=r"TO-4\.1"):
        replay_rest(events, entered.n - 1, [replace(otherwise, table=7)], now=NOW)
    assert replay_rest(events, len(events), [], now=NOW).events == ()


def test_a_tournament_audit_judges_each_event_and_compares_results_with_games(store):
    simulated = SimulatedTournament(SimulationSettings("classic", 3, 1, HEATS, "1", bots=("random",)))
    (played,) = simulated.play()
    store.append(played.game.game, played.game.envelopes, seed=played.deal_seed)
    events = simulated.events
    audit = audit_tournament(events, store)
    assert (audit.verdict, audit.events, audit.games, audit.first) == ("ok", len(events), 1, None)
    assert [one.n for one in audit.verdicts] == [*range(1, len(events) + 1)]
    at = next(n for n, one in enumerate(events) if isinstance(one.event, TableResultTaken))
    taken = events[at].event
    assert isinstance(taken, TableResultTaken)
    for change, says in (
        ({"digest": "0" * 64}, "digest is 000"),
        ({"scores": tuple(score + 1 for score in taken.scores)}, "scores is"),
        ({"n": taken.n - 1}, f"event {taken.n - 1} of"),
        ({"n": taken.n + 1}, f"event {taken.n + 1} of"),
    ):
        planted = [*events[:at], replace(events[at], event=replace(taken, **change)), *events[at + 1 :]]
        audit = audit_tournament(planted, store)
        assert audit.verdict == "wrong", says
        assert audit.first is not None
        assert (audit.first.n, audit.first.type) == (at + 1, "table_result_taken.1")
        assert says in audit.first.says[0]
    elsewhere = replace(taken, game="elsewhere")
    assert "no game elsewhere" in str(audit_tournament([*events[:at], replace(events[at], event=elsewhere)], store))


def test_a_tournament_audit_stops_at_an_impossible_event(store):
    create_tournament(store, SPRING, lambda: NOW)
    enter(store, *"ABC", check_in=True)
    handler_of(store).handle("spring", DrawRound(round=1))
    events = TournamentStore(store).record("spring")
    audit = audit_tournament(events, store)
    assert (audit.verdict, audit.verdicts[-1].verdict) == ("open", "open")
    assert "not revealed" in audit.verdicts[-1].says[0]
    odd = replace(events[-1], event=replace(events[-1].event, round=2))
    cut = audit_tournament([*events[:-1], odd, replace(events[-1], n=len(events) + 1)])
    assert (cut.verdict, cut.events, len(cut.verdicts)) == ("wrong", len(events) + 1, len(events))
    assert cut.first is not None
    assert cut.first.round == 2
