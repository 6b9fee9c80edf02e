"""Scores for attacking, defending, building and storing in the edition with combat."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from domain.cards import FACE_DOWN, Card
from domain.commands import Command
from domain.editions.bohnaparte.areas import Attack, board_of, holdings, war
from domain.editions.bohnaparte.attack_strength import contest_of, values_of
from domain.editions.bohnaparte.boards import neighbours
from domain.editions.bohnaparte.combat_turn import SWAMP, pile_has_cards
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
from domain.editions.bohnaparte.terrains import terrain_numbers
from domain.rulebook import Rulebook
from domain.table import Table
from service.lifecycle.bots.common_evaluation import grows, has_room_for
from service.lifecycle.bots.evaluation import VOLUNTARY_SCORE_MIN, Score, constant_score

DEFENDER_CARDS_MAX: Final = 3
"""The defender is assumed to choose the best of at most this many cards."""
STRONG_VALUE_MIN: Final = 14
"""The least combat value of a card that is kept for combat if it fits on no field."""
ATTACK_ODDS_MIN: Final = 0.3
"""The least odds of an attack. Worse odds are not worth a coin and a card, even for a rich seat."""
RESERVE_COINS: Final = 1
"""How many coins must remain after a depot or a merchant is bought."""


def probability(rulebook: Rulebook, wins: Callable[[int], bool]) -> float:
    """Return the probability that an unseen card has a value for which `wins` is true."""
    values = values_of(rulebook)
    return sum(count for card, count in values.items() if wins(count)) / sum(values.values())


def attack_odds(rulebook: Rulebook, table: Table, attacker: int, target: str, value: int) -> float:
    """Return the probability that an attack with this value succeeds against the cards the defender may have."""
    board = board_of(table)
    contest, owner = contest_of(rulebook, board, attacker, target), board.state(target).owner

    def wins(defending: int) -> bool:
        return contest.is_won(value, contest.defence(defending))

    if owner is None:
        return probability(rulebook, wins)
    defender = table.seats[owner]
    cards = len(defender.hand) + len(holdings(defender).depot or ())
    return float(probability(rulebook, wins) ** max(1, min(cards, DEFENDER_CARDS_MAX)))


def _own_values(rulebook: Rulebook, table: Table, seat: int, target: str) -> Iterator[int]:
    values, own = values_of(rulebook), table.seats[seat]
    depot = () if board_of(table).kind(target) == SWAMP else holdings(own).depot or ()
    yield from (values[card] for card in (*own.hand, *depot) if card != FACE_DOWN)


def _pile_odds(rulebook: Rulebook, table: Table, seat: int, target: str) -> float:
    """Return the odds of an attack with the unseen top card of the pile."""
    values = values_of(rulebook)
    total = sum(values.values())
    return sum(
        count / total * attack_odds(rulebook, table, seat, target, value) for value, count in _value_counts(values)
    )


def _value_counts(values: Mapping[Card, int]) -> list[tuple[int, int]]:
    return [(value, value) for value in values.values()]  # the number of cards is their value


def terrain_worth(rulebook: Rulebook, table: Table, terrain: str) -> float:
    """Return the worth of a terrain: its points, its fortress, and a bit more if another seat owns it."""
    board = board_of(table)
    plain, state = float(terrain_numbers(rulebook)[board.kind(terrain)]["points"]), board.state(terrain)
    return plain + (1.0 if state.fortress else 0.0) + (0.2 if state.owner is None else 0.4)


def _choose_camp(rulebook: Rulebook, table: Table, move: ChooseCamp) -> float:
    board = board_of(table)
    around = neighbours(board.cells, board.geometry)[move.terrain]
    return 50.0 + sum(float(terrain_numbers(rulebook)[board.kind(terrain)]["points"]) for terrain in around)


def _choose_start(rulebook: Rulebook, table: Table, move: ChooseStartPlayer) -> float:
    return 51.0 if move.chosen == move.seat else 50.0


def _store(rulebook: Rulebook, table: Table, move: StoreInDepot) -> float:
    seat = table.seats[move.seat]
    card = seat.hand[0] if move.variety is None else move.variety
    if grows(rulebook, seat, card):
        return 5.0
    strong = values_of(rulebook)[card] >= STRONG_VALUE_MIN
    if not has_room_for(rulebook, seat, card):
        return 70.0 if strong else 30.0
    if move.variety is None:
        return (95.0 if table.turn.planted == 0 else 12.5) if strong else 3.0
    return 101.0 if strong else 5.0


def _declare(rulebook: Rulebook, table: Table, move: DeclareAttack) -> float:
    likely = max(
        (
            attack_odds(rulebook, table, move.seat, move.target, v)
            for v in _own_values(rulebook, table, move.seat, move.target)
        ),
        default=0.0,
    )
    if pile_has_cards(table):
        likely = max(likely, _pile_odds(rulebook, table, move.seat, move.target))
    if move.riders is not None:
        riding = attack_odds(rulebook, table, move.seat, move.target, rulebook.data.numbers["riders_value"])
        likely = riding + (1.0 - riding) * likely
    coins = len(table.seats[move.seat].coins)
    if likely < max(ATTACK_ODDS_MIN, 0.5 - 0.05 * coins):
        return -1.0
    return 11.0 + 10.0 * likely * terrain_worth(rulebook, table, move.target)


def _commit(rulebook: Rulebook, table: Table, move: CommitCombatCard) -> float:
    attack, own = war(table).attack, table.seats[move.seat]
    assert attack is not None
    defends = move.seat != table.turn.seat
    if move.source == "pile":
        likely = (
            _pile_defence_odds(rulebook, table, attack)
            if defends
            else _pile_odds(rulebook, table, move.seat, attack.target)
        )
        return 50.0 + 40.0 * likely
    card = move.variety if move.source == "depot" else own.hand[own.slots.index(move.slot)]
    assert card is not None
    value = values_of(rulebook)[card]
    likely = (
        _defence_odds(rulebook, table, attack, value)
        if defends
        else attack_odds(rulebook, table, move.seat, attack.target, value)
    )
    missed = 3.0 if move.source == "hand" and grows(rulebook, own, card) else 0.0
    return 50.0 + 40.0 * likely * terrain_worth(rulebook, table, attack.target) - missed - 0.1 * value


def _defence_odds(rulebook: Rulebook, table: Table, attack: Attack, value: int) -> float:
    """Return the probability that a card of this value defends the terrain against the attacker's card."""
    raised = contest_of(rulebook, board_of(table), table.turn.seat, attack.target).defence(value)
    committed = attack.committed.attack
    if attack.by_riders or committed is None:
        return float(raised >= rulebook.data.numbers["riders_value"])
    blind = probability(rulebook, lambda attacking: attacking <= raised)
    # An attacker who chooses the card chooses a strong one.
    return blind if committed.source == "pile" else blind**2


def _pile_defence_odds(rulebook: Rulebook, table: Table, attack: Attack) -> float:
    values = values_of(rulebook)
    return sum(
        n / sum(values.values()) * _defence_odds(rulebook, table, attack, value) for value, n in _value_counts(values)
    )


def _build(rulebook: Rulebook, table: Table, move: BuildFortress) -> float:
    return 65.0 + terrain_worth(rulebook, table, move.terrain)


def _buy_for(price: str) -> Score:
    def score(rulebook: Rulebook, table: Table, move: BuyDepot | BuyMerchant) -> float:
        rich = len(table.seats[move.seat].coins) >= rulebook.data.numbers[price] + RESERVE_COINS
        return VOLUNTARY_SCORE_MIN + 1.0 if rich and table.exhaustions == 0 else -1.0

    return score


def _arrange(rulebook: Rulebook, table: Table, move: ArrangeMerchantCards) -> float:
    seat, values = table.seats[move.seat], values_of(rulebook)
    return 50.0 + sum(
        (5.0 if grows(rulebook, seat, card) else 0.05 * values[card]) - 0.01 * place
        for place, card in enumerate(move.taken)
    )


SCORES: Final[Mapping[type[Command], Score]] = {
    ChooseCamp: _choose_camp,
    ChooseStartPlayer: _choose_start,
    DrawAbbeyCard: constant_score(200.0),
    StoreInDepot: _store,
    DeclareAttack: _declare,
    CommitCombatCard: _commit,
    EndAttacks: constant_score(10.0),
    BuildFortress: _build,
    BuyDepot: _buy_for("depot_cost"),
    BuyMerchant: _buy_for("merchant_cost"),
    ArrangeMerchantCards: _arrange,
}
