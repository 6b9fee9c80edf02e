"""The story of a finished game: who won, how, and the moments that mattered."""

from typing import Annotated, Any

from domain.edition_data.family import LANGUAGES
from domain.editions import edition_named
from domain.member_types import one_of
from projections.sentences import Chronicle
from projections.story import Story, tell_story
from projections.story_sentences import StorySentences
from replay.record import Record
from replay.rewind import tables
from service.access.table_facts import seat_names
from service.api.response_schemas import Answer
from service.http.http_caching import cached_response
from service.http.operation import Operations, RequestSpec, ResponseSpec
from service.http.query_params import ViewLanguageQuery
from service.http.request_context import Call
from service.http.response import HttpAnswer, answer

stories = Operations()


class GameStory(Answer):
    """The story of a game: a `summary` in this language, and in `says` a sentence for each of its moments.

    `story` is null for a game of whose result the caller does not know; then nothing is told.
    """

    lang: Annotated[str, one_of(*LANGUAGES)]
    summary: str
    says: list[str]
    story: Story | None


def story_of(call: Call) -> Story | None:
    """Return the story of a game, or None if the caller may know of no result."""
    sight = call.sight
    if not sight.over or sight.sealed:
        return None
    record = Record(game=sight.game, envelopes=tuple(call.reader.envelopes(sight)))
    return tell_story([(envelope.n, envelope.at, envelope.event, table) for envelope, table in tables(record)])


@stories.operation(
    "GET",
    "/games/<game>/story",
    "get_story",
    ResponseSpec(GameStory),
    RequestSpec(query=ViewLanguageQuery),
    cost=2,
    caches=True,
    problems=["view.forbidden"],
)
def get_story(call: Call, query: dict[str, Any]) -> HttpAnswer:
    """Get the story of a finished game: places, moments, a summary.

    Moments are changes of the lead, harvests and one-sided exchanges, each with its size. A game has a story once the
    caller may know its result. It is the same in every view.
    """
    call.sight.viewer(query.get("view"))
    return cached_response(call, lambda: _story_answer(call, query["lang"]))


def _story_answer(call: Call, lang: str) -> HttpAnswer:
    story = story_of(call)
    if story is None:
        return answer(GameStory(lang=lang, summary="", says=[], story=None), Vary="Authorization")
    words = StorySentences(Chronicle(edition_named(story.edition).data, lang, seat_names(call.reader, call.sight)))
    says = [words.moment(moment) for moment in story.moments]
    return answer(GameStory(lang=lang, summary=words.summary(story), says=says, story=story), Vary="Authorization")
