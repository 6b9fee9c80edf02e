"""`haricot collusion`: shows which players gave which others more than they got, for people to judge."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import click

from domain.editions import rulebook_of
from domain.invariants import cards_on
from domain.refusals import Misuse
from domain.table import is_default_pseudonym
from projections.analytics.game_figures import COIN_VALUE
from projections.collusion import BalanceSheet, deck_counts
from replay.record import Record
from replay.rewind import table_at
from service.cli.games import is_file, open_store_for, read_game, read_stored_game, seat_names_in
from service.cli.options import json_option, store_option
from service.cli.output import print_json
from service.signing.rollback_guard import open_to_read
from service.store.entries.erased_names import ErasedNames, erased_names_file
from service.store.entries.metadata_store import Player
from service.store.entries.proceedings_entries import NO_PERSON, Bearer
from service.store.location import Location

SAYS = "This is evidence and no verdict: gifts and bad trades are allowed, and only people can tell why they were made."


@click.command("collusion")
@click.argument("games", nargs=-1, metavar="GAME...")
@click.option("--all", "every", is_flag=True, help="Compare every game in the store.")
@store_option
@json_option
def collusion_command(games: tuple[str, ...], every: bool, location: Location, as_json: bool) -> None:
    """Show who gave whom how much in trades and gifts.

    It sums trades and gifts between each two players of these games, and counts the cards at the end. A card has the
    value of the best rate that its beanometer pays. A player of several games is known by id, else by name, and after
    an erasure by the seat. Each pair is compared with all pairs of these games. It is a finding if too many or too few
    cards of a variety are there at the end; hidden cards can be of any variety.

    \b
    Examples:
      haricot collusion --all
      haricot collusion game.haricot.jsonl --json
    """
    if every == bool(games):
        raise Misuse("name the games to look at, or --all")
    if every:
        with open_to_read(location) as store:
            games = tuple(store.game_index.games())
    sheet, decks, people = BalanceSheet(), dict[str, object](), _People()
    for game in games:
        record, noted = _with_notes(game, location)
        table = table_at(record, len(record.envelopes))
        rulebook = rulebook_of(table)
        players = [people.called(record.game, seat, name, noted) for seat, name in enumerate(seat_names_in(record))]
        sheet.add(players, rulebook.selling.meters, [envelope.event for envelope in record.envelopes])
        if table.begun and (odd := deck_counts(rulebook.deck_counts, cards_on(table))):
            decks[record.game] = odd
            if not as_json:
                for count in odd:
                    lie = f"{count.least}" if count.least == count.most else f"{count.least} to {count.most}"
                    click.echo(f"{record.game}: the deck has {count.deck} {count.variety}, and {lie} lie there")
    pairs = sheet.pairs()
    if as_json:
        print_json({"games": len(games), "pairs": pairs, "decks": decks, "says": SAYS})
        return
    for pair in pairs:
        given, got = (f"{value / COIN_VALUE:.2f}" for value in (pair.given, pair.got))
        mark = ", far more than is usual here" if pair.striking else ""
        of = ", ".join(map(_counted, (pair.games, pair.deals, pair.gifts), ("game", "trade", "gift")))
        click.echo(f"{pair.giver} -> {pair.taker}: {given} coins' worth given, {got} got ({of}){mark}")
    click.echo(SAYS)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


class _Noted(NamedTuple):
    """Metadata of a game, by seat: the names of its players, and the ids of known persons."""

    names: Mapping[int, str | None]
    persons: Mapping[int, str]


def _with_notes(game: str, location: Location) -> tuple[Record, _Noted]:
    """Return the record of a file, which has no metadata, or of a game in the store with its metadata."""
    if is_file(game):
        return read_game(Path(game)), _Noted({}, {})
    with open_store_for(game, location) as store:
        names = {player.seat: player.name for player in store.find_entries(Player, game=game)}
        latest = {
            bearer.seat: bearer.person for bearer in store.find_entries(Bearer, game=game) if bearer.seat is not None
        }
        persons = {seat: person for seat, person in latest.items() if person not in (None, NO_PERSON)}
        return read_stored_game(store, game), _Noted(names, persons)


class _People:
    """The names of the players of several games. A known person has one name in all of them."""

    def __init__(self) -> None:
        self._erased = ErasedNames(erased_names_file())
        self._known: dict[str, str] = {}

    def called(self, game: str, seat: int, pseudonym: str | None, noted: _Noted) -> str:
        """Return the name of this seat. A player without a name, or with an erased one, is different in each game.

        The id of a person is never shown. Two people of one name are distinguished by the game of the second.
        """
        unknown = f"{game} seat {seat + 1}"
        name = noted.names.get(seat) or pseudonym
        if name is None or is_default_pseudonym(name, seat) or name in self._erased:
            name = unknown
        person = noted.persons.get(seat)
        if person is None:
            return name
        if person not in self._known:
            self._known[person] = name if name not in self._known.values() else f"{name} ({unknown})"
        return self._known[person]
