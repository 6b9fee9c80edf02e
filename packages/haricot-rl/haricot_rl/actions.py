"""The numbered actions of one table: what a seat may do, as far as it can be counted."""

from collections.abc import Callable, Mapping
from itertools import product
from operator import attrgetter
from typing import Any, Final, NamedTuple

import numpy as np

from domain.cards import Card
from domain.commands import (
    AcceptDonation,
    AcceptTrade,
    BuyThirdField,
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
)
from domain.engine import legal_commands
from domain.member_types import Kind, members_of
from domain.rulebook import Bounds, Rulebook
from domain.table import Table
from haricot_rl.editions import ActionForm, Extension
from haricot_rl.offers import Mask, Offers

PASS: Final = 0
"""The number of doing nothing, for a seat that the game does not wait for."""


class NumberedCommands(NamedTuple):
    """The commands of one kind: which members are read, and the number for each value."""

    read: Callable[[Any, Table], object]
    numbers: dict[object, int]


class AllowedActions(NamedTuple):
    """What a seat may do: commands by their numbers, and every legal number, offers included."""

    commands: dict[int, Command]
    mask: Mask


def family_forms(fields: int, cards: tuple[Card, ...]) -> dict[type[Command], ActionForm]:
    """Return the forms that distinguish the commands of the family, except offers."""
    each_field = [(field,) for field in range(fields)]
    alone: list[tuple[object, ...]] = [()]
    return {
        PlantFromHand: ActionForm(("field",), each_field),
        EndPlanting: ActionForm((), alone),
        HarvestField: ActionForm(("field",), each_field),
        BuyThirdField: ActionForm((), alone),
        EndTrading: ActionForm((), alone),
        AcceptTrade: ActionForm((), alone),
        DeclineTrade: ActionForm((), alone),
        AcceptDonation: ActionForm((), alone),
        DeclineDonation: ActionForm((), alone),
        PlantSetAside: ActionForm(("variety", "field"), list(product(cards, range(fields)))),
        DrawCards: ActionForm((), alone),
    }


class Actions:
    """The actions of one table by their numbers; `names` describes each."""

    def __init__(self, rulebook: Rulebook, extension: Extension) -> None:
        self.rulebook = rulebook
        self.extension = extension
        forms = family_forms(extension.fields, extension.cards) | dict(extension.forms())
        if rulebook.third_field is None:
            del forms[BuyThirdField]
        self.names = ["Pass"]
        self.kinds: dict[type[Command], NumberedCommands] = {}
        for kind, form in forms.items():
            if kind in rulebook.moves:
                self.kinds[kind] = self._numbered(kind, form)
        trades = ProposeTrade in rulebook.moves
        self.offers = Offers(extension.cards, rulebook.players, len(self.names)) if trades else None
        self.names += map(str, self.offers.listed if self.offers else ())
        self.size = len(self.names)

    def _numbered(self, kind: type[Command], form: ActionForm) -> NumberedCommands:
        first = len(self.names)
        self.names += [" ".join((kind.__name__, *map(_word, values))) for values in form.values]
        keys = (values if len(form.reads) != 1 else values[0] for values in form.values)
        return NumberedCommands(_reader(kind, form), {key: first + place for place, key in enumerate(keys)})

    def choices(self, table: Table, seat: int, *, may_pass: bool, may_offer: bool) -> AllowedActions:
        """Return what this seat may do; of commands that have one number, the first that the rules list."""
        commands: dict[int, Command] = {}
        offering = False
        kinds = self.kinds
        for option in (*legal_commands(self.rulebook, table, seat), *self.extension.extra_commands(table, seat)):
            numbered = kinds.get(type(option))  # type: ignore[arg-type]  # bounds are of no kind
            if numbered is not None:
                number = numbered.numbers.get(numbered.read(option, table))
                if number is not None and number not in commands:
                    commands[number] = option  # type: ignore[assignment]  # what has a number is a command
            elif isinstance(option, Bounds):
                offering = may_offer
        mask = np.zeros(self.size, np.int8)
        mask[list(commands)] = 1
        if offering and self.offers is not None:
            self.offers.mark(mask, table, seat)
        if may_pass:
            mask[PASS] = 1
        return AllowedActions(commands, mask)

    def command(self, number: int, choices: AllowedActions, table: Table, seat: int) -> Command | None:
        """Return the command of this action, None for passing; ValueError for one that is not among the choices."""
        if not (0 <= number < self.size and choices.mask[number]):
            raise ValueError(f"seat {seat} may not do this now: action {number}, {self._name(number)}")
        if number == PASS:
            return None
        found = choices.commands.get(number)
        return self.offers.command(number, table, seat) if found is None and self.offers is not None else found

    def number_of(self, command: Command, table: Table) -> int | None:
        """Return the number of a command; None for one without a number."""
        if isinstance(command, OfferDonation | ProposeTrade):
            return None if self.offers is None else self.offers.number_of(command, table)
        numbered = self.kinds.get(type(command))
        return None if numbered is None else numbered.numbers.get(numbered.read(command, table))

    def _name(self, number: int) -> str:
        return self.names[number] if 0 <= number < self.size else f"of {self.size}"


def _word(value: object) -> str:
    return "-" if value is None else str(value)


def _reader(kind: type[Command], form: ActionForm) -> Callable[[Any, Table], object]:
    """Return a reader for commands of this kind: hand cards by their varieties, other seats by their distance."""
    if form.read is not None:
        return form.read
    if not form.reads:
        return lambda command, table: ()  # all commands are one action
    kinds = {member.attribute: member.kind for member in members_of(kind)}
    ways = [_READ.get(kinds[name]) for name in form.reads]
    plain = attrgetter(*form.reads)
    if not any(ways):
        return lambda command, table: plain(command)

    def read(command: SeatCommand, table: Table) -> object:
        values = [getattr(command, name) for name in form.reads]
        read = [
            value if way is None or value is None else way(value, command.seat, table)
            for value, way in zip(values, ways, strict=True)
        ]
        return tuple(read) if len(read) > 1 else read[0]

    return read


def _card_in(slot: int, seat: int, table: Table) -> Card:
    own = table.seats[seat]
    return own.hand[own.slots.index(slot)]


def _distance(other: int, seat: int, table: Table) -> int:
    return (other - seat) % len(table.seats)


_READ: Final[Mapping[Kind | None, Callable[[Any, int, Table], object]]] = {
    Kind.SLOT: _card_in,
    Kind.SEAT: _distance,
}
