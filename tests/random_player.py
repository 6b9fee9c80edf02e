"""A random player, which picks any legal command, for whole games here or over HTTP."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, TypeVar

from domain.commands import CardRef, Command, CreateGame, HarvestField, OfferDonation, ProposeTrade, TakeSeat
from domain.engine import legal_commands
from domain.rulebook import Bounds, Rulebook
from domain.table import Table
from domain.visibility import Option
from replay.codec import Envelope
from replay.game import Game
from replay.proofs.shuffle import Deal, contribution_of_text, seed_of_text

TRIES_MAX = 50_000
"""A random game takes some 2,000 tries; one with this many is stuck."""
ONWARD = ("End", "Draw")
"""Prefixes of the commands that end a phase."""
Listed = TypeVar("Listed", Command | Bounds, dict[str, Any])
"""A legal command, or its JSON."""


def begin(edition: str, players: int, options: dict[str, Option], seed: int) -> Game:
    """Return a game at its first turn."""
    game = Game(f"{edition}-{players}-{seed}", Deal(f"{edition}-{players}-{seed}", seed_of_text(f"random|{seed}")))
    game.act(CreateGame(edition=edition, players=players, options=options), by="organiser", key=None, at=0)
    for seat in range(players):
        contribution = contribution_of_text(f"{seed}|{seat}")
        sit = TakeSeat(seat=seat, kind="bot", pseudonym=f"seat-{seat}", contribution=contribution)
        game.act(sit, by=f"seat:{seat}", key=None, at=0)
    return game


def play(
    game: Game,
    luck: Random,
    after: Callable[[Game, list[Envelope]], None] = lambda game, batch: None,
    *,
    thrifty: bool = False,
) -> Game:
    """Play random legal commands until the end; `after` is called with every batch."""
    for _ in range(TRIES_MAX):
        if game.table.result is not None:
            return game
        command = random_command(game.rulebook, game.table, luck, thrifty=thrifty)
        if command is not None:
            after(game, game.act(command, by=f"seat:{command.seat}", key=None, at=game.envelopes[-1].at))
    raise AssertionError(f"{game.game} does not end")


def count_decisions(game: Game, luck: Random) -> int:
    """Play a random game to its end and return the number of decisions, each with a full list of legal commands."""
    made, rulebook = 0, game.rulebook
    while game.table.result is None:
        made += 1
        command = random_command(rulebook, game.table, luck)
        if command is not None:
            game.act(command, by="", key=None, at=0)
    return made


def random_command(rulebook: Rulebook, table: Table, luck: Random, *, thrifty: bool = False) -> Any:
    """Return a legal command of a random seat, most often of the active one; None if that seat has none, or waits.

    Thrifty seats wait for harvests that pay, so that they have coins to spend and to fight for.
    """
    seat = table.turn.seat if luck.random() < 0.5 else luck.randrange(len(table.seats))
    options = legal_commands(rulebook, table, seat)
    command = luck.choice(options) if options else None
    if thrifty and isinstance(command, HarvestField) and luck.random() < 0.9:
        field = table.seats[seat].fields[command.field]
        if len(rulebook.selling.sold(field).coins) < 2:
            return None
    return random_offer(command, rulebook, table, seat, luck) if isinstance(command, Bounds) else command


def random_offer(bounds: Bounds, rulebook: Rulebook, table: Table, seat: int, luck: Random) -> Command | None:
    """Return a random offer of this seat within the bounds; None if it would be empty."""
    cards = [CardRef(source="hand", slot=slot) for slot in bounds.from_hand]
    cards += [CardRef(source="turned_up", variety=card) for card in bounds.turned_up]
    give = tuple(luck.sample(cards, min(len(cards), luck.choice((1, 1, 2, 3)))))
    coins = luck.randint(0, bounds.coins) if bounds.coins and luck.random() < 0.3 else 0
    if not give and not coins:
        return None
    partner = luck.choice(bounds.seats)
    if bounds.type == "OfferDonation":
        return OfferDonation(seat=seat, to=partner, cards=give, coins=coins)
    wanted = luck.choice(rulebook.deck)
    if partner != table.turn.seat and luck.random() < 0.2 and seat == table.turn.seat:
        return ProposeTrade(seat=seat, partner=None, give=give, want={wanted: 1}, give_coins=coins)
    if table.seats[partner].hand and luck.random() < 0.8:
        wanted = luck.choice(table.seats[partner].hand)  # the test may peek, so that some trades succeed
    asks_turned_up = partner == table.turn.seat and table.turned_up and luck.random() < 0.5
    turned_up = (luck.choice(table.turned_up),) if asks_turned_up else ()
    want = {} if turned_up else {wanted: 1}
    return ProposeTrade(seat=seat, partner=partner, give=give, want=want, want_turned_up=turned_up, give_coins=coins)


def pick_legal(listed: Iterable[Listed], luck: Random, *, onward: bool = False) -> Any:
    """Return a listed legal command that is no offer, or None; with `onward`, prefer one that ends a phase."""
    options = [option for option in listed if not isinstance(option, Bounds)]
    ending = [option for option in options if onward and _name(option).startswith(ONWARD)]
    return luck.choice(ending or options) if options else None


def _name(option: Command | dict[str, Any]) -> str:
    return str(option["type"]) if isinstance(option, dict) else type(option).__name__
