"""Statistics and ratings over a store: what counts, who is named, and that nothing is counted twice."""

from functools import cache
from typing import Any

from msgspec.structs import replace

from projections.analytics.edition_statistics import CountedGame, EditionStatistics, edition_statistics
from replay.game import Game
from service.analytics.analytics_cache import AnalyticsCache
from service.analytics.figures_store import FiguredGame, FiguresStore
from service.analytics.rated_games import public_steps, rated_games
from service.lifecycle.bots.simulate import simulate
from service.lifecycle.erasure import erase
from service.store.entries.analytics_entries import FiguresEntry, PlayerId, SeatPlayer
from service.store.entries.metadata_store import Arrangement, FormerPlayer, Player
from service.store.entries.proceedings_entries import Bearer
from service.store.event_store import GameStore
from service.store.metadata_cache import MetadataCache
from tests.service.store.games import forked, keep

NOW = 2**53


@cache
def played(number: int) -> tuple[Game, bytes]:
    return simulate("classic", 3, "figures", number, {}, ["greedy", "random", "greedy"])


def hold(store: GameStore, number: int, persons: tuple[str, ...] = (), **arranged: Any) -> str:
    """A finished game of the store, with people at its first seats."""
    game, seed = played(number)
    store.append(game.game, game.envelopes, seed=seed, entries=[Arrangement(game=game.game, **arranged)])
    for seat, person in enumerate(persons):
        store.note(Player(game=game.game, seat=seat, kind="human", name=person.title()))
        store.note(
            Bearer(digest=f"{number}-{seat}", game=game.game, seat=seat, person=person, called_by=None),
        )
    return game.game


def figured(store: GameStore, now: int = NOW) -> list[FiguredGame]:
    figures = FiguresStore(store)
    heads = figures.counted(now, "classic")
    figures.catch_up(heads)
    return list(figures.read(heads))


def statistics(games: list[FiguredGame]) -> EditionStatistics:
    return edition_statistics("classic", [CountedGame(one.figures, one.named) for one in games])


def steps(games: list[FiguredGame]) -> list[tuple[str, str, float]]:
    return [
        (step.game, step.player, step.after.rating)
        for game in rated_games(games).values()
        for step in public_steps(game)
    ]


def test_figures_are_made_once_and_made_again_the_same(store):
    hold(store, 1)
    first = figured(store)
    hold(store, 2, ("ana",))
    both = figured(store)
    assert first[0].figures in [one.figures for one in both]
    assert len(store.noted(FiguresEntry)) == len(both) == 2
    assert [one.simulated for one in sorted(both, key=lambda one: one.summary.game)] == [True, False]
    ids = store.noted(PlayerId)
    assert len(ids) == 1
    assert "ana" not in ids[0].player
    rows = store.noted(FiguresEntry)
    store.note(*(replace(row, form=0, figures="{}") for row in rows))
    again = figured(store)
    assert [one.figures for one in again] == [one.figures for one in both]
    assert store.noted(PlayerId) == ids, "a person keeps the id"
    assert statistics(again) == statistics(both)


def test_what_stands_apart_does_not_count(store):
    kept = hold(store, 1)
    late, private = hold(store, 2), hold(store, 3)
    ended = store.game_index.head(late).times.ended
    store.note(Arrangement(game=late, delay_ms=60_000), Arrangement(game=private, private=True))
    keep(store, forked(played(1)[0].record(), 20, "fork"))
    assert [one.summary.game for one in figured(store, ended + 59_999)] == [kept]
    assert {one.summary.game for one in figured(store, ended + 60_000)} == {kept, late}


def test_a_person_who_is_erased_is_named_nowhere_and_moves_no_other_rating(store):
    hold(store, 1, ("ana", "bo"))
    hold(store, 2, ("bo", "ana", "cy"))
    before = steps(figured(store))
    ids = {one.person: one.player for one in store.noted(PlayerId)}
    pairs = statistics(figured(store)).by_pair
    assert any(ids["ana"] in line.players for line in pairs)
    erase(store, lambda name: name in ("ana", "Ana"))
    after = figured(store)
    assert all(ids["ana"] not in line.players for line in statistics(after).by_pair)
    assert steps(after) == [step for step in before if step[1] != ids["ana"]]
    assert statistics(after).by_turn_order == statistics(figured(store)).by_turn_order
    opponents = [
        part.opponent
        for games in rated_games(after).values()
        for step in public_steps(games)
        for part in step.opponents
    ]
    assert None in opponents
    assert not any(ids["ana"] in (name or "") for name in opponents)
    store.note(*(replace(row, form=0) for row in store.noted(FiguresEntry)))
    assert steps(figured(store)) == steps(after), "also when all is made again"


def test_a_seat_that_changed_hands_is_nobodys_result(store):
    game = hold(store, 1, ("ana", "bo", "cy"))
    store.note(FormerPlayer(game=game, seat=1, n=30, at=5, kind="human", name="Di"))
    (one,) = figured(store)
    assert one.players[1] is None
    assert len({one for one in one.players if one}) == 2
    assert {row.seat for row in store.noted(SeatPlayer)} == {0, 2}


def test_figures_are_rebuilt_the_same_and_those_that_do_not_count_are_dropped(store):
    hold(store, 1, ("ana",))
    hold(store, 2, ("ana", "ana", "bo"))
    games = figured(store)
    rows = [sorted(store.noted(kind), key=repr) for kind in (FiguresEntry, SeatPlayer, PlayerId)]
    store.note(
        FiguresEntry(game=hold(store, 3), form=1, figures="{}"), Arrangement(game=played(3)[0].game, private=True)
    )
    figures = FiguresStore(store)
    figures.rebuild(figures.counted(NOW))
    assert [sorted(store.noted(kind), key=repr) for kind in (FiguresEntry, SeatPlayer, PlayerId)] == rows
    assert figured(store) == games


def test_what_a_process_keeps_is_what_a_fold_from_nothing_tells(store):
    cache = AnalyticsCache(store, register := MetadataCache(store))
    for number in (2, 1):
        hold(store, number, ("ana", "bo"))
        expected = statistics(figured(store))
        cache.missing(look=True)
        assert cache.ask("all", lambda fold: fold.statistics("classic", None, simulated=True)) == expected
    erase(store, lambda name: name in ("ana", "Ana"))
    register.forget()
    expected = statistics(figured(store))
    assert cache.ask("all", lambda fold: fold.statistics("classic", None, simulated=True)) == expected
    hidden = next(one.player for one in store.noted(PlayerId) if one.hidden)
    assert cache.ask("hidden", lambda fold: (*fold.games_of(hidden), *fold.steps(hidden))) == ()
