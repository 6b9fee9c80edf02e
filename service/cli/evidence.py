"""`haricot evidence`: who gave whom more than they got, for people to judge."""

import click

from domain.editions import rulebook_of
from domain.invariants import cards_on
from domain.refusals import Misuse
from domain.table import nameless
from projections.evidence import COIN, BalanceSheet, deck_counts
from replay.rewind import table_at
from service.cli.games import load, names_in
from service.cli.options import json_option, store_option
from service.cli.output import say_json
from service.signing.set_back import open_to_read
from service.store.location import Location

SAYS = "This is evidence and no verdict: gifts and bad trades are allowed, and only people can tell why they were made."


@click.command("evidence")
@click.argument("games", nargs=-1, metavar="GAME...")
@click.option("--all", "every", is_flag=True, help="Every game in the store.")
@store_option
@json_option
def evidence_command(games: tuple[str, ...], every: bool, location: Location, as_json: bool) -> None:
    """Show what trades and gifts came to between each two players of these games, and count the cards at the end.

    A card counts as the best rate that its beanometer pays. Each pair is held against all pairs of these games. A
    variety of which too many or too few cards lie there at the end is a finding; cards that nobody saw can be any.

    \b
    haricot evidence --all
    haricot evidence game.haricot.jsonl --json
    """
    if every == bool(games):
        raise Misuse("name the games to look at, or --all")
    if every:
        with open_to_read(location) as store:
            games = tuple(store.roll.games())
    sheet, decks = BalanceSheet(), dict[str, object]()
    for game in games:
        record = load(game, location)
        table = table_at(record, len(record.envelopes))
        rulebook = rulebook_of(table)
        players = [_called(record.game, seat, name) for seat, name in enumerate(names_in(record))]
        sheet.add(players, rulebook.selling.meters, [envelope.event for envelope in record.envelopes])
        if table.begun and (odd := deck_counts(rulebook.counted, cards_on(table))):
            decks[record.game] = odd
            if not as_json:
                for count in odd:
                    lie = f"{count.least}" if count.least == count.most else f"{count.least} to {count.most}"
                    click.echo(f"{record.game}: the deck has {count.deck} {count.variety}, and {lie} lie there")
    pairs = sheet.pairs()
    if as_json:
        say_json({"games": len(games), "pairs": pairs, "decks": decks, "says": SAYS})
        return
    for pair in pairs:
        given, got = (f"{value / COIN:.2f}" for value in (pair.given, pair.got))
        mark = ", far more than is usual here" if pair.striking else ""
        of = ", ".join(map(_counted, (pair.games, pair.deals, pair.gifts), ("game", "trade", "gift")))
        click.echo(f"{pair.giver} -> {pair.taker}: {given} coins' worth given, {got} got ({of}){mark}")
    click.echo(SAYS)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _called(game: str, seat: int, name: str | None) -> str:
    """What a player is called in all games; who has no name is somebody else in each."""
    return f"{game} seat {seat + 1}" if name is None or nameless(name, seat) else name
