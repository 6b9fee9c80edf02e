"""`haricot events`: the log of a game."""

import click

from domain.editions import edition_named
from domain.family import LANGUAGES
from domain.refusals import Misuse
from projections.sentences import Chronicle
from replay.codec import Codec
from service.cli.games import load, names_in, seen
from service.cli.options import game_argument, store_option, view_option
from service.store.location import Location


@click.command("events")
@game_argument
@click.option("--after", type=int, default=0, metavar="N", help="Only events after N.")
@click.option("--say", "language", type=click.Choice(LANGUAGES), help="Tell it in sentences of this language.")
@view_option
@store_option
@click.option("--json", "as_json", is_flag=True, help="JSON lines: the default, unless --say.")
def events_command(
    game: str, after: int, language: str | None, view: str | None, location: Location, as_json: bool
) -> None:
    """Print the log: one JSON line an event, or one sentence with --say.

    \b
    haricot events classic-4-7-0001 --as spectator
    haricot events classic-4-7-0001 --say fr --after 600
    """
    record, _ = seen(load(game, location), view)
    if after < 0:
        raise Misuse("--after counts from 0")
    if language is None or as_json:
        codec = Codec()
        for envelope in record.envelopes[after:]:
            click.echo(codec.to_json(envelope))
        return
    chronicle = Chronicle(edition_named(record.created.edition).data, language, names_in(record))
    for envelope in record.envelopes[after:]:
        click.echo(f"{envelope.n:>5}  {chronicle.sentence(envelope.event)}")
