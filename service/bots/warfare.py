"""How good it is to attack, defend, build and store where beans go to war."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from domain.cards import FACE_DOWN, Card
from domain.commands import Command
from domain.editions.bohnaparte.areas import Attack, board, holdings, war
from domain.editions.bohnaparte.boards import neighbours
from domain.editions.bohnaparte.combat import BESIEGED, IRON_MINE, SWAMP, pile_has_cards
from domain.editions.bohnaparte.commands import (
    ArrangeMerchantCards,
    BuildFortress,
    BuyDepot,
    BuyMerchant,
    ChooseCamp,
    ChooseStartPlayer,
    CommitCombatCard,
    DeclareAttack,
    DrawAbbeyCard,
    EndAttacks,
    StoreInDepot,
)
from domain.editions.bohnaparte.terrains import kinds, min_defence
from domain.rulebook import Rulebook
from domain.table import Table
from service.bots.farming import grows, welcome
from service.bots.judgement import WORTH_IT, Score, always

DEFENDERS_CHOICE: Final = 3
"""Of so many cards at most a defender is thought to choose the best."""
STRONG: Final = 14
"""The combat value from which on a card is better kept for combat than planted where nothing fits."""
LEAST_ODDS: Final = 0.3
"""Worse odds are not worth a coin and a card, however rich one is."""
RESERVE: Final = 1
"""So many coins are left over when a depot or a merchant is bought."""

Values = Mapping[Card, int]


def values_of(rules: Rulebook) -> Values:
    """The combat value of each variety: how many cards there are of it."""
    return {variety.id: variety.count for variety in rules.data.varieties}


def chance(rules: Rulebook, wins: Callable[[int], bool]) -> float:
    """How likely the value of a card nobody has seen is one with which that comes true."""
    values = values_of(rules)
    return sum(count for card, count in values.items() if wins(count)) / sum(values.values())


def odds(rules: Rulebook, table: Table, attacker: int, target: str, value: int) -> float:
    """How likely an attack with this value succeeds against what the defender may have."""
    lay = board(table)
    kind, terrain = lay.kind(target), lay.state(target)
    bonus = rules.data.numbers["fortress_bonus"] if terrain.fortress else 0
    least = min_defence(rules, kind)
    cannon = (kind in BESIEGED or terrain.fortress) and lay.counts(attacker, IRON_MINE) > 0

    def wins(defence: int) -> bool:
        raised = max(defence + bonus, least)
        return value > raised or (cannon and value == raised != rules.data.numbers["double_twenty"])

    if terrain.owner is None:
        return chance(rules, wins)
    defender = table.seats[terrain.owner]
    cards = len(defender.hand) + len(holdings(defender).depot or ())
    return float(chance(rules, wins) ** max(1, min(cards, DEFENDERS_CHOICE)))


def _own_values(rules: Rulebook, table: Table, seat: int, target: str) -> Iterator[int]:
    values, own = values_of(rules), table.seats[seat]
    depot = () if board(table).kind(target) == SWAMP else holdings(own).depot or ()
    yield from (values[card] for card in (*own.hand, *depot) if card != FACE_DOWN)


def _blind(rules: Rulebook, table: Table, seat: int, target: str) -> float:
    """The odds of the top card of the pile."""
    values = values_of(rules)
    total = sum(values.values())
    return sum(count / total * odds(rules, table, seat, target, value) for value, count in _by_value(values))


def _by_value(values: Values) -> list[tuple[int, int]]:
    return [(value, value) for value in values.values()]  # so many cards are worth as many


def worth(rules: Rulebook, table: Table, terrain: str) -> float:
    """What a terrain is worth: its points, its fortress, and a little for what else it gives."""
    lay = board(table)
    plain = float(kinds(rules)[lay.kind(terrain)]["points"])
    return plain + (1.0 if lay.state(terrain).fortress else 0.0) + (0.2 if lay.state(terrain).owner is None else 0.4)


def _choose_camp(rules: Rulebook, table: Table, move: ChooseCamp) -> float:
    lay = board(table)
    around = neighbours(lay.cells, lay.geometry)[move.terrain]
    return 50.0 + sum(float(kinds(rules)[lay.kind(terrain)]["points"]) for terrain in around)


def _choose_start(rules: Rulebook, table: Table, move: ChooseStartPlayer) -> float:
    return 51.0 if move.chosen == move.seat else 50.0


def _store(rules: Rulebook, table: Table, move: StoreInDepot) -> float:
    seat = table.seats[move.seat]
    card = seat.hand[0] if move.variety is None else move.variety
    if grows(rules, seat, card):
        return 5.0
    strong = values_of(rules)[card] >= STRONG
    if not welcome(rules, seat, card):
        return 70.0 if strong else 30.0
    if move.variety is None:
        return (95.0 if table.turn.planted == 0 else 12.5) if strong else 3.0
    return 101.0 if strong else 5.0


def _declare(rules: Rulebook, table: Table, move: DeclareAttack) -> float:
    likely = max(
        (odds(rules, table, move.seat, move.target, v) for v in _own_values(rules, table, move.seat, move.target)),
        default=0.0,
    )
    if pile_has_cards(table):
        likely = max(likely, _blind(rules, table, move.seat, move.target))
    if move.riders is not None:
        riding = odds(rules, table, move.seat, move.target, rules.data.numbers["riders_value"])
        likely = riding + (1.0 - riding) * likely
    coins = len(table.seats[move.seat].coins)
    if likely < max(LEAST_ODDS, 0.5 - 0.05 * coins):
        return -1.0
    return 11.0 + 10.0 * likely * worth(rules, table, move.target)


def _commit(rules: Rulebook, table: Table, move: CommitCombatCard) -> float:
    attack, own = war(table).attack, table.seats[move.seat]
    assert attack is not None
    defends = move.seat != table.turn.seat
    if move.source == "pile":
        likely = _held_blind(rules, table, attack) if defends else _blind(rules, table, move.seat, attack.target)
        return 50.0 + 40.0 * likely
    card = move.variety if move.source == "depot" else own.hand[own.slots.index(move.slot)]
    assert card is not None
    value = values_of(rules)[card]
    likely = _held(rules, table, attack, value) if defends else odds(rules, table, move.seat, attack.target, value)
    missed = 3.0 if move.source == "hand" and grows(rules, own, card) else 0.0
    return 50.0 + 40.0 * likely * worth(rules, table, attack.target) - missed - 0.1 * value


def _held(rules: Rulebook, table: Table, attack: Attack, value: int) -> float:
    """How likely a card of this value holds the terrain against what the attacker has committed."""
    lay = board(table)
    terrain = lay.state(attack.target)
    raised = max(
        value + (rules.data.numbers["fortress_bonus"] if terrain.fortress else 0),
        min_defence(rules, lay.kind(attack.target)),
    )
    committed = attack.committed.attack
    if attack.by_riders or committed is None:
        return float(raised >= rules.data.numbers["riders_value"])
    blind = chance(rules, lambda attacking: attacking <= raised)
    # Who chooses a card to attack with chooses a strong one.
    return blind if committed.source == "pile" else blind**2


def _held_blind(rules: Rulebook, table: Table, attack: Attack) -> float:
    values = values_of(rules)
    return sum(n / sum(values.values()) * _held(rules, table, attack, value) for value, n in _by_value(values))


def _build(rules: Rulebook, table: Table, move: BuildFortress) -> float:
    return 65.0 + worth(rules, table, move.terrain)


def _buy_for(price: str) -> Score:
    def score(rules: Rulebook, table: Table, move: BuyDepot | BuyMerchant) -> float:
        rich = len(table.seats[move.seat].coins) >= rules.data.numbers[price] + RESERVE
        return WORTH_IT + 1.0 if rich and table.exhaustions == 0 else -1.0

    return score


def _arrange(rules: Rulebook, table: Table, move: ArrangeMerchantCards) -> float:
    seat, values = table.seats[move.seat], values_of(rules)
    return 50.0 + sum(
        (5.0 if grows(rules, seat, card) else 0.05 * values[card]) - 0.01 * place
        for place, card in enumerate(move.taken)
    )


WARFARE: Final[Mapping[type[Command], Score]] = {
    ChooseCamp: _choose_camp,
    ChooseStartPlayer: _choose_start,
    DrawAbbeyCard: always(200.0),
    StoreInDepot: _store,
    DeclareAttack: _declare,
    CommitCombatCard: _commit,
    EndAttacks: always(10.0),
    BuildFortress: _build,
    BuyDepot: _buy_for("depot_cost"),
    BuyMerchant: _buy_for("merchant_cost"),
    ArrangeMerchantCards: _arrange,
}
