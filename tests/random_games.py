"""Play random whole games and check invariants after every batch."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from domain.cards import FACE_DOWN
from domain.commands import (
    AcceptDonation,
    AcceptTrade,
    BuyThirdField,
    CardRef,
    Command,
    DeclineDonation,
    DeclineTrade,
    DrawCards,
    EndPlanting,
    EndTrading,
    HarvestField,
    OfferDonation,
    PlantFromHand,
    PlantSetAside,
    ProposeTrade,
    SeatCommand,
    WithdrawDonation,
    WithdrawTrade,
)
from domain.editions import EDITIONS
from domain.engine import blocked_commands, decide, legal_commands
from domain.evolve import evolve, fold
from domain.field_audiences import redact
from domain.invariants import broken_invariants, cards_on
from domain.pending_events import UnknownChance
from domain.refusals import Misuse, Refusal, UnknownCard
from domain.rulebook import Bounds
from domain.table import Table
from domain.view import View
from domain.visibility import SPECTATOR, Option, seat_viewer
from replay.audit import audit
from replay.codec import Envelope
from replay.game import Game
from tests.random_player import begin, play


def check_game(edition: str, players: int, options: dict[str, Option], seed: int, *, thorough: bool = True) -> Game:
    """Play one random game and assert its invariants after every batch.

    Cards are conserved, fold = table, each seat's view is the redacted truth, `legal` and `decide` agree on legal and
    illegal commands, and the audit is clean. Without `thorough`, only one view, every fifth batch and a few lists of
    legal commands are checked.
    """
    luck = Random(f"{edition}|{players}|{sorted(options.items())}|{seed}")
    game = begin(edition, players, options, seed)
    viewers = [SPECTATOR, *map(seat_viewer, range(players))]
    viewers = viewers if thorough else [luck.choice(viewers)]
    asked = 0.2 if thorough else 0.003
    views = {viewer: View.of(Table(), viewer) for viewer in viewers}
    truth = Table()

    def look(game: Game, batch: list[Envelope]) -> None:
        nonlocal truth
        resolved = game.table.rules.options
        closely = thorough or luck.random() < 0.2
        for envelope in batch:
            truth = evolve(truth, envelope.event)
            for viewer in viewers:
                views[viewer] = views[viewer].after(redact(envelope.event, viewer, resolved))
                if closely:
                    assert views[viewer].table == redact(truth, viewer, resolved), (envelope.n, viewer.name)
        assert truth == game.table
        if closely:
            assert FACE_DOWN not in cards_on(truth)
            assert broken_invariants(game.rulebook, game.table) == []
        if game.table.result is None and luck.random() < asked:
            legal_and_decide_agree(game, luck)

    look(game, list(game.envelopes))
    play(game, luck, look, thrifty=seed % 2 == 1)
    assert fold(envelope.event for envelope in game.envelopes) == game.table
    answer = audit(game.record())
    assert answer.verdict == "clean", answer.first
    return game


def legal_and_decide_agree(game: Game, luck: Random) -> None:
    """Assert for one seat: `decide` accepts what `legal` lists and refuses what `blocked` lists with the same clause.

    The lists from the seat's own view are the same.
    """
    rulebook, table = game.rulebook, game.table
    seat = luck.randrange(len(table.seats))
    may = legal_commands(rulebook, table, seat)
    own = View.of(table, seat_viewer(seat)).table
    assert may == legal_commands(rulebook, own, seat), "the seat's own view allows the same"
    may_not = blocked_commands(rulebook, table, seat)
    assert may_not == blocked_commands(rulebook, own, seat), "the seat's own view forbids the same"
    for command in may:
        if not isinstance(command, Bounds):
            with suppress(UnknownCard):  # lawful, but what follows depends on a shuffle
                decide(rulebook, table, command, UnknownChance())
    for no in may_not:
        assert refused(game, no.command) == no.clause
    reasons = {(type(no.command), no.clause) for no in may_not}
    for _ in range(8):
        command = any_command(game, seat, luck)
        clause = refused(game, command)
        if clause is None:
            assert listed(command, may), f"{command} is accepted but not listed"
        else:
            assert command not in may
            # What an edition does not know, or a card that there is not, it need not explain unasked.
            own = type(command) in rulebook.moves and clause != Misuse.__name__
            assert not own or (type(command), clause) in reasons, (
                f"{command} is refused by {clause}, which is not in blocked"
            )


def refused(game: Game, command: Command) -> str | None:
    """Return the clause that refuses a command, `Misuse` if no clause does, None if it is accepted."""
    try:
        decide(game.rulebook, game.table, command, UnknownChance())
    except Refusal as refusal:
        return refusal.clause
    except Misuse:  # no card of this game
        return Misuse.__name__
    except UnknownCard:  # accepted; what follows depends on a shuffle
        return None
    return None


def listed(command: Command, may: list[Command | Bounds]) -> bool:
    """Return whether `legal` lists this command or bounds of an offer that contain it."""
    if isinstance(command, ProposeTrade | OfferDonation):
        name = type(command).__name__
        bounds = next((bound for bound in may if isinstance(bound, Bounds) and bound.type == name), None)
        cards = command.give if isinstance(command, ProposeTrade) else command.cards
        partner = command.partner if isinstance(command, ProposeTrade) else command.to
        return (
            bounds is not None
            and (partner is None or partner in bounds.seats)
            and all(
                card.slot in bounds.from_hand if card.source == "hand" else card.variety in bounds.turned_up
                for card in cards
            )
        )
    if isinstance(command, AcceptTrade):
        order = {
            tuple(sorted(c.handed_over)) for c in may if isinstance(c, AcceptTrade) and c.proposal == command.proposal
        }  # type: ignore[type-var]  # own slots
        return tuple(sorted(command.handed_over)) in order  # type: ignore[type-var]  # own slots
    if isinstance(command, BuyThirdField | HarvestField) and command.coin_cards is not None:
        return msgspec.structs.replace(command, coin_cards=None) in may
    return command in may


def any_command(game: Game, seat: int, luck: Random) -> Command:
    """Return a random command of this seat, most often an illegal one."""
    table, own = game.table, game.table.seats[seat]
    number = luck.randint(0, table.next_proposal)
    field = luck.randint(0, len(own.fields))
    variety = luck.choice((*game.rulebook.deck, FACE_DOWN))
    other: int | None = luck.randrange(len(table.seats))
    slots = [luck.randint(0, own.next_slot) for _ in range(luck.randint(0, 2))]
    sources: list[dict[str, Any]] = [{"source": "hand", "slot": slot} for slot in slots]
    sources += [{"source": luck.choice(("turned_up", "set_aside", "pile")), "variety": variety}] * luck.randint(0, 1)
    cards = tuple(CardRef(**source) for source in sources)
    coins = luck.choice((0, 0, 0, 1))
    want = {variety: 1} if luck.random() < 0.7 else {}
    turned_up = (variety,) if luck.random() < 0.2 else ()
    kinds: list[Callable[[], SeatCommand]] = [
        lambda: PlantFromHand(seat=seat, field=field),
        lambda: EndPlanting(seat=seat),
        lambda: PlantSetAside(seat=seat, variety=variety, field=field),
        lambda: HarvestField(seat=seat, field=field),
        lambda: BuyThirdField(seat=seat, coin_cards=(variety,) if luck.random() < 0.3 else None),
        lambda: DrawCards(seat=seat),
        lambda: EndTrading(seat=seat),
        lambda: AcceptTrade(seat=seat, proposal=number, handed_over=tuple(slots)),
        lambda: DeclineTrade(seat=seat, proposal=number),
        lambda: WithdrawTrade(seat=seat, proposal=number),
        lambda: AcceptDonation(seat=seat, proposal=number),
        lambda: DeclineDonation(seat=seat, proposal=number),
        lambda: WithdrawDonation(seat=seat, proposal=number),
        lambda: OfferDonation(seat=seat, to=other or 0, cards=cards, coins=coins),
        lambda: ProposeTrade(
            seat=seat,
            partner=None if luck.random() < 0.1 else other,
            give=cards,
            want=want,
            want_turned_up=turned_up,
            give_coins=coins,
        ),
    ]
    return luck.choice(kinds)()


CUSTOM_BOARD = json.dumps(
    [
        {"row": row, "x": x, "terrain": terrain}
        for row, x, terrain in [
            *((0, 2 * index, "camp") for index in range(6)),
            *((1, 2 * index + 1, terrain) for index, terrain in enumerate(("farm", "paddock", "forest", "city"))),
            *((2, 2 * index, terrain) for index, terrain in enumerate(("river", "village", "abbey", "quarry"))),
            *((3, 2 * index + 1, terrain) for index, terrain in enumerate(("swamp", "paddock", "iron_mine", "city"))),
        ]
    ]
)
"""Every kind of terrain; the camps beyond the number of players are removed before use."""


def tables_to_play(editions: list[str] | None = None) -> Iterator[tuple[str, int, dict[str, Option]]]:
    """Yield every edition with every number of players and, one at a time, every value of every option.

    Options that a value requires are added: a custom board for Bohnaparte's shapes and riders.
    """
    for key, edition in EDITIONS.items():
        if editions is not None and key not in editions:
            continue
        for players in edition.data.players:
            yield key, players, {}
            for rule in edition.data.all_options:
                for value in rule.allowed:
                    if value != rule.default or type(value) is not type(rule.default):
                        options = {rule.name: value, **required_options(value, players)}
                        if not str(value).startswith("pyramid") or players == 3:
                            yield key, players, options


def required_options(value: Option, players: int) -> dict[str, Option]:
    """Return the other options that this value requires."""
    if value not in ("custom", "combined"):
        return {}
    sides = {"paddock", "forest"} if value == "custom" else set()
    cells = [cell for cell in json.loads(CUSTOM_BOARD) if cell["terrain"] not in sides]
    surplus = [cell for cell in cells if cell["terrain"] == "camp"][players:]
    return {"bp_shape": "custom", "bp_board": json.dumps([cell for cell in cells if cell not in surplus])}
