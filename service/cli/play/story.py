"""`haricot story`: tells how a finished game went."""

import click

from domain.editions import edition_named
from domain.refusals import Misuse
from projections.analytics.game_figures import COIN_VALUE
from projections.sentences import Chronicle
from projections.story import SeatStory, tell_story
from projections.story_sentences import StorySentences
from replay.rewind import tables
from service.cli.games import load_record_with_names, redact_record
from service.cli.options import game_argument, json_option, lang_option, store_option
from service.cli.output import print_json
from service.store.location import Location


@click.command("story")
@game_argument
@lang_option
@store_option
@json_option
def story_command(game: str, lang: str, location: Location, as_json: bool) -> None:
    """Tell how a finished game went.

    It prints a summary, the seats by place with the coins of each bean, and the moments that mattered: changes of the
    lead, harvests, and trades and gifts in which one side got more. Each moment has its event; a star marks the one
    when the winner took the lead for good. After <> stand a seat's trades and gifts, with what it gained by them in
    coins, as the best rates of the beanometers count.

    \b
    Examples:
      haricot story classic-4-7-0001
      haricot story classic-4-7-0001 --lang de
      haricot story game.haricot.jsonl --json
    """
    record, names = load_record_with_names(game, location)
    record, _ = redact_record(record, None)
    story = tell_story([(envelope.n, envelope.at, envelope.event, table) for envelope, table in tables(record)])
    if story is None:
        raise Misuse(f"{game} has no result; a story is told of finished games")
    chronicle = Chronicle(edition_named(story.edition).data, lang, names)
    sentences = StorySentences(chronicle)
    if as_json:
        moments = [sentences.moment(moment) for moment in story.moments]
        print_json({"lang": lang, "summary": sentences.summary(story), "says": moments, "story": story})
        return
    click.echo(sentences.summary(story))
    click.echo()
    for seat in sorted(story.seats, key=lambda one: (one.place, one.seat)):
        click.echo(_seat_line(chronicle, chronicle.score(seat.score), seat))
    click.echo()
    for moment in story.moments:
        mark = "*" if moment == story.turned else " "
        click.echo(f"{mark}{moment.n:5}  {chronicle.sentence_case(sentences.moment(moment))}")


def _seat_line(chronicle: Chronicle, score: str, seat: SeatStory) -> str:
    earned = ", ".join(f"{chronicle.card(one.variety)} {one.coins}" for one in seat.varieties if one.coins) or "-"
    gain = (seat.got - seat.given) / COIN_VALUE
    return f"{seat.place}. {chronicle.seat(seat.seat)}: {score}   {earned}   <> {seat.exchanges} ({gain:+.1f})"
