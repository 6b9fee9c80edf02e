"""`haricot collusion`: shows which players gave others more than they got, as evidence for arbiters."""

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

DISCLAIMER = (
    "This is evidence and no verdict: gifts and bad trades are allowed, and only people can tell why they were made."
)


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
    sheet, decks, player_names = BalanceSheet(), dict[str, object](), _PlayerNames()
    for game in games:
        record, metadata = _read_with_metadata(game, location)
        table = table_at(record, len(record.envelopes))
        rulebook = rulebook_of(table)
        players = [
            player_names.name_of(record.game, seat, name, metadata) for seat, name in enumerate(seat_names_in(record))
        ]
        sheet.add(players, rulebook.selling.meters, [envelope.event for envelope in record.envelopes])
        if table.begun and (wrong_counts := deck_counts(rulebook.deck_counts, cards_on(table))):
            decks[record.game] = wrong_counts
            if not as_json:
                for count in wrong_counts:
                    counted = f"{count.least}" if count.least == count.most else f"{count.least} to {count.most}"
                    click.echo(f"{record.game}: the deck has {count.deck} {count.variety}, and {counted} are there")
    pairs = sheet.pairs()
    if as_json:
        print_json({"games": len(games), "pairs": pairs, "decks": decks, "says": DISCLAIMER})
        return
    for pair in pairs:
        given, got = (f"{value / COIN_VALUE:.2f}" for value in (pair.given, pair.got))
        mark = ", far more than is usual here" if pair.striking else ""
        totals = ", ".join(map(_plural, (pair.games, pair.deals, pair.gifts), ("game", "trade", "gift")))
        click.echo(f"{pair.giver} -> {pair.taker}: {given} coins' worth given, {got} got ({totals}){mark}")
    click.echo(DISCLAIMER)


def _plural(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


class _GameMetadata(NamedTuple):
    """Metadata of a game, by seat: the names of its players, and the ids of known persons."""

    names: Mapping[int, str | None]
    persons: Mapping[int, str]


def _read_with_metadata(game: str, location: Location) -> tuple[Record, _GameMetadata]:
    """Return the record of a file, which has no metadata, or of a game in the store with its metadata."""
    if is_file(game):
        return read_game(Path(game)), _GameMetadata({}, {})
    with open_store_for(game, location) as store:
        names = {player.seat: player.name for player in store.find_entries(Player, game=game)}
        latest_persons = {
            bearer.seat: bearer.person for bearer in store.find_entries(Bearer, game=game) if bearer.seat is not None
        }
        persons = {seat: person for seat, person in latest_persons.items() if person not in (None, NO_PERSON)}
        return read_stored_game(store, game), _GameMetadata(names, persons)


class _PlayerNames:
    """The names by which players of several games are printed. A known person has one name in all of them."""

    def __init__(self) -> None:
        self._erased = ErasedNames(erased_names_file())
        self._name_by_person: dict[str, str] = {}

    def name_of(self, game: str, seat: int, pseudonym: str | None, metadata: _GameMetadata) -> str:
        """Return the name of this seat. A player without a name, or with an erased one, is different in each game.

        The id of a person is never shown. Two people of one name are distinguished by the game of the second.
        """
        seat_name = f"{game} seat {seat + 1}"
        name = metadata.names.get(seat) or pseudonym
        if name is None or is_default_pseudonym(name, seat) or name in self._erased:
            name = seat_name
        person = metadata.persons.get(seat)
        if person is None:
            return name
        if person not in self._name_by_person:
            self._name_by_person[person] = (
                name if name not in self._name_by_person.values() else f"{name} ({seat_name})"
            )
        return self._name_by_person[person]
