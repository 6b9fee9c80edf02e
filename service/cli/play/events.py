"""`haricot events`: prints the log of a game."""

import click

from domain.edition_data.family import LANGUAGES
from domain.editions import edition_named
from domain.refusals import Misuse
from projections.sentences import Chronicle
from replay.codec import Codec
from service.cli.games import load_record_with_names, redact_record
from service.cli.options import RenamedOption, game_argument, store_option, view_option
from service.store.location import Location


@click.command("events")
@game_argument
@click.option("--after", type=int, default=0, metavar="N", help="Print only events after N.")
@click.option(
    "--lang",
    "language",
    cls=RenamedOption,
    former_names=["--say"],
    type=click.Choice(LANGUAGES),
    help="Print sentences in this language instead of JSON.",
)
@view_option
@store_option
@click.option("--json", "as_json", is_flag=True, help="JSON lines: the default, unless --lang.")
def events_command(
    game: str, after: int, language: str | None, view: str | None, location: Location, as_json: bool
) -> None:
    """Print the events of a game.

    One JSON line an event, or one sentence with --lang.

    \b
    Examples:
      haricot events classic-4-7-0001 --as spectator
      haricot events classic-4-7-0001 --lang fr --after 600
    """
    record, names = load_record_with_names(game, location)
    record, _ = redact_record(record, view)
    if after < 0:
        raise Misuse("--after counts from 0")
    if language is None or as_json:
        codec = Codec()
        for envelope in record.envelopes[after:]:
            click.echo(codec.to_json(envelope))
        return
    chronicle = Chronicle(edition_named(record.created.edition).data, language, names)
    for envelope in record.envelopes[after:]:
        click.echo(f"{envelope.n:>5}  {chronicle.sentence(envelope.event)}")
