"""Tests of the story of a finished game: leads, exchanges, moments and the turning point."""

import re

import pytest
from msgspec.structs import replace

from domain.editions import EDITIONS, edition_named
from domain.events import GameEnded
from projections.analytics.game_figures import COIN_VALUE
from projections.sentences import Chronicle
from projections.story import KIND_MAX, LEAD, Story, tell_story
from projections.story_sentences import StorySentences
from replay.rewind import tables
from service.lifecycle.bots.simulate import simulate

NAMES = ["Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"]
GAMES = [("classic", 4), ("modern", 7), ("duel", 2), ("sissi", 4), ("bohnaparte", 3)]


def played(edition: str, players: int) -> tuple[list, Story]:
    record = simulate(edition, players, "story", 3, {}, ["trader"])[0].record()
    steps = [(envelope.n, envelope.at, envelope.event, table) for envelope, table in tables(record)]
    found = tell_story(steps)
    assert found is not None
    return steps, found


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game[0])
def game(request):
    return played(*request.param)


def test_the_story_has_the_final_ranking_and_sums_of_exchanges(game):
    steps, found = game
    ended = next(event for _, _, event, _ in steps if isinstance(event, GameEnded))
    assert tuple(seat.score for seat in found.seats) == ended.scores
    assert [seat.seat for seat in found.seats if seat.place == 1] == [*found.winners] == [*ended.winners]
    assert sum(seat.given for seat in found.seats) == sum(seat.got for seat in found.seats)
    for seat in found.seats:
        earned = sum(one.coins for one in seat.varieties)
        assert (seat.best_harvest.coins if seat.best_harvest else 0) <= earned


def test_leads_of_the_story_agree_with_the_tables(game):
    steps, found = game
    after = {n: table for n, _, _, table in steps}
    scores = lambda n: [len(seat.coins) for seat in after[n].seats]  # noqa: E731  # coins count everywhere but there
    leads = [one for one in found.moments if one.kind == LEAD]
    assert leads
    if found.edition == "bohnaparte":
        return
    for one in leads:
        others = [score for seat, score in enumerate(scores(one.n)) if seat != one.seat]
        assert scores(one.n)[one.seat] > max(others)
        before = scores(one.n - 1)
        assert before[one.seat] <= max(score for seat, score in enumerate(before) if seat != one.seat)


def test_moments_of_the_story_are_few_and_ordered(game):
    _, found = game
    assert [one.n for one in found.moments] == sorted(one.n for one in found.moments)
    for kind in {one.kind for one in found.moments}:
        assert sum(one.kind == kind for one in found.moments) <= (
            2 * KIND_MAX if kind in ("trade", "gift") else KIND_MAX
        )
    assert all(one.size >= COIN_VALUE for one in found.moments)
    if found.turned is not None:
        assert found.turned in found.moments
        assert found.turned.seat in found.winners


def test_the_turning_point_is_where_the_winner_took_the_last_lead(game):
    steps, found = game
    (winner,) = found.winners
    assert found.turned is not None
    other = (winner + 1) % len(found.seats)
    for winners in ((other,), (winner, other)):  # by a tie-break, and shared
        ended = [
            (n, at, replace(event, winners=winners) if type(event) is GameEnded else event, table)
            for n, at, event, table in steps
        ]
        otherwise = tell_story(ended)
        assert otherwise is not None
        assert otherwise.turned is None


def test_a_game_without_a_result_has_no_story():
    steps, _ = played("duel", 2)
    ended = next(index for index, (_, _, event, _) in enumerate(steps) if isinstance(event, GameEnded))
    assert tell_story(steps[:ended]) is None
    assert tell_story([]) is None


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_a_story_summary_names_the_winner(game, lang):
    _, found = game
    words = StorySentences(Chronicle(edition_named(found.edition).data, lang, NAMES[: len(found.seats)]))
    texts = [words.summary(found), *map(words.moment, found.moments)]
    assert not [text for text in texts if set("{}[]|") & {*text} or "None" in text or "  " in text]
    assert all(NAMES[winner] in texts[0] for winner in found.winners)
    assert found.turned is not None
    before_turns = replace(found, turned=replace(found.turned, turn=0))
    assert not re.search(r"(turn|tour|Zug) 0", words.summary(before_turns))


@pytest.mark.parametrize(
    ("lang", "scores"),
    [
        ("en", ["0 victory points", "1 victory point", "2 victory points"]),
        ("fr", ["0 point de victoire", "1 point de victoire", "2 points de victoire"]),
        ("de", ["0 Siegpunkte", "1 Siegpunkt", "2 Siegpunkte"]),
    ],
)
def test_one_point_is_singular(lang, scores):
    chronicle = Chronicle(edition_named("bohnaparte").data, lang, [])
    assert [chronicle.score(count) for count in range(3)] == scores


@pytest.mark.parametrize("edition", [key for key in EDITIONS if key != "bohnaparte"])
def test_editions_that_score_coins_count_them_as_coins(edition):
    for lang in ("en", "fr", "de"):
        chronicle = Chronicle(edition_named(edition).data, lang, [])
        assert [chronicle.score(count) for count in range(3)] == [chronicle.coins(count) for count in range(3)]
