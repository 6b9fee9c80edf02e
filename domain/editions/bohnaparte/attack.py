"""Section 11, phase 4: the active seat declares attacks on terrains it can reach, each for a coin."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.commands import DrawCards
from domain.editions.bohnaparte import combat
from domain.editions.bohnaparte.areas import Attack, WarTurn, board_of, war, war_turn, with_attack, with_turn
from domain.editions.bohnaparte.combat_turn import can_commit, committing_seats
from domain.editions.bohnaparte.commands import CommitCombatCard, DeclareAttack, EndAttacks
from domain.editions.bohnaparte.events import AttackDeclared, AttacksEnded
from domain.editions.bohnaparte.riders import forbids_riders, upright_paddocks
from domain.editions.bohnaparte.terrains import attack_route, attack_targets, is_conquerable
from domain.editions.bohnaparte.treasury import pay
from domain.events import DrawPileExhausted
from domain.evolve import applies, follows, require
from domain.pending_events import PendingEvents
from domain.rulebook import GuardFailure, Mechanism, Move, Phase, Rulebook
from domain.rules.third_field import find_payment, payment_fault, required_payment
from domain.rules.turn import close_phase
from domain.table import Table


def forbids_declare(rulebook: Rulebook, table: Table, move: DeclareAttack) -> Mechanism | None:
    """Forbid the attack unless the active seat can pay, reach the target, attack with something.

    Rule: BP-11.1 to BP-11.3, BP-14.4, BP-14.5, AMB-BP-10.
    """
    board, seat = board_of(table), table.seats[move.seat]
    if move.seat != table.turn.seat:
        return "attack.active"
    if board.index(move.target) is None:
        return GuardFailure("attack.target", board.lacks(move.target))
    if not is_conquerable(board.kind(move.target)):
        return "attack.target"
    if board.state(move.target).owner == move.seat or attack_route(board, move.seat, move.target) is None:
        return "attack.target"
    if refused := forbids_riders(board, move.seat, move.riders):
        return refused
    chosen = None if move.coin_card is None else (move.coin_card,)
    cost = rulebook.data.numbers["attack_cost"]
    if find_payment(seat, cost, chosen) is None:
        return GuardFailure("attack.coin", payment_fault(seat, cost, chosen))
    armed = move.riders is not None or can_commit(table, move.seat, move.target)
    return None if armed else "attack.no_card"


def declare(rulebook: Rulebook, draft: PendingEvents, move: DeclareAttack) -> None:
    """Open the attack, which costs a coin; riders fight a neutral terrain at once. Rule: BP-11.2, BP-11.6, BP-14.6."""
    board, seat = board_of(draft.table), draft.table.seats[move.seat]
    chosen = None if move.coin_card is None else (move.coin_card,)
    (coin,) = required_payment(seat, rulebook.data.numbers["attack_cost"], chosen)
    draft.record(
        AttackDeclared(
            seat=move.seat,
            target=move.target,
            defender=board.state(move.target).owner,
            riders=move.riders,
            via_river=attack_route(board, move.seat, move.target) or None,
            coin_card=coin,
        )
    )
    combat.continue_attack(rulebook, draft)


def _declare_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[DeclareAttack]:
    if seat != table.turn.seat or not table.seats[seat].coins:
        return
    board = board_of(table)
    ready = list(upright_paddocks(board, seat))
    for target in attack_targets(board, seat):
        yield DeclareAttack(seat=seat, target=target)
        for riders in ready:
            yield DeclareAttack(seat=seat, target=target, riders=riders)


def _declare_mistakes(rulebook: Rulebook, table: Table, seat: int) -> Iterable[DeclareAttack]:
    board = board_of(table)
    reached = next(iter(attack_targets(board, seat)), None)
    for cell in board.cells:
        yield DeclareAttack(seat=seat, target=cell.id)
    if reached is not None:
        yield DeclareAttack(seat=seat, target=reached)
        absent = (card for card in rulebook.varieties if card not in table.seats[seat].coins)
        yield from (DeclareAttack(seat=seat, target=reached, coin_card=card) for card in sorted(absent)[:1])
        for terrain in board.terrains:
            yield DeclareAttack(seat=seat, target=reached, riders=terrain.id)


def forbids_end(rulebook: Rulebook, table: Table, move: EndAttacks) -> Mechanism | None:
    """Forbid ending the attacks to all but the active seat. Rule: BP-11.1."""
    return None if move.seat == table.turn.seat else "attack.active"


def end(rulebook: Rulebook, draft: PendingEvents, move: EndAttacks) -> None:
    """End the attacks, which closes the phase. Rule: BP-11.1."""
    draft.record(AttacksEnded(seat=move.seat))
    close_phase(rulebook, draft)


def _end_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[EndAttacks]:
    return [EndAttacks(seat=seat)]


DECLARE = Move(
    guard=forbids_declare,
    rule=declare,
    candidates=_declare_candidates,
    mistakes=_declare_mistakes,
    wrong_phase="attack.phase",
)
END = Move(guard=forbids_end, rule=end, candidates=_end_candidates, wrong_phase="attack.phase")
OPEN_ATTACK = Phase(
    name="open_attack",
    moves={CommitCombatCard: combat.COMMIT},
    refusals=dict.fromkeys((DeclareAttack, EndAttacks, DrawCards), "attack.open"),
    awaited_seats=committing_seats,
    interruptible=False,
)
"""Between declaration and resolution an attack accepts nothing but committed cards. Rule: BP-3.3, AMB-BP-10."""


def attack_phase() -> Phase:
    """Return phase 4. If the final exhaustion falls in it, it ends with the attack that is open. Rule: BP-9.3."""
    return Phase(
        name="attack",
        moves={DeclareAttack: DECLARE, EndAttacks: END},
        ends_when=lambda table: war_turn(table).last_attack,
        steps=(OPEN_ATTACK,),
        current_step=lambda table: None if war(table).attack is None else OPEN_ATTACK,
        can_end_game=True,
    )


@follows(WarTurn, DrawPileExhausted)
def pile_exhausted_in_attack(table: Table, event: DrawPileExhausted) -> Table:
    """Note that no attack may follow when the final exhaustion falls in this phase. Rule: BP-9.3."""
    falls_here = event.final and event.phase == "attack"
    return with_turn(table, replace(war_turn(table), last_attack=True)) if falls_here else table


@applies(AttackDeclared)
def attack_declared(table: Table, event: AttackDeclared) -> Table:
    """Open the attack; its coin goes to the discard pile."""
    board = board_of(table)
    require(war(table).attack is None and board.index(event.target) is not None, "one attack at a time, on a terrain")
    require(board.state(event.target).owner == event.defender != event.seat, "its owner defends a terrain")
    require(event.riders is None or board.index(event.riders) is not None, "riders are called by their paddock")
    table = pay(table, event.seat, (event.coin_card,))
    return with_attack(table, Attack(target=event.target, riders=event.riders))


@applies(AttacksEnded)
def attacks_ended(table: Table, event: AttacksEnded) -> Table:
    """Change nothing; raise CorruptHistory if an attack is open."""
    require(event.seat == table.turn.seat and war(table).attack is None, "the active seat ends its attacks")
    return table


def with_committing_seats(table: Table) -> Table:
    """Return a table written by hand with the seats added that know the committed cards of its attack."""
    attack = war(table).attack
    if attack is None or board_of(table).index(attack.target) is None:
        return table
    sides = {"attack": table.turn.seat, "defence": board_of(table).state(attack.target).owner}
    known = {
        side: replace(card, seat=sides[side])
        for side in sides
        if (card := getattr(attack.committed, side)) is not None and card.source != "pile" and card.seat is None
    }
    return with_attack(table, replace(attack, committed=replace(attack.committed, **known)))
